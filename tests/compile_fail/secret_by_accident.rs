//! A secret of the mandate is read by its loud name alone.

use deal::Secret;

pub fn field(secret: &Secret<u32>) -> u32 {
    secret.0 //~ E0616
}

pub fn deref(secret: &Secret<u32>) -> u32 {
    **secret //~ E0614
}

pub fn into(secret: Secret<u32>) -> u32 {
    secret.into() //~ E0277
}
