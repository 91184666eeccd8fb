//! `legalagi search QUERY`: what the imported sources say.

use crate::adapters::embeddings::HttpEmbeddings;
use crate::adapters::store::sqlite::SqliteStore;
use crate::adapters::trail::Trail;
use crate::adapters::trail::sending::SendingTexts;
use crate::engine::search::snippet;
use crate::model::source::{Hit, SearchQuery};
use crate::model::trail::Actor;
use crate::runner::ports::Sources;
use crate::server::boot;
use crate::server::config::Config;
use crate::server::search;
use anyhow::{Context, bail};
use clap::Args;
use std::fmt::Write;
use std::io::Write as _;
use std::sync::Arc;

/// What to search for.
#[derive(Args)]
pub struct Search {
    /// Words or an address: «ст. 333 ГК РФ», «защитный слой СП 63».
    pub query: String,
    /// Only RU, UA or KR.
    #[arg(long)]
    pub jurisdiction: Option<String>,
    /// Only this document, e.g. `ru.gk`.
    #[arg(long)]
    pub document: Option<String>,
    /// Most results.
    #[arg(long, default_value_t = 10)]
    pub limit: u32,
    /// Only editions in force on this day, `YYYY-MM-DD`.
    #[arg(long)]
    pub on: Option<String>,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// Runs the command and returns what to print.
///
/// # Errors
/// A bad query, an empty corpus.
pub fn run(args: &Search) -> anyhow::Result<String> {
    let query = SearchQuery {
        q: args.query.clone(),
        jurisdiction: args.jurisdiction.clone(),
        document: args.document.clone(),
        kinds: Vec::new(),
        on: args.on.clone(),
        limit: args.limit,
    };
    let query = search::checked(query).map_err(|error| anyhow::anyhow!("{}", error.message))?;
    let config = Config::from_env()?;
    let runtime = tokio::runtime::Builder::new_current_thread().enable_all().build()?;
    let hits = runtime.block_on(async {
        let store = SqliteStore::open(&config.sources_url).await.context(config.sources_variable())?;
        if let Some(embeddings) = &config.embeddings {
            let trail = Trail::begin(boot::sessions(&config, Actor::CommandLine).await?);
            store.search_by_meaning(Arc::new(SendingTexts::new(Arc::new(HttpEmbeddings::new(embeddings)?), trail)));
        }
        if store.editions().await?.is_empty() {
            bail!("{}", search::EMPTY);
        }
        let hits = store.search(&query).await?;
        if let Some(notice) = store.search_notice() {
            let _ = writeln!(std::io::stderr(), "{notice}");
        }
        store.close().await;
        Ok(hits)
    })?;
    if args.json { Ok(serde_json::to_string_pretty(&search::bare(hits))? + "\n") } else { Ok(table(&hits)) }
}

fn table(hits: &[Hit]) -> String {
    if hits.is_empty() {
        return "Ничего не найдено.\n".to_owned();
    }
    hits.iter().enumerate().fold(String::new(), |mut out, (index, hit)| {
        let page = hit.page.map_or(String::new(), |page| format!(", с. {page}"));
        let _ = writeln!(out, "{:>2}. {} — {} [{}{page}]", index + 1, hit.address, hit.title, hit.edition);
        let _ = writeln!(out, "    {}", snippet::bare(&hit.snippet));
        out
    })
}
