//! Numbers without a unit: which one of a sentence is meant, and which are numbers of places and headings.

use crate::engine::knowledge::norms as lexicon;
use crate::engine::knowledge::phrases;
use crate::workspaces::norms::perform::question::Asked;
use crate::workspaces::norms::perform::ranges::in_digits;
use crate::workspaces::norms::perform::words::Bag;

/// Notes of a place at most.
const NOTES: u32 = 20;

/// The number before a word of the question: «из 12 разделов».
#[must_use]
pub fn counted(text: &str, asked: &Asked) -> Option<String> {
    let text = in_digits(text);
    let words: Vec<&str> = text.split_whitespace().collect();
    // The first word may be the number of the place itself.
    words.windows(3).skip(1).find_map(|three| {
        let number = three[0].trim_matches(|c: char| !c.is_ascii_digit());
        let plain = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        let near = Bag::of(&format!("{} {}", three[1], three[2]));
        (plain && asked.terms.iter().any(|term| term.weight > 0.5 && near.meets(term) >= 0.8))
            .then(|| number.to_owned())
    })
}

/// Whether what follows a number makes it the number of a heading: «2 - Наибольшие …», while «2 - для …» is a value.
fn heads(rest: &str) -> bool {
    let said = rest.trim_start().strip_prefix(['-', '–', '—']).map(str::trim_start);
    said.is_some_and(|said| said.starts_with(char::is_uppercase))
}

/// The bare number that a sentence tells: behind «равным» or a bound, else its first one.
#[must_use]
pub fn bare_number(text: &str) -> String {
    // «Не менее двух»: a count in words is one all the same.
    let text = in_digits(text);
    let text = text.as_str();
    let tokens = phrases::tokens(text);
    // Behind other words a number with a full stop is no number of an item.
    let told = lexicon::shared().equals.first(&tokens).map(|(_, end)| first_number(&format!("— {}", &text[end..])));
    told.filter(|number| !number.is_empty()).unwrap_or_else(|| first_number(text))
}

/// The first number that is no number of a clause, a table or an item.
#[must_use]
pub fn first_number(text: &str) -> String {
    let text = text.trim_start();
    let mut before = String::new();
    for (index, word) in text.split_whitespace().enumerate() {
        let bare = word.trim_matches(|c: char| !c.is_ascii_digit());
        // Norms write decimals with a comma: a full stop parts the numbers of places.
        let plain = !bare.is_empty()
            && !bare.contains('.')
            && word.chars().all(|c| c.is_ascii_digit() || ",.;:()±".contains(c))
            && bare.matches(['.', ',']).count() < 2;
        // «10.3.2 Слова», «1) слова»: the number of a place.
        let heads = index == 0 && heads(&text[word.len()..]);
        let item = heads || index == 0 && (word.ends_with(')') && !word.contains('(') || word.ends_with('.'));
        // «3 При расчётах …»: the number of a note; a count is followed by what it counts.
        let noted = index == 0
            && word.parse::<u32>().is_ok_and(|number| number <= NOTES)
            && text[word.len()..].trim_start().starts_with(char::is_uppercase);
        let numbered = noted || item || index == 0 && bare.contains('.') || bare.len() > 6 && bare.contains('.');
        let refers = [
            "таблице",
            "таблицы",
            "таблица",
            "п.",
            "сп",
            "гост",
            "снип",
            "р",
            "пункт",
            "разделе",
            "приложению",
            "n",
            "№",
            "изм.",
            "рисунок",
            "формуле",
        ]
        .contains(&before.to_lowercase().as_str());
        if plain && !numbered && !refers {
            return bare.to_owned();
        }
        before = word.to_owned();
    }
    String::new()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_number_behind_a_bound_is_meant() {
        let cases = [
            ("5.8 Коэффициент для складов А и 9 следует принимать равным 1,1.", "1,1"),
            ("В 2 рядах ставят не более 26 стульев.", "26"),
            ("2 - Наибольшая высота штабеля", ""),
            ("120 - для стоек, что несут навес", "120"),
            ("3) двери и ворота", ""),
            ("3 При расчетах ворот их вес умножают на 1,1", "1,1"),
            ("3 стула в ряду", "3"),
            ("Выходов проектируют не менее двух.", "2"),
        ];
        for (text, wanted) in cases {
            assert_eq!(bare_number(text), wanted, "{text}");
        }
    }
}
