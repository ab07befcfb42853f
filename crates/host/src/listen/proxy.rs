//! Whose request it is where a proxy stands in front.

use std::net::IpAddr;

use axum::http::HeaderMap;
use ipnet::IpNet;

/// Where proxies write whose request they pass on.
const FORWARDED: &str = "x-forwarded-for";

/// The proxies whose word counts.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Proxies(Vec<IpNet>);

impl Proxies {
    /// Reads addresses and networks, such as `10.0.0.0/8` or `192.0.2.7`.
    ///
    /// # Errors
    /// The first that is none.
    pub fn read<'a>(texts: impl IntoIterator<Item = &'a str>) -> Result<Self, String> {
        let network = |text: &'a str| {
            let address = text.parse::<IpAddr>().map(IpNet::from);
            address.ok().or_else(|| text.parse().ok()).ok_or_else(|| text.to_owned())
        };
        texts.into_iter().map(network).collect::<Result<_, _>>().map(Self)
    }

    fn trusted(&self, address: IpAddr) -> bool {
        self.0.iter().any(|network| network.contains(&address.to_canonical()))
    }

    /// Who asks. The header counts only from a trusted proxy, and is read from its end:
    /// what stands before the first address that no trusted proxy has written, whoever
    /// asks could have written. Where it says nothing, the proxy itself is whoever asks.
    pub fn asker(&self, peer: IpAddr, headers: &HeaderMap) -> IpAddr {
        let mut asker = peer;
        let mut hops: Vec<&str> = Vec::new();
        for value in headers.get_all(FORWARDED) {
            let Ok(text) = value.to_str() else { return peer };
            hops.extend(text.split(','));
        }
        while self.trusted(asker) {
            let Some(hop) = hops.pop() else { return asker };
            let Ok(address) = hop.trim().parse() else { return asker };
            asker = address;
        }
        asker
    }
}

#[cfg(test)]
mod tests {
    #![allow(clippy::unwrap_used)]
    use super::*;
    use axum::http::HeaderValue;

    #[test]
    fn the_header_counts_only_from_a_trusted_proxy_and_only_as_far() {
        let proxies = Proxies::read(["10.0.0.0/8", "192.0.2.7", "::1"]).unwrap();
        let asker = |peer: &str, said: &[&'static str]| {
            let mut headers = HeaderMap::new();
            for line in said {
                headers.append(FORWARDED, HeaderValue::from_static(line));
            }
            proxies.asker(peer.parse().unwrap(), &headers).to_string()
        };
        assert_eq!(asker("203.0.113.9", &["198.51.100.1"]), "203.0.113.9", "a stranger's word");
        assert_eq!(asker("10.1.2.3", &["198.51.100.1"]), "198.51.100.1");
        assert_eq!(asker("::1", &["198.51.100.1, 10.9.9.9"]), "198.51.100.1", "two proxies");
        assert_eq!(asker("10.1.2.3", &["6.6.6.6, 198.51.100.1"]), "198.51.100.1", "feigned before it");
        assert_eq!(asker("10.1.2.3", &["6.6.6.6", "198.51.100.1"]), "198.51.100.1", "in two lines");
        assert_eq!(asker("10.1.2.3", &["6.6.6.6, nonsense"]), "10.1.2.3");
        assert_eq!(asker("10.1.2.3", &[]), "10.1.2.3");
        assert_eq!(asker("::ffff:192.0.2.7", &["2001:db8::1"]), "2001:db8::1");
        assert_eq!(Proxies::read(["10.0.0.0/8", "everybody"]), Err("everybody".to_owned()));
    }
}
