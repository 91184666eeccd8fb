//! Streamable HTTP at `/mcp`: who may ask, how much, for how long.

use crate::model::error::{ApiError, ErrorCode};
use crate::server::body::Failure;
use crate::server::mcp::handler::Mcp;
use crate::server::prefs::cookie;
use crate::server::router::Server;
use crate::server::share;
use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::Method;
use axum::middleware::{self, Next};
use axum::response::{IntoResponse, Response};
use futures_util::StreamExt;
use rmcp::transport::streamable_http_server::session::local::{LocalSessionManager, SessionConfig};
use rmcp::transport::{StreamableHttpServerConfig, StreamableHttpService};
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// Where it is.
pub const PATH: &str = "/mcp";
/// Bytes of a request: the largest tool input (2 MB) with room for its envelope and escapes.
pub const BODY_BYTES: usize = 4 * 1024 * 1024;
/// A session that nobody uses ends after this.
const IDLE: Duration = Duration::from_secs(10 * 60);

/// What the configuration says about MCP.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct McpOptions {
    /// Names (`host` or `host:port`) beside this machine's under which the server may be asked.
    pub hosts: Vec<String>,
    /// Origins (`scheme://host[:port]`) of other sites whose pages may ask.
    pub origins: Vec<String>,
    /// Whether the fixtures of the conformance suite are there.
    pub conformance: bool,
}

/// The route, to be merged outside the origin check of pages: this one has lists of its own.
pub fn routes(server: &Server) -> Router<Server> {
    let (hosts, origins) = allowed(server.leptos.site_addr.ip(), server.leptos.site_addr.port(), &server.mcp);
    let config = StreamableHttpServerConfig::default()
        .with_allowed_hosts(hosts)
        .with_allowed_origins(origins)
        .enforce_origin_validation()
        .with_max_request_body_bytes(BODY_BYTES);
    let token = config.cancellation_token.clone();
    let stop = server.stop.clone();
    // Streams never end by themselves.
    tokio::spawn(async move {
        stop.unless_set(std::future::pending::<()>()).await;
        token.cancel();
    });
    let mut session = SessionConfig::default();
    session.keep_alive = Some(IDLE);
    let mut sessions = LocalSessionManager::default();
    sessions.session_config = session;
    let handler = Mcp::new(server.app.clone(), server.mcp.conformance);
    let service = StreamableHttpService::new(move || Ok(handler.clone()), Arc::new(sessions), config);
    Router::new().route_service(PATH, service).layer(middleware::from_fn_with_state(server.clone(), guard))
}

/// Hosts and origins that are let in.
fn allowed(ip: IpAddr, port: u16, options: &McpOptions) -> (Vec<String>, Vec<String>) {
    let mut hosts: Vec<String> = ["localhost", "127.0.0.1", "::1"].map(str::to_owned).into();
    if !ip.is_loopback() && !ip.is_unspecified() {
        hosts.push(ip.to_string());
    }
    let bracketed = |host: &str| if host.contains("::") { format!("[{host}]") } else { host.to_owned() };
    let mut origins: Vec<String> = hosts.iter().map(|host| format!("http://{}:{port}", bracketed(host))).collect();
    for host in &options.hosts {
        // A name of one's own stands behind a proxy that speaks https.
        origins.push(if host.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok()) {
            format!("https://{host}")
        } else {
            format!("https://{host}:443")
        });
    }
    hosts.extend(options.hosts.iter().cloned());
    origins.extend(options.origins.iter().cloned());
    (hosts, origins)
}

/// Beyond this machine the token is needed, and who came by a share link has only its copy.
async fn guard(State(server): State<Server>, request: Request, next: Next) -> Response {
    // The guard of all routes has seen the token, or, where there are accounts, that it is a program.
    let refusal = if server.token.is_some() || server.people.is_some() {
        return counted(&server, request, next).await;
    } else if !server.loopback {
        "MCP по сети открыт только с ключом: задайте LEGALAGI_ACCESS_TOKEN и передавайте его в заголовке Authorization: Bearer."
    } else if cookie(request.headers(), share::COOKIE).is_some() {
        "По ссылке для второй стороны MCP недоступен."
    } else {
        return counted(&server, request, next).await;
    };
    Failure(ApiError::new(ErrorCode::ForbiddenOrigin, refusal)).into_response()
}

/// A stream of notices (`GET`) is an event stream like any other.
async fn counted(server: &Server, request: Request, next: Next) -> Response {
    if request.method() != Method::GET {
        return next.run(request).await;
    }
    let open = match server.door.streams.open(None) {
        Ok(open) => open,
        Err(error) => return Failure(error).into_response(),
    };
    next.run(request).await.map(|body| {
        let pieces = body.into_data_stream().map(move |piece| {
            // The place is kept as long as the stream.
            let _place = &open;
            piece
        });
        Body::from_stream(pieces)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_this_machine_and_those_configured() {
        let options = McpOptions { hosts: vec!["law.example".into()], ..McpOptions::default() };
        let (hosts, origins) = allowed(IpAddr::from([127, 0, 0, 1]), 3000, &options);
        assert_eq!(hosts, ["localhost", "127.0.0.1", "::1", "law.example"]);
        assert_eq!(
            origins,
            ["http://localhost:3000", "http://127.0.0.1:3000", "http://[::1]:3000", "https://law.example:443"]
        );
        let (hosts, _) = allowed(IpAddr::from([0, 0, 0, 0]), 3000, &McpOptions::default());
        assert_eq!(hosts, ["localhost", "127.0.0.1", "::1"]);
    }
}
