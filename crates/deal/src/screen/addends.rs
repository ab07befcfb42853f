//! What words of a number come to, whatever their language builds it of.

use super::lexicon::Item;

/// A number in the making, in thousandths.
#[derive(Debug, Clone, Default)]
pub(super) struct Sum {
    total: u128,
    current: u128,
    last_power: u32,
    next: i32,
    places: Option<u32>,
    pub(super) after_and: bool,
    /// Of a language that says the power first: the one that waits for its number.
    waits: Option<u32>,
    waits_hundred: bool,
    pub(super) numbers: usize,
    powers: usize,
}

pub(super) const ONE: u128 = 1_000;

/// Numbers beyond are nobody's price.
const LARGEST: u128 = 1_000_000_000_000_000_000;

fn ten_to(power: u32) -> u128 {
    10_u128.saturating_pow(power.min(18))
}

impl Sum {
    /// Takes what a word adds; false where it does not fit.
    pub(super) fn add(&mut self, item: Item, first: bool) -> bool {
        let after_and = std::mem::take(&mut self.after_and);
        if self.total > LARGEST || self.current > LARGEST {
            return false;
        }
        let fits = match item {
            Item::And => {
                self.after_and = true;
                self.waits_hundred = false;
                return self.numbers > 0;
            }
            Item::Point => {
                let fits = self.places.is_none() && self.numbers > 0;
                self.places = Some(0);
                return fits;
            }
            Item::Small(value) => self.small(value),
            Item::Broken(hundredths) => {
                let fits = self.current == 0;
                self.current = hundredths * 10;
                fits
            }
            Item::Teen => {
                let low = self.current / ONE % 100;
                let fits = low < 10 && self.places.is_none();
                self.current += 10 * ONE;
                fits
            }
            Item::Twenty => {
                let four = self.current / ONE % 100 == 4;
                if four {
                    self.current += 76 * ONE;
                    true
                } else {
                    self.small(20)
                }
            }
            Item::Times(times) => self.times(times, first),
            Item::Power(power) => self.power(power, first),
            Item::Share(hundredths) => self.share(hundredths, after_and),
            Item::Next(thousandths) => {
                self.next = thousandths;
                self.numbers += 1;
                return self.current == 0;
            }
        };
        self.numbers += 1;
        fits
    }

    fn small(&mut self, value: u128) -> bool {
        if let Some(places) = self.places.as_mut() {
            *places += if value < 10 { 1 } else { 2 };
            let fits = *places <= 3 && value < 100;
            self.current += (value * ONE).checked_div(ten_to(*places)).unwrap_or_default();
            return fits;
        }
        if std::mem::take(&mut self.waits_hundred) && value < 10 {
            self.current += 100 * ONE * value.saturating_sub(1);
            return true;
        }
        let whole = self.current / ONE;
        let room = match value {
            0..10 => whole.is_multiple_of(10),
            10..100 => whole.is_multiple_of(100),
            _ => whole.is_multiple_of(1_000),
        };
        // Germanic and Semitic languages say the one before the ten, some count by twenties.
        let turned =
            (20..100).contains(&value) && value.is_multiple_of(10) && (1..10).contains(&(whole % 100));
        let by_twenties = (10..20).contains(&value) && matches!(whole % 100, 20 | 40 | 60 | 80);
        self.current += value * ONE;
        let next = std::mem::take(&mut self.next);
        self.current = self.current.saturating_add_signed(i128::from(next));
        room || turned || by_twenties
    }

    fn times(&mut self, times: u128, first: bool) -> bool {
        if first {
            self.waits_hundred = true;
            self.current += times * ONE;
            return true;
        }
        let below = times * ONE;
        let low = self.current % below;
        let own = if low == 0 { ONE } else { low };
        let fits = self.places.is_none() || self.current < below;
        self.current = self.current - low + own * times;
        self.places = None;
        fits
    }

    fn power(&mut self, power: u32, first: bool) -> bool {
        self.powers += 1;
        self.places = None;
        let next = std::mem::take(&mut self.next);
        if first {
            self.close();
            self.waits = Some(power);
            return true;
        }
        let grows = self.last_power != 0 && power > self.last_power;
        let own = match self.current {
            0 if grows => 0,
            0 => ONE.saturating_add_signed(i128::from(next)),
            own => own,
        };
        let fits = power != self.last_power;
        self.total = if grows {
            (self.total + own).saturating_mul(ten_to(power))
        } else {
            self.total.saturating_add(own.saturating_mul(ten_to(power)))
        };
        (self.current, self.last_power) = (0, power);
        fits
    }

    fn share(&mut self, hundredths: u128, after_and: bool) -> bool {
        let share = hundredths * 10;
        let counted = hundredths == 25 && !after_and && (2..=3).contains(&(self.current / ONE));
        if counted {
            self.current /= 4;
        } else if self.current == 0 && self.last_power > 0 {
            self.total += share.saturating_mul(ten_to(self.last_power));
        } else {
            self.current += share;
        }
        true
    }

    /// Of a language that says the power first: the group ends here.
    fn close(&mut self) {
        let own = match (self.waits.take(), self.current) {
            (Some(power), 0) => ONE.saturating_mul(ten_to(power)),
            (Some(power), own) => own.saturating_mul(ten_to(power)),
            (None, own) => own,
        };
        self.total = self.total.saturating_add(own);
        self.current = 0;
    }

    pub(super) fn value(&self) -> u128 {
        let mut sum = self.clone();
        sum.close();
        sum.total
    }

    pub(super) fn written(&self) -> String {
        let value = self.value();
        let (whole, part) = (value / ONE, value % ONE);
        if part == 0 {
            whole.to_string()
        } else {
            format!("{whole}.{part:03}").trim_end_matches('0').to_owned()
        }
    }
}
