//! «На основании …»: what gives a signer authority, in the genitive.

use crate::engine::grammar::case::Case;
use crate::engine::grammar::phrase;

/// The genitive of a basis: «устав» → «Устава», «доверенность № 5 от 01.03.2026» → «доверенности № 5 от 01.03.2026».
///
/// A basis that already stands in the genitive stays.
#[must_use]
pub fn genitive(basis: &str) -> String {
    const READY: &[&str] = &["устава", "доверенности", "приказа", "решения", "свидетельства", "листа", "положения"];
    let text = basis.trim().trim_start_matches("на основании ").trim();
    let (head, tail) = text.split_once(' ').map_or((text, ""), |(head, tail)| (head, tail));
    let low = head.to_lowercase();
    let declined = if READY.contains(&low.as_str()) { low } else { phrase::decline(&low, Case::Genitive, false) };
    let head = if declined == "устава" { "Устава".to_owned() } else { declined };
    if tail.is_empty() { head } else { format!("{head} {tail}") }
}

/// Whether a basis is a power of attorney: whoever acts by one acts for another.
#[must_use]
pub fn is_proxy(basis: &str) -> bool {
    genitive(basis).starts_with("доверенности")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn bases() {
        for (said, text) in [
            ("устав", "Устава"),
            ("Устава", "Устава"),
            ("на основании доверенности № 5", "доверенности № 5"),
            ("доверенность № 5 от 01.03.2026", "доверенности № 5 от 01.03.2026"),
            ("приказ № 7", "приказа № 7"),
            ("положение о филиале", "положения о филиале"),
        ] {
            assert_eq!(genitive(said), text);
            assert_eq!(is_proxy(said), text.starts_with("доверенности"), "{said}");
        }
    }
}
