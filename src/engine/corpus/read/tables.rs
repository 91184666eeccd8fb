//! Tables whose cells arrive one per line, without borders: rebuilt when the counts divide, else said to be lossy.

/// A table read from the lines after its caption.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Grid {
    /// Headings of the value columns; one empty heading for a single column.
    pub columns: Vec<String>,
    /// The rows, in order.
    pub rows: Vec<Row>,
    /// What stands above the rows.
    pub head: String,
}

/// A row of a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Row {
    /// Heading of the part of the table in which it stands, or empty.
    pub part: String,
    /// Its own words.
    pub words: String,
    /// Its values.
    pub values: Vec<String>,
}

impl Row {
    /// What the row is about: its part and its own words.
    #[must_use]
    pub fn label(&self) -> String {
        if self.part.is_empty() { self.words.clone() } else { format!("{} — {}", self.part, self.words) }
    }
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
    let mut part = String::new();
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
            let heads = heading(above, width);
            columns = heads.1;
            head = heads.0;
            words = own;
        }
        let (opened, words) = split_part(words);
        if let Some(opened) = opened {
            part = opened;
        }
        let values = run.lines.iter().map(|line| line.trim().to_owned()).collect();
        rows.push(Row { part: part.clone(), words: join(words), values });
        label = &[];
    }
    share_parts(&mut rows);
    // Every row says what it is about.
    (label.is_empty() && rows.iter().all(|row| !row.words.is_empty())).then_some(Grid { columns, rows, head })
}

/// The heading as a whole, and that of each value column; the lines of several columns must be one each.
fn heading(above: &[&str], width: usize) -> (String, Vec<String>) {
    if width > 1 {
        let columns = above[above.len() - width..].iter().map(|line| line.trim().to_owned()).collect();
        return (join(&above[..above.len() - width]), columns);
    }
    // The value column's heading is the last one that begins like a sentence.
    let from = above.iter().rposition(|line| line.chars().next().is_some_and(char::is_uppercase)).unwrap_or(0);
    (join(above), vec![join(&above[from..])])
}

/// «Бетонные:» above rows of its own is the heading of a part.
fn split_part<'a>(lines: &'a [&'a str]) -> (Option<String>, &'a [&'a str]) {
    let at = lines.iter().rposition(|line| line.trim_end().ends_with(':'));
    match at {
        Some(at) if at + 1 < lines.len() => {
            let part = join(&lines[..=at]);
            (Some(part.trim_end_matches([':', ' ']).to_owned()), &lines[at + 1..])
        }
        _ => (None, lines),
    }
}

/// A heading that stands once beside the first row of its part: two rows end alike and begin otherwise, so what they
/// begin with is the heading of the rows down to the next one.
fn share_parts(rows: &mut [Row]) {
    if rows.iter().any(|row| !row.part.is_empty()) {
        return;
    }
    let mut cuts: Vec<Option<usize>> = vec![None; rows.len()];
    for a in 0..rows.len() {
        for b in a + 1..rows.len() {
            if let Some((left, right)) = same_end(&rows[a].words, &rows[b].words) {
                cuts[a] = cuts[a].or(Some(left));
                cuts[b] = cuts[b].or(Some(right));
            }
        }
    }
    if cuts.first().is_none_or(Option::is_none) {
        return;
    }
    let mut part = String::new();
    for (row, cut) in rows.iter_mut().zip(cuts) {
        if let Some(at) = cut {
            part = row.words[..at].trim().to_owned();
            row.words = row.words[at..].trim().to_owned();
        }
        row.part.clone_from(&part);
    }
}

/// Where the common end of two labels begins in each, if it begins like a sentence and something stands before both.
fn same_end(a: &str, b: &str) -> Option<(usize, usize)> {
    let starts = |text: &str| -> Vec<usize> {
        let begins = text.char_indices().filter(|(at, c)| *at > 0 && c.is_uppercase() && text[..*at].ends_with(' '));
        begins.map(|(at, _)| at).collect()
    };
    let others = starts(b);
    starts(a).into_iter().find_map(|left| {
        let right = others.iter().copied().find(|right| b[*right..] == a[left..])?;
        (a[..left] != b[..right]).then_some((left, right))
    })
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
        assert_eq!(grid.columns, ["Высота штабеля, м, не более"]);
        assert_eq!(
            (grid.rows[1].label().as_str(), &grid.rows[1].values[..]),
            ("Навес, открытый с двух сторон", &["3".to_owned()][..])
        );
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
        assert_eq!(grid.rows[0].values, ["1,5", "2", "-"]);
        assert_eq!(grid.rows[1].words, "Тюки и барабаны");
    }

    #[test]
    fn a_heading_beside_the_first_row_of_a_part_belongs_to_all_its_rows() {
        let mut lines = vec!["Место", "Груз", "Нагрузка при классе пола", "П1", "П2"];
        for (label, values) in [
            (&["Склад сухой", "Мешки"][..], ["1", "2"]),
            (&["Бочки"], ["3", "4"]),
            (&["Навес", "Мешки"], ["5", "6"]),
            (&["Бочки"], ["7", "8"]),
        ] {
            lines.extend(label);
            lines.extend(values);
        }
        let grid = rebuild(&lines).unwrap();
        let labels: Vec<String> = grid.rows.iter().map(Row::label).collect();
        assert_eq!(labels, ["Склад сухой — Мешки", "Склад сухой — Бочки", "Навес — Мешки", "Навес — Бочки"]);
    }

    #[test]
    fn a_heading_line_opens_a_part() {
        let lines = ["Вид", "Шаг, м", "Стеллажи:", "а) лёгкие", "4", "б) тяжёлые", "2", "Поддоны:", "любые", "1"];
        let grid = rebuild(&lines).unwrap();
        assert_eq!(grid.rows[1].label(), "Стеллажи — б) тяжёлые");
        assert_eq!(grid.rows[2].label(), "Поддоны — любые");
    }

    #[test]
    fn what_does_not_divide_is_refused() {
        assert_eq!(rebuild(&["Груз", "П1", "П2", "Мешки", "1", "2", "Тюки", "3"]), None);
        assert_eq!(rebuild(&["1", "2"]), None);
        assert_eq!(rebuild(&[]), None);
        assert_eq!(rebuild(&["Только слова", "и ещё слова"]), None);
    }
}
