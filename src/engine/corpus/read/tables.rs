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
    /// What stands below them.
    pub rest: String,
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
    /// Something was lost: its values have no columns.
    pub lossy: bool,
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

/// Rebuilds a table, as far as the counts divide; `None` when no row of it may be certified.
///
/// The width is that of the rows. A row whose values are not so many is kept as lossy, without cells. Columns whose
/// headings cannot be told apart make every row lossy, for nobody could say what a value is of.
#[must_use]
pub fn rebuild(lines: &[&str]) -> Option<Grid> {
    let runs = runs(lines);
    if runs.first().is_none_or(|run| run.values) {
        return None;
    }
    let widths: Vec<usize> = runs.iter().filter(|run| run.values).map(|run| run.lines.len()).collect();
    let series = runs.first().map_or(0, |run| longest_series(run.lines));
    // A row under every class of the heading is a whole one; shorter rows have empty cells that the print lost.
    let width = if series >= 4 && widths.contains(&series) { series } else { width_of(&widths)? };
    if width > MOST_COLUMNS || widths.len() < 2 {
        return None;
    }
    let mut body = rows_of(&runs, width);
    let first = body.first()?.clone();
    let numeric = heads_columns(&first, body.len(), width);
    let (head, columns, known, own) = if numeric {
        body.remove(0);
        (join(first.label), first.values.iter().map(|line| line.trim().to_owned()).collect(), true, first.label)
    } else {
        let (above, own) = split_head(first.label, width, &body)?;
        let (head, columns, known) = heading(above, width);
        (head, columns, known, own)
    };
    let heads: Vec<&str> =
        if numeric { first.label.to_vec() } else { first.label[..first.label.len() - own.len()].to_vec() };
    let (mut rows, mut part) = (Vec::new(), String::new());
    for (index, raw) in body.iter().enumerate() {
        let label = if index == 0 && !numeric { own } else { without_heads(raw.label, &heads) };
        let (opened, words) = split_part(label);
        if let Some(opened) = opened {
            part = opened;
        }
        let values: Vec<String> = raw.values.iter().map(|line| line.trim().to_owned()).collect();
        let words = join(words);
        let lossy = !known || values.len() != width || words.is_empty();
        rows.push(Row { part: part.clone(), words, values, lossy });
    }
    share_parts(&mut rows);
    let sound = rows.iter().filter(|row| !row.lossy).count();
    // A long series of classes tells the columns for certain: rows of another width spoil only themselves.
    let classes = width >= 4 && columns.iter().all(|column: &String| is_class(&column.as_str()));
    let enough = (sound * 2 > rows.len() || classes) && (sound >= 2 || numeric);
    // What stands after the last values is no row: it is kept as words.
    let rest = runs.last().filter(|run| !run.values).map(|run| join(run.lines)).unwrap_or_default();
    enough.then_some(Grid { columns, rows, head, rest })
}

#[derive(Debug, Clone)]
struct Raw<'a> {
    label: &'a [&'a str],
    values: &'a [&'a str],
}

/// How many short headings with a number stand in a row.
fn longest_series(lines: &[&str]) -> usize {
    let (mut longest, mut run) = (0, 0);
    for line in lines {
        run = if is_class(line) { run + 1 } else { 0 };
        longest = longest.max(run);
    }
    longest
}

/// The most frequent number of values; the smaller of two.
fn width_of(widths: &[usize]) -> Option<usize> {
    let count = |width: usize| widths.iter().filter(|own| **own == width).count();
    widths.iter().copied().max_by_key(|width| (count(*width), std::cmp::Reverse(*width)))
}

/// Labels with their values. «40-75» between two rows of values is the label of the second, when the counts say so.
fn rows_of<'a>(runs: &[Run<'a>], width: usize) -> Vec<Raw<'a>> {
    let mut out = Vec::new();
    let mut label: &[&str] = &[];
    for run in runs {
        if !run.values {
            label = run.lines;
            continue;
        }
        let count = run.lines.len();
        if width > 1 && count > width && (count + 1) % (width + 1) == 0 {
            out.push(Raw { label, values: &run.lines[..width] });
            for piece in run.lines[width..].chunks(width + 1) {
                out.push(Raw { label: &piece[..1], values: &piece[1..] });
            }
        } else {
            out.push(Raw { label, values: run.lines });
        }
        label = &[];
    }
    out
}

/// Whether the first values are headings of the columns: «при h, равном» 6 10 15, or one row of values under numbers.
fn heads_columns(first: &Raw<'_>, rows: usize, width: usize) -> bool {
    let words = join(first.label).to_lowercase();
    let opens = ["равном", "равной", "равных", "равен", "при"].iter().any(|end| words.ends_with(end));
    let of_class = first.label.last().is_some_and(|line| line.contains("при классе") || line.contains("при марке"));
    first.values.len() == width && width > 1 && (opens || of_class || rows == 2 && width >= 4)
}

/// A label without the heading that is printed again on the next page.
fn without_heads<'a>(label: &'a [&'a str], heads: &[&str]) -> &'a [&'a str] {
    let same = label.iter().zip(heads).take_while(|(a, b)| a.trim() == b.trim()).count();
    if same >= 2 && same < label.len() { &label[same..] } else { label }
}

/// The heading as a whole, that of each value column, and whether they can be told apart: one line for each, of one form.
fn heading(above: &[&str], width: usize) -> (String, Vec<String>, bool) {
    if width == 1 {
        // The value column's heading is the last one that begins like a sentence.
        let from = above.iter().rposition(|line| line.chars().next().is_some_and(char::is_uppercase)).unwrap_or(0);
        return (join(above), vec![join(&above[from..])], true);
    }
    let Some(from) = above.len().checked_sub(width) else { return (join(above), vec![String::new(); width], false) };
    let last = &above[from..];
    if last.iter().all(is_class) || is_parallel(last) {
        return (join(&above[..from]), last.iter().map(|line| line.trim().to_owned()).collect(), true);
    }
    (join(above), vec![String::new(); width], false)
}

/// «В25», «П1», «2-5»: a short heading with a number.
fn is_class(line: &&str) -> bool {
    line.chars().count() <= 8 && line.chars().any(|c| c.is_ascii_digit())
}

/// Headings of one form: single words that end alike («растяжению», «сжатию»), or lines that begin with one word.
fn is_parallel(lines: &[&str]) -> bool {
    let ending = |line: &str| line.trim().chars().rev().take(2).collect::<String>();
    let word = |line: &str| line.split_whitespace().next().unwrap_or_default().to_lowercase();
    let single = lines.iter().all(|line| line.split_whitespace().count() == 1 && line.trim().chars().count() > 4);
    let Some(first) = lines.first() else { return false };
    let ends_alike = single && lines.iter().all(|line| ending(line) == ending(first));
    let begins_alike =
        lines.iter().all(|line| line.split_whitespace().count() >= 2 && word(line) == word(first)) && lines.len() > 1;
    ends_alike || begins_alike
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
fn split_head<'a>(lines: &'a [&'a str], width: usize, rows: &[Raw<'_>]) -> Option<(&'a [&'a str], &'a [&'a str])> {
    if width > 1 {
        // The last of a series of short headings of one form («В25», «В30»…).
        let series = (width..=lines.len()).rev().find(|to| lines[to - width..*to].iter().all(is_class));
        if let Some(to) = series.filter(|to| *to < lines.len()) {
            return Some(lines.split_at(to));
        }
        // Rows of one line each: the first is so too.
        let single = rows.iter().skip(1).filter(|row| row.label.len() == 1).count();
        let plain = single * 4 >= rows.len().saturating_sub(1) * 3 && rows.len() > 2;
        return (plain && lines.len() > width).then(|| lines.split_at(lines.len() - 1));
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
    fn one_broken_row_spoils_itself_only() {
        let lines = ["Груз", "Норма", "летом", "зимой", "М1", "1", "2", "М2", "3", "4", "М3", "5", "М4", "6", "7"];
        let grid = rebuild(&lines);
        assert!(grid.is_none(), "headings of two forms tell no columns: {grid:?}");
        let lines =
            ["Груз", "Норма", "складами", "навесами", "М1", "1", "2", "М2", "3", "4", "М3", "5", "М4", "6", "7"];
        let grid = rebuild(&lines).unwrap();
        assert_eq!(grid.columns, ["складами", "навесами"]);
        assert_eq!(grid.rows.iter().map(|row| row.lossy).collect::<Vec<_>>(), [false, false, true, false]);
    }

    #[test]
    fn numbers_may_head_columns_and_label_rows() {
        let lines = [
            "Влажность, %",
            "Срок при классе пола",
            "П1",
            "П2",
            "Выше 75",
            "1",
            "2",
            "40-75",
            "3",
            "4",
            "Ниже 40",
            "5",
            "6",
        ];
        let grid = rebuild(&lines).unwrap();
        assert_eq!(
            (grid.rows[1].words.as_str(), &grid.rows[1].values[..]),
            ("40-75", &["3".to_owned(), "4".to_owned()][..])
        );
        let lines = ["Груз", "Шаг при высоте, равной", "2", "4", "Мешки", "0,9", "0,8", "Тюки", "0,7", "0,6"];
        let grid = rebuild(&lines).unwrap();
        assert_eq!((grid.columns.len(), grid.rows.len(), grid.columns[1].as_str()), (2, 2, "4"));
    }

    #[test]
    fn what_does_not_divide_is_refused() {
        assert_eq!(rebuild(&["Груз", "П1", "П2", "Мешки", "1", "2", "Тюки", "3"]), None);
        assert_eq!(rebuild(&["1", "2"]), None);
        assert_eq!(rebuild(&[]), None);
        assert_eq!(rebuild(&["Только слова", "и ещё слова"]), None);
    }
}
