//! The functions that make the states are within nobody's reach.

pub fn makers() {
    let _ = deal::Decision::make; //~ E0624
    let _ = deal::Guarded::new; //~ E0624
    let _ = deal::Held::new; //~ E0624
    let _ = deal::Screened::new; //~ E0624
    let _ = deal::Decided::new; //~ E0624
    let _ = deal::Signed::new; //~ E0624
}

pub fn by_default() -> deal::Signed {
    Default::default() //~ E0277
}

pub fn by_copy(signed: &deal::Signed) -> deal::Signed {
    signed.clone() //~ E0308
}

pub fn without_checks(parts: deal::SignedParts) -> deal::Signed {
    parts.into() //~ E0277
}
