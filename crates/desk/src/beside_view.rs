//! An offer beside benchmarks and the mandate, for the window.

use deal::{Band, Benchmark, LineBeside, Mandate, Position, Target, Terms, Trap, beside};

use crate::mandate;
use crate::state::{Desk, Signer};
use crate::view::{BandView, BesideView, LineBesideView, PointView, Problem, ProblemCode, TargetView};

/// What offers are seen beside: everything at this desk, and the mandate where the person may see it.
#[derive(Default)]
pub(crate) struct Known {
    pub(crate) benchmarks: Vec<Benchmark>,
    pub(crate) mandate: Option<Mandate>,
}

impl Desk {
    /// What a deal's offers are seen beside. The mandate only for its owner, and not where it does not
    /// open: that is told elsewhere.
    pub(crate) fn known(&self, deal: &str, owner: Option<&Signer>) -> Result<Known, Problem> {
        let benchmarks = self.read(crate::benchmarks::all)?;
        let mandate = match owner.map(|owner| self.read(|db| mandate::current(db, deal, owner))) {
            Some(Err(problem)) if problem.code == ProblemCode::MandateSealed => None,
            Some(found) => found?,
            None => None,
        };
        Ok(Known { benchmarks, mandate })
    }
}

pub(crate) fn beside_view(terms: &Terms, known: &Known) -> BesideView {
    let made = beside(terms, &known.benchmarks, known.mandate.as_ref());
    let years = made.years.as_ref();
    let percent = years.map(|years| &years.uplift_percent).filter(|percent| !percent.is_zero());
    BesideView {
        lines: made
            .lines
            .iter()
            .zip(&terms.lines)
            .map(|(line, said)| line_view(line, said.currency.as_str(), &known.benchmarks))
            .collect(),
        target: made.target.as_ref().map(target_view),
        years: years
            .map(|years| years.years.iter().map(|year| year.cost.to_string()).collect())
            .unwrap_or_default(),
        years_total: years.map(|years| years.total.to_string()),
        uplift_percent: percent.map(ToString::to_string),
        working: years.map(|years| years.working.clone()).unwrap_or_default(),
        traps: ids(&made.traps),
    }
}

fn ids(traps: &[Trap]) -> Vec<String> {
    traps.iter().map(|trap| trap.id().to_owned()).collect()
}

fn line_view(line: &LineBeside, currency: &str, benchmarks: &[Benchmark]) -> LineBesideView {
    let benchmark = line.benchmark.and_then(|place| benchmarks.get(place));
    LineBesideView {
        band: line.band.as_ref().map(|band| band_view(band, currency, benchmark)),
        target: line.target.as_ref().map(target_view),
        traps: ids(&line.traps),
        working: line.working.clone(),
    }
}

fn band_view(band: &Band, currency: &str, benchmark: Option<&Benchmark>) -> BandView {
    let (position, rank) = match &band.position {
        Position::Below(rank) => ("below", rank.to_string()),
        Position::About(rank) => ("about", rank.to_string()),
        Position::Above(rank) => ("above", rank.to_string()),
    };
    let origin = benchmark
        .map(|one| [&one.source, &one.region, &one.date].into_iter().flatten().cloned().collect())
        .unwrap_or_default();
    BandView {
        price: band.price.to_string(),
        currency: currency.to_owned(),
        points: band
            .points
            .iter()
            .map(|point| PointView { rank: point.rank, price: point.price.to_string() })
            .collect(),
        position: position.to_owned(),
        rank,
        from_median_percent: band.from_median_percent.as_ref().map(ToString::to_string),
        origin,
    }
}

fn target_view(target: &Target) -> TargetView {
    TargetView {
        target: target.target.expose_secret().to_string(),
        by: target.by.expose_secret().to_string(),
        percent: target.percent.as_ref().map(|percent| percent.expose_secret().to_string()),
    }
}
