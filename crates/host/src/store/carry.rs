//! Carrying everything from one kind of store to the other. Both kinds have the same
//! tables with the same columns, and SQLite's schema says which.

use rusqlite::Connection;
use rusqlite::types::Value;
use tokio::runtime::Handle;
use tokio_postgres::types::ToSql;

use super::postgres::{Isolation, Postgres, Work};
use super::{Hold, Stored, Tables};
use crate::care::Carried;

/// What is not carried: limits are of the moment.
const LEFT: &str = "limits";

/// A column that gives the order of rows and means nothing else; each kind draws its own.
const PLACE: &str = "place";

/// Rows that are carried at once.
const AT_ONCE: usize = 500;

struct Table {
    name: String,
    /// Name, and whether it holds whole numbers; else it holds text.
    columns: Vec<(String, bool)>,
    placed: bool,
}

impl Table {
    fn list(&self) -> String {
        self.columns.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ")
    }

    fn insert(&self, mark: &str) -> String {
        let marks: Vec<_> = (1..=self.columns.len()).map(|at| format!("{mark}{at}")).collect();
        format!("INSERT INTO {} ({}) VALUES ({})", self.name, self.list(), marks.join(", "))
    }

    fn select(&self) -> String {
        let order = if self.placed { format!(" ORDER BY {PLACE}") } else { String::new() };
        format!("SELECT {} FROM {}{order}", self.list(), self.name)
    }
}

/// The tables, each after those that it refers to.
fn tables(connection: &Connection) -> Stored<Vec<Table>> {
    let mut names = connection.prepare(
        "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite\\_%' ESCAPE '\\' \
         ORDER BY rowid",
    )?;
    let names: Vec<String> = names.query_map([], |row| row.get(0))?.collect::<rusqlite::Result<_>>()?;
    let mut all = Vec::new();
    for name in names.into_iter().filter(|name| name != LEFT) {
        let mut columns = connection.prepare("SELECT name, type FROM pragma_table_info(?)")?;
        let mut columns: Vec<(String, bool)> = columns
            .query_map([&name], |row| Ok((row.get(0)?, row.get::<_, String>(1)? == "INTEGER")))?
            .collect::<rusqlite::Result<_>>()?;
        let before = columns.len();
        columns.retain(|(name, _)| name != PLACE);
        all.push(Table { placed: columns.len() < before, name, columns });
    }
    Ok(all)
}

/// Fills an empty SQLite record from PostgreSQL, all of one moment.
pub fn out_of_postgres(from: &Postgres, handle: &Handle, into: &mut Connection) -> Stored<()> {
    let tables = tables(into)?;
    from.carry(handle, Isolation::Looking, |work| {
        // Another try begins anew: what the one before has written is rolled back.
        let filling = into.unchecked_transaction()?;
        for table in &tables {
            // A name each: what a statement gives is remembered by its text.
            work.batch(&format!("DECLARE carried_{} CURSOR FOR {}", table.name, table.select()))?;
            let mut insert = filling.prepare(&table.insert("?"))?;
            loop {
                let rows = work.rows(&format!("FETCH {AT_ONCE} FROM carried_{}", table.name), &[])?;
                for row in &rows {
                    let value = |(at, (_, whole)): (usize, &(String, bool))| -> Stored<Value> {
                        Ok(if *whole {
                            Value::Integer(row.try_get(at)?)
                        } else {
                            Value::Text(row.try_get(at)?)
                        })
                    };
                    let values = table.columns.iter().enumerate().map(value).collect::<Stored<Vec<_>>>()?;
                    insert.execute(rusqlite::params_from_iter(values))?;
                }
                if rows.len() < AT_ONCE {
                    break;
                }
            }
            work.batch(&format!("CLOSE carried_{}", table.name))?;
        }
        // What was committed and has no cursor yet comes after all that have one.
        for row in work.rows("SELECT subject, id FROM noted ORDER BY place", &[])? {
            let (subject, id): (String, String) = (row.try_get(0)?, row.try_get(1)?);
            filling.execute("INSERT OR REPLACE INTO changes (subject, id) VALUES (?, ?)", [subject, id])?;
        }
        Ok(filling.commit()?)
    })
}

/// Fills an empty PostgreSQL record from a copy, in one transaction.
pub fn into_postgres(from: &mut Connection, into: &Postgres, handle: &Handle) -> Stored<()> {
    let tables = tables(from)?;
    let reading = from.transaction()?;
    into.carry(handle, Isolation::Writing, |work| {
        for table in &tables {
            let insert = table.insert("$");
            let mut select = reading.prepare(&table.select())?;
            let mut rows = select.query([])?;
            while let Some(row) = rows.next()? {
                put(work, &insert, table, row)?;
            }
        }
        work.batch("UPDATE feed SET last = (SELECT coalesce(max(cursor), 0) FROM changes) WHERE id = 1")
    })
}

fn put(work: &Work<'_>, insert: &str, table: &Table, row: &rusqlite::Row<'_>) -> Stored<()> {
    let mut values: Vec<Box<dyn ToSql + Sync>> = Vec::new();
    for (at, (_, whole)) in table.columns.iter().enumerate() {
        values.push(if *whole {
            Box::new(row.get::<_, i64>(at)?)
        } else {
            Box::new(row.get::<_, String>(at)?)
        });
    }
    let given: Vec<&(dyn ToSql + Sync)> = values.iter().map(AsRef::as_ref).collect();
    work.execute(insert, &given).map(|_| ())
}

/// How much is there.
pub fn count(look: &dyn Tables) -> Stored<Carried> {
    let ids = look.session_ids()?;
    let mut events = 0;
    for id in &ids {
        events += look.session(id, Hold::Look)?.map_or(0, |session| session.head.seq);
    }
    Ok(Carried { sessions: u64::try_from(ids.len()).unwrap_or(u64::MAX), events })
}
