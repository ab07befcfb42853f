//! Between the mandate's form and its values.

use anp::time::Moment;
use deal::{Authority, Limits, LineKey, LineLimit, Mandate, MandateError, Period, Secret, Span};
use money::{Amount, Currency};

use crate::trouble::defect;
use crate::view::{LineLimitForm, MandateForm, Problem, Unfit};
use crate::wire_form::invalid;

/// The form without spaces around its texts and without empty entries: what is sealed and shown again.
pub(super) fn tidied(form: &MandateForm) -> MandateForm {
    let text = |text: &String| text.trim().to_owned();
    let list = |list: &[String]| list.iter().map(text).filter(|text| !text.is_empty()).collect();
    let line = |line: &LineLimitForm| LineLimitForm {
        name: text(&line.name),
        target: text(&line.target),
        walk_away: text(&line.walk_away),
        ..line.clone()
    };
    let blank =
        |line: &LineLimitForm| [&line.name, &line.target, &line.walk_away].iter().all(|text| text.is_empty());
    MandateForm {
        currency: text(&form.currency),
        target_annual: text(&form.target_annual),
        walk_away_annual: text(&form.walk_away_annual),
        budget_annual: text(&form.budget_annual),
        lines: form.lines.iter().map(line).filter(|line| !blank(line)).collect(),
        shortest_term_months: text(&form.shortest_term_months),
        longest_term_months: text(&form.longest_term_months),
        payment_days_least: text(&form.payment_days_least),
        payment_days_most: text(&form.payment_days_most),
        uplift_percent_most: text(&form.uplift_percent_most),
        notice_days_least: text(&form.notice_days_least),
        notice_days_most: text(&form.notice_days_most),
        expiry_days_least: text(&form.expiry_days_least),
        expiry_days_most: text(&form.expiry_days_most),
        conditions_wanted: list(&form.conditions_wanted),
        conditions_refused: list(&form.conditions_refused),
        may_discuss: list(&form.may_discuss),
        may_disclose: list(&form.may_disclose),
        authority: text(&form.authority),
        most_rounds: text(&form.most_rounds),
        deadline: text(&form.deadline),
        concessions_shrink: form.concessions_shrink,
        not_against_oneself: form.not_against_oneself,
    }
}

/// The mandate that a form says. An error names the field and never what stands in it.
pub(super) fn mandate_of(form: &MandateForm, version: u32) -> Result<Mandate, Problem> {
    let currency = Currency::parse(&form.currency).map_err(|_| invalid("currency", Unfit::Currency))?;
    let limits = Limits {
        target_annual: secret("target_annual", &form.target_annual)?,
        walk_away_annual: secret("walk_away_annual", &form.walk_away_annual)?,
        budget_annual: secret("budget_annual", &form.budget_annual)?,
        lines: form.lines.iter().enumerate().map(line).collect::<Result<_, _>>()?,
        shortest_term_months: whole("shortest_term_months", &form.shortest_term_months)?,
        longest_term_months: whole("longest_term_months", &form.longest_term_months)?,
        payment_days: Span {
            least: whole("payment_days_least", &form.payment_days_least)?,
            most: whole("payment_days_most", &form.payment_days_most)?,
        },
        most_uplift_percent: amount("uplift_percent_most", &form.uplift_percent_most)?,
        notice_days: Span {
            least: whole("notice_days_least", &form.notice_days_least)?,
            most: whole("notice_days_most", &form.notice_days_most)?,
        },
        expiry_days: Span {
            least: whole("expiry_days_least", &form.expiry_days_least)?,
            most: whole("expiry_days_most", &form.expiry_days_most)?,
        },
        conditions_wanted: form.conditions_wanted.clone(),
        conditions_refused: form.conditions_refused.clone(),
        may_discuss: form.may_discuss.clone(),
        may_disclose: form.may_disclose.clone(),
        authority: authority(&form.authority)?,
        most_rounds: whole("most_rounds", &form.most_rounds)?,
        deadline_unix_ms: moment("deadline", &form.deadline)?,
        concessions_shrink: form.concessions_shrink,
        not_against_oneself: form.not_against_oneself,
    };
    Mandate::new(version, currency, limits).map_err(|error| match error {
        MandateError::VersionZero => defect("mandate version"),
        MandateError::NotPositive => invalid("mandate", Unfit::NotPositive),
        MandateError::TargetAboveWalkAway => invalid("mandate", Unfit::TargetAboveWalkAway),
        MandateError::WalkAwayAboveBudget => invalid("mandate", Unfit::WalkAwayAboveBudget),
        MandateError::NothingAllowed => invalid("mandate", Unfit::NothingAllowed),
        MandateError::BoundsCrossed => invalid("mandate", Unfit::BoundsCrossed),
        MandateError::LineUnclear => invalid("mandate", Unfit::LineUnclear),
        MandateError::TextUnfit => invalid("mandate", Unfit::TextUnfit),
    })
}

fn line((place, line): (usize, &LineLimitForm)) -> Result<LineLimit, Problem> {
    let path = |field: &str| format!("lines[{place}].{field}");
    let name = line.name.clone();
    Ok(LineLimit {
        line: if line.by_sku { LineKey::Sku(name) } else { LineKey::Description(name) },
        basis: if line.once { Period::Once } else { Period::Year },
        target: secret(&path("target"), &line.target)?,
        walk_away: secret(&path("walk_away"), &line.walk_away)?,
    })
}

fn given(text: &str) -> Option<&str> {
    Some(text).filter(|text| !text.is_empty())
}

fn amount(path: &str, text: &str) -> Result<Option<Amount>, Problem> {
    let read = |text| Amount::parse(text).map_err(|_| invalid(path, Unfit::Decimal));
    given(text).map(read).transpose()
}

fn secret(path: &str, text: &str) -> Result<Option<Secret<Amount>>, Problem> {
    Ok(amount(path, text)?.map(Secret::new))
}

fn whole(path: &str, text: &str) -> Result<Option<u32>, Problem> {
    given(text).map(|text| text.parse().map_err(|_| invalid(path, Unfit::WholeNumber))).transpose()
}

fn moment(path: &str, text: &str) -> Result<Option<i64>, Problem> {
    let wrong = |_| invalid(path, Unfit::DateTime);
    given(text).map(|text| Moment::parse(text).map(Moment::millis).map_err(wrong)).transpose()
}

fn authority(text: &str) -> Result<Option<Authority>, Problem> {
    given(text)
        .map(|text| Authority::parse(text).ok_or_else(|| invalid("authority", Unfit::Unknown)))
        .transpose()
}
