//! Who asks: the address of the client, as far as it can be known.
//!
//! A connection has one other end and nobody can forge it. What a header says about another client counts only when
//! that end is a proxy which the configuration trusts; but any such header shows that a proxy stands between.

use crate::server::door::listen::Peer;
use axum::extract::{FromRequestParts, Request};
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderMap, Version, header};
use ipnet::IpNet;
use std::convert::Infallible;
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// The client of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Caller {
    /// Its address.
    pub address: IpAddr,
    /// Whether it is a program of this machine that speaks for itself.
    pub here: bool,
    /// Whether it may be taken for the person at this machine: [`Self::here`], and no sign of a proxy at all.
    pub person: bool,
    /// Whether it speaks TLS, as a trusted proxy says.
    pub secure: bool,
}

impl Caller {
    /// The client of a request, by its connection and its headers.
    #[must_use]
    pub fn of(request: &Request, proxies: &[IpNet]) -> Self {
        let peer = request.extensions().get::<Peer>().map_or(IpAddr::V4(Ipv4Addr::UNSPECIFIED), |peer| peer.0.ip());
        Self::read(peer.to_canonical(), request.headers(), request.version(), proxies)
    }

    /// The client that the admission of a request has found; of an unknown one nothing good is assumed.
    #[must_use]
    pub fn found(extensions: &Extensions) -> Self {
        let nobody = Self { address: IpAddr::V4(Ipv4Addr::UNSPECIFIED), here: false, person: false, secure: false };
        extensions.get::<Self>().copied().unwrap_or(nobody)
    }

    fn read(peer: IpAddr, headers: &HeaderMap, version: Version, proxies: &[IpNet]) -> Self {
        let through = is_forwarded(headers);
        let here = peer.is_loopback() && !through;
        // The oldest HTTP is what proxies speak that were told nothing else.
        let person = here && version != Version::HTTP_10;
        if !is_trusted(peer, proxies) {
            return Self { address: peer, here, person, secure: false };
        }
        Self { address: client(peer, headers, proxies), here, person, secure: is_secure(headers) }
    }

    /// How a cookie for this client ends: over TLS it must never travel without.
    #[must_use]
    pub fn cookie_end(&self) -> &'static str {
        if self.secure { "; Secure" } else { "" }
    }

    /// The part of the address that one subscriber has to himself (RFC 6177: at least a /64).
    #[must_use]
    pub fn subscriber(&self) -> IpAddr {
        match self.address {
            IpAddr::V4(_) => self.address,
            IpAddr::V6(ip) => {
                let [a, b, c, d, ..] = ip.segments();
                IpAddr::from([a, b, c, d, 0, 0, 0, 0])
            }
        }
    }
}

impl<S: Send + Sync> FromRequestParts<S> for Caller {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(Self::found(&parts.extensions))
    }
}

fn is_trusted(ip: IpAddr, proxies: &[IpNet]) -> bool {
    proxies.iter().any(|net| net.contains(&ip))
}

/// Whether any proxy has left a trace.
fn is_forwarded(headers: &HeaderMap) -> bool {
    const NAMES: [&str; 7] =
        ["forwarded", "via", "x-real-ip", "x-client-ip", "true-client-ip", "cf-connecting-ip", "x-original-host"];
    headers.keys().any(|name| name.as_str().starts_with("x-forwarded") || NAMES.contains(&name.as_str()))
}

/// The last address in the chain that is no proxy of ours. When two headers disagree one of them came from the client,
/// and when an entry cannot be read the chain ends there: then the nearest address that is sure.
fn client(peer: IpAddr, headers: &HeaderMap, proxies: &[IpNet]) -> IpAddr {
    let by = |name: &str, read: fn(&str) -> Option<IpAddr>| -> Option<IpAddr> {
        let list: Vec<&str> = headers.get_all(name).iter().filter_map(|value| value.to_str().ok()).collect();
        if list.is_empty() {
            return None;
        }
        let list = list.join(",");
        let mut sure = peer;
        for entry in list.rsplit(',') {
            let Some(ip) = read(entry.trim()) else { break };
            sure = ip.to_canonical();
            if !is_trusted(sure, proxies) {
                break;
            }
        }
        Some(sure)
    };
    let (old, new) =
        (by("x-forwarded-for", address), by(header::FORWARDED.as_str(), |entry| address(&part(entry, "for")?)));
    match (old, new) {
        (Some(old), Some(new)) if old != new => peer,
        (old, new) => old.or(new).unwrap_or(peer),
    }
}

/// An address with or without a port and brackets.
fn address(text: &str) -> Option<IpAddr> {
    let text = text.trim().trim_matches('"');
    text.parse()
        .ok()
        .or_else(|| text.parse::<SocketAddr>().ok().map(|full| full.ip()))
        .or_else(|| text.strip_prefix('[')?.strip_suffix(']')?.parse().ok())
}

/// A parameter of an element of `Forwarded` (RFC 7239).
fn part(element: &str, name: &str) -> Option<String> {
    element.split(';').find_map(|pair| {
        let (key, value) = pair.trim().split_once('=')?;
        key.eq_ignore_ascii_case(name).then(|| value.trim().trim_matches('"').to_owned())
    })
}

/// What the nearest proxy says of the client's protocol.
fn is_secure(headers: &HeaderMap) -> bool {
    let last = |name: &str| -> Option<String> {
        let value = headers.get_all(name).iter().next_back()?.to_str().ok()?;
        Some(value.rsplit(',').next()?.trim().to_owned())
    };
    let old = last("x-forwarded-proto");
    let new = last("forwarded").and_then(|element| part(&element, "proto"));
    [old, new].into_iter().flatten().any(|proto| proto.eq_ignore_ascii_case("https"))
}

#[cfg(test)]
mod tests {
    use super::*;
    use axum::http::{HeaderName, HeaderValue};

    fn read(peer: &str, headers: &[(&'static str, &'static str)]) -> Caller {
        let map: HeaderMap = headers
            .iter()
            .map(|(name, value)| (HeaderName::from_static(name), HeaderValue::from_static(value)))
            .collect();
        let proxies = ["127.0.0.1/32".parse().unwrap(), "10.0.0.0/8".parse().unwrap()];
        Caller::read(peer.parse().unwrap(), &map, Version::HTTP_11, &proxies)
    }

    #[test]
    fn only_a_trusted_proxy_is_believed() {
        for (peer, headers, want) in [
            ("192.0.2.1", &[("x-forwarded-for", "198.51.100.7")][..], "192.0.2.1"),
            ("127.0.0.1", &[("x-forwarded-for", "198.51.100.7")], "198.51.100.7"),
            // What the client wrote itself stands further left.
            ("127.0.0.1", &[("x-forwarded-for", "1.1.1.1, 198.51.100.7, 10.0.0.3")], "198.51.100.7"),
            ("127.0.0.1", &[("x-forwarded-for", "1.1.1.1, nonsense, 10.0.0.3")], "10.0.0.3"),
            ("127.0.0.1", &[("x-forwarded-for", "nonsense")], "127.0.0.1"),
            ("127.0.0.1", &[("x-forwarded-for", "198.51.100.7:4711")], "198.51.100.7"),
            ("127.0.0.1", &[("forwarded", "for=\"[2001:db8::17]:4711\";proto=https")], "2001:db8::17"),
            ("127.0.0.1", &[("forwarded", "for=1.1.1.1, for=198.51.100.7")], "198.51.100.7"),
            ("127.0.0.1", &[("forwarded", "for=_hidden")], "127.0.0.1"),
            // One of the two came from the client.
            ("127.0.0.1", &[("forwarded", "for=1.1.1.1"), ("x-forwarded-for", "198.51.100.7")], "127.0.0.1"),
            ("127.0.0.1", &[], "127.0.0.1"),
        ] {
            assert_eq!(read(peer, headers).address.to_string(), want, "{peer} {headers:?}");
        }
    }

    #[test]
    fn any_trace_of_a_proxy_ends_the_privilege_of_this_machine() {
        assert!(read("127.0.0.1", &[]).person && read("::1", &[]).here);
        assert!(!read("192.0.2.1", &[]).here);
        for name in ["x-forwarded-for", "x-forwarded-proto", "x-forwarded-host", "forwarded", "via", "x-real-ip"] {
            let caller = read("127.0.0.1", &[(name, "x")]);
            assert!(!caller.here && !caller.person, "{name}");
        }
        let old = Caller::read([127, 0, 0, 1].into(), &HeaderMap::new(), Version::HTTP_10, &[]);
        assert!(old.here && !old.person);
    }

    #[test]
    fn tls_is_what_a_trusted_proxy_says() {
        for (peer, headers, want) in [
            ("127.0.0.1", &[("x-forwarded-proto", "https")][..], true),
            ("127.0.0.1", &[("x-forwarded-proto", "https, http")], false),
            ("127.0.0.1", &[("forwarded", "for=1.1.1.1;proto=https")], true),
            ("192.0.2.1", &[("x-forwarded-proto", "https")], false),
            ("127.0.0.1", &[], false),
        ] {
            assert_eq!(read(peer, headers).secure, want, "{peer} {headers:?}");
        }
    }

    #[test]
    fn a_subscriber_has_a_whole_network_of_the_new_addresses() {
        let of = |ip: &str| read(ip, &[]).subscriber().to_string();
        assert_eq!(of("2001:db8:1:2:3:4:5:6"), "2001:db8:1:2::");
        assert_eq!(of("192.0.2.1"), "192.0.2.1");
    }
}
