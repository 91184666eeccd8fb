//! Tables whose print is known: the lines of the source are laid into the form and must fit it whole, row by row, or
//! nothing of it is taken. The values are the source's; the form only tells where each of them belongs.

use crate::engine::corpus::boxes::key;
use crate::engine::corpus::read::tables::{Grid, Row, is_value};
use crate::engine::knowledge::table_forms::{Form, Kind};
use regex::Regex;

/// Lines of words before the values of a row at most.
const MOST_WORDS: usize = 16;
/// Lines of a numbered row at most.
const MOST_LINES: usize = 32;
/// The share of a gazetteer's rows that may be left out, of a hundred.
const LOST: usize = 15;

/// The table as its forms have it; `None` when the lines do not fit.
#[must_use]
pub fn fit(forms: &[&Form], lines: &[&str]) -> Option<Grid> {
    let (mut grid, used) = rows_of(forms, lines)?;
    // What stands behind the rows is kept as words, unless rows may be among it.
    if !has_more(forms) && lines[used..].iter().filter(|line| is_value(line)).count() > 2 {
        return None;
    }
    grid.rest = join(&lines[used..]);
    Some(grid)
}

/// The table at the beginning of running text, and how many of its lines belong to it.
#[must_use]
pub fn lay(forms: &[&Form], lines: &[&str]) -> Option<(Grid, usize)> {
    let (grid, used) = rows_of(forms, lines)?;
    let goes_on = !has_more(forms) && lines.get(used).is_some_and(|line| is_value(line));
    (!goes_on).then_some((grid, used))
}

/// Whether rows follow that the forms do not know.
fn has_more(forms: &[&Form]) -> bool {
    forms.last().is_some_and(|form| form.more)
}

fn rows_of(forms: &[&Form], lines: &[&str]) -> Option<(Grid, usize)> {
    let first = forms.first()?;
    let mut grid = Grid {
        columns: (0..first.columns.len()).map(|column| first.heading(column)).collect(),
        rows: Vec::new(),
        head: String::new(),
        rest: String::new(),
    };
    let mut from = 0;
    for (index, form) in forms.iter().enumerate() {
        if form.columns.len() != grid.columns.len() {
            return None;
        }
        let after = if form.after.is_empty() { from } else { from + find(&lines[from..], &form.after)? + 1 };
        let start = after + find(&lines[after..], &form.first)?;
        let mut walk = Walk::new(form, lines, start)?;
        let rows = walk.rows()?;
        if index == 0 {
            grid.head = join(&lines[..start]);
        }
        from = walk.at;
        grid.rows.extend(rows);
    }
    Some((grid, from))
}

fn find(lines: &[&str], words: &str) -> Option<usize> {
    let wanted = key(words);
    let exact = lines.iter().position(|line| key(line) == wanted);
    exact.or_else(|| lines.iter().position(|line| key(line).starts_with(&wanted)))
}

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

struct Walk<'a> {
    form: &'a Form,
    lines: &'a [&'a str],
    value: Option<Regex>,
    /// The lines of the heading, which a print repeats on the next page.
    head: Vec<Vec<char>>,
    skip: Vec<Vec<char>>,
    at: usize,
}

impl<'a> Walk<'a> {
    fn new(form: &'a Form, lines: &'a [&'a str], start: usize) -> Option<Self> {
        let value = if form.value.is_empty() { None } else { Some(Regex::new(&form.value).ok()?) };
        let head = lines[..start].iter().map(|line| key(line)).collect();
        let skip = form.skip.iter().map(|words| key(words)).collect();
        Some(Self { form, lines, value, head, skip, at: start })
    }

    fn holds(&self, line: &str) -> bool {
        match &self.value {
            Some(value) => value.is_match(line.trim()),
            None => is_value(line) || is_bounded(line),
        }
    }

    fn rows(&mut self) -> Option<Vec<Row>> {
        match self.form.kind {
            Kind::Across => self.across(),
            Kind::Scattered => self.scattered(),
            Kind::Blocks => self.blocks(),
            Kind::Stacked => self.stacked(),
            Kind::Places => self.places(),
            Kind::Numbered => self.numbered(),
            Kind::Words | Kind::Single => (0..self.form.rows).map(|index| self.row(index)).collect(),
        }
    }

    /// Whether a line belongs to no row: a heading that is printed again, a remark inside the table.
    fn passes_over(&self) -> bool {
        let own = key(self.lines.get(self.at).copied().unwrap_or_default());
        own.is_empty() || self.skip.contains(&own)
    }

    /// Steps over the heading where it is printed again.
    fn past_heads(&mut self) {
        while self.at < self.lines.len() && self.passes_over() {
            self.at += 1;
        }
        let opens = |line: &str| self.head.first().is_some_and(|first| *first == key(line));
        if self.head.len() > 1 && self.lines.get(self.at).is_some_and(|line| opens(line)) {
            while self.lines.get(self.at).is_some_and(|line| self.head.contains(&key(line))) {
                self.at += 1;
            }
        }
    }

    fn values(&mut self) -> Option<Vec<String>> {
        let width = self.form.columns.len();
        let mut values: Vec<String> = Vec::with_capacity(width);
        while values.len() < width && self.lines.get(self.at).is_some_and(|line| self.holds(line)) {
            values.push(self.lines[self.at].trim().to_owned());
            self.at += 1;
        }
        // The last columns of a print that leaves them out: the first value must be there.
        if !values.is_empty() && !self.form.missing.is_empty() {
            values.resize(width, self.form.missing.clone());
        }
        (values.len() == width).then_some(values)
    }

    fn words(&mut self) -> Vec<&'a str> {
        let mut words = Vec::new();
        loop {
            self.past_heads();
            match self.lines.get(self.at) {
                Some(line) if !self.holds(line) && words.len() < MOST_WORDS => {
                    words.push(*line);
                    self.at += 1;
                }
                _ => return words,
            }
        }
    }

    fn row(&mut self, index: usize) -> Option<Row> {
        let words = if self.form.kind == Kind::Single {
            self.past_heads();
            let line = *self.lines.get(self.at)?;
            self.at += 1;
            vec![line]
        } else {
            self.words()
        };
        if words.is_empty() {
            return None;
        }
        let values = self.values()?;
        self.named(index, &join(&words), values)
    }

    /// A row under its name; a name of the form must end as the print does.
    fn named(&self, index: usize, printed: &str, values: Vec<String>) -> Option<Row> {
        let words = match self.form.labels.get(index) {
            Some(label) => {
                let letters =
                    |text: &str| -> Vec<char> { key(text).into_iter().filter(|c| c.is_alphanumeric()).collect() };
                let (own, said) = (letters(label), letters(printed));
                let tail = said.len().min(own.len()).min(6);
                let same = said[said.len() - tail..] == own[own.len() - tail..] || self.is_scan();
                if !same {
                    return None;
                }
                label.clone()
            }
            None => printed.to_owned(),
        };
        let prefix = self.form.prefix.as_str();
        let words = if prefix.is_empty() { words } else { format!("{prefix} {words}") };
        let part = self.form.parts.get(index).cloned().unwrap_or_default();
        Some(Row { part, words, values, lossy: false })
    }

    /// Names of a scan are read wrongly; the number of rows and the shape of the values hold it together.
    fn is_scan(&self) -> bool {
        !self.form.labels.is_empty() && !self.form.value.is_empty() || self.form.kind == Kind::Across
    }

    fn across(&mut self) -> Option<Vec<Row>> {
        let (rows, columns) = (self.form.rows, self.form.columns.len());
        let keys = self.lines.get(self.at..self.at + rows)?;
        self.at += rows;
        let mut series: Vec<Vec<String>> = Vec::new();
        for _ in 0..columns {
            if self.words().is_empty() {
                return None;
            }
            let values = self.lines.get(self.at..self.at + rows)?;
            if !values.iter().all(|line| self.holds(line)) {
                return None;
            }
            series.push(values.iter().map(|line| line.trim().to_owned()).collect());
            self.at += rows;
        }
        let row = |(index, name): (usize, &&str)| {
            self.named(index, name, series.iter().map(|values| values[index].clone()).collect())
        };
        keys.iter().enumerate().map(row).collect()
    }

    fn scattered(&mut self) -> Option<Vec<Row>> {
        let width = self.form.columns.len();
        let wanted = self.form.rows * width;
        let found: Vec<usize> =
            (self.at..self.lines.len()).filter(|at| self.holds(self.lines[*at])).take(wanted + 1).collect();
        if found.len() < wanted || found.len() > wanted && !self.form.more {
            return None;
        }
        let mut rows = Vec::with_capacity(self.form.rows);
        for (index, label) in self.form.labels.iter().enumerate() {
            let own = &found[index * width..(index + 1) * width];
            // A word of the row stands between the values before it and the values after it.
            let from = index.checked_sub(1).map_or(self.at, |before| found[before * width]);
            let to = found.get((index + 1) * width).copied().unwrap_or(self.lines.len());
            let near = key(&join(&self.lines[from..to.max(own[width - 1])]));
            let anchor = self.anchor(index, label);
            if !near.windows(anchor.len()).any(|window| window == anchor) {
                return None;
            }
            let values = own.iter().map(|at| self.lines[*at].trim().to_owned()).collect();
            let part = self.form.parts.get(index).cloned().unwrap_or_default();
            rows.push(Row { part, words: label.clone(), values, lossy: false });
        }
        self.at = found[wanted - 1] + 1;
        Some(rows)
    }

    /// What must stand beside the values of a row: the beginning of the first word of its name that tells something.
    fn anchor(&self, index: usize, label: &str) -> Vec<char> {
        let own = self.form.anchors.get(index).map(String::as_str).filter(|own| !own.is_empty());
        let first = || label.split([' ', ',', ';', '(']).find(|word| word.chars().count() > 3).unwrap_or(label);
        key(own.unwrap_or_else(first)).into_iter().take(6).collect()
    }

    /// Several names, then the values of all of them: as many as the rows, each name before its value and in order.
    fn blocks(&mut self) -> Option<Vec<Row>> {
        let width = self.form.columns.len();
        let (mut said, mut from) = (Vec::new(), 0);
        let mut rows = Vec::with_capacity(self.form.rows);
        for label in &self.form.labels {
            said.extend(key(&join(&self.words())));
            let values = self.values()?;
            let anchor = self.anchor(rows.len(), label);
            let at = said[from..].windows(anchor.len()).position(|window| window == anchor)?;
            from += at + anchor.len();
            let part = self.form.parts.get(rows.len()).cloned().unwrap_or_default();
            rows.push(Row { part, words: label.clone(), values, lossy: false });
        }
        (width > 0 && rows.len() == self.form.rows).then_some(rows)
    }

    /// Names of all rows in their order, then the values of the first column, of the second one…
    fn stacked(&mut self) -> Option<Vec<Row>> {
        let (rows, columns) = (self.form.rows, self.form.columns.len());
        let said = key(&join(&self.words()));
        let values = self.lines.get(self.at..self.at + rows * columns)?;
        if !values.iter().all(|line| self.holds(line)) {
            return None;
        }
        self.at += rows * columns;
        let mut from = 0;
        let row = |(index, label): (usize, &String)| {
            let anchor = self.anchor(index, label);
            let at = said[from..].windows(anchor.len()).position(|window| window == anchor)?;
            from += at + anchor.len();
            let own = (0..columns).map(|column| values[column * rows + index].trim().to_owned()).collect();
            let part = self.form.parts.get(index).cloned().unwrap_or_default();
            Some(Row { part, words: label.clone(), values: own, lossy: false })
        };
        self.form.labels.iter().enumerate().map(row).collect()
    }

    /// Whether a line begins the row of a number: «13» alone before words, «14 То же».
    fn begins(&self, at: usize, number: usize) -> bool {
        let Some(line) = self.lines.get(at) else { return false };
        let (head, rest) = line.split_once(' ').unwrap_or((line, ""));
        let next = self.lines.get(at + 1).is_some_and(|next| next.starts_with(char::is_uppercase));
        head.parse() == Ok(number)
            && if rest.is_empty() { next } else { !rest.starts_with(|c: char| c.is_ascii_digit()) }
    }

    /// Numbered rows, each told by its pattern; a row that the pattern does not tell is left out.
    fn numbered(&mut self) -> Option<Vec<Row>> {
        let mut rows: Vec<Row> = Vec::with_capacity(self.form.rows);
        let mut name = String::new();
        let mut lost = 0;
        for number in 1..=self.form.rows {
            let ends = |at: &usize| self.begins(*at, number + 1);
            let most = (self.at + MOST_LINES).min(self.lines.len());
            let to = (self.at + 1..most).find(ends).unwrap_or(most);
            if !self.begins(self.at, number) {
                return None;
            }
            let line = self.lines[self.at..to].join(" ");
            self.at = to;
            let found = self.value.as_ref()?.captures(&line).filter(|own| own.len() == self.form.columns.len() + 3);
            let Some(found) = found else {
                lost += 1;
                continue;
            };
            let part = |at: usize| found.get(at).map_or("", |part| part.as_str());
            // «То же»: the name of the row above.
            let own = part(1).trim_start_matches("То же").trim_start_matches(['"', ' ', ',']);
            if !own.is_empty() {
                own.clone_into(&mut name);
            }
            let whole = |text: &str| text.replace(' ', "");
            let words = match part(2) {
                "" => name.clone(),
                key => format!("{name}, {}: {}", self.form.keyed, whole(key)),
            };
            let cell = |column: usize| Some(whole(part(column + 3))).filter(|own| !own.is_empty());
            let values = (0..self.form.columns.len()).map(|at| cell(at).unwrap_or_else(|| "-".to_owned())).collect();
            rows.push(Row { part: String::new(), words, values, lossy: false });
        }
        (lost * 100 <= self.form.rows * LOST).then_some(rows)
    }

    fn places(&mut self) -> Option<Vec<Row>> {
        let width = self.form.columns.len();
        let (mut rows, mut lost) = (Vec::new(), 0);
        while self.at < self.lines.len() {
            let words = self.words();
            let from = self.at;
            while self.lines.get(self.at).is_some_and(|line| self.holds(line)) {
                self.at += 1;
            }
            if self.at - from == width && !words.is_empty() {
                let values = self.lines[from..self.at].iter().map(|line| line.trim().to_owned()).collect();
                let (part, words) = place(&words);
                rows.push(Row { part, words, values, lossy: false });
            } else if self.at > from {
                lost += 1;
            } else if words.is_empty() {
                break;
            }
        }
        (rows.len() >= self.form.rows && lost * 100 <= rows.len() * LOST).then_some(rows)
    }
}

/// «Республика Алтай», «Катанда» → the region and the place.
fn place(words: &[&str]) -> (String, String) {
    const REGIONS: [&str; 8] = ["республик", "область", "край", "округ", "округа", "(адыгея)", "алания", "крым"];
    let region = |line: &str| {
        let low = line.to_lowercase();
        REGIONS.iter().any(|word| low.contains(word))
    };
    match words.iter().rposition(|line| region(line)) {
        Some(at) if at + 1 < words.len() => (join(&words[..=at]), join(&words[at + 1..])),
        // Of a heading that runs over lines the place is the last one.
        _ if words.len() > 3 => (join(&words[..words.len() - 1]), words.last().copied().unwrap_or_default().to_owned()),
        _ => (String::new(), join(words)),
    }
}

/// «Не менее 5,0», «до 15»: a number with its bound.
fn is_bounded(line: &str) -> bool {
    let low = line.trim().to_lowercase();
    const BOUNDS: [&str; 4] = ["не менее ", "не более ", "не ниже ", "не выше "];
    BOUNDS.iter().any(|bound| low.strip_prefix(bound).is_some_and(is_value)) || low == "не нормируется"
}

#[cfg(test)]
#[path = "forms_tests.rs"]
mod tests;
