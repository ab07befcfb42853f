//! The terms on which the buyer's rules work, as the evidence states them too.

pub(crate) use ::evidence::terms_of;
