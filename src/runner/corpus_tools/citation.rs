//! `validate_citation`: one address and its quote, judged by the same check as a whole answer.

use crate::engine::citation::report::Verdict;
use crate::model::claim::Support;
use crate::model::source::NodeView;
use crate::model::tool::{ReplyMeta, ToolError};
use crate::runner::app::App;
use crate::runner::check_answer;
use crate::runner::corpus_tools::place;
use serde_json::{Value, json};

/// The verdict about a citation. A source that is not held is never said not to exist.
pub(super) async fn check(
    app: &App,
    input: &Value,
    on: Option<&str>,
    meta: &mut ReplyMeta,
) -> Result<Value, ToolError> {
    let today = app.moment().today().to_owned();
    let on = on.unwrap_or(&today);
    // The day is for the check to judge: a place of another day is outdated or not held, no error.
    let found = place::find(app, input, None).await?;
    let address = found.address;
    // One sentence with one citation, so that there is one set of rules. An address that only the corpus understands
    // is cited by its number.
    let first = found.nodes.first();
    let (mark, sources) = match first {
        _ if found.registered => (format!("({address})"), json!([])),
        Some(node) => ("[1]".to_owned(), json!([source(node)])),
        None => ("[1]".to_owned(), json!([{"id": input["address"], "source": "corpus", "title": address}])),
    };
    let quote = input["quote"].as_str().map(plain).filter(|quote| !quote.is_empty());
    let answer = match &quote {
        Some(quote) => format!("«{quote}» {mark}."),
        None => format!("{address} {mark}."),
    };
    let report = check_answer::report(app, &json!({"answer": answer, "sources": sources}), Some(on)).await;
    meta.details = json!({"claims": report.claims});
    let own = report.badges.iter().rfind(|badge| badge.address == address).or(report.badges.last());
    let Some(badge) = own else {
        let message = "Проверка не нашла здесь ссылки: запишите адрес иначе, например «ГК РФ ст. 333 п. 1».";
        return Ok(json!({
            "verdict": "UNVERIFIED", "message": message, "address": address, "candidates": [], "diff": [],
            "support": Support::Unchecked,
        }));
    };
    // Words that the check does not take for a quotation were not checked.
    let unread =
        quote.is_some() && badge.quote.is_none() && matches!(badge.verdict, Verdict::Verified | Verdict::Located);
    let too_short = "Место есть, но слов для сверки мало: приведите цитату хотя бы из трёх слов.";
    let mut told = json!({
        "verdict": if unread { Verdict::Unverified } else { badge.verdict },
        "message": if unread { too_short } else { &badge.message },
        "address": address,
        "candidates": badge.candidates,
        "diff": badge.diff,
        "support": if unread { Support::Unchecked } else { badge.support },
    });
    if let Some(by) = badge.by.filter(|_| !unread) {
        told["by"] = json!(by);
    }
    let reason = Some(badge.why()).filter(|why| !why.is_empty());
    for (key, value) in [
        ("node_id", badge.node_id.clone()),
        ("reason", reason),
        ("lost", badge.lost.clone()),
        ("found_at", badge.found_at.clone()),
        ("found_node", badge.found_node.clone()),
        ("successor", badge.successor.clone()),
    ] {
        if let Some(value) = value {
            told[key] = json!(value);
        }
    }
    let numbers: Vec<&str> = report.strikes.iter().filter_map(|strike| answer.get(strike.range.clone())).collect();
    if !numbers.is_empty() {
        told["numbers"] = json!(numbers);
    }
    Ok(told)
}

fn source(node: &NodeView) -> Value {
    json!({
        "id": node.node_id, "source": "corpus", "title": node.title, "address": node.address,
        "edition": node.edition, "text": node.text,
    })
}

/// A quote on one line, without its own outer marks; inner marks do not end it.
fn plain(quote: &str) -> String {
    let quote = quote.split_whitespace().collect::<Vec<_>>().join(" ");
    let bare = quote.trim_matches(['«', '»', '"', '“', '”']);
    bare.replace('«', "„").replace('»', "“")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_quote_has_no_marks_that_end_it() {
        assert_eq!(plain(" «Договор\n «аренды» действует» "), "Договор „аренды“ действует");
    }
}
