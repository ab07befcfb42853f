//! Offers out of files that came by mail: a person says what a table's columns mean, and
//! from there it is an offer in the protocol's form. Its origin stays a mail: nothing about
//! it is verified.

mod answer;
mod kept;
mod read_out;

pub(crate) use answer::{ToQuote, record};
pub(crate) use kept::{KeptQuote, every_quote, known_quotes};

use kept::hold_of;

use anp::digest::{PayloadHash, sha256};
use anp::json::{self, Value};
use anp::office::kind;
use anp::payload::Offer;
use anp::roles::Act;
use deal::{Period, QuoteRows};
use mail::mime;
use sheet::Sheet;
use store::tables::mail_quotes::{self, Quote};
use store::tables::{benchmarks, deals, mail_fetched, mail_places, mails};

use crate::benchmarks::choices::Chosen;
use crate::benchmarks::{file, preview};
use crate::changed::Topic;
use crate::ledger;
use crate::people::count;
use crate::state::{Desk, Signer};
use crate::trouble::{damaged, gone, part_on_server};
use crate::view::{Missing, Problem, QuoteLineView, QuoteTerms, TableChoices, TablePreview, WorkStep};
use crate::work::Work;

/// Lines that are shown before they are taken in: all that an offer may have.
const SHOWN: usize = 200;

/// A file that came by mail.
struct File {
    deal: String,
    vendor: String,
    mail: i64,
    part: String,
    name: String,
    sha256: String,
    sheets: Vec<Sheet>,
}

impl Desk {
    /// Looks at a table that came by mail: what its columns seem to mean, the lines that it
    /// would come to, and what would be left out.
    ///
    /// # Errors
    /// Where the mail belongs to no deal, the file is still on the server, or is no table.
    pub fn preview_quote(
        &self,
        mail: &str,
        part: &str,
        choices: Option<&TableChoices>,
        work: &Work,
    ) -> Result<TablePreview, Problem> {
        let file = self.file_of_mail(mail, part, work)?;
        let chosen = self.chosen(&file.sheets, choices, &file.vendor)?;
        let made = deal::quote_of(&chosen.sheet.table, &chosen.choices);
        Ok(TablePreview {
            lines: lines(&made),
            taken: count(made.lines.len()),
            ..preview::of(&file.name, &file.sheets, &chosen, &made.faults)
        })
    }

    /// Takes a table that came by mail as an offer, as it was previewed with these choices.
    /// They are remembered for this vendor's next table of the same columns. Read out anew
    /// it takes the place of what was read out before, until an answer was given to that.
    ///
    /// # Errors
    /// As [`Desk::preview_quote`]; where a number's style is still to be said, the lines
    /// make no offer of the protocol, or the person may not prepare deals.
    pub fn import_quote(
        &self,
        mail: &str,
        part: &str,
        choices: &TableChoices,
        terms: &QuoteTerms,
        work: &Work,
    ) -> Result<(), Problem> {
        let signer = self.signer()?;
        self.may(Act::Prepare)?;
        let file = self.file_of_mail(mail, part, work)?;
        let chosen = self.chosen(&file.sheets, Some(choices), &file.vendor)?;
        chosen.style_said()?;
        let made = deal::quote_of(&chosen.sheet.table, &chosen.choices);
        let offer = read_out::offer(&made, terms)?;
        let quote = Quote {
            id: self.0.sources.id(),
            mail: file.mail,
            part: file.part,
            file: file.name,
            sha256: file.sha256,
            payload: json::canonical(&offer.to_value()),
            by_name: signer.name.clone(),
            imported_at: self.stamp(),
        };
        work.go_on()?;
        self.remember(&chosen, &quote, &file.deal, &signer)?;
        self.shared();
        self.tell(Topic::Deal, Some(&file.deal));
        self.tell(Topic::Today, None);
        self.tell(Topic::App, None);
        Ok(())
    }

    fn remember(
        &self,
        chosen: &Chosen<'_>,
        quote: &Quote,
        deal: &str,
        signer: &Signer,
    ) -> Result<(), Problem> {
        let remembered = chosen.text()?;
        self.write(|db| {
            if !mail_quotes::put(db, quote)? {
                return Err(gone(Missing::AnsweredQuote));
            }
            let raw = mails::get(db, quote.mail)?.ok_or_else(|| gone(Missing::Mail))?.raw;
            let said = statement(chosen, quote, &raw);
            ledger::state(db, deal, (kind::QUOTE, &said), signer, &quote.imported_at)?;
            Ok(benchmarks::remember(db, &chosen.source, &remembered, &quote.imported_at)?)
        })
    }

    fn file_of_mail(&self, mail: &str, part: &str, work: &Work) -> Result<File, Problem> {
        work.step(WorkStep::Reading)?;
        let number = mail.parse::<i64>().map_err(|_| gone(Missing::Mail))?;
        let found = self.read(|db| {
            let Some(deal) = mails::deal_of(db, number)? else { return Ok(None) };
            let left = mail_places::left(db, number)?.iter().any(|left| left.part == part);
            Ok(mails::get(db, number)?.zip(deals::get(db, &deal)?).map(|found| (found, left)))
        })?;
        let ((row, deal), left) = found.ok_or_else(|| gone(Missing::Mail))?;
        let read = mime::read(&row.raw, None).map_err(|_| gone(Missing::Mail))?;
        let attached = read.attachments.iter().find(|attached| attached.part == part);
        let attached = attached.ok_or_else(|| gone(Missing::Attachment))?;
        let (bytes, sha256) = if left {
            self.fetched(number, attached)?
        } else {
            (attached.bytes.clone(), attached.sha256_hex())
        };
        let sheets = file::sheets(&attached.name, &bytes, work)?;
        work.step(WorkStep::Rows)?;
        Ok(File {
            deal: deal.id,
            vendor: deal.vendor,
            mail: number,
            part: part.to_owned(),
            name: attached.name.clone(),
            sha256,
            sheets,
        })
    }

    /// A file that stayed on the server, once it was fetched.
    fn fetched(&self, mail: i64, attached: &mime::Attachment) -> Result<(Vec<u8>, String), Problem> {
        let known = self.read(|db| Ok(mail_fetched::of_mail(db, mail)?))?;
        let known = known.into_iter().find(|known| known.part == attached.part);
        let known = known.ok_or_else(|| part_on_server(&attached.name))?;
        let path = self.attachment_folder().join(&known.file);
        let bytes = std::fs::read(&path).map_err(|error| crate::trouble::file(&path, &error))?;
        // The folder is the person's; what was changed there did not come by mail.
        let sha256 = PayloadHash(sha256(&bytes)).to_string();
        if sha256.ends_with(&known.sha256) {
            Ok((bytes, known.sha256))
        } else {
            Err(part_on_server(&attached.name))
        }
    }
}

/// What the person states who reads an offer out: of which file, what its columns mean, and what came of it.
fn statement(chosen: &Chosen<'_>, quote: &Quote, mail: &[u8]) -> String {
    let text = |text: &str| Value::from(text);
    let said = chosen.view();
    let columns = said.columns.iter().map(|column| text(column)).collect();
    json::canonical(&Value::object([
        ("columns", Value::Array(columns)),
        ("currency", text(&said.currency)),
        ("header", Value::from(said.header)),
        ("mail_sha256", Value::from(PayloadHash(sha256(mail)).to_string())),
        ("offer_sha256", Value::from(PayloadHash::of_canonical(&quote.payload).to_string())),
        ("part", text(&quote.part)),
        ("sha256", text(&quote.sha256)),
        ("sheet", Value::from(said.sheet)),
        ("style", text(&said.style)),
        ("unit", text(&said.unit)),
    ]))
}

fn lines(made: &QuoteRows) -> Vec<QuoteLineView> {
    let view = |(line, row): (&deal::Line, &usize)| QuoteLineView {
        row: count(*row),
        description: line.description.clone(),
        quantity: line.quantity.to_string(),
        unit: line.unit.clone(),
        period: if Period::unread(&line.unit) { "unread" } else { period(&line.unit) }.to_owned(),
        unit_price: line.unit_price.to_string(),
        currency: line.currency.as_str().to_owned(),
        stated: made
            .totals_wrong
            .iter()
            .find(|(wrong, _, _)| wrong == row)
            .map(|(_, stated, _)| stated.to_string()),
    };
    made.lines.iter().zip(&made.rows).take(SHOWN).map(view).collect()
}

fn period(unit: &str) -> &'static str {
    match Period::of_unit(unit) {
        Period::Year => "year",
        Period::Quarter => "quarter",
        Period::Month => "month",
        Period::Once => "once",
    }
}

/// The offer of a kept text, read as strictly as one from the wire.
pub(crate) fn offer_of(payload: &str) -> Result<Offer, Problem> {
    let damaged = || damaged("mail_quotes");
    let value: Value = json::parse_flawless(payload.as_bytes()).map_err(|_| damaged())?;
    Offer::read(&value).map_err(|_| damaged())
}
