//! The canonical form: the act first, then the way down.

use crate::engine::address::{Act, Address, Locator, Unit, acts};
use std::fmt;

impl fmt::Display for Act {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let register = acts::shared();
        match self {
            Self::Known(id) => f.write_str(register.get(id).map_or(id, |act| &act.short)),
            Self::Ambiguous(ids) => match register.common_name(ids) {
                Some(name) => f.write_str(&name),
                None => f.write_str(ids.first().and_then(|id| register.get(id)).map_or("", |act| &act.short)),
            },
            Self::Named(name) => f.write_str(name),
            Self::Case(number) if number.chars().any(|ch| ('가'..='힣').contains(&ch)) => {
                if number.contains('헌') {
                    write!(f, "헌재 {number}")
                } else {
                    write!(f, "{number} 판결")
                }
            }
            Self::Case(number) if number.starts_with(|ch: char| ch.is_ascii_digit()) => write!(f, "справа № {number}"),
            Self::Case(number) => write!(f, "дело № {number}"),
            Self::Unnamed => Ok(()),
        }
    }
}

impl fmt::Display for Address {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let act = self.act.to_string();
        let way = way(&self.path, self.jurisdiction());
        let space = if act.is_empty() || way.is_empty() { "" } else { " " };
        write!(f, "{act}{space}{way}")
    }
}

impl Address {
    /// The canonical form: `ГК РФ ст. 333 п. 1`.
    #[must_use]
    pub fn canonical(&self) -> String {
        self.to_string()
    }
}

/// The way down as people of a jurisdiction write it: `ст. 333 п. 1`, `제250조 제1항`. For documents that the register
/// does not have, put their name before it.
#[must_use]
pub fn way(path: &[Locator], jurisdiction: Option<&str>) -> String {
    let hangul = |step: &Locator| step.number.chars().any(|ch| ('가'..='힣').contains(&ch));
    let korean = jurisdiction == Some("KR")
        || jurisdiction.is_none() && path.iter().any(|step| hangul(step) || step.unit == Unit::Supplement);
    let steps: Vec<String> = path
        .iter()
        .map(|step| if korean { korean_step(step) } else { step_text(step, jurisdiction == Some("UA")) })
        .collect();
    steps.join(" ")
}

fn step_text(step: &Locator, ukrainian: bool) -> String {
    let number = &step.number;
    let word = match (step.unit, ukrainian) {
        (Unit::Division, false) => "раздел",
        (Unit::Division, true) => "розділ",
        (Unit::Chapter, _) => "глава",
        (Unit::Paragraph, _) => "§",
        (Unit::Annex, false) => "прил.",
        (Unit::Annex, true) => "додаток",
        (Unit::Supplement, _) => "부칙",
        (Unit::Article, _) => "ст.",
        (Unit::Part, _) => "ч.",
        (Unit::Clause, _) => "п.",
        (Unit::Subclause, _) => "пп.",
        (Unit::Item, _) => "목",
        (Unit::Indent, _) => "абз.",
        (Unit::Table, _) => "табл.",
        (Unit::Formula, _) => return format!("формула ({number})"),
        (Unit::Figure, _) => "рис.",
        (Unit::Row, false) => "строка",
        (Unit::Row, true) => "рядок",
        (Unit::Column, _) => "графа",
        (Unit::Note, _) => "прим.",
    };
    format!("{word} {number}")
}

fn korean_step(step: &Locator) -> String {
    let number = &step.number;
    let (main, sub) = number.split_once('의').map_or((number.as_str(), None), |(main, sub)| (main, Some(sub)));
    let numbered = |word: &str| match sub {
        Some(sub) => format!("제{main}{word}의{sub}"),
        None => format!("제{main}{word}"),
    };
    match step.unit {
        Unit::Division => numbered("편"),
        Unit::Chapter => numbered("장"),
        Unit::Paragraph => numbered("절"),
        Unit::Article => numbered("조"),
        Unit::Clause | Unit::Part => numbered("항"),
        Unit::Subclause => numbered("호"),
        Unit::Item => format!("{number}목"),
        Unit::Supplement if number.is_empty() => "부칙".to_owned(),
        Unit::Supplement => format!("부칙 {number}"),
        Unit::Annex if number.is_empty() => "별표".to_owned(),
        Unit::Annex => format!("별표 {number}"),
        _ => step_text(step, false),
    }
}
