//! The configured model is asked within its budget.

use crate::bench::request;
use crate::server::{Server, good};
use legalagi::model::ids::SessionId;
use legalagi::runner::ports::LlmError;
use legalagi::server::boot;
use legalagi::server::config::Config;
use serde_json::json;

#[tokio::test]
async fn a_model_is_not_asked_beyond_its_budget() {
    for (name, session) in [("LEGALAGI_LLM_MAX_CALLS_PER_DAY", None), ("LEGALAGI_LLM_MAX_CALLS_PER_SESSION", Some("s"))]
    {
        let server = Server::start(vec![good("{}"), good("{}")]).await;
        let base = server.base.clone();
        let config = Config::read(|variable| match variable {
            "LEGALAGI_LLM_BASE_URL" => Some(base.clone()),
            "LEGALAGI_LLM_MODEL" => Some("m".to_owned()),
            variable if variable == name => Some("1".to_owned()),
            _ => None,
        });
        let config = config.expect("a configuration");
        let llm = boot::within(&config, boot::performer(&config).expect("a client").expect("a model"));
        let mut request = request(json!({"type": "object"}), Vec::new());
        request.session = session.map(SessionId::from);
        assert!(llm.complete(&request, &|_, _| {}).await.is_ok(), "{name}");
        match llm.complete(&request, &|_, _| {}).await {
            Err(LlmError::Unavailable { reason, retry_after }) => {
                assert!(reason.contains(name) && retry_after.is_some(), "{reason}");
            }
            other => panic!("{name}: {other:?}"),
        }
        assert_eq!(server.seen().len(), 1, "{name}");
    }
}
