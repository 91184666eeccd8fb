//! What can be configured of the door.

use crate::server::config::{Bad, ConfigError, names, number};
use ipnet::IpNet;
use std::net::IpAddr;
use std::time::Duration;

/// Limits of the door, and the names it answers to.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct DoorOptions {
    /// Most connections at once.
    pub connections: usize,
    /// Most requests that are worked on at once.
    pub requests: usize,
    /// How long a client may take to send the head of a request; the other times follow from it.
    pub patience: Duration,
    /// Most event streams at once.
    pub streams: usize,
    /// Most event streams of one session.
    pub streams_per_session: usize,
    /// Requests that one address may make in a minute.
    pub rate: u32,
    /// Requests that change something, of one address or about one session, in a minute.
    pub rate_writes: u32,
    /// Bytes of requests that have not come whole, on disk.
    pub spool: u64,
    /// Names under which the server may be asked beside this machine's.
    pub hosts: Vec<String>,
    /// Proxies whose word about the client's address is taken.
    pub proxies: Vec<IpNet>,
    /// Whether a server without a token may be reached over the network.
    pub open: bool,
}

impl Default for DoorOptions {
    fn default() -> Self {
        Self {
            connections: 4096,
            requests: 512,
            patience: Duration::from_secs(15),
            streams: 2000,
            streams_per_session: 8,
            rate: 1200,
            rate_writes: 240,
            spool: 1024 * 1024 * 1024,
            hosts: Vec::new(),
            proxies: Vec::new(),
            open: false,
        }
    }
}

impl DoorOptions {
    /// Reads any source of variables.
    ///
    /// # Errors
    /// The first bad value.
    pub(in crate::server) fn read(get: &dyn Fn(&str) -> Option<String>, bad: Bad<'_>) -> Result<Self, ConfigError> {
        let usual = Self::default();
        let count = |name: &str, most: u32, usual: usize| -> Result<usize, ConfigError> {
            Ok(number(get, bad, name, 1..=most)?.map_or(usual, |n| n as usize))
        };
        Ok(Self {
            connections: number(get, bad, "LEGALAGI_MAX_CONNECTIONS", 8..=1_000_000)?
                .map_or(usual.connections, |n| n as usize),
            requests: count("LEGALAGI_MAX_REQUESTS", 100_000, usual.requests)?,
            patience: number(get, bad, "LEGALAGI_REQUEST_SECONDS", 1..=600)?
                .map_or(usual.patience, |n| Duration::from_secs(n.into())),
            streams: count("LEGALAGI_MAX_STREAMS", 1_000_000, usual.streams)?,
            streams_per_session: count("LEGALAGI_MAX_STREAMS_PER_SESSION", 10_000, usual.streams_per_session)?,
            rate: number(get, bad, "LEGALAGI_RATE", 1..=1_000_000)?.unwrap_or(usual.rate),
            rate_writes: number(get, bad, "LEGALAGI_RATE_WRITES", 1..=1_000_000)?.unwrap_or(usual.rate_writes),
            spool: number(get, bad, "LEGALAGI_SPOOL_MB", 32..=1_000_000)?
                .map_or(usual.spool, |n| u64::from(n) * 1024 * 1024),
            hosts: names(get, bad, "LEGALAGI_HOSTS", |host| !host.contains(['/', '*', '@']))?,
            proxies: proxies(get, bad)?,
            open: match get("LEGALAGI_OPEN").as_deref() {
                None | Some("0") => false,
                Some("1") => true,
                Some(_) => return Err(bad("LEGALAGI_OPEN", "must be 1 or 0")),
            },
        })
    }
}

/// A list of addresses and networks.
fn proxies(get: &dyn Fn(&str) -> Option<String>, bad: Bad<'_>) -> Result<Vec<IpNet>, ConfigError> {
    const NAME: &str = "LEGALAGI_TRUSTED_PROXIES";
    let Some(list) = get(NAME) else { return Ok(Vec::new()) };
    let one = |text: &str| text.parse::<IpNet>().ok().or_else(|| text.parse::<IpAddr>().ok().map(IpNet::from));
    list.split(',')
        .map(|text| one(text.trim()))
        .collect::<Option<_>>()
        .ok_or_else(|| bad(NAME, "must be a list of addresses or networks, e.g. 127.0.0.1,10.0.0.0/8"))
}
