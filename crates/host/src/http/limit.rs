//! Limits per address, per agent and per session.

use std::hash::Hash;
use std::net::{IpAddr, Ipv6Addr};
use std::sync::atomic::{AtomicUsize, Ordering};

use governor::clock::{Clock as _, DefaultClock};
use governor::{DefaultKeyedRateLimiter, Quota, RateLimiter};

use super::answer::Denial;
use crate::{Limits, Rate};

/// Most keys that one limit remembers. When more are busy at once the limit cannot
/// answer, and who is not among them is refused.
const MOST_KEYS: usize = 100_000;

/// After so many questions what is no longer busy is forgotten.
const SWEEP_EVERY: usize = 10_000;

/// All limits of a host.
pub struct Limiters {
    registrations: Limit<IpAddr>,
    requests: Limit<String>,
    appends: Limit<String>,
}

impl Limiters {
    pub fn new(limits: &Limits) -> Self {
        Self {
            registrations: Limit::new(limits.registrations),
            requests: Limit::new(limits.requests),
            appends: Limit::new(limits.appends),
        }
    }

    /// A registration from this address.
    pub fn registration(&self, from: IpAddr) -> Result<(), Denial> {
        self.registrations.ask(&whose(from))
    }

    /// A verified request by this agent or person.
    pub fn request(&self, by: &str) -> Result<(), Denial> {
        self.requests.ask(&by.to_owned())
    }

    /// An append to this session.
    pub fn append(&self, to: &str) -> Result<(), Denial> {
        self.appends.ask(&to.to_owned())
    }
}

/// Whoever has one IPv6 address has its whole /64.
fn whose(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        IpAddr::V4(address) => IpAddr::V4(address),
    }
}

struct Limit<K: Clone + Eq + Hash> {
    limiter: DefaultKeyedRateLimiter<K>,
    asked: AtomicUsize,
    clock: DefaultClock,
}

impl<K: Clone + Eq + Hash> Limit<K> {
    fn new(rate: Rate) -> Self {
        let quota = Quota::per_second(rate.per_second).allow_burst(rate.burst);
        Self {
            limiter: RateLimiter::keyed(quota),
            asked: AtomicUsize::new(0),
            clock: DefaultClock::default(),
        }
    }

    fn ask(&self, key: &K) -> Result<(), Denial> {
        let asked = self.asked.fetch_add(1, Ordering::Relaxed);
        let full = self.limiter.len() >= MOST_KEYS;
        if full || asked % SWEEP_EVERY == SWEEP_EVERY - 1 {
            self.limiter.retain_recent();
        }
        if full && self.limiter.len() >= MOST_KEYS {
            return Err(Denial::RateLimited(1));
        }
        self.limiter.check_key(key).map_err(|until| {
            let wait = until.wait_time_from(self.clock.now());
            Denial::RateLimited(wait.as_secs().saturating_add(1))
        })
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;

    #[test]
    fn an_ipv6_network_is_one_requester_and_a_mapped_ipv4_address_itself() {
        let whose = |text: &str| whose(text.parse().unwrap()).to_string();
        assert_eq!(whose("2001:db8:1:2:aaaa::1"), whose("2001:db8:1:2:bbbb:cccc::9"));
        assert_ne!(whose("2001:db8:1:2::1"), whose("2001:db8:1:3::1"));
        assert_eq!(whose("::ffff:192.0.2.7"), "192.0.2.7");
    }

    #[test]
    fn a_limit_that_remembers_too_many_refuses_strangers() {
        let limit: Limit<usize> = Limit::new(Rate::of(1, 1));
        for key in 0..MOST_KEYS {
            limit.ask(&key).unwrap();
        }
        assert!(matches!(limit.ask(&MOST_KEYS), Err(Denial::RateLimited(_))));
    }
}
