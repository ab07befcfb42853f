//! Set-up, run, test, bench and checks of the house.
fn main() {}
