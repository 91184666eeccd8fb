//! Numbers in the words of a term: only those that the person said, or that stand among the facts.

use crate::engine::text::mention::MentionKind;
use crate::engine::text::scan;
use crate::workspaces::contract::perform::input::Given;
use crate::workspaces::contract::wire::evidence::Place;

/// A number of the words, outside of slots, that the person never said and no fact has: what stands already was said once,
/// so a term that is worded anew keeps its numbers. What was said in words may be written in digits.
pub(super) fn unsaid(words: &str, given: &Given, place: &Place<'_>) -> Option<String> {
    let heard = || given.turns.iter().map(|turn| turn.text.as_str());
    // «20 000» and «20000» are one number.
    let near = [Some(place.turn), given.turns.last()].into_iter().flatten();
    let joined: String = near.flat_map(|turn| turn.text.chars()).filter(|c| !c.is_whitespace()).collect();
    let outside = without_slots(words);
    let mut open: Vec<String> = digits(&outside);
    open.retain(|number| !joined.contains(number.as_str()));
    // Only now everything that was ever said and all facts are looked at: few numbers come this far.
    if !open.is_empty() {
        let facts = given.state["domain"].to_string();
        let said: Vec<String> = heard().flat_map(digits).chain(digits(&facts)).collect();
        open.retain(|number| !said.contains(number));
    }
    if open.is_empty() {
        return None;
    }
    let spoken: Vec<String> = heard().flat_map(values).collect();
    let own: Vec<String> = values(&outside).into_iter().filter(|value| spoken.contains(value)).collect();
    open.into_iter().find(|number| !own.iter().any(|value| value.contains(number.as_str())))
}

fn digits(text: &str) -> Vec<String> {
    let plain: String = text.chars().map(|c| if c.is_ascii_digit() { c } else { ' ' }).collect();
    plain.split_whitespace().map(str::to_owned).collect()
}

fn without_slots(words: &str) -> String {
    let mut outside = String::new();
    let mut rest = words;
    while let Some((before, after)) = rest.split_once("{{") {
        outside.push_str(before);
        outside.push(' ');
        rest = after.split_once("}}").map_or("", |(_, after)| after);
    }
    outside.push_str(rest);
    outside
}

/// The numbers of a text by their value, whatever they count and however they are written.
pub(in crate::workspaces::contract) fn values(text: &str) -> Vec<String> {
    let of = |kind: &MentionKind| match kind {
        MentionKind::Money { minor, .. } => Some((minor / 100).to_string()),
        MentionKind::Number { value } | MentionKind::Percent { value, .. } | MentionKind::Quantity { value, .. } => {
            Some(value.clone())
        }
        MentionKind::Duration { count, .. } => Some(count.to_string()),
        _ => None,
    };
    // No day is read here.
    scan::mentions(text, "2000-01-01").iter().filter_map(|mention| of(&mention.kind)).collect()
}

#[cfg(test)]
mod tests {
    use super::values;

    #[test]
    fn a_number_is_its_value() {
        assert_eq!(values("шесть тысяч триста рублей"), values("6 300 рублей"));
        assert_eq!(values("ндс пять процентов"), values("НДС 5 %"));
        assert!(values("ничего").is_empty());
    }
}
