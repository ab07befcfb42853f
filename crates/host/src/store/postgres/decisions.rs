//! Table `decisions`.

use super::super::Stored;
use super::super::tables::decisions::Decisions;
use super::work::Work;

pub(super) const SQL: &str = "
CREATE TABLE decisions (
    id TEXT PRIMARY KEY,
    -- SHA-256 over person, session and events.
    request TEXT NOT NULL,
    -- The answer that was given, JSON.
    answer TEXT NOT NULL
);
";

impl Decisions for Work<'_> {
    fn decision(&self, id: &str) -> Stored<Option<(String, String)>> {
        let row = self.row("SELECT request, answer FROM decisions WHERE id = $1", &[&id])?;
        row.map(|row| Ok((row.try_get("request")?, row.try_get("answer")?))).transpose()
    }

    fn insert_decision(&self, id: &str, request: &str, answer: &str) -> Stored<()> {
        self.execute(
            "INSERT INTO decisions (id, request, answer) VALUES ($1, $2, $3)",
            &[&id, &request, &answer],
        )?;
        Ok(())
    }
}
