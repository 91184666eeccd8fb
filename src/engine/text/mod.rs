//! Russian text: what is said in it, found by rules alone.
//!
//! [`scan`] is the door: a message goes in, [`mention`]s with byte spans come out. Below it every file reads one
//! kind of thing: [`numerals`], amounts, dates, codes, people, organisations, places, vehicles. Beside it stand
//! words and [`stem`]s, [`clause`]s, the [`intent`] of a reply, the [`fingerprint`] of a question, and
//! [`matches`], which answers where a value was said.
//!
//! Everything here is pure: no clock (the day of the turn is an argument), no files, no async; time grows with the
//! length of the text, because patterns are regular and look-ahead is bounded.

pub mod case;
pub mod clause;
mod date_lists;
pub mod dates;
pub mod fingerprint;
pub mod full_dates;
pub mod intent;
pub mod locate;
pub mod matches;
pub mod mention;
pub mod numerals;
pub mod once;
pub mod parts;
pub mod passages;
pub mod requisites;
pub mod scan;
pub mod scope;
pub mod stem;
pub mod typo;

mod address;
mod amounts;
mod codes;
mod days_ahead;
mod decline;
mod given;
mod houses;
mod lexicon;
mod names;
pub(crate) mod numeral_words;
mod organisations;
mod people;
pub(crate) mod places;
mod scope_words;
mod spans;
pub mod stamps;
mod streets;
mod tails;
pub(crate) mod token;
mod told;
mod units;
mod vehicle_codes;
mod vehicles;
mod years;

#[cfg(test)]
mod properties;
#[cfg(test)]
mod sentences;

/// Small letters, «е» for «ё»: the spelling in which words are compared.
#[must_use]
pub fn folded(text: &str) -> String {
    token::fold(text)
}

/// Whether a given name in the nominative is that of a woman; `None` where both bear it or nobody does.
#[must_use]
pub fn is_womans_name(folded: &str) -> Option<bool> {
    let own = given::given(folded).iter().filter(|one| one.case == given::Case::Nominative);
    let (women, men): (Vec<&given::Given>, Vec<&given::Given>) = own.partition(|one| one.female);
    match (women.is_empty(), men.is_empty()) {
        (false, true) => Some(true),
        (true, false) => Some(false),
        _ => None,
    }
}

/// Whether a word, folded, is a given name in any case.
#[must_use]
pub fn is_given_name(folded: &str) -> bool {
    !given::given(folded).is_empty()
}

/// Whether a lower-case word names a number below a thousand («пять», «сорок», «двести»).
#[must_use]
pub fn is_numeral(low: &str) -> bool {
    numeral_words::small(low).is_some()
}
