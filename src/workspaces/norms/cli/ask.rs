//! `legalagi norms ask "…"`: a number or a rule with the place it stands in.

use crate::adapters::evidence_pack::{self, Files};
use crate::adapters::pack_key;
use crate::cli::as_command;
use crate::model::tool::Budget;
use crate::runner::answer_norms::{self, Answered};
use crate::runner::app::App;
use crate::runner::cancel::Cancel;
use crate::runner::ports::Sources;
use crate::server::boot;
use crate::server::config::Config;
use crate::server::search;
use crate::workspaces::norms::run::evidence_pack as collect;
use anyhow::{Context, bail};
use clap::Subcommand;
use serde_json::Value;
use std::path::PathBuf;

/// What to do with norms.
#[derive(Subcommand)]
pub enum Norms {
    /// Ask a question.
    Ask {
        /// The question, e.g. «Какая ширина прохода между стеллажами?»
        question: String,
        /// For this day, `YYYY-MM-DD`.
        #[arg(long)]
        on: Option<String>,
        /// As JSON.
        #[arg(long)]
        json: bool,
        /// Write the answer with its pages as an evidence pack (ZIP).
        #[arg(long, value_name = "FILE")]
        pack: Option<PathBuf>,
    },
}

/// Runs the command and returns what to print.
///
/// # Errors
/// A bad day, an empty corpus, a step that failed.
pub fn run(args: &Norms) -> anyhow::Result<String> {
    let Norms::Ask { question, on, json, pack } = args;
    if question.trim().is_empty() {
        bail!("Вопрос пуст. Напишите, что нужно найти.");
    }
    if on.as_deref().is_some_and(|day| day.parse::<jiff::civil::Date>().is_err()) {
        bail!("--on: день записывается как ГГГГ-ММ-ДД.");
    }
    let config = Config::from_env()?;
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let output = runtime.block_on(as_command(async {
        let llm = boot::performer(&config)?;
        let (app, store) = boot::boot(&config, llm).await.context("start")?;
        if store.sources.editions().await?.is_empty() {
            bail!("{}", search::EMPTY);
        }
        let budget = Budget::default();
        let answered =
            answer_norms::answer(&app, question, on.as_deref(), &budget, &Cancel::default(), &|_, _, _| {}).await?;
        let files = match pack {
            Some(_) => Some(packed(&app, &answered).await?),
            None => None,
        };
        store.close().await;
        if let (Some(path), Some(files)) = (pack, files) {
            let bytes =
                evidence_pack::write(&pack_key::sealed(pack_key::path_of(&config.sources_url).as_deref(), files)?)?;
            std::fs::write(path, bytes).with_context(|| path.display().to_string())?;
        }
        Ok(answer_norms::output(&answered))
    }))?;
    if *json { Ok(serde_json::to_string_pretty(&output)? + "\n") } else { Ok(words(&output)) }
}

/// The files of the answer's evidence pack.
async fn packed(app: &App, answered: &Answered) -> anyhow::Result<Files> {
    let meta = &answered.state["meta"];
    let text = |key: &str| meta[key].as_str().unwrap_or_default();
    let version = meta["state_version"].as_u64().and_then(|version| u32::try_from(version).ok()).unwrap_or_default();
    let made = collect::of_state(app, &answered.state, text("session_id"), version, text("updated_at")).await;
    made.map_err(|error| anyhow::anyhow!("--pack: {}", error.message))
}

fn words(output: &Value) -> String {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let mut out = text(&output["final_answer"]["text"]) + "\n";
    for one in output["final_answer"]["citations"].as_array().into_iter().flatten() {
        out.push_str(&format!("  [{}] {} — {}\n", one["number"], text(&one["address"]), text(&one["verdict"])));
    }
    if output["question"].is_object() {
        out.push_str(&format!("\n{}\n", text(&output["question"]["text"])));
        for one in output["question"]["choices"].as_array().into_iter().flatten() {
            out.push_str(&format!("  - {}\n", text(&one["label"])));
        }
    }
    out
}
