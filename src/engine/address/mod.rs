//! Legal addresses: which act, and the way down to the place in it.
//!
//! «п. 1 ст. 333 ГК РФ», «СП 63 10.3.2», «ч. 2 ст. 266 КАС», «민법 제750조» are read into an [`Address`] and printed
//! back in one canonical form, in which the act comes first and the way goes down: «ГК РФ ст. 333 п. 1».

/// One step of the way down.
#[derive(Debug, Clone, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Locator {
    /// What kind of place.
    pub unit: Unit,
    /// Its number as the act writes it, folded: `333`, `123.20-1`, `10.3.2`, `Л.3.6`, `VII`.
    pub number: String,
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
    /// 부칙: provisions that follow an act.
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
