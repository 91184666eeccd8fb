//! A contract as rules see it: one text, cut into blocks with numbers, read from a draft or from a pasted text.

use crate::engine::document::flow::{Piece, text};
use crate::engine::document::plain;
use crate::engine::text::mention::Mention;
use crate::engine::text::scan;
use crate::model::document_view::{Mark, Run};
use crate::workspaces::contract::lint::pattern::pattern;
use crate::workspaces::contract::lint::sides::{self, Side};
use std::ops::Range;

pattern!(NUMBER, r"^(?:#{1,6}\s*)?\*{0,2}(\d{1,2}(?:\.\d{1,3}){0,3})(\\?\.|\))?\*{0,2}\s+(\S.*)?$");
pattern!(BARE_NUMBER, r"^(\d{1,2}(?:\.\d{1,3}){1,3})\.?\s*$");
pattern!(ITEM, r"^(?:[-–—•*]\s+|[а-яё]\)\s*)");
pattern!(TAIL, r"(?i)^(?:юридические\s+)?(?:адреса|реквизиты|подписи)\b.{0,60}$");
pattern!(ATTACHMENT_ALONE, r"(?i)^приложение\s*(?:№|N|номер)\s*\d{1,2}$");
pattern!(ATTACHMENT, r"(?i)^приложение\s*(?:№|N|номер)?\s*(\d{1,2})?\b.{0,160}$");

/// Blocks before which a title may stand: «Черновик», what its marks mean.
pub(crate) const HEAD: usize = 4;

/// What a block is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Kind {
    /// The title of the contract or of an attachment.
    Title,
    /// The title of a section.
    Heading,
    /// A numbered clause or an item of a list.
    Clause,
    /// Anything else.
    Paragraph,
    /// A row of a table.
    Row,
    /// Requisites and signatures.
    Tail,
}

/// A block of the text.
#[derive(Debug, Clone)]
pub(crate) struct Block {
    pub(crate) kind: Kind,
    /// 4.1 → [4, 1]; empty without a number.
    pub(crate) number: Vec<u32>,
    /// Id of the clause in a draft, its number in a text.
    pub(crate) clause: Option<String>,
    /// Bytes of the words, without the number.
    pub(crate) range: Range<usize>,
    /// Facts it shows.
    pub(crate) pointers: Vec<String>,
    /// 0 for the contract, then its attachments.
    pub(crate) part: usize,
    /// The block whose «…:» this item continues.
    pub(crate) lead: Option<usize>,
    /// What is said in it; spans count from the beginning of the whole text.
    pub(crate) mentions: Vec<Mention>,
}

/// An attachment.
#[derive(Debug, Clone)]
pub(crate) struct Attachment {
    pub(crate) number: Option<u32>,
    pub(crate) block: usize,
}

/// The whole.
#[derive(Debug, Clone, Default)]
pub(crate) struct Paper {
    pub(crate) text: String,
    pub(crate) blocks: Vec<Block>,
    pub(crate) sides: Vec<Side>,
    pub(crate) attachments: Vec<Attachment>,
    /// Made by the product: typography and lines for the pen are its own business.
    pub(crate) drafted: bool,
}

impl Paper {
    /// The words of a block.
    pub(crate) fn body(&self, block: &Block) -> &str {
        self.text.get(block.range.clone()).unwrap_or_default()
    }

    /// Blocks of the contract itself, without attachments, requisites and signatures.
    pub(crate) fn main(&self) -> impl Iterator<Item = (usize, &Block, &str)> {
        self.all().filter(|(_, block, _)| block.part == 0 && block.kind != Kind::Tail)
    }

    /// Every block with its words.
    pub(crate) fn all(&self) -> impl Iterator<Item = (usize, &Block, &str)> {
        self.blocks.iter().enumerate().map(|(i, block)| (i, block, self.body(block)))
    }

    /// The words of a block with those of the «…:» above it.
    pub(crate) fn led(&self, block: &Block) -> String {
        let lead = block.lead.and_then(|i| self.blocks.get(i)).map(|lead| self.body(lead)).unwrap_or_default();
        format!("{lead} {}", self.body(block))
    }

    fn push(&mut self, kind: Kind, number: &str, clause: Option<String>, words: &str, pointers: Vec<String>) {
        if !number.is_empty() {
            self.text.push_str(number);
            self.text.push_str(". ");
        }
        let start = self.text.len();
        self.text.push_str(words);
        let range = start..self.text.len();
        self.text.push('\n');
        let number = numbers(number);
        let part = self.attachments.len();
        self.blocks.push(Block { kind, number, clause, range, pointers, part, lead: None, mentions: Vec::new() });
    }

    /// What follows from the blocks: what is said in them, what they continue, who the sides are.
    fn read(mut self, today: &str) -> Self {
        for i in 0..self.blocks.len() {
            let block = &self.blocks[i];
            let mut mentions = scan::mentions(self.body(block), today);
            for mention in &mut mentions {
                mention.start += block.range.start;
                mention.end += block.range.start;
            }
            let lead = self.leads(i);
            self.blocks[i].mentions = mentions;
            self.blocks[i].lead = lead;
        }
        self.sides = sides::of(&self);
        self
    }

    fn leads(&self, i: usize) -> Option<usize> {
        let block = &self.blocks[i];
        let above = i.checked_sub(1)?;
        let opens = |k: usize| self.body(&self.blocks[k]).trim_end().ends_with(':');
        let level = |k: usize| self.blocks[k].number.len();
        if opens(above) && block.kind == Kind::Clause && (level(i) == 0 || level(i) > level(above)) {
            return Some(above);
        }
        let sibling = self.blocks[above].lead.filter(|_| level(i) == level(above) && block.kind == Kind::Clause);
        sibling.filter(|lead| level(i) == 0 || block.number.starts_with(&self.blocks[*lead].number))
    }

    /// From a laid out draft.
    pub(crate) fn of_pieces(pieces: &[Piece], today: &str) -> Self {
        let mut paper = Self { drafted: true, ..Self::default() };
        let pointers = |runs: &[Run]| -> Vec<String> {
            let fact = |run: &Run| match &run.mark {
                Mark::Fact { pointer, .. } => Some(pointer.clone()),
                _ => None,
            };
            runs.iter().filter_map(fact).collect()
        };
        for piece in pieces {
            match piece {
                Piece::PageBreak => {
                    let block = paper.blocks.len();
                    paper.attachments.push(Attachment { number: None, block });
                }
                Piece::Above(runs) => {
                    let words = text(runs);
                    let number = ATTACHMENT.first(&words).and_then(|c| c.get(1)?.as_str().parse().ok());
                    if let Some(last) = paper.attachments.last_mut() {
                        last.number = last.number.or(number);
                    }
                    paper.push(Kind::Paragraph, "", None, &words, pointers(runs));
                }
                Piece::Title(runs) => paper.push(Kind::Title, "", None, &text(runs), pointers(runs)),
                Piece::Place(left, right) => {
                    let words = format!("{}\t{}", text(left), text(right));
                    paper.push(Kind::Paragraph, "", None, &words, pointers(left));
                }
                Piece::Paragraph(runs) => paper.push(Kind::Paragraph, "", None, &text(runs), pointers(runs)),
                Piece::Heading { number, id, runs } => {
                    paper.push(Kind::Heading, number, Some(id.clone()), &text(runs), Vec::new());
                }
                Piece::Clause { number, id, runs, .. } => {
                    paper.push(Kind::Clause, number, Some(id.clone()), &text(runs), pointers(runs));
                }
                Piece::Table { rows, .. } => {
                    for row in rows {
                        let words: Vec<String> = row.iter().map(|cell| text(cell)).collect();
                        let all = row.iter().flat_map(|cell| pointers(cell)).collect();
                        paper.push(Kind::Row, "", None, &words.join(" | "), all);
                    }
                }
                Piece::Signatures { title, sides } => {
                    paper.push(Kind::Tail, "", None, title, Vec::new());
                    for side in sides {
                        for (i, line) in plain::side(side).iter().enumerate() {
                            let own = i.checked_sub(1).and_then(|i| side.lines.get(i));
                            paper.push(Kind::Tail, "", None, line, own.map(|l| pointers(l)).unwrap_or_default());
                        }
                    }
                }
            }
        }
        paper.read(today)
    }

    /// From plain text or Markdown.
    pub(crate) fn of_text(source: &str, today: &str) -> Self {
        // The lines of Markdown for a hand, as long as they are written: «\_\_\_».
        let source = source.replace("\\_", "__");
        let source = source.as_str();
        let mut paper = Self { text: source.to_owned(), ..Self::default() };
        let mut at = 0;
        let mut blank = true;
        let mut tail = false;
        for raw in source.split_inclusive('\n') {
            let start = at + (raw.len() - raw.trim_start().len());
            at += raw.len();
            let line = raw.trim();
            if line.is_empty() || line.chars().all(|c| "-—–*_=".contains(c)) && line.chars().count() < 8 {
                blank = true;
                continue;
            }
            let bare = line.trim_matches(['*', ' ']);
            let attachment = ATTACHMENT.first(bare).filter(|_| blank || tail || ATTACHMENT_ALONE.is(bare));
            // A list «Приложения: …» of the contract is no attachment; a line that is a sentence neither.
            if let Some(found) = attachment.filter(|_| !bare.ends_with(['.', ';', ',']) && paper.blocks.len() > 3) {
                let number = found.get(1).and_then(|m| m.as_str().parse().ok());
                paper.attachments.push(Attachment { number, block: paper.blocks.len() });
                tail = false;
            }
            paper.line(line, start, blank, &mut tail);
            blank = false;
        }
        paper.read(today)
    }

    fn line(&mut self, line: &str, start: usize, blank: bool, tail: &mut bool) {
        let end = start + line.len();
        let numbered = NUMBER.first(line).filter(|c| {
            let label = c.get(1).map_or("", |m| m.as_str());
            let mark = c.get(2).map_or("", |m| m.as_str());
            (label.contains('.') || mark.ends_with('.')) && c.get(3).is_some()
        });
        let bare = BARE_NUMBER.first(line);
        let (label, from) = match (&numbered, &bare) {
            (Some(c), _) => (c[1].to_owned(), start + c.get(3).map_or(0, |m| m.start())),
            (None, Some(c)) => (c[1].to_owned(), end),
            _ => (String::new(), start + line.len() - line.trim_start_matches(['#', ' ']).len()),
        };
        let words = &line[from - start..];
        let number = numbers(&label);
        let item = ITEM.span(words).filter(|_| number.is_empty());
        let shout = words.chars().any(char::is_alphabetic) && !words.chars().any(char::is_lowercase);
        *tail |= TAIL.is(words.trim_start_matches(|c: char| !c.is_alphabetic()));
        let titled = words.split_whitespace().count() <= 12 && !words.ends_with(['.', ';', ':', ',']);
        let kind = if *tail {
            Kind::Tail
        } else if self.blocks.is_empty() || line.starts_with("# ") && self.blocks.len() < HEAD {
            Kind::Title
        } else if number.len() == 1 && (titled || shout) || line.starts_with('#') && number.len() < 2 {
            Kind::Heading
        } else if !number.is_empty() || item.is_some() {
            Kind::Clause
        } else if line.contains('|') || line.contains('\t') {
            Kind::Row
        } else {
            Kind::Paragraph
        };
        // A line that only goes on.
        if kind == Kind::Paragraph
            && !blank
            && !shout
            && let Some(last) = self.blocks.last_mut()
            && matches!(last.kind, Kind::Clause | Kind::Paragraph)
            && last.range.len() > 40
            && self.text.get(last.range.clone()).is_some_and(|words| !words.trim_end().ends_with(['.', ';', ':']))
        {
            last.range.end = end;
            return;
        }
        let clause = (!label.is_empty()).then_some(label);
        let part = self.attachments.len();
        let range = from + item.map_or(0, |(_, stop)| stop)..end;
        self.blocks.push(Block {
            kind,
            number,
            clause,
            range,
            pointers: Vec::new(),
            part,
            lead: None,
            mentions: Vec::new(),
        });
    }
}

fn numbers(label: &str) -> Vec<u32> {
    label.split('.').filter_map(|part| part.parse().ok()).collect()
}
