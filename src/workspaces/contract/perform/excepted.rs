//! A ban with an exception: «кота можно, других животных нельзя», «пересдавать нельзя, кроме сестры». The options of a pack
//! know the bare ban and the bare leave, and neither is what was said: the sentence stays in the person's words.

use crate::engine::knowledge::pack::{Field, FieldKind};
use crate::engine::text::folded;
use crate::engine::text::parts::sentence_at;
use crate::workspaces::contract::perform::around::begins;
use serde::Deserialize;
use serde_json::Value;
use std::sync::LazyLock;

/// The words (`knowledge/dialogue/excepted.toml`).
#[derive(Debug, Default, Deserialize)]
struct Marks {
    bans: Vec<String>,
    ban: Vec<String>,
    except: Vec<String>,
    only: Vec<String>,
    allows: Vec<String>,
    allow: Vec<String>,
    consent: Vec<String>,
    matters: Vec<Vec<String>>,
}

static MARKS: LazyLock<Marks> =
    LazyLock::new(|| toml::from_str(include_str!("../../../../knowledge/dialogue/excepted.toml")).unwrap_or_default());

fn is(list: &[String], word: &str) -> bool {
    list.iter().any(|one| one == word)
}

/// Whether the sentence around the words of an option bans and allows the same matter.
pub(super) fn is_half(field: &Field, value: &Value, text: &str, span: (usize, usize)) -> bool {
    // A means of payment is chosen by what is banned beside it: «наличными нельзя, только переводом».
    let bans = |words: &String| folded(words).split_whitespace().any(is_ban);
    let of_leave = field.kind == FieldKind::YesNo || field.options.iter().any(|one| one.words.iter().any(bans));
    let whole = span.1 - span.0 >= text.trim().len();
    let (start, end) = if whole { (0, text.len()) } else { sentence_at(text, span.0) };
    of_leave && value != "consent" && excepts(text.get(start..end).unwrap_or_default())
}

/// Whether a sentence bans or allows something.
pub(super) fn speaks(sentence: &str) -> bool {
    let low = folded(sentence);
    let mut words = low.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.any(|word| is_ban(word) || begins(word, &MARKS.allows) || is(&MARKS.allow, word))
}

fn is_ban(word: &str) -> bool {
    begins(word, &MARKS.bans) || is(&MARKS.ban, word)
}

/// Whether a sentence bans something and leaves a part of it free.
fn excepts(sentence: &str) -> bool {
    let low = folded(sentence);
    let pieces: Vec<Vec<&str>> = low
        .split([',', ';', '—', '–', '.', '(', ')'])
        .flat_map(|piece| piece.split(" а "))
        .flat_map(|piece| piece.split(" но "))
        .map(|piece| piece.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect())
        .collect();
    let not = |words: &[&str], at: usize| at.checked_sub(1).is_some_and(|before| words[before] == "не");
    let allowing = |words: &[&str], at: usize| begins(words[at], &MARKS.allows) || is(&MARKS.allow, words[at]);
    let bans =
        |words: &Vec<&str>| (0..words.len()).any(|at| is_ban(words[at]) || allowing(words, at) && not(words, at));
    let except = |words: &Vec<&str>| words.iter().any(|word| is(&MARKS.except, word));
    let allows = |words: &Vec<&str>| {
        (0..words.len()).any(|at| is(&MARKS.only, words[at]) || allowing(words, at) && !not(words, at))
    };
    // «Субаренда запрещена, только с согласия»: the options have a word for that.
    let consent = |words: &Vec<&str>| words.iter().any(|word| begins(word, &MARKS.consent));
    let Some(ban) = pieces.iter().position(bans) else { return false };
    let about = |words: &Vec<&str>| MARKS.matters.iter().position(|list| words.iter().any(|word| begins(word, list)));
    let same = |words: &Vec<&str>| match (about(words), about(&pieces[ban])) {
        (Some(one), Some(other)) => one == other,
        _ => true,
    };
    // «Без животных, кроме рыбок» may stand in one piece or in two.
    pieces.iter().any(|words| except(words) && !consent(words) && same(words))
        || pieces
            .iter()
            .enumerate()
            .any(|(at, words)| at != ban && allows(words) && !bans(words) && !consent(words) && same(words))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_ban_with_an_exception_is_no_bare_ban() {
        for (text, want) in [
            ("Кота можно, других животных нельзя", true),
            ("Без животных, кроме кота", true),
            ("животные запрещены, только с моей кошкой", true),
            ("других животных нельзя, а кошку можно", true),
            ("курить нельзя, только на балконе", true),
            ("Курение запрещено, но на террасе разрешается", true),
            ("пересдавать нельзя, кроме сестры", true),
            ("с детьми нельзя за исключением школьников", true),
            ("животные не разрешены, рыбок можно", true),
            ("без животных", false),
            ("животных нельзя, курить можно на балконе", false),
            ("Без животных, гости можно до 23", false),
            ("субаренда запрещена, только с моего согласия", false),
            ("с кошкой можно", false),
            ("курить нельзя и шуметь нельзя", false),
            ("Без животных, плата до 5 числа", false),
        ] {
            assert_eq!(excepts(text), want, "{text}");
        }
    }
}
