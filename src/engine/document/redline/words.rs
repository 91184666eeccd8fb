//! Words of one line compared.

use crate::model::compare::{RunKind, TextRun};
use similar::{ChangeTag, TextDiff};

/// Below this share of kept letters a line reads better as replaced than as patched.
const KEPT_PERCENT: usize = 20;

/// Runs of both lines; of a change, what is gone stands first.
#[must_use]
pub fn compare(from: &str, to: &str) -> Vec<TextRun> {
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
