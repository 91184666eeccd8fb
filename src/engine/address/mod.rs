//! Legal addresses: which act, and the way down to the place in it.
//!
//! «п. 1 ст. 333 ГК РФ», «СП 63 10.3.2», «ч. 2 ст. 266 КАС», «민법 제750조» are read into an [`Address`] and printed
//! back in one canonical form, in which the act comes first and the way goes down: «ГК РФ ст. 333 п. 1».
//!
//! One place has one address. An article is found without its chapter and division, and a clause that names its annex
//! («п. Л.3.6») without the annex, so the way leaves those out ([`Address::tidy`]).

pub mod acts;
pub mod find;
mod group;
mod korean;
mod laws;
pub(crate) mod lex;
mod named;
mod numbers;
mod path;
pub mod print;
mod units;

#[cfg(test)]
mod forms_tests;
#[cfg(test)]
mod tests;

/// One step of the way down.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Locator {
    /// What kind of place.
    pub unit: Unit,
    /// Its number as the act writes it, folded: `333`, `123.20-1`, `10.3.2`, `Л.3.6`, `VII`, `3의2`.
    pub number: String,
}

impl Locator {
    /// A step of the way.
    #[must_use]
    pub fn new(unit: Unit, number: impl Into<String>) -> Self {
        Self { unit, number: number.into() }
    }
}

/// Kinds of places, from the widest down.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Unit {
    /// раздел, розділ, 편.
    Division,
    /// глава, глава, 장.
    Chapter,
    /// параграф, §, 절.
    Paragraph,
    /// приложение, додаток, 별표.
    Annex,
    /// 부칙: provisions that follow an act. Its number is empty when the text gives none.
    Supplement,
    /// статья, стаття, 조.
    Article,
    /// часть, частина.
    Part,
    /// пункт, пункт, 항; a numbered clause of a set of rules.
    Clause,
    /// подпункт, підпункт, 호.
    Subclause,
    /// 목.
    Item,
    /// абзац.
    Indent,
    /// таблица.
    Table,
    /// формула.
    Formula,
    /// рисунок.
    Figure,
    /// строка of a table.
    Row,
    /// графа of a table.
    Column,
    /// примечание.
    Note,
}

/// Which act an address names.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub enum Act {
    /// An act of the register, by id: `ru.gk`, `ru.sp.63.13330.2018`, `ua.cac`.
    Known(String),
    /// Several acts go by this name («ГК»): their ids, best first.
    Ambiguous(Vec<String>),
    /// The form of the name is clear, but the register does not have it; as it was written, canonical.
    Named(String),
    /// A court's case, by its number.
    Case(String),
    /// No act is named; «настоящий Кодекс», «цього Кодексу» are this too.
    Unnamed,
}

/// A legal address.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Address {
    /// The act.
    pub act: Act,
    /// The way down; empty means the act as a whole.
    pub path: Vec<Locator>,
}

impl Address {
    /// The place of an act of the register.
    #[must_use]
    pub fn of(document: &str, path: Vec<Locator>) -> Self {
        Self { act: Act::Known(document.to_owned()), path }.tidy()
    }

    /// The number at this step of the way.
    #[must_use]
    pub fn number(&self, unit: Unit) -> Option<&str> {
        self.path.iter().find(|step| step.unit == unit).map(|step| step.number.as_str())
    }

    /// The way from the widest step down, without steps that only repeat what a later one says.
    #[must_use]
    pub fn tidy(mut self) -> Self {
        self.path.sort_by_key(|step| step.unit);
        self.path.dedup();
        let article = self.path.iter().any(|step| step.unit == Unit::Article);
        let chapter = self.path.iter().any(|step| step.unit == Unit::Chapter);
        // In a Korean act chapters begin anew in every division.
        let korean = self.jurisdiction() == Some("KR");
        let lettered: Option<String> = self.path.iter().filter(|step| step.unit > Unit::Article).find_map(|step| {
            let (letter, _) = step.number.split_once('.')?;
            letter.chars().all(char::is_alphabetic).then(|| letter.to_owned())
        });
        self.path.retain(|step| match step.unit {
            Unit::Division => !article && (korean || !chapter),
            Unit::Chapter | Unit::Paragraph => !article,
            Unit::Annex => lettered.as_ref() != Some(&step.number),
            _ => true,
        });
        self
    }
}
