//! On whose behalf a request has files read and pages drawn: its session, else the address it comes from and the door it
//! knocks at, so that whoever looks at pages does not stand behind the uploads of a neighbour.

use crate::adapters::compute;
use crate::adapters::worker::caller::{Caller, on_behalf};
use crate::engine::prompt::sha256;
use crate::model::ids::SessionId;
use crate::model::trail::Actor;
use crate::runner::cancel::Cancel;
use crate::server::door::admission::{overloaded, refuse};
use crate::server::door::caller::Caller as Client;
use crate::server::mcp::http as mcp;
use axum::body::HttpBody;
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

/// Bytes of a request above which the analysis of its words is long work: more than anybody types at once.
pub const LONG: u64 = 8 * 1024;

/// Names the caller of a request to whatever it starts. A long text for which there is no room is turned away: once it is
/// read it is worked on to the end, also when its client has left.
pub async fn named(State(stop): State<watch::Receiver<bool>>, request: Request, next: Next) -> Response {
    let path = request.uri().path();
    let address = || format!("{} {}", Client::found(request.extensions()).subscriber(), door(path));
    let name = session(path).map_or_else(address, str::to_owned);
    // What waited on the disk comes as a stream: it is longer.
    let long = request.body().size_hint().exact().is_none_or(|bytes| bytes > LONG);
    if long && !compute::has_room(&name) {
        return refuse(overloaded(2), &request);
    }
    // Whoever follows a link shows it in the path; what a wrong one asks for is not done.
    let link = path.strip_prefix("/api/share/").or_else(|| path.strip_prefix("/share/"));
    let link = link.and_then(|rest| rest.split('/').next()).map(|token| Actor::Link(sha256(token)));
    let actor = match path == mcp::PATH {
        // A program's token is named by itself, whichever door it comes through.
        true => {
            request.extensions().get().filter(|actor| matches!(actor, Actor::Key(_))).cloned().unwrap_or(Actor::Mcp)
        }
        false => link.or_else(|| request.extensions().get().cloned()).unwrap_or(Actor::Anyone),
    };
    let actor = Some(actor);
    let coming = request.extensions().get().cloned();
    let caller = Caller { name, long, actor, coming, stop: Some(stop) };
    on_behalf(caller, next.run(request)).await
}

fn session(path: &str) -> Option<&str> {
    let rest = path.strip_prefix("/api/session/").or_else(|| path.strip_prefix("/s/"))?;
    rest.split('/').next().filter(|id| SessionId::is_well_formed(id))
}

/// The route, without what varies in it.
fn door(path: &str) -> String {
    path.split('/').skip(1).take(3).collect::<Vec<_>>().join("/")
}

#[cfg(test)]
mod tests {
    use super::{door, session};

    #[test]
    fn pages_and_uploads_are_two_doors() {
        assert_eq!(door("/api/corpus/pages/a@1/1"), door("/api/corpus/pages/b@2/7/boxes"));
        assert_ne!(door("/api/corpus/pages/a@1/1"), door("/api/corpus"));
        assert_ne!(door("/api/import"), door("/api/corpus"));
    }

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
