//! Nobody gives the desk's agent leave to answer by hand.

pub fn leave() -> deal::Allowance {
    deal::Allowance(()) //~ E0423
}
