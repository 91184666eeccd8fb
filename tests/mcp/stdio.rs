//! `legalagi mcp` as clients start it: only protocol on standard output, an end when the client leaves.

use crate::client::{STATELESS, initialize};
use crate::process::command;
use serde_json::{Value, json};
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Stdio};

struct Talk {
    child: Child,
    to: Option<ChildStdin>,
    from: BufReader<ChildStdout>,
}

impl Talk {
    fn start(folder: &std::path::Path) -> Self {
        let mut command = command(folder, &[("RUST_LOG", "debug")]);
        command.arg("mcp").stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the program starts");
        let (to, from) = (child.stdin.take(), child.stdout.take().expect("a pipe"));
        Self { child, to, from: BufReader::new(from) }
    }

    fn say(&mut self, message: &Value) {
        let pipe = self.to.as_mut().expect("an open pipe");
        writeln!(pipe, "{message}").expect("written");
    }

    /// The answer to a request; every line before it is a message too.
    fn ask(&mut self, message: &Value) -> Value {
        self.say(message);
        loop {
            let mut line = String::new();
            assert_ne!(self.from.read_line(&mut line).expect("a line"), 0, "the program ended");
            let read: Value = serde_json::from_str(&line).expect("only messages on standard output");
            if read["id"] == message["id"] {
                return read;
            }
        }
    }

    /// Closes the pipe; the program ends by itself, and well.
    fn close(mut self) {
        drop(self.to.take());
        let mut rest = String::new();
        while self.from.read_line(&mut rest).expect("a line") > 0 {}
        assert!(self.child.wait().expect("an end").success());
        assert_eq!(rest, "");
    }
}

fn request(id: u32, method: &str, params: Value) -> Value {
    json!({"jsonrpc": "2.0", "id": id, "method": method, "params": params})
}

#[test]
fn a_session_with_a_handshake() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut talk = Talk::start(folder.path());
    let hello = talk.ask(&initialize());
    assert_eq!(hello["result"]["serverInfo"]["name"], "legalagi");
    talk.say(&json!({"jsonrpc": "2.0", "method": "notifications/initialized"}));
    let list = talk.ask(&request(1, "tools/list", json!({})));
    assert_eq!(list["result"]["tools"].as_array().map(Vec::len), Some(13));
    let call = json!({"name": "classify_intent", "arguments": {"query": "Срок исковой давности?"}});
    let answer = talk.ask(&request(2, "tools/call", call));
    assert_eq!(answer["result"]["structuredContent"]["service"], "legal_research", "{answer}");
    let sources = talk.ask(&request(3, "tools/call", json!({"name": "list_sources", "arguments": {}})));
    assert_eq!(sources["result"]["structuredContent"]["editions"], 0);
    talk.close();
}

#[test]
fn requests_without_a_handshake() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut talk = Talk::start(folder.path());
    let meta = json!({
        "io.modelcontextprotocol/protocolVersion": STATELESS,
        "io.modelcontextprotocol/clientCapabilities": {},
    });
    let found = talk.ask(&request(1, "server/discover", json!({"_meta": meta})));
    let versions = found["result"]["supportedVersions"].as_array().cloned().unwrap_or_default();
    assert!(versions.contains(&json!(STATELESS)) && versions.contains(&json!("2025-11-25")), "{found}");
    let call = json!({"name": "classify_intent", "arguments": {"query": "Вопрос"}, "_meta": meta});
    let answer = talk.ask(&request(2, "tools/call", call));
    assert!(answer["result"]["structuredContent"]["task"].is_string(), "{answer}");
    talk.close();
}
