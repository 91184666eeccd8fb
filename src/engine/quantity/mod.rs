//! Quantities: exact decimals with units, and expressions over them whose dimensions are checked before anything is
//! said. Nothing is executed: an expression is numbers, names, `+ - * /`, brackets, `min`, `max`, `pi`.

pub mod expression;
pub mod number;
pub mod units;

#[cfg(test)]
mod tests;
