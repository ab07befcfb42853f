//! Sums and products, exact: they grow as many digits as they need.

use std::iter::Sum;
use std::ops::{Add, AddAssign, Mul, Neg, Sub};

use crate::Amount;

macro_rules! exact {
    ($op:ident, $method:ident) => {
        impl $op<&Amount> for &Amount {
            type Output = Amount;
            fn $method(self, other: &Amount) -> Amount {
                Amount::of(&$op::$method(self.value(), other.value()))
            }
        }
        impl $op<Amount> for &Amount {
            type Output = Amount;
            fn $method(self, other: Amount) -> Amount {
                $op::$method(self, &other)
            }
        }
        impl $op<&Amount> for Amount {
            type Output = Amount;
            fn $method(self, other: &Amount) -> Amount {
                $op::$method(&self, other)
            }
        }
        impl $op<Amount> for Amount {
            type Output = Amount;
            fn $method(self, other: Amount) -> Amount {
                $op::$method(&self, &other)
            }
        }
    };
}
exact!(Add, add);
exact!(Sub, sub);
exact!(Mul, mul);

impl Neg for &Amount {
    type Output = Amount;
    fn neg(self) -> Amount {
        Amount::of(&-self.value())
    }
}

impl Neg for Amount {
    type Output = Amount;
    fn neg(self) -> Amount {
        -&self
    }
}

impl AddAssign<&Amount> for Amount {
    fn add_assign(&mut self, other: &Amount) {
        *self = &*self + other;
    }
}

impl AddAssign for Amount {
    fn add_assign(&mut self, other: Amount) {
        *self += &other;
    }
}

impl Sum for Amount {
    fn sum<I: Iterator<Item = Amount>>(amounts: I) -> Amount {
        amounts.fold(Amount::zero(), |total, amount| total + amount)
    }
}

impl<'a> Sum<&'a Amount> for Amount {
    fn sum<I: Iterator<Item = &'a Amount>>(amounts: I) -> Amount {
        amounts.fold(Amount::zero(), |total, amount| total + amount)
    }
}
