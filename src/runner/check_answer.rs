//! Step 7 over the corpus: what the check has to read is pure to know, here it is read; the verdicts are pure again.

use crate::engine::address::Address;
use crate::engine::calculation;
use crate::engine::citation::edition::Dates;
use crate::engine::citation::evidence::{Evidence, Need, Place, State, Wording};
use crate::engine::citation::report::Report;
use crate::engine::citation::verdict::{judge, needs};
use crate::engine::corpus::editions::{edition_of, is_whole};
use crate::engine::text::passages;
use crate::model::source::{EditionRow, NodeView, SearchQuery};
use crate::runner::app::App;
use crate::runner::library::whole;
use crate::runner::ports::StoreError;
use serde_json::{Value, json};
use std::collections::BTreeSet;

/// Rounds of reading: places, then wordings, then nothing.
const ROUNDS: usize = 4;
/// Nodes that are looked at for one wording.
const NODES: usize = 24;
/// Levels above an item that are read.
const LEVELS: usize = 2;
/// Places that one check reads at most.
const NEEDS: usize = 400;

/// Checks every citation of an answer: `{answer, sources}` by the seed's schema.
pub async fn report(app: &App, input: &Value, on: Option<&str>) -> Report {
    let answer = input["answer"].as_str().unwrap_or_default();
    // A calculation is made again here: nobody's word is taken for a result.
    let sources = &calculation::again(input["sources"].as_array().map(Vec::as_slice).unwrap_or_default());
    let mut evidence = Evidence::default();
    let mut read = 0;
    for _ in 0..ROUNDS {
        let missing = app.aside(|| needs(answer, sources, &evidence)).await;
        if missing.is_empty() || read >= NEEDS {
            break;
        }
        for need in missing.iter().take(NEEDS - read) {
            read += 1;
            match need {
                Need::Place(address) => evidence.add_place(need, failed(place(app, address).await)),
                Need::Node(id) => evidence.add_place(need, failed(node(app, id).await)),
                Need::Wording { phrases, documents, .. } => {
                    let found = wording(app, phrases, documents).await;
                    evidence.add_wording(need, found.unwrap_or(Wording { failed: true, ..Wording::default() }));
                }
            }
        }
    }
    let moment = app.moment();
    app.aside(|| judge(answer, sources, &evidence, Dates { as_of: on, today: moment.today() })).await
}

/// The output of step 7; every issue about words names the sentence that they stand in.
#[must_use]
pub fn output(answer: &str, report: &Report) -> Value {
    let mut output = report.output();
    let sentences = passages::sentences(answer);
    // Bytes of every scalar: looked up, not counted from the beginning for every issue.
    let bytes: Vec<usize> = answer.char_indices().map(|(byte, _)| byte).collect();
    for issue in output["issues"].as_array_mut().into_iter().flatten() {
        let at = issue["citation"]["span"][0].as_u64().or_else(|| issue["span"][0].as_u64());
        let Some(at) = at.and_then(|at| usize::try_from(at).ok()) else { continue };
        let byte = bytes.get(at).copied().unwrap_or(answer.len());
        let next = sentences.partition_point(|(start, _)| *start <= byte);
        if let Some((start, end)) = next.checked_sub(1).map(|last| sentences[last]).filter(|(_, end)| byte < *end) {
            issue["sentence"] = json!(&answer[start..end]);
        }
    }
    output
}

/// A source that failed says nothing about what exists.
fn failed(read: Result<Place, StoreError>) -> Place {
    read.unwrap_or(Place { state: State::Failed, ..Place::default() })
}

async fn place(app: &App, address: &Address) -> Result<Place, StoreError> {
    let documents = address.act.documents();
    let editions: Vec<EditionRow> =
        app.sources.editions().await?.into_iter().filter(|row| documents.contains(&row.document)).collect();
    if editions.is_empty() {
        return Ok(Place::default());
    }
    let nodes = full(app, app.sources.locate(address, None).await?).await?;
    let mut near: Vec<NodeView> = Vec::new();
    let mut above = address.clone();
    while nodes.is_empty() && near.is_empty() && above.path.pop().is_some() {
        if above.path.is_empty() {
            for row in &editions {
                near.extend(app.sources.below(&row.edition, None).await?.into_iter().take(NODES));
            }
            break;
        }
        let found = app.sources.locate(&above, None).await?;
        for node in &found {
            near.push(node.clone());
            near.extend(app.sources.below(&node.edition, Some(&node.node_id)).await?.into_iter().take(NODES));
        }
    }
    let above = above_of(app, &nodes).await?;
    Ok(Place { state: State::Held, nodes, near, above, editions })
}

/// The nodes above items: the line that leads to a list stands there. Articles have none that matters.
async fn above_of(app: &App, nodes: &[NodeView]) -> Result<Vec<NodeView>, StoreError> {
    let mut above: Vec<NodeView> = Vec::new();
    for node in nodes {
        let mut up = node.parent.clone();
        for _ in 0..LEVELS {
            let Some(id) = up.filter(|id| !is_whole(id) && !above.iter().any(|known| known.node_id == *id)) else {
                break;
            };
            let Some(found) = app.sources.node(&id).await? else { break };
            up = found.parent.clone();
            above.push(found);
        }
    }
    Ok(above)
}

/// A document cited as a whole has the text of its parts, if it is a decision: a code is never quoted as a whole.
async fn full(app: &App, nodes: Vec<NodeView>) -> Result<Vec<NodeView>, StoreError> {
    let mut out = Vec::new();
    for node in nodes {
        let decision = is_whole(&node.node_id) && edition_of(&node.node_id).starts_with("case.");
        out.push(if decision { whole(app, edition_of(&node.node_id)).await?.unwrap_or(node) } else { node });
    }
    Ok(out)
}

async fn node(app: &App, id: &str) -> Result<Place, StoreError> {
    let own = edition_of(id);
    let all = app.sources.editions().await?;
    let document = all.iter().find(|row| row.edition == own).map(|row| row.document.clone());
    let document = document.unwrap_or_else(|| own.split('@').next().unwrap_or(own).to_owned());
    let editions: Vec<EditionRow> = all.into_iter().filter(|row| row.document == document).collect();
    let nodes = full(app, app.sources.node(id).await?.into_iter().collect()).await?;
    let state = if editions.is_empty() { State::NotHeld } else { State::Held };
    let above = above_of(app, &nodes).await?;
    Ok(Place { state, nodes, near: Vec::new(), above, editions })
}

async fn wording(app: &App, phrases: &[String], documents: &[String]) -> Result<Wording, StoreError> {
    let mut ids: Vec<String> = Vec::new();
    let wheres: Vec<Option<String>> = documents.iter().cloned().map(Some).chain([None]).collect();
    for document in wheres {
        for phrase in phrases {
            let query =
                SearchQuery { q: phrase.clone(), document: document.clone(), limit: 10, ..SearchQuery::default() };
            for hit in app.sources.search(&query).await? {
                if ids.len() < NODES && !ids.contains(&hit.node_id) {
                    ids.push(hit.node_id);
                }
            }
        }
    }
    let mut nodes = Vec::new();
    for id in &ids {
        nodes.extend(app.sources.node(id).await?);
    }
    let used: BTreeSet<&str> = nodes.iter().map(|node| edition_of(&node.node_id)).collect();
    let all = app.sources.editions().await?;
    let documents: BTreeSet<String> =
        all.iter().filter(|row| used.contains(row.edition.as_str())).map(|row| row.document.clone()).collect();
    let editions = all.into_iter().filter(|row| documents.contains(&row.document)).collect();
    Ok(Wording { failed: false, nodes, editions })
}
