//! Identity of a question or a statement by its content words, whatever their order and form.

use crate::engine::text::stem::{is_stop, words};
use std::fmt::Write as _;

/// Sorted unique content stems: lower case, ё→е, no punctuation, no stop words; digits are kept.
#[must_use]
pub fn fingerprint(text: &str) -> Vec<String> {
    let mut stems: Vec<String> = words(text).into_iter().map(|w| w.stem).filter(|stem| !is_stop(stem)).collect();
    stems.sort_unstable();
    stems.dedup();
    stems
}

/// Sixteen hex digits (FNV-1a, 64 bits) of the fingerprint: equal for equal content, stable between releases.
#[must_use]
pub fn digest(text: &str) -> String {
    let mut hash: u64 = 0xcbf2_9ce4_8422_2325;
    for stem in fingerprint(text) {
        for byte in stem.bytes().chain([0]) {
            hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
        }
    }
    let mut out = String::new();
    // Writing into a string cannot fail.
    let _ = write!(out, "{hash:016x}");
    out
}

/// Whether two fingerprints mean the same: Jaccard index of at least 0.7, or one with three stems or more lies within
/// the other.
#[must_use]
pub fn near(a: &[String], b: &[String]) -> bool {
    if a.is_empty() || b.is_empty() {
        return false;
    }
    let shared = a.iter().filter(|stem| b.contains(stem)).count();
    let union = a.len() + b.len() - shared;
    let smaller = a.len().min(b.len());
    shared * 10 >= union * 7 || (smaller >= 3 && shared == smaller)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn order_and_form_do_not_matter() {
        assert_eq!(fingerprint("Какой срок аренды?"), fingerprint("срок аренды — какой"));
        assert_eq!(digest("Укажите VIN автомобиля"), digest("автомобиля VIN, укажите!"));
        assert_ne!(digest("срок аренды"), digest("срок найма"));
        assert_ne!(digest("залог 100"), digest("залог 200"));
        assert_eq!(digest("x").len(), 16);
    }

    #[test]
    fn nearness() {
        let near = |a: &str, b: &str| super::near(&fingerprint(a), &fingerprint(b));
        assert!(near("Какая арендная плата в месяц?", "Какая плата арендная за месяц"));
        assert!(near(
            "Укажите срок аренды автомобиля",
            "Укажите, пожалуйста, точный срок аренды автомобиля в договоре"
        ));
        assert!(!near("Какой срок аренды?", "Какая плата?"));
        assert!(!near("", ""));
        assert!(!near("срок", "срок аренды автомобиля"));
    }
}
