//! A test server, and clients that send requests to it.

use std::net::SocketAddr;
use std::path::Path;
use std::time::Duration;

use app_context::{AppContext, CommonArguments};
use futures_util::{SinkExt, StreamExt};
use match_library::Library;
use serde_json::{Value, json};
use tokio::io::{AsyncRead, AsyncReadExt, AsyncWrite, AsyncWriteExt};
use tokio::net::{TcpListener, TcpSocket, TcpStream};
use tokio::sync::oneshot;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::Message;
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};
use web_server::{Listener, OwnerToken, Server, Settings};

/// Longer than any response takes.
pub(crate) const PATIENCE: Duration = Duration::from_mins(1);

/// A server that runs as long as the test's runtime. Includes the owner's secrets.
#[derive(Clone, Copy, Debug)]
pub(crate) struct TestServer {
    pub(crate) address: SocketAddr,
    /// The owner's token.
    pub(crate) token: &'static str,
}

/// The response to a request.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    pub(crate) headers: String,
    pub(crate) text: String,
}

impl Answer {
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.text).unwrap()
    }

    /// The sentence in an error response.
    pub(crate) fn error(&self) -> String {
        self.json()["error"].as_str().unwrap().into()
    }
}

impl TestServer {
    /// Starts a server that plays rounds without pauses.
    pub(crate) async fn start() -> Self {
        Self::with(Settings { round_pause: Duration::ZERO, ..Settings::default() }).await
    }

    pub(crate) async fn with(settings: Settings) -> Self {
        Self::keeping(settings, None).await.0
    }

    /// Starts a server that saves its matches in this folder and listens on a free port. Also returns the stop handle.
    pub(crate) async fn keeping(
        settings: Settings,
        kept: Option<&Path>,
    ) -> (Self, oneshot::Sender<()>) {
        Self::listening(settings, kept, Vec::new()).await
    }

    /// Like [`keeping`](Self::keeping), with additional listeners.
    pub(crate) async fn listening(
        settings: Settings,
        kept: Option<&Path>,
        listeners: Vec<Listener>,
    ) -> (Self, oneshot::Sender<()>) {
        Self::configured(settings, "", kept, listeners).await
    }

    /// Like [`listening`](Self::listening), with this configuration, which can contain engines.
    pub(crate) async fn configured(
        settings: Settings,
        text: &str,
        kept: Option<&Path>,
        mut listeners: Vec<Listener>,
    ) -> (Self, oneshot::Sender<()>) {
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("rival.toml");
        std::fs::write(&config, text).unwrap();
        let common = CommonArguments {
            config: Some(config),
            allow_engines: true,
            ..CommonArguments::default()
        };
        let library = kept.map(|folder| Library::open(folder, "rival-web").unwrap());
        let (owner, token) = OwnerToken::generate();
        let settings = Settings { owner: Some(owner), ..settings };
        let server = Server::new(AppContext::open(&common).unwrap(), settings, library).unwrap();
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let address = listener.local_addr().unwrap();
        let (stop, stopped) = oneshot::channel();
        let ending = async {
            if stopped.await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        listeners.push(Listener::Tcp(listener));
        tokio::spawn(server.serve(listeners, ending));
        (Self { address, token: token.leak() }, stop)
    }

    /// The header line that identifies the owner's browser.
    pub(crate) fn owner(self) -> String {
        format!("Cookie: rival-owner-{}={}\r\n", self.address.port(), self.token)
    }

    /// Sends a raw request, with `HOST` replaced by the server's own address. Without the owner's header, the request
    /// is a stranger's.
    pub(crate) async fn raw(self, request: &str) -> Answer {
        let stream = TcpStream::connect(self.address).await.unwrap();
        self.ask(stream, request).await
    }

    /// Like [`raw`](Self::raw), over this connection.
    pub(crate) async fn ask(
        self,
        mut stream: impl AsyncRead + AsyncWrite + Unpin,
        request: &str,
    ) -> Answer {
        let request = request.replace("HOST", &self.address.to_string());
        stream.write_all(request.as_bytes()).await.unwrap();
        let mut bytes = Vec::new();
        timeout(PATIENCE, stream.read_to_end(&mut bytes)).await.unwrap().unwrap();
        let text = String::from_utf8_lossy(&bytes).into_owned();
        let (headers, body) = text.split_once("\r\n\r\n").unwrap();
        let status = headers.split(' ').nth(1).unwrap().parse().unwrap();
        Answer { status, headers: headers.to_lowercase(), text: body.into() }
    }

    /// Connects from this network address, which must belong to this computer.
    pub(crate) async fn connection_from(self, address: &str) -> TcpStream {
        let socket = TcpSocket::new_v4().unwrap();
        socket.bind(SocketAddr::new(address.parse().unwrap(), 0)).unwrap();
        socket.connect(self.address).await.unwrap()
    }

    pub(crate) async fn get(self, path: &str) -> Answer {
        let owner = self.owner();
        let head = format!("GET {path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n{owner}");
        self.raw(&format!("{head}\r\n")).await
    }

    pub(crate) async fn post(self, path: &str, body: &Value) -> Answer {
        self.post_with("", path, body).await
    }

    /// Sends a POST request with a token.
    pub(crate) async fn post_as(self, token: &str, path: &str, body: &Value) -> Answer {
        self.post_with(&format!("Authorization: Bearer {token}\r\n"), path, body).await
    }

    async fn post_with(self, header: &str, path: &str, body: &Value) -> Answer {
        let body = body.to_string();
        let length = body.len();
        let owner = self.owner();
        let head =
            format!("POST {path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n{owner}{header}");
        let kind = "Content-Type: application/json";
        self.raw(&format!("{head}{kind}\r\nContent-Length: {length}\r\n\r\n{body}")).await
    }

    /// Sends a DELETE request with a token, or without a token if `token` is empty.
    pub(crate) async fn delete_as(self, token: &str, path: &str) -> Answer {
        let right = match token {
            "" => String::new(),
            token => format!("Authorization: Bearer {token}\r\n"),
        };
        let head = format!("DELETE {path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n{right}");
        self.raw(&format!("{head}\r\n")).await
    }

    /// Creates a match.
    pub(crate) async fn make(self, request: &Value) -> Value {
        let answer = self.post("/api/matches", request).await;
        assert_eq!(answer.status, 201, "{}", answer.text);
        answer.json()
    }

    /// Connects to a match with these tokens.
    pub(crate) async fn join(self, name: &Value, tokens: &[&Value]) -> Socket {
        let mut socket = self.connect(name.as_str().unwrap()).await;
        socket.send(&json!({"type": "hello", "tokens": tokens})).await;
        socket
    }

    /// Connects to a match without sending anything.
    pub(crate) async fn connect(self, name: &str) -> Socket {
        self.socket(&format!("/api/matches/{name}/socket")).await
    }

    /// Connects to the socket at this path.
    pub(crate) async fn socket(self, path: &str) -> Socket {
        let address = format!("ws://{}{path}", self.address);
        Socket { stream: connect_async(address).await.unwrap().0, asked: None, plies: 0 }
    }
}

/// A match socket.
#[derive(Debug)]
pub(crate) struct Socket {
    stream: WebSocketStream<MaybeTlsStream<TcpStream>>,
    /// The number of moves when this client was last asked for a move.
    asked: Option<u64>,
    /// The number of moves.
    plies: u64,
}

impl Socket {
    pub(crate) async fn send(&mut self, message: &Value) {
        self.send_text(message.to_string()).await;
    }

    pub(crate) async fn send_text(&mut self, text: String) {
        self.stream.send(Message::text(text)).await.unwrap();
    }

    /// The next message; `None` if the socket is closed.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        timeout(PATIENCE, self.read()).await.unwrap()
    }

    async fn read(&mut self) -> Option<Value> {
        loop {
            match self.stream.next().await? {
                Ok(Message::Text(text)) => {
                    let message = serde_json::from_str(&text).unwrap();
                    self.note(&message);
                    return Some(message);
                }
                Ok(Message::Close(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
    }

    /// Waits for the next message that satisfies the predicate.
    pub(crate) async fn until(&mut self, is_meant: impl Fn(&Value) -> bool) -> Value {
        let meant = async {
            loop {
                let message = self.read().await.unwrap();
                if is_meant(&message) {
                    return message;
                }
            }
        };
        timeout(PATIENCE, meant).await.unwrap()
    }

    /// Sends a message repeatedly until the server closes the socket. Returns the server's reason.
    pub(crate) async fn flood(self, message: &Value) -> Value {
        let (mut sink, stream) = self.stream.split();
        let mut reader = Box::pin(stream.filter_map(async |received| {
            let message: Value = serde_json::from_str(received.ok()?.to_text().ok()?).ok()?;
            (message["type"] == "error").then(|| message["why"].clone())
        }));
        let text = message.to_string();
        let send = async {
            while sink.send(Message::text(text.clone())).await.is_ok() {}
            std::future::pending().await
        };
        let told = async {
            tokio::select! {
                why = reader.next() => why.unwrap(),
                never = send => never,
            }
        };
        timeout(PATIENCE, told).await.unwrap()
    }

    /// The next event with this name.
    pub(crate) async fn event(&mut self, name: &str) -> Value {
        self.until(|message| message["event"] == name).await
    }

    /// Sends a command and waits for the answer.
    pub(crate) async fn command(&mut self, id: u64, command: Value) -> Value {
        self.send(&json!({"type": "command", "id": id, "command": command})).await;
        self.until(|message| {
            message["id"] == id && (message["type"] == "done" || message["type"] == "refused")
        })
        .await
    }

    fn note(&mut self, message: &Value) {
        let moves = message["moves"].as_array().or(message["table"]["moves"].as_array());
        let is_move = message["event"] == "move_played" || message["event"] == "chance_decided";
        if let Some(moves) = moves {
            self.plies = moves.len() as u64;
        } else if is_move {
            self.plies = message["ply"].as_u64().unwrap();
        }
        if message["event"] == "input_requested" || message["table"]["prompt"].is_object() {
            self.asked = Some(self.plies);
        }
    }

    /// Waits until the server asks a player for a move after this many moves.
    pub(crate) async fn until_asked(&mut self, plies: u64) {
        let asked = async {
            while self.asked != Some(plies) {
                self.read().await.unwrap();
            }
        };
        timeout(PATIENCE, asked).await.unwrap();
    }
}
