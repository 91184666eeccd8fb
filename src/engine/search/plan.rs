//! What to ask the index for a person's words: addresses first, then words, then what stands for them.

use crate::engine::address::find::{self, Context};
use crate::engine::address::{Act, Address};
use crate::engine::search::thesaurus;
use crate::engine::search::words::{self, Language};
use std::collections::{BTreeSet, HashSet};

/// Words of a query at most; the rest of a long one is not looked up.
const MOST_WORDS: usize = 48;

/// A search, planned.
#[derive(Debug, Clone, Default)]
pub struct Plan {
    /// Places that the query names, in its order.
    pub addresses: Vec<Address>,
    /// Folded words as written.
    pub raw: Vec<String>,
    /// Stems of the words; all of one word's stems in its languages side by side.
    pub stems: Vec<Vec<String>>,
    /// Stems that the thesaurus adds.
    pub added: Vec<String>,
    /// The languages that the query may be in.
    pub languages: Vec<Language>,
    /// Parts of words for the languages without a good stemmer.
    pub grams: Vec<String>,
}

impl Plan {
    /// Plans a query.
    #[must_use]
    pub fn of(query: &str) -> Self {
        let found = find::find(query, &Context::default());
        // What is an address is no word: «ст», «п» and numbers would drown the rest.
        let mut rest = String::new();
        let mut from = 0;
        for place in &found {
            if place.addresses.iter().any(|address| !address.path.is_empty() || address.act != Act::Unnamed) {
                rest.push_str(query.get(from..place.range.start).unwrap_or_default());
                rest.push(' ');
                from = place.range.end.max(from);
            }
        }
        rest.push_str(query.get(from..).unwrap_or_default());
        let mut plan = Self::of_words(&rest, Language::of_text(query));
        let mut known = HashSet::new();
        for address in found.into_iter().flat_map(|place| place.addresses) {
            if known.insert(format!("{address:?}")) {
                plan.addresses.push(address);
            }
        }
        plan
    }

    /// Plans words alone.
    #[must_use]
    pub fn of_words(text: &str, languages: &[Language]) -> Self {
        let mut plan = Self { languages: languages.to_vec(), ..Self::default() };
        let mut all = BTreeSet::new();
        for token in words::tokens(text) {
            if plan.raw.len() >= MOST_WORDS {
                break;
            }
            if words::is_stop(&token.word) || plan.raw.contains(&token.word) {
                continue;
            }
            let mut forms: Vec<String> = Vec::new();
            for language in languages {
                for stem in words::stems(&token.word, *language) {
                    if !forms.contains(&stem) {
                        forms.push(stem);
                    }
                }
            }
            all.extend(forms.iter().cloned());
            let letters = token.word.chars().count();
            if languages != [Language::Russian] && letters >= 3 {
                // The end of a word changes, its beginning tells it.
                let kept = if letters > 6 {
                    letters - 2
                } else if letters > 4 {
                    letters - 1
                } else {
                    letters
                };
                plan.grams.push(token.word.chars().take(kept).collect());
            }
            plan.stems.push(forms);
            plan.raw.push(token.word);
        }
        plan.added = thesaurus::shared().expand(&all, languages);
        plan
    }

    /// The same without words that tell nothing, as long as others are left.
    #[must_use]
    pub fn telling(&self, tells: impl Fn(&str) -> bool) -> Self {
        let mut plan = self.clone();
        plan.stems.retain(|forms| forms.iter().any(|form| tells(form)));
        plan.added.retain(|stem| tells(stem));
        if plan.stems.is_empty() { self.clone() } else { plan }
    }

    /// Whether there is nothing to look up.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.addresses.is_empty() && self.raw.is_empty()
    }

    /// The words as they are written, for the index: any of them.
    #[must_use]
    pub fn raw_query(&self) -> Option<String> {
        any("title body", self.raw.iter())
    }

    /// The stems, for the index: any of them.
    #[must_use]
    pub fn stem_query(&self) -> Option<String> {
        any("title_stem body_stem", self.stems.iter().flatten())
    }

    /// The stems and what stands for them, also in the headings above.
    #[must_use]
    pub fn wide_query(&self) -> Option<String> {
        any("title_stem body_stem crumbs", self.stems.iter().flatten().chain(&self.added))
    }

    /// What stands for the words, alone: the law's own words for what a person says.
    #[must_use]
    pub fn added_query(&self) -> Option<String> {
        any("title_stem body_stem", self.added.iter())
    }

    /// Neighbouring stems as phrases.
    #[must_use]
    pub fn pair_query(&self) -> Option<String> {
        let pairs: Vec<String> = self
            .stems
            .windows(2)
            .filter_map(|pair| Some(format!("{} {}", pair[0].first()?, pair[1].first()?)))
            .collect();
        any("title_stem body_stem", pairs.iter())
    }

    /// Parts of words.
    #[must_use]
    pub fn gram_query(&self) -> Option<String> {
        any("body", self.grams.iter())
    }
}

/// Any of the words in some columns; each is quoted, so that nothing in it is syntax.
fn any<'a>(columns: &str, words: impl Iterator<Item = &'a String>) -> Option<String> {
    let words: Vec<String> = words.map(|word| format!("\"{}\"", word.replace('"', ""))).collect();
    (!words.is_empty()).then(|| format!("{{{columns}}} : ({})", words.join(" OR ")))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_is_followed_and_no_word() {
        let plan = Plan::of("ст. 333 ГК РФ снижение неустойки");
        assert_eq!(plan.addresses.len(), 1);
        assert_eq!(plan.raw, ["снижение", "неустойки"]);
        assert!(!plan.added.is_empty());
    }

    #[test]
    fn syntax_is_text() {
        for query in ["неустойка AND (", "\"", "title: NEAR(a b)", "*", "- OR -", "{x} : y", "NOT", "^a + b", "\u{0}"]
        {
            let plan = Plan::of(query);
            if let Some(asked) = plan.wide_query() {
                assert_eq!(asked.matches('"').count() % 2, 0, "{query}: {asked}");
            }
        }
        assert!(Plan::of("  ?! ").is_empty());
    }

    #[test]
    fn words_that_tell_nothing_go_unless_they_are_all() {
        let plan = Plan::of("бочка на складе");
        let telling = plan.telling(|stem| !stem.starts_with("склад"));
        assert_eq!((plan.stems.len(), telling.stems.len()), (2, 1));
        assert_eq!(plan.telling(|_| false).stems, plan.stems);
    }

    #[test]
    fn look_alikes_ask_the_same() {
        assert_eq!(Plan::of("бетон B60").wide_query(), Plan::of("бетон В60").wide_query());
        assert_eq!(Plan::of("отчёт").wide_query(), Plan::of("отчет").wide_query());
    }
}
