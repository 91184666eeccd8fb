//! What people wish, said as what is agreed: «я хочу, чтобы он не курил))» is «он не должен курить».

use crate::engine::text::folded;
use crate::workspaces::contract::perform::own::{LEAST, MARKS};
use serde::Deserialize;

/// How people say what they wish instead of what is agreed.
#[derive(Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct Wish {
    /// Words before it.
    lead: Vec<String>,
    /// The wish itself.
    verbs: Vec<String>,
    /// The conjunction behind it.
    that: Vec<String>,
    /// Words that end like a verb in the past and are none: beginnings.
    nouns: Vec<String>,
    /// Verbs in «-ел» that keep their vowel: endings.
    stable: Vec<String>,
}

/// «Я хочу, чтобы он не курил))»: a term as it is agreed («он не должен курить») and without the marks of a smile; where it
/// cannot be said so, the words stay as they are.
pub(super) fn plainly(said: &str) -> String {
    let calm = without_smiles(said);
    wished(&calm).unwrap_or(calm)
}

/// A text without smiles: «))», «:-)», a bracket that closes nothing; without any it stays letter by letter.
pub(super) fn without_smiles(said: &str) -> String {
    let mut out = String::with_capacity(said.len());
    let mut open = 0_usize;
    let drawn = |c: char| matches!(u32::from(c), 0x2600..=0x27BF | 0x1_F300..=0x1_FAFF | 0xFE0F);
    let mut rest = said.chars().peekable();
    while let Some(c) = rest.next() {
        let eyes = matches!(c, ':' | ';' | '=');
        let mut ahead = rest.clone();
        let nose = eyes && ahead.next_if_eq(&'-').is_some();
        let mouth = eyes && ahead.next_if(|next| matches!(next, ')' | '(' | 'D')).is_some();
        // «Приложение:(форма)» has a word in its brackets.
        let word = !nose && ahead.peek().is_some_and(|next| next.is_alphanumeric());
        if mouth && !word {
            while ahead.next_if(|next| matches!(next, ')' | '(')).is_some() {}
            rest = ahead;
            continue;
        }
        if c == ')' && open == 0 || drawn(c) {
            continue;
        }
        open = match c {
            '(' => open + 1,
            ')' => open - 1,
            _ => open,
        };
        out.push(c);
    }
    if out.len() == said.len() {
        return out;
    }
    let end = out.trim_end_matches([' ', ',', ';', '!', '.', '(']).len();
    out.truncate(end);
    out.split_whitespace().collect::<Vec<&str>>().join(" ")
}

/// What is wished as what must be: the one verb in the past behind «чтобы» becomes «должен …».
fn wished(said: &str) -> Option<String> {
    let wish = &MARKS.wish;
    let has = |list: &[String], word: &str| list.iter().any(|one| one == word);
    let words: Vec<&str> = said.split(' ').collect();
    let bare = |word: &str| folded(word.trim_matches(|c: char| !c.is_alphanumeric()));
    let that = words.iter().position(|word| has(&wish.that, &bare(word)))?;
    let (head, rest) = (&words[..that], words.get(that + 1..)?);
    let leads = head.iter().all(|word| {
        let low = bare(word);
        low.is_empty() || has(&wish.lead, &low) || has(&wish.verbs, &low)
    });
    let mut verbs = rest.iter().enumerate().filter_map(|(at, word)| Some((at, must(&bare(word), wish)?)));
    let (Some((at, verb)), None) = (verbs.next(), verbs.next()) else { return None };
    let more = rest.iter().any(|word| has(&wish.that, &bare(word)));
    if !leads || more || rest.len() < LEAST {
        return None;
    }
    let marks: String = rest[at].chars().rev().take_while(|c| !c.is_alphanumeric()).collect();
    let marks: String = marks.chars().rev().collect();
    let told = format!("{verb}{marks}");
    let all: Vec<&str> = rest.iter().enumerate().map(|(n, word)| if n == at { told.as_str() } else { *word }).collect();
    Some(all.join(" "))
}

/// «Курил» as «должен курить»: verbs whose infinitive has the vowel before «-л».
fn must(low: &str, wish: &Wish) -> Option<String> {
    let (plain, own) = match low.strip_suffix("ся").or_else(|| low.strip_suffix("сь")) {
        Some(plain) => (plain, "ся"),
        None => (low, ""),
    };
    let forms = [("ла", "должна"), ("ло", "должно"), ("ли", "должны"), ("л", "должен")];
    let (stem, modal) = forms.iter().find_map(|(end, modal)| Some((plain.strip_suffix(end)?, *modal)))?;
    let vowel = stem.ends_with(['а', 'и', 'у', 'ы', 'я']);
    let stable = stem.ends_with('е') && wish.stable.iter().any(|end| stem.ends_with(end.as_str()));
    let noun = wish.nouns.iter().any(|noun| low.starts_with(noun.as_str()));
    ((vowel || stable) && !noun && stem.chars().count() > 1).then(|| format!("{modal} {stem}ть{own}"))
}

#[cfg(test)]
mod tests {
    use super::{plainly, without_smiles};

    #[test]
    fn a_wish_is_told_as_what_is_agreed() {
        for (text, want) in [
            ("Я хочу, чтобы он не курил))", "он не должен курить"),
            ("И чтобы собак не заводил", "собак не должен заводить"),
            ("мне бы хотелось, чтобы вывозил он сам, своими силами)))", "должен вывозить он сам, своими силами"),
            ("очень важно, чтоб ворота запирал на оба замка :)", "ворота должен запирать на оба замка"),
            ("хочу, чтобы она гуляла с ребёнком два раза в день", "она должна гулять с ребёнком два раза в день"),
            ("главное, чтобы жильцы не шумели после 23", "жильцы не должны шуметь после 23"),
            ("хочу, чтобы няня занималась чтением", "няня должна заниматься чтением"),
            // What cannot be said well stays as it is.
            ("хочу, чтобы он привёл сад в порядок", "хочу, чтобы он привёл сад в порядок"),
            ("хочу, чтобы он убирал и мыл полы", "хочу, чтобы он убирал и мыл полы"),
            ("чтобы всё честно", "чтобы всё честно"),
            ("он сделал всё, чтобы я купил машину", "он сделал всё, чтобы я купил машину"),
            ("материал его", "материал его"),
        ] {
            assert_eq!(plainly(text), want, "{text}");
        }
    }

    #[test]
    fn smiles_are_no_part_of_a_term() {
        for (text, want) in [
            ("не курить))", "не курить"),
            ("не курить :)", "не курить"),
            ("кот остаётся :-) и миски тоже", "кот остаётся и миски тоже"),
            ("ключи у консьержа 🙂", "ключи у консьержа"),
            ("штраф (5000 рублей) за курение", "штраф (5000 рублей) за курение"),
            ("уборка (два раза (в среду и пятницу))", "уборка (два раза (в среду и пятницу))"),
            ("приложение: (форма 2)", "приложение: (форма 2)"),
        ] {
            assert_eq!(without_smiles(text), want, "{text}");
        }
    }
}
