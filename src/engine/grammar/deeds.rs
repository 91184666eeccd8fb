//! Verbs of the first person and their third: «отдаю» and «отдаём» are «отдаёт».
//!
//! Only verbs whose third person is beyond doubt stand in `knowledge/dialogue/verbs.toml`.

use crate::engine::text::folded;
use serde::Deserialize;
use std::collections::{HashMap, HashSet};
use std::sync::LazyLock;

#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
struct Deeds {
    verbs: HashMap<String, String>,
}

static DEEDS: LazyLock<Deeds> =
    LazyLock::new(|| toml::from_str(include_str!("../../../knowledge/dialogue/verbs.toml")).unwrap_or_default());

/// The third person of a verb in the first; the word folded (small letters, «е» for «ё»).
#[must_use]
pub fn third(low: &str) -> Option<&'static str> {
    DEEDS.verbs.get(low).map(String::as_str)
}

/// Third persons of the list, folded.
static THIRDS: LazyLock<HashSet<String>> = LazyLock::new(|| DEEDS.verbs.values().map(|form| folded(form)).collect());

/// Whether a word is the third person of such a verb; folded.
#[must_use]
pub fn is_third(low: &str) -> bool {
    THIRDS.contains(low)
}

/// Whether a third person belongs to one of some verbs in the first.
#[must_use]
pub fn any(third_person: &str, firsts: &[String]) -> bool {
    firsts.iter().any(|first| third(first).is_some_and(|form| folded(form) == third_person))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_reads() {
        assert!(DEEDS.verbs.len() > 3000);
        assert_eq!(third("отдаем"), Some("отдаёт"));
        assert_eq!(third("стою"), None);
        assert!(is_third("отдает") && any("отдает", &["отдаю".to_owned()]) && !any("отдает", &["беру".to_owned()]));
    }
}
