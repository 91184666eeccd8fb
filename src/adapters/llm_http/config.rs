//! What the client needs to know, with the product's limits as defaults.

use crate::adapters::llm_http::secret::Secret;
use crate::runner::ports::{BoxFuture, Sight};
use reqwest::Url;
use std::fmt;
use std::net::IpAddr;
use std::sync::Arc;
use std::time::Duration;

/// Base URL of `OpenRouter`.
pub const OPENROUTER: &str = "https://openrouter.ai/api/v1";
/// The model asked for at `OpenRouter` when none is named.
pub const OPENROUTER_MODEL: &str = "openrouter/auto";

/// Most tokens of an answer from a provider, and from a server of one's own.
const PROVIDER_TOKENS: u32 = 16_384;
const OWN_TOKENS: u32 = 2_048;
/// Time for a whole call to a provider, and to a server of one's own.
const PROVIDER_TOTAL: Duration = Duration::from_secs(300);
const OWN_TOTAL: Duration = Duration::from_secs(90);

/// Images of one question to the model, of one run, their bytes, and the longest side in pixels: small print of a page
/// is still read at this size, and four such pages fit a request.
const SIGHT: Sight = Sight { each: 4, run: 12, bytes: 6 * 1024 * 1024, side: 1600 };

/// Configuration of one client; [`HttpLlmConfig::new`] sets everything but the address to the product's defaults.
#[derive(Debug, Clone)]
pub struct HttpLlmConfig {
    /// Base of the API, e.g. `https://openrouter.ai/api/v1` or `http://127.0.0.1:8089/v1`.
    pub base_url: String,
    /// Sent as a bearer token, if any.
    pub api_key: Option<Secret>,
    /// Model name; `None` = the default of the address.
    pub model: Option<String>,
    /// Only providers without retention and training (`OpenRouter`); nobody fits → refusal, no fallback.
    pub confidential: bool,
    /// Which extensions the server knows; `None` = by the host name.
    pub dialect: Option<Dialect>,
    /// How long to wait for what.
    pub timeouts: Timeouts,
    /// How fast to come back.
    pub pace: Pace,
    /// Largest answer, bytes of text.
    pub reply_cap: usize,
    /// Largest answer, tokens; `None` = the provider's own limit.
    pub max_tokens: Option<u32>,
    /// Whether images are sent.
    pub images: Images,
    /// How many, and how large.
    pub sight: Sight,
}

impl HttpLlmConfig {
    /// A configuration for an address.
    ///
    /// A server of one's own is often slow, and a small model may never find the end of an answer: it gets less
    /// room and less time than a provider, so that a turn ends while its person still waits. It reads a long prompt
    /// before its first byte, so for that it gets all of its time.
    #[must_use]
    pub fn new(base_url: impl Into<String>) -> Self {
        let base_url = base_url.into();
        let provider = parse_base(&base_url).is_ok_and(|base| !is_own(&base));
        let timeouts = match provider {
            true => Timeouts::default(),
            false => Timeouts { total: OWN_TOTAL, first_byte: OWN_TOTAL, ..Timeouts::default() },
        };
        Self {
            base_url,
            api_key: None,
            model: None,
            confidential: false,
            dialect: None,
            timeouts,
            pace: Pace::default(),
            reply_cap: 1024 * 1024,
            max_tokens: Some(if provider { PROVIDER_TOKENS } else { OWN_TOKENS }),
            images: Images::default(),
            sight: SIGHT,
        }
    }
}

/// Whether images go to the model.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Images {
    /// When its server says that it takes them.
    #[default]
    Auto,
    /// Always, until the server refuses them.
    On,
    /// Never.
    Off,
}

/// What a server understands beside the common API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Dialect {
    /// `OpenRouter`: `provider` preferences and `usage.include`.
    OpenRouter,
    /// Anything else, e.g. llama.cpp.
    Plain,
}

impl Dialect {
    /// The dialect of an address.
    #[must_use]
    pub fn of(base: &Url) -> Self {
        match base.host_str() {
            Some(host) if host == "openrouter.ai" || host.ends_with(".openrouter.ai") => Self::OpenRouter,
            _ => Self::Plain,
        }
    }
}

/// Limits of waiting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Timeouts {
    /// For a connection, TLS included.
    pub connect: Duration,
    /// From the start of an attempt to the first byte of the answer's body.
    pub first_byte: Duration,
    /// Between two pieces of an answer.
    pub idle: Duration,
    /// For the whole call, retries and waiting included.
    pub total: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        Self {
            connect: Duration::from_secs(5),
            first_byte: Duration::from_secs(60),
            idle: Duration::from_secs(30),
            total: PROVIDER_TOTAL,
        }
    }
}

/// A way to wait; tests put their own in.
pub type Sleep = Arc<dyn Fn(Duration) -> BoxFuture<'static, ()> + Send + Sync>;

/// Pace of the transport's retries.
#[derive(Clone)]
pub struct Pace {
    /// Most retries of one call.
    pub retries: u32,
    /// Upper bound of the first pause; doubles with each retry.
    pub base: Duration,
    /// Upper bound of every pause.
    pub cap: Duration,
    /// The longest `Retry-After` that is waited for.
    pub longest_wait: Duration,
    /// A random number of [0, 1): full jitter.
    pub jitter: fn() -> f64,
    /// Waits.
    pub sleep: Sleep,
}

impl Default for Pace {
    fn default() -> Self {
        Self {
            retries: 2,
            base: Duration::from_millis(500),
            cap: Duration::from_secs(8),
            longest_wait: Duration::from_secs(30),
            jitter: rand::random::<f64>,
            sleep: Arc::new(|pause| Box::pin(tokio::time::sleep(pause))),
        }
    }
}

impl fmt::Debug for Pace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Pace").field("retries", &self.retries).field("base", &self.base).finish_non_exhaustive()
    }
}

/// Why a client cannot be made: one clear line for the start of the program.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ConfigError {
    /// The address is no http(s) URL, or carries a user, query or fragment.
    #[error("LEGALAGI_LLM_BASE_URL должен быть адресом http(s) без имени пользователя, «?» и «#»")]
    BaseUrl,
    /// The key cannot stand in an HTTP header.
    #[error("LEGALAGI_LLM_API_KEY содержит недопустимые знаки")]
    Key,
    /// The TLS or HTTP library did not start.
    #[error("не удалось подготовить HTTPS-клиент: проверьте системные сертификаты")]
    Client,
}

/// Why there is no model to ask.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// The server has no single model: one must be named.
    #[error("нужно указать LEGALAGI_LLM_MODEL{}", listed(names))]
    Required {
        /// What the server offers, at most ten.
        names: Vec<String>,
    },
    /// The server could not be asked.
    #[error(transparent)]
    Llm(#[from] crate::runner::ports::LlmError),
}

fn listed(names: &[String]) -> String {
    match names {
        [] => ": сервер не назвал ни одной модели".to_owned(),
        names => format!("; сервер предлагает: {}", names.join(", ")),
    }
}

/// Whether a server stands on this machine or in its own network.
fn is_own(base: &Url) -> bool {
    let Some(host) = base.host_str() else { return true };
    let host = host.trim_start_matches('[').trim_end_matches(']');
    match host.parse::<IpAddr>() {
        Ok(IpAddr::V4(ip)) => ip.is_loopback() || ip.is_private() || ip.is_link_local(),
        Ok(IpAddr::V6(ip)) => ip.is_loopback() || ip.is_unique_local() || ip.is_unicast_link_local(),
        // A name without a dot is one of the network's own.
        Err(_) => !host.contains('.') || [".local", ".internal", ".lan"].iter().any(|end| host.ends_with(end)),
    }
}

/// Reads a base URL.
pub(super) fn parse_base(text: &str) -> Result<Url, ConfigError> {
    let url = Url::parse(text.trim().trim_end_matches('/')).map_err(|_| ConfigError::BaseUrl)?;
    let plain = url.username().is_empty() && url.password().is_none() && url.query().is_none();
    if matches!(url.scheme(), "http" | "https") && url.has_host() && plain && url.fragment().is_none() {
        Ok(url)
    } else {
        Err(ConfigError::BaseUrl)
    }
}

/// The address of one endpoint below the base.
pub(super) fn endpoint(base: &Url, path: &str) -> Url {
    let mut url = base.clone();
    url.set_path(&format!("{}/{path}", base.path().trim_end_matches('/')));
    url
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base_urls_are_checked_and_joined() {
        for (base, expected) in [
            ("https://openrouter.ai/api/v1", "https://openrouter.ai/api/v1/models"),
            (" http://127.0.0.1:8089/v1/ ", "http://127.0.0.1:8089/v1/models"),
            ("http://[::1]:80", "http://[::1]/models"),
        ] {
            assert_eq!(endpoint(&parse_base(base).expect(base), "models").as_str(), expected);
        }
        for bad in ["", "openrouter.ai", "ftp://x/y", "http://u:p@x/", "http://x/?a=1", "http://x/#a", "file:///etc"] {
            assert_eq!(parse_base(bad), Err(ConfigError::BaseUrl), "{bad}");
        }
    }

    #[test]
    fn a_server_of_ones_own_gets_less_room_and_time() {
        let of = |base: &str| {
            let config = HttpLlmConfig::new(base);
            (config.max_tokens, config.timeouts.total.as_secs())
        };
        assert_eq!(of(OPENROUTER), (Some(16_384), 300));
        assert_eq!(of("https://api.example.com/v1"), (Some(16_384), 300), "any provider, not one of them");
        for own in [
            "http://127.0.0.1:8089/v1",
            "http://[::1]:1/v1",
            "http://192.168.1.7/v1",
            "http://llm:8000/v1",
            "http://gpu.local/v1",
        ] {
            assert_eq!(of(own), (Some(2_048), 90), "{own}");
        }
        assert_eq!(HttpLlmConfig::new("http://127.0.0.1:1/v1").timeouts.first_byte.as_secs(), 90);
        assert_eq!(of("no address"), (Some(2_048), 90));
    }

    #[test]
    fn only_the_real_host_speaks_openrouter() {
        let of = |text: &str| Dialect::of(&parse_base(text).expect(text));
        assert_eq!(of(OPENROUTER), Dialect::OpenRouter);
        assert_eq!(of("https://eu.openrouter.ai/api/v1"), Dialect::OpenRouter);
        assert_eq!(of("https://notopenrouter.ai/api/v1"), Dialect::Plain);
        assert_eq!(of("http://openrouter.ai.example/v1"), Dialect::Plain);
    }
}
