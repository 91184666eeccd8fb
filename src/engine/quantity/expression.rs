//! Expressions over named quantities, read by descent and evaluated with their dimensions.

use crate::engine::quantity::number::Number;
use crate::engine::quantity::units::{Dimension, NONE, Unit, unit};
use std::collections::BTreeMap;

/// A number of base units with what it measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Quantity {
    /// In base units.
    pub value: Number,
    /// What it measures.
    pub dimension: Dimension,
}

/// Why there is no result.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum Fault {
    /// The expression does not read.
    #[error("формула не читается у «{0}»")]
    Syntax(String),
    /// A name without a value.
    #[error("нет значения для {0}")]
    Unknown(String),
    /// Metres and kilograms.
    #[error("размерности не сходятся: {0}")]
    Dimension(String),
    /// Too large, or a division by zero.
    #[error("результат не помещается или деление на ноль")]
    Range,
    /// A unit that is not known.
    #[error("неизвестная единица «{0}»")]
    Unit(String),
}

/// Most characters of an expression.
const LONGEST: usize = 400;
/// Deepest brackets.
const DEEPEST: u32 = 32;

/// A quantity from words.
///
/// # Errors
/// No number; an unknown unit.
pub fn quantity(value: &str, name: &str) -> Result<Quantity, Fault> {
    let unit = unit(name).ok_or_else(|| Fault::Unit(name.to_owned()))?;
    let value = Number::read(value).ok_or_else(|| Fault::Syntax(value.to_owned()))?;
    Ok(Quantity { value: value.times(unit.factor).ok_or(Fault::Range)?, dimension: unit.dimension })
}

/// Evaluates an expression and gives it in a unit.
///
/// # Errors
/// [`Fault`]
pub fn evaluate(text: &str, names: &BTreeMap<String, Quantity>, result: &str) -> Result<Number, Fault> {
    let wanted: Unit = unit(result).ok_or_else(|| Fault::Unit(result.to_owned()))?;
    if text.len() > LONGEST {
        return Err(Fault::Syntax("слишком длинная формула".to_owned()));
    }
    let mut reader = Reader { rest: text, names, depth: 0 };
    let found = reader.sum()?;
    reader.skip();
    if !reader.rest.is_empty() {
        return Err(Fault::Syntax(reader.rest.chars().take(20).collect()));
    }
    if found.dimension != wanted.dimension {
        return Err(Fault::Dimension(format!("результат не измеряется в «{result}»")));
    }
    found.value.over(wanted.factor).ok_or(Fault::Range)
}

struct Reader<'a> {
    rest: &'a str,
    names: &'a BTreeMap<String, Quantity>,
    depth: u32,
}

impl Reader<'_> {
    fn skip(&mut self) {
        self.rest = self.rest.trim_start();
    }

    fn takes(&mut self, sign: char) -> bool {
        self.skip();
        match self.rest.strip_prefix(sign) {
            Some(rest) => {
                self.rest = rest;
                true
            }
            None => false,
        }
    }

    fn sum(&mut self) -> Result<Quantity, Fault> {
        let mut left = self.product()?;
        loop {
            let (right, adds) = if self.takes('+') {
                (self.product()?, true)
            } else if self.takes('-') || self.takes('−') {
                (self.product()?, false)
            } else {
                return Ok(left);
            };
            if left.dimension != right.dimension {
                return Err(Fault::Dimension("складываются разные величины".to_owned()));
            }
            let value = if adds { left.value.plus(right.value) } else { left.value.minus(right.value) };
            left.value = value.ok_or(Fault::Range)?;
        }
    }

    fn product(&mut self) -> Result<Quantity, Fault> {
        let mut left = self.factor()?;
        loop {
            let (right, times) = if self.takes('*') || self.takes('·') {
                (self.factor()?, true)
            } else if self.takes('/') {
                (self.factor()?, false)
            } else {
                return Ok(left);
            };
            let value = if times { left.value.times(right.value) } else { left.value.over(right.value) };
            left.value = value.ok_or(Fault::Range)?;
            for (own, other) in left.dimension.iter_mut().zip(right.dimension) {
                let sum = if times { own.checked_add(other) } else { own.checked_sub(other) };
                *own = sum.ok_or(Fault::Range)?;
            }
        }
    }

    fn factor(&mut self) -> Result<Quantity, Fault> {
        self.depth += 1;
        if self.depth > DEEPEST {
            return Err(Fault::Syntax("слишком много скобок".to_owned()));
        }
        let found = self.inner();
        self.depth -= 1;
        found
    }

    fn inner(&mut self) -> Result<Quantity, Fault> {
        if self.takes('-') {
            let mut found = self.factor()?;
            found.value = Number::ZERO.minus(found.value).ok_or(Fault::Range)?;
            return Ok(found);
        }
        if self.takes('(') {
            let found = self.sum()?;
            return if self.takes(')') { Ok(found) } else { Err(self.broken()) };
        }
        self.skip();
        let end = self.rest.find(|c: char| !(c.is_alphanumeric() || "._,".contains(c))).unwrap_or(self.rest.len());
        // «min(a, b)»: the comma parts the arguments; a decimal comma stands between digits.
        let word = cut(&self.rest[..end]);
        if word.is_empty() {
            return Err(self.broken());
        }
        self.rest = &self.rest[word.len()..];
        if word.starts_with(|c: char| c.is_ascii_digit()) {
            let value = Number::read(word).ok_or_else(|| Fault::Syntax(word.to_owned()))?;
            return Ok(Quantity { value, dimension: NONE });
        }
        match word {
            "pi" | "π" => Ok(Quantity { value: Number::PI, dimension: NONE }),
            "min" | "max" => self.extreme(word == "min"),
            "sqrt" => self.root(),
            "if" => self.either(),
            _ => self.names.get(word).copied().ok_or_else(|| Fault::Unknown(word.to_owned())),
        }
    }

    fn extreme(&mut self, least: bool) -> Result<Quantity, Fault> {
        if !self.takes('(') {
            return Err(self.broken());
        }
        let mut best = self.sum()?;
        while self.takes(',') || self.takes(';') {
            let next = self.sum()?;
            if next.dimension != best.dimension {
                return Err(Fault::Dimension("сравниваются разные величины".to_owned()));
            }
            if (next.value < best.value) == least {
                best = next;
            }
        }
        if self.takes(')') { Ok(best) } else { Err(self.broken()) }
    }

    fn root(&mut self) -> Result<Quantity, Fault> {
        if !self.takes('(') {
            return Err(self.broken());
        }
        let mut found = self.sum()?;
        if found.dimension.iter().any(|one| one % 2 != 0) {
            return Err(Fault::Dimension("корень из такой величины не имеет единицы".to_owned()));
        }
        found.value = found.value.root().ok_or(Fault::Range)?;
        found.dimension.iter_mut().for_each(|one| *one /= 2);
        if self.takes(')') { Ok(found) } else { Err(self.broken()) }
    }

    /// «if(h <= t, a, b)»: the second where the comparison holds, else the third; all three must read.
    fn either(&mut self) -> Result<Quantity, Fault> {
        if !self.takes('(') {
            return Err(self.broken());
        }
        let left = self.sum()?;
        let less = self.takes('<');
        if !less && !self.takes('>') {
            return Err(self.broken());
        }
        let equal = self.takes('=');
        let right = self.sum()?;
        if left.dimension != right.dimension {
            return Err(Fault::Dimension("сравниваются разные величины".to_owned()));
        }
        let holds = equal && left.value == right.value
            || (if less { left.value < right.value } else { left.value > right.value });
        let next = |own: &mut Self| if own.takes(',') || own.takes(';') { own.sum() } else { Err(own.broken()) };
        let first = next(self)?;
        let second = next(self)?;
        if first.dimension != second.dimension {
            return Err(Fault::Dimension("ветви измеряются разным".to_owned()));
        }
        if !self.takes(')') {
            return Err(self.broken());
        }
        Ok(if holds { first } else { second })
    }

    fn broken(&self) -> Fault {
        Fault::Syntax(self.rest.chars().take(20).collect())
    }
}

/// The word without a comma that is none of a decimal.
fn cut(word: &str) -> &str {
    let mut end = word.len();
    for (at, c) in word.char_indices() {
        let digit = |side: Option<char>| side.is_some_and(|c| c.is_ascii_digit());
        if c == ',' && !(digit(word[..at].chars().next_back()) && digit(word[at + 1..].chars().next())) {
            end = at;
            break;
        }
    }
    &word[..end]
}
