//! Rows and columns that are told by a number: «Высота ze, м: 10», «0,45», «IL 0,1, кПа». A number of the question that is
//! one of these keys chooses its row; one that lies between two of them chooses both, for the norm has no row of its own.

use crate::engine::citation::numbers::amounts;
use crate::engine::corpus::table_check;
use crate::workspaces::norms::perform::question::Asked;
use regex::Regex;
use std::sync::LazyLock;

/// Keys of an axis at least: two numbers may be anything.
const LEAST: usize = 3;
/// Two numbers that are one.
const SAME: f64 = 1e-9;

static KEY: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^(?:\p{L}{1,3}\s*=?\s*)?(≤|<|до\s|не более\s|≥|>|более\s|св\.\s)?\s*([-−–]?\d+(?:[.,]\d+)?)\s*(?:,?\s*[\p{L}%°][\p{L}²³/·.°%]{0,7})?$").ok()
});

/// A key: which side of its number it holds, and the number.
#[derive(Debug, Clone, Copy, PartialEq)]
struct Key {
    side: Side,
    value: f64,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Side {
    Exact,
    UpTo,
    From,
}

fn value(text: &str) -> Option<f64> {
    text.replace(['−', '–'], "-").replace(',', ".").parse().ok()
}

/// The key of a row: what stands behind the name of the axis.
fn key(label: &str) -> Option<Key> {
    let own = label.rsplit(" — ").next().unwrap_or(label);
    let own = own.rsplit(": ").next().unwrap_or(own).trim();
    let found = KEY.as_ref()?.captures(own)?;
    let side = match found.get(1).map(|mark| mark.as_str().trim()) {
        Some("≤" | "<" | "до" | "не более") => Side::UpTo,
        Some(_) => Side::From,
        None => Side::Exact,
    };
    Some(Key { side, value: value(found.get(2)?.as_str())? })
}

/// What the axis measures and how large its unit is, if its name has one: «Высота ze, м: 10».
fn axis(labels: &[String]) -> Option<(String, f64)> {
    let name = labels.iter().find_map(|label| label.rsplit_once(": ").map(|(name, _)| name))?;
    let unit = amounts(&format!("1 {}", table_check::units(name).last()?)).into_iter().next()?;
    Some((unit.dimension, unit.base.nearest()))
}

/// The numbers of the question that may be a key of an axis: those of its unit, else those without any.
fn numbers(asked: &Asked, axis: Option<&(String, f64)>) -> Vec<f64> {
    if let Some((dimension, scale)) = axis {
        let own = asked.given.iter().filter(|one| one.dimension == *dimension);
        let own: Vec<f64> = own.map(|one| one.base.nearest() / scale).collect();
        if !own.is_empty() {
            return own;
        }
    }
    // «D500» is a density by its grade.
    if axis.is_some_and(|(dimension, _)| dimension.starts_with("mass")) {
        let grades = asked.classes.iter().filter_map(|class| class.strip_prefix('d').or(class.strip_prefix('д')));
        let grades: Vec<f64> = grades.filter_map(|grade| grade.parse().ok()).collect();
        if !grades.is_empty() {
            return grades;
        }
    }
    // A number with a unit of another kind is the key of another axis.
    let strange: Vec<f64> = asked.given.iter().map(|one| one.value.nearest()).collect();
    let bare = asked.said.iter().filter(|(ratio, _)| !ratio).map(|(_, value)| *value);
    bare.filter(|value| !strange.iter().any(|own| (own - value).abs() < SAME)).collect()
}

/// The rows (or columns) whose keys the question tells; `None` when the axis has no keys or the question tells none.
#[must_use]
pub fn chosen(labels: &[String], asked: &Asked) -> Option<Vec<usize>> {
    let keys: Vec<Option<Key>> = labels.iter().map(|label| key(label)).collect();
    let known: Vec<(usize, Key)> = keys.iter().enumerate().filter_map(|(at, key)| Some((at, (*key)?))).collect();
    if known.len() < LEAST || known.len() * 4 < labels.len() * 3 {
        return None;
    }
    let numbers = numbers(asked, axis(labels).as_ref());
    let exact = |number: &f64| -> Vec<usize> {
        known.iter().filter(|(_, key)| (key.value - number).abs() < SAME).map(|(at, _)| *at).collect()
    };
    let mut out: Vec<usize> = numbers.iter().flat_map(exact).collect();
    if out.is_empty() {
        out = numbers.iter().flat_map(|number| around(&known, *number)).collect();
    }
    out.sort_unstable();
    out.dedup();
    (!out.is_empty() && out.len() < labels.len()).then_some(out)
}

/// The keys between which a number lies, or the one that holds all that is beyond it.
fn around(known: &[(usize, Key)], number: f64) -> Vec<usize> {
    let below = known.iter().filter(|(_, key)| key.value < number).map(|(_, key)| key.value).fold(f64::MIN, f64::max);
    let above = known.iter().filter(|(_, key)| key.value > number).map(|(_, key)| key.value).fold(f64::MAX, f64::min);
    let at = |value: f64| known.iter().filter(move |(_, key)| (key.value - value).abs() < SAME);
    // «≤ 5» holds 3, «> 20» holds 25.
    let upper: Vec<usize> = at(above).filter(|(_, key)| key.side == Side::UpTo).map(|(at, _)| *at).collect();
    if !upper.is_empty() {
        return upper;
    }
    let lower: Vec<usize> = at(below).filter(|(_, key)| key.side == Side::From).map(|(at, _)| *at).collect();
    if !lower.is_empty() {
        return lower;
    }
    if below > f64::MIN && above < f64::MAX {
        return at(below).chain(at(above)).map(|(at, _)| *at).collect();
    }
    Vec::new()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::workspaces::norms::perform::question;

    fn rows(labels: &[&str], text: &str) -> Option<Vec<usize>> {
        let labels: Vec<String> = labels.iter().map(|label| (*label).to_owned()).collect();
        chosen(&labels, &question::read(text, &[]))
    }

    #[test]
    fn a_number_chooses_its_key_or_the_two_around_it() {
        let heights = ["Высота, м: ≤ 5", "Высота, м: 10", "Высота, м: 20", "Высота, м: > 30"];
        assert_eq!(rows(&heights, "коэффициент на высоте 10 м"), Some(vec![1]));
        assert_eq!(rows(&heights, "коэффициент на высоте 15 м"), Some(vec![1, 2]));
        assert_eq!(rows(&heights, "коэффициент на высоте 2000 см"), Some(vec![2]));
        assert_eq!(rows(&heights, "коэффициент на высоте 3 м"), Some(vec![0]));
        assert_eq!(rows(&heights, "коэффициент на высоте 40 м"), Some(vec![3]));
        assert_eq!(rows(&heights, "коэффициент при 20 кН"), None, "a force is no height");
        assert_eq!(rows(&heights, "коэффициент"), None);
        let pores = ["0,45", "0,55", "0,65"];
        assert_eq!(rows(&pores, "модуль песка при e=0,55"), Some(vec![1]));
        assert_eq!(rows(&["тип А", "тип В", "тип С"], "тип 2"), None);
        assert_eq!(rows(&["IL 0,0, кПа", "IL 0,1, кПа", "IL 0,2, кПа"], "глина IL 0,1"), Some(vec![1]));
    }
}
