//! Decisions of courts in one text: each begins with a line of its requisites; the body is wrapped and letter-spaced.

use crate::engine::corpus::read::clean;
use crate::engine::corpus::read::identity::Identity;
use crate::engine::corpus::read::tree::{Place, Tree};
use crate::engine::corpus::{Imported, read::ReadError};
use crate::engine::fold;
use crate::model::source::DocumentKind;
use regex::Regex;
use std::sync::LazyLock;

static HEAD: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"^=== DOC (\d+) \| ([^|]+?) \| (\d{4}-\d{2}-\d{2})[^|]*\|([^|]*)\| *(.*?) *===\s*$").ok()
});

/// Whether a line opens a decision.
#[must_use]
pub fn opens(line: &str) -> bool {
    HEAD.as_ref().is_some_and(|head| head.is_match(line))
}

/// Reads every decision of the text.
///
/// # Errors
/// There is none.
pub fn read(text: &str) -> Result<Vec<Imported>, ReadError> {
    let text = clean::characters(text);
    let mut out = Vec::new();
    let mut body: Vec<String> = Vec::new();
    let mut open: Option<[String; 4]> = None;
    for line in text.lines() {
        if let Some(found) = HEAD.as_ref().and_then(|head| head.captures(line)) {
            out.extend(open.take().map(|head| decision(&head, &body)));
            body.clear();
            open = Some([1, 2, 3, 5].map(|group| found[group].trim().to_owned()));
        } else {
            body.push(clean::line(line));
        }
    }
    out.extend(open.map(|head| decision(&head, &body)));
    if out.is_empty() { Err(ReadError::NoText) } else { Ok(out) }
}

/// Section of a decision, in their order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd)]
enum Section {
    Header,
    Facts,
    Reasons,
    Operative,
}

impl Section {
    fn names(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Self::Header => ("header", "вступна частина", "Вступна частина"),
            Self::Facts => ("facts", "описова частина", "Описова частина"),
            Self::Reasons => ("reasons", "мотивувальна частина", "Мотивувальна частина"),
            Self::Operative => ("operative", "резолютивна частина", "Резолютивна частина"),
        }
    }
}

fn decision(head: &[String; 4], lines: &[String]) -> Imported {
    let [id, case, date, court] = head;
    let short = format!("справа № {case}, {date}");
    let mut tree = Tree::new(&short);
    let mut section = None;
    let mut next = Section::Header;
    for (at, line) in lines.iter().enumerate() {
        if line.is_empty() {
            continue;
        }
        let before = if at == 0 { "" } else { lines[at - 1].as_str() };
        let after = lines[at + 1..].iter().find(|line| !line.is_empty()).map_or("", String::as_str);
        next = turn(next, before, line, after);
        if section != Some(next) {
            let (segment, label, title) = next.names();
            tree.open(Place {
                kind: "section",
                segment: segment.to_owned(),
                label: label.to_owned(),
                title: title.to_owned(),
                depth: 1,
                page: None,
                rooted: true,
            });
            section = Some(next);
            tree.paragraph(line);
        } else if before.is_empty() {
            tree.paragraph(line);
        } else {
            tree.line(line);
        }
    }
    let identity = Identity {
        document: format!("case.{}", fold::folded(case).replace('/', "-")),
        jurisdiction: "UA".to_owned(),
        kind: DocumentKind::Decision,
        short,
        title: format!("{court}, справа № {case}"),
        label: format!("{date} ({id})"),
        valid_from: None,
        valid_to: None,
    };
    identity.with(tree.finish(), Vec::new(), Vec::new())
}

/// The section that a line stands in.
fn turn(now: Section, before: &str, line: &str, after: &str) -> Section {
    let heads = |stem: &str| heading(line, stem) || broken(line, after, stem);
    match now {
        Section::Header if heads("ВСТАНОВИ") => Section::Facts,
        Section::Facts | Section::Reasons if ["УХВАЛИ", "ВИРІШИ", "ПОСТАНОВИ"].iter().any(|stem| heads(stem)) => {
            Section::Operative
        }
        // Some decisions have no «встановив» at all.
        Section::Header if ["УХВАЛИВ", "ВИРІШИВ", "ПОСТАНОВИВ"].iter().any(|stem| heads(stem)) => {
            Section::Operative
        }
        Section::Facts if (before.is_empty() || before.ends_with('.')) && reasons(line) => Section::Reasons,
        now => now,
    }
}

/// A letter-spaced or capital heading, also at the end of a line after an address.
fn heading(line: &str, stem: &str) -> bool {
    let squeezed = loud(line);
    let Some(at) = squeezed.find(stem) else { return false };
    // The same word in running capitals is followed by a colon or ends the line.
    let rest = &squeezed[at + stem.len()..];
    let tail = rest.trim_start_matches(['В', 'Л', 'А', 'И', 'в', 'л', 'а', 'и']);
    tail.is_empty() || tail.starts_with(':')
}

/// The letters of a line; those of a letter-spaced one in capitals, however they are written.
fn loud(line: &str) -> String {
    let words: Vec<&str> = line.split_whitespace().collect();
    let single = words.iter().filter(|word| word.chars().count() == 1).count();
    let squeezed = clean::squeezed(line);
    if single >= 3 && single * 2 > words.len() { squeezed.to_uppercase() } else { squeezed }
}

/// A heading over two lines: «В С Т» / «А Н О В И В :».
fn broken(line: &str, after: &str, stem: &str) -> bool {
    let (first, second) = (loud(line), loud(after));
    !first.is_empty()
        && first.len() < stem.len()
        && stem.starts_with(&first)
        && format!("{first}{second}").starts_with(stem)
}

fn reasons(line: &str) -> bool {
    const CUES: [&str; 12] = [
        "Дослідивши",
        "Заслухавши",
        "Вислухавши",
        "Оцінивши",
        "Перевіривши",
        "Вивчивши",
        "Розглянувши матеріали",
        "Розглянувши подані",
        "Суд, заслухавши",
        "Суд вважає",
        "Колегія суддів",
        "Ознайомившись",
    ];
    CUES.iter().any(|cue| line.starts_with(cue))
}

#[cfg(test)]
mod tests {
    use super::*;

    const TWO: &str = "=== DOC 11 | 100/5/20-а | 2020-01-02 00:00:00+02 | Суддя С.С. | Складський суд ===\n\
        СКЛАДСЬКИЙ СУД, вул. Довга, 1 У Х В А Л А\n\n2 січня 2020 року\n\nВ С Т\n\nА Н О В И В :\n\nПозивач просив видати\nвещь зі складу.\n\n\
        Дослідивши матеріали, суд дійшов\nвисновку про видачу.\n\nУ  Х  В  А  Л  И  В:\n\nВидати.\n\
        === DOC 12 | 100/6/20-ц | 2020-02-03 00:00:00+03 | Суддя В.В. | Складський суд  ===\nВСТАНОВИВ:\nПозивач прийшов.\nВИРІШИВ:\nВідмовити.\n";

    #[test]
    fn sections_are_found_through_the_spacing() {
        let all = read(TWO).unwrap();
        assert_eq!(all.len(), 2);
        let paths = |at: usize| all[at].nodes.iter().map(|node| node.path.as_str()).collect::<Vec<_>>();
        assert_eq!(paths(1), ["facts", "operative"]);
        assert_eq!(paths(0), ["header", "facts", "reasons", "operative"]);
        assert!(all[0].nodes[1].text.contains("Позивач просив видати вещь зі складу."));
        assert_eq!(all[0].short, "справа № 100/5/20-а, 2020-01-02");
        assert_eq!(all[1].document, "case.100-6-20-ц");
        assert!(read("без рішень").is_err());
    }
}
