//! Tables whose cells arrive one per line, without borders: rebuilt when the counts divide, else said to be lossy.

/// A table read from the lines after its caption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// Headings of the value columns; one empty heading for a single column.
    pub columns: Vec<String>,
    /// Label of the row, and its values.
    pub rows: Vec<(String, Vec<String>)>,
    /// What stands above the rows.
    pub head: String,
}

/// More cells than any table of a norm.
const MOST_COLUMNS: usize = 40;

/// Rebuilds a table; `None` when the counts do not divide and nothing may be certified.
#[must_use]
pub fn rebuild(lines: &[&str]) -> Option<Grid> {
    let runs = runs(lines);
    let values: Vec<&Run<'_>> = runs.iter().filter(|run| run.values).collect();
    let width = values.first()?.lines.len();
    let same = values.iter().all(|run| run.lines.len() == width);
    if !same || values.len() < 2 || width > MOST_COLUMNS || runs.first().is_none_or(|run| run.values) {
        return None;
    }
    let (mut rows, mut head, mut columns) = (Vec::new(), String::new(), Vec::new());
    let mut label: &[&str] = &[];
    for run in &runs {
        if !run.values {
            label = run.lines;
            continue;
        }
        let mut words = label;
        if rows.is_empty() {
            // The first labels hold the heading of the table too.
            let (above, own) = split_head(label, width)?;
            if width > 1 {
                columns = above[above.len() - width..].iter().map(|line| (*line).to_owned()).collect();
                head = above[..above.len() - width].join(" ");
            } else {
                head = above.join(" ");
                columns = vec![String::new()];
            }
            words = own;
        }
        rows.push((join(words), run.lines.iter().map(|line| (*line).to_owned()).collect()));
        label = &[];
    }
    // Every row says what it is about.
    (label.is_empty() && rows.iter().all(|(label, _)| !label.is_empty())).then_some(Grid { columns, rows, head })
}

struct Run<'a> {
    values: bool,
    lines: &'a [&'a str],
}

fn runs<'a>(lines: &'a [&'a str]) -> Vec<Run<'a>> {
    let mut out: Vec<Run<'a>> = Vec::new();
    let mut from = 0;
    for at in 1..=lines.len() {
        if at == lines.len() || is_value(lines[at]) != is_value(lines[from]) {
            out.push(Run { values: is_value(lines[from]), lines: &lines[from..at] });
            from = at;
        }
    }
    out
}

/// A number, a range, a dash: no words.
#[must_use]
pub fn is_value(line: &str) -> bool {
    let letters = line.chars().filter(|c| c.is_alphabetic()).count();
    let digits = line.chars().any(|c| c.is_ascii_digit());
    letters == 0 && (digits || matches!(line.trim(), "-" | "–" | "—" | "−"))
}

/// Where the heading ends and the label of the first row begins.
fn split_head<'a>(lines: &'a [&'a str], width: usize) -> Option<(&'a [&'a str], &'a [&'a str])> {
    if width > 1 {
        // The last of a series of short headings of one form («В25», «В30»…).
        let is_class = |line: &&str| line.chars().count() <= 8 && line.chars().any(|c| c.is_ascii_digit());
        let last = lines.iter().rposition(is_class)?;
        let from = (last + 1).checked_sub(width)?;
        return lines[from..=last].iter().all(is_class).then(|| lines.split_at(last + 1));
    }
    // One column: the row begins with the last line that begins like a sentence and is no part of a unit («не менее»).
    let from = lines.iter().rposition(|line| line.chars().next().is_some_and(char::is_uppercase))?;
    (from > 0).then(|| lines.split_at(from))
}

/// Joins the lines of a label: a word broken at the end of a line is whole again.
fn join(lines: &[&str]) -> String {
    let mut out = String::new();
    for line in lines {
        if out.ends_with('-') && line.chars().next().is_some_and(char::is_lowercase) {
            out.pop();
        } else if !out.is_empty() {
            out.push(' ');
        }
        out.push_str(line.trim());
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_single_column_is_rebuilt() {
        let lines = [
            "Условия хранения",
            "Высота штабеля, м,",
            "не более",
            "Сухой склад",
            "4",
            "Навес, открытый",
            "с двух сторон",
            "3",
        ];
        let grid = rebuild(&lines).unwrap();
        assert_eq!(grid.head, "Условия хранения Высота штабеля, м, не более");
        assert_eq!(grid.rows[1], ("Навес, открытый с двух сторон".to_owned(), vec!["3".to_owned()]));
    }

    #[test]
    fn classes_become_columns() {
        let lines = [
            "Груз",
            "Нагрузка при классе пола",
            "П1",
            "П2",
            "П3",
            "Мешки",
            "1,5",
            "2",
            "-",
            "Тюки и бара-",
            "баны",
            "2",
            "2,5",
            "3",
        ];
        let grid = rebuild(&lines).unwrap();
        assert_eq!(grid.columns, ["П1", "П2", "П3"]);
        assert_eq!(grid.rows[0].1, ["1,5", "2", "-"]);
        assert_eq!(grid.rows[1].0, "Тюки и барабаны");
    }

    #[test]
    fn what_does_not_divide_is_refused() {
        assert_eq!(rebuild(&["Груз", "П1", "П2", "Мешки", "1", "2", "Тюки", "3"]), None);
        assert_eq!(rebuild(&["1", "2"]), None);
        assert_eq!(rebuild(&[]), None);
        assert_eq!(rebuild(&["Только слова", "и ещё слова"]), None);
    }
}
