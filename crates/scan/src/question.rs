//! The question: fields, and what may and must not be told.

use deal::{DealFigures, Field, Nature, SCREEN_RULES, Scenario, ScreenDown, SecretFigures};
use money::Amount;
use serde::{Deserialize, Serialize};

use crate::FORMAT;

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct Question {
    format: u32,
    rules: u32,
    fields: Vec<FieldRow>,
    deal: DealRow,
    secret: SecretRow,
    said: Vec<String>,
}

#[derive(Serialize, Deserialize)]
struct FieldRow {
    place: String,
    text: String,
    nature: NatureRow,
}

#[derive(Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
enum NatureRow {
    Prose,
    Price,
    Count,
    Echo,
}

#[derive(Serialize, Deserialize)]
struct DealRow {
    told_annual: Vec<String>,
    told_unit: Vec<String>,
    told_other: Vec<String>,
    counts: Vec<String>,
    percents: Vec<String>,
    quantities: Vec<String>,
    terms_months: Vec<u32>,
    rates: Vec<String>,
    currency: String,
}

#[derive(Serialize, Deserialize)]
struct SecretRow {
    annual: Vec<String>,
    unit: Vec<String>,
    limits: Vec<String>,
    unit_limits: Vec<String>,
    other: Vec<String>,
    percents: Vec<String>,
    counts: Vec<String>,
}

/// What was asked.
pub(crate) enum Asked {
    /// By a program that follows other rules.
    OtherRules,
    /// About these.
    Fields(Vec<Field>, Box<Scenario>),
}

fn texts(figures: &[Amount]) -> Vec<String> {
    figures.iter().map(ToString::to_string).collect()
}

fn amounts(texts: &[String]) -> Option<Vec<Amount>> {
    texts.iter().map(|text| Amount::parse(text).ok()).collect()
}

pub(crate) fn written(fields: &[Field], scenario: &Scenario) -> Result<Vec<u8>, ScreenDown> {
    let Scenario { deal, secret, said } = scenario;
    let nature = |nature| match nature {
        Nature::Prose => NatureRow::Prose,
        Nature::Price => NatureRow::Price,
        Nature::Count => NatureRow::Count,
        Nature::Echo => NatureRow::Echo,
    };
    let row = |field: &Field| FieldRow {
        place: field.place.clone(),
        text: field.text.clone(),
        nature: nature(field.nature),
    };
    let question = Question {
        format: FORMAT,
        rules: SCREEN_RULES,
        fields: fields.iter().map(row).collect(),
        deal: DealRow {
            told_annual: texts(&deal.told_annual),
            told_unit: texts(&deal.told_unit),
            told_other: texts(&deal.told_other),
            counts: texts(&deal.counts),
            percents: texts(&deal.percents),
            quantities: texts(&deal.quantities),
            terms_months: deal.terms_months.clone(),
            rates: texts(&deal.rates),
            currency: deal.currency.clone(),
        },
        secret: SecretRow {
            annual: texts(&secret.annual),
            unit: texts(&secret.unit),
            limits: texts(&secret.limits),
            unit_limits: texts(&secret.unit_limits),
            other: texts(&secret.other),
            percents: texts(&secret.percents),
            counts: texts(&secret.counts),
        },
        said: said.clone(),
    };
    serde_json::to_vec(&question).map_err(|_| ScreenDown::Unreadable)
}

pub(crate) fn read(body: &[u8]) -> Option<Asked> {
    #[derive(Deserialize)]
    struct Head {
        format: u32,
        rules: u32,
    }
    // The form of another version need not be this one: its head is read alone first.
    let head: Head = serde_json::from_slice(body).ok()?;
    if (head.format, head.rules) != (FORMAT, SCREEN_RULES) {
        return Some(Asked::OtherRules);
    }
    let Question { fields, deal, secret, said, .. } = serde_json::from_slice(body).ok()?;
    let fields = fields
        .into_iter()
        .map(|FieldRow { place, text, nature }| {
            let nature = match nature {
                NatureRow::Prose => Nature::Prose,
                NatureRow::Price => Nature::Price,
                NatureRow::Count => Nature::Count,
                NatureRow::Echo => Nature::Echo,
            };
            Field { place, text, nature }
        })
        .collect();
    let deal = DealFigures {
        told_annual: amounts(&deal.told_annual)?,
        told_unit: amounts(&deal.told_unit)?,
        told_other: amounts(&deal.told_other)?,
        counts: amounts(&deal.counts)?,
        percents: amounts(&deal.percents)?,
        quantities: amounts(&deal.quantities)?,
        terms_months: deal.terms_months,
        rates: amounts(&deal.rates)?,
        currency: deal.currency,
    };
    let secret = SecretFigures {
        annual: amounts(&secret.annual)?,
        unit: amounts(&secret.unit)?,
        limits: amounts(&secret.limits)?,
        unit_limits: amounts(&secret.unit_limits)?,
        other: amounts(&secret.other)?,
        percents: amounts(&secret.percents)?,
        counts: amounts(&secret.counts)?,
    };
    Some(Asked::Fields(fields, Box::new(Scenario { deal, secret, said })))
}
