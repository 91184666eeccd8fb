//! The environment as a typed configuration. The only place that reads it. A bad value stops the start.

use crate::adapters::embeddings::EmbeddingsConfig;
use crate::adapters::llm_budget::{Budget, Spent};
use crate::adapters::llm_by_role;
use crate::adapters::llm_http::config::Images;
use crate::adapters::llm_http::secret::Secret;
use crate::adapters::store::postgres_open::is_postgres;
use crate::adapters::webhooks::WebhookConfig;
use crate::adapters::worker::pool::Options;
use crate::model::trail::Level;
use crate::server::door::options::DoorOptions;
use crate::server::mcp::http::McpOptions;
use crate::server::webhooks;
use std::collections::BTreeMap;
use std::net::SocketAddr;
use std::ops::RangeInclusive;
use std::path::PathBuf;
use std::time::Duration;

/// Default base URL of the model client.
pub const OPENROUTER: &str = "https://openrouter.ai/api/v1";

/// Minutes in which a deleted session can be brought back, unless configured.
pub const TRASH_MINUTES: u32 = 10;

/// Who performs the steps.
#[derive(Debug, Clone)]
pub enum LlmChoice {
    /// No model.
    Builtin,
    /// Any OpenAI-compatible server.
    OpenAi {
        /// Base URL, without a slash at the end.
        base_url: String,
        /// Key, if the server wants one.
        api_key: Option<Secret>,
        /// Model; `None` = the client's default.
        model: Option<String>,
        /// Whether only providers that keep nothing may be used.
        confidential: bool,
        /// Most tokens of one answer; `None` = the client's default.
        max_tokens: Option<u32>,
        /// Time for one answer, retries included; `None` = the client's default.
        timeout: Option<Duration>,
        /// Time to the first byte of an answer, and between two pieces of it; `None` = the client's default.
        patience: (Option<Duration>, Option<Duration>),
        /// Whether page images go to the model.
        images: Images,
        /// Most of them in one run; `None` = the client's default.
        max_images: Option<u32>,
    },
}

/// Everything that can be configured.
#[derive(Debug, Clone)]
pub struct Config {
    /// Where to listen.
    pub addr: SocketAddr,
    /// Where sessions are kept: a URL of SQLite or of PostgreSQL.
    pub database_url: String,
    /// The SQLite URL of sources, and of what stands beside them: that of the sessions where it is a file.
    pub sources_url: String,
    /// Who performs.
    pub llm: LlmChoice,
    /// Models of their own for roles of a mock trial, by the step of the role.
    pub role_models: BTreeMap<&'static str, String>,
    /// What a model may be asked in a day.
    pub llm_budget: Budget,
    /// Folder with prompts laid over the embedded ones.
    pub prompts_dir: Option<PathBuf>,
    /// Selected versions of prompts.
    pub prompt_versions: BTreeMap<String, String>,
    /// Folder with packs instead of the embedded ones.
    pub knowledge_dir: Option<PathBuf>,
    /// Token that every route but `/healthz` needs.
    pub access_token: Option<Secret>,
    /// Folder with the built page; `None` = what `Leptos.toml` or the package says.
    pub site_root: Option<String>,
    /// The model of meaning for searches; `None` = words alone.
    pub embeddings: Option<EmbeddingsConfig>,
    /// Who may ask `/mcp` beside this machine.
    pub mcp: McpOptions,
    /// The processes that read foreign files.
    pub workers: Options,
    /// Minutes in which a deleted session can be brought back.
    pub trash_minutes: u32,
    /// Who is told elsewhere that something happened.
    pub webhooks: Option<WebhookConfig>,
    /// What the audit log notes.
    pub audit: Level,
    /// Days for which it is kept; `None` = for good.
    pub audit_days: Option<u32>,
    /// Whether people come in by accounts of their own.
    pub accounts: bool,
    /// Limits and names of the door.
    pub door: DoorOptions,
}

/// One line that says which variable is wrong and what it should be.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{variable}: {why}")]
pub struct ConfigError {
    /// The variable.
    pub variable: String,
    /// What is wrong with it.
    pub why: String,
}

impl Config {
    /// Reads the environment of the process.
    ///
    /// # Errors
    /// The first bad value.
    #[expect(clippy::disallowed_methods, reason = "the one place that reads the environment")]
    pub fn from_env() -> Result<Self, ConfigError> {
        Self::read(|name| std::env::var(name).ok())
    }

    /// The variable that names the file of sources: that of the sessions where one file holds both.
    #[must_use]
    pub fn sources_variable(&self) -> &'static str {
        if self.sources_url == self.database_url { "LEGALAGI_DATABASE_URL" } else { "LEGALAGI_SOURCES_URL" }
    }

    /// Reads any source of variables; an empty value counts as absent.
    ///
    /// # Errors
    /// The first bad value.
    pub fn read(get: impl Fn(&str) -> Option<String>) -> Result<Self, ConfigError> {
        let get = |name: &str| get(name).map(|value| value.trim().to_owned()).filter(|value| !value.is_empty());
        let bad = |variable: &str, why: &str| ConfigError { variable: variable.into(), why: why.into() };
        let addr = get("LEPTOS_SITE_ADDR").unwrap_or_else(|| "127.0.0.1:3000".into());
        let addr =
            addr.parse().map_err(|_| bad("LEPTOS_SITE_ADDR", "must be an address with a port, e.g. 127.0.0.1:3000"))?;
        let database_url = get("LEGALAGI_DATABASE_URL").unwrap_or_else(|| "sqlite://data/legalagi.db".into());
        if !database_url.starts_with("sqlite:") && !is_postgres(&database_url) {
            let why = "must be sqlite: with a file or postgres: with a database, e.g. sqlite://data/legalagi.db";
            return Err(bad("LEGALAGI_DATABASE_URL", why));
        }
        let sources_url = match get("LEGALAGI_SOURCES_URL") {
            Some(url) if !is_postgres(&database_url) && url != database_url => {
                return Err(bad("LEGALAGI_SOURCES_URL", "stands beside PostgreSQL only: a SQLite file holds both"));
            }
            Some(url) if url.starts_with("sqlite:") => url,
            Some(_) => {
                return Err(bad("LEGALAGI_SOURCES_URL", "must start with sqlite:, e.g. sqlite://data/sources.db"));
            }
            None if is_postgres(&database_url) => "sqlite://data/legalagi.db".into(),
            None => database_url.clone(),
        };
        let prompt_versions = get("LEGALAGI_PROMPT_VERSIONS").map_or(Ok(BTreeMap::new()), |list| {
            list.split(',')
                .map(|pair| {
                    let (base, version) = pair.split_once('=')?;
                    Some((base.trim().to_owned(), version.trim().to_owned()))
                })
                .collect::<Option<_>>()
                .ok_or_else(|| {
                    bad("LEGALAGI_PROMPT_VERSIONS", "must be a list like interpret-step=v2,gate-check-step=v1")
                })
        })?;
        let token = get("LEGALAGI_ACCESS_TOKEN");
        if token.as_ref().is_some_and(|token| token.len() < 16) {
            return Err(bad("LEGALAGI_ACCESS_TOKEN", "must have at least 16 characters"));
        }
        let (llm, role_models) = (llm(&get, &bad)?, role_models(&get, &bad)?);
        if matches!(llm, LlmChoice::Builtin) && !role_models.is_empty() {
            return Err(bad("LEGALAGI_LLM_ROLE_MODELS", "needs a model (LEGALAGI_LLM_BASE_URL or a key)"));
        }
        Ok(Self {
            addr,
            database_url,
            sources_url,
            llm,
            role_models,
            llm_budget: llm_budget(&get, &bad)?,
            prompts_dir: folder(&get, &bad, "LEGALAGI_PROMPTS_DIR")?,
            prompt_versions,
            knowledge_dir: folder(&get, &bad, "LEGALAGI_KNOWLEDGE_DIR")?,
            access_token: token.as_deref().map(Secret::new),
            site_root: get("LEPTOS_SITE_ROOT"),
            embeddings: embeddings(&get, &bad)?,
            workers: workers(&get, &bad)?,
            mcp: McpOptions {
                hosts: names(&get, &bad, "LEGALAGI_MCP_HOSTS", |host| !host.contains(['/', '*']))?,
                origins: names(&get, &bad, "LEGALAGI_MCP_ORIGINS", |origin| {
                    let rest = origin.strip_prefix("http://").or_else(|| origin.strip_prefix("https://"));
                    rest.is_some_and(|rest| !rest.is_empty() && !rest.contains('/'))
                })?,
                conformance: false,
            },
            trash_minutes: number(&get, &bad, "LEGALAGI_TRASH_MINUTES", 0..=525_600)?.unwrap_or(TRASH_MINUTES),
            webhooks: webhooks::read(&get, &bad)?,
            audit: audit(&get, &bad)?,
            audit_days: number(&get, &bad, "LEGALAGI_AUDIT_DAYS", 1..=36_500)?,
            accounts: accounts(&get, &bad)?,
            door: DoorOptions::read(&get, &bad)?,
        })
    }
}

/// Makes an error of a variable.
pub(in crate::server) type Bad<'a> = &'a dyn Fn(&str, &str) -> ConfigError;

fn folder(get: &dyn Fn(&str) -> Option<String>, bad: Bad<'_>, name: &str) -> Result<Option<PathBuf>, ConfigError> {
    let path = get(name).map(PathBuf::from);
    match path {
        Some(path) if !path.is_dir() => Err(bad(name, "must be a folder that exists")),
        path => Ok(path),
    }
}

/// Models by the step of their role.
fn role_models(
    get: &dyn Fn(&str) -> Option<String>,
    bad: Bad<'_>,
) -> Result<BTreeMap<&'static str, String>, ConfigError> {
    const NAME: &str = "LEGALAGI_LLM_ROLE_MODELS";
    let Some(list) = get(NAME) else { return Ok(BTreeMap::new()) };
    let one = |pair: &str| {
        let (role, model) = pair.split_once('=')?;
        let model = model.trim();
        (!model.is_empty()).then_some((llm_by_role::step_of(role.trim())?, model.to_owned()))
    };
    list.split(',').map(one).collect::<Option<_>>().ok_or_else(|| {
        let roles: Vec<&str> = llm_by_role::ROLES.iter().map(|(role, _)| *role).collect();
        bad(NAME, &format!("must be a list like judge=model-a,critic=model-b; roles: {}", roles.join(", ")))
    })
}

/// A list separated by commas, each entry of the right shape.
pub(in crate::server) fn names(
    get: &dyn Fn(&str) -> Option<String>,
    bad: Bad<'_>,
    name: &str,
    fits: fn(&str) -> bool,
) -> Result<Vec<String>, ConfigError> {
    let list: Vec<String> =
        get(name).iter().flat_map(|list| list.split(',')).map(|entry| entry.trim().to_owned()).collect();
    if list.iter().all(|entry| !entry.is_empty() && fits(entry)) {
        return Ok(list);
    }
    let example = if name.ends_with("ORIGINS") { "https://app.example.org:443" } else { "law.example.org" };
    Err(bad(name, &format!("must be a list separated by commas, e.g. {example}")))
}

pub(in crate::server) fn number(
    get: &dyn Fn(&str) -> Option<String>,
    bad: Bad<'_>,
    name: &str,
    range: RangeInclusive<u32>,
) -> Result<Option<u32>, ConfigError> {
    let Some(text) = get(name) else { return Ok(None) };
    let number = text.parse().ok().filter(|number| range.contains(number));
    number.map(Some).ok_or_else(|| {
        let why = format!("must be a whole number from {} to {}", range.start(), range.end());
        bad(name, &why)
    })
}

/// Where tesseract is found is the machine's own: `PATH`, `TESSDATA_PREFIX`.
fn workers(get: &dyn Fn(&str) -> Option<String>, bad: Bad<'_>) -> Result<Options, ConfigError> {
    let usual = Options::default();
    Ok(Options {
        workers: number(get, bad, "LEGALAGI_WORKERS", 1..=256)?.map(|workers| workers as usize),
        memory_mb: number(get, bad, "LEGALAGI_WORKER_MB", 128..=65_536)?.map_or(usual.memory_mb, u64::from),
        seconds: number(get, bad, "LEGALAGI_WORKER_SECONDS", 1..=3_600)?.map_or(usual.seconds, u64::from),
        path: get("PATH").unwrap_or(usual.path),
        languages: get("TESSDATA_PREFIX"),
    })
}

fn audit(get: &dyn Fn(&str) -> Option<String>, bad: Bad<'_>) -> Result<Level, ConfigError> {
    match get("LEGALAGI_AUDIT").as_deref() {
        None | Some("all") => Ok(Level::All),
        Some("changes") => Ok(Level::Changes),
        Some("off") => Ok(Level::Off),
        Some(_) => Err(bad("LEGALAGI_AUDIT", "must be off, changes or all")),
    }
}

fn accounts(get: &dyn Fn(&str) -> Option<String>, bad: Bad<'_>) -> Result<bool, ConfigError> {
    match get("LEGALAGI_ACCOUNTS").as_deref() {
        None | Some("off") => Ok(false),
        Some("on") => Ok(true),
        Some(_) => Err(bad("LEGALAGI_ACCOUNTS", "must be on or off")),
    }
}

fn embeddings(get: &dyn Fn(&str) -> Option<String>, bad: Bad<'_>) -> Result<Option<EmbeddingsConfig>, ConfigError> {
    let Some(base_url) = get("LEGALAGI_EMBEDDINGS_BASE_URL") else { return Ok(None) };
    if !base_url.starts_with("http://") && !base_url.starts_with("https://") {
        return Err(bad("LEGALAGI_EMBEDDINGS_BASE_URL", "must start with http:// or https://"));
    }
    let model = get("LEGALAGI_EMBEDDINGS_MODEL")
        .ok_or_else(|| bad("LEGALAGI_EMBEDDINGS_MODEL", "is needed with LEGALAGI_EMBEDDINGS_BASE_URL"))?;
    let api_key = get("LEGALAGI_EMBEDDINGS_API_KEY").as_deref().map(Secret::new);
    Ok(Some(EmbeddingsConfig { base_url, model, api_key }))
}

fn llm(get: &dyn Fn(&str) -> Option<String>, bad: Bad<'_>) -> Result<LlmChoice, ConfigError> {
    let key = get("LEGALAGI_LLM_API_KEY").or_else(|| get("OPENROUTER_API_KEY"));
    let base = get("LEGALAGI_LLM_BASE_URL");
    let wanted = get("LEGALAGI_LLM");
    let use_model = match wanted.as_deref() {
        Some("builtin") => false,
        Some("openai") => true,
        None => key.is_some() || base.is_some(),
        Some(_) => return Err(bad("LEGALAGI_LLM", "must be builtin or openai")),
    };
    if !use_model {
        return Ok(LlmChoice::Builtin);
    }
    let base_url = base.unwrap_or_else(|| OPENROUTER.into()).trim_end_matches('/').to_owned();
    if !base_url.starts_with("http://") && !base_url.starts_with("https://") {
        return Err(bad("LEGALAGI_LLM_BASE_URL", "must start with http:// or https://"));
    }
    if base_url == OPENROUTER && key.is_none() {
        return Err(bad("LEGALAGI_LLM_API_KEY", "is needed for OpenRouter (or set LEGALAGI_LLM=builtin)"));
    }
    let confidential = match get("LEGALAGI_LLM_CONFIDENTIAL").as_deref() {
        None | Some("0" | "false") => false,
        Some("1" | "true") => true,
        Some(_) => return Err(bad("LEGALAGI_LLM_CONFIDENTIAL", "must be true or false")),
    };
    let images = match get("LEGALAGI_LLM_IMAGES").as_deref() {
        None | Some("auto") => Images::Auto,
        Some("on") => Images::On,
        Some("off") => Images::Off,
        Some(_) => return Err(bad("LEGALAGI_LLM_IMAGES", "must be auto, on or off")),
    };
    Ok(LlmChoice::OpenAi {
        base_url,
        api_key: key.as_deref().map(Secret::new),
        model: get("LEGALAGI_LLM_MODEL"),
        confidential,
        max_tokens: number(get, bad, "LEGALAGI_LLM_MAX_TOKENS", 64..=1_000_000)?,
        timeout: seconds(get, bad, "LEGALAGI_LLM_TIMEOUT")?,
        patience: (seconds(get, bad, "LEGALAGI_LLM_FIRST_BYTE")?, seconds(get, bad, "LEGALAGI_LLM_IDLE")?),
        images,
        max_images: number(get, bad, "LEGALAGI_LLM_MAX_IMAGES", 0..=100)?,
    })
}

fn seconds(get: &dyn Fn(&str) -> Option<String>, bad: Bad<'_>, name: &str) -> Result<Option<Duration>, ConfigError> {
    Ok(number(get, bad, name, 1..=3_600)?.map(|n| Duration::from_secs(n.into())))
}

fn llm_budget(get: &dyn Fn(&str) -> Option<String>, bad: Bad<'_>) -> Result<Budget, ConfigError> {
    let usual = Budget::default();
    let most = |name: &str, usual: u64| -> Result<u64, ConfigError> {
        Ok(number(get, bad, name, 1..=u32::MAX)?.map_or(usual, u64::from))
    };
    Ok(Budget {
        session: Spent {
            calls: most("LEGALAGI_LLM_MAX_CALLS_PER_SESSION", usual.session.calls)?,
            tokens: most("LEGALAGI_LLM_MAX_TOKENS_PER_SESSION", usual.session.tokens)?,
        },
        all: Spent {
            calls: most("LEGALAGI_LLM_MAX_CALLS_PER_DAY", usual.all.calls)?,
            tokens: most("LEGALAGI_LLM_MAX_TOKENS_PER_DAY", usual.all.tokens)?,
        },
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(pairs: &[(&str, &str)]) -> Result<Config, ConfigError> {
        Config::read(|name| pairs.iter().find(|(key, _)| *key == name).map(|(_, value)| (*value).to_owned()))
    }

    #[test]
    fn defaults_need_no_configuration() {
        let config = read(&[]).unwrap();
        assert_eq!(config.addr.to_string(), "127.0.0.1:3000");
        assert_eq!(config.database_url, "sqlite://data/legalagi.db");
        assert!(matches!(config.llm, LlmChoice::Builtin));
    }

    #[test]
    fn a_key_or_a_base_url_selects_the_model() {
        assert!(matches!(read(&[("OPENROUTER_API_KEY", "k")]).unwrap().llm, LlmChoice::OpenAi { .. }));
        let local = read(&[("LEGALAGI_LLM_BASE_URL", "http://127.0.0.1:8089/v1/")]).unwrap();
        assert!(matches!(local.llm, LlmChoice::OpenAi { base_url, .. } if base_url == "http://127.0.0.1:8089/v1"));
        let off = read(&[("OPENROUTER_API_KEY", "k"), ("LEGALAGI_LLM", "builtin")]).unwrap();
        assert!(matches!(off.llm, LlmChoice::Builtin));
    }

    #[test]
    fn images_go_when_the_model_takes_them_unless_said_otherwise() {
        let of = |pairs: &[(&str, &str)]| {
            let mut all = vec![("OPENROUTER_API_KEY", "k")];
            all.extend(pairs);
            match read(&all).unwrap().llm {
                LlmChoice::OpenAi { images, max_images, .. } => (images, max_images),
                LlmChoice::Builtin => panic!("a model"),
            }
        };
        assert_eq!(of(&[]), (Images::Auto, None));
        assert_eq!(of(&[("LEGALAGI_LLM_IMAGES", "off")]), (Images::Off, None));
        assert_eq!(of(&[("LEGALAGI_LLM_IMAGES", "on"), ("LEGALAGI_LLM_MAX_IMAGES", "3")]), (Images::On, Some(3)));
    }

    #[test]
    fn roles_may_have_models_of_their_own() {
        let own = ("LEGALAGI_LLM_ROLE_MODELS", "judge=big/one, critic = small");
        let config = read(&[("OPENROUTER_API_KEY", "k"), own]).unwrap();
        assert_eq!(config.role_models, [("JUDGE", "big/one".to_owned()), ("VERIFY", "small".to_owned())].into());
    }

    #[test]
    fn bad_values_are_named() {
        for (name, value) in [
            ("LEPTOS_SITE_ADDR", "localhost"),
            ("LEGALAGI_DATABASE_URL", "mysql://x"),
            ("LEGALAGI_LLM", "gpt"),
            ("LEGALAGI_LLM_BASE_URL", "ftp://x"),
            ("LEGALAGI_LLM_ROLE_MODELS", "judge=x"),
            ("LEGALAGI_PROMPTS_DIR", "/no/such/folder"),
            ("LEGALAGI_PROMPT_VERSIONS", "v2"),
            ("LEGALAGI_ACCESS_TOKEN", "short"),
            ("LEGALAGI_EMBEDDINGS_BASE_URL", "localhost:8090"),
            ("LEGALAGI_MCP_HOSTS", "https://law.example"),
            ("LEGALAGI_MCP_HOSTS", "a,,b"),
            ("LEGALAGI_MCP_ORIGINS", "law.example"),
            ("LEGALAGI_WORKERS", "0"),
            ("LEGALAGI_WORKER_MB", "16"),
            ("LEGALAGI_WORKER_SECONDS", "0"),
            ("LEGALAGI_TRASH_MINUTES", "soon"),
            ("LEGALAGI_HOSTS", "https://law.example"),
            ("LEGALAGI_TRUSTED_PROXIES", "proxy.example"),
            ("LEGALAGI_TRUSTED_PROXIES", "10.0.0.0/33"),
            ("LEGALAGI_OPEN", "yes"),
            ("LEGALAGI_LLM_MAX_CALLS_PER_SESSION", "0"),
            ("LEGALAGI_LLM_MAX_CALLS_PER_DAY", "many"),
            ("LEGALAGI_LLM_MAX_TOKENS_PER_SESSION", "-1"),
            ("LEGALAGI_LLM_MAX_TOKENS_PER_DAY", "1.5"),
            ("LEGALAGI_MAX_CONNECTIONS", "0"),
            ("LEGALAGI_MAX_STREAMS", "many"),
            ("LEGALAGI_MAX_STREAMS_PER_SESSION", "0"),
            ("LEGALAGI_RATE", "0"),
            ("LEGALAGI_RATE_WRITES", "-1"),
            ("LEGALAGI_REQUEST_SECONDS", "0"),
            ("LEGALAGI_MAX_REQUESTS", "0"),
            ("LEGALAGI_SPOOL_MB", "1"),
            ("LEGALAGI_AUDIT", "yes"),
            ("LEGALAGI_AUDIT_DAYS", "0"),
            ("LEGALAGI_ACCOUNTS", "yes"),
        ] {
            assert_eq!(read(&[(name, value)]).unwrap_err().variable, name);
        }
        for (name, value) in [
            ("LEGALAGI_LLM_MAX_TOKENS", "many"),
            ("LEGALAGI_LLM_MAX_TOKENS", "0"),
            ("LEGALAGI_LLM_ROLE_MODELS", "clerk=x"),
            ("LEGALAGI_LLM_ROLE_MODELS", "judge="),
            ("LEGALAGI_LLM_ROLE_MODELS", "judge"),
            ("LEGALAGI_LLM_TIMEOUT", "-1"),
            ("LEGALAGI_LLM_TIMEOUT", "1e9"),
            ("LEGALAGI_LLM_FIRST_BYTE", "0"),
            ("LEGALAGI_LLM_IDLE", "soon"),
            ("LEGALAGI_LLM_CONFIDENTIAL", "maybe"),
            ("LEGALAGI_LLM_IMAGES", "yes"),
            ("LEGALAGI_LLM_MAX_IMAGES", "101"),
        ] {
            assert_eq!(read(&[("OPENROUTER_API_KEY", "k"), (name, value)]).unwrap_err().variable, name);
        }
        let hook = ("LEGALAGI_WEBHOOK_URLS", "https://hooks.example.org/in");
        assert_eq!(read(&[hook]).unwrap_err().variable, "LEGALAGI_WEBHOOK_SECRET");
        let key = ("LEGALAGI_WEBHOOK_SECRET", "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw");
        assert!(read(&[hook, key]).unwrap().webhooks.is_some());
        for (name, value) in [("LEGALAGI_WEBHOOK_EVENTS", "test"), ("LEGALAGI_WEBHOOK_PRIVATE", "yes")] {
            assert_eq!(read(&[hook, key, (name, value)]).unwrap_err().variable, name);
        }
        let plain = read(&[("LEGALAGI_WEBHOOK_URLS", "http://hooks.example.org"), key]);
        assert_eq!(plain.unwrap_err().variable, "LEGALAGI_WEBHOOK_URLS");
        let half = read(&[("LEGALAGI_EMBEDDINGS_BASE_URL", "http://127.0.0.1:8090/v1")]);
        assert_eq!(half.unwrap_err().variable, "LEGALAGI_EMBEDDINGS_MODEL");
        assert_eq!(read(&[("LEGALAGI_LLM", "openai")]).unwrap_err().variable, "LEGALAGI_LLM_API_KEY");
    }

    #[test]
    fn secrets_never_show() {
        let config =
            read(&[("OPENROUTER_API_KEY", "sk-canary-123"), ("LEGALAGI_ACCESS_TOKEN", "canary-token-0123456789")]);
        let shown = format!("{:?}", config.unwrap());
        assert!(!shown.contains("canary"), "{shown}");
    }
}
