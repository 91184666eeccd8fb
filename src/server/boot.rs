//! Configuration → services.

use crate::adapters::clock::SystemClock;
use crate::adapters::compute::Seats;
use crate::adapters::embeddings::HttpEmbeddings;
use crate::adapters::llm_budget::Budgeted;
use crate::adapters::llm_builtin::BuiltinLlm;
use crate::adapters::llm_by_role::ByRole;
use crate::adapters::llm_http::HttpLlm;
use crate::adapters::llm_http::config::HttpLlmConfig;
use crate::adapters::metrics::Watched;
use crate::adapters::pages::Atlas;
use crate::adapters::store::keeping::Keeping;
use crate::adapters::store::sessions::{Sessions, Stores};
use crate::adapters::trail::sending::{Sending, SendingTexts};
use crate::adapters::webhooks::Sender;
use crate::adapters::worker::pool;
use crate::engine::knowledge::shelf::Shelf;
use crate::engine::knowledge::{Knowledge, load};
use crate::engine::prompt::{PromptError, Prompts};
use crate::engine::schema;
use crate::engine::turn::{Moment, Settled};
use crate::model::ids::SessionId;
use crate::model::snapshot::Snapshot;
use crate::model::trail::Actor;
use crate::runner::app::App;
use crate::runner::lane::Lanes;
use crate::runner::notice::Notice;
use crate::runner::ports::Llm;
use crate::runner::tool_cache::ToolCache;
use crate::server::config::{Config, LlmChoice};
use crate::server::reload;
use crate::workspaces;
use anyhow::{Context, bail};
use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;

/// Builds the services and checks everything that can be checked before the first request. Without a model the
/// built-in performer works.
///
/// # Errors
/// One line that names the file or the variable.
pub async fn boot(config: &Config, llm: Option<Arc<dyn Llm>>) -> anyhow::Result<(App, Stores)> {
    pool::configure(&config.workers);
    if let Err(why) = schema::self_check() {
        bail!("schemas: {why}");
    }
    let knowledge = Shelf::new(knowledge(config.knowledge_dir.as_deref())?);
    if let Some(folder) = config.knowledge_dir.clone() {
        tokio::spawn(reload::watch(folder, knowledge.clone()));
    }
    let folder = config.prompts_dir.as_deref();
    let prompts = Prompts::default()
        .with(overrides(folder)?, &config.prompt_versions)
        .and_then(|prompts| check_prompts(&prompts, &knowledge.current()).map(|()| prompts))
        .map_err(|error| named(error, folder))?;
    let sessions = sessions(config, Actor::Server).await?;
    let stores = Stores::beside(sessions, &config.sources_url).await.context("LEGALAGI_SOURCES_URL")?;
    if let Some(embeddings) = &config.embeddings {
        let meaning = SendingTexts::new(Arc::new(HttpEmbeddings::new(embeddings)?), stores.trail.clone());
        stores.sources.search_by_meaning(Arc::new(meaning));
    }
    let publish = {
        let sessions = stores.sessions.clone();
        Arc::new(move |notice: Notice| sessions.tell(notice.session, notice.happened.told()))
    };
    let app = App {
        llm: Arc::new(Watched::new(match llm {
            // Noted behind the budget: what that refuses is not sent.
            Some(llm) => within(config, Arc::new(Sending::new(llm, stores.trail.clone()))),
            None => Arc::new(BuiltinLlm::new(workspaces::perform, knowledge.clone())),
        })),
        store: stores.sessions.port(),
        sources: stores.sources.clone(),
        pages: Arc::new(Atlas::new(stores.sources.clone())),
        clock: Arc::new(SystemClock::new()),
        compute: Arc::new(Seats),
        knowledge,
        prompts: Arc::new(prompts),
        lanes: Lanes::default(),
        publish,
        tools: ToolCache::default(),
    };
    Ok((app, stores))
}

/// Renders the prompt of every step once: a variable that no step has must not wait for the first message.
fn check_prompts(prompts: &Prompts, knowledge: &Knowledge) -> Result<(), PromptError> {
    let moment = Moment { now: "2026-01-01T00:00:00.000Z".into() };
    for workspace in workspaces::all() {
        let session = SessionId::from("AAAAAAAAAAAAAAAAAAAAAA");
        let Settled { state, aside, turns, .. } = workspace.open(&session, "-", &moment);
        let at = moment.now.clone();
        let snapshot = Snapshot { session, version: 0, state: Arc::new(state), aside: Arc::new(aside), at };
        for step in workspace.steps().iter().filter(|step| !step.prompt.is_empty()) {
            let input = workspace.input(step, &snapshot, &turns, &moment, knowledge);
            prompts.render(step.prompt, &input.variables, Arc::default())?;
        }
    }
    Ok(())
}

/// The store of sessions that the configuration names, with its audit log; `usual` is named where no caller is known.
///
/// # Errors
/// It cannot be used, or a newer release has written it.
pub async fn sessions(config: &Config, usual: Actor) -> anyhow::Result<Sessions> {
    let sessions = Sessions::open(&config.database_url).await.context("LEGALAGI_DATABASE_URL")?;
    let keeping = Keeping::new(config.audit, usual);
    sessions.keep_trail(match &config.webhooks {
        Some(hooks) => keeping.telling(Sender::new(hooks)?.names(), hooks.kinds.clone()),
        None => keeping,
    });
    Ok(sessions)
}

/// A model within the budget of the configuration.
#[must_use]
pub fn within(config: &Config, llm: Arc<dyn Llm>) -> Arc<dyn Llm> {
    Arc::new(Budgeted::new(llm, config.llm_budget))
}

/// The model that the configuration names, if it names one, without its budget.
///
/// # Errors
/// An address or a key that cannot be used.
pub fn performer(config: &Config) -> anyhow::Result<Option<Arc<dyn Llm>>> {
    let LlmChoice::OpenAi { base_url, api_key, model, confidential, max_tokens, timeout, patience, images, max_images } =
        &config.llm
    else {
        return Ok(None);
    };
    let client = |model: Option<String>| -> anyhow::Result<Arc<dyn Llm>> {
        let mut options = HttpLlmConfig::new(base_url.clone());
        options.api_key.clone_from(api_key);
        options.model = model;
        options.confidential = *confidential;
        options.max_tokens = max_tokens.or(options.max_tokens);
        let times = &mut options.timeouts;
        times.total = timeout.unwrap_or(times.total);
        // A longer time for all is meant for the wait before the first byte too.
        times.first_byte = patience.0.unwrap_or(times.first_byte.max(timeout.unwrap_or_default()));
        times.idle = patience.1.unwrap_or(times.idle);
        options.images = *images;
        options.sight.run = max_images.unwrap_or(options.sight.run);
        Ok(Arc::new(HttpLlm::new(options)?))
    };
    let usual = client(model.clone())?;
    if config.role_models.is_empty() {
        return Ok(Some(usual));
    }
    let own = config.role_models.iter().map(|(step, model)| Ok((*step, client(Some(model.clone()))?)));
    Ok(Some(Arc::new(ByRole::new(usual, own.collect::<anyhow::Result<_>>()?))))
}

/// The packs of a folder, or those that the program carries.
///
/// # Errors
/// The first broken pack, with file and field.
pub fn knowledge(folder: Option<&Path>) -> anyhow::Result<Knowledge> {
    let knowledge = match folder {
        None => load::embedded(),
        Some(folder) => load::from_files(texts(folder, "toml")?),
    };
    knowledge.context("knowledge")
}

/// A fault of a prompt with its file, when it comes from the folder of overrides.
fn named(error: PromptError, folder: Option<&Path>) -> anyhow::Error {
    let (PromptError::Unknown(prompt) | PromptError::Missing { prompt, .. } | PromptError::Syntax { prompt, .. }) =
        &error;
    let file = folder.map(|folder| folder.join(format!("{prompt}.md"))).filter(|file| file.is_file());
    match file {
        Some(file) => anyhow::Error::new(error).context(format!("LEGALAGI_PROMPTS_DIR: {}", file.display())),
        None => anyhow::Error::new(error).context("prompts"),
    }
}

fn overrides(folder: Option<&Path>) -> anyhow::Result<BTreeMap<String, String>> {
    let Some(folder) = folder else { return Ok(BTreeMap::new()) };
    let files = texts(folder, "md")?;
    let named = files.into_iter().filter(|(name, _)| name != "README.md");
    Ok(named.map(|(name, text)| (name.trim_end_matches(".md").to_owned(), text)).collect())
}

/// The files of a folder with this extension, as `(name, text)`.
///
/// # Errors
/// The folder or the file that cannot be read.
pub fn texts(folder: &Path, extension: &str) -> anyhow::Result<Vec<(String, String)>> {
    let mut files = Vec::new();
    for entry in std::fs::read_dir(folder).with_context(|| folder.display().to_string())? {
        let path = entry?.path();
        if path.extension().is_some_and(|ext| ext == extension) {
            let text = std::fs::read_to_string(&path).with_context(|| path.display().to_string())?;
            files.push((path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text));
        }
    }
    Ok(files)
}
