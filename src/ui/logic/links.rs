//! Addresses of pages, with everything user-made percent-encoded.

use std::fmt::Write;

/// Percent-encodes everything but the unreserved characters of RFC 3986.
#[must_use]
pub fn encode(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for byte in text.bytes() {
        if byte.is_ascii_alphanumeric() || b"-_.~".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

/// The page of a session.
#[must_use]
pub fn session(id: &str) -> String {
    format!("/s/{}", encode(id))
}

/// Two versions of a session compared.
#[must_use]
pub fn compare(id: &str, from: u32, to: u32) -> String {
    format!("/s/{}?compare={from}..{to}#compare", encode(id))
}

/// The evidence pack of a version.
#[must_use]
pub fn evidence_pack(id: &str, version: u32) -> String {
    format!("/api/session/{}/evidence-pack?version={version}", encode(id))
}

/// The text of two versions compared, as a page (`html`) or a file (`docx`).
#[must_use]
pub fn redline(id: &str, from: u32, to: u32, format: &str) -> String {
    format!("/api/session/{}/redline?from={from}&to={to}&format={format}", encode(id))
}

/// What was checked of a contract, and what was not.
#[must_use]
pub fn why(id: &str) -> String {
    format!("/s/{}/why", encode(id))
}

/// The page about sharing a session; with a copy, the protocol against it too.
#[must_use]
pub fn share(id: &str, with: Option<&str>) -> String {
    let with = with.map(|copy| format!("?with={}#protocol", encode(copy))).unwrap_or_default();
    format!("/s/{}/share{with}", encode(id))
}

/// The page about a lawyer's remarks and sign-off.
#[must_use]
pub fn signoff(id: &str) -> String {
    format!("/s/{}/signoff", encode(id))
}

/// The document of a session.
#[must_use]
pub fn document(id: &str) -> String {
    format!("/s/{}?view=document", encode(id))
}

/// The protocol of disagreements with a copy as a file.
#[must_use]
pub fn protocol(id: &str, copy: &str, format: &str) -> String {
    format!("/api/session/{}/protocol?with={}&format={format}", encode(id), encode(copy))
}

/// A document of the corpus at a node, with words to mark.
#[must_use]
pub fn source(node: &str, words: &str) -> String {
    let mark = if words.is_empty() { String::new() } else { format!("&mark={}", encode(words)) };
    format!("/source?node={}{mark}#node", encode(node))
}

/// The search page with these words.
#[must_use]
pub fn search(words: &str, jurisdiction: Option<&str>) -> String {
    let only = jurisdiction.map(|only| format!("&jurisdiction={}", encode(only))).unwrap_or_default();
    format!("/search?q={}{only}", encode(words))
}

/// Reads `3..9`; the smaller number comes first.
#[must_use]
pub fn span(text: &str) -> Option<(u32, u32)> {
    let (from, to) = text.split_once("..")?;
    let (from, to): (u32, u32) = (from.trim().parse().ok()?, to.trim().parse().ok()?);
    Some((from.min(to), from.max(to)))
}

/// The route that stores one preference in a cookie and comes back.
#[must_use]
pub fn prefs(key: &str, value: &str, back: &str) -> String {
    format!("/prefs?{key}={value}&back={}", encode(back))
}

/// Path and query without what a failed form left in the query, so that an old error is not shown again.
#[must_use]
pub fn here(path: &str, search: &str) -> String {
    let kept: Vec<&str> =
        search.trim_start_matches('?').split('&').filter(|pair| !pair.is_empty() && !pair.starts_with("__")).collect();
    if kept.is_empty() { path.to_owned() } else { format!("{path}?{}", kept.join("&")) }
}

#[cfg(test)]
mod tests {
    use super::{compare, encode, here, prefs, session, span};

    #[test]
    fn encoding() {
        assert_eq!(encode("/price~1/ё a"), "%2Fprice~1%2F%D1%91%20a");
        assert_eq!(session("a-_b"), "/s/a-_b");
        assert_eq!(prefs("lang", "en", "/s/a?v=1"), "/prefs?lang=en&back=%2Fs%2Fa%3Fv%3D1");
    }

    #[test]
    fn comparing() {
        assert_eq!(compare("a", 3, 9), "/s/a?compare=3..9#compare");
        assert_eq!(span("9..3"), Some((3, 9)));
        assert_eq!(span("3-9"), None);
        assert_eq!(span("3..x"), None);
    }

    #[test]
    fn here_drops_old_errors() {
        assert_eq!(here("/s/a", "?v=1&__err=x&__path=y"), "/s/a?v=1");
        assert_eq!(here("/", ""), "/");
    }
}
