//! Tables and whole questions without I/O.

mod answers;
mod flow;
mod guards;
mod tables;

use crate::engine::knowledge::research::{self, Lexicon};

fn lexicon() -> &'static Lexicon {
    research::embedded().expect("the lexicon is sound")
}
