//! How tables look in every format: widths of columns, alignment, the total.

/// Most letters of a first column that only counts.
const NUMBER: usize = 4;
/// No column is narrower, as a share of the width.
const LEAST: f32 = 0.12;

/// Shares of the width by what the columns hold: a first column that only counts is narrow, and the others are equal;
/// where it holds words every column has room by its longest cell.
#[must_use]
pub fn shares(head: &[String], rows: &[Vec<String>]) -> Vec<f32> {
    let columns = head.len().max(rows.iter().map(Vec::len).max().unwrap_or(0));
    let letters = |column: usize| {
        let cells = rows.iter().filter_map(|row| row.get(column)).chain(head.get(column));
        cells.map(|cell| cell.chars().count()).max().unwrap_or(0)
    };
    let counts = rows.iter().filter_map(|row| row.first()).all(|cell| cell.chars().count() <= NUMBER);
    match columns {
        0 => Vec::new(),
        1 => vec![1.0],
        #[expect(clippy::cast_precision_loss, reason = "a few columns")]
        n if counts => std::iter::once(0.1).chain(std::iter::repeat_n(0.9 / (n - 1) as f32, n - 1)).collect(),
        #[expect(clippy::cast_precision_loss, reason = "a few columns of a few letters")]
        n => {
            let wanted: Vec<f32> = (0..n).map(|column| (letters(column).clamp(4, 120) as f32).sqrt()).collect();
            let whole: f32 = wanted.iter().sum();
            let free = 1.0 - LEAST * n as f32;
            wanted.iter().map(|one| LEAST + free.max(0.0) * one / whole).collect()
        }
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
        let cells = |cells: &[&str]| cells.iter().map(|&cell| cell.to_owned()).collect::<Vec<_>>();
        let counted = shares(&cells(&["№", "Что", "Когда"]), &[cells(&["1", "Товар", "05.12.2026"])]);
        assert!((counted.iter().sum::<f32>() - 1.0).abs() < 1e-6 && (counted[0] - 0.1).abs() < 1e-6);
        let told = shares(&cells(&["Риск", "Мера"]), &[cells(&["Слова о риске, которых много", "Мера"])]);
        assert!((told.iter().sum::<f32>() - 1.0).abs() < 1e-6 && told[0] > told[1] && told[1] >= 0.12, "{told:?}");
        assert!(is_total(&[String::new(), "Итого".into()]) && !is_total(&["1".into(), "2".into()]));
    }
}
