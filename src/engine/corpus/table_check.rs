//! A table as it is held, checked against itself: whether its columns agree, can be told apart, have a unit, and whether
//! its rows are names and not lost values. What is wrong goes with every answer from it.

use crate::engine::knowledge::table_forms;
use crate::model::source::NodeView;
use crate::model::table::{Cell, Table};
use std::collections::HashMap;

/// Values in a series from which on their order is looked at.
const SERIES: usize = 5;

/// What is doubtful about a table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Doubt {
    /// In words.
    pub text: String,
    /// No cell of the table may be certified.
    pub grave: bool,
}

impl Doubt {
    fn grave(text: impl Into<String>) -> Self {
        Self { text: text.into(), grave: true }
    }

    fn light(text: impl Into<String>) -> Self {
        Self { text: text.into(), grave: false }
    }
}

/// What is known of a table.
#[derive(Debug, Clone, Default)]
pub struct Held<'a> {
    /// The document as it is cited.
    pub document: &'a str,
    /// Its number.
    pub number: &'a str,
    /// The reader could not rebuild it.
    pub lossy: bool,
    /// What stands above the rows.
    pub head: &'a str,
    /// Headings of the value columns.
    pub columns: Vec<&'a str>,
    /// Label, values, whether the row lost its columns.
    pub rows: Vec<(&'a str, Vec<&'a str>, bool)>,
}

/// Everything doubtful, the gravest first.
#[must_use]
pub fn doubts(held: &Held<'_>) -> Vec<Doubt> {
    if held.lossy || held.rows.is_empty() {
        return vec![Doubt::grave("таблица не восстановлена: значения смотрите на странице")];
    }
    let forms = table_forms::of(held.document, held.number);
    let formed = forms.first().is_some_and(|form| held.columns.first().is_some_and(|own| *own == form.heading(0)));
    let mut out = Vec::new();
    let broken = held.rows.iter().filter(|(_, values, lossy)| *lossy || values.len() != held.columns.len()).count();
    if broken > 0 {
        // A series of classes tells its columns for certain: a broken row spoils itself only.
        let series = held.columns.len() >= 4 && held.columns.iter().all(|column| is_code(column));
        let text = format!("строк, где значений не столько, сколько граф: {broken}");
        out.push(if series || formed { Doubt::light(text) } else { Doubt::grave(text) });
    }
    let repeated = |at: usize| held.columns[..at].contains(&held.columns[at]);
    if held.columns.len() > 1 && (0..held.columns.len()).any(|at| held.columns[at].is_empty() || repeated(at)) {
        out.push(Doubt::grave("заголовки граф не различаются"));
    }
    if formed {
        out.push(Doubt::light("графы и строки названы по описанию печатной формы; значения — из источника"));
    } else {
        out.extend(of_labels(held));
        out.extend(of_heading(held));
    }
    let unordered = unordered(held);
    if unordered > 0 {
        out.push(Doubt::light(format!("строк, где значения идут не по порядку классов: {unordered}")));
    }
    out.sort_by_key(|doubt| !doubt.grave);
    out
}

/// «В25», «REI 45», «2»: a short mark with a digit.
fn is_code(text: &str) -> bool {
    text.chars().count() <= 8 && text.chars().any(|c| c.is_ascii_digit())
}

/// In a table of one column some labels that are bare codes are values of a column that was lost.
fn of_labels(held: &Held<'_>) -> Option<Doubt> {
    let codes = held.rows.iter().filter(|(label, ..)| is_code(label)).count();
    let (some, most) = (codes * 10 > held.rows.len(), codes * 10 >= held.rows.len() * 9);
    (held.columns.len() == 1 && some && !most)
        .then(|| Doubt::grave("среди подписей строк стоят значения: граф в таблице больше, чем восстановлено"))
}

/// Numbers of the columns in the heading («1 2 3 4») count them.
fn of_heading(held: &Held<'_>) -> Option<Doubt> {
    let words: Vec<&str> = held.head.split_whitespace().collect();
    let mut longest = 0_usize;
    let mut run = 0_usize;
    for word in words {
        run = match word.parse::<usize>() {
            Ok(number) if number == run + 1 => run + 1,
            Ok(1) => 1,
            _ => 0,
        };
        longest = longest.max(run);
    }
    (longest >= 3 && longest != held.columns.len() + 1).then(|| {
        Doubt::grave(format!("в шапке пронумерованы графы 1–{longest}, восстановлено {}", held.columns.len() + 1))
    })
}

/// Rows whose values turn their direction once under a growing series of classes.
fn unordered(held: &Held<'_>) -> usize {
    let number = |text: &str| -> Option<f64> {
        let digits: String = text.chars().filter(|c| c.is_ascii_digit() || ",.".contains(*c)).collect();
        digits.replace(',', ".").parse().ok()
    };
    let keys: Vec<Option<f64>> = held.columns.iter().map(|column| number(column)).collect();
    let grows = keys.windows(2).all(|pair| matches!(pair, [Some(a), Some(b)] if a < b));
    if held.columns.len() < SERIES || !grows {
        return 0;
    }
    let turned = |values: &[&str]| {
        let numbers: Vec<f64> = values.iter().filter_map(|value| number(value)).collect();
        let ups = numbers.windows(2).filter(|pair| pair[0] < pair[1]).count();
        let downs = numbers.windows(2).filter(|pair| pair[0] > pair[1]).count();
        numbers.len() >= SERIES && ups.min(downs) == 1
    };
    held.rows.iter().filter(|(_, values, lossy)| !lossy && turned(values)).count()
}

/// The known units that a heading names, each once.
#[must_use]
pub fn units(text: &str) -> Vec<&'static str> {
    const KNOWN: [&str; 42] = [
        "мкм",
        "кДж",
        "мг/дм3",
        "мг/м3",
        "кг/м3",
        "см2",
        "мм",
        "см",
        "м",
        "м²",
        "м2",
        "м³",
        "м3",
        "км",
        "МПа",
        "кПа",
        "Па",
        "кгс/см²",
        "кгс/см",
        "кН/м²",
        "кН/м2",
        "кН/м",
        "кН",
        "т",
        "кг",
        "°С",
        "°C",
        "%",
        "дБ",
        "дБА",
        "ч",
        "мин",
        "с",
        "сут",
        "чел",
        "лет",
        "г/м²",
        "кг/м³",
        "л/с",
        "шт",
        "метры",
        "м/с",
    ];
    const WHOLE: [&str; 9] = [
        "Вт/(м·°С)",
        "Вт/(м²·°С)",
        "Вт/(м2·°С)",
        "Вт/(м3·°С)",
        "кДж/(кг·°С)",
        "мг/(м·ч·Па)",
        "м2·ч·Па/кг",
        "м²·°С/Вт",
        "МПа·10³",
    ];
    let mut out: Vec<&'static str> = Vec::new();
    for unit in WHOLE {
        if text.contains(unit) {
            out.push(unit);
        }
    }
    let pieces: Vec<&str> = text.split([',', '(', ')', ';', ':']).map(str::trim).collect();
    for piece in pieces.iter().skip(usize::from(pieces.len() > 1)).rev() {
        // «м» of «глубина заложения, м, при», «кПа, не менее» of a heading in one line.
        let bare = piece.strip_suffix(" не менее").or_else(|| piece.strip_suffix(" не более")).unwrap_or(piece);
        if let Some(unit) = KNOWN.iter().find(|unit| **unit == bare)
            && !out.contains(unit)
        {
            out.push(unit);
        }
    }
    out
}

/// The table of a node, from it and everything below it.
#[must_use]
pub fn table(document: &str, node: &NodeView, below: &[NodeView]) -> Table {
    let number = node.node_id.rsplit("table/").next().unwrap_or_default().split('~').next().unwrap_or_default();
    let mut children: HashMap<&str, Vec<&NodeView>> = HashMap::new();
    for one in below {
        children.entry(one.parent.as_deref().unwrap_or_default()).or_default().push(one);
    }
    let under = |id: &str| children.get(id).map(Vec::as_slice).unwrap_or_default();
    let own = under(&node.node_id);
    let columns: Vec<&str> = own.iter().filter(|one| one.kind == "column").map(|one| one.text.as_str()).collect();
    let rows: Vec<&&NodeView> = own.iter().filter(|one| one.kind == "row").collect();
    let head = node.text.lines().next().unwrap_or_default();
    let values = |row: &NodeView| -> Vec<&NodeView> {
        under(&row.node_id).iter().copied().filter(|cell| cell.kind == "cell").collect()
    };
    let checked = rows
        .iter()
        .map(|row| (row.title.as_str(), values(row).iter().map(|cell| cell.text.as_str()).collect(), row.lossy))
        .collect();
    let held = Held { document, number, lossy: node.lossy, head, columns: columns.clone(), rows: checked };
    let found = doubts(&held);
    let mut cells = Vec::new();
    for (c, text) in columns.iter().enumerate() {
        cells.push(Cell::new(0, c + 1, true, text));
    }
    for (r, row) in rows.iter().enumerate() {
        cells.push(Cell::new(r + 1, 0, true, &row.title));
        for (c, cell) in values(row).iter().enumerate() {
            let mut made = Cell::new(r + 1, c + 1, false, &cell.text);
            made.node = Some(cell.node_id.clone());
            cells.push(made);
        }
        if row.lossy
            && let Some(name) = cells.last_mut()
        {
            name.doubt = Some("значения строки не разнесены по графам".to_owned());
        }
    }
    let mut own_units: Vec<&str> = columns.iter().flat_map(|column| units(column)).collect();
    own_units.dedup();
    let unit = match own_units.as_slice() {
        [only] => (*only).to_owned(),
        [] => units(&format!("{} {head}", node.title)).first().map_or_else(String::new, |unit| (*unit).to_owned()),
        _ => String::new(),
    };
    Table {
        number: number.to_owned(),
        title: node.title.clone(),
        pages: node.page.into_iter().collect(),
        unit,
        notes: own.iter().filter(|one| one.kind == "note").map(|one| one.text.clone()).collect(),
        cells,
        doubts: found.into_iter().map(|doubt| doubt.text).collect(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn held<'a>(columns: &[&'a str], rows: &[(&'a str, &[&'a str])]) -> Held<'a> {
        Held {
            document: "ПС 1",
            number: "1",
            columns: columns.to_vec(),
            rows: rows.iter().map(|(label, values)| (*label, values.to_vec(), false)).collect(),
            ..Held::default()
        }
    }

    #[test]
    fn a_whole_table_has_no_doubt() {
        let table = held(&["Высота, м"], &[("В сухом складе", &["4"]), ("Под навесом", &["3"])]);
        assert_eq!(doubts(&table), []);
    }

    #[test]
    fn lost_columns_and_codes_among_the_labels_are_grave() {
        let lost = held(&["Предел"], &[("Двери", &["1"]), ("EI 60", &["2"]), ("EI 30", &["3"]), ("Окна", &["1"])]);
        assert!(doubts(&lost)[0].grave);
        let classes = held(&["Rsw, МПа"], &[("А240", &["170"]), ("А400", &["280"])]);
        assert_eq!(doubts(&classes), []);
        let mut counted = held(&["t, °С"], &[("Город", &["1"]), ("Село", &["2"])]);
        counted.head = "Пункт Температура 1 2 3 4";
        assert!(doubts(&counted)[0].grave);
        let same = held(&["а", "а"], &[("Город", &["1", "2"]), ("Село", &["2", "3"])]);
        assert!(doubts(&same)[0].grave);
    }

    #[test]
    fn a_series_that_turns_once_is_told() {
        let row: &[&str] = &["1,0", "1,1", "0,2", "1,3", "1,4"];
        let table = held(&["В10", "В15", "В20", "В25", "В30"], &[("Тяжелый", row), ("Легкий", row)]);
        assert_eq!(doubts(&table).len(), 1);
        assert!(!doubts(&table)[0].grave);
    }

    #[test]
    fn units_of_headings() {
        assert_eq!(units("Высота штабеля, м, не более"), ["м"]);
        assert_eq!(units("нагрузок Pt, кПа, не менее"), ["кПа"]);
        assert_eq!(units("Место"), [] as [&str; 0]);
        assert_eq!(units("нагрузка Pt, кПа; сила Qt, кН").len(), 2);
    }
}
