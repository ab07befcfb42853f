//! Ports for servers that must be told theirs before they start.

use std::net::{Ipv4Addr, TcpListener};
use std::sync::atomic::{AtomicU32, Ordering};

/// Where these ports begin. Above 32,767 the system hands ports out by itself: one that was
/// free a moment ago may since be the near end of anybody's connection.
const FIRST: u32 = 10_000;
const COUNT: u32 = 22_768;
/// Far apart for programs that run at once, whose process numbers are often neighbours.
const STRIDE: u32 = 61;

static TAKEN: AtomicU32 = AtomicU32::new(0);

/// A port that nothing listens on, that the system gives to nobody by itself, and that this
/// program has not handed out before.
///
/// # Panics
/// Where every one of them is in use.
pub fn free() -> u16 {
    let first = std::process::id().wrapping_mul(STRIDE);
    (0..COUNT)
        .map(|_| {
            let next = first.wrapping_add(TAKEN.fetch_add(1, Ordering::Relaxed)) % COUNT;
            u16::try_from(FIRST + next).unwrap_or(u16::MAX)
        })
        .find(|port| TcpListener::bind((Ipv4Addr::LOCALHOST, *port)).is_ok())
        .unwrap_or_else(|| panic!("no port from {FIRST} on is free"))
}
