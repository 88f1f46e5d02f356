//! Requests and messages to the web server, over real connections.

use std::sync::Arc;
use std::time::Duration;

use app_context::{AppContext, CommonArguments};
use futures_util::{SinkExt, StreamExt};
use match_library::Library;
use serde_json::Value;
use tempfile::TempDir;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::{TcpListener, TcpStream};
use tokio::runtime::Runtime;
use tokio::time::timeout;
use tokio_tungstenite::connect_async;
use tokio_tungstenite::tungstenite::Message;
use web_server::{Listener, Server, Settings};

use crate::target::{Answer, Check, must, text};

/// Longer than any answer takes.
const PATIENCE: Duration = Duration::from_secs(15);

/// After this much silence, the server has answered everything.
const QUIET: Duration = Duration::from_millis(20);

/// The same after the last message.
const QUIET_AT_END: Duration = Duration::from_millis(150);

/// The maximum length of an answer in bytes.
const ANSWER_BYTES_MAX: u64 = 16 << 20;

/// The maximum number of messages per input.
const MESSAGES_MAX: usize = 20;

/// A server in this process.
struct Running {
    runtime: Runtime,
    address: std::net::SocketAddr,
    _folder: TempDir,
}

impl Running {
    fn start() -> Result<Self, String> {
        let folder = must("a folder", tempfile::tempdir())?;
        let config = folder.path().join("rival.toml");
        must("a file", std::fs::write(&config, ""))?;
        let common = CommonArguments { config: Some(config), ..CommonArguments::default() };
        let app = AppContext::open(&common).map_err(|failure| format!("{failure:?}"))?;
        // Other tests cover per-client limits. This target covers the readers.
        let settings = Settings {
            matches: usize::MAX >> 1,
            new_matches_per_client: usize::MAX >> 1,
            sockets_per_client: usize::MAX >> 1,
            connections_per_client: usize::MAX >> 1,
            program_matches_per_client: usize::MAX >> 1,
            engine_memory_mib: u64::MAX >> 1,
            engine_memory_mib_per_client: u64::MAX >> 1,
            round_pause: Duration::ZERO,
            ..Settings::default()
        };
        let runtime = must("a runtime", Runtime::new())?;
        let library = must("a library", Library::open(folder.path(), "fuzz"))?;
        let server = must("a server", Server::new(app, settings, Some(library)))?;
        let listener = must("a port", runtime.block_on(TcpListener::bind("127.0.0.1:0")))?;
        let address = must("a port", listener.local_addr())?;
        runtime.spawn(server.serve([Listener::Tcp(listener)], std::future::pending::<()>()));
        let running = Self { runtime, address, _folder: folder };
        // Memory for plugins and books, which load once, must not count toward the first input.
        running.exchange(
            b"GET /api/games/chess:standard HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n",
        )?;
        Ok(running)
    }

    /// Sends bytes, closes the sending direction, and returns everything received.
    fn exchange(&self, bytes: &[u8]) -> Result<String, String> {
        self.runtime.block_on(async {
            let mut stream = must("a connection", TcpStream::connect(self.address).await)?;
            // The server can refuse a request before it has read all of it.
            let _refused = stream.write_all(bytes).await;
            let mut answer = Vec::new();
            let mut limited = (&mut stream).take(ANSWER_BYTES_MAX);
            let read = timeout(PATIENCE, limited.read_to_end(&mut answer)).await;
            let _closed = must("no answer", read)?;
            Ok(String::from_utf8_lossy(&answer).into_owned())
        })
    }

    /// Sends a POST request with a JSON body. Returns the JSON answer.
    fn post(&self, path: &str, body: &str) -> Result<Value, String> {
        let request = format!(
            "POST {path} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\nContent-Length: {}\r\n\r\n{body}",
            body.len()
        );
        let answer = self.exchange(request.as_bytes())?;
        let (_, body) = answer.split_once("\r\n\r\n").ok_or("no answer")?;
        must(&answer, serde_json::from_str(body))
    }

    /// Checks that the server still answers.
    fn check_health(&self) -> Result<(), String> {
        let answer = self
            .exchange(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")?;
        if answer.starts_with("HTTP/1.1 200") { Ok(()) } else { Err(format!("not well: {answer}")) }
    }

    /// Sends messages to a socket. Returns the answer types.
    fn messages(&self, path: &str, messages: &[String]) -> Result<Vec<String>, String> {
        self.runtime.block_on(async {
            let address = format!("ws://{}{path}", self.address);
            let (mut socket, _) = must("a socket", connect_async(address).await)?;
            let mut kinds = Vec::new();
            for (number, message) in (1..).zip(messages) {
                let quiet = if number == messages.len() { QUIET_AT_END } else { QUIET };
                if socket.send(Message::text(message.clone())).await.is_err() {
                    break;
                }
                while let Ok(Some(Ok(answer))) = timeout(quiet, socket.next()).await {
                    let Message::Text(answer) = answer else { continue };
                    let value: Value = must(&answer, serde_json::from_str(&answer))?;
                    let part = |name: &str| value[name].as_str().unwrap_or_default().to_owned();
                    let why = Answer::refused(part("why")).kind;
                    kinds.push(format!("{}{why}", part("type")));
                }
            }
            let _closed = socket.close(None).await;
            kinds.sort();
            kinds.dedup();
            kinds.truncate(6);
            Ok(kinds)
        })
    }
}

/// A check that needs the server.
fn with_server(check: fn(&Running, &[u8]) -> Result<Answer, String>) -> Check {
    let running = Running::start().map(Arc::new);
    Box::new(move |input| {
        let running = running.as_ref().map_err(Clone::clone)?;
        let answer = check(running, input)?;
        running.check_health()?;
        Ok(answer)
    })
}

/// A request: a line with a method and a path, then headers, an empty line, and the body.
pub(super) fn requests() -> Check {
    with_server(|running, input| {
        let end = input.windows(2).position(|pair| pair == b"\n\n").unwrap_or(input.len());
        let (head, body) = (text(&input[..end]), input.get(end + 2..).unwrap_or_default());
        let mut lines = head.lines();
        let first = lines.next().unwrap_or_default();
        let rest: String = lines.flat_map(|line| [line, "\r\n"]).collect();
        let head = format!(
            "{first} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Length: {}\r\n{rest}\r\n",
            body.len()
        );
        let answer = running.exchange(&[head.as_bytes(), body].concat())?;
        let status = answer.split(' ').nth(1).unwrap_or_default().to_owned();
        if status == "500" {
            return Err(format!("the server failed: {answer}"));
        }
        let content = answer.split_once("\r\n\r\n").map_or("", |(_, content)| content);
        if answer.to_lowercase().contains("content-type: application/json") {
            let value: Value = must(&answer, serde_json::from_str(content))?;
            let created = value["match"].as_str().zip(value["director"].as_str());
            if let Some((name, token)) = created.filter(|_| status == "201") {
                let delete = format!(
                    "DELETE /api/matches/{name} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nAuthorization: Bearer {token}\r\n\r\n"
                );
                running.exchange(delete.as_bytes())?;
            }
        }
        let method_and_path: String =
            first.chars().take_while(|sign| *sign != '?').take(40).collect();
        let kind = format!("{status}{method_and_path}{}", Answer::refused(content).kind);
        Ok(if status.starts_with('2') { Answer::accepted(kind) } else { Answer::refused(kind) })
    })
}

/// Messages to a match between two people, one per line. `TOKEN` stands for the first seat's token.
pub(super) fn sockets() -> Check {
    with_server(|running, input| {
        let new = r#"{"game":"tic-tac-toe","seats":[{"kind":"me"},{"kind":"person"}]}"#;
        let made = running.post("/api/matches", new)?;
        let name = made["match"].as_str().ok_or_else(|| format!("no match: {made}"))?;
        let token = token(&made).ok_or_else(|| format!("no token: {made}"))?;
        let messages: Vec<String> = text(input)
            .lines()
            .take(MESSAGES_MAX)
            .map(|line| line.replace("TOKEN", &token))
            .collect();
        let kinds = running.messages(&format!("/api/matches/{name}/socket"), &messages)?;
        let is_accepted = kinds.iter().any(|kind| kind != "error");
        let kind = kinds.join(" ");
        Ok(if is_accepted { Answer::accepted(kind) } else { Answer::refused(kind) })
    })
}

/// The first token in the answer to a new match.
fn token(value: &Value) -> Option<String> {
    match value {
        Value::Object(fields) => {
            let named =
                fields.get("token").or_else(|| fields.get("director")).and_then(Value::as_str);
            named.map(String::from).or_else(|| fields.values().find_map(token))
        }
        Value::Array(values) => values.iter().find_map(token),
        _ => None,
    }
}

/// Messages to a study, one per line.
pub(super) fn studies() -> Check {
    with_server(|running, input| {
        let messages: Vec<String> =
            text(input).lines().take(MESSAGES_MAX).map(String::from).collect();
        let kinds = running.messages("/api/study/socket", &messages)?;
        let is_accepted = kinds.iter().any(|kind| !kind.starts_with("error"));
        let kind = kinds.join(" ");
        Ok(if is_accepted { Answer::accepted(kind) } else { Answer::refused(kind) })
    })
}
