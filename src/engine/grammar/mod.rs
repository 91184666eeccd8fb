//! Russian grammar by rule: what a contract has to write, not what a message said.
//!
//! Numbers and sums in words, units that agree with their number, dates, names and posts in six cases, forms of
//! companies, words that agree with a person's gender. The rules are tables; `tests/grammar_oracle.rs` compares them
//! with independent programs. Maintained crates were weighed: the one port of petrovich rests since 2020, and
//! numerals need the genitive («в течение 5 (пяти) дней»), which none has.

pub mod bank;
pub mod basis;
pub mod case;
pub mod company;
pub mod date;
pub mod deeds;
pub mod name;
pub mod number;
pub mod person;
pub mod phrase;
pub mod plural;
pub mod sum;

mod endings;
