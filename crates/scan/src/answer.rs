//! The answer: where and why, or that nothing could be judged.

use deal::{Field, ReasonKind, SCREEN_RULES, ScreenDown, ScreenFinding};
use serde::{Deserialize, Serialize};

use crate::FORMAT;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Answer {
    format: u32,
    rules: u32,
    /// How many fields were read.
    fields: usize,
    /// Why nothing could be judged.
    #[serde(skip_serializing_if = "Option::is_none")]
    down: Option<String>,
    findings: Vec<Row>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    place: String,
    kind: String,
    start: usize,
    end: usize,
    decoded: bool,
}

pub(crate) fn written(judged: &Result<Vec<ScreenFinding>, ScreenDown>, fields: usize) -> Vec<u8> {
    let row = |finding: &ScreenFinding| Row {
        place: finding.place.clone(),
        kind: finding.kind.code().to_owned(),
        start: finding.start,
        end: finding.end,
        decoded: finding.decoded,
    };
    let (down, findings) = match judged {
        Ok(found) => (None, found.iter().map(row).collect()),
        Err(down) => (Some(down.code().to_owned()), Vec::new()),
    };
    // What has no map with other keys than texts is always written.
    serde_json::to_vec(&Answer { format: FORMAT, rules: SCREEN_RULES, fields, down, findings })
        .unwrap_or_default()
}

pub(crate) fn read(body: &[u8], asked: &[Field]) -> Result<Vec<ScreenFinding>, ScreenDown> {
    #[derive(Deserialize)]
    struct Head {
        format: u32,
        rules: u32,
    }
    let head: Head = serde_json::from_slice(body).map_err(|_| ScreenDown::Garbled)?;
    if (head.format, head.rules) != (FORMAT, SCREEN_RULES) {
        return Err(ScreenDown::OtherRules);
    }
    let answer: Answer = serde_json::from_slice(body).map_err(|_| ScreenDown::Garbled)?;
    if let Some(down) = &answer.down {
        return Err(ScreenDown::from_code(down).unwrap_or(ScreenDown::Garbled));
    }
    if answer.fields != asked.len() {
        return Err(ScreenDown::Garbled);
    }
    answer.findings.into_iter().map(|row| finding(row, asked).ok_or(ScreenDown::Garbled)).collect()
}

fn finding(row: Row, asked: &[Field]) -> Option<ScreenFinding> {
    let Row { place, kind, start, end, decoded } = row;
    // A member's name and its value stand at one place.
    let fits = |field: &Field| field.place == place && end <= field.text.chars().count();
    let known = start <= end && asked.iter().any(fits);
    Some(ScreenFinding { place, kind: ReasonKind::from_code(&kind)?, start, end, decoded }).filter(|_| known)
}
