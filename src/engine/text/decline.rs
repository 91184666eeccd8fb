//! Back to the nominative: surnames and patronymics by their endings.

use crate::engine::text::given::Case;

/// A patronymic in some case.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Patronymic {
    /// Its nominative, with the letters as they were said.
    pub(crate) name: String,
    /// Whose child: daughter or son.
    pub(crate) female: bool,
    /// The case; the genitive of a man is the accusative too.
    pub(crate) case: Case,
}

/// `word` without `ending`, when it has it.
fn strip<'a>(word: &'a str, ending: &str) -> Option<&'a str> {
    word.strip_suffix(ending)
}

/// Reads a word in name case («Ивановичу») as a patronymic.
pub(crate) fn patronymic(word: &str) -> Option<Patronymic> {
    use Case::{Accusative, Dative, Genitive, Instrumental, Nominative, Prepositional};
    const SONS: &[(&str, Case)] =
        &[("ич", Nominative), ("ича", Genitive), ("ичу", Dative), ("ичем", Instrumental), ("иче", Prepositional)];
    const DAUGHTERS: &[(&str, Case)] = &[
        ("на", Nominative),
        ("ны", Genitive),
        ("не", Dative),
        ("ну", Accusative),
        ("ной", Instrumental),
        ("ною", Instrumental),
    ];
    const SHORT: &[&str] = &["Ильич", "Лукич", "Фомич", "Кузьмич", "Саввич", "Никитич", "Фокич"];
    for (ending, case) in SONS {
        if let Some(stem) = strip(word, ending) {
            let name = format!("{stem}ич");
            let long = (stem.ends_with("ов") || stem.ends_with("ев")) && stem.chars().count() >= 4;
            if long || SHORT.contains(&name.as_str()) {
                return Some(Patronymic { name, female: false, case: *case });
            }
        }
    }
    // «Иваныч», «Сергеич»: as it is said aloud; the form on paper is the person's to tell.
    let spoken = ["ыч", "еич", "аич", "ьич"].iter().any(|ending| word.ends_with(ending));
    if spoken && word.chars().count() >= 6 && word.starts_with(char::is_uppercase) {
        return Some(Patronymic { name: word.to_owned(), female: false, case: Nominative });
    }
    for (ending, case) in DAUGHTERS {
        if let Some(stem) = strip(word, ending) {
            let right = ["ов", "ев", "ич"].iter().any(|end| stem.ends_with(end)) && stem.chars().count() >= 4;
            if right {
                return Some(Patronymic { name: format!("{stem}на"), female: true, case: *case });
            }
        }
    }
    None
}

/// The nominative of a surname (in name case) said in `case`; a surname that does not change stays.
pub(crate) fn surname(word: &str, female: bool, case: Case) -> String {
    if case == Case::Nominative {
        return word.to_owned();
    }
    word.split('-').map(|part| if female { woman(part, case) } else { man(part, case) }).collect::<Vec<_>>().join("-")
}

fn replaced(word: &str, pairs: &[(&str, &str)]) -> Option<String> {
    pairs.iter().find_map(|(from, to)| strip(word, from).filter(|s| s.chars().count() >= 2).map(|s| format!("{s}{to}")))
}

fn man(word: &str, case: Case) -> String {
    const ADJECTIVES: &[(&str, &str)] = &[
        ("ского", "ский"),
        ("цкого", "цкий"),
        ("скому", "ский"),
        ("цкому", "цкий"),
        ("ском", "ский"),
        ("цком", "цкий"),
        ("ским", "ский"),
        ("цким", "цкий"),
        ("ого", "ой"),
        ("ому", "ой"),
    ];
    if let Some(name) = replaced(word, ADJECTIVES) {
        return name;
    }
    let possessive = |stem: &str| ["ов", "ев", "ёв", "ин", "ын"].iter().any(|end| stem.ends_with(end));
    // A man's «-у» in the accusative and «-ы» anywhere belong to names in «-а»: «Глинку», «Глинки».
    let found = match case {
        Case::Genitive | Case::Accusative => {
            replaced(word, &[("а", ""), ("я", "ь"), ("ы", "а"), ("и", "а"), ("у", "а"), ("ю", "я")])
        }
        Case::Dative => replaced(word, &[("у", ""), ("ю", "ь"), ("е", "а")]),
        Case::Instrumental => {
            let bare = strip(word, "ым").filter(|stem| possessive(stem)).map(str::to_owned);
            bare.or_else(|| replaced(word, &[("ым", "ый"), ("ой", "а"), ("ом", ""), ("ем", "ь")]))
        }
        Case::Prepositional => replaced(word, &[("е", "")]),
        Case::Nominative => None,
    };
    found.unwrap_or_else(|| word.to_owned())
}

fn woman(word: &str, case: Case) -> String {
    const PAIRS: &[(&str, &str)] = &[
        ("ской", "ская"),
        ("скую", "ская"),
        ("цкой", "цкая"),
        ("цкую", "цкая"),
        ("овой", "ова"),
        ("евой", "ева"),
        ("ёвой", "ёва"),
        ("иной", "ина"),
        ("ыной", "ына"),
        ("ову", "ова"),
        ("еву", "ева"),
        ("ёву", "ёва"),
        ("ину", "ина"),
        ("ыну", "ына"),
        ("ую", "ая"),
        ("ой", "ая"),
    ];
    if let Some(name) = replaced(word, PAIRS) {
        return name;
    }
    let found = match case {
        Case::Genitive => replaced(word, &[("ы", "а"), ("ки", "ка"), ("ги", "га"), ("хи", "ха")]),
        Case::Dative | Case::Prepositional => replaced(word, &[("е", "а")]),
        Case::Accusative => replaced(word, &[("у", "а")]),
        _ => None,
    };
    found.unwrap_or_else(|| word.to_owned())
}

/// The case and sex that the ending of a surname shows by itself; `None` when it shows nothing certain.
pub(crate) fn surname_case(word: &str) -> Option<(bool, Case)> {
    const CERTAIN: &[(&str, bool, Case)] = &[
        ("ского", false, Case::Genitive),
        ("цкого", false, Case::Genitive),
        ("скому", false, Case::Dative),
        ("цкому", false, Case::Dative),
        ("ской", true, Case::Genitive),
        ("цкой", true, Case::Genitive),
        ("скую", true, Case::Accusative),
        ("овой", true, Case::Genitive),
        ("евой", true, Case::Genitive),
        ("иной", true, Case::Genitive),
        ("овым", false, Case::Instrumental),
        ("евым", false, Case::Instrumental),
        ("иным", false, Case::Instrumental),
        ("ову", false, Case::Dative),
        ("еву", false, Case::Dative),
        ("ину", false, Case::Dative),
        ("ским", false, Case::Instrumental),
        ("цким", false, Case::Instrumental),
    ];
    CERTAIN.iter().find(|(ending, ..)| word.ends_with(ending)).map(|(_, female, case)| (*female, *case))
}

/// Whether a folded word ends as Russian surnames do, in any case.
pub(crate) fn looks_like_surname(low: &str) -> bool {
    const ENDINGS: &[&str] = &[
        "ов",
        "ев",
        "ин",
        "ын",
        "ова",
        "ева",
        "ина",
        "ына",
        "ову",
        "еву",
        "ину",
        "ыну",
        "овым",
        "евым",
        "иным",
        "овой",
        "евой",
        "иной",
        "ове",
        "еве",
        "ский",
        "цкий",
        "ская",
        "цкая",
        "ского",
        "цкого",
        "скому",
        "цкому",
        "ским",
        "ской",
        "цкой",
        "скую",
        "цкую",
        "енко",
        "ко",
        "ук",
        "юк",
        "чук",
        "ян",
        "янц",
        "дзе",
        "швили",
        "ых",
        "их",
        "ец",
        "ич",
    ];
    low.chars().count() >= 4 && ENDINGS.iter().any(|ending| low.ends_with(ending))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn patronymics() {
        for (said, name, female) in [
            ("Иванович", "Иванович", false),
            ("Ивановичу", "Иванович", false),
            ("Иваныч", "Иваныч", false),
            ("Сергеич", "Сергеич", false),
            ("Сергеевичем", "Сергеевич", false),
            ("Ильича", "Ильич", false),
            ("Петровны", "Петровна", true),
            ("Андреевной", "Андреевна", true),
            ("Ильиничну", "Ильинична", true),
        ] {
            let p = patronymic(said).expect(said);
            assert_eq!((p.name.as_str(), p.female), (name, female), "{said}");
        }
        for other in ["Иванов", "Кирпич", "Сосна", "Ов", ""] {
            assert_eq!(patronymic(other), None, "{other}");
        }
    }

    #[test]
    fn surnames() {
        use Case::{Accusative, Dative, Genitive, Instrumental, Nominative, Prepositional};
        for (said, female, case, name) in [
            ("Иванов", false, Nominative, "Иванов"),
            ("Иванова", false, Genitive, "Иванов"),
            ("Петрову", false, Dative, "Петров"),
            ("Сидоровым", false, Instrumental, "Сидоров"),
            ("Петрове", false, Prepositional, "Петров"),
            ("Ковальского", false, Genitive, "Ковальский"),
            ("Толстому", false, Dative, "Толстой"),
            ("Ивановой", true, Genitive, "Иванова"),
            ("Сидорову", true, Accusative, "Сидорова"),
            ("Ковальскую", true, Accusative, "Ковальская"),
            ("Шевчука", false, Genitive, "Шевчук"),
            ("Шевченко", false, Dative, "Шевченко"),
            ("Черных", true, Dative, "Черных"),
            ("Петрова-Водкина", false, Genitive, "Петров-Водкин"),
        ] {
            assert_eq!(surname(said, female, case), name, "{said}");
        }
    }
}
