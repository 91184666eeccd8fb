//! Every route in one table; one closure provides the services to pages and server functions alike.

use crate::adapters::llm_http::secret::Secret;
use crate::adapters::store::sessions::Sessions;
use crate::adapters::trail::Trail;
use crate::adapters::walls::Walled;
use crate::api::shelf::MayKeep;
use crate::api::{HasFirm, MayList, SignedIn};
use crate::engine::rights::{Act, Place, Verdict, decide};
use crate::model::access_token::{AccessToken, Scope};
use crate::model::account::Visitor;
use crate::model::status::Outward;
use crate::registry;
use crate::runner::app::App;
use crate::runner::cancel::Cancel;
use crate::server::desk::model_check::Checking;
use crate::server::door::admission::{self, Door};
use crate::server::door::caller::Caller;
use crate::server::door::{hosts, spool};
use crate::server::events::Hub;
use crate::server::mcp::http::{self as mcp, McpOptions};
use crate::server::people::People;
use crate::server::{
    access, attach, body, branches, caller, corpus, desk, example, export, gate, gate_page, health, history, matters,
    metrics, openapi, pages, people, prefs, research, rest, review, say, search, share, shield, signoff, stream,
    support, trail, turn_page, wording, workflows,
};
use crate::ui::{app::App as Page, shell::shell};
use axum::extract::{DefaultBodyLimit, FromRef};
use axum::handler::HandlerWithoutStateExt;
use axum::http::request::Parts;
use axum::http::{Extensions, HeaderValue, header};
use axum::routing::{any, delete, get, patch, post, put};
use axum::{Router, middleware};
use leptos::nonce::use_nonce;
use leptos::prelude::{LeptosOptions, Owner, provide_context, use_context};
use leptos_axum::{
    AxumRouteListing, LeptosRoutes, ResponseOptions, generate_route_list, render_app_async_with_context,
};
use std::path::PathBuf;
use std::sync::{Arc, LazyLock};
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::services::ServeDir;

/// What the handlers share.
#[derive(Clone)]
pub struct Server {
    /// The services.
    pub app: App,
    /// The event streams.
    pub hub: Hub,
    /// The instance's token.
    pub token: Option<Arc<Secret>>,
    /// Whether only this machine can connect.
    pub loopback: bool,
    /// Connections, limits, names.
    pub door: Arc<Door>,
    /// Who may ask `/mcp`.
    pub mcp: McpOptions,
    /// Minutes in which a deleted session can be brought back.
    pub trash_minutes: u32,
    /// The database's file, beside which the key of the installation lies; none in memory.
    pub database: Option<PathBuf>,
    /// Where sessions are kept, with the tokens of programs.
    pub sessions: Sessions,
    /// What the door keeps about people who sign in; `None` where there are no accounts.
    pub people: Option<Arc<People>>,
    /// The audit log.
    pub trail: Trail,
    /// Who is asked beyond this machine.
    pub outward: Outward,
    /// Asking the model whether it is there, one at a time.
    pub checking: Arc<Checking>,
    /// Set when the server stops.
    pub stop: Cancel,
    /// Where the page's files are.
    pub leptos: LeptosOptions,
}

impl FromRef<Server> for LeptosOptions {
    fn from_ref(server: &Server) -> Self {
        server.leptos.clone()
    }
}

impl Server {
    /// The services as a visitor may use them, in whichever task.
    #[must_use]
    pub fn app_for(&self, extensions: &Extensions) -> App {
        match people::coming(extensions).filter(|_| self.people.is_some()) {
            Some(coming) => {
                let store = Walled::seen_by(self.sessions.clone(), coming.clone());
                App { store: Arc::new(store), ..self.app.clone() }
            }
            None => self.app.clone(),
        }
    }

    /// Whether lists of sessions may be shown: to the person at this machine, or to whoever passed the token.
    ///
    /// A name that only resolves to this machine is not this machine: a foreign page can have such a name (DNS
    /// rebinding), and a proxy speaks for others.
    #[must_use]
    pub fn may_list(&self, asked: &Parts) -> bool {
        if let Some(key) = asked.extensions.get::<AccessToken>() {
            return key.may(Scope::Read) || key.may(Scope::Admin);
        }
        // What a visitor is not to see is in no list.
        if self.people.is_some() {
            return people::coming(&asked.extensions).is_some_and(|coming| coming.visitor != Visitor::Link);
        }
        match &self.token {
            Some(token) => access::carries(&asked.headers, token),
            None => self.door.is_owner(&Caller::found(&asked.extensions)) && shield::names_loopback(&asked.headers),
        }
    }

    /// Whether sources and settings of the installation are this visitor's to change.
    #[must_use]
    pub fn may_keep(&self, asked: &Parts) -> bool {
        let coming = people::coming(&asked.extensions).filter(|_| self.people.is_some());
        match coming {
            Some(coming) => {
                decide(&coming.visitor, Place::Nowhere, Act::Operate) == Verdict::Allowed && self.may_list(asked)
            }
            None => self.may_list(asked),
        }
    }
}

/// Routes of the JSON interface with their methods, those of the workspaces too. `openapi` must name each of them.
#[must_use]
pub fn api() -> Vec<(&'static str, Vec<String>)> {
    let common = API.iter().map(|(path, methods)| (*path, methods.iter().map(|name| (*name).to_owned()).collect()));
    let rights = registry::all().flat_map(|one| one.web.rights());
    let own = rights.map(|(path, methods)| {
        (*path, methods.iter().map(|(name, _)| name.to_ascii_lowercase()).collect::<Vec<String>>())
    });
    common.chain(own).collect()
}

/// Those that every session has, and those of the whole: path, methods.
const API: &[(&str, &[&str])] = &[
    ("/api/session", &["post"]),
    ("/api/sessions", &["get"]),
    ("/api/status", &["get"]),
    ("/api/status/check", &["post"]),
    ("/api/session/{id}", &["get", "post", "patch", "delete"]),
    ("/api/session/{id}/trash", &["post"]),
    ("/api/session/{id}/restore", &["post"]),
    ("/api/session/{id}/step", &["post"]),
    ("/api/session/{id}/workflow", &["post"]),
    ("/api/session/{id}/cancel", &["post"]),
    ("/api/session/{id}/facts", &["patch"]),
    ("/api/session/{id}/review", &["get", "post"]),
    ("/api/session/{id}/undo", &["post"]),
    ("/api/session/{id}/versions", &["get"]),
    ("/api/session/{id}/versions/{version}", &["get"]),
    ("/api/session/{id}/trace", &["get"]),
    ("/api/session/{id}/ledger", &["get"]),
    ("/api/session/{id}/support", &["get"]),
    ("/api/session/{id}/essential-terms", &["get"]),
    ("/api/session/{id}/diff", &["get"]),
    ("/api/session/{id}/fork", &["post"]),
    ("/api/session/{id}/share", &["post"]),
    ("/api/session/{id}/share/{token}", &["delete"]),
    ("/api/session/{id}/shares", &["get"]),
    ("/api/session/{id}/remarks", &["get", "post"]),
    ("/api/session/{id}/remarks/{remark}/settle", &["post"]),
    ("/api/session/{id}/signoff", &["post"]),
    ("/api/share/{token}", &["get"]),
    ("/api/share/{token}/remarks", &["get", "post"]),
    ("/api/share/{token}/remarks/{remark}/settle", &["post"]),
    ("/api/share/{token}/signoff", &["post"]),
    ("/api/session/{id}/replay", &["get"]),
    ("/api/session/{id}/export.docx", &["get"]),
    ("/api/session/{id}/export.pdf", &["get"]),
    ("/api/session/{id}/export.md", &["get"]),
    ("/api/session/{id}/export.html", &["get"]),
    ("/api/session/{id}/export.json", &["get"]),
    ("/api/session/{id}/export.ics", &["get"]),
    ("/api/session/{id}/report.html", &["get"]),
    ("/api/session/{id}/report.docx", &["get"]),
    ("/api/session/{id}/report.pdf", &["get"]),
    ("/api/session/{id}/report.md", &["get"]),
    ("/api/session/{id}/report.json", &["get"]),
    ("/api/replay", &["post"]),
    ("/api/session/{id}/events", &["get"]),
    ("/api/session/{id}/gate", &["post"]),
    ("/api/session/{id}/resume", &["post"]),
    ("/api/session/{id}/compare", &["get"]),
    ("/api/session/{id}/matter", &["get", "put"]),
    ("/api/account", &["get"]),
    ("/api/account/password", &["put"]),
    ("/api/accounts", &["get"]),
    ("/api/matters", &["get", "post"]),
    ("/api/matters/{matter}/people/{account}", &["put", "delete"]),
    ("/api/check/language", &["post"]),
    ("/api/check/answer", &["post"]),
    ("/api/corpus", &["get", "post"]),
    ("/api/corpus/example", &["post"]),
    ("/api/corpus/compare", &["get"]),
    ("/api/corpus/pages/{edition}/{page}", &["get"]),
    ("/api/corpus/pages/{edition}/{page}/boxes", &["get"]),
    ("/api/corpus/tables/{node}", &["get"]),
    ("/api/session/{id}/documents", &["get", "post"]),
    ("/api/research/{tool}", &["post"]),
    ("/api/workflows", &["get", "post"]),
    ("/api/workflows/{id}/run", &["post"]),
    ("/api/norms/search_documents", &["post"]),
    ("/api/search", &["get"]),
    ("/api/openapi.json", &["get"]),
    ("/sign-out", &["post"]),
    ("/healthz", &["get"]),
    ("/readyz", &["get"]),
    ("/metrics", &["get"]),
];

/// The page's routes, listed once per process: while the framework lists them, every page that begins to load anywhere
/// in the process waits for ever (leptos issue 4773).
static ROUTES: LazyLock<Vec<AxumRouteListing>> = LazyLock::new(|| generate_route_list(Page));

/// The whole site.
pub fn router(server: Server) -> Router {
    let provide = provide(&server);
    let options = server.leptos.clone();
    let pkg = format!("{}/{}", options.site_root, options.site_pkg_dir);
    let files = ServeDir::new(pkg).precompressed_br().precompressed_gzip();
    // Not the framework's own file handler: it runs inside whatever page its thread is drawing just then, and takes
    // that page's headers with it.
    let page = {
        let options = options.clone();
        render_app_async_with_context(provide.clone(), move || shell(options.clone()))
    };
    let others = ServeDir::new(options.site_root.as_ref())
        .append_index_html_on_directories(false)
        .call_fallback_on_method_not_allowed(true)
        .fallback(page.into_service());
    let api = Router::new()
        .route("/api/session", post(rest::open))
        .route("/api/sessions", get(matters::list))
        .route("/api/status", get(desk::state::json))
        .route("/api/status/check", post(desk::model_check::json))
        .route("/api/session/{id}", get(rest::get).post(rest::say).patch(matters::describe).delete(rest::delete))
        .route("/api/session/{id}/trash", post(rest::trash))
        .route("/api/session/{id}/restore", post(rest::restore))
        .route("/api/session/{id}/step", post(rest::step))
        .route("/api/session/{id}/workflow", post(workflows::run_here))
        .route("/api/session/{id}/cancel", post(rest::cancel))
        .route("/api/session/{id}/facts", patch(rest::edit))
        .route("/api/session/{id}/review", get(review::list).post(review::take))
        .route("/api/session/{id}/undo", post(review::undo))
        .route("/api/session/{id}/versions", get(rest::versions))
        .route("/api/session/{id}/versions/{version}", get(rest::version))
        .route("/api/session/{id}/trace", get(rest::trace))
        .route("/api/session/{id}/ledger", get(rest::ledger))
        .route("/api/session/{id}/support", get(support::session))
        .route("/api/session/{id}/essential-terms", get(rest::essential_terms))
        .route("/api/session/{id}/diff", get(history::diff))
        .route("/api/session/{id}/fork", post(history::fork))
        .route("/api/session/{id}/share", post(share::open))
        .route("/api/session/{id}/share/{token}", delete(share::revoke))
        .route("/api/session/{id}/shares", get(share::list))
        .route("/api/session/{id}/remarks", get(signoff::json::own_list).post(signoff::json::own_remark))
        .route("/api/session/{id}/remarks/{remark}/settle", post(signoff::json::own_settle))
        .route("/api/session/{id}/signoff", post(signoff::json::own_sign))
        .route("/api/share/{token}", get(signoff::json::by_token))
        .route("/api/share/{token}/remarks", get(signoff::json::link_list).post(signoff::json::link_remark))
        .route("/api/share/{token}/remarks/{remark}/settle", post(signoff::json::link_settle))
        .route("/api/share/{token}/signoff", post(signoff::json::link_sign))
        .route("/api/session/{id}/replay", get(history::export))
        .route("/api/session/{id}/export.docx", export::export("docx"))
        .route("/api/session/{id}/export.pdf", export::export("pdf"))
        .route("/api/session/{id}/export.md", export::export("md"))
        .route("/api/session/{id}/export.html", export::export("html"))
        .route("/api/session/{id}/export.json", export::export("json"))
        .route("/api/session/{id}/export.ics", export::export("ics"))
        .route("/api/session/{id}/report.html", export::report("html"))
        .route("/api/session/{id}/report.docx", export::report("docx"))
        .route("/api/session/{id}/report.pdf", export::report("pdf"))
        .route("/api/session/{id}/report.md", export::report("md"))
        .route("/api/session/{id}/report.json", export::report("json"))
        .route("/api/replay", post(history::import))
        .route("/api/session/{id}/events", get(stream::events))
        .route("/api/session/{id}/gate", post(gate::gate))
        .route("/api/session/{id}/resume", post(gate::resume))
        .route("/api/session/{id}/compare", get(branches::compare))
        .route("/api/session/{id}/matter", get(people::json::of_session).put(people::json::put))
        .route("/api/account", get(people::json::account))
        .route("/api/account/password", put(people::own_password::json))
        .route("/api/accounts", get(people::json::accounts))
        .route("/api/matters", get(people::json::matters).post(people::json::add_matter))
        .route("/api/matters/{matter}/people/{account}", put(people::json::stand).delete(people::json::leave))
        .route("/api/check/language", post(wording::check))
        .route("/api/check/answer", post(support::answer))
        .route("/api/corpus", get(corpus::list).post(corpus::add).layer(DefaultBodyLimit::disable()))
        .route("/api/corpus/example", post(example::add))
        .route("/api/corpus/compare", get(pages::compare))
        .route("/api/corpus/pages/{edition}/{page}", get(pages::image))
        .route("/api/corpus/pages/{edition}/{page}/boxes", get(pages::boxes))
        .route("/api/corpus/tables/{*node}", get(pages::table))
        .route("/api/session/{id}/documents", get(attach::list).post(attach::attach).layer(DefaultBodyLimit::disable()))
        .route("/api/research/{tool}", post(research::call))
        .route("/api/workflows", get(workflows::list).post(workflows::save))
        .route("/api/workflows/{id}/run", post(workflows::run))
        .route("/api/norms/search_documents", post(pages::search))
        .route("/api/search", get(search::search))
        .route("/api/openapi.json", get(openapi::document))
        .route("/healthz", get(health::alive))
        .route("/readyz", get(health::ready))
        .route("/metrics", get(metrics::text));
    let api = registry::all().fold(api, |api, one| api.merge(one.web.routes()));
    let api = api.route("/api/{*rest}", any(body::no_route)).layer(middleware::from_fn(body::of_api));
    desk::files::letters(Router::new())
        .merge(api)
        .route("/s/{id}/gate", post(gate_page::submit))
        .route("/s/{id}/say", post(say::say).layer(DefaultBodyLimit::disable()))
        .route("/s/{id}/card", post(turn_page::card))
        .route("/s/{id}/review", post(turn_page::review))
        .route("/s/{id}/undo", post(turn_page::undo))
        .route("/s/{id}/why", get(desk::pages::why))
        .route("/s/{id}/signoff", get(signoff::pages::own))
        .route("/s/{id}/signoff/{act}", post(signoff::pages::own_form))
        .route("/firm", get(people::pages::firm))
        .route("/firm/work", post(people::pages::work))
        .route("/firm/password", post(people::own_password::form))
        .route("/firm/put", post(people::pages::put))
        .route("/firm/matter", post(people::pages::add_matter))
        .route("/firm/stand", post(people::pages::stand))
        .route("/firm/leave", post(people::pages::leave))
        .route("/settings", get(desk::pages::settings))
        .route("/settings/check", post(desk::model_check::form))
        .route("/types", get(desk::pages::types))
        .route("/offline", get(desk::pages::offline))
        .route("/styleguide", get(desk::pages::styleguide))
        .route("/sw.js", get(desk::files::worker))
        .route("/manifest.webmanifest", get(desk::files::manifest))
        .route("/pkg/desk.js", get(desk::files::script))
        .route("/prefs", get(prefs::set))
        .route("/share/{token}", get(share::follow))
        .route("/share/{token}/{act}", post(signoff::pages::lawyer_form))
        // The known functions are routes of the framework.
        .route("/fn/{*name}", any(body::no_route))
        .route("/sign-in", get(access::page).post(access::sign_in))
        .route("/sign-out", post(access::sign_out))
        .nest_service("/pkg", kept(files))
        .leptos_routes_with_context(&server, ROUTES.clone(), provide, move || shell(options.clone()))
        .method_not_allowed_fallback(body::no_method)
        .fallback_service(others)
        .layer(CatchPanicLayer::custom(body::panicked))
        .layer(middleware::from_fn(body::of_pages))
        .layer(middleware::from_fn(shield::origin))
        .layer(middleware::from_fn_with_state(server.clone(), trail::noted))
        .merge(mcp::routes(&server))
        .layer(middleware::from_fn_with_state(caller::stopping(&server.stop), caller::named))
        .layer(middleware::from_fn_with_state(server.clone(), access::guard))
        .layer(middleware::from_fn_with_state(server.clone(), admission::shed))
        .layer(middleware::from_fn_with_state(server.clone(), spool::whole))
        .layer(middleware::from_fn_with_state(server.clone(), admission::rates))
        .layer(middleware::from_fn_with_state(server.clone(), hosts::known))
        // Outside of everything that refuses: what was turned away is counted too.
        .layer(middleware::from_fn(metrics::counted))
        .layer(middleware::from_fn(shield::headers))
        // Files are compressed at build time; an event stream must not be held back.
        .layer(
            CompressionLayer::new().compress_when(
                SizeAbove::new(1024)
                    .and(NotForContentType::const_new("text/event-stream"))
                    .and(NotForContentType::const_new("application/wasm")),
            ),
        )
        .with_state(server)
}

/// The files of the page. One that is asked for by its edition never changes; for any other a browser asks each time.
fn kept(files: ServeDir) -> Router {
    let keep = |request: axum::extract::Request, next: middleware::Next| async move {
        let rule = desk::files::keeping(request.uri().query());
        let mut response = next.run(request).await;
        response.headers_mut().insert(header::CACHE_CONTROL, HeaderValue::from_static(rule));
        response
    };
    Router::new().fallback_service(files).layer(middleware::from_fn(keep))
}

/// What every page and server function finds in its context.
pub fn provide(server: &Server) -> impl Fn() + Clone + Send + Sync + 'static {
    let server = server.clone();
    move || {
        let asked = use_context::<Parts>();
        // The parts of a page ask in tasks of their own, which know no caller.
        provide_context(asked.as_ref().map_or_else(|| server.app.clone(), |asked| server.app_for(&asked.extensions)));
        provide_context(MayList(asked.as_ref().is_some_and(|asked| server.may_list(asked))));
        provide_context(MayKeep(asked.as_ref().is_some_and(|asked| server.may_keep(asked))));
        // Nothing of the framework runs in the browser: no data is sent twice.
        if let Some(shared) = Owner::current_shared_context() {
            shared.set_is_hydrating(false);
        }
        let person = |asked: &Parts| {
            let coming = people::coming(&asked.extensions);
            server.people.is_some() && coming.is_some_and(|coming| matches!(coming.visitor, Visitor::Person { .. }))
        };
        provide_context(HasFirm(asked.as_ref().is_some_and(person)));
        let signed_in = |asked: &Parts| person(asked) || (server.token.is_some() && access::has_cookie(&asked.headers));
        provide_context(SignedIn(asked.as_ref().is_some_and(signed_in)));
        // The nonce goes into the header before the first byte; a meta tag cannot carry frame-ancestors. A server
        // function may run inside the owner of a page that its thread is drawing: that page's nonce is not its own.
        if Owner::current().is_none_or(|owner| owner.parent().is_some()) {
            return;
        }
        if let (Some(nonce), Some(response)) = (use_nonce(), use_context::<ResponseOptions>())
            && let Ok(policy) = HeaderValue::from_str(&shield::page_policy(&nonce))
        {
            response.insert_header(header::CONTENT_SECURITY_POLICY, policy);
        }
    }
}
