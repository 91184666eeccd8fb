//! What can be configured of notices to programs elsewhere.

use crate::adapters::webhooks::sign::Key;
use crate::adapters::webhooks::{Sender, WebhookConfig};
use crate::model::webhook::Kind;
use crate::server::config::{Bad, ConfigError};

/// Reads any source of variables; `None` without receivers.
///
/// # Errors
/// The first bad value.
pub(in crate::server) fn read(
    get: &dyn Fn(&str) -> Option<String>,
    bad: Bad<'_>,
) -> Result<Option<WebhookConfig>, ConfigError> {
    let Some(urls) = get("LEGALAGI_WEBHOOK_URLS") else { return Ok(None) };
    let private = match get("LEGALAGI_WEBHOOK_PRIVATE").as_deref() {
        None | Some("0" | "false") => false,
        Some("1" | "true") => true,
        Some(_) => return Err(bad("LEGALAGI_WEBHOOK_PRIVATE", "must be 1 or 0")),
    };
    let secret = get("LEGALAGI_WEBHOOK_SECRET").unwrap_or_default();
    let key = Key::parse(&secret).ok_or_else(|| {
        bad(
            "LEGALAGI_WEBHOOK_SECRET",
            "must be whsec_ with 24 to 64 bytes as base64: echo whsec_$(openssl rand -base64 32)",
        )
    })?;
    let kinds = match get("LEGALAGI_WEBHOOK_EVENTS") {
        None => Kind::ALL.into(),
        Some(list) => {
            let kind = |word: &str| Kind::parse(word.trim()).filter(|kind| Kind::ALL.contains(kind));
            let read = list.split(',').map(kind).collect::<Option<_>>();
            read.ok_or_else(|| bad("LEGALAGI_WEBHOOK_EVENTS", "must be a list of ready, signed_off, round_end"))?
        }
    };
    let urls = urls.split(',').map(|url| url.trim().to_owned()).collect();
    let config = WebhookConfig { urls, key, private, kinds };
    match Sender::new(&config) {
        Ok(_) => Ok(Some(config)),
        Err(why) => Err(bad("LEGALAGI_WEBHOOK_URLS", &why.to_string())),
    }
}
