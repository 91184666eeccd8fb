//! HTTP as one request per connection over a plain socket: nothing here waits but for the server.

use serde_json::{Value, json};
use std::io::{Error, Read, Result, Write};
use std::net::TcpStream;
use std::time::{Duration, Instant};

const LEASE: &str = "Хочу сдать в аренду Lada Vesta 2021 года на 6 месяцев за 30 000 рублей в месяц";
/// What an ordinary person says next.
const SAID: [&str; 5] = [
    "Залог 30 000 рублей, страховка ОСАГО есть.",
    "Арендатор — физическое лицо, пробег не больше 2 000 км в месяц.",
    "Передаём машину 1 декабря 2026 года в Москве.",
    "Плата вносится до 5 числа каждого месяца.",
    "Ремонт за счёт арендодателя.",
];
/// Longer than anybody waits.
const PATIENCE: Duration = Duration::from_secs(60);

/// A request as bytes.
pub(crate) fn request(method: &str, path: &str, kind: &str, body: &[u8]) -> Vec<u8> {
    let head = format!(
        "{method} {path} HTTP/1.1\r\nhost: 127.0.0.1\r\nsec-fetch-site: same-origin\r\nconnection: close\r\n\
         content-type: {kind}\r\ncontent-length: {}\r\n\r\n",
        body.len()
    );
    [head.as_bytes(), body].concat()
}

/// Sends a request and reads the whole answer: status and body.
pub(crate) fn ask(address: &str, request: &[u8], patience: Duration) -> Result<(u16, String)> {
    let mut stream = TcpStream::connect(address)?;
    stream.set_read_timeout(Some(patience))?;
    stream.set_write_timeout(Some(patience))?;
    stream.write_all(request)?;
    let mut out = Vec::new();
    stream.read_to_end(&mut out)?;
    let text = String::from_utf8_lossy(&out).into_owned();
    let status = text.get(9..12).and_then(|status| status.parse().ok()).ok_or_else(|| Error::other("no answer"))?;
    let body = text.split_once("\r\n\r\n").map_or(String::new(), |(_, body)| body.to_owned());
    Ok((status, body))
}

pub(crate) fn post(address: &str, path: &str, body: &Value, patience: Duration) -> Result<(u16, String)> {
    ask(address, &request("POST", path, "application/json", body.to_string().as_bytes()), patience)
}

/// The first id in an answer; bodies may come in chunks, whose lengths stand between.
pub(crate) fn named<'a>(body: &'a str, key: &str) -> Option<&'a str> {
    let (_, rest) = body.split_once(&format!("\"{key}\":\""))?;
    rest.split('"').next()
}

pub(crate) fn open(address: &str) -> Result<String> {
    let (status, body) = post(address, "/api/session", &json!({"initial_message": LEASE}), PATIENCE)?;
    let id = named(&body, "session_id").map(str::to_owned);
    id.filter(|_| status == 201).ok_or_else(|| Error::other(format!("{status} {body}")))
}

/// One ordinary turn.
pub(crate) fn turn(address: &str, session: &str) -> Result<()> {
    said(address, session, SAID[0])
}

fn said(address: &str, session: &str, words: &str) -> Result<()> {
    let (status, body) = post(address, &format!("/api/session/{session}"), &json!({"message": words}), PATIENCE)?;
    if status == 200 { Ok(()) } else { Err(Error::other(format!("{status} {body}"))) }
}

pub(crate) fn health(address: &str) -> Result<()> {
    let (status, body) = ask(address, &request("GET", "/healthz", "text/plain", b""), PATIENCE)?;
    if status == 200 { Ok(()) } else { Err(Error::other(format!("{status} {body}"))) }
}

/// Milliseconds of something; not a number when it failed.
pub(crate) fn timed(what: impl FnOnce() -> Result<()>) -> f64 {
    let begun = Instant::now();
    match what() {
        Ok(()) => begun.elapsed().as_secs_f64() * 1000.0,
        Err(error) => {
            eprintln!("siege: {error}");
            f64::NAN
        }
    }
}

/// What ordinary people felt.
#[derive(Default)]
pub(crate) struct Felt {
    pub(crate) health: Vec<f64>,
    pub(crate) turns: Vec<f64>,
    pub(crate) failed: usize,
}

/// Asks like two ordinary people for a while: one looks every 50 ms, one talks.
pub(crate) fn felt(address: &str, during: Duration) -> Felt {
    let end = Instant::now() + during;
    let (health, turns) = std::thread::scope(|scope| {
        let looks = scope.spawn(|| {
            let mut all = Vec::new();
            while Instant::now() < end {
                all.push(timed(|| health(address)));
                std::thread::sleep(Duration::from_millis(50));
            }
            all
        });
        let talks = scope.spawn(|| {
            let mut all = Vec::new();
            let mut session = String::new();
            while Instant::now() < end {
                let at = all.len() % SAID.len();
                if at == 0 {
                    session = open(address).unwrap_or_default();
                }
                all.push(timed(|| said(address, &session, SAID[at])));
                std::thread::sleep(Duration::from_millis(100));
            }
            all
        });
        (looks.join().unwrap_or_default(), talks.join().unwrap_or_default())
    });
    let failed = health.iter().chain(&turns).filter(|time| time.is_nan()).count();
    let sound = |mut all: Vec<f64>| {
        all.retain(|time| !time.is_nan());
        all.sort_by(f64::total_cmp);
        all
    };
    Felt { health: sound(health), turns: sound(turns), failed }
}

/// The figure below which this share of sorted figures lies.
pub(crate) fn share(sorted: &[f64], part: f64) -> f64 {
    let at = (sorted.len() as f64 * part).ceil() as usize;
    sorted.get(at.clamp(1, sorted.len().max(1)) - 1).copied().unwrap_or(f64::NAN)
}
