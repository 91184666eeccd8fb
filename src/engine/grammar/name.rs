//! One part of a name in a case: surnames, given names, patronymics.

use crate::engine::grammar::case::{Case, Gender};
use crate::engine::grammar::endings::{ADJECTIVE_F, ADJECTIVE_M, FIRST, MASCULINE, Rule, apply, fixed, rule};

/// Whole surnames against the general rule.
const SURNAMES_EXCEPT: &[(&str, [&str; 5])] = &[
    ("лев", ["Льва", "Льву", "Льва", "Львом", "Льве"]),
    ("цой", ["Цоя", "Цою", "Цоя", "Цоем", "Цое"]),
    ("ной", ["Ноя", "Ною", "Ноя", "Ноем", "Ное"]),
    ("заяц", ["Зайца", "Зайцу", "Зайца", "Зайцем", "Зайце"]),
    ("швец", ["Швеца", "Швецу", "Швеца", "Швецом", "Швеце"]),
    ("жнец", ["Жнеца", "Жнецу", "Жнеца", "Жнецом", "Жнеце"]),
    ("кузнец", ["Кузнеца", "Кузнецу", "Кузнеца", "Кузнецом", "Кузнеце"]),
];
/// Foreign surnames in «-ин», «-ов» that take «-ом».
const FOREIGN: &[&str] = &["дарвин", "чаплин", "грин", "бюлов", "цеппелин"];
/// First parts of double surnames that never change.
const FIXED_PARTS: &[&str] = &["бонч", "тер", "бен", "кара", "ван", "фон", "де", "ибн", "сан"];

const SURNAME_FIXED: &[Rule] = &[fixed(&["о", "е", "э", "и", "у", "ю", "ы", "ых", "их", "иа", "уа", "оа", "еа"])];
const SURNAME_M: &[Rule] = &[
    rule(&["ов", "ев", "ёв", "ин", "ын"], 0, ["а", "у", "а", "ым", "е"]),
    rule(&["аец", "еец", "оец", "уец", "яец", "иец"], 2, ["йца", "йцу", "йца", "йцем", "йце"]),
    rule(&["лец"], 2, ["ьца", "ьцу", "ьца", "ьцем", "ьце"]),
    rule(&["ец"], 2, ["ца", "цу", "ца", "цем", "це"]),
    rule(&["ай", "ей", "уй", "юй", "яй", "эй"], 1, ["я", "ю", "я", "ем", "е"]),
];
const SURNAME_F: &[Rule] = &[rule(&["ова", "ева", "ёва", "ина", "ына"], 1, ["ой", "ой", "у", "ой", "ой"])];
const GIVEN_M: &[Rule] = &[
    rule(&["пётр", "петр"], 3, ["етра", "етру", "етра", "етром", "етре"]),
    rule(&["павел"], 2, ["ла", "лу", "ла", "лом", "ле"]),
    rule(&["лев"], 2, ["ьва", "ьву", "ьва", "ьвом", "ьве"]),
    fixed(&["о", "е", "э", "и", "у", "ю", "ы"]),
];
const GIVEN_F: &[Rule] = &[rule(&["ь"], 1, ["и", "и", "ь", "ью", "и"])];
const PATRONYMIC: &[Rule] = &[
    rule(&["ильич", "лукич", "фомич", "кузьмич", "никитич", "фокич"], 0, ["а", "у", "а", "ом", "е"]),
    rule(&["ич"], 0, ["а", "у", "а", "ем", "е"]),
    rule(&["на"], 1, ["ы", "е", "у", "ой", "е"]),
];

/// A surname, each part of a double one apart.
#[must_use]
pub fn surname(word: &str, gender: Gender, case: Case) -> String {
    let Some(oblique) = case.oblique() else { return word.to_owned() };
    let parts: Vec<&str> = word.split('-').collect();
    let last = parts.len() - 1;
    let changed = parts.iter().enumerate().map(|(i, part)| {
        let fixed = i < last && FIXED_PARTS.contains(&part.to_lowercase().as_str());
        if fixed { (*part).to_owned() } else { surname_part(part, gender, oblique) }
    });
    changed.collect::<Vec<_>>().join("-")
}

fn surname_part(word: &str, gender: Gender, oblique: usize) -> String {
    let low = word.to_lowercase();
    if gender == Gender::Feminine {
        return if low.ends_with(['а', 'я']) {
            apply(word, oblique, &[SURNAME_FIXED, SURNAME_F, ADJECTIVE_F, FIRST])
        } else {
            word.to_owned()
        };
    }
    if let Some((_, forms)) = SURNAMES_EXCEPT.iter().find(|(name, _)| *name == low) {
        return forms[oblique].to_owned();
    }
    if FOREIGN.contains(&low.as_str()) {
        return apply(word, oblique, &[MASCULINE]);
    }
    apply(word, oblique, &[SURNAME_FIXED, FIRST, SURNAME_M, ADJECTIVE_M, MASCULINE])
}

/// A given name; both parts of a double one.
#[must_use]
pub fn given(word: &str, gender: Gender, case: Case) -> String {
    let Some(oblique) = case.oblique() else { return word.to_owned() };
    let part = |part: &str| {
        let low = part.to_lowercase();
        match gender {
            Gender::Feminine if low.ends_with(['а', 'я']) => apply(part, oblique, &[FIRST]),
            Gender::Feminine => apply(part, oblique, &[GIVEN_F]),
            _ => apply(part, oblique, &[GIVEN_M, FIRST, MASCULINE]),
        }
    };
    word.split('-').map(part).collect::<Vec<_>>().join("-")
}

/// A patronymic; «оглы», «кызы» and other forms stay.
#[must_use]
pub fn patronymic(word: &str, case: Case) -> String {
    case.oblique().map_or_else(|| word.to_owned(), |oblique| apply(word, oblique, &[PATRONYMIC]))
}

/// Whose child: the gender that a patronymic shows.
#[must_use]
pub fn patronymic_gender(word: &str) -> Option<Gender> {
    let low = word.to_lowercase();
    let last = low.rsplit([' ', '-']).next().unwrap_or_default();
    match last {
        "оглы" | "улы" | "уулу" => Some(Gender::Masculine),
        "кызы" | "гызы" => Some(Gender::Feminine),
        _ if low.ends_with("вич") || low.ends_with("мич") || low.ends_with("ьич") || low.ends_with("кич") => {
            Some(Gender::Masculine)
        }
        _ if low.ends_with("тич") && low.chars().count() > 5 => Some(Gender::Masculine),
        _ if ["вна", "чна", "шна"].iter().any(|end| low.ends_with(end)) && low.chars().count() > 5 => {
            Some(Gender::Feminine)
        }
        _ => None,
    }
}

/// The gender that a given name shows: women's names in «-а», «-я», men's in a consonant.
#[must_use]
pub fn given_gender(word: &str) -> Option<Gender> {
    const MEN: &[&str] = &[
        "никита",
        "илья",
        "фома",
        "лука",
        "кузьма",
        "савва",
        "данила",
        "гаврила",
        "фока",
        "емеля",
        "мустафа",
        "муса",
        "иса",
        "добрыня",
        "зия",
    ];
    const BOTH: &[&str] = &["саша", "женя", "валя", "шура", "слава", "саня", "вася"];
    const WOMEN: &[&str] = &["любовь", "нинель", "рахиль", "адель", "эсфирь", "юдифь", "айгуль", "гузель", "марьям"];
    let low = word.to_lowercase();
    let last = low.chars().last()?;
    if BOTH.contains(&low.as_str()) {
        return None;
    }
    if WOMEN.contains(&low.as_str()) {
        return Some(Gender::Feminine);
    }
    match last {
        _ if MEN.contains(&low.as_str()) => Some(Gender::Masculine),
        'а' | 'я' => Some(Gender::Feminine),
        'о' | 'е' | 'э' | 'и' | 'у' | 'ю' | 'ы' | 'ё' | 'ь' if !["игорь", "лазарь"].contains(&low.as_str()) => {
            None
        }
        c if c.is_alphabetic() => Some(Gender::Masculine),
        _ => None,
    }
}

/// The gender that the ending of a Russian surname shows.
#[must_use]
pub fn surname_gender(word: &str) -> Option<Gender> {
    let low = word.to_lowercase();
    let ends = |list: &[&str]| list.iter().any(|end| low.ends_with(end));
    if ends(&["ова", "ева", "ёва", "ина", "ына", "ская", "цкая"]) {
        Some(Gender::Feminine)
    } else if ends(&["ов", "ев", "ёв", "ин", "ын", "ский", "цкий"]) {
        Some(Gender::Masculine)
    } else {
        None
    }
}
