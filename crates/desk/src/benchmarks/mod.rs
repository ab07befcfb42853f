//! Benchmarks: a table is looked at, a person says what it means, and it is taken in.
//!
//! What was decided about a table is remembered for the next one with the same columns.

pub(crate) mod choices;
pub(crate) mod file;
pub(crate) mod preview;
mod rows;

use std::path::Path;

use deal::{Benchmark, Choices, DecimalStyle};
use sheet::Sheet;
use store::Connection;
use store::tables::benchmarks::{self, Import};

use crate::changed::Topic;
use crate::people::count;
use crate::state::Desk;
use crate::trouble::gone;
use crate::view::{BenchmarkImport, Broken, Missing, Problem, TableChoices, TablePreview, WorkStep};
use crate::work::Work;
use choices::Chosen;

/// Benchmarks that are shown before they are taken in.
const SHOWN: usize = 20;

impl Desk {
    /// Looks at a table: what its columns seem to mean, what would be taken, and what would not.
    ///
    /// # Errors
    /// Where the file cannot be read or is no table, or a person stopped it.
    pub fn preview_table(
        &self,
        path: &Path,
        choices: Option<&TableChoices>,
        work: &Work,
    ) -> Result<TablePreview, Problem> {
        let (name, sheets) = file::read(path, work)?;
        self.preview(&name, &sheets, choices, work)
    }

    /// Takes benchmarks in as they were previewed with these choices.
    ///
    /// # Errors
    /// Where the file cannot be read, a number's style is still to be said, nothing can be taken, or a
    /// person stopped it: then nothing was taken in.
    pub fn import_benchmarks(
        &self,
        path: &Path,
        choices: &TableChoices,
        work: &Work,
    ) -> Result<BenchmarkImport, Problem> {
        self.signer()?;
        let (name, sheets) = file::read(path, work)?;
        work.step(WorkStep::Rows)?;
        let chosen = self.chosen(&sheets, Some(choices), "")?;
        chosen.style_said()?;
        let made = deal::benchmarks_of(&chosen.sheet.table, &chosen.choices);
        if made.taken.is_empty() {
            return Err(file::trouble(&name, Broken::NoRows));
        }
        let import = Import {
            id: self.0.sources.id(),
            file: name,
            imported_at: self.stamp(),
            rows: rows::text_of(&made.taken)?,
        };
        let remembered = chosen.text()?;
        work.go_on()?;
        self.write(|db| {
            benchmarks::add(db, &import)?;
            Ok(benchmarks::remember(db, &chosen.source, &remembered, &import.imported_at)?)
        })?;
        // Every offer stands beside them from now on.
        self.tell(Topic::App, None);
        self.tell_deals()?;
        import_view(&import)
    }

    /// Every import, the latest first.
    ///
    /// # Errors
    /// Where the database cannot be read.
    pub fn benchmark_imports(&self) -> Result<Vec<BenchmarkImport>, Problem> {
        self.read(|db| Ok(benchmarks::all(db)?))?.iter().map(import_view).collect()
    }

    /// Forgets an import.
    ///
    /// # Errors
    /// Where it is not here.
    pub fn forget_benchmarks(&self, id: &str) -> Result<(), Problem> {
        if !self.write(|db| Ok(benchmarks::forget(db, id)?))? {
            return Err(gone(Missing::Import));
        }
        self.tell(Topic::App, None);
        self.tell_deals()
    }

    fn preview(
        &self,
        name: &str,
        sheets: &[Sheet],
        choices: Option<&TableChoices>,
        work: &Work,
    ) -> Result<TablePreview, Problem> {
        work.step(WorkStep::Rows)?;
        let chosen = self.chosen(sheets, choices, "")?;
        let made = deal::benchmarks_of(&chosen.sheet.table, &chosen.choices);
        work.go_on()?;
        let view = preview::of(name, sheets, &chosen, &made.faults);
        Ok(TablePreview {
            rows: made.taken.iter().take(SHOWN).map(rows::view).collect(),
            taken: count(made.taken.len()),
            ..view
        })
    }

    /// What holds of these sheets: what was chosen, else what was remembered, else what is proposed.
    /// `whose` is the vendor by whom it is remembered; empty for benchmarks.
    pub(crate) fn chosen<'a>(
        &self,
        sheets: &'a [Sheet],
        given: Option<&TableChoices>,
        whose: &str,
    ) -> Result<Chosen<'a>, Problem> {
        let sheet = choices::sheet_of(sheets, given)?;
        let source = choices::source_of(sheet, given, whose);
        let kept = self.read(|db| Ok(benchmarks::choices(db, &source)?))?;
        choices::settle(sheet, source, given, kept.as_deref())
    }

    fn tell_deals(&self) -> Result<(), Problem> {
        for deal in self.read(|db| Ok(store::tables::deals::all(db)?))? {
            self.tell(Topic::Deal, Some(&deal.id));
        }
        Ok(())
    }
}

/// Every benchmark at this desk, those of later imports first.
pub(crate) fn all(db: &Connection) -> Result<Vec<Benchmark>, Problem> {
    let mut found = Vec::new();
    for import in benchmarks::all(db)? {
        found.extend(rows::of_text(&import.rows)?);
    }
    Ok(found)
}

fn import_view(import: &Import) -> Result<BenchmarkImport, Problem> {
    Ok(BenchmarkImport {
        id: import.id.clone(),
        file: import.file.clone(),
        imported_at: import.imported_at.clone(),
        rows: rows::of_text(&import.rows)?.iter().map(rows::view).collect(),
    })
}

/// A style's name in forms.
fn style_name(style: DecimalStyle) -> &'static str {
    match style {
        DecimalStyle::Point => "point",
        DecimalStyle::Comma => "comma",
    }
}

/// The choices' part that the rules read.
type Settled = Choices;
