//! Benchmarks at rest and in the window.

use deal::{Benchmark, Point};
use money::{Amount, Currency};

use crate::trouble::defect;
use crate::view::{BenchmarkView, PointView, Problem};

pub(super) fn view(benchmark: &Benchmark) -> BenchmarkView {
    BenchmarkView {
        sku: benchmark.sku.clone(),
        description: benchmark.description.clone(),
        currency: benchmark.currency.as_str().to_owned(),
        unit: benchmark.unit.clone(),
        points: benchmark.points.iter().map(point).collect(),
        region: benchmark.region.clone(),
        source: benchmark.source.clone(),
        date: benchmark.date.clone(),
    }
}

pub(super) fn point(point: &Point) -> PointView {
    PointView { rank: point.rank, price: point.price.to_string() }
}

/// The view is plain text and decimals, so it is what is kept too.
pub(super) fn text_of(benchmarks: &[Benchmark]) -> Result<String, Problem> {
    let views: Vec<BenchmarkView> = benchmarks.iter().map(view).collect();
    serde_json::to_string(&views).map_err(|_| defect("benchmark rows"))
}

pub(super) fn of_text(text: &str) -> Result<Vec<Benchmark>, Problem> {
    let views: Vec<BenchmarkView> = serde_json::from_str(text).map_err(|_| defect("benchmark rows"))?;
    let read = |view: BenchmarkView| {
        Some(Benchmark {
            sku: view.sku,
            description: view.description,
            currency: Currency::parse(&view.currency).ok()?,
            unit: view.unit,
            points: view
                .points
                .iter()
                .map(|point| Some(Point { rank: point.rank, price: Amount::parse(&point.price).ok()? }))
                .collect::<Option<_>>()?,
            region: view.region,
            source: view.source,
            date: view.date,
        })
    };
    views.into_iter().map(|view| read(view).ok_or_else(|| defect("benchmark rows"))).collect()
}
