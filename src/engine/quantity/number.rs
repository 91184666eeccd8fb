//! Decimals with twelve places: every operation is exact or rounded at the last place, and overflow is an error.

use std::fmt;

const PLACES: u32 = 12;
const ONE: i128 = 1_000_000_000_000;

/// A decimal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct Number(i128);

impl Number {
    /// π to twelve places.
    pub const PI: Self = Self(3_141_592_653_590);
    /// Zero.
    pub const ZERO: Self = Self(0);

    /// `30`, `0,5`, `1.80`, `-5`; nothing else.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let text = text.trim().replace(',', ".").replace('−', "-");
        let (sign, digits) = text.strip_prefix('-').map_or((1, text.as_str()), |rest| (-1, rest));
        let (whole, part) = digits.split_once('.').unwrap_or((digits, ""));
        let plain = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if whole.is_empty() || !plain(whole) || !plain(part) || whole.len() > 15 || part.len() > PLACES as usize {
            return None;
        }
        let fraction: i128 = format!("{part:0<12}").parse().ok()?;
        Some(Self(sign * (whole.parse::<i128>().ok()?.checked_mul(ONE)? + fraction)))
    }

    /// A whole number.
    #[must_use]
    pub fn whole(value: i64) -> Self {
        Self(i128::from(value) * ONE)
    }

    /// The sum.
    #[must_use]
    pub fn plus(self, other: Self) -> Option<Self> {
        self.0.checked_add(other.0).map(Self)
    }

    /// The difference.
    #[must_use]
    pub fn minus(self, other: Self) -> Option<Self> {
        self.0.checked_sub(other.0).map(Self)
    }

    /// The product.
    #[must_use]
    pub fn times(self, other: Self) -> Option<Self> {
        let product = self.0.checked_mul(other.0)?;
        Some(Self(rounded(product, ONE)))
    }

    /// The quotient; none by zero.
    #[must_use]
    pub fn over(self, other: Self) -> Option<Self> {
        (other.0 != 0).then(|| self.0.checked_mul(ONE).map(|high| Self(rounded(high, other.0)))).flatten()
    }

    /// The square root; none of a negative number.
    #[must_use]
    pub fn root(self) -> Option<Self> {
        let high = self.0.checked_mul(ONE).filter(|high| *high >= 0)?;
        Some(Self(i128::try_from(high.unsigned_abs().isqrt()).ok()?))
    }

    /// The next whole number below.
    #[must_use]
    pub fn down(self) -> Self {
        Self(self.0.div_euclid(ONE) * ONE)
    }

    /// The next whole number above.
    #[must_use]
    pub fn up(self) -> Self {
        Self(-((-self.0).div_euclid(ONE)) * ONE)
    }

    /// With so many places, half away from zero.
    #[must_use]
    pub fn places(self, places: u32) -> Self {
        let unit = 10_i128.pow(PLACES.saturating_sub(places));
        Self(rounded(self.0, unit) * unit)
    }
}

/// A quotient of whole numbers, half away from zero.
fn rounded(high: i128, low: i128) -> i128 {
    let (quotient, rest) = (high / low, high % low);
    if rest.abs() * 2 >= low.abs() { quotient + if (high < 0) == (low < 0) { 1 } else { -1 } } else { quotient }
}

impl fmt::Display for Number {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, part) = (self.0.abs() / ONE, self.0.abs() % ONE);
        let part = format!("{part:012}");
        let part = part.trim_end_matches('0');
        let sign = if self.0 < 0 { "-" } else { "" };
        if part.is_empty() { write!(f, "{sign}{whole}") } else { write!(f, "{sign}{whole},{part}") }
    }
}
