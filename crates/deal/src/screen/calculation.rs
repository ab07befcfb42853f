//! A calculation that is worked out in two ways at once: from left to right, and with products before sums.

/// Larger results are nobody's price, and below a number of fifteen digits this arithmetic is exact enough to tell a
/// whole number from its neighbour.
pub(super) const LARGEST: f64 = 4e12;

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Op {
    Add,
    Less,
    Times,
    Over,
}

/// A calculation under way.
#[derive(Clone, Copy)]
pub(super) struct Machine {
    /// From left to right.
    pub(super) row: f64,
    /// Products before sums: what is summed up, and the product that is open.
    pub(super) sum: f64,
    pub(super) product: f64,
    /// The last number, and how it joins.
    pub(super) open: Option<(Op, f64)>,
}

pub(super) fn joined(op: Op, one: f64, other: f64) -> Option<f64> {
    Some(match op {
        Op::Add => one + other,
        Op::Less => one - other,
        Op::Times => one * other,
        Op::Over => one / other,
    })
    .filter(|value| value.abs() <= LARGEST)
}

impl Machine {
    pub(super) fn settle(&mut self) -> Option<()> {
        let Some((op, value)) = self.open.take() else { return Some(()) };
        self.row = joined(op, self.row, value)?;
        match op {
            Op::Add | Op::Less => {
                self.sum += self.product;
                self.product = if op == Op::Add { value } else { -value };
            }
            Op::Times | Op::Over => self.product = joined(op, self.product, value)?,
        }
        Some(())
    }

    pub(super) fn comes_to(mut self, totals: &[f64]) -> bool {
        self.settle().is_some() && {
            let (row, sum) = (self.row, self.sum + self.product);
            totals.iter().any(|total| is(row, *total) || is(sum, *total))
        }
    }

    pub(super) fn raise(&mut self, power: u32) -> Option<()> {
        if let Some((_, value)) = self.open.as_mut() {
            *value = raised(*value, power)?;
        } else {
            self.row = raised(self.row, power)?;
            (self.sum, self.product) = (0.0, self.row);
        }
        Some(())
    }
}

/// The same but for the error of the arithmetic: of a share that has no end, less than a hundredth.
pub(super) fn is(value: f64, total: f64) -> bool {
    (value - total).abs() < 0.01
}

pub(super) fn raised(value: f64, power: u32) -> Option<f64> {
    Some(value.powi(i32::try_from(power).ok()?)).filter(|value| value.abs() <= LARGEST)
}
