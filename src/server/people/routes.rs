//! What each route wants to do. A route that does not stand here is closed to everybody who comes by an account or a
//! token, and a test names it.

use crate::engine::rights::Act;
use crate::registry;
use crate::server::mcp::http as mcp;
use axum::http::Method;

/// Where anybody comes in: there is nothing of anybody, or a link is asked for.
#[must_use]
pub fn is_open(path: &str) -> bool {
    ["/healthz", "/readyz", "/sign-in"].contains(&path) || is_link(path)
}

/// Whether an address lies below a share link.
#[must_use]
pub fn is_link(path: &str) -> bool {
    path.starts_with("/share/") || path.starts_with("/api/share/")
}

/// Every route with what its methods do, those of the workspaces too.
pub fn all() -> impl Iterator<Item = &'static (&'static str, &'static [(&'static str, Act)])> {
    RIGHTS.iter().chain(registry::all().flat_map(|one| one.web.rights()))
}

/// The routes that no workspace has alone; `HEAD` is as `GET`.
const RIGHTS: &[(&str, &[(&str, Act)])] = &[
    // Pages without anything of anybody.
    ("/", &[("GET", Act::Read)]),
    ("/contract", &[("GET", Act::Read)]),
    ("/research", &[("GET", Act::Read)]),
    ("/norms", &[("GET", Act::Read)]),
    ("/trial", &[("GET", Act::Read)]),
    ("/search", &[("GET", Act::Look)]),
    ("/source", &[("GET", Act::Look)]),
    ("/page", &[("GET", Act::Look)]),
    ("/settings", &[("GET", Act::Look)]),
    ("/settings/check", &[("POST", Act::Operate)]),
    ("/types", &[("GET", Act::Look)]),
    ("/offline", &[("GET", Act::Look)]),
    ("/styleguide", &[("GET", Act::Look)]),
    ("/sw.js", &[("GET", Act::Look)]),
    ("/manifest.webmanifest", &[("GET", Act::Look)]),
    ("/prefs", &[("GET", Act::Look)]),
    ("/sign-out", &[("POST", Act::Look)]),
    // People and matters.
    ("/firm", &[("GET", Act::Read)]),
    ("/firm/work", &[("POST", Act::Read)]),
    ("/firm/password", &[("POST", Act::Read)]),
    ("/firm/put", &[("POST", Act::PutIn)]),
    ("/firm/matter", &[("POST", Act::Manage)]),
    ("/firm/stand", &[("POST", Act::Manage)]),
    ("/firm/leave", &[("POST", Act::Manage)]),
    ("/api/account", &[("GET", Act::Look)]),
    ("/api/account/password", &[("PUT", Act::Look)]),
    ("/api/accounts", &[("GET", Act::Manage)]),
    ("/api/matters", &[("GET", Act::Read), ("POST", Act::Manage)]),
    ("/api/matters/{matter}/people/{account}", &[("PUT", Act::Manage), ("DELETE", Act::Manage)]),
    ("/api/session/{id}/matter", &[("GET", Act::Read), ("PUT", Act::PutIn)]),
    // Lists and pages of sessions.
    ("/matters", &[("GET", Act::Read)]),
    ("/norms/reviews", &[("GET", Act::Read)]),
    ("/s/{id}", &[("GET", Act::Read)]),
    ("/s/{id}/gate", &[("GET", Act::Read), ("POST", Act::Write)]),
    ("/s/{id}/say", &[("GET", Act::Read), ("POST", Act::Write)]),
    ("/s/{id}/card", &[("GET", Act::Read), ("POST", Act::Write)]),
    ("/s/{id}/review", &[("GET", Act::Read), ("POST", Act::Write)]),
    ("/s/{id}/undo", &[("GET", Act::Read), ("POST", Act::Write)]),
    ("/s/{id}/compare", &[("GET", Act::Read)]),
    ("/s/{id}/audit", &[("GET", Act::Read)]),
    ("/s/{id}/share", &[("GET", Act::Read)]),
    ("/s/{id}/why", &[("GET", Act::Read)]),
    ("/s/{id}/signoff", &[("GET", Act::Read)]),
    // Links, remarks and answers to them; whoever signs does it by the link.
    ("/s/{id}/signoff/{act}", &[("POST", Act::Share)]),
    // The JSON interface.
    ("/api/session", &[("POST", Act::Write)]),
    ("/api/sessions", &[("GET", Act::Read)]),
    ("/api/status", &[("GET", Act::Operate)]),
    ("/api/status/check", &[("POST", Act::Operate)]),
    ("/api/session/{id}", &[("GET", Act::Read), ("POST", Act::Write), ("PATCH", Act::Write), ("DELETE", Act::Delete)]),
    ("/api/session/{id}/trash", &[("POST", Act::Delete)]),
    ("/api/session/{id}/restore", &[("POST", Act::Delete)]),
    ("/api/session/{id}/step", &[("POST", Act::Write)]),
    ("/api/session/{id}/workflow", &[("POST", Act::Write)]),
    ("/api/session/{id}/cancel", &[("POST", Act::Write)]),
    ("/api/session/{id}/facts", &[("PATCH", Act::Write)]),
    ("/api/session/{id}/review", &[("GET", Act::Read), ("POST", Act::Write)]),
    ("/api/session/{id}/undo", &[("POST", Act::Write)]),
    ("/api/session/{id}/versions", &[("GET", Act::Read)]),
    ("/api/session/{id}/versions/{version}", &[("GET", Act::Read)]),
    ("/api/session/{id}/trace", &[("GET", Act::Read)]),
    ("/api/session/{id}/ledger", &[("GET", Act::Read)]),
    ("/api/session/{id}/support", &[("GET", Act::Read)]),
    ("/api/session/{id}/essential-terms", &[("GET", Act::Read)]),
    ("/api/session/{id}/diff", &[("GET", Act::Read)]),
    ("/api/session/{id}/fork", &[("POST", Act::Write)]),
    ("/api/session/{id}/share", &[("POST", Act::Share)]),
    ("/api/session/{id}/share/{token}", &[("DELETE", Act::Share)]),
    ("/api/session/{id}/shares", &[("GET", Act::Read)]),
    ("/api/session/{id}/remarks", &[("GET", Act::Read), ("POST", Act::Write)]),
    ("/api/session/{id}/remarks/{remark}/settle", &[("POST", Act::Write)]),
    ("/api/session/{id}/signoff", &[("POST", Act::Review)]),
    ("/api/session/{id}/replay", &[("GET", Act::Export)]),
    ("/api/session/{id}/export.docx", &[("GET", Act::Export)]),
    ("/api/session/{id}/export.pdf", &[("GET", Act::Export)]),
    ("/api/session/{id}/export.md", &[("GET", Act::Export)]),
    ("/api/session/{id}/export.html", &[("GET", Act::Export)]),
    ("/api/session/{id}/export.json", &[("GET", Act::Export)]),
    ("/api/session/{id}/export.ics", &[("GET", Act::Export)]),
    ("/api/session/{id}/report.html", &[("GET", Act::Export)]),
    ("/api/session/{id}/report.docx", &[("GET", Act::Export)]),
    ("/api/session/{id}/report.pdf", &[("GET", Act::Export)]),
    ("/api/session/{id}/report.md", &[("GET", Act::Export)]),
    ("/api/session/{id}/report.json", &[("GET", Act::Export)]),
    ("/api/replay", &[("POST", Act::Write)]),
    ("/api/session/{id}/events", &[("GET", Act::Read)]),
    ("/api/session/{id}/gate", &[("POST", Act::Write)]),
    ("/api/session/{id}/resume", &[("POST", Act::Write)]),
    ("/api/session/{id}/compare", &[("GET", Act::Read)]),
    ("/api/session/{id}/documents", &[("GET", Act::Read), ("POST", Act::Write)]),
    ("/api/check/language", &[("POST", Act::Look)]),
    ("/api/check/answer", &[("POST", Act::Look)]),
    ("/api/corpus", &[("GET", Act::Look), ("POST", Act::Operate)]),
    ("/api/corpus/example", &[("POST", Act::Operate)]),
    ("/api/corpus/compare", &[("GET", Act::Look)]),
    ("/api/corpus/pages/{edition}/{page}", &[("GET", Act::Look)]),
    ("/api/corpus/pages/{edition}/{page}/boxes", &[("GET", Act::Look)]),
    ("/api/corpus/tables/{*node}", &[("GET", Act::Look)]),
    ("/api/research/{tool}", &[("POST", Act::Write)]),
    ("/api/workflows", &[("GET", Act::Read), ("POST", Act::Write)]),
    ("/api/workflows/{id}/run", &[("POST", Act::Write)]),
    ("/api/norms/search_documents", &[("POST", Act::Look)]),
    ("/api/search", &[("GET", Act::Look)]),
    ("/api/openapi.json", &[("GET", Act::Look)]),
    ("/metrics", &[("GET", Act::Operate)]),
    // Server functions.
    ("/fn/start_session", &[("POST", Act::Write)]),
    ("/fn/start_trial", &[("POST", Act::Write)]),
    ("/fn/send_message", &[("POST", Act::Write)]),
    ("/fn/retry_turn", &[("POST", Act::Write)]),
    ("/fn/compose_document", &[("POST", Act::Write)]),
    ("/fn/write_clause", &[("POST", Act::Write)]),
    ("/fn/cancel_turn", &[("POST", Act::Write)]),
    ("/fn/load_session", &[("POST", Act::Read)]),
    ("/fn/load_versions", &[("POST", Act::Read)]),
    ("/fn/load_trace", &[("POST", Act::Read)]),
    ("/fn/list_sessions", &[("POST", Act::Read)]),
    ("/fn/delete_session", &[("POST", Act::Delete)]),
    ("/fn/restore_session", &[("POST", Act::Delete)]),
    ("/fn/compare_versions", &[("POST", Act::Read)]),
    ("/fn/load_comparison", &[("POST", Act::Read)]),
    ("/fn/load_audit", &[("POST", Act::Read)]),
    ("/fn/load_document", &[("POST", Act::Read)]),
    ("/fn/load_sharing", &[("POST", Act::Read)]),
    ("/fn/open_share", &[("POST", Act::Share)]),
    ("/fn/revoke_share", &[("POST", Act::Share)]),
    ("/fn/take_theirs", &[("POST", Act::Write)]),
    ("/fn/rework_step", &[("POST", Act::Write)]),
    ("/fn/load_workflows", &[("POST", Act::Read)]),
    ("/fn/run_sequence", &[("POST", Act::Write)]),
    ("/fn/norms_search", &[("POST", Act::Write)]),
    ("/fn/review_norms", &[("POST", Act::Review)]),
    ("/fn/search_corpus", &[("POST", Act::Look)]),
    ("/fn/load_source", &[("POST", Act::Look)]),
    ("/fn/load_page", &[("POST", Act::Look)]),
    ("/fn/fork_session", &[("POST", Act::Write)]),
    ("/fn/edit_fact", &[("POST", Act::Write)]),
    ("/fn/preview_edit", &[("POST", Act::Read)]),
    ("/fn/recent_sessions", &[("POST", Act::Read)]),
    ("/fn/list_matters", &[("POST", Act::Read)]),
    ("/fn/describe_session", &[("POST", Act::Write)]),
    // Programs that speak the Model Context Protocol.
    (mcp::PATH, &[("GET", Act::Program), ("POST", Act::Program), ("DELETE", Act::Program)]),
];

/// What a request wants to do. Without a route it wants a file of the page or the page that says that there is nothing;
/// `None` for what is not known.
#[must_use]
pub fn act(method: &Method, route: &str, path: &str) -> Option<Act> {
    // A method that a route does not have, and addresses that are none, are refused behind the door.
    if route.is_empty() || path.starts_with("/pkg/") || route == "/api/{*rest}" || route == "/fn/{*name}" {
        return Some(Act::Look);
    }
    if route == mcp::PATH {
        return Some(Act::Program);
    }
    let method = if method == Method::HEAD { "GET" } else { method.as_str() };
    let (_, methods) = all().find(|(known, _)| *known == route)?;
    Some(methods.iter().find(|(known, _)| *known == method).map_or(Act::Look, |(_, act)| *act))
}
