//! Entry: configuration → services → server, or one command.

use clap::Parser;
use legalagi::cli::{Cli, Command, corpus, export, extract_text, lint, missions, packs, replay, search};
use legalagi::server::{config::Config, serve};
use std::io::Write;
use std::process::ExitCode;
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    let outcome = match Cli::parse().command {
        None | Some(Command::Serve) => start(),
        Some(Command::Packs { command }) => packs::run(&command).and_then(|text| print(&text)),
        Some(Command::Corpus { command }) => corpus::run(&command).and_then(|outcome| {
            if !outcome.sound {
                code = ExitCode::FAILURE;
            }
            print(&outcome.text)
        }),
        Some(Command::Search(args)) => search::run(&args).and_then(|text| print(&text)),
        Some(Command::Export(what)) => export::run(&what).and_then(|text| print(&text)),
        Some(Command::ExtractText { source }) => extract_text::run(source).and_then(|outcome| {
            if !outcome.read {
                code = ExitCode::FAILURE;
            }
            print(&outcome.text)
        }),
        Some(Command::Lint(args)) => lint::run(&args).and_then(|outcome| {
            if outcome.critical {
                code = ExitCode::FAILURE;
            }
            print(&outcome.text)
        }),
        Some(Command::Missions(args)) => missions::run(&args).and_then(|outcome| {
            if !outcome.passed {
                code = ExitCode::FAILURE;
            }
            print(&outcome.text)
        }),
        Some(Command::Replay { file }) => replay::run(&file).and_then(|text| print(&text)),
    };
    match outcome {
        Ok(()) => code,
        Err(error) => {
            // One clear line: what, then why.
            let _ = writeln!(std::io::stderr(), "legalagi: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn start() -> anyhow::Result<()> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let config = Config::from_env()?;
    tokio::runtime::Builder::new_multi_thread().enable_all().build()?.block_on(serve::serve(config))
}

fn print(text: &str) -> anyhow::Result<()> {
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}
