//! Words of one line compared.

use crate::model::compare::{RunKind, TextRun};
use similar::{ChangeTag, TextDiff};

/// Below this share of kept letters a line reads better as replaced than as patched.
const KEPT_PERCENT: usize = 20;
/// Letters of both lines that differ, multiplied: two lines of six thousand letters each.
const MOST_CELLS: usize = 36_000_000;

/// Runs of both lines; of a change, what is gone stands first.
#[must_use]
pub fn compare(from: &str, to: &str) -> Vec<TextRun> {
    if too_different(from, to) {
        let run = |kind, text: &str| TextRun { kind, text: text.to_owned() };
        return vec![run(RunKind::Deleted, from), run(RunKind::Inserted, to)];
    }
    let mut parts: Vec<TextRun> = Vec::new();
    for change in TextDiff::from_unicode_words(from, to).iter_all_changes() {
        let kind = match change.tag() {
            ChangeTag::Equal => RunKind::Same,
            ChangeTag::Delete => RunKind::Deleted,
            ChangeTag::Insert => RunKind::Inserted,
        };
        match parts.last_mut().filter(|last| last.kind == kind) {
            Some(last) => last.text.push_str(change.value()),
            None => parts.push(TextRun { kind, text: change.value().to_owned() }),
        }
    }
    let kept: usize = parts.iter().filter(|part| part.kind == RunKind::Same).map(|part| letters(&part.text)).sum();
    let whole = kept * 100 < letters(from).max(letters(to)) * KEPT_PERCENT;
    gather(&parts, whole)
}

/// Whether two lines are too long to be patched: the fewest changes are found in time that grows with the number of
/// words and with the number of changes. A line of a contract is a clause; nobody reads a patch of ten pages.
fn too_different(from: &str, to: &str) -> bool {
    let same = from.chars().zip(to.chars()).take_while(|(a, b)| a == b).count();
    let behind = from.chars().rev().zip(to.chars().rev()).take_while(|(a, b)| a == b).count();
    let rest = |text: &str| text.chars().count().saturating_sub(same + behind);
    rest(from).saturating_mul(rest(to)) > MOST_CELLS
}

fn letters(text: &str) -> usize {
    text.chars().filter(|c| c.is_alphanumeric()).count()
}

/// Joins changes that only a space or a comma parts (or all of them), so that a phrase is replaced as a phrase.
fn gather(parts: &[TextRun], whole: bool) -> Vec<TextRun> {
    let mut out = Vec::new();
    let (mut gone, mut came) = (String::new(), String::new());
    for (i, part) in parts.iter().enumerate() {
        let inside = i > 0 && i + 1 < parts.len() && letters(&part.text) == 0 && !part.text.contains('\n');
        match part.kind {
            RunKind::Deleted => gone.push_str(&part.text),
            RunKind::Inserted => came.push_str(&part.text),
            RunKind::Same if whole || inside => {
                gone.push_str(&part.text);
                came.push_str(&part.text);
            }
            RunKind::Same => {
                flush(&mut gone, &mut came, &mut out);
                out.push(part.clone());
            }
        }
    }
    flush(&mut gone, &mut came, &mut out);
    out
}

fn flush(gone: &mut String, came: &mut String, out: &mut Vec<TextRun>) {
    for (kind, text) in [(RunKind::Deleted, gone), (RunKind::Inserted, came)] {
        if !text.is_empty() {
            out.push(TextRun { kind, text: std::mem::take(text) });
        }
    }
}
