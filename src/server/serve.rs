//! Listens, answers, stops cleanly.

use crate::adapters::pack_key;
use crate::adapters::store::files;
use crate::adapters::store::sessions::Sessions;
use crate::adapters::walls::Walled;
use crate::adapters::webhooks::{self, Pace, Sender};
use crate::runner::app::App;
use crate::runner::cancel::Cancel;
use crate::runner::ports::Llm;
use crate::runner::trash;
use crate::server::boot;
use crate::server::config::Config;
use crate::server::desk;
use crate::server::door::admission::Door;
use crate::server::door::connections::Connections;
use crate::server::door::listen;
use crate::server::door::spool::Spool;
use crate::server::events::Hub;
use crate::server::mcp::http::McpOptions;
use crate::server::people::People;
use crate::server::router::{Server, router};
use crate::ui::served::frame::set_edition;
use anyhow::{Context, bail};
use jiff::{SignedDuration, Timestamp};
use leptos::prelude::{LeptosOptions, get_configuration};
use std::future::Future;
use std::net::{IpAddr, SocketAddr};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::signal::unix::{SignalKind, signal};
use tokio::sync::{oneshot, watch};

/// How often the trash is looked through.
const EMPTYING: Duration = Duration::from_secs(15);

/// How often the audit log is looked through for entries that are too old.
const FORGETTING: Duration = Duration::from_secs(60 * 60);

/// How long a stop waits for running turns; with what closes afterwards everything ends within fifteen seconds.
const DRAIN: Duration = Duration::from_secs(13);

/// Runs the server until the process is asked to stop.
///
/// # Errors
/// Anything that prevents the start, in one line.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    let stop = asked_to_stop().context("signals")?;
    refuse_to_be_open(&config, config.addr.ip())?;
    let listener =
        TcpListener::bind(config.addr).await.with_context(|| format!("LEPTOS_SITE_ADDR: {}", config.addr))?;
    let llm = boot::performer(&config)?;
    serve_on(listener, &config, llm, stop).await
}

/// Runs the server on a listener with a performer until `stop` ends; then no turn begins, and running ones have
/// [`DRAIN`] to end.
///
/// # Errors
/// Anything that prevents the start, in one line.
pub async fn serve_on(
    listener: TcpListener,
    config: &Config,
    llm: Option<Arc<dyn Llm>>,
    stop: impl Future<Output = ()> + Send + 'static,
) -> anyhow::Result<()> {
    let claim = files::claim(&config.sources_url).context(config.sources_variable())?;
    let addr = listener.local_addr()?;
    refuse_to_be_open(config, addr.ip())?;
    let hub = Hub::default();
    let (app, store) = boot::boot(config, llm).await?;
    store.sources.watch_soundness();
    {
        let hub = hub.clone();
        store.sessions.on_told(move |session| match session {
            Some(session) => hub.wake(session),
            None => hub.wake_all(),
        });
    }
    let connections = Connections::new(listen::room(&config.door), config.door.patience);
    let spool = Spool::new(beside(&config.sources_url), config.door.spool);
    let door = Door::new(&config.door, &config.mcp.hosts, addr.ip(), spool, connections.clone());
    let server = Server {
        app: walled(config, &app, &store.sessions),
        hub: hub.clone(),
        token: config.access_token.clone().map(Arc::new),
        loopback: addr.ip().is_loopback(),
        trash_minutes: config.trash_minutes,
        database: pack_key::path_of(&config.sources_url),
        door: Arc::new(door),
        mcp: mcp_names(config),
        sessions: store.sessions.clone(),
        people: config.accounts.then(|| Arc::new(People::default())),
        trail: store.trail.clone(),
        outward: desk::state::outward(config),
        checking: Arc::default(),
        stop: Cancel::default(),
        leptos: leptos_options(addr, config.site_root.as_deref())?,
    };
    let performer = app.llm.performer();
    tracing::info!(%addr, performer = %performer.name, is_model = performer.is_model, "ready on http://{addr}");
    if !server.loopback && server.token.is_none() && !config.accounts {
        tracing::warn!(
            "this server can be reached over the network without a token (LEGALAGI_OPEN=1): whoever has a session's \
             link has its file; lists of sessions are closed to others"
        );
    }
    let (stopping, stopped) = oneshot::channel();
    let (closing_door, door_closed) = watch::channel(false);
    let closing = {
        let app = app.clone();
        let stop_streams = server.stop.clone();
        async move {
            stop.await;
            tracing::info!(running = app.lanes.running(), "stopping");
            app.lanes.close();
            // Event streams never end by themselves.
            hub.close();
            stop_streams.set();
            closing_door.send_replace(true);
            let _ = stopping.send(());
        }
    };
    let forgetting = tokio::spawn(forget_audit(app.clone(), store.sessions.clone(), config.audit_days));
    let telling = match &config.webhooks {
        Some(hooks) => {
            Sender::new(hooks).map(|sender| webhooks::run(store.sessions.clone(), sender, Pace::default())).ok()
        }
        None => None,
    };
    let telling = telling.map(tokio::spawn);
    let emptying = tokio::spawn(empty_trash(app.clone(), config.trash_minutes));
    tokio::spawn(closing);
    let serving = listen::serve(listener, router(server), connections, door_closed);
    let finished = async {
        serving.await;
        // A turn goes on when its client has left.
        while app.lanes.running() > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
        anyhow::Ok(())
    };
    let too_late = async {
        if stopped.await.is_err() {
            std::future::pending::<()>().await;
        }
        tokio::time::sleep(DRAIN).await;
    };
    tokio::select! {
        ended = finished => ended?,
        () = too_late => tracing::warn!(running = app.lanes.running(), "stopped before all turns had ended"),
    }
    emptying.abort();
    forgetting.abort();
    if let Some(telling) = telling {
        telling.abort();
    }
    store.close().await;
    drop(claim);
    tracing::info!("stopped");
    Ok(())
}

/// Deletes for good what has lain in the trash long enough, also what lay there when the last process ended.
async fn empty_trash(app: App, minutes: u32) {
    loop {
        match trash::purge(&app, minutes).await {
            Ok(0) => {}
            Ok(sessions) => tracing::info!(sessions, "the trash was emptied"),
            Err(error) => tracing::warn!(error = error.message, "the trash was not emptied"),
        }
        tokio::time::sleep(EMPTYING).await;
    }
}

/// Removes entries of the audit log that are older than the configuration keeps them.
async fn forget_audit(app: App, sessions: Sessions, days: Option<u32>) {
    let Some(days) = days else { return };
    loop {
        let now: Option<Timestamp> = app.clock.now().parse().ok();
        let age = SignedDuration::from_hours(24 * i64::from(days));
        if let Some(before) = now.and_then(|now| now.checked_sub(age).ok()) {
            // As entries write their time.
            match sessions.forget_trail(&before.strftime("%Y-%m-%dT%H:%M:%S%.3fZ").to_string()).await {
                Ok(0) => {}
                Ok(entries) => tracing::info!(entries, "older entries of the audit log were removed"),
                Err(error) => tracing::warn!(error = error.to_string(), "the audit log was not shortened"),
            }
        }
        tokio::time::sleep(FORGETTING).await;
    }
}

/// Whoever reaches a server without a token may open, read by link and change sessions: that must be wanted.
fn refuse_to_be_open(config: &Config, ip: IpAddr) -> anyhow::Result<()> {
    if ip.is_loopback() || config.access_token.is_some() || config.door.open || config.accounts {
        return Ok(());
    }
    bail!(
        "LEPTOS_SITE_ADDR: {} can be reached over the network and LEGALAGI_ACCESS_TOKEN is not set; set it, or \
         LEGALAGI_OPEN=1 to let everybody in",
        config.addr
    )
}

/// The services as requests may use them: with accounts the store stands behind the walls between matters. What the server
/// does by itself goes past them.
fn walled(config: &Config, app: &App, sessions: &Sessions) -> App {
    match config.accounts {
        true => App { store: Arc::new(Walled::new(sessions.clone())), ..app.clone() },
        false => app.clone(),
    }
}

/// The folder of the database: on a disk, unlike many a folder for temporary files.
fn beside(database_url: &str) -> PathBuf {
    let path = database_url.trim_start_matches("sqlite:").trim_start_matches("//");
    let path = path.split('?').next().unwrap_or_default();
    match Path::new(path).parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder.to_owned(),
        _ => PathBuf::from("."),
    }
}

/// A name of the server is a name of its `/mcp` too.
fn mcp_names(config: &Config) -> McpOptions {
    let mut mcp = config.mcp.clone();
    mcp.hosts.extend(config.door.hosts.iter().cloned());
    mcp
}

/// The build's environment, else `Leptos.toml` in the working folder, else the defaults of the package.
#[expect(clippy::disallowed_methods, reason = "these names belong to the framework, which reads them itself")]
fn leptos_options(addr: SocketAddr, site_root: Option<&str>) -> anyhow::Result<LeptosOptions> {
    let file = Path::new("Leptos.toml").is_file().then_some("Leptos.toml");
    let mut options = if std::env::var("LEPTOS_OUTPUT_NAME").is_ok() {
        get_configuration(None)?.leptos_options
    } else if file.is_some() {
        get_configuration(file)?.leptos_options
    } else {
        LeptosOptions::builder().output_name("legalagi").site_root("target/site").site_pkg_dir("pkg").build()
    };
    if let Some(root) = site_root {
        options.site_root = root.into();
    }
    // `make watch` builds the files anew beside a running server: then they have no edition.
    if std::env::var_os("LEPTOS_WATCH").is_none() {
        let files = Path::new(options.site_root.as_ref()).join(options.site_pkg_dir.as_ref());
        set_edition(desk::files::edition(&files));
    }
    options.site_addr = addr;
    Ok(options)
}

/// Ends on Ctrl-C or SIGTERM. Both are listened for as soon as this returns, not when the future is first looked at:
/// whoever reads in the log that the server is ready may ask it to stop at once.
fn asked_to_stop() -> std::io::Result<impl Future<Output = ()> + Send + 'static> {
    let mut interrupt = signal(SignalKind::interrupt())?;
    let mut terminate = signal(SignalKind::terminate())?;
    Ok(async move {
        tokio::select! {
            _ = interrupt.recv() => {}
            _ = terminate.recv() => {}
        }
    })
}

/// The allocator of glibc keeps an arena for every thread and gives little of them back: the memory of one burst stays
/// as often as there are threads. It reads its settings once, before the program begins, so the program begins again
/// with them. What an operator has set stands; where this cannot be done, it goes on as it is (ADR 0033).
#[cfg(target_os = "linux")]
#[expect(clippy::disallowed_methods, reason = "a setting of the C library, read before the configuration")]
pub fn few_arenas() {
    use std::os::unix::process::CommandExt as _;
    const NAME: &str = "MALLOC_ARENA_MAX";
    if std::env::var_os(NAME).is_some() {
        return;
    }
    let mut own = std::env::args_os();
    if let (Ok(program), Some(name)) = (std::env::current_exe(), own.next()) {
        let _failed = std::process::Command::new(program).arg0(name).args(own).env(NAME, "2").exec();
    }
}

/// Other systems have other allocators.
#[cfg(not(target_os = "linux"))]
pub fn few_arenas() {}
