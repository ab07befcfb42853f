//! All fields of an answer, read together.

use std::collections::HashSet;

use super::confidential::Confidential;
use super::prices::Barred;
use super::reason::ReasonKind;
use super::scenario::Scenario;
use super::{Field, MAX_SCREENED_BYTES, Nature, Screen, ScreenDown, ScreenFinding};

/// Findings that are named; an answer with more is stopped by these.
const MOST_FINDINGS: usize = 200;
/// How a checkpoint begins that this desk has signed; nobody else's words are told to the screen with it.
pub(super) const OWN_NOTE: &str = "COUNTERSIGN/1 checkpoint ";
/// A line of the record that is shorter repeats nothing.
const SHORTEST_LINE: usize = 4;

/// The screen, read by whoever calls it. What leaves a desk is read by another process, which has limits
/// on time and memory and ends with what it was told.
#[derive(Debug, Clone, Copy, Default)]
pub struct InThisProcess;

impl Screen for InThisProcess {
    fn screen(&self, fields: &[Field], scenario: &Scenario) -> Result<Vec<ScreenFinding>, ScreenDown> {
        let told: usize = fields.iter().map(|field| field.text.len() + field.place.len()).sum();
        if told > MAX_SCREENED_BYTES {
            return Err(ScreenDown::TooMuch);
        }
        let barred = Barred::of(&scenario.secret, &scenario.deal);
        let confidential = Confidential::of(scenario);
        let lines: HashSet<&str> = scenario.said.iter().flat_map(|text| text.lines()).map(bare).collect();
        let noted = scenario.said.iter().filter(|text| text.starts_with(OWN_NOTE));
        let noted: HashSet<&str> = noted.flat_map(|text| text.lines()).map(bare).collect();
        let mut findings = Vec::new();
        for field in fields {
            let barred = match field.nature {
                Nature::Echo => false,
                Nature::Price => barred.as_price(&field.text),
                Nature::Count => barred.as_count(&field.text),
                Nature::Prose => {
                    // Hashes and signatures are as good as random: by chance one decodes to any figure.
                    let own = without(&field.text, &noted).map(|text| Field { text, ..field.clone() });
                    prose(own.as_ref().unwrap_or(field), &confidential, &lines, &mut findings);
                    false
                }
            };
            if barred {
                let whole = field.text.chars().count();
                findings.push(finding(field, ReasonKind::SecretFigure, 0, whole, false));
            }
            if findings.len() >= MOST_FINDINGS {
                break;
            }
        }
        findings.truncate(MOST_FINDINGS);
        Ok(findings)
    }
}

fn finding(field: &Field, kind: ReasonKind, start: usize, end: usize, decoded: bool) -> ScreenFinding {
    ScreenFinding { place: field.place.clone(), kind, start, end, decoded }
}

/// Blocks are looked for in the whole text; holds only in what does not repeat the deal's record.
fn prose(
    field: &Field,
    confidential: &Confidential,
    lines: &HashSet<&str>,
    findings: &mut Vec<ScreenFinding>,
) {
    let mut reasons = confidential.reasons(&field.text);
    if reasons.iter().any(|reason| !reason.kind.blocks())
        && let Some(own) = without(&field.text, lines)
    {
        let own = confidential.reasons(&own);
        reasons.retain(|reason| reason.kind.blocks() || own.contains(reason));
        reasons.extend(own.iter().filter(|reason| !reasons.contains(reason)).copied().collect::<Vec<_>>());
    }
    findings.extend(
        reasons
            .into_iter()
            .map(|reason| finding(field, reason.kind, reason.start, reason.end, reason.decoded)),
    );
}

/// The text with every line that repeats one of the record blanked out, place by place; none where no line
/// does.
fn without(text: &str, lines: &HashSet<&str>) -> Option<String> {
    let mut some = false;
    let mut own = String::with_capacity(text.len());
    for line in text.split_inclusive('\n') {
        let said = bare(line);
        if said.chars().count() >= SHORTEST_LINE && lines.contains(said) {
            some = true;
            own.extend(line.chars().map(|c| if c == '\n' { '\n' } else { ' ' }));
        } else {
            own.push_str(line);
        }
    }
    some.then_some(own)
}

/// A line without the marks of a quotation and without white space around it.
fn bare(line: &str) -> &str {
    line.trim_start_matches(|c: char| c == '>' || c == '|' || c.is_whitespace()).trim_end()
}
