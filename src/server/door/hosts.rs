//! Under which names the server may be asked. A foreign page can have a name that leads to this machine (DNS
//! rebinding); to the browser it is then the same site, so the name decides before anything else is looked at.

use crate::model::error::{ApiError, ErrorCode};
use crate::server::door::admission::refuse;
use crate::server::mcp::http as mcp;
use crate::server::router::Server;
use axum::extract::{Request, State};
use axum::http::header;
use axum::middleware::Next;
use axum::response::Response;
use std::net::IpAddr;

/// The names of a server.
#[derive(Debug, Clone, Default)]
pub struct Hosts {
    /// As configured: `name` or `name:port`.
    names: Vec<String>,
    /// Those that reach `/mcp` only.
    of_mcp: Vec<String>,
    /// Whether it listens beyond this machine: then it has addresses too.
    addresses: bool,
}

impl Hosts {
    /// This machine's names, and these.
    #[must_use]
    pub fn new(names: &[String], of_mcp: &[String], addresses: bool) -> Self {
        let lower = |list: &[String]| list.iter().map(|name| name.to_ascii_lowercase()).collect();
        Self { names: lower(names), of_mcp: lower(of_mcp), addresses }
    }

    /// Whether the server may be asked under this name.
    #[must_use]
    pub fn knows(&self, host: &str, path: &str) -> bool {
        let host = host.to_ascii_lowercase();
        let name = without_port(&host);
        if let Ok(ip) = name.trim_start_matches('[').trim_end_matches(']').parse::<IpAddr>() {
            // An address is no name: no page of another site can have it.
            if ip.to_canonical().is_loopback() || self.addresses {
                return true;
            }
        }
        let listed = |list: &[String]| list.iter().any(|own| *own == host || own == name);
        name == "localhost" || listed(&self.names) || (path == mcp::PATH && listed(&self.of_mcp))
    }
}

/// A host without its port.
#[must_use]
pub fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if !name.is_empty() && port.bytes().all(|byte| byte.is_ascii_digit()) => {
            // The last group of an address without brackets is no port.
            if name.contains(':') && !name.ends_with(']') { host } else { name }
        }
        _ => host,
    }
}

/// Refuses a request that names a host which this server is not.
pub async fn known(State(server): State<Server>, request: Request, next: Next) -> Response {
    let mut given = request.headers().get_all(header::HOST).iter();
    let (host, other) = (given.next().and_then(|value| value.to_str().ok()), given.next());
    // The form of a request that goes to a proxy names the host a second time, and that one decides (RFC 9112, 3.2.2).
    let host = request.uri().authority().map(|authority| authority.as_str()).or(host).unwrap_or_default();
    if other.is_none() && server.door.hosts.knows(host, request.uri().path()) {
        return next.run(request).await;
    }
    let message = "Под этим именем сервер не отвечает. Имена перечисляет администратор: LEGALAGI_HOSTS.";
    refuse(ApiError::new(ErrorCode::UnknownHost, message), &request)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_server_are_known() {
        let names = ["Law.example".to_owned(), "desk.example:8443".to_owned()];
        let (near, far) = (Hosts::new(&names, &["tools.example".to_owned()], false), Hosts::new(&names, &[], true));
        for (host, by_near, by_far) in [
            ("127.0.0.1:3000", true, true),
            ("LOCALHOST:3000", true, true),
            ("[::1]:3000", true, true),
            ("[::1]", true, true),
            ("127.0.0.2", true, true),
            ("law.example", true, true),
            ("LAW.example:8443", true, true),
            ("desk.example:8443", true, true),
            ("desk.example:1", false, false),
            ("192.168.0.7:3000", false, true),
            ("[2001:db8::1]:3000", false, true),
            ("evil.example", false, false),
            ("evil.example:3000", false, false),
            ("127.0.0.1.evil.example", false, false),
            ("law.example.evil.example", false, false),
            ("localhost.evil.example", false, false),
            ("tools.example", false, false),
            ("", false, false),
            (":3000", false, false),
        ] {
            assert_eq!((near.knows(host, "/"), far.knows(host, "/")), (by_near, by_far), "{host}");
        }
        assert!(near.knows("tools.example", "/mcp") && !near.knows("evil.example", "/mcp"));
    }
}
