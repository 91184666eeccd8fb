//! One citation of a document that is held: what stands there, whether the quotation does, and in which edition.

use crate::engine::address::Address;
use crate::engine::citation::compared::{Compared, Spoken, of_quote, of_sentence};
use crate::engine::citation::edition::{Dates, Force, forces};
use crate::engine::citation::evidence::{Place, Wording};
use crate::engine::citation::quote::{ALIKE, Match, Quote, diff};
use crate::engine::citation::report::{Reason, Verdict};
use crate::model::claim::{By, Support};
use crate::model::compare::TextRun;
use crate::model::source::NodeView;
use std::ops::Range;

/// Most candidates that are named.
const NEAREST: usize = 5;
/// Shorter quotations stand in many places by chance.
const TELLING: usize = 6;

/// A text that was read for a citation.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Read {
    pub(crate) node_id: Option<String>,
    /// Title and text.
    pub(crate) text: String,
    pub(crate) table: bool,
    /// Bytes of what stands before the text: the title, the line that leads to an item.
    pub(crate) offset: usize,
    /// Bytes of the title alone.
    pub(crate) body: usize,
}

impl Read {
    fn of(node: &NodeView) -> Self {
        let table = matches!(node.kind.as_str(), "table" | "row" | "cell" | "column");
        Self {
            node_id: Some(node.node_id.clone()),
            text: format!("{}\n{}", node.title, node.text),
            table,
            offset: node.title.len() + 1,
            body: node.title.len() + 1,
        }
    }

    /// The node inside the smallest node above that has its whole text: what leads to an item is needed to judge it.
    fn within(node: &NodeView, above: &[NodeView]) -> Self {
        let own = node.text.trim();
        let around = above
            .iter()
            .filter(|up| {
                up.edition == node.edition && !up.lossy && node.node_id.starts_with(&format!("{}/", up.node_id))
            })
            .filter(|up| up.text.trim().len() > own.len() && !own.is_empty())
            .max_by_key(|up| up.node_id.len());
        let mut read = Self::of(node);
        let Some((up, at)) = around.and_then(|up| up.text.find(own).map(|at| (up, at))) else { return read };
        // Only what stands before the item and leads to it; its neighbours are places of their own.
        let lead = up.text[..at].trim_end();
        let opens = lead.rfind(':').map(|end| &lead[..=end]);
        if let Some(lead) = opens {
            let from = lead.rfind(['.', '\n']).map_or(0, |at| at + 1);
            let lead = lead[from..].trim_start();
            read.offset = node.title.len() + 1 + lead.len() + 1;
            read.text = format!("{}\n{lead}\n{}", node.title, node.text);
            read.body = node.title.len() + 1;
        }
        read
    }

    /// A stretch of the text without the title; nothing when it lies in the title.
    pub(crate) fn in_text(&self, range: &Range<usize>) -> Option<Range<usize>> {
        Some(range.start.checked_sub(self.offset)?..range.end.checked_sub(self.offset)?)
    }
}

/// A verdict with its details.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct Finding {
    pub(crate) verdict: Verdict,
    pub(crate) reason: Option<Reason>,
    pub(crate) message: String,
    pub(crate) address: String,
    pub(crate) read: Option<Read>,
    pub(crate) passage: Option<Range<usize>>,
    pub(crate) found_at: Option<String>,
    pub(crate) found_node: Option<String>,
    pub(crate) candidates: Vec<String>,
    pub(crate) successor: Option<String>,
    pub(crate) diff: Vec<TextRun>,
    /// What the comparison of meaning found, as a code.
    pub(crate) cause: &'static str,
    /// What a cut lost.
    pub(crate) lost: Option<&'static str>,
}

impl Finding {
    pub(crate) fn new(verdict: Verdict, message: String) -> Self {
        Self {
            verdict,
            reason: None,
            message,
            address: String::new(),
            read: None,
            passage: None,
            found_at: None,
            found_node: None,
            candidates: Vec::new(),
            successor: None,
            diff: Vec::new(),
            cause: "",
            lost: None,
        }
    }

    pub(crate) fn unverified(reason: Reason) -> Self {
        let message = match reason {
            Reason::SourceNotHeld => "Источника нет в корпусе: импортируйте его и проверьте снова.",
            Reason::SourceFailed => "Источник не удалось прочитать; это не значит, что его нет. Повторите проверку.",
            Reason::Empty => "Место есть, но его текст не сохранился: сверьте по официальному источнику.",
            Reason::Lossy => {
                "Текст места сохранился не полностью: сверьте по изображению страницы или официальному источнику."
            }
            Reason::EditionNotHeld => {
                "Редакции, действовавшей на эту дату, в корпусе нет: импортируйте её и проверьте снова."
            }
        };
        Self { reason: Some(reason), ..Self::new(Verdict::Unverified, message.to_owned()) }
    }

    /// A place that was read; nothing was compared yet, or that is all there is.
    pub(crate) fn located(read: Read) -> Self {
        let message = "Место есть в источнике; с его текстом ничего не сверялось.";
        Self { read: Some(read), ..Self::new(Verdict::Located, message.to_owned()) }
    }

    /// The sentence against the text of the place.
    pub(crate) fn of_sentence(read: Read, spoken: &Spoken) -> Self {
        let compared = of_sentence(spoken, &read.text, read.body);
        Self::located(read).told(compared)
    }

    /// The quotation stands in the place word for word: with what it needs, or cut.
    pub(crate) fn of_quote(read: Read, quote: &Quote, found: Range<usize>, spoken: &Spoken) -> Self {
        let (compared, range) = of_quote(quote, spoken, &read.text, read.body);
        let mut finding = Self::located(read).told(compared);
        finding.passage = Some(range.unwrap_or(found));
        finding
    }

    fn told(mut self, compared: Compared) -> Self {
        let (verdict, message) = match compared {
            Compared::Verbatim => (Verdict::Verified, "Цитата совпадает с источником."),
            Compared::Supported => (Verdict::Verified, "Место говорит то же самое: слова сверены по правилам."),
            Compared::Cut(_) => (
                Verdict::QuoteAltered,
                "Цитата обрезана: рядом в источнике стоят слова, без которых её смысл другой. Приведите её целиком.",
            ),
            Compared::Contradicted(_) => (Verdict::Contradicted, "Источник говорит иначе: сверьте с текстом места."),
            Compared::Unchecked(_) => (
                Verdict::Unverified,
                "Место есть, но пересказ по правилам не сверяется: сверьте его с текстом или приведите цитату.",
            ),
            Compared::Located => return self,
        };
        self.verdict = verdict;
        self.message = message.to_owned();
        match compared {
            Compared::Cut(lost) => {
                self.cause = "cut";
                self.lost = Some(lost);
            }
            Compared::Contradicted(what) | Compared::Unchecked(what) => self.cause = what,
            _ => {}
        }
        self
    }

    /// What was established, by the verdict and what it came from.
    pub(crate) fn support(&self) -> (Support, Option<By>) {
        let support = match self.verdict {
            Verdict::Verified if self.passage.is_some() => return (Support::Verbatim, Some(By::Rule)),
            Verdict::Verified => return (Support::Supported, Some(By::Rule)),
            Verdict::Located => Support::Located,
            Verdict::Contradicted | Verdict::QuoteAltered | Verdict::Misattributed => Support::Contradicted,
            Verdict::Unverified => match self.reason {
                Some(Reason::SourceNotHeld | Reason::EditionNotHeld) => Support::NotHeld,
                _ => Support::Unchecked,
            },
            Verdict::Unresolved | Verdict::OutdatedEdition => Support::Unchecked,
        };
        (support, None)
    }

    /// The place is right, its words differ; `text` is that of the match.
    pub(crate) fn altered(read: Read, quote: &Quote, found: Option<Match>) -> Self {
        let message = match &found {
            Some(found) if found.hard => "Цитата изменена: различаются числа, отрицание, исключение или обязанность.",
            _ => "Цитата не совпадает с текстом источника.",
        };
        let mut finding = Self::new(Verdict::QuoteAltered, message.to_owned());
        if let Some(found) = found {
            finding.diff =
                read.text.get(found.range.clone()).map(|stands| diff(stands, quote.text())).unwrap_or_default();
            finding.passage = Some(found.range);
        }
        finding.read = Some(read);
        finding
    }

    /// Which of several places a quotation belongs to: the better verdict first.
    pub(crate) fn rank(&self) -> u8 {
        match self.verdict {
            Verdict::Verified => 0,
            Verdict::Contradicted => 1,
            Verdict::OutdatedEdition => 2,
            Verdict::QuoteAltered => 3,
            Verdict::Misattributed => 4,
            Verdict::Located => 5,
            Verdict::Unverified => 6,
            Verdict::Unresolved => 7,
        }
    }
}

/// Judges a place of a document that is held.
pub(crate) fn judge_place(
    address: Option<&Address>,
    place: &Place,
    spoken: &Spoken,
    quote: Option<&Quote>,
    wording: Option<&Wording>,
    dates: Dates<'_>,
) -> Finding {
    let nodes = match standing(address, place) {
        Ok(nodes) => nodes,
        Err(finding) => return with_elsewhere(*finding, &[], quote, wording),
    };
    if quote.is_none() && several_acts(&nodes) {
        let message = "Под этим именем известно несколько актов: назовите акт полностью.".to_owned();
        let candidates = nodes.iter().map(|node| node.address.clone()).take(NEAREST).collect();
        return Finding { candidates, ..Finding::new(Verdict::Unresolved, message) };
    }
    let mut finding = loaded(&nodes, place, spoken, quote, wording, dates);
    if let (Some(address), true) = (address, finding.address.is_empty()) {
        finding.address = address.to_string();
    } else if finding.address.is_empty() {
        finding.address.clone_from(&nodes[0].address);
    }
    finding
}

/// «ГК» stands for two acts, and both have such an article: only a quotation can tell which is meant.
fn several_acts(nodes: &[&NodeView]) -> bool {
    let document = |node: &NodeView| node.edition.split('@').next().unwrap_or_default().to_owned();
    nodes.iter().any(|node| document(node) != document(nodes[0]))
}

/// Resolve: the nodes of the place, or of the nearest place above that is not divided further.
fn standing<'a>(address: Option<&Address>, place: &'a Place) -> Result<Vec<&'a NodeView>, Box<Finding>> {
    if !place.nodes.is_empty() {
        return Ok(place.nodes.iter().collect());
    }
    let path = address.map(Address::node_path).unwrap_or_default();
    let above = |node: &&NodeView| {
        let own = path_of(node);
        !own.is_empty() && path.strip_prefix(own).is_some_and(|rest| rest.starts_with('/'))
    };
    let longest = place.near.iter().filter(above).map(|node| path_of(node).len()).max();
    if let Some(longest) = longest {
        let unit = path[longest + 1..].split('/').next().unwrap_or_default();
        let above: Vec<&NodeView> =
            place.near.iter().filter(above).filter(|node| path_of(node).len() == longest).collect();
        let divided = place.near.iter().any(|node| {
            path_of(node).get(longest + 1..).is_some_and(|rest| rest.split('/').next() == Some(unit))
                && above.iter().any(|up| node.node_id.starts_with(&up.node_id))
        });
        if !divided {
            return Ok(above);
        }
    }
    let mut finding = Finding::new(
        Verdict::Unresolved,
        "Документ есть, но такого места в нём нет: выберите одно из ближайших или исправьте номер.".to_owned(),
    );
    finding.candidates = nearest(address, &place.near);
    Err(Box::new(finding))
}

fn path_of(node: &NodeView) -> &str {
    node.node_id.strip_prefix("norm://").and_then(|rest| rest.split_once('/')).map_or("", |(_, path)| path)
}

/// Addresses of nodes, those with the closest number first.
fn nearest(address: Option<&Address>, near: &[NodeView]) -> Vec<String> {
    let number = |text: &str| -> i64 {
        let digits: String =
            text.chars().skip_while(|ch| !ch.is_ascii_digit()).take_while(char::is_ascii_digit).collect();
        digits.parse().unwrap_or(0)
    };
    let wanted = address.and_then(|address| address.path.last()).map_or(0, |step| number(&step.number));
    let mut all: Vec<(u64, &str)> = near
        .iter()
        .map(|node| {
            (number(path_of(node).rsplit('/').next().unwrap_or_default()).abs_diff(wanted), node.address.as_str())
        })
        .collect();
    all.sort_by_key(|(apart, _)| *apart);
    let mut out: Vec<String> = Vec::new();
    for (_, address) in all {
        if !address.is_empty() && !out.iter().any(|other| other == address) && out.len() < NEAREST {
            out.push(address.to_owned());
        }
    }
    out
}

/// Load, match, edition.
fn loaded(
    nodes: &[&NodeView],
    place: &Place,
    spoken: &Spoken,
    quote: Option<&Quote>,
    wording: Option<&Wording>,
    dates: Dates<'_>,
) -> Finding {
    let dated = forces(nodes, &place.editions, dates);
    let held: Vec<&(&NodeView, Force)> = dated.iter().filter(|(_, force)| *force != Force::Before).collect();
    if held.is_empty() {
        return Finding::unverified(Reason::EditionNotHeld);
    }
    let mut readable: Vec<(&NodeView, &Force)> = Vec::new();
    for (node, force) in &held {
        if !node.lossy && !node.text.trim().is_empty() {
            readable.push((*node, force));
        }
    }
    // The edition in force comes first; one that cannot be read is not replaced by an older one.
    let current = held.iter().find(|(_, force)| *force == Force::In).map(|(node, _)| *node);
    if let Some(node) = current
        .filter(|node| node.lossy || node.text.trim().is_empty())
        .or_else(|| readable.is_empty().then(|| held[0].0))
    {
        let reason = if node.text.trim().is_empty() { Reason::Empty } else { Reason::Lossy };
        return Finding { address: node.address.clone(), ..Finding::unverified(reason) };
    }
    readable.sort_by_key(|(_, force)| **force != Force::In);
    let Some(quote) = quote else {
        let (node, force) = readable[0];
        let finding = Finding::of_sentence(Read::within(node, &place.above), spoken);
        return in_edition(finding, node, force, &readable, None);
    };
    let matches: Vec<(&NodeView, &Force, Option<Match>)> = readable
        .iter()
        .map(|(node, force)| (*node, *force, quote.find_in(&Read::within(node, &place.above).text)))
        .collect();
    if let Some((node, force, Some(found))) =
        matches.iter().find(|(_, _, found)| found.as_ref().is_some_and(|found| found.exact))
    {
        let read = Read::within(node, &place.above);
        let finding = Finding::of_quote(read, quote, found.range.clone(), spoken);
        return in_edition(finding, node, force, &readable, Some(quote));
    }
    let (node, _, found) = &matches[0];
    with_elsewhere(
        Finding::altered(Read::within(node, &place.above), quote, found.clone()),
        nodes,
        Some(quote),
        wording,
    )
}

/// A match is worth as much as the edition that it stands in.
fn in_edition(
    mut finding: Finding,
    node: &NodeView,
    force: &Force,
    all: &[(&NodeView, &Force)],
    quote: Option<&Quote>,
) -> Finding {
    if let Force::After(successor) = force {
        finding.verdict = Verdict::OutdatedEdition;
        finding.successor.clone_from(successor);
        let next = successor.as_deref().map(|by| format!(" Сейчас действует: {by}.")).unwrap_or_default();
        finding.message = format!("Редакция на эту дату не действует.{next} Сверьте с действующей.");
        // What the clause says now.
        let now = all.iter().find(|(_, force)| **force == Force::In).map(|(node, _)| node);
        if let Some(now) = now {
            finding.successor.get_or_insert_with(|| now.edition.clone());
            let old = quote.map_or(node.text.as_str(), Quote::text);
            let stands = quote.and_then(|quote| quote.find_in(&now.text)).and_then(|found| now.text.get(found.range));
            finding.diff = diff(stands.unwrap_or(&now.text), old);
        }
    }
    finding
}

/// A wording that does not stand in the cited place may stand elsewhere.
fn with_elsewhere(
    mut finding: Finding,
    cited: &[&NodeView],
    quote: Option<&Quote>,
    wording: Option<&Wording>,
) -> Finding {
    let (Some(quote), Some(wording)) = (quote, wording) else { return finding };
    let best = wording
        .nodes
        .iter()
        .filter(|node| !cited.iter().any(|own| own.node_id == node.node_id))
        .filter_map(|node| quote.find_in(&node.text).map(|found| (node, found)))
        // The most alike; of those the smallest node, which says best where it is.
        .min_by(|(a, left), (b, right)| {
            right
                .similarity
                .total_cmp(&left.similarity)
                .then(a.text.len().cmp(&b.text.len()))
                .then(a.address.cmp(&b.address))
        });
    let Some((node, found)) = best.filter(|(_, found)| found.exact || found.similarity >= ALIKE) else {
        return finding;
    };
    if finding.verdict != Verdict::QuoteAltered {
        // The first failure stays the verdict; where the wording stands is a detail.
        finding.found_at = Some(node.address.clone());
        finding.found_node = Some(node.node_id.clone());
        return finding;
    }
    let here = finding.read.as_ref().and_then(|read| quote.find_in(&read.text));
    let likeness = here.as_ref().map_or(0.0, |here| here.similarity);
    let short = quote.words() < TELLING && likeness >= 0.5;
    let elsewhere =
        if found.exact { !short } else { !here.is_some_and(|here| here.near()) && found.similarity > likeness };
    if !elsewhere {
        return finding;
    }
    finding.verdict = Verdict::Misattributed;
    finding.message = format!("Эти слова стоят не здесь, а в {}: исправьте ссылку.", node.address);
    finding.found_at = Some(node.address.clone());
    finding.found_node = Some(node.node_id.clone());
    finding.passage = None;
    finding.diff = match (found.exact, node.text.get(found.range)) {
        (false, Some(stands)) => diff(stands, quote.text()),
        _ => Vec::new(),
    };
    finding
}
