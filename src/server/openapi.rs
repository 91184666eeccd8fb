//! `GET /api/openapi.json` (OpenAPI 3.1).

use axum::http::header;
use axum::response::IntoResponse;

/// The document; a test compares it with the table of routes.
pub const TEXT: &str = include_str!("../../schemas/openapi.json");

/// Serves the document.
pub async fn document() -> impl IntoResponse {
    ([(header::CONTENT_TYPE, "application/json")], TEXT)
}

#[cfg(test)]
mod tests {
    use crate::server::router::api;
    use serde_json::Value;

    #[test]
    fn every_route_is_described_and_nothing_else() {
        let document: Value = serde_json::from_str(super::TEXT).unwrap();
        let paths = document["paths"].as_object().unwrap();
        for (path, methods) in &api() {
            let described = paths.get(*path).unwrap_or_else(|| panic!("{path} is not described"));
            for method in methods {
                assert!(described[method]["responses"].is_object(), "{method} {path}");
            }
        }
        let known: Vec<&str> = api().into_iter().map(|(path, _)| path).collect();
        assert!(paths.keys().all(|path| known.contains(&path.as_str())), "{:?}", paths.keys());
    }
}
