//! What the imported corpus knows of a citation that the register does not: in force, in another edition, gone.

use crate::engine::address::find;
use crate::engine::wording::citations::{self, Asked, Citation, Kind, Verdict};
use crate::model::error::ApiError;
use crate::model::source::{EditionRow, NodeView};
use crate::runner::app::App;
use crate::runner::fail;
use serde_json::{Value, json};
use std::collections::{BTreeMap, BTreeSet};

/// Citations that one call looks up at most: a page of text can name more than a thousand.
pub const MOST: usize = 200;

/// The editions that are held, read once for all citations of a call.
#[derive(Default)]
struct Shelf(Option<Vec<EditionRow>>);

impl Shelf {
    async fn rows(&mut self, app: &App) -> Result<&[EditionRow], ApiError> {
        if self.0.is_none() {
            self.0 = Some(app.sources.editions().await.map_err(|error| fail::of_store(&error))?);
        }
        Ok(self.0.as_deref().unwrap_or_default())
    }
}

/// What one call found.
#[derive(Debug, Default)]
pub struct Found {
    /// The words of a citation and what the corpus says of it, in their order; without those that it does not hold.
    pub verdicts: Vec<(String, Verdict)>,
    /// Words that nobody looked up, because [`MOST`] others came first.
    pub left: BTreeSet<String>,
}

/// What the corpus says of a citation on a day; nothing where it does not hold it: that may exist all the same.
///
/// # Errors
/// Storage.
async fn verdict(app: &App, one: &Citation, day: &str, shelf: &mut Shelf) -> Result<Option<Verdict>, ApiError> {
    if one.parsed.former {
        return Ok(None);
    }
    let Some(address) = find::parse(&one.raw) else { return Ok(None) };
    let stored = |error| fail::of_store(&error);
    let now = app.sources.locate(&address, Some(day)).await.map_err(stored)?;
    if one.kind == Kind::Case && !now.is_empty() {
        return Ok(Some(if of_the_day(app, one, &now, shelf).await? { Verdict::Verified } else { Verdict::Mismatch }));
    }
    if !now.is_empty() {
        // A Korean edition keeps the number of an article that is gone: «제12조 삭제 <2010. 1. 1.>».
        let gone = now.iter().all(|node| is_gone(&node.title) || is_gone(&node.text));
        return Ok(Some(if gone { Verdict::Repealed } else { Verdict::Verified }));
    }
    let elsewhere = app.sources.locate(&address, None).await.map_err(stored)?;
    if elsewhere.is_empty() {
        return Ok(None);
    }
    let editions: BTreeMap<&str, &EditionRow> =
        shelf.rows(app).await?.iter().map(|row| (row.edition.as_str(), row)).collect();
    let holders: Vec<&EditionRow> =
        elsewhere.iter().filter_map(|node| editions.get(node.edition.as_str()).copied()).collect();
    let documents: BTreeSet<&str> = holders.iter().map(|row| row.document.as_str()).collect();
    let newest = holders.iter().filter_map(|row| row.valid_from.as_deref()).max().unwrap_or_default();
    // The act is held as of the day, later than every edition that has the article: it was taken out.
    let without = editions.values().any(|row| {
        let from = row.valid_from.as_deref().unwrap_or_default();
        documents.contains(row.document.as_str())
            && !from.is_empty()
            && from > newest
            && from <= day
            && row.valid_to.as_deref().is_none_or(|to| day < to)
    });
    Ok(Some(if without { Verdict::Repealed } else { Verdict::StaleVersion }))
}

/// Whether a decision that is held was given on the day that the citation names, as far as both tell one.
async fn of_the_day(app: &App, one: &Citation, nodes: &[NodeView], shelf: &mut Shelf) -> Result<bool, ApiError> {
    let Some(date) = one.parsed.date.as_deref() else { return Ok(true) };
    let held = shelf.rows(app).await?.iter().filter(|row| nodes.iter().any(|node| node.edition == row.edition));
    let days: Vec<&str> = held.filter_map(|row| row.valid_from.as_deref()).collect();
    Ok(days.is_empty() || days.contains(&date))
}

fn is_gone(text: &str) -> bool {
    let bare: String = text.chars().filter(|c| !c.is_whitespace()).take(40).collect();
    let rest = bare.strip_prefix('제').and_then(|rest| rest.split_once('조')).map_or(bare.as_str(), |(_, rest)| rest);
    rest.starts_with("삭제<") || rest == "삭제"
}

/// What the corpus says of the citations that the register alone cannot tell: each words once, [`MOST`] of them.
///
/// # Errors
/// Storage.
pub async fn look_up(app: &App, cited: &[Citation], asked: Asked<'_>) -> Result<Found, ApiError> {
    let mut found = Found::default();
    let mut shelf = Shelf::default();
    let mut seen = BTreeSet::new();
    for one in cited.iter().filter(|one| citations::verdict(one, asked) == Verdict::Unverified) {
        if seen.contains(one.raw.as_str()) {
            continue;
        }
        if seen.len() >= MOST {
            found.left.insert(one.raw.clone());
            continue;
        }
        seen.insert(one.raw.as_str());
        if let Some(verdict) = verdict(app, one, asked.law_as_of, &mut shelf).await? {
            found.verdicts.push((one.raw.clone(), verdict));
        }
    }
    Ok(found)
}

/// The same as rows `{raw, verdict}`.
///
/// # Errors
/// Storage.
pub async fn rows(app: &App, cited: &[Citation], asked: Asked<'_>) -> Result<Vec<Value>, ApiError> {
    let found = look_up(app, cited, asked).await?;
    Ok(found.verdicts.into_iter().map(|(raw, verdict)| json!({"raw": raw, "verdict": verdict.as_str()})).collect())
}

#[cfg(test)]
mod tests {
    use super::is_gone;

    #[test]
    fn an_article_that_is_gone_says_so() {
        for text in ["삭제 <2010. 1. 1.>", "제12조 삭제 <2010.1.1>", "삭제"] {
            assert!(is_gone(text), "{text}");
        }
        for text in ["제12조(삭제의 효과) ① …", "삭제된 기록은 보존한다.", ""] {
            assert!(!is_gone(text), "{text}");
        }
    }
}
