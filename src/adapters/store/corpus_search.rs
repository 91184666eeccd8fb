//! Search: addresses first, then several lists of the index made into one.

use crate::adapters::store::corpus_reads::{self, Held};
use crate::adapters::store::corpus_writes::PLACE_BITS;
use crate::adapters::store::rows::failed;
use crate::adapters::store::sqlite::SqliteStore;
use crate::engine::address::{self, Act, Address};
use crate::engine::corpus::newest;
use crate::engine::corpus::read::identity;
use crate::engine::fold;
use crate::engine::knowledge::answers;
use crate::engine::knowledge::phrases::tokens;
use crate::engine::search::asked;
use crate::engine::search::plan::Plan;
use crate::engine::search::rank::{self, Candidate};
use crate::engine::search::snippet;
use crate::engine::search::words::{self, Language};
use crate::model::source::{EditionRow, Hit, NodeView, SearchQuery};
use crate::runner::ports::StoreError;
use sqlx::SqlitePool;
use std::collections::{HashMap, HashSet};

/// Results when a query names no number.
const LIMIT: u32 = 10;
/// Results at most.
const MOST: u32 = 50;
/// Rows of one list of the index.
const ROWS: i64 = 120;
/// Candidates whose titles are looked at.
const CANDIDATES: usize = 80;
/// Places that addresses of one query may name.
const PLACES: usize = 20;
/// A stem in more passages tells nothing, and ranking them all would take seconds.
const COMMON: u32 = 20_000;
/// What is left of the score of a source in another language than the question's.
const FOREIGN: f64 = 0.4;
/// Weight of the list by meaning, where a model makes one.
const MEANING: f64 = 0.9;
/// Weight of the list of places that answer questions like the one asked.
const ASKED: f64 = 8.0;
/// Score of a nearest place that is like the question by chance.
const UNLIKE: f64 = 24.0;
/// Places of that list.
const LIKE: usize = 12;
/// Score of a place that was named: above any words.
const NAMED: f64 = 1000.0;

/// How words are ranked: as people get it, or as a baseline that measurements stand beside.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Ranking {
    /// bm25 over words as they are written.
    Raw,
    /// bm25 over stems.
    Stemmed,
    /// Addresses, stems, synonyms, neighbours, parts of words, titles.
    Whole,
}

impl SqliteStore {
    /// Searches with a ranking: tests measure the baselines beside the real one.
    ///
    /// # Errors
    /// The database fails.
    pub async fn ranked(&self, query: &SearchQuery, ranking: Ranking) -> Result<Vec<Hit>, StoreError> {
        find(self, query, ranking).await
    }
}

pub(super) async fn search(store: &SqliteStore, query: &SearchQuery) -> Result<Vec<Hit>, StoreError> {
    find(store, query, Ranking::Whole).await
}

async fn find(store: &SqliteStore, query: &SearchQuery, ranking: Ranking) -> Result<Vec<Hit>, StoreError> {
    let pool = &store.readers;
    let limit = usize::try_from(if query.limit == 0 { LIMIT } else { query.limit.min(MOST) }).unwrap_or(10);
    let mut held: Vec<Held> =
        corpus_reads::editions(pool).await?.into_iter().filter(|held| is_asked(held, query)).collect();
    if let Some(on) = &query.on {
        // On a day one edition of an act stands; a later one that is held is not answered beside an earlier one.
        let all: Vec<EditionRow> = held.iter().map(|held| held.row.clone()).collect();
        held.retain(|held| held.fits(on) && !newest::is_superseded(&held.row, all.iter(), on) && begun(&held.row, on));
    }
    if held.is_empty() {
        return Ok(Vec::new());
    }
    if ranking != Ranking::Whole {
        let plan = Plan::of_words(&query.q, Language::of_text(&query.q));
        let asked = if ranking == Ranking::Raw { plan.raw_query() } else { plan.stem_query() };
        let rows = match asked {
            Some(asked) => list(pool, &asked, &ids(&held)).await?,
            None => Vec::new(),
        };
        let best: Vec<(i64, f64)> = rows.into_iter().take(limit).map(|(id, score)| (id, -score)).collect();
        return hits(pool, &held, &best, &plan).await;
    }
    let plan = Plan::of(&query.q);
    let mut out = named(pool, &held, query, &plan).await?;
    let mut within = named_documents(&held, &plan);
    if !plan.addresses.is_empty() {
        within.extend(called(&held, &query.q));
    }
    let searched: Vec<Held> = if within.is_empty() {
        held
    } else {
        held.into_iter().filter(|held| within.contains(&held.row.document)).collect()
    };
    if out.len() < limit && !plan.raw.is_empty() {
        let best = by_words(store, &query.q, &searched, &plan, limit + out.len()).await?;
        for hit in hits(pool, &searched, &best, &plan).await? {
            if !out.iter().any(|known| known.node_id == hit.node_id) {
                out.push(hit);
            }
        }
    }
    if plan.addresses.is_empty() {
        defined_first(&mut out, &query.q);
    }
    out.truncate(limit);
    Ok(out)
}

/// A bare term is asked for by its definition: «исковая давность» is the article that says what it is, before those that
/// only speak of it.
fn defined_first(hits: &mut [Hit], query: &str) {
    let Ok(answers) = answers::embedded() else { return };
    let terms = answers.term(&tokens(query));
    hits.sort_by_key(|hit| terms.iter().position(|term| *term == hit.address).unwrap_or(usize::MAX));
}

/// An edition whose label is a later day has not begun.
fn begun(row: &EditionRow, on: &str) -> bool {
    row.valid_from.is_some() || identity::day_of(&row.label).0.is_none_or(|day| day.as_str() <= on)
}

fn is_asked(held: &Held, query: &SearchQuery) -> bool {
    query.jurisdiction.as_ref().is_none_or(|wanted| wanted.eq_ignore_ascii_case(&held.row.jurisdiction))
        && query.document.as_ref().is_none_or(|wanted| *wanted == held.row.document)
        && (query.kinds.is_empty() || query.kinds.contains(&held.row.kind))
        && query.on.as_ref().is_none_or(|on| held.fits(on))
}

/// Documents that the query names without a place in them: words are looked for there.
fn named_documents(held: &[Held], plan: &Plan) -> HashSet<String> {
    let named: HashSet<String> = plan.addresses.iter().flat_map(|address| address.act.documents()).collect();
    held.iter().map(|held| held.row.document.clone()).filter(|document| named.contains(document)).collect()
}

/// The places that the query names.
async fn named(pool: &SqlitePool, held: &[Held], query: &SearchQuery, plan: &Plan) -> Result<Vec<Hit>, StoreError> {
    let mut out: Vec<Hit> = Vec::new();
    let called = called(held, &query.q);
    for address in &plan.addresses {
        // An act alone is a place only when nothing is asked of it.
        if address.path.is_empty() && !plan.raw.is_empty() {
            continue;
        }
        let documents = address.act.documents();
        let unnamed = address.act == Act::Unnamed;
        let is_meant = |held: &&Held| match unnamed {
            true if !called.is_empty() => called.contains(&held.row.document),
            true => query.document.is_some() || is_rare(address),
            false => documents.contains(&held.row.document),
        };
        for held in held.iter().filter(is_meant) {
            let mut way = address.path.as_slice();
            let mut views = corpus_reads::at(pool, held, way).await?;
            // The nearest place above one that is not there; never for a place that names no act.
            while views.is_empty() && !unnamed && way.len() > 1 {
                way = &way[..way.len() - 1];
                views = corpus_reads::at(pool, held, way).await?;
            }
            for view in views {
                if out.len() < PLACES && !out.iter().any(|hit| hit.node_id == view.node_id) {
                    let score = NAMED - f64::from(u32::try_from(out.len()).unwrap_or(0));
                    out.push(hit(held, view, score, plan));
                }
            }
        }
    }
    Ok(out)
}

/// Documents that the register does not know and the query calls by their names.
fn called(held: &[Held], query: &str) -> HashSet<String> {
    let query = fold::folded(query);
    held.iter()
        .filter(|held| held.row.short.chars().count() > 3 && query.contains(&fold::folded(&held.row.short)))
        .map(|held| held.row.document.clone())
        .collect()
}

/// A number that few documents have: `10.3.2`, `123.20-1`.
fn is_rare(address: &Address) -> bool {
    address.path.iter().any(|step| step.number.contains(['.', '-']))
}

fn ids(held: &[Held]) -> String {
    let ids: Vec<String> = held.iter().map(|held| held.id.to_string()).collect();
    format!("[{}]", ids.join(","))
}

/// One list of the index: nodes of these editions, best first.
async fn list(pool: &SqlitePool, asked: &str, editions: &str) -> Result<Vec<(i64, f64)>, StoreError> {
    sqlx::query_as(
        "SELECT rowid, bm25(passages, 4.0, 1.0, 4.0, 1.0, 1.0) AS score FROM passages \
         WHERE passages MATCH ?1 AND (rowid >> ?2) IN (SELECT value FROM json_each(?3)) ORDER BY score, rowid LIMIT ?4",
    )
    .bind(asked)
    .bind(PLACE_BITS)
    .bind(editions)
    .bind(ROWS)
    .fetch_all(pool)
    .await
    .map_err(|e| failed("search", &e))
}

async fn gram_list(pool: &SqlitePool, asked: &str, editions: &str) -> Result<Vec<(i64, f64)>, StoreError> {
    sqlx::query_as(
        "SELECT rowid, bm25(grams) AS score FROM grams \
         WHERE grams MATCH ?1 AND (rowid >> ?2) IN (SELECT value FROM json_each(?3)) ORDER BY score, rowid LIMIT ?4",
    )
    .bind(asked)
    .bind(PLACE_BITS)
    .bind(editions)
    .bind(ROWS)
    .fetch_all(pool)
    .await
    .map_err(|e| failed("search", &e))
}

/// The places whose questions in everyday words are like this one, as far as they are held.
async fn asked_like(
    pool: &SqlitePool,
    question: &str,
    held: &[Held],
    languages: &[Language],
) -> Result<Option<(f64, Vec<(i64, f64)>)>, StoreError> {
    // The first search of a process makes the index of the phrases.
    let near = tokio::task::spawn_blocking({
        let (question, languages) = (question.to_owned(), languages.to_vec());
        move || asked::shared().near(&question, &languages, LIKE)
    })
    .await
    .map_err(|_| StoreError::Failed("the comparison of questions broke off".to_owned()))?;
    let Some(best) = near.first().map(|best| best.score) else { return Ok(None) };
    let mut rows = Vec::new();
    for place in near {
        let Some(address) = address::find::parse(&place.address).filter(|at| !at.path.is_empty()) else { continue };
        let documents = address.act.documents();
        for held in held.iter().filter(|held| documents.contains(&held.row.document)) {
            for row in corpus_reads::found(pool, held.id, &address.path).await? {
                rows.push((row.id, place.score));
            }
        }
    }
    // A question that is only somewhat like the nearest ones is found by its own words.
    let sure = ((best - UNLIKE) / (asked::SURE - UNLIKE)).clamp(0.0, 1.0);
    Ok((sure > 0.0).then_some((ASKED * sure, rows)))
}

async fn by_words(
    store: &SqliteStore,
    question: &str,
    held: &[Held],
    plan: &Plan,
    limit: usize,
) -> Result<Vec<(i64, f64)>, StoreError> {
    let pool = &store.readers;
    let editions = ids(held);
    let passages = passages(pool, plan).await?;
    let plan = &plan.telling(|stem| passages.get(stem).copied().unwrap_or(0) <= COMMON);
    let mut lists = Vec::new();
    let asked =
        [(1.0, plan.stem_query()), (0.7, plan.wide_query()), (0.8, plan.added_query()), (0.3, plan.pair_query())];
    for (weight, asked) in asked {
        if let Some(asked) = asked {
            lists.push((weight, list(pool, &asked, &editions).await?));
        }
    }
    if let Some(asked) = plan.gram_query().filter(|_| held.iter().any(|held| held.row.jurisdiction != "RU")) {
        lists.push((0.3, gram_list(pool, &asked, &editions).await?));
    }
    let like = asked_like(pool, question, held, &plan.languages).await?;
    if let Some((weight, rows)) = like {
        lists.push((weight, rows));
    }
    let near = store.nearest(question, &held.iter().map(|held| held.id).collect()).await?;
    if !near.is_empty() {
        lists.push((MEANING, near));
    }
    let mut fused: Vec<(i64, f64)> = rank::fuse(&lists).into_iter().collect();
    fused.sort_by(|a, b| b.1.total_cmp(&a.1).then(a.0.cmp(&b.0)));
    fused.truncate(CANDIDATES);
    let mut candidates = Vec::with_capacity(fused.len());
    for (id, score) in fused {
        let row: Option<(String, String, String)> =
            sqlx::query_as("SELECT address, kind, title FROM nodes WHERE id = ?")
                .bind(id)
                .fetch_optional(pool)
                .await
                .map_err(|e| failed("search", &e))?;
        let Some((address, kind, title)) = row else { continue };
        let language = language(held, id);
        let title = stems_of(&title, language);
        let score = if plan.languages.contains(&language) { score } else { score * FOREIGN };
        candidates.push(Candidate { id, address, kind, title, score });
    }
    let rarity = |stem: &str| (20_000.0 / (1.0 + f64::from(passages.get(stem).copied().unwrap_or(0)))).max(1.5).ln();
    rank::order(&mut candidates, &plan.stems, &plan.added, &rarity);
    Ok(candidates.into_iter().take(limit).map(|candidate| (candidate.id, candidate.score)).collect())
}

fn stems_of(text: &str, language: Language) -> Vec<String> {
    words::tokens(text)
        .iter()
        .filter(|token| !words::is_stop(&token.word))
        .flat_map(|token| words::stems(&token.word, language))
        .collect()
}

fn language(held: &[Held], id: i64) -> Language {
    let edition = held.iter().find(|held| held.id == id >> PLACE_BITS);
    Language::of_jurisdiction(edition.map_or("RU", |held| held.row.jurisdiction.as_str()))
}

/// In how many passages each stem stands.
async fn passages(pool: &SqlitePool, plan: &Plan) -> Result<HashMap<String, u32>, StoreError> {
    let mut out = HashMap::new();
    for stem in plan.stems.iter().flatten().chain(&plan.added) {
        let documents: Option<i64> = sqlx::query_scalar("SELECT doc FROM passages_terms WHERE term = ?")
            .bind(stem)
            .fetch_optional(pool)
            .await
            .map_err(|e| failed("search", &e))?;
        out.insert(stem.clone(), u32::try_from(documents.unwrap_or(0)).unwrap_or(u32::MAX));
    }
    Ok(out)
}

async fn hits(pool: &SqlitePool, held: &[Held], best: &[(i64, f64)], plan: &Plan) -> Result<Vec<Hit>, StoreError> {
    let mut out = Vec::with_capacity(best.len());
    for (id, score) in best {
        let Some(edition) = held.iter().find(|held| held.id == *id >> PLACE_BITS) else { continue };
        let Some(row) = row(pool, *id).await? else { continue };
        let title = titled(pool, &row).await?;
        let mut view = corpus_reads::view(pool, edition, row, true).await?;
        view.title = title;
        out.push(hit(edition, view, *score, plan));
    }
    Ok(out)
}

async fn row(pool: &SqlitePool, id: i64) -> Result<Option<corpus_reads::NodeColumns>, StoreError> {
    sqlx::query_as(
        "SELECT id, last, parent, kind, path, key, address, title, text, page, lossy FROM nodes WHERE id = ?",
    )
    .bind(id)
    .fetch_optional(pool)
    .await
    .map_err(|e| failed("search", &e))
}

/// The title of a node, or of the nearest one above that has one.
async fn titled(pool: &SqlitePool, row: &corpus_reads::NodeColumns) -> Result<String, StoreError> {
    let mut title = row.title.clone();
    let mut above = row.parent;
    while title.is_empty()
        && let Some(id) = above
    {
        let found: Option<(String, Option<i64>)> = sqlx::query_as("SELECT title, parent FROM nodes WHERE id = ?")
            .bind(id)
            .fetch_optional(pool)
            .await
            .map_err(|e| failed("search", &e))?;
        let Some((own, parent)) = found else { break };
        (title, above) = (own, parent);
    }
    Ok(title)
}

fn hit(held: &Held, view: NodeView, score: f64, plan: &Plan) -> Hit {
    let stems: HashSet<String> = plan.stems.iter().flatten().chain(&plan.added).cloned().collect();
    let language = Language::of_jurisdiction(&held.row.jurisdiction);
    Hit {
        snippet: snippet::of(&view.text, &stems, language),
        node_id: view.node_id,
        document: view.document,
        edition: held.row.label.clone(),
        address: view.address,
        title: view.title,
        page: view.page,
        score: (score * 10_000.0).round() / 10_000.0,
    }
}
