//! Where notices may go: to public addresses, and to private ones only where the configuration says so. A name is
//! resolved here, and what it resolves to is what is connected to: no second answer can lead elsewhere.

use reqwest::Url;
use reqwest::dns::{Addrs, Name, Resolve, Resolving};
use std::net::{IpAddr, Ipv4Addr, Ipv6Addr, SocketAddr};

/// Which addresses are let through.
#[derive(Debug, Clone, Copy)]
pub struct Places {
    /// Those of this machine and of private networks, too.
    pub private: bool,
}

impl Places {
    /// Whether an address may be connected to, as far as it names a number: names are looked at when they are resolved.
    #[must_use]
    pub fn admits(&self, url: &Url) -> bool {
        let host = url.host_str().unwrap_or_default().trim_start_matches('[').trim_end_matches(']');
        host.parse::<IpAddr>().map_or(true, |ip| self.private || is_public(ip))
    }
}

impl Resolve for Places {
    fn resolve(&self, name: Name) -> Resolving {
        let private = self.private;
        Box::pin(async move {
            let found = tokio::net::lookup_host((name.as_str(), 0)).await?;
            let let_in: Vec<SocketAddr> = found.filter(|at| private || is_public(at.ip())).collect();
            if let_in.is_empty() {
                return Err("no public address".into());
            }
            Ok(Box::new(let_in.into_iter()) as Addrs)
        })
    }
}

/// Whether an address is one of the public network.
fn is_public(ip: IpAddr) -> bool {
    match ip.to_canonical() {
        IpAddr::V4(ip) => public_v4(ip),
        IpAddr::V6(ip) => public_v6(ip),
    }
}

fn public_v4(ip: Ipv4Addr) -> bool {
    let [a, b, c, _] = ip.octets();
    // This network; shared space of providers; protocol assignments; measuring; reserved (RFC 6890).
    let special = a == 0
        || (a == 100 && (64..128).contains(&b))
        || (a, b, c) == (192, 0, 0)
        || (a == 198 && (18..20).contains(&b))
        || a >= 240;
    !(special
        || ip.is_private()
        || ip.is_loopback()
        || ip.is_link_local()
        || ip.is_documentation()
        || ip.is_multicast())
}

fn public_v6(ip: Ipv6Addr) -> bool {
    let [a, b, ..] = ip.segments();
    // Global unicast only, without those that carry another address in them (6to4, Teredo) and without documentation.
    (0x2000..0x4000).contains(&a) && a != 0x2002 && !(a == 0x2001 && (b == 0 || b == 0xdb8))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn private_addresses_are_closed_unless_configured() {
        for (ip, public) in [
            ("93.184.216.34", true),
            ("127.0.0.1", false),
            ("10.1.2.3", false),
            ("172.16.0.1", false),
            ("192.168.1.1", false),
            ("169.254.169.254", false),
            ("100.64.0.1", false),
            ("0.0.0.0", false),
            ("::1", false),
            ("::ffff:127.0.0.1", false),
            ("fd00::1", false),
            ("fe80::1", false),
            ("64:ff9b::7f00:1", false),
            ("2002:7f00:1::", false),
            ("2606:4700::1111", true),
        ] {
            assert_eq!(is_public(ip.parse().unwrap()), public, "{ip}");
        }
        let url = |text: &str| Url::parse(text).unwrap();
        let (closed, open) = (Places { private: false }, Places { private: true });
        assert!(!closed.admits(&url("http://127.0.0.1:1/")) && !closed.admits(&url("http://[::1]/")));
        assert!(!closed.admits(&url("http://2130706433/")), "a number is an address too");
        assert!(open.admits(&url("http://127.0.0.1:1/")) && closed.admits(&url("https://hooks.example.org/")));
    }
}
