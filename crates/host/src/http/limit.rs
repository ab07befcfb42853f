//! Who counts as whom where an address is limited.

use std::net::{IpAddr, Ipv6Addr};

/// The requester behind an address, as its limit is kept: whoever has one IPv6 address
/// has its whole /64.
pub fn whose(from: IpAddr) -> IpAddr {
    match from.to_canonical() {
        IpAddr::V6(address) => IpAddr::V6(Ipv6Addr::from_bits(address.to_bits() & !u128::from(u64::MAX))),
        IpAddr::V4(address) => IpAddr::V4(address),
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
}
