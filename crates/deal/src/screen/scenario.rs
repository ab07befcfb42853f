//! What may and must not be told in one deal.

use super::fields::OWN_NOTE;
use money::Amount;

use super::figures::{DealFigures, SecretFigures};
use crate::{Clause, Mandate, Period, Terms, clauses, figures};

/// Figures of a deal beyond these are not compared; the largest deal has 200 lines.
const MOST_FIGURES: usize = 600;

/// What a screen is told of a deal. `Debug` says nothing of the secrets.
#[derive(Debug, Clone, Default)]
pub struct Scenario {
    /// What may be told.
    pub deal: DealFigures,
    /// What must not be.
    pub secret: SecretFigures,
    /// What was said openly in the deal, by either side. It lifts a hold, never a block.
    pub said: Vec<String>,
}

impl Scenario {
    /// Adds what a mandate keeps secret, and what of it its owner wants to be asked for.
    pub fn keep(&mut self, mandate: &Mandate) {
        let limits = mandate.limits();
        let secret = &mut self.secret;
        let whole =
            [(&limits.target_annual, false), (&limits.walk_away_annual, true), (&limits.budget_annual, true)];
        for (figure, limit) in whole {
            let Some(figure) = figure else { continue };
            let figure = figure.expose_secret();
            secret.annual.push(figure.clone());
            if limit {
                secret.limits.push(figure.clone());
            }
        }
        for line in &limits.lines {
            for (figure, limit) in [(&line.target, false), (&line.walk_away, true)] {
                let Some(figure) = figure else { continue };
                let figure = figure.expose_secret().clone();
                if limit {
                    secret.unit_limits.push(figure.clone());
                }
                match line.basis {
                    Period::Once => secret.other.push(figure),
                    _ => secret.unit.push(figure),
                }
            }
        }
        // A condition that the owner wants is meant to be asked for, with its figures.
        self.said.extend(limits.conditions_wanted.iter().cloned());
        if let Some(uplift) = &limits.most_uplift_percent {
            let mut asked = limits.conditions_wanted.iter().flat_map(|text| clauses(text));
            if !asked.any(|clause| clause == Clause::UpliftPercent(uplift.clone())) {
                secret.percents.push(uplift.clone());
            }
        }
    }

    /// Adds an offer or counter that may be told: its prices, its totals, and what they come to.
    pub fn tell(&mut self, terms: &Terms) {
        let deal = &mut self.deal;
        if deal.told_unit.len() > MOST_FIGURES {
            return;
        }
        terms.currency.as_str().clone_into(&mut deal.currency);
        let came = figures(terms);
        deal.told_annual.extend([&terms.total_annual, &came.annual_total].into_iter().flatten().cloned());
        deal.told_other.extend([came.protocol_total, came.term_total].into_iter().flatten());
        deal.terms_months.push(terms.term_months);
        for (line, figures) in terms.lines.iter().zip(&came.lines) {
            deal.told_unit.push(&line.unit_price * figures.period.annual_factor());
            deal.told_other.push(line.unit_price.clone());
            deal.told_other.extend([figures.extended.clone(), figures.over_term.clone()]);
            deal.told_other.push(figures.annual.clone());
            deal.quantities.push(line.quantity.clone());
            deal.terms_months.extend(line.term_months);
        }
        tidy(&mut deal.told_annual);
        tidy(&mut deal.told_unit);
        tidy(&mut deal.told_other);
        tidy(&mut deal.quantities);
        deal.terms_months.sort_unstable();
        deal.terms_months.dedup();
    }

    /// Adds words that stand in the deal's record already.
    pub fn hear(&mut self, text: &str) {
        // Who begins so would be taken for a checkpoint of this desk.
        if !text.trim().is_empty() && !text.starts_with(OWN_NOTE) {
            self.said.push(text.to_owned());
        }
    }

    /// A checkpoint that this desk has signed: its lines may be handed over as they stand.
    pub fn hear_own_checkpoint(&mut self, note: &str) {
        self.said.push(note.to_owned());
    }
}

fn tidy(figures: &mut Vec<Amount>) {
    figures.sort();
    figures.dedup();
}
