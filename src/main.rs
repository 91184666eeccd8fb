//! Entry: configuration → services → server, or one command.

use clap::Parser;
use legalagi::cli::{
    Cli, Command, accounts, audit, backup, corpus, doctor, export, extract_text, hold, matters, mcp, migrate_store,
    packs, replay, search, tokens, webhooks, worker,
};
use legalagi::server::{config::Config, serve};
use legalagi::workspaces::contract::cli::{lint, missions};
use legalagi::workspaces::norms::cli::{ask as norms, verify_pack};
use std::io::Write;
use std::process::ExitCode;
use std::time::Duration;
use tracing_subscriber::EnvFilter;

fn main() -> ExitCode {
    let mut code = ExitCode::SUCCESS;
    let cli = Cli::parse();
    let outcome = match cli.command {
        None | Some(Command::Serve) => {
            serve::few_arenas();
            config(cli.mcp_conformance).and_then(start)
        }
        Some(Command::Mcp) => config(cli.mcp_conformance).and_then(|config| mcp::run(&config)),
        Some(Command::Packs { command }) => packs::run(&command).and_then(|text| print(&text)),
        Some(Command::Corpus { command }) => corpus::run(&command).and_then(|outcome| {
            if !outcome.sound {
                code = ExitCode::FAILURE;
            }
            print(&outcome.text)
        }),
        Some(Command::Search(args)) => search::run(&args).and_then(|text| print(&text)),
        Some(Command::Norms { command }) => norms::run(&command).and_then(|text| print(&text)),
        Some(Command::Export(what)) => export::run(&what).and_then(|text| print(&text)),
        Some(Command::Doctor) => doctor::run().and_then(|outcome| {
            if !outcome.works {
                code = ExitCode::FAILURE;
            }
            print(&outcome.text)
        }),
        Some(Command::Backup(asked)) => backup::run(&asked).and_then(|text| print(&text)),
        Some(Command::MigrateStore(asked)) => migrate_store::run(&asked).and_then(|text| print(&text)),
        Some(Command::Restore(asked)) => backup::restore(&asked).and_then(|text| print(&text)),
        Some(Command::Audit { command }) => audit::run(&command).and_then(|report| {
            if !report.holds {
                code = ExitCode::FAILURE;
            }
            print(&report.text)
        }),
        Some(Command::Webhooks { command }) => webhooks::run(&command).and_then(|report| {
            if !report.taken {
                code = ExitCode::FAILURE;
            }
            print(&report.text)
        }),
        Some(Command::Tokens { command }) => tokens::run(&command).and_then(|text| print(&text)),
        Some(Command::Accounts { command }) => accounts::run(&command).and_then(|text| print(&text)),
        Some(Command::Matters { command }) => matters::run(&command).and_then(|text| print(&text)),
        Some(Command::Hold { command }) => hold::run(&command).and_then(|text| print(&text)),
        Some(Command::Worker(args)) => worker::run(&args),
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
        Some(Command::VerifyPack(args)) => verify_pack::run(&args).and_then(|outcome| {
            if !outcome.valid {
                code = ExitCode::FAILURE;
            } else if !outcome.known {
                // Whole, but nobody here knows who made it.
                code = ExitCode::from(3);
            }
            print(&outcome.text)
        }),
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

/// What runs until it is told to stop: logs first, then the environment.
fn config(conformance: bool) -> anyhow::Result<Config> {
    let filter = EnvFilter::try_from_default_env().unwrap_or_else(|_| EnvFilter::new("info"));
    tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr).init();
    let mut config = Config::from_env()?;
    config.mcp.conformance = conformance;
    Ok(config)
}

fn start(config: Config) -> anyhow::Result<()> {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
    let ended = runtime.block_on(serve::serve(config));
    // Work that keeps a processor busy cannot be told to stop: it ends with the process.
    runtime.shutdown_timeout(Duration::from_millis(500));
    ended
}

fn print(text: &str) -> anyhow::Result<()> {
    std::io::stdout().write_all(text.as_bytes())?;
    Ok(())
}
