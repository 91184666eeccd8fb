//! What is said first: an act that is not held, a place that an act has not, an edition of other days, another country.

use crate::workspaces::research::perform::answer::Draft;
use crate::workspaces::research::perform::answer::source;
use crate::workspaces::research::perform::answer::words::Words;
use serde_json::Value;

/// What the scope leaves of an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Left {
    /// All of it.
    All,
    /// Only what plainly answers: the act that governs the question is not held.
    Plain,
    /// Places to look at, no answer: the person named an act that is not held.
    Places,
    /// Nothing.
    Nothing,
}

/// Tells the borders of the library; what they leave of the answer.
pub fn tell(input: &Value, say: &Words, draft: &mut Draft) -> Left {
    let mut left = Left::All;
    for item in source::scope(input) {
        let get = |key: &str| item[key].as_str().unwrap_or_default();
        let list = |key: &str| item[key].as_array().into_iter().flatten().filter_map(Value::as_str);
        let fill = |words: &str| {
            words
                .replace("{act}", get("title"))
                .replace("{place}", get("place"))
                .replace("{label}", get("label"))
                .replace("{from}", get("from"))
                .replace("{day}", get("day"))
                .replace("{to}", get("to"))
        };
        let names = |draft: &mut Draft, lead: &str, key: &str| {
            if list(key).next().is_some() {
                draft.say(format!("- {lead}"));
                list(key).for_each(|name| draft.say(format!("- {name}")));
            }
        };
        let (words, leaves) = match get("scope") {
            // Where questions like this one are governed by it, what other acts say is beside the point.
            "not_held" if item["governs"] == true => (say.not_held, Left::Nothing),
            "not_held" => (say.not_held, if item["named"] == true { Left::Places } else { Left::Plain }),
            "no_place" => (say.no_place, Left::Places),
            "future" => (say.future, Left::All),
            "past" => (say.past, Left::All),
            "no_edition" => (say.no_edition, Left::Places),
            "foreign" => (say.foreign, Left::Nothing),
            "no_jurisdiction" => (say.no_jurisdiction, Left::Nothing),
            _ => continue,
        };
        left = left.max(leaves);
        draft.heading(&fill(words));
        match get("scope") {
            "not_held" | "no_jurisdiction" => {
                draft.say(format!("- {}", say.import));
                let full = if get("full").is_empty() { get("title") } else { get("full") };
                draft.say(format!("- {full}"));
                names(draft, say.held, "held");
            }
            "foreign" => names(draft, say.held, "held"),
            "no_place" => names(draft, say.near, "near"),
            _ => {}
        }
    }
    left
}
