//! The command line: one subcommand per file.

pub mod accounts;
pub mod audit;
pub mod backup;
pub mod corpus;
pub mod corpus_files;
pub mod corpus_tables;
pub mod doctor;
pub mod export;
pub mod extract_text;
pub mod hold;
pub mod matters;
pub mod mcp;
pub mod migrate_store;
pub mod packs;
pub mod replay;
pub mod search;
pub mod tokens;
pub mod webhooks;
pub mod worker;

use crate::adapters::worker::caller::{Caller, on_behalf};
use crate::adapters::worker::pool;
use crate::model::trail::{Action, Actor, Draft};
use crate::server::boot;
use crate::server::config::Config;
use crate::workspaces::contract::cli::{lint, missions};
use crate::workspaces::norms::cli::{ask as norms, verify_pack};
use anyhow::Context;
use clap::{Parser, Subcommand};

/// What `--help` says of the environment.
const ENVIRONMENT: &str = "\
Environment:
  LEPTOS_SITE_ADDR            where to listen                    [127.0.0.1:3000]
  LEPTOS_SITE_ROOT            folder with the built page         [target/site]
  LEGALAGI_DATABASE_URL       sessions: SQLite or postgres://…   [sqlite://data/legalagi.db]
  LEGALAGI_SOURCES_URL        SQLite file of sources             [that of the sessions, else sqlite://data/legalagi.db]
  LEGALAGI_LLM                builtin | openai                   [openai if a key or base URL is set, else builtin]
  LEGALAGI_LLM_BASE_URL       OpenAI-compatible server           [https://openrouter.ai/api/v1]
  LEGALAGI_LLM_API_KEY        its key (or OPENROUTER_API_KEY)
  LEGALAGI_LLM_MODEL          its model                          [openrouter/auto, or the only one of /models]
  LEGALAGI_LLM_ROLE_MODELS    models of roles of a mock trial, e.g. judge=model-a,critic=model-b
  LEGALAGI_LLM_CONFIDENTIAL   true: only providers that keep nothing (OpenRouter)
  LEGALAGI_LLM_MAX_TOKENS     most tokens of one answer          [16384, 2048 on a server of one's own network]
  LEGALAGI_LLM_TIMEOUT        seconds for one answer             [300, 90 on a server of one's own network]
  LEGALAGI_LLM_FIRST_BYTE     seconds to its first byte          [60, 90 on a server of one's own network]
  LEGALAGI_LLM_IDLE           seconds between two pieces of it   [30]
  LEGALAGI_LLM_IMAGES         auto | on | off: page images to the model [auto: if it takes them]
  LEGALAGI_LLM_MAX_IMAGES     most page images of one run        [12]
  LEGALAGI_LLM_MAX_CALLS_PER_SESSION, LEGALAGI_LLM_MAX_TOKENS_PER_SESSION what one session may ask in a day [1000, 20000000]
  LEGALAGI_LLM_MAX_CALLS_PER_DAY, LEGALAGI_LLM_MAX_TOKENS_PER_DAY what all may ask in a day [20000, 400000000]
  LEGALAGI_EMBEDDINGS_BASE_URL OpenAI-compatible server of vectors for search by meaning; off without it
  LEGALAGI_EMBEDDINGS_MODEL   its model
  LEGALAGI_EMBEDDINGS_API_KEY its key
  LEGALAGI_PROMPTS_DIR        folder with prompts laid over the embedded ones
  LEGALAGI_PROMPT_VERSIONS    versions of prompts, e.g. interpret-step=v2
  LEGALAGI_KNOWLEDGE_DIR      folder with contract packs instead of the embedded ones
  LEGALAGI_MCP_HOSTS          names under which /mcp may be asked beside this machine's, e.g. law.example.org
  LEGALAGI_MCP_ORIGINS        origins of other sites whose pages may ask /mcp, e.g. https://app.example.org:443
  LEGALAGI_TRASH_MINUTES      minutes in which a deleted session can be brought back [10]
  LEGALAGI_WORKERS            processes that read files at once  [processors - 1, at least 1]
  LEGALAGI_WORKER_MB          memory of each, in megabytes       [512]
  LEGALAGI_WORKER_SECONDS     seconds for a page or a contract   [15]
  LEGALAGI_ACCESS_TOKEN       token that every route but /healthz and /readyz then needs (16 characters or more)
  LEGALAGI_ACCOUNTS           on: people sign in with accounts of their own, matters have walls [off]
  LEGALAGI_AUDIT              off | changes | all: what the audit log notes [all]
  LEGALAGI_AUDIT_DAYS         days for which it is kept          [for good]
  LEGALAGI_WEBHOOK_URLS       addresses that are told when something happened, e.g. https://hooks.example.org/in
  LEGALAGI_WEBHOOK_SECRET     key of their signatures, whsec_ with 24 to 64 bytes as base64
  LEGALAGI_WEBHOOK_EVENTS     what is told                       [ready,signed_off,round_end]
  LEGALAGI_WEBHOOK_PRIVATE    1: receivers may stand on this machine or in a private network, also without TLS
  LEGALAGI_OPEN               1: let everybody in beyond this machine without a token
  LEGALAGI_HOSTS              names under which the server may be asked beside this machine's, e.g. law.example.org
  LEGALAGI_TRUSTED_PROXIES    proxies whose X-Forwarded-For and -Proto are believed, e.g. 127.0.0.1,10.0.0.0/8
  LEGALAGI_MAX_CONNECTIONS    most connections; those without a complete request give way, oldest first [4096]
  LEGALAGI_MAX_REQUESTS       most requests worked on at once    [512]
  LEGALAGI_MAX_STREAMS        most event streams                 [2000]
  LEGALAGI_MAX_STREAMS_PER_SESSION most event streams of one session [8]
  LEGALAGI_RATE               requests a minute of one address, not of this machine's own programs [1200]
  LEGALAGI_RATE_WRITES        of them those that change something, also for one session [240]
  LEGALAGI_REQUEST_SECONDS    time to send the head of a request; a body gets a second more for every 16 KB [15]
  LEGALAGI_SPOOL_MB           disk for uploads that have not come whole, beside the database [1024]
  RUST_LOG                    what to log                        [info]";

/// Legal work as steps whose results are validated, guarded, versioned and traceable.
#[derive(Parser)]
#[command(version, about, after_help = ENVIRONMENT)]
pub struct Cli {
    /// Adds the tools, prompts and resources that the official MCP conformance suite calls by name.
    #[arg(long, global = true, hide = true)]
    pub mcp_conformance: bool,
    /// What to do; without a command the server is started.
    #[command(subcommand)]
    pub command: Option<Command>,
}

/// Commands.
#[derive(Subcommand)]
pub enum Command {
    /// Start the server.
    Serve,
    /// Speak the Model Context Protocol over standard input and output, for programs that start their servers.
    Mcp,
    /// Play missions: whole dialogues as data, answered by a scripted person.
    Missions(missions::Missions),
    /// Contract packs: what each type of contract needs.
    Packs {
        /// What to do with them.
        #[command(subcommand)]
        command: packs::Packs,
    },
    /// Say what works here, what is missing and how to get it; exit code 1 when a server would not work.
    Doctor,
    /// Write the contract of a stored session to a file.
    Export(export::Export),
    /// Copy the database into a new folder, beside a server or without one, and look the copy over.
    Backup(backup::Backup),
    /// Put a backup in the place of the database; no server may work on it.
    Restore(backup::Restore),
    /// Copy all sessions from one database into another (SQLite, PostgreSQL), row by row compared; goes on where it stopped.
    MigrateStore(migrate_store::MigrateStore),
    /// The audit log: who saw, changed, exported and deleted what, and what left the machine.
    Audit {
        /// What to do.
        #[command(subcommand)]
        command: audit::Audit,
    },
    /// Legal hold: sessions that nobody may delete.
    Hold {
        /// What to do.
        #[command(subcommand)]
        command: hold::Hold,
    },
    /// Notices to programs elsewhere, signed: what came of them, and a trial.
    Webhooks {
        /// What to do.
        #[command(subcommand)]
        command: webhooks::Webhooks,
    },
    /// Tokens of programs, each with scopes: read, write, export, admin.
    Tokens {
        /// What to do.
        #[command(subcommand)]
        command: tokens::Tokens,
    },
    /// People with accounts of their own, each with a role: reader, author, reviewer, administrator.
    Accounts {
        /// What to do.
        #[command(subcommand)]
        command: accounts::Accounts,
    },
    /// Matters: who works on them, who is walled off, which sessions belong to them.
    Matters {
        /// What to do.
        #[command(subcommand)]
        command: matters::Matters,
    },
    /// Check the text of a contract; exit code 1 when something critical is found.
    Lint(lint::Lint),
    /// Read a DOCX, PDF or text from standard input and print its text, under limits of time and memory.
    ExtractText {
        /// A legal source: longer than a contract, pages parted by form feeds.
        #[arg(long)]
        source: bool,
    },
    /// Legal sources: import, list, show, remove, check.
    Corpus {
        /// What to do with them.
        #[command(subcommand)]
        command: corpus::Corpus,
    },
    /// One job on a foreign file, under limits; started by the program itself.
    #[command(hide = true)]
    Worker(worker::Worker),
    /// Search in the legal sources that were imported.
    Search(search::Search),
    /// Building norms: ask a question.
    Norms {
        /// What to do with them.
        #[command(subcommand)]
        command: norms::Norms,
    },
    /// Rebuild every version of a replay file and say where it differs.
    Replay {
        /// A file from `GET /api/session/{id}/replay`.
        file: std::path::PathBuf,
    },
    /// Check an evidence pack without a network: hashes, numbers, quotations, boxes, images; exit code 1 when it fails.
    VerifyPack(verify_pack::VerifyPack),
}

/// Does something that the audit log notes as done by a command.
pub async fn as_command<F: Future>(work: F) -> F::Output {
    on_behalf(Caller { actor: Some(Actor::CommandLine), ..Caller::default() }, work).await
}

/// Notes what a command has done, in the log of the sessions that the environment names.
///
/// # Errors
/// Storage.
async fn noted(config: &Config, action: Action, with: impl FnOnce(Draft) -> Draft) -> anyhow::Result<()> {
    let sessions = boot::sessions(config, Actor::CommandLine).await?;
    let done = sessions.note_one(action, with).await;
    sessions.close().await;
    done.context("the audit log")
}

/// Waits for a worker, with the limits that the environment names. On a thread of its own: a command may be called where
/// a runtime is at work already.
///
/// # Errors
/// A bad value in the environment; no runtime.
pub fn aside<T: Send>(work: impl Future<Output = T> + Send) -> anyhow::Result<T> {
    pool::configure(&Config::from_env()?.workers);
    let wait = || -> std::io::Result<T> {
        Ok(tokio::runtime::Builder::new_current_thread().enable_all().build()?.block_on(work))
    };
    let done = std::thread::scope(|scope| scope.spawn(wait).join());
    Ok(done.map_err(|_| anyhow::anyhow!("a thread panicked"))??)
}
