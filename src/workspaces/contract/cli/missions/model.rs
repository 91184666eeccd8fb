//! Missions against the configured model: through the runner, with a database that is thrown away.

use crate::adapters::clock::SystemClock;
use crate::model::event::Event;
use crate::model::ids::SessionId;
use crate::runner::app::App;
use crate::runner::handle_event::handle_event;
use crate::runner::ports::Clock;
use crate::runner::start_session::start_session;
use crate::server::boot;
use crate::server::config::{Config, LlmChoice};
use crate::workspaces::contract::ID;
use crate::workspaces::contract::missions::format::Mission;
use crate::workspaces::contract::missions::play::{Game, NOW};
use crate::workspaces::contract::missions::row::Row;
use anyhow::{Context, bail};
use std::io::Write;
use std::sync::Arc;

/// Plays all missions with all seeds.
///
/// # Errors
/// No model in the configuration, no place for the database.
pub async fn play_all(config: &Config, missions: &[Mission], seeds: &[u64]) -> anyhow::Result<Vec<Row>> {
    if matches!(config.llm, LlmChoice::Builtin) {
        bail!("--llm openai needs LEGALAGI_LLM_BASE_URL or LEGALAGI_LLM_API_KEY");
    }
    let clock = SystemClock::new();
    let folder = std::env::temp_dir().join(format!("legalagi-missions-{}", clock.id()));
    std::fs::create_dir_all(&folder).with_context(|| folder.display().to_string())?;
    let database_url = format!("sqlite://{}", folder.join("missions.db").display());
    let config = Config { sources_url: database_url.clone(), database_url, ..config.clone() };
    let played = played(&config, missions, seeds).await;
    // The sessions of a run are of no use after it.
    let _ = std::fs::remove_dir_all(&folder);
    played
}

async fn played(config: &Config, missions: &[Mission], seeds: &[u64]) -> anyhow::Result<Vec<Row>> {
    let llm = boot::performer(config)?;
    let (mut app, store) = boot::boot(config, llm).await?;
    app.clock = Arc::new(MissionClock(SystemClock::new()));
    let knowledge = app.knowledge.current();
    let mut rows = Vec::new();
    for mission in missions {
        for seed in seeds {
            let game = Game::new(mission, &knowledge, *seed);
            let game = game.with_context(|| format!("{}: no pack {}", mission.id, mission.kind))?;
            let row = one(&app, game).await?;
            // A model takes minutes: whoever waits sees how far it is.
            let _ = writeln!(
                std::io::stderr(),
                "{} seed {}: {:?}, {} questions",
                row.id,
                seed,
                row.gate_got,
                row.questions
            );
            rows.push(row);
        }
    }
    store.close().await;
    Ok(rows)
}

async fn one(app: &App, mut game: Game<'_>) -> anyhow::Result<Row> {
    let started = app.clock.monotonic_ms();
    let opened = start_session(app, ID, &game.open(), None).await;
    let opened = opened.map_err(|error| anyhow::anyhow!(error.message))?;
    let session: SessionId = opened.session;
    let mut failure = opened.result.err().map(|error| error.message);
    loop {
        if let Some(why) = failure.take() {
            game.note(why);
            break;
        }
        let now = app.store.latest(&session).await?;
        let Some(said) = game.next(&now) else { break };
        let event = Event::Message { text: said.text, answers_to: None, choice: said.choice };
        failure = handle_event(app, &session, None, event).await.err().map(|error| error.message);
    }
    let now = app.store.latest(&session).await?;
    let traces = app.store.traces(&session).await?;
    let cost = traces.iter().filter_map(|trace| trace.usage.cost_usd).reduce(|all, one| all + one);
    let ms = app.clock.monotonic_ms().saturating_sub(started);
    Ok(game.finish(&now, ms, cost))
}

/// The day of the missions, so that «завтра» means the same in every run; everything else is the system's clock.
struct MissionClock(SystemClock);

impl Clock for MissionClock {
    fn now(&self) -> String {
        NOW.to_owned()
    }

    fn id(&self) -> String {
        self.0.id()
    }

    fn session_id(&self) -> SessionId {
        self.0.session_id()
    }

    fn token(&self) -> String {
        self.0.token()
    }

    fn monotonic_ms(&self) -> u64 {
        self.0.monotonic_ms()
    }
}
