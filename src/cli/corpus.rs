//! `legalagi corpus import|list|show|tables|embed|remove|check`: legal sources on this machine.

use crate::adapters::clock::SystemClock;
use crate::adapters::embeddings::HttpEmbeddings;
use crate::adapters::intake::{self, File, Outcome, Wishes};
use crate::adapters::store::sqlite::SqliteStore;
use crate::adapters::trail::Trail;
use crate::adapters::trail::sending::SendingTexts;
use crate::adapters::worker::pool;
use crate::cli::corpus_files::{self, Found};
use crate::cli::corpus_tables::{self, Tables};
use crate::cli::{as_command, noted};
use crate::engine::corpus::read::Format;
use crate::model::source::{Currency, EditionRow};
use crate::model::trail::{Action, Actor};
use crate::runner::ports::{Clock, Sources};
use crate::server::boot;
use crate::server::config::Config;
use anyhow::{Context, bail};
use clap::{Args, Subcommand};
use serde::Serialize;
use std::fmt::Write;
use std::io::{IsTerminal, Write as _};
use std::path::PathBuf;
use std::sync::Arc;

/// What to do with legal sources.
#[derive(Subcommand)]
pub enum Corpus {
    /// Read files or folders into the corpus; what is held already is left alone.
    Import(Import),
    /// List the editions held.
    List {
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show an edition or a node.
    Show {
        /// `ru.gk@2025-03-11`, or `norm://ru.gk@2025-03-11/art/333`.
        id: String,
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Show the tables of a file as they would be held, with their doubts; nothing is kept.
    Tables(Tables),
    /// Make the vectors of meaning that are missing (needs `LEGALAGI_EMBEDDINGS_BASE_URL`).
    Embed {
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
    /// Remove an edition.
    Remove {
        /// `ru.gk@2025-03-11`.
        id: String,
    },
    /// Check counts, hashes, parents and the index; exit code 1 when something is wrong.
    Check {
        /// As JSON.
        #[arg(long)]
        json: bool,
    },
}

/// What to import.
#[derive(Args)]
pub struct Import {
    /// Files and folders.
    pub paths: Vec<PathBuf>,
    /// RU, UA or KR, where a file does not say.
    #[arg(long)]
    pub jurisdiction: Option<String>,
    /// auto, pages-json, articles-json, provisions-json, decisions-txt, markdown, text, html, pdf, docx, page-images.
    #[arg(long, default_value = "auto")]
    pub format: String,
    /// The small example corpus that comes with the program: invented rules, no law.
    #[arg(long)]
    pub demo: bool,
    /// As JSON.
    #[arg(long)]
    pub json: bool,
}

/// What to print, and whether all is well.
pub struct Report {
    /// The text.
    pub text: String,
    /// Whether nothing failed.
    pub sound: bool,
}

/// One file of an import.
#[derive(Debug, Serialize)]
struct Row {
    file: String,
    #[serde(flatten)]
    outcome: Outcome,
}

/// Runs the command.
///
/// # Errors
/// A bad argument, an unknown id, a database that does not answer. Bad files are in the report.
pub fn run(command: &Corpus) -> anyhow::Result<Report> {
    let config = Config::from_env()?;
    pool::configure(&config.workers);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    if let Corpus::Tables(wanted) = command {
        return Ok(Report { text: runtime.block_on(corpus_tables::run(wanted))?, sound: true });
    }
    runtime.block_on(async {
        let store = SqliteStore::open(&config.sources_url).await.context(config.sources_variable())?;
        let report = match command {
            Corpus::Import(wanted) => import(&store, wanted).await,
            Corpus::List { json } => list(&store, *json).await,
            Corpus::Show { id, json } => show(&store, id, *json).await,
            Corpus::Embed { json } => as_command(embed(&store, &config, *json)).await,
            Corpus::Remove { id } => remove(&store, id).await,
            Corpus::Check { json } => check(&store, *json).await,
            Corpus::Tables(_) => bail!("tables are read without the corpus"),
        };
        store.close().await;
        if report.is_ok() {
            match command {
                Corpus::Import(wanted) => {
                    noted(&config, Action::Import, |draft| draft.number("paths", wanted.paths.len() as u64)).await?;
                }
                Corpus::Remove { id } => {
                    noted(&config, Action::Delete, |draft| draft.of(&format!("document:{id}"))).await?;
                }
                _ => {}
            }
        }
        report
    })
}

/// Goes on where an earlier call stopped; what the model refuses stays for the next one.
async fn embed(store: &SqliteStore, config: &Config, json: bool) -> anyhow::Result<Report> {
    let Some(embeddings) = &config.embeddings else {
        bail!("set LEGALAGI_EMBEDDINGS_BASE_URL and LEGALAGI_EMBEDDINGS_MODEL: no model of meaning is configured");
    };
    let trail = Trail::begin(boot::sessions(config, Actor::CommandLine).await?);
    store.search_by_meaning(Arc::new(SendingTexts::new(Arc::new(HttpEmbeddings::new(embeddings)?), trail)));
    let mut before = -1;
    loop {
        let now = store.embed_some().await?;
        let ended = now.done >= now.total || now.done == before;
        if std::io::stderr().is_terminal() {
            let end = if ended { "\n" } else { "" };
            let _ = write!(std::io::stderr(), "\rвекторов: {} из {}{end}", now.done, now.total);
        }
        if ended {
            let text = match json {
                true => serde_json::to_string(&now)? + "\n",
                false => format!("Векторов: {} из {} ({}).\n", now.done, now.total, embeddings.model),
            };
            return Ok(Report { text, sound: now.done >= now.total });
        }
        before = now.done;
    }
}

async fn import(store: &SqliteStore, wanted: &Import) -> anyhow::Result<Report> {
    let format = match wanted.format.as_str() {
        "auto" => None,
        name => Some(Format::parse(name).with_context(|| format!("no format {name}"))?),
    };
    let jurisdiction = wanted.jurisdiction.as_deref().map(str::to_uppercase);
    if jurisdiction.as_deref().is_some_and(|code| !["RU", "UA", "KR"].contains(&code)) {
        bail!("jurisdiction is RU, UA or KR");
    }
    if wanted.paths.is_empty() && !wanted.demo {
        bail!("name files or folders, or --demo");
    }
    let wishes = Wishes { format, jurisdiction };
    let mut found = corpus_files::find(&wanted.paths);
    if wanted.demo {
        found.extend(corpus_files::demo());
    }
    let clock = SystemClock::new();
    let mut rows = Vec::new();
    let bar = std::io::stderr().is_terminal() && !wanted.json;
    for (index, file) in found.iter().enumerate() {
        if bar {
            let _ = write!(std::io::stderr(), "\r\x1b[K{}", progress(index, found.len(), file.name()));
        }
        let outcome = one(store, file, &wishes, &clock.now()).await;
        rows.push(Row { file: file.name().to_owned(), outcome });
    }
    if bar {
        let _ = write!(std::io::stderr(), "\r\x1b[K");
    }
    let sound = !rows.iter().any(|row| matches!(row.outcome, Outcome::Failed { .. }));
    let text = if wanted.json { serde_json::to_string_pretty(&rows)? + "\n" } else { told(&rows) };
    Ok(Report { text, sound })
}

/// `[#####.....] 3/8 file`.
fn progress(done: usize, all: usize, name: &str) -> String {
    let full = done * 20 / all.max(1);
    format!("[{}{}] {}/{all} {name}", "#".repeat(full), ".".repeat(20 - full), done + 1)
}

async fn one(store: &SqliteStore, found: &Found, wishes: &Wishes, at: &str) -> Outcome {
    match found {
        Found::Embedded { name, bytes } => {
            intake::import(store, File { name: name.clone(), bytes: bytes.to_vec() }, wishes, at).await
        }
        Found::File { name, path } => match corpus_files::read(path) {
            Ok(bytes) => intake::import(store, File { name: name.clone(), bytes }, wishes, at).await,
            Err(reason) => Outcome::failed(reason),
        },
        Found::Images { set, pages } => match corpus_files::hashed(pages) {
            Ok(pages) => intake::import_images(store, set, &pages, at).await,
            Err(reason) => Outcome::failed(reason),
        },
        Found::Missing { reason, .. } => Outcome::failed(reason),
    }
}

fn told(rows: &[Row]) -> String {
    let mut out = String::new();
    let (mut new, mut same, mut failed, mut editions_new) = (0, 0, 0, 0);
    for row in rows {
        match &row.outcome {
            Outcome::Imported { editions, nodes, pages, remarks } => {
                new += 1;
                editions_new += editions.len();
                let what =
                    if editions.len() > 3 { format!("{} изданий", editions.len()) } else { editions.join(", ") };
                let _ = writeln!(out, "+ {}: {what}; узлов с текстом {nodes}, страниц {pages}", row.file);
                remarks.iter().for_each(|remark| {
                    let _ = writeln!(out, "    {remark}");
                });
            }
            Outcome::Unchanged => {
                same += 1;
                let _ = writeln!(out, "= {}: без изменений", row.file);
            }
            Outcome::Failed { reason, .. } => {
                failed += 1;
                let _ = writeln!(out, "! {}: {reason}", row.file);
            }
        }
    }
    let _ =
        writeln!(out, "Файлов: {new} новых (редакций {editions_new}), {same} без изменений, {failed} не прочитано.");
    out
}

async fn list(store: &SqliteStore, json: bool) -> anyhow::Result<Report> {
    let editions = store.editions().await?;
    let text = if json {
        serde_json::to_string_pretty(&editions)? + "\n"
    } else if editions.is_empty() {
        crate::server::search::EMPTY.to_owned() + "\n"
    } else {
        editions.iter().fold(String::new(), |mut out, row| {
            let _ = writeln!(
                out,
                "{:<44} {:<24} узлов {:>6}, страниц {:>4}  {}",
                row.edition,
                row.short,
                row.nodes,
                row.pages,
                state(row)
            );
            out
        })
    };
    Ok(Report { text, sound: true })
}

fn state(row: &EditionRow) -> String {
    match &row.currency {
        Currency::Unchecked => "не проверено".to_owned(),
        Currency::InForce { checked_at } => format!("действует, проверено {checked_at}"),
        Currency::Repealed { from, .. } => format!("утратил силу с {from}"),
        Currency::Replaced { from, by, .. } => format!("заменён с {from}: {by}"),
    }
}

async fn show(store: &SqliteStore, id: &str, json: bool) -> anyhow::Result<Report> {
    let unknown = || anyhow::anyhow!("no {id}; see: legalagi corpus list");
    let text = if id.starts_with("norm://") {
        let node = store.node(id).await?.ok_or_else(unknown)?;
        if json {
            serde_json::to_string_pretty(&node)? + "\n"
        } else {
            format!("{}\n{}\n\n{}\n", node.address, node.title, node.text)
        }
    } else {
        let row = store.editions().await?.into_iter().find(|row| row.edition == id).ok_or_else(unknown)?;
        let below = store.below(id, None).await?;
        if json {
            serde_json::to_string_pretty(&serde_json::json!({ "edition": row, "below": below }))? + "\n"
        } else {
            let head = format!("{} — {}\n{} · {} · {}\n", row.short, row.title, row.label, row.file, state(&row));
            below.iter().fold(head, |mut out, node| {
                let _ = writeln!(out, "  {} {}", node.address, node.title);
                out
            })
        }
    };
    Ok(Report { text, sound: true })
}

async fn remove(store: &SqliteStore, id: &str) -> anyhow::Result<Report> {
    if !store.forget(id).await? {
        bail!("no {id}; see: legalagi corpus list");
    }
    Ok(Report { text: format!("{id}: убрано\n"), sound: true })
}

async fn check(store: &SqliteStore, json: bool) -> anyhow::Result<Report> {
    let report = store.check_corpus().await?;
    let sound = report.is_sound();
    let text = if json {
        serde_json::to_string_pretty(&report)? + "\n"
    } else {
        let head = format!("редакций {}, узлов {}, страниц {}\n", report.editions, report.nodes, report.pages);
        report.faults.iter().fold(head, |mut out, fault| {
            let _ = writeln!(out, "! {fault}");
            out
        })
    };
    Ok(Report { text, sound })
}
