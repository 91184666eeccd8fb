//! How tables look in every format: widths of columns, alignment, the total.

/// Shares of the width; the first column only counts.
#[must_use]
pub fn shares(columns: usize) -> Vec<f32> {
    match columns {
        0 => Vec::new(),
        1 => vec![1.0],
        #[expect(clippy::cast_precision_loss, reason = "a few columns")]
        n => std::iter::once(0.1).chain(std::iter::repeat_n(0.9 / (n - 1) as f32, n - 1)).collect(),
    }
}

/// Whether a cell is a sum («8 000,00»): such cells stand at the right edge.
#[must_use]
pub fn is_sum(text: &str) -> bool {
    text.contains(',') && text.chars().all(|c| c.is_ascii_digit() || matches!(c, ' ' | '\u{a0}' | ','))
}

/// Which columns stand at the right edge: those whose first cell is a sum.
#[must_use]
pub fn right(rows: &[Vec<String>]) -> Vec<bool> {
    rows.first().map(|row| row.iter().map(|cell| is_sum(cell)).collect()).unwrap_or_default()
}

/// Whether a row sums up: it has no number of its own.
#[must_use]
pub fn is_total(cells: &[String]) -> bool {
    cells.len() > 1 && cells.first().is_some_and(String::is_empty)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sums_are_told_from_words_dates_and_numbers() {
        assert!(is_sum("8\u{a0}000,00") && !is_sum("05.12.2026") && !is_sum("10") && !is_sum("Итого"));
        assert!((shares(3).iter().sum::<f32>() - 1.0).abs() < 1e-6);
        assert!(is_total(&[String::new(), "Итого".into()]) && !is_total(&["1".into(), "2".into()]));
    }
}
