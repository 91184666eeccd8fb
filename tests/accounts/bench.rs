//! A server with accounts, and browsers that are signed in.

use legalagi::adapters::password;
use legalagi::adapters::store::sessions::Sessions;
use legalagi::model::account::{Account, Matter, Participant, Role, Standing};
use legalagi::server::config::Config;
use legalagi::server::serve::serve_on;
use reqwest::{Client, Method, RequestBuilder};
use serde_json::{Value, json};
use std::thread::JoinHandle;
use std::time::Duration;
use tempfile::TempDir;
use tokio::net::TcpListener;
use tokio::sync::oneshot;

pub(crate) const TOKEN: &str = "a-token-for-programs-of-this-test";
pub(crate) const PASSWORD: &str = "a password of this test";
pub(crate) const LEASE: &str = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";
/// The matter in which everybody with a role works, and the one in which only `owner` and `chief` do.
pub(crate) const OWN: &str = "mat_own";
pub(crate) const FOREIGN: &str = "mat_foreign";

/// A running server. Names of accounts: one for each role; `owner` (reviewer) and `chief` (administrator) work on both
/// matters, `outside` (administrator) on none.
pub(crate) struct Bench {
    pub(crate) base: String,
    pub(crate) client: Client,
    stop: Option<oneshot::Sender<()>>,
    task: Option<JoinHandle<anyhow::Result<()>>>,
    folder: TempDir,
}

fn url(folder: &TempDir) -> String {
    format!("sqlite://{}", folder.path().join("accounts.db").display())
}

async fn people(folder: &TempDir) {
    let sessions = Sessions::open(&url(folder)).await.unwrap();
    let at = || "2026-11-22T10:00:00.000Z".to_owned();
    let hash = password::kept(PASSWORD).unwrap();
    let of_role = Role::ALL.map(|role| (role.as_str(), role));
    let others = [("owner", Role::Reviewer), ("chief", Role::Administrator), ("outside", Role::Administrator)];
    for (name, role) in of_role.into_iter().chain(others) {
        let account = Account { name: name.into(), role, password: hash.clone(), created_at: at(), disabled_at: None };
        sessions.add_account(account).await.unwrap();
    }
    for (id, name) in [(OWN, "Дело своих"), (FOREIGN, "Дело чужих")] {
        sessions.add_matter(Matter { id: id.into(), name: name.into(), created_at: at() }).await.unwrap();
    }
    let member = |matter: &str, account: &str| Participant {
        matter: matter.into(),
        account: account.into(),
        standing: Standing::Member,
        since: at(),
    };
    for role in Role::ALL {
        sessions.stand(member(OWN, role.as_str())).await.unwrap();
    }
    for name in ["owner", "chief"] {
        sessions.stand(member(OWN, name)).await.unwrap();
        sessions.stand(member(FOREIGN, name)).await.unwrap();
    }
    sessions.close().await;
}

/// With accounts.
pub(crate) async fn start() -> Bench {
    let folder = tempfile::tempdir().unwrap();
    people(&folder).await;
    let database = url(&folder);
    let config = Config::read(|name| {
        Some(match name {
            "LEGALAGI_DATABASE_URL" => database.clone(),
            "LEGALAGI_ACCESS_TOKEN" => TOKEN.to_owned(),
            "LEGALAGI_ACCOUNTS" => "on".to_owned(),
            "LEGALAGI_RATE" | "LEGALAGI_RATE_WRITES" => "1000000".to_owned(),
            "LEPTOS_SITE_ROOT" => "public".to_owned(),
            _ => return None,
        })
    })
    .unwrap();
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let base = format!("http://{}", listener.local_addr().unwrap());
    let listener = listener.into_std().unwrap();
    let (stop, stopped) = oneshot::channel::<()>();
    let task = std::thread::spawn(move || {
        let runtime = tokio::runtime::Builder::new_multi_thread().worker_threads(2).enable_all().build().unwrap();
        runtime.block_on(async {
            let stopped = async {
                let _ = stopped.await;
            };
            serve_on(TcpListener::from_std(listener).unwrap(), &config, None, stopped).await
        })
    });
    let client = Client::builder()
        .redirect(reqwest::redirect::Policy::none())
        .timeout(Duration::from_secs(180))
        .build()
        .unwrap();
    Bench { base, client, stop: Some(stop), task: Some(task), folder }
}

/// What is shown at the door.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Key<'a> {
    Nothing,
    Cookie(&'a str),
    Bearer(&'a str),
}

impl Bench {
    pub(crate) fn ask(&self, method: Method, path: &str, key: Key<'_>) -> RequestBuilder {
        let request =
            self.client.request(method, format!("{}{path}", self.base)).header("sec-fetch-site", "same-origin");
        match key {
            Key::Nothing => request,
            Key::Cookie(cookie) => request.header("cookie", cookie),
            Key::Bearer(token) => request.bearer_auth(token),
        }
    }

    /// Status and body.
    pub(crate) async fn get(&self, path: &str, cookie: &str) -> (u16, Value) {
        let response = self.ask(Method::GET, path, Key::Cookie(cookie)).send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or_default())
    }

    /// Status and body.
    pub(crate) async fn send(&self, method: Method, path: &str, cookie: &str, body: &Value) -> (u16, Value) {
        let response = self.ask(method, path, Key::Cookie(cookie)).json(body).send().await.unwrap();
        (response.status().as_u16(), response.json().await.unwrap_or_default())
    }

    /// A plain form; status, where it leads, the page.
    pub(crate) async fn form(&self, path: &str, cookie: &str, fields: &[(&str, &str)]) -> (u16, String, String) {
        let request = self.ask(Method::POST, path, Key::Cookie(cookie)).header("accept", "text/html");
        let form = reqwest::Url::parse_with_params("http://x", fields).unwrap();
        let response = request
            .header("content-type", "application/x-www-form-urlencoded")
            .body(form.query().unwrap_or_default().to_owned())
            .send()
            .await
            .unwrap();
        let to = response.headers().get("location").map_or("", |to| to.to_str().unwrap()).to_owned();
        (response.status().as_u16(), to, response.text().await.unwrap())
    }

    /// What the browser then has: the whole line that sets it, or the status of the refusal.
    pub(crate) async fn typed(&self, name: &str, password: &str) -> Result<String, u16> {
        let form = reqwest::Url::parse_with_params("http://x", [("name", name), ("password", password)]).unwrap();
        let request = self.ask(Method::POST, "/sign-in", Key::Nothing).header("accept", "text/html");
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        let response = request.body(form.query().unwrap().to_owned()).send().await.unwrap();
        match response.headers().get("set-cookie") {
            Some(set) if response.status() == 303 => Ok(set.to_str().unwrap().to_owned()),
            _ => Err(response.status().as_u16()),
        }
    }

    /// The cookie of somebody who signs in.
    pub(crate) async fn sign_in(&self, name: &str) -> String {
        self.typed(name, PASSWORD).await.unwrap().split(';').next().unwrap().to_owned()
    }

    /// Opens a session in a matter, or a common one.
    pub(crate) async fn open(&self, cookie: &str, matter: Option<&str>) -> String {
        let path = matter.map_or_else(|| "/api/session".to_owned(), |matter| format!("/api/session?matter={matter}"));
        let (status, body) = self.send(Method::POST, &path, cookie, &json!({"initial_message": LEASE})).await;
        assert_eq!(status, 201, "{body}");
        body["session_id"].as_str().unwrap().to_owned()
    }

    /// Stops the server; the entries of its audit log.
    pub(crate) async fn close(mut self) -> Vec<Value> {
        let _ = self.stop.take().unwrap().send(());
        let task = self.task.take().unwrap();
        tokio::task::spawn_blocking(move || task.join().unwrap()).await.unwrap().unwrap();
        let sessions = Sessions::open(&url(&self.folder)).await.unwrap();
        sessions.check_trail(&[]).await.unwrap();
        let mut entries = Vec::new();
        loop {
            let page = sessions.trail_after(entries.len() as u64).await.unwrap();
            if page.is_empty() {
                break;
            }
            entries.extend(page.iter().map(|sealed| serde_json::from_str::<Value>(&sealed.body).unwrap()));
        }
        sessions.close().await;
        entries
    }
}
