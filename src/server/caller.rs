//! On whose behalf a request has files read and pages drawn: its session, else the address it comes from.

use crate::adapters::worker::caller::{Caller, on_behalf};
use crate::model::ids::SessionId;
use crate::runner::cancel::Cancel;
use crate::server::door::caller::Caller as Client;
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::Response;
use tokio::sync::watch;

/// Tells workers that the server stops.
pub fn stopping(stop: &Cancel) -> watch::Receiver<bool> {
    let (tell, told) = watch::channel(false);
    let stop = stop.clone();
    tokio::spawn(async move {
        stop.unless_set(std::future::pending::<()>()).await;
        let _ = tell.send(true);
    });
    told
}

/// Names the caller of a request to whatever it starts.
pub async fn named(State(stop): State<watch::Receiver<bool>>, request: Request, next: Next) -> Response {
    let address = || Client::found(request.extensions()).subscriber().to_string();
    let name = session(request.uri().path()).map_or_else(address, str::to_owned);
    let caller = Caller { name, stop: Some(stop) };
    on_behalf(caller, next.run(request)).await
}

fn session(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/api/session/").or_else(|| path.strip_prefix("/s/"))?;
    rest.split('/').next().filter(|id| SessionId::is_well_formed(id))
}

#[cfg(test)]
mod tests {
    use super::session;

    #[test]
    fn a_path_of_a_session_names_it() {
        let id = "AAAAAAAAAAAAAAAAAAAAAA";
        assert_eq!(session(&format!("/api/session/{id}/documents")), Some(id));
        assert_eq!(session(&format!("/s/{id}")), Some(id));
        for path in ["/api/session", "/api/session/x/documents", "/api/corpus/pages/a/1", "/"] {
            assert_eq!(session(path), None, "{path}");
        }
    }
}
