//! An address as a path of a node and back.
//!
//! Every step is two segments, the unit and the number: `art/333/p/1`. The units are `division`, `chapter`, `para`
//! (§), `annex`, `supplement` (its number is `-` when there is none), `art`, `part`, `p` (пункт, 항), `sub`
//! (подпункт, 호), `item` (목), `indent` (абзац), `table`, `formula`, `figure`, `row`, `col`, `note`. Numbers stand as
//! the act writes them: `art/123.20-1`, `p/Л.3.6`, `table/10.1`, `art/3의2`. A cell is `table/10.1/row/3/col/2`;
//! `table/10.1/r3c2` is read too. The act whole is the empty path.

use crate::engine::address::{Act, Address, Locator, Unit, acts};
use crate::engine::fold::folded;

const NAMES: &[(Unit, &str)] = &[
    (Unit::Division, "division"),
    (Unit::Chapter, "chapter"),
    (Unit::Paragraph, "para"),
    (Unit::Annex, "annex"),
    (Unit::Supplement, "supplement"),
    (Unit::Article, "art"),
    (Unit::Part, "part"),
    (Unit::Clause, "p"),
    (Unit::Subclause, "sub"),
    (Unit::Item, "item"),
    (Unit::Indent, "indent"),
    (Unit::Table, "table"),
    (Unit::Formula, "formula"),
    (Unit::Figure, "figure"),
    (Unit::Row, "row"),
    (Unit::Column, "col"),
    (Unit::Note, "note"),
];

impl Unit {
    /// The segment of a path: `art`.
    #[must_use]
    pub fn segment(self) -> &'static str {
        NAMES.iter().find(|(unit, _)| *unit == self).map_or("", |(_, name)| name)
    }
}

impl Act {
    /// The id of the document that holds the act: of the register, or made from the canonical name of an act that the
    /// register does not have (`ru.gost.12345-2014`, `ru.sp.999.13330.2020`, `case.826-19268-13-а`), so that an imported
    /// one can be found.
    /// Ambiguous acts have several ids, unnamed ones none.
    #[must_use]
    pub fn documents(&self) -> Vec<String> {
        match self {
            Self::Known(id) => vec![id.clone()],
            Self::Ambiguous(ids) => ids.clone(),
            Self::Named(name) => made_id(name).into_iter().collect(),
            Self::Case(number) => vec![format!("case.{}", folded(number).replace('/', "-"))],
            Self::Unnamed => Vec::new(),
        }
    }
}

/// `СП 999.13330.2020` → `ru.sp.999.13330.2020`; the year of «999-ФЗ от 05.06.2012» joins the id.
fn made_id(name: &str) -> Option<String> {
    let (name, year) = match name.split_once(" от ") {
        Some((name, date)) => (name, date.rsplit('.').next().map(|year| format!(".{year}")).unwrap_or_default()),
        None => (name, String::new()),
    };
    if let Some(number) = name.strip_suffix("-ФЗ") {
        return Some(format!("ru.fz.{number}{year}"));
    }
    let series = [
        ("СП ", "ru.sp."),
        ("СНиП ", "ru.snip."),
        ("ГОСТ Р ", "ru.gost.r."),
        ("ГОСТ ", "ru.gost."),
        ("ПП РФ № ", "ru.pp."),
        ("Закон РФ № ", "ru.law."),
        ("Закон № ", "ua.law."),
    ];
    let (prefix, id) = series.iter().find(|(prefix, _)| name.starts_with(prefix))?;
    Some(format!("{id}{}{year}", name[prefix.len()..].replace(' ', ".")))
}

impl Address {
    /// `art/333/p/1`; empty for the act whole.
    #[must_use]
    pub fn node_path(&self) -> String {
        let step = |step: &Locator| {
            let number = if step.number.is_empty() { "-" } else { &step.number };
            format!("{}/{number}", step.unit.segment())
        };
        self.path.iter().map(step).collect::<Vec<_>>().join("/")
    }

    /// The address of a node: an act of the register or an imported document, and a path.
    #[must_use]
    pub fn from_path(document: &str, path: &str) -> Option<Self> {
        let mut steps = Vec::new();
        let mut segments = path.split('/').filter(|segment| !segment.is_empty());
        while let Some(segment) = segments.next() {
            if let Some((_, _)) = steps.last().zip(cell(segment)) {
                steps.extend(cell(segment)?);
                continue;
            }
            let unit = NAMES.iter().find(|(_, name)| *name == segment)?.0;
            let number = segments.next()?;
            let number = if number == "-" { "" } else { number };
            if number.chars().any(|ch| ch.is_whitespace() || ch.is_control()) {
                return None;
            }
            steps.push(Locator::new(unit, number));
        }
        Some(Self { act: Act::Known(document.to_owned()), path: steps })
    }

    /// `RU`, `UA` or `KR`, if the act tells.
    #[must_use]
    pub fn jurisdiction(&self) -> Option<&'static str> {
        let first = self.act.documents().into_iter().next();
        let known = |code: &str| ["RU", "UA", "KR"].into_iter().find(|known| *known == code);
        match &self.act {
            Act::Case(number) if number.chars().any(|ch| ('가'..='힣').contains(&ch)) => Some("KR"),
            Act::Case(number) if number.contains('/') && number.starts_with(|ch: char| ch.is_ascii_digit()) => {
                Some("UA")
            }
            Act::Case(_) => Some("RU"),
            Act::Named(name) if name.chars().any(|ch| ('가'..='힣').contains(&ch)) => Some("KR"),
            _ => {
                let id = first?;
                match acts::shared().get(&id) {
                    Some(act) => known(&act.jurisdiction),
                    None => known(&id.split('.').next()?.to_uppercase()),
                }
            }
        }
    }
}

/// `r3c2`, `r3`.
fn cell(segment: &str) -> Option<Vec<Locator>> {
    let rest = segment.strip_prefix('r')?;
    let (row, column) = match rest.split_once('c') {
        Some((row, column)) => (row, Some(column)),
        None => (rest, None),
    };
    let digits = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    if !digits(row) || column.is_some_and(|column| !digits(column)) {
        return None;
    }
    let mut steps = vec![Locator::new(Unit::Row, row)];
    steps.extend(column.map(|column| Locator::new(Unit::Column, column)));
    Some(steps)
}
