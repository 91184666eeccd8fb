//! `legalagi doctor`: what works here, what is missing and how to get it. Asks nobody beyond this machine but the
//! servers that the configuration names.

use crate::adapters::llm_http::HttpLlm;
use crate::adapters::llm_http::config::HttpLlmConfig;
use crate::adapters::pack_key;
use crate::adapters::pages::ocr;
use crate::adapters::store::open::OpenError;
use crate::adapters::store::postgres_open::{self, is_postgres};
use crate::adapters::store::sessions::Sessions;
use crate::adapters::store::trail::CheckError;
use crate::adapters::store::{files, sqlite::SqliteStore};
use crate::adapters::worker::pool;
use crate::engine::schema;
use crate::engine::trail::Checked;
use crate::runner::ports::Sources;
use crate::server::boot;
use crate::server::config::{Config, LlmChoice};
use std::fmt::Write;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

/// How long the server of a model may take to say which models it has.
const PATIENCE: Duration = Duration::from_secs(10);

/// What was found, and whether a server would start and work.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// A line for each thing looked at.
    pub text: String,
    /// Nothing stands in the way of a server.
    pub works: bool,
}

/// How one thing is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum State {
    Good,
    /// A server works without it.
    Less,
    Bad,
}

#[derive(Default)]
struct Report {
    lines: Vec<(State, &'static str, String)>,
}

impl Report {
    fn add(&mut self, state: State, what: &'static str, found: impl Into<String>) {
        self.lines.push((state, what, found.into()));
    }

    fn outcome(self) -> Outcome {
        let works = self.lines.iter().all(|(state, ..)| *state != State::Bad);
        let mut text = String::new();
        for (state, what, found) in &self.lines {
            let mark = match state {
                State::Good => "ok  ",
                State::Less => "note",
                State::Bad => "BAD ",
            };
            let _ = writeln!(text, "{mark}  {what:<10} {found}");
        }
        let _ = writeln!(text, "{}", if works { "A server works here." } else { "A server does not work here yet." });
        Outcome { text, works }
    }
}

/// Looks at everything and returns what to print.
///
/// # Errors
/// A bad value in the environment; no runtime.
pub fn run() -> anyhow::Result<Outcome> {
    let config = Config::from_env()?;
    pool::configure(&config.workers);
    let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build()?;
    Ok(runtime.block_on(looked(&config)).outcome())
}

async fn looked(config: &Config) -> Report {
    let mut report = Report::default();
    rules(config, &mut report);
    database(config, &mut report).await;
    page(config, &mut report);
    door(config, &mut report);
    match pool::can_start() {
        true => report.add(State::Good, "workers", "files of strangers are read in processes of their own"),
        false => report.add(State::Bad, "workers", "the program that workers run is not where it was started from"),
    }
    match ocr::is_here().await {
        true => report.add(State::Good, "scans", "tesseract with Russian recognises words on images"),
        false => report.add(
            State::Less,
            "scans",
            "no tesseract with Russian: words on images are not recognised (install tesseract-ocr and tesseract-ocr-rus)",
        ),
    }
    model(config, &mut report).await;
    report
}

fn rules(config: &Config, report: &mut Report) {
    match schema::self_check() {
        Ok(()) => report.add(State::Good, "schemas", "complete"),
        Err(why) => report.add(State::Bad, "schemas", why.to_string()),
    }
    match boot::knowledge(config.knowledge_dir.as_deref()) {
        Err(why) => report.add(State::Bad, "rules", format!("{why:#}")),
        Ok(knowledge) => {
            let (all, open) = (
                knowledge.packs.len(),
                knowledge.packs.iter().filter(|it| it.review.checked_by == "unreviewed").count(),
            );
            let found = format!("{all} types of contract");
            match open {
                0 => report.add(State::Good, "rules", found),
                _ => report.add(State::Less, "rules", format!("{found}, {open} of them checked by no lawyer yet")),
            }
        }
    }
}

async fn database(config: &Config, report: &mut Report) {
    // Looking makes nothing.
    if is_postgres(&config.database_url) {
        match postgres_open::probe(&config.database_url).await {
            Err(why) => report.add(State::Bad, "database", format!("PostgreSQL: {why}")),
            Ok(()) => {
                report.add(State::Good, "database", "PostgreSQL answers");
                audit(postgres_open::trail(&config.database_url).await, report);
            }
        }
    }
    if !pack_key::path_of(&config.sources_url).is_some_and(|file| file.is_file()) {
        report.add(State::Less, "database", format!("{}: not made yet, the server makes it", config.sources_url));
        return;
    }
    let claim = match files::claim(&config.sources_url) {
        Err(OpenError::Served(file)) => {
            report.add(State::Good, "database", format!("{} is served just now", file.display()));
            return;
        }
        Err(why) => return report.add(State::Bad, "database", why.to_string()),
        Ok(claim) => claim,
    };
    let store = match SqliteStore::open(&config.sources_url).await {
        Err(why) => return report.add(State::Bad, "database", why.to_string()),
        Ok(store) => Arc::new(store),
    };
    match store.fsck().await {
        Err(why) => report.add(State::Bad, "database", why.to_string()),
        Ok(found) if found.is_sound() => {
            let line = format!("{} sessions, {} versions, sound", found.sessions, found.versions);
            report.add(State::Good, "database", line);
        }
        Ok(found) => {
            let first = found.faults.first().map(|fault| fault.what.clone()).unwrap_or_default();
            let line = format!("{} faults, the first: {first} (legalagi restore)", found.faults.len());
            report.add(State::Bad, "database", line);
        }
    }
    if !is_postgres(&config.database_url) {
        audit(Sessions::Sqlite(store.clone()).check_trail(&[]).await.map(Some), report);
    }
    match store.editions().await {
        Err(why) => report.add(State::Bad, "sources", why.to_string()),
        Ok(editions) if editions.is_empty() => {
            report.add(
                State::Less,
                "sources",
                "no acts are held: answers have nothing to cite (legalagi corpus import)",
            );
        }
        Ok(editions) => report.add(State::Good, "sources", format!("{} editions of acts are held", editions.len())),
    }
    store.close().await;
    drop(claim);
}

fn audit(found: Result<Option<Checked>, CheckError>, report: &mut Report) {
    match found {
        Ok(None) => {}
        Ok(Some(checked)) => {
            let line = format!("{} entries, the chain holds, head {}", checked.entries, checked.head);
            report.add(State::Good, "audit", line);
        }
        // A server works with it; what it says of the past is not to be trusted.
        Err(why) => report.add(State::Less, "audit", format!("THE CHAIN IS BROKEN: {why} (legalagi audit verify)")),
    }
}

fn page(config: &Config, report: &mut Report) {
    let root = config.site_root.as_deref().unwrap_or("target/site");
    let lacking = ["legalagi.js", "legalagi.wasm", "legalagi.css"].into_iter().find(|name| {
        let file = Path::new(root).join("pkg").join(name);
        !file.is_file()
    });
    match lacking {
        None => report.add(State::Good, "page", format!("{root} is built")),
        // Pages and forms work without the program; the style is missing too, which nobody wants to look at.
        Some(name) => report.add(State::Less, "page", format!("{root}/pkg/{name} is missing (make build)")),
    }
}

fn door(config: &Config, report: &mut Report) {
    let beyond = !config.addr.ip().is_loopback();
    match (beyond, config.access_token.is_some()) {
        (false, _) => report.add(State::Good, "network", format!("{}: this machine alone", config.addr)),
        (true, true) => report.add(State::Good, "network", format!("{}: with the token", config.addr)),
        (true, false) if config.door.open => {
            report.add(State::Less, "network", format!("{}: everybody, without a token (LEGALAGI_OPEN)", config.addr));
        }
        (true, false) => {
            let line = format!("{}: beyond this machine a token is needed (LEGALAGI_ACCESS_TOKEN)", config.addr);
            report.add(State::Bad, "network", line);
        }
    }
}

async fn model(config: &Config, report: &mut Report) {
    let LlmChoice::OpenAi { base_url, api_key, model, .. } = &config.llm else {
        let line = "none: the built-in performer works; nothing leaves this machine (LEGALAGI_LLM_BASE_URL)";
        return report.add(State::Less, "model", line);
    };
    let mut options = HttpLlmConfig::new(base_url.clone());
    options.api_key.clone_from(api_key);
    options.timeouts.total = PATIENCE;
    options.timeouts.first_byte = PATIENCE;
    // Its list is asked for even when a model is named: whether somebody is there is what matters.
    let asked = match HttpLlm::new(options) {
        Err(why) => return report.add(State::Bad, "model", why.to_string()),
        Ok(asked) => asked,
    };
    let named = model.as_deref().unwrap_or("no model is named");
    match asked.offered().await {
        Ok(offered) if model.as_ref().is_none_or(|model| offered.is_empty() || offered.contains(model)) => {
            report.add(State::Good, "model", format!("{named}: its server answers"));
        }
        Ok(offered) => {
            let line = format!("{named} is not among what its server has: {}", offered.join(", "));
            report.add(State::Bad, "model", line);
        }
        Err(why) => report.add(State::Bad, "model", format!("{named}: {why}")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_server_can_do_without_does_not_stop_it() {
        let mut report = Report::default();
        report.add(State::Good, "schemas", "complete");
        report.add(State::Less, "scans", "none");
        assert!(report.outcome().works);
        let mut report = Report::default();
        report.add(State::Bad, "database", "damaged");
        let outcome = report.outcome();
        assert!(!outcome.works && outcome.text.starts_with("BAD   database"), "{}", outcome.text);
    }
}
