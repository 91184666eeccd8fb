//! Words for places in Russian, Ukrainian and English texts: «ст.», «статьёй», «ч.ч.», «§», «додаток», “Article”.

use crate::engine::address::Unit;
use crate::engine::address::lex::{Kind, Token};

/// A word for a place and what it tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct UnitWord {
    pub(crate) unit: Unit,
    /// First token after it.
    pub(crate) next: usize,
    /// «пп.», «п.п.», «п/п»: a subclause, or clauses.
    pub(crate) double_clause: bool,
}

/// Abbreviations, folded.
const SHORT: &[(&str, Unit)] = &[
    ("ст", Unit::Article),
    ("ч", Unit::Part),
    ("чч", Unit::Part),
    ("п", Unit::Clause),
    ("пп", Unit::Subclause),
    ("подп", Unit::Subclause),
    ("підп", Unit::Subclause),
    ("абз", Unit::Indent),
    ("гл", Unit::Chapter),
    ("разд", Unit::Division),
    ("розд", Unit::Division),
    ("прил", Unit::Annex),
    ("дод", Unit::Annex),
    ("табл", Unit::Table),
    ("рис", Unit::Figure),
    ("прим", Unit::Note),
    ("art", Unit::Article),
    ("arts", Unit::Article),
    ("§", Unit::Paragraph),
];

/// Stems with the endings they have.
const LONG: &[(&str, &[&str], Unit)] = &[
    ("стать", &["я", "и", "е", "ю", "ей", "ею", "ям", "ями", "ях"], Unit::Article),
    ("стат", &["ей"], Unit::Article),
    ("статт", &["я", "і", "ю", "ею", "ям", "ями", "ях"], Unit::Article),
    ("част", &["ь", "и", "ью", "ей", "ям", "ями", "ях"], Unit::Part),
    ("частин", &["а", "и", "і", "у", "ою", "", "ам", "ами", "ах"], Unit::Part),
    ("пункт", &["", "а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах", "і", "ів", "и"], Unit::Clause),
    ("подпункт", &["", "а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах"], Unit::Subclause),
    ("підпункт", &["", "а", "у", "ом", "і", "и", "ів", "ам", "ами", "ах"], Unit::Subclause),
    ("абзац", &["", "а", "у", "ем", "е", "ы", "ев", "ам", "ами", "ах", "і", "и", "ів"], Unit::Indent),
    ("глав", &["а", "ы", "е", "у", "ой", "ою", "и", "і", ""], Unit::Chapter),
    ("раздел", &["", "а", "у", "ом", "е", "ы", "ов", "ам", "ами", "ах"], Unit::Division),
    ("розділ", &["", "у", "ом", "і", "и", "ів", "ам", "ами", "ах"], Unit::Division),
    ("параграф", &["", "а", "у", "ом", "е", "ы", "ов", "і", "и"], Unit::Paragraph),
    ("приложени", &["е", "я", "ю", "ем", "и", "й", "ям", "ями", "ях"], Unit::Annex),
    ("додат", &["ок", "ка", "ку", "ком", "ки", "ків"], Unit::Annex),
    ("таблиц", &["а", "ы", "е", "у", "ей", "ею", "і", "я", "ю", "ам", "ами", "ах", ""], Unit::Table),
    ("формул", &["а", "ы", "е", "у", "ой", "ою", "и", "і", "", "ам", "ами", "ах"], Unit::Formula),
    ("рисун", &["ок", "ка", "ку", "ком", "ке", "ки", "ков", "ками", "ках", "ків"], Unit::Figure),
    ("примечани", &["е", "я", "ю", "ем", "и", "й"], Unit::Note),
    ("примітк", &["а", "и", "у", "ою"], Unit::Note),
    ("строк", &["а", "и", "е", "у", "ой"], Unit::Row),
    ("ряд", &["ок", "ка", "ку", "ком"], Unit::Row),
    ("article", &["", "s"], Unit::Article),
    ("paragraph", &["", "s"], Unit::Clause),
    ("clause", &["", "s"], Unit::Clause),
    ("граф", &["а", "ы", "е", "у", "ой", "и", "і", "ою"], Unit::Column),
];

/// The word for a place at a token, if one stands there.
pub(crate) fn unit_word(tokens: &[Token<'_>], at: usize) -> Option<UnitWord> {
    let token = tokens.get(at)?;
    if let Some(&(short, unit)) = SHORT.iter().find(|(short, _)| token.is(short)) {
        return Some(short_word(tokens, at, short, unit));
    }
    if token.kind != Kind::Letters {
        return None;
    }
    let (_, _, unit) = LONG
        .iter()
        .find(|(stem, endings, _)| token.text.strip_prefix(stem).is_some_and(|ending| endings.contains(&ending)))?;
    Some(UnitWord { unit: *unit, next: at + 1, double_clause: false })
}

fn short_word(tokens: &[Token<'_>], at: usize, short: &str, unit: Unit) -> UnitWord {
    let is = |at: usize, text: &str| tokens.get(at).is_some_and(|token| token.is(text));
    let dot = |at: usize| if is(at, ".") { at + 1 } else { at };
    let mut next = dot(at + 1);
    let mut doubled = short == "пп";
    // «ст.ст.», «ч. ч.», «п/п», «§§»: said twice for several.
    let again = if is(next, "/") && short == "п" { next + 1 } else { next };
    if is(again, short) && short != "пп" {
        next = dot(again + 1);
        doubled = true;
    }
    let double_clause = doubled && matches!(short, "п" | "пп");
    UnitWord { unit: if double_clause { Unit::Subclause } else { unit }, next, double_clause }
}

/// «первой», «третьего», «друга»: the number that an ordinal word means, up to twenty.
pub(crate) fn ordinal(word: &str) -> Option<u32> {
    const STEMS: &[(&str, u32)] = &[
        ("перв", 1),
        ("перш", 1),
        ("втор", 2),
        ("друг", 2),
        ("трет", 3),
        ("четверт", 4),
        ("пят", 5),
        ("шест", 6),
        ("шост", 6),
        ("седьм", 7),
        ("сьом", 7),
        ("восьм", 8),
        ("девят", 9),
        ("десят", 10),
        ("одиннадцат", 11),
        ("одинадцят", 11),
        ("двенадцат", 12),
        ("дванадцят", 12),
        ("тринадцат", 13),
        ("тринадцят", 13),
        ("четырнадцат", 14),
        ("чотирнадцят", 14),
        ("пятнадцат", 15),
        ("двадцат", 20),
        ("двадцят", 20),
    ];
    const ENDINGS: &[&str] = &[
        "ый", "ой", "ий", "ая", "ое", "ого", "ому", "ым", "ом", "ую", "ою", "ей", "а", "е", "ої", "ій", "у", "им",
        "ьей", "ья", "ье", "ью", "ьего", "ьему", "ьим", "ьем", "я", "є", "ю", "ьої", "ьою", "ьому", "ього", "ім", "і",
        "ьоі",
    ];
    // An apostrophe parts a word: «п'ятої» comes as its tail.
    let stem = STEMS.iter().filter(|(stem, _)| word.starts_with(stem)).max_by_key(|(stem, _)| stem.len())?;
    ENDINGS.contains(&&word[stem.0.len()..]).then_some(stem.1)
}

/// Whether a word after a number makes it a measure rather than a place: «ст. 309, 10 дней».
pub(crate) fn measure(token: &Token<'_>) -> bool {
    const STEMS: &[&str] = &[
        "день",
        "дня",
        "дней",
        "днів",
        "дні",
        "сут",
        "час",
        "год",
        "лет",
        "рок",
        "рік",
        "місяц",
        "месяц",
        "недел",
        "тижн",
        "руб",
        "грн",
        "грив",
        "процент",
        "відсот",
        "тыс",
        "млн",
        "млрд",
        "мм",
        "см",
        "кг",
        "мпа",
        "кн",
        "раз",
        "календар",
        "рабоч",
        "робоч",
        "банковск",
        "января",
        "феврал",
        "марта",
        "апрел",
        "мая",
        "июн",
        "июл",
        "август",
        "сентябр",
        "октябр",
        "ноябр",
        "декабр",
        "січн",
        "лют",
        "берез",
        "квіт",
        "трав",
        "черв",
        "лип",
        "серп",
        "верес",
        "жовт",
        "листоп",
        "груд",
    ];
    token.is("%") || token.is("°") || token.is("м") || STEMS.iter().any(|stem| token.text.starts_with(stem))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::engine::address::lex::lex;
    use crate::engine::fold::folded;

    #[test]
    fn words_for_places() {
        let unit = |text: &str| {
            let text = folded(text);
            let tokens = lex(&text);
            unit_word(&tokens, 0).map(|word| (word.unit, word.next == tokens.len()))
        };
        for text in ["ст.", "ст", "Статьёй", "статей", "статтею", "ст.ст.", "ст. ст.", "СТАТТІ"]
        {
            assert_eq!(unit(text), Some((Unit::Article, true)), "{text}");
        }
        for text in ["пп.", "п.п.", "п/п", "подпунктом", "підпункту"] {
            assert_eq!(unit(text), Some((Unit::Subclause, true)), "{text}");
        }
        for text in ["ч.ч.", "частиною", "частью", "чч."] {
            assert_eq!(unit(text), Some((Unit::Part, true)), "{text}");
        }
        for text in ["статус", "частота", "пунктир", "графин", "стать"] {
            assert_eq!(unit(text), None, "{text}");
        }
        assert_eq!(unit("§§"), Some((Unit::Paragraph, true)));
        assert_eq!([ordinal("второй"), ordinal("першою"), ordinal("третьего")], [Some(2), Some(1), Some(3)]);
        assert_eq!([ordinal("первоначально"), ordinal("другим"), ordinal("стул")], [None, Some(2), None]);
    }
}
