//! Where the law or a contract computes, the answer computes (`engine/calculation`), in the words of its language.

use crate::engine::calculation::{self, Labels};
use crate::workspaces::research::perform::answer::Draft;
use crate::workspaces::research::perform::answer::words::Words;

/// Writes the calculation that the question asks for; whether there was one.
pub fn write(query: &str, say: &Words, draft: &mut Draft) -> bool {
    let labels = Labels {
        interest: say.formula,
        penalty: say.penalty_formula,
        total: say.total,
        no_rate: say.no_rate,
        unchecked: say.rates_unchecked,
    };
    let Some(lines) = calculation::lines(query, &labels) else { return false };
    draft.heading(say.computed);
    lines.into_iter().for_each(|line| draft.say(line));
    true
}
