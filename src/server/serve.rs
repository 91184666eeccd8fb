//! Listens, answers, stops cleanly.

use crate::runner::app::App;
use crate::server::boot::boot;
use crate::server::config::Config;
use crate::server::events::Hub;
use crate::server::router::{Server, router};
use anyhow::Context;
use leptos::prelude::{LeptosOptions, get_configuration};
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;

/// How long a stop waits for running turns.
const DRAIN: Duration = Duration::from_secs(30);

/// Runs the server until the process is asked to stop.
///
/// # Errors
/// Anything that prevents the start, in one line.
pub async fn serve(config: Config) -> anyhow::Result<()> {
    let hub = Hub::new(first_event_id());
    let publish = {
        let hub = hub.clone();
        Arc::new(move |notice| hub.publish(notice))
    };
    let (app, store) = boot(&config, publish).await?;
    let listener =
        TcpListener::bind(config.addr).await.with_context(|| format!("LEPTOS_SITE_ADDR: {}", config.addr))?;
    let addr = listener.local_addr()?;
    let server = Server {
        app: app.clone(),
        hub,
        token: config.access_token.clone().map(Arc::new),
        loopback: addr.ip().is_loopback(),
        leptos: leptos_options(addr)?,
    };
    let performer = app.llm.performer();
    tracing::info!(%addr, performer = %performer.name, is_model = performer.is_model, "ready on http://{addr}");
    if !server.loopback && server.token.is_none() {
        tracing::warn!(
            "this server can be reached over the network and LEGALAGI_ACCESS_TOKEN is not set: whoever has a session's \
             link has its file; lists of sessions are closed"
        );
    }
    axum::serve(listener, router(server)).with_graceful_shutdown(stop(app.clone())).await?;
    store.close().await;
    tracing::info!("stopped");
    Ok(())
}

/// Ids of events start at the time of the process in milliseconds: larger than any of an earlier process.
#[expect(clippy::disallowed_methods, reason = "a start value, not a decision")]
fn first_event_id() -> u64 {
    let since = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or_default()
}

/// The build's environment, else `Leptos.toml` in the working folder, else the defaults of the package.
#[expect(clippy::disallowed_methods, reason = "these names belong to the framework, which reads them itself")]
fn leptos_options(addr: std::net::SocketAddr) -> anyhow::Result<LeptosOptions> {
    let file = Path::new("Leptos.toml").is_file().then_some("Leptos.toml");
    let mut options = if std::env::var("LEPTOS_OUTPUT_NAME").is_ok() {
        get_configuration(None)?.leptos_options
    } else if file.is_some() {
        get_configuration(file)?.leptos_options
    } else {
        LeptosOptions::builder().output_name("legalagi").site_root("target/site").site_pkg_dir("pkg").build()
    };
    if let Ok(root) = std::env::var("LEPTOS_SITE_ROOT") {
        options.site_root = root.into();
    }
    options.site_addr = addr;
    Ok(options)
}

/// Ends on Ctrl-C or SIGTERM; then waits until running turns have ended, at most [`DRAIN`].
async fn stop(app: App) {
    let interrupt = tokio::signal::ctrl_c();
    let mut terminate = match tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        Ok(signal) => signal,
        Err(error) => {
            tracing::warn!(%error, "no SIGTERM handler");
            let _ = interrupt.await;
            return;
        }
    };
    tokio::select! {
        _ = interrupt => {}
        _ = terminate.recv() => {}
    }
    tracing::info!(running = app.lanes.running(), "stopping");
    let drained = async {
        while app.lanes.running() > 0 {
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    let _ = tokio::time::timeout(DRAIN, drained).await;
    // Event streams never end by themselves: give the last answers a moment, then leave.
    tokio::spawn(async {
        tokio::time::sleep(Duration::from_secs(2)).await;
        std::process::exit(0);
    });
}
