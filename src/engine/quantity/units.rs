//! Units as factors over a few base units, with their dimensions.

use crate::engine::quantity::number::Number;

/// Exponents of length, mass, time, force, money, count of decibels, temperature.
pub type Dimension = [i8; 7];

/// A unit: how many base units it is, and what it measures.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Unit {
    /// Base units in it.
    pub factor: Number,
    /// What it measures.
    pub dimension: Dimension,
}

/// No dimension.
pub const NONE: Dimension = [0; 7];

/// Name, factor, dimension. Base: millimetre, kilogram, second, newton, rouble.
const UNITS: &[(&[&str], &str, Dimension)] = &[
    (&["", "шт.", "шт", "ед."], "1", NONE),
    (&["%"], "0.01", NONE),
    (&["‰"], "0.001", NONE),
    (&["°", "град", "град.", "чел", "чел.", "мест"], "1", NONE),
    (&["мм"], "1", [1, 0, 0, 0, 0, 0, 0]),
    (&["см"], "10", [1, 0, 0, 0, 0, 0, 0]),
    (&["м"], "1000", [1, 0, 0, 0, 0, 0, 0]),
    (&["км"], "1000000", [1, 0, 0, 0, 0, 0, 0]),
    (&["мм²", "мм2"], "1", [2, 0, 0, 0, 0, 0, 0]),
    (&["см²", "см2"], "100", [2, 0, 0, 0, 0, 0, 0]),
    (&["м²", "м2", "кв.м", "кв. м"], "1000000", [2, 0, 0, 0, 0, 0, 0]),
    (&["см³", "см3"], "1000", [3, 0, 0, 0, 0, 0, 0]),
    (&["м³", "м3", "куб.м", "куб. м"], "1000000000", [3, 0, 0, 0, 0, 0, 0]),
    (&["кг"], "1", [0, 1, 0, 0, 0, 0, 0]),
    (&["т"], "1000", [0, 1, 0, 0, 0, 0, 0]),
    (&["с"], "1", [0, 0, 1, 0, 0, 0, 0]),
    (&["мин"], "60", [0, 0, 1, 0, 0, 0, 0]),
    (&["ч"], "3600", [0, 0, 1, 0, 0, 0, 0]),
    (&["сут", "дн.", "дней"], "86400", [0, 0, 1, 0, 0, 0, 0]),
    (&["Н"], "1", [0, 0, 0, 1, 0, 0, 0]),
    (&["кН"], "1000", [0, 0, 0, 1, 0, 0, 0]),
    (&["кН/м"], "1", [-1, 0, 0, 1, 0, 0, 0]),
    (&["кПа", "кН/м²", "кН/м2"], "0.001", [-2, 0, 0, 1, 0, 0, 0]),
    (&["МПа", "Н/мм²", "Н/мм2"], "1", [-2, 0, 0, 1, 0, 0, 0]),
    (&["кН·м"], "1000000", [1, 0, 0, 1, 0, 0, 0]),
    (&["кН/м³", "кН/м3"], "0.000001", [-3, 0, 0, 1, 0, 0, 0]),
    (&["°С", "°C"], "1", [0, 0, 0, 0, 0, 0, 1]),
    // A watt is a thousand newton-millimetres in a second.
    (&["°С·сут/год", "°С·сут"], "86400", [0, 0, 1, 0, 0, 0, 1]),
    (&["м²·°С/Вт", "м2·°С/Вт"], "1000", [1, 0, 1, -1, 0, 0, 1]),
    (&["м²·год/(Вт·сут)"], "0.011574074074", [1, 0, 0, -1, 0, 0, 0]),
    (&["Вт/(м·°С)"], "1", [0, 0, -1, 1, 0, 0, -1]),
    (&["Вт/(м²·°С)"], "0.001", [-1, 0, -1, 1, 0, 0, -1]),
    (&["руб.", "руб"], "1", [0, 0, 0, 0, 1, 0, 0]),
    (&["дБ", "дБА"], "1", [0, 0, 0, 0, 0, 1, 0]),
];

/// The unit of this name.
#[must_use]
pub fn unit(name: &str) -> Option<Unit> {
    let name = name.trim();
    let (_, factor, dimension) = UNITS.iter().find(|(names, _, _)| names.contains(&name))?;
    Some(Unit { factor: Number::read(factor)?, dimension: *dimension })
}
