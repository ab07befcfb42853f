//! An offer as a table, with what it comes to and what changed.

use core::fmt::Write as _;

use anp::payload::Offer;
use deal::{Change, Comparison, Figures, Line, LineChange, LineFigures, Period, compare, figures};
use money::{Amount, Currency};

use super::inert::{inert, lines, money, number, time};
use crate::terms::terms_of;

/// An offer beside the same side's one before.
pub(super) fn table(offer: &Offer, last: Option<&Offer>) -> String {
    let (terms, before) = (terms_of(offer), last.map(terms_of));
    let figures = figures(&terms);
    let comparison = compare(before.as_ref(), &terms);
    let rows: String = terms
        .lines
        .iter()
        .zip(&figures.lines)
        .zip(&comparison.lines)
        .map(|((line, figures), changed)| row(line, figures, changed, terms.term_months))
        .collect();
    let mut out = format!(
        "<table><thead><tr><th>Item</th><th class=\"n\">Quantity</th><th>Unit</th><th class=\"n\">Unit price</th>\
         <th class=\"n\">A year</th><th class=\"n\">Over the term</th></tr></thead><tbody>{rows}</tbody>{}</table>",
        totals(&figures, terms.currency, &comparison)
    );
    out.push_str(&terms_list(offer, &terms, &figures, &comparison));
    if let Some(before) = &before {
        let gone = comparison.dropped.iter().filter_map(|at| before.lines.get(*at));
        let gone: Vec<String> = gone.map(|line| inert(&line.description)).collect();
        if !gone.is_empty() {
            let _ = write!(out, "<p class=\"small\">No longer offered: {}</p>", gone.join("; "));
        }
    }
    if let Some(notes) = &terms.notes {
        let _ = write!(out, "<p class=\"small mute\" style=\"margin-top:8px\">Notes</p>{}", lines(notes));
    }
    out
}

fn row(line: &Line, figures: &LineFigures, changed: &LineChange, offer_months: u32) -> String {
    let sku = line.sku.as_deref().map_or_else(String::new, |sku| format!("<br><code>{}</code>", inert(sku)));
    let own = line.term_months.filter(|months| *months != offer_months);
    let own = own
        .map_or_else(String::new, |months| format!("<span class=\"up\">{months} months of its own</span>"));
    let once = if figures.period == Period::Once { "<span class=\"up\">paid once</span>" } else { "" };
    let rounded = if figures.over_term_rounded { "<span class=\"up\">rounded</span>" } else { "" };
    let unit = if changed.unit_changed { "<span class=\"up\">unit changed</span>" } else { "" };
    format!(
        "<tr><td>{}{sku}</td><td class=\"n\">{}{}</td><td class=\"unit\">{}{unit}</td><td class=\"n\">{}&nbsp;{}{}</td>\
         <td class=\"n\">{}{once}</td><td class=\"n\">{}{own}{rounded}</td></tr>",
        inert(&line.description),
        number(&line.quantity),
        since(&changed.quantity, None),
        inert(&line.unit),
        money(&line.unit_price, line.currency),
        line.currency,
        since(&changed.price, Some(line.currency)),
        money(&figures.annual, line.currency),
        money(&figures.over_term, line.currency),
    )
}

/// How a figure moved since the same side's last offer.
fn since(change: &Change, currency: Option<Currency>) -> String {
    let shown = |amount: &Amount| currency.map_or_else(|| number(amount), |currency| money(amount, currency));
    let (arrow, moved) = match change {
        Change::First | Change::Same => return String::new(),
        Change::New => return "<span class=\"up\">new</span>".to_owned(),
        Change::Up(moved) => ("▲", moved),
        Change::Down(moved) => ("▼", moved),
    };
    let percent =
        moved.percent.as_ref().map_or_else(String::new, |percent| format!(" ({}%)", number(percent)));
    format!("<span class=\"up\">{arrow}&nbsp;{}{percent}</span>", shown(&moved.by))
}

fn totals(figures: &Figures, currency: Currency, comparison: &Comparison) -> String {
    let (Some(annual), Some(term)) = (&figures.annual_total, &figures.term_total) else {
        return "<tfoot><tr><td colspan=\"6\">Lines name different currencies: there is no total</td></tr></tfoot>"
            .to_owned();
    };
    format!(
        "<tfoot><tr><td colspan=\"4\">Computed total in {currency}</td><td class=\"n\">{}{}</td><td class=\"n\">{}</td></tr></tfoot>",
        money(annual, currency),
        since(&comparison.total, Some(currency)),
        money(term, currency)
    )
}

fn terms_list(offer: &Offer, terms: &deal::Terms, figures: &Figures, comparison: &Comparison) -> String {
    let mut out = format!(
        "<dl class=\"small\" style=\"margin-top:8px\"><dt>Term</dt><dd>{} months{}</dd><dt>Valid until</dt><dd>{}</dd>",
        terms.term_months,
        since(&comparison.term, None).replace("class=\"up\"", "class=\"mute\"").replace("<span", " <span"),
        time(&offer.expires_at)
    );
    if let Some(stated) = &terms.total_annual {
        let differs = figures.stated_differs_by.as_ref().map_or_else(
            || ", as computed".to_owned(),
            |by| format!(" — <b>differs from the computed total by {}</b>", money(by, terms.currency)),
        );
        let _ = write!(
            out,
            "<dt>Stated total a year</dt><dd>{} {}{differs}</dd>",
            money(stated, terms.currency),
            terms.currency
        );
    }
    if !terms.conditions.is_empty() {
        let conditions: String =
            terms.conditions.iter().map(|text| format!("<li>{}</li>", inert(text))).collect();
        let _ = write!(out, "<dt>Conditions</dt><dd><ul>{conditions}</ul></dd>");
    }
    if !comparison.conditions_gone.is_empty() {
        let gone: Vec<String> = comparison.conditions_gone.iter().map(|text| inert(text)).collect();
        let _ = write!(out, "<dt>Conditions gone</dt><dd>{}</dd>", gone.join("; "));
    }
    out + "</dl>"
}
