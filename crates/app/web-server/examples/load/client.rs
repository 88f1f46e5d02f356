//! Sends requests and opens sockets.

use std::time::{Duration, Instant};

use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use serde_json::Value;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::net::TcpStream;
use tokio::sync::mpsc;
use tokio::time::timeout;
use tokio_tungstenite::tungstenite::{Message, Utf8Bytes};
use tokio_tungstenite::{MaybeTlsStream, WebSocketStream, connect_async};

use crate::AnyError;

/// Longer than any response should take.
const PATIENCE: Duration = Duration::from_secs(30);

/// Posts a request.
///
/// # Errors
/// If the server refuses the request.
pub(crate) async fn post(address: &str, path: &str, body: &Value) -> Result<Value, AnyError> {
    let body = body.to_string();
    let request = format!(
        "POST {path} HTTP/1.1\r\nHost: {address}\r\nConnection: close\r\nContent-Type: application/json\r\n\
         Content-Length: {}\r\n\r\n{body}",
        body.len()
    );
    let mut stream = TcpStream::connect(address).await?;
    stream.write_all(request.as_bytes()).await?;
    let mut answer = String::new();
    timeout(PATIENCE, stream.read_to_string(&mut answer)).await??;
    let (head, body) = answer.split_once("\r\n\r\n").ok_or("an answer without a body")?;
    if !head.starts_with("HTTP/1.1 2") {
        return Err(format!("{path}: {body}").into());
    }
    Ok(serde_json::from_str(body)?)
}

/// A client in a match. The client reads continuously and thus answers the server's heartbeats.
#[derive(Debug)]
pub(crate) struct Socket {
    sink: SplitSink<WebSocketStream<MaybeTlsStream<TcpStream>>, Message>,
    texts: mpsc::UnboundedReceiver<(Instant, Utf8Bytes)>,
}

impl Socket {
    /// Connects to a match with these tokens.
    ///
    /// # Errors
    /// If the server refuses the connection.
    pub(crate) async fn open(address: &str, name: &str, tokens: &[&str]) -> Result<Self, AnyError> {
        let (stream, _answer) =
            connect_async(format!("ws://{address}/api/matches/{name}/socket")).await?;
        let (sink, mut stream) = stream.split();
        let (sender, texts) = mpsc::unbounded_channel();
        tokio::spawn(async move {
            while let Some(Ok(message)) = stream.next().await {
                let Message::Text(text) = message else { continue };
                // The game may be over.
                let _gone = sender.send((Instant::now(), text));
            }
        });
        let mut socket = Self { sink, texts };
        socket.send(&serde_json::json!({"type": "hello", "tokens": tokens})).await?;
        Ok(socket)
    }

    /// Sends a message.
    ///
    /// # Errors
    /// If the socket is closed.
    pub(crate) async fn send(&mut self, message: &Value) -> Result<(), AnyError> {
        Ok(self.sink.send(Message::text(message.to_string())).await?)
    }

    /// Waits for the next message that contains `part`. Returns its arrival time and text.
    ///
    /// # Errors
    /// If the socket is closed or no such message arrives.
    pub(crate) async fn until(&mut self, part: &str) -> Result<(Instant, Utf8Bytes), AnyError> {
        let wait = async {
            loop {
                let (at, text) = self.texts.recv().await.ok_or("the server has closed a socket")?;
                if text.contains(part) {
                    return Ok((at, text));
                }
            }
        };
        timeout(PATIENCE, wait).await.map_err(|_late| format!("no {part} in {PATIENCE:?}"))?
    }
}
