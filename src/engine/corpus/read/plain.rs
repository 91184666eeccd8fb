//! Text of any origin: pages of a collector, PDF, DOCX, Markdown, HTML. The way it is written decides how it is read.

use crate::engine::corpus::read::front::Front;
use crate::engine::corpus::read::identity::{self, Identity};
use crate::engine::corpus::read::pages::{self, Line};
use crate::engine::corpus::read::tree::{Place, Tree};
use crate::engine::corpus::read::{ReadError, Source, clean, damaged, heads, korean, law, norms, numbers, points};
use crate::engine::corpus::{Imported, ImportedNode, ImportedPage};
use crate::model::source::DocumentKind;
use serde::Deserialize;

#[derive(Deserialize)]
struct File {
    #[serde(default)]
    full_name: String,
    #[serde(default)]
    number: String,
    #[serde(default)]
    document_type: String,
    #[serde(default)]
    revision: String,
    pages: Vec<Page>,
}

#[derive(Deserialize)]
struct Page {
    #[serde(default)]
    page_content: String,
}

/// A collector's file of pages. Its `status` is a guess and is not read; its `number` may be cut.
///
/// # Errors
/// [`ReadError`]
pub fn pages(source: Source<'_>) -> Result<Imported, ReadError> {
    let file: File = serde_json::from_str(source.text).map_err(|error| damaged(&error))?;
    let raw: Vec<String> = file.pages.into_iter().map(|page| page.page_content).collect();
    if raw.iter().all(|text| text.trim().is_empty()) {
        return Err(ReadError::NoText);
    }
    let low = file.document_type.to_lowercase();
    let label = identity::label(&file.revision);
    let (number, title) = (file.number.trim(), file.full_name.trim());
    let first = raw.iter().take(3).map(|text| clean::characters(text)).collect::<Vec<_>>().join("\n");
    let named = if low.contains("закон") || low.contains("постановление") {
        Identity::of_law(number, &first, title, &label, low.contains("постановление"))
    } else if low.contains("свод правил") && !number.is_empty() {
        Some(Identity::of_rules(number, title, &label))
    } else {
        None
    };
    let jurisdiction = source.jurisdiction.unwrap_or("RU");
    let identity = match named {
        Some(identity) => identity,
        None if title.is_empty() => return Err(ReadError::Unnamed),
        None => Identity { label, ..Identity::of_file(source.name, title, jurisdiction) },
    };
    Ok(edition(identity, &raw))
}

/// Plain text or Markdown, with or without front matter.
///
/// # Errors
/// [`ReadError`]
pub fn text(source: Source<'_>) -> Result<Imported, ReadError> {
    titled(source, None)
}

/// The same with a title that is known.
///
/// # Errors
/// [`ReadError`]
pub fn titled(source: Source<'_>, title: Option<&str>) -> Result<Imported, ReadError> {
    let cleaned = clean::characters(source.text);
    let front = Front::of(&cleaned);
    let heading = front.body.lines().find_map(|line| line.strip_prefix("# ")).map(str::trim);
    let stem = source.name.rsplit_once('.').map_or(source.name, |(stem, _)| stem);
    let named = front.get("title").or(front.get("제목")).or(heading).or(title).unwrap_or(stem);
    if front.body.chars().filter(|c| c.is_alphabetic()).count() < 20 {
        return Err(ReadError::NoText);
    }
    let identity = identity(&front, source, stem, named);
    if korean::is_statute(front.body) {
        let nodes = korean::read(&identity.short, &front);
        return Ok(identity.with(nodes, Vec::new(), Vec::new()));
    }
    let body = if front.body.contains('|') { without_bars(front.body) } else { front.body.to_owned() };
    // Pages of a PDF are parted by form feeds; a text without them has none.
    let raw: Vec<String> = body.split('\u{c}').map(str::to_owned).collect();
    let mut imported = edition(identity, &raw);
    if raw.len() < 2 {
        imported.pages.clear();
        imported.nodes.iter_mut().for_each(|node| node.page = None);
    }
    if imported.nodes.is_empty() { Err(ReadError::NoText) } else { Ok(imported) }
}

/// What the front matter says, and what the name and the letters of the text say where it is silent.
fn identity(front: &Front<'_>, source: Source<'_>, stem: &str, title: &str) -> Identity {
    let guessed = source.jurisdiction.unwrap_or_else(|| jurisdiction(front.body));
    let jurisdiction = front.get("jurisdiction").unwrap_or(guessed);
    let mut identity = Identity::of_file(stem, title, jurisdiction);
    if jurisdiction == "KR" {
        identity = korean_act(title, front.get("법령구분")).unwrap_or(identity);
    } else if let Some(known) = heads::identity(Some(title), front.body) {
        identity = known;
    }
    if let Some(document) = front.get("document") {
        identity.document = identity::slug(document);
    }
    if let Some(short) = front.get("short") {
        identity.short = short.to_owned();
    }
    identity.kind = front.get("kind").and_then(kind).unwrap_or(identity.kind);
    if let Some(day) = front.get("공포일자").and_then(day_of_digits) {
        identity.label.clone_from(&day);
        identity.valid_from = front.get("시행일자").and_then(day_of_digits).or(Some(day));
    }
    if let Some(label) = front.get("edition") {
        identity.label = label.to_owned();
    }
    identity.valid_from = front.get("from").map(str::to_owned).or(identity.valid_from);
    identity.valid_to = front.get("to").map(str::to_owned).or(identity.valid_to);
    identity
}

/// A Korean act by its name; one that the register does not know by what its front matter says it is.
fn korean_act(title: &str, kind: Option<&str>) -> Option<Identity> {
    let register = crate::engine::address::acts::embedded().ok()?;
    // Spaces inside a name are written and left out at will.
    let bare = |name: &str| name.split_whitespace().collect::<String>();
    let is_it = |act: &&crate::engine::address::acts::ActRecord| {
        act.jurisdiction == "KR"
            && [&act.short, &act.title].into_iter().chain(&act.names).any(|name| bare(name) == bare(title))
    };
    if let Some(act) = register.acts().iter().find(is_it) {
        return Identity::of_act(&act.id, identity::UNDATED);
    }
    let kind = match kind? {
        "법률" => DocumentKind::Law,
        "대통령령" | "총리령" | "부령" => DocumentKind::Decree,
        _ => return None,
    };
    let named = Identity::of_file(title, title, "KR");
    Some(Identity { document: format!("kr.act.{}", identity::slug(&bare(title))), kind, ..named })
}

/// `20260317` or `2026-03-17` → `2026-03-17`.
fn day_of_digits(text: &str) -> Option<String> {
    let digits: String = text.chars().filter(|c| *c != '-').collect();
    let plain = digits.len() == 8 && digits.bytes().all(|byte| byte.is_ascii_digit());
    plain.then(|| format!("{}-{}-{}", &digits[..4], &digits[4..6], &digits[6..]))
}

fn kind(word: &str) -> Option<DocumentKind> {
    serde_json::from_value(serde_json::Value::String(word.to_owned())).ok()
}

/// The jurisdiction that the letters of a text speak for.
fn jurisdiction(text: &str) -> &'static str {
    let (mut hangul, mut ukrainian, mut letters) = (0, 0, 0);
    for c in text.chars().filter(|c| c.is_alphabetic()).take(20_000) {
        letters += 1;
        hangul += usize::from(('가'..='힣').contains(&c));
        ukrainian += usize::from("іїєґІЇЄҐ".contains(c));
    }
    if hangul * 4 > letters {
        "KR"
    } else if ukrainian * 50 > letters {
        "UA"
    } else {
        "RU"
    }
}

/// Rows of a Markdown table as one cell per line.
fn without_bars(text: &str) -> String {
    let mut out = String::with_capacity(text.len());
    for line in text.lines() {
        match line.trim().strip_prefix('|').and_then(|row| row.strip_suffix('|')) {
            Some(row) if row.chars().all(|c| "-:| ".contains(c)) => {}
            Some(row) => row.split('|').map(str::trim).filter(|cell| !cell.is_empty()).for_each(|cell| {
                out.push_str(cell);
                out.push('\n');
            }),
            None => {
                out.push_str(line);
                out.push('\n');
            }
        }
    }
    out
}

/// An edition from its pages.
fn edition(identity: Identity, raw: &[String]) -> Imported {
    let (pages, lines, dropped) = pages::lines(raw);
    let (nodes, mut remarks) = body(&identity, &lines);
    if dropped > 0 {
        remarks.push(format!("{dropped} строк колонтитулов убраны"));
    }
    let remarks = shorten(remarks);
    let pages: Vec<ImportedPage> = pages;
    identity.with(nodes, pages, remarks)
}

/// Many remarks of one kind are one line.
fn shorten(remarks: Vec<String>) -> Vec<String> {
    let (tables, mut others): (Vec<String>, Vec<String>) =
        remarks.into_iter().partition(|remark| remark.starts_with("таблица "));
    if tables.len() > 3 {
        others.push(format!("{} таблиц не восстановлены, их ячейкам нельзя верить", tables.len()));
    } else {
        others.extend(tables);
    }
    others
}

fn body(identity: &Identity, lines: &[Line]) -> (Vec<ImportedNode>, Vec<String>) {
    let stripped: Vec<Line>;
    let short = identity.short.as_str();
    let starts = |words: &[&str]| {
        lines
            .iter()
            .filter(|line| words.iter().any(|word| line.text.trim_start_matches(['#', ' ']).starts_with(word)))
            .count()
    };
    let articles = starts(&["Статья ", "Стаття "]);
    let clauses = lines.iter().filter(|line| numbers::clause(&line.text).is_some()).count();
    if articles >= 3 {
        stripped = without_marks(lines);
        return law::read(short, &stripped, levels(identity));
    }
    if identity.kind == DocumentKind::Decree {
        return law::decree(short, lines);
    }
    if clauses >= 5 {
        stripped = without_marks(lines);
        let read = norms::read(short, &stripped);
        if read.0.len() >= 5 {
            return read;
        }
    }
    (sections(short, lines), Vec::new())
}

/// Articles of Russian laws and of all Ukrainian acts have parts; those of codes and rules points.
fn levels(identity: &Identity) -> points::Levels {
    let own = crate::engine::address::acts::embedded().ok().and_then(|register| register.get(&identity.document));
    // Laws of the first years of the Federation («Закон РФ № 2300-1») have points, those after them parts.
    let early = identity.document.starts_with("ru.law.");
    let parts = identity.kind == DocumentKind::Law && !early
        || identity.jurisdiction == "UA"
        || own.is_some_and(|act| act.parts);
    if parts { points::LAW } else { points::CODE_RU }
}

/// Lines without marks of headings; a number that stands alone is joined with the words of its clause.
fn without_marks(lines: &[Line]) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::with_capacity(lines.len());
    for line in lines {
        let text = line.text.trim_start_matches('#').trim();
        if text.is_empty() {
            continue;
        }
        let prose = text.chars().count() > 30 && text.chars().next().is_some_and(char::is_uppercase);
        match out.last_mut().filter(|last| prose && is_bare_number(&last.text)) {
            Some(last) => last.text = format!("{} {text}", last.text),
            None => out.push(Line { text: text.to_owned(), ..line.clone() }),
        }
    }
    out
}

/// `4.2`, alone on its line.
fn is_bare_number(text: &str) -> bool {
    numbers::clause(&format!("{text} .")).is_some()
}

/// Most characters of a passage of running text.
const PASSAGE: usize = 1500;

/// Headings with what stands below them; long stretches are parted into passages.
fn sections(short: &str, lines: &[Line]) -> Vec<ImportedNode> {
    let mut tree = Tree::new(short);
    let (mut section, mut passage) = (0, 0);
    for line in lines {
        let level = line.text.chars().take_while(|c| *c == '#').count();
        if (1..=6).contains(&level) && line.text[level..].starts_with(' ') {
            section += 1;
            passage = 0;
            let title = line.text[level..].trim().to_owned();
            tree.open(Place {
                kind: "section",
                segment: format!("s/{section}"),
                label: format!("«{title}»"),
                title,
                depth: u8::try_from(level).unwrap_or(6),
                page: Some(line.page),
                rooted: true,
            });
            continue;
        }
        let full = tree.last().is_none_or(|node| node.text.chars().count() > PASSAGE);
        if full {
            passage += 1;
            tree.open(Place {
                kind: "passage",
                segment: format!("b/{passage}"),
                label: format!("фрагмент {passage}"),
                title: String::new(),
                depth: 9,
                page: Some(line.page),
                rooted: tree.inside("section").is_none(),
            });
        }
        tree.paragraph(&line.text);
    }
    tree.finish()
}
