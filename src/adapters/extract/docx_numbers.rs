//! Numbers of paragraphs that Word keeps apart from the words.

use crate::adapters::extract::docx::attribute;
use quick_xml::Reader;
use quick_xml::events::Event;
use std::collections::BTreeMap;

/// Levels that Word has.
const LEVELS: usize = 9;

#[derive(Debug, Clone, Default)]
struct Level {
    start: u32,
    format: String,
    /// «%1.%2.»
    text: String,
}

/// Lists, styles that belong to lists, and how far each list has counted.
#[derive(Debug, Default)]
pub(super) struct Numbers {
    lists: BTreeMap<String, String>,
    levels: BTreeMap<(String, usize), Level>,
    styles: BTreeMap<String, (String, usize)>,
    counts: BTreeMap<String, [u32; LEVELS]>,
}

impl Numbers {
    /// From `numbering.xml` and `styles.xml`; what does not read gives no numbers.
    pub(super) fn read(numbering: &str, styles: &str) -> Self {
        let mut all = Self::default();
        all.read_lists(numbering);
        all.read_styles(styles);
        all
    }

    fn read_lists(&mut self, xml: &str) {
        let mut reader = Reader::from_str(xml);
        let (mut scheme, mut list, mut level) = (String::new(), String::new(), 0_usize);
        while let Ok(event) = reader.read_event() {
            let tag = match &event {
                Event::Eof => return,
                Event::Start(tag) | Event::Empty(tag) => tag,
                _ => continue,
            };
            let value = || attribute(tag, "val").unwrap_or_default();
            match tag.local_name().as_ref() {
                b"abstractNum" => scheme = attribute(tag, "abstractNumId").unwrap_or_default(),
                b"lvl" => level = attribute(tag, "ilvl").and_then(|l| l.parse().ok()).unwrap_or(0).min(LEVELS - 1),
                b"start" => self.level(&scheme, level).start = value().parse().unwrap_or(1),
                b"numFmt" => self.level(&scheme, level).format = value(),
                b"lvlText" => self.level(&scheme, level).text = value(),
                b"num" => list = attribute(tag, "numId").unwrap_or_default(),
                b"abstractNumId" => {
                    self.lists.insert(list.clone(), value());
                }
                _ => {}
            }
        }
    }

    fn level(&mut self, scheme: &str, level: usize) -> &mut Level {
        self.levels.entry((scheme.to_owned(), level)).or_insert_with(|| Level { start: 1, ..Level::default() })
    }

    fn read_styles(&mut self, xml: &str) {
        let mut reader = Reader::from_str(xml);
        let (mut style, mut level) = (String::new(), 0_usize);
        while let Ok(event) = reader.read_event() {
            let tag = match &event {
                Event::Eof => return,
                Event::Start(tag) | Event::Empty(tag) => tag,
                _ => continue,
            };
            match tag.local_name().as_ref() {
                b"style" => (style, level) = (attribute(tag, "styleId").unwrap_or_default(), 0),
                b"ilvl" => level = attribute(tag, "val").and_then(|l| l.parse().ok()).unwrap_or(0),
                b"numId" => {
                    self.styles.insert(style.clone(), (attribute(tag, "val").unwrap_or_default(), level));
                }
                _ => {}
            }
        }
    }

    /// The number of the next paragraph with a space behind it, or nothing.
    pub(super) fn next(&mut self, style: Option<&str>, list: Option<&str>, level: Option<usize>) -> String {
        let styled = style.and_then(|style| self.styles.get(style)).cloned();
        let Some(list) = list.map(str::to_owned).or_else(|| styled.as_ref().map(|(list, _)| list.clone())) else {
            return String::new();
        };
        let level = level.or(styled.map(|(_, level)| level)).unwrap_or(0).min(LEVELS - 1);
        let Some(scheme) = self.lists.get(&list).cloned() else { return String::new() };
        let starts: Vec<u32> =
            (0..LEVELS).map(|l| self.levels.get(&(scheme.clone(), l)).map_or(1, |level| level.start)).collect();
        let counts = self.counts.entry(list).or_default();
        counts[level] = if counts[level] == 0 { starts[level] } else { counts[level] + 1 };
        for deeper in counts.iter_mut().skip(level + 1) {
            *deeper = 0;
        }
        let counts = *counts;
        let Some(own) = self.levels.get(&(scheme, level)) else { return String::new() };
        if own.format == "bullet" || own.format == "none" || own.text.is_empty() {
            return if own.format == "bullet" { "- ".to_owned() } else { String::new() };
        }
        let mut text = own.text.clone();
        for (l, count) in counts.iter().enumerate() {
            let shown = if l < level && *count == 0 { starts[l] } else { *count };
            text = text.replace(&format!("%{}", l + 1), &shown.to_string());
        }
        format!("{text} ")
    }
}
