//! A light stemmer for Ukrainian: endings off, and the letters that change when an ending goes.
//!
//! It need not find the true stem; the forms of one word must meet, and few others.

/// Endings, longest first.
const ENDINGS: &[&str] = &[
    "ювати",
    "увати",
    "ованого",
    "ованому",
    "ованої",
    "ування",
    "ювання",
    "уванні",
    "уванням",
    "юванням",
    "ається",
    "ються",
    "уються",
    "юється",
    "ується",
    "овано",
    "овані",
    "ована",
    "ований",
    "овувати",
    "увався",
    "увалася",
    "ували",
    "увала",
    "ував",
    "ється",
    "яться",
    "аться",
    "ться",
    "ться",
    "ними",
    "ного",
    "ному",
    "ної",
    "ною",
    "ній",
    "них",
    "ним",
    "ими",
    "іми",
    "ого",
    "ому",
    "ої",
    "ою",
    "ою",
    "ей",
    "ій",
    "ий",
    "их",
    "их",
    "ім",
    "им",
    "ії",
    "ією",
    "ієї",
    "ія",
    "ію",
    "ями",
    "ами",
    "ях",
    "ах",
    "ям",
    "ам",
    "ів",
    "їв",
    "ом",
    "ем",
    "єм",
    "ою",
    "ею",
    "єю",
    "ові",
    "еві",
    "єві",
    "ють",
    "уть",
    "ать",
    "ять",
    "ить",
    "їть",
    "ити",
    "ати",
    "іти",
    "яти",
    "ти",
    "ено",
    "ано",
    "ене",
    "ана",
    "ані",
    "ений",
    "ися",
    "ась",
    "ося",
    "ув",
    "ла",
    "ло",
    "ли",
    "ує",
    "ює",
    "ав",
    "ив",
    "ся",
    "сь",
    "а",
    "я",
    "у",
    "ю",
    "о",
    "е",
    "є",
    "і",
    "ї",
    "и",
    "ь",
    "й",
];

/// Letters that a stem keeps at least.
const SHORTEST: usize = 3;

/// The stem of a folded word.
pub(super) fn stem(word: &str) -> String {
    let cyrillic = |c: char| ('а'..='ӿ').contains(&c);
    if !word.chars().all(cyrillic) {
        return word.to_owned();
    }
    let mut stem = word;
    // Twice: «судового» loses «ого», «зобовязання» its «ня» and «ан».
    for round in 0..2 {
        let long = if round == 0 { SHORTEST } else { SHORTEST + 2 };
        let cut = ENDINGS
            .iter()
            .filter(|ending| round == 0 || ending.chars().count() < 3)
            .filter_map(|ending| stem.strip_suffix(ending))
            .filter(|rest| rest.chars().count() >= long)
            .min_by_key(|rest| rest.len());
        match cut {
            Some(rest) => stem = rest,
            None => break,
        }
        if round == 0 && word.len() < 16 {
            break;
        }
    }
    finish(stem)
}

/// Doubled letters are one, a soft sign goes, and the vowel of a closed last syllable is the open one's: спір, спору.
fn finish(stem: &str) -> String {
    let mut letters: Vec<char> = stem.chars().filter(|c| *c != 'ь').collect();
    while letters.len() > SHORTEST && letters[letters.len() - 1] == letters[letters.len() - 2] {
        letters.pop();
    }
    if let Some(last) = letters.last_mut() {
        *last = match *last {
            'ц' | 'ч' => 'к',
            'з' | 'ж' => 'г',
            'с' | 'ш' => 'х',
            other => other,
        };
    }
    let vowels = |c: &char| "аеєиіїоуюя".contains(*c);
    if let Some(at) = letters.iter().rposition(vowels)
        && letters[at] == 'і'
        && at > 0
        && at + 1 < letters.len()
    {
        letters[at] = 'о';
    }
    letters.into_iter().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forms_meet() {
        for forms in [
            &["договір", "договору", "договором", "договори", "договорів"][..],
            &["позов", "позову", "позовом", "позови"],
            &["суд", "суду", "судом", "суди", "судів"],
            &["справа", "справи", "справу", "справі", "справою"],
            &["відповідач", "відповідача", "відповідачу", "відповідачем"],
            &["судовий", "судового", "судове", "судових"],
            &["спір", "спору", "спори"],
            &["особа", "особи", "особу", "осіб", "особою"],
            &["рішення", "рішенням", "рішенні"],
        ] {
            let stems: Vec<String> = forms.iter().map(|form| stem(form)).collect();
            assert!(stems.windows(2).all(|pair| pair[0] == pair[1]), "{forms:?} {stems:?}");
        }
        assert_ne!(stem("позов"), stem("позика"));
        assert_eq!(stem("2747-15"), "2747-15");
    }
}
