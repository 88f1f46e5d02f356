//! Upgrades a request to a WebSocket. axum validates the request, but its sockets are not used, because each holds a
//! buffer as long as the longest message sent. For ten thousand sockets, these buffers would need more memory than all
//! matches.

use std::future::Future;
use std::io::{self, IoSlice};

use axum::body::{Body, Bytes};
use axum::extract::FromRequestParts;
use axum::extract::ws::WebSocketUpgrade;
use axum::http::header::{CONNECTION, SEC_WEBSOCKET_ACCEPT, SEC_WEBSOCKET_KEY, UPGRADE};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse, Response};
use futures_util::{SinkExt, StreamExt};
use hyper::upgrade::{OnUpgrade, Upgraded};
use hyper_util::rt::TokioIo;
use tokio::io::AsyncWriteExt;
use tokio_tungstenite::WebSocketStream;
use tokio_tungstenite::tungstenite::handshake::derive_accept_key;
use tokio_tungstenite::tungstenite::protocol::{Role, WebSocketConfig};
use tokio_tungstenite::tungstenite::{self, Message};
use tracing::debug;

use crate::error::Refused;

/// The first byte of a text message in a single frame (RFC 6455, 5.2).
const WHOLE_TEXT: u8 = 0x81;

/// A validated WebSocket request.
#[derive(Debug)]
pub(crate) struct Upgrade {
    on_upgrade: OnUpgrade,
    accept_key: HeaderValue,
}

/// The maximum length of a client message, and the read buffer size. With the default of 128 kB, ten thousand sockets
/// would need more than a gigabyte.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Bounds {
    pub(crate) message_bytes_max: usize,
    pub(crate) read_bytes: usize,
}

/// A WebSocket.
#[derive(Debug)]
pub(crate) struct Socket(WebSocketStream<TokioIo<Upgraded>>);

impl<S: Send + Sync> FromRequestParts<S> for Upgrade {
    type Rejection = Response;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Self, Response> {
        let on_upgrade = parts.extensions.get::<OnUpgrade>().cloned();
        let key = parts.headers.get(SEC_WEBSOCKET_KEY).cloned();
        let checked = WebSocketUpgrade::from_request_parts(parts, state).await;
        let _request = checked.map_err(IntoResponse::into_response)?;
        let accept_key = key.and_then(|key| derive_accept_key(key.as_bytes()).parse().ok());
        let (Some(on_upgrade), Some(accept_key)) = (on_upgrade, accept_key) else {
            return Err(
                Refused::bad("cannot upgrade the connection to a WebSocket").into_response()
            );
        };
        Ok(Self { on_upgrade, accept_key })
    }
}

impl Upgrade {
    /// Accepts the request. Serves the socket once it is established.
    pub(crate) fn accept<F: Future<Output = ()> + Send>(
        self,
        bounds: Bounds,
        serve: impl FnOnce(Socket) -> F + Send + 'static,
    ) -> Response {
        let Self { on_upgrade, accept_key } = self;
        tokio::spawn(async move {
            match on_upgrade.await {
                Ok(upgraded) => serve(Socket::new(upgraded, bounds).await).await,
                Err(error) => debug!(%error, "client disconnected before its socket opened"),
            }
        });
        let headers = [
            (CONNECTION, HeaderValue::from_static("upgrade")),
            (UPGRADE, HeaderValue::from_static("websocket")),
            (SEC_WEBSOCKET_ACCEPT, accept_key),
        ];
        (StatusCode::SWITCHING_PROTOCOLS, headers, Body::empty()).into_response()
    }
}

impl Socket {
    async fn new(upgraded: Upgraded, bounds: Bounds) -> Self {
        let config = WebSocketConfig::default()
            .max_message_size(Some(bounds.message_bytes_max))
            .max_frame_size(Some(bounds.message_bytes_max))
            .read_buffer_size(bounds.read_bytes)
            .write_buffer_size(0);
        let io = TokioIo::new(upgraded);
        Self(WebSocketStream::from_raw_socket(io, Role::Server, Some(config)).await)
    }

    /// The next message; `None` if the client has disconnected. Dropping this future loses no messages.
    pub(crate) async fn receive(&mut self) -> Option<Message> {
        self.0.next().await?.ok()
    }

    /// Sends a short message.
    ///
    /// # Errors
    /// If the client has disconnected.
    pub(crate) async fn send(&mut self, message: Message) -> Result<(), tungstenite::Error> {
        self.0.send(message).await
    }

    /// Sends a shared text message. Many sockets can send the same message without copying it.
    ///
    /// # Errors
    /// If the client has disconnected.
    pub(crate) async fn send_text(&mut self, text: Bytes) -> Result<(), tungstenite::Error> {
        // Flush a pending pong first, because frames can't be interleaved.
        self.0.flush().await?;
        let (header, len) = header_of(text.len());
        write_both(self.0.get_mut(), &header[..len], &text).await?;
        Ok(())
    }
}

/// The frame header for a text message of this length, and the header's length.
fn header_of(len: usize) -> ([u8; 10], usize) {
    let mut header = [0; 10];
    header[0] = WHOLE_TEXT;
    if let Ok(short) = u8::try_from(len)
        && short < 126
    {
        header[1] = short;
        return (header, 2);
    }
    if let Ok(middle) = u16::try_from(len) {
        header[1] = 126;
        header[2..4].copy_from_slice(&middle.to_be_bytes());
        return (header, 4);
    }
    header[1] = 127;
    header[2..].copy_from_slice(&(len as u64).to_be_bytes());
    (header, 10)
}

/// Writes a header and its payload, in one system call if possible.
async fn write_both(
    io: &mut (impl AsyncWriteExt + Unpin),
    header: &[u8],
    text: &[u8],
) -> io::Result<()> {
    let mut slices = [IoSlice::new(header), IoSlice::new(text)];
    let mut left = &mut slices[..];
    while left.iter().any(|slice| !slice.is_empty()) {
        let written = io.write_vectored(left).await?;
        if written == 0 {
            return Err(io::ErrorKind::WriteZero.into());
        }
        IoSlice::advance_slices(&mut left, written);
    }
    io.flush().await
}

#[cfg(test)]
mod tests {
    use tokio_tungstenite::tungstenite::protocol::WebSocketContext;

    use super::*;

    /// Checks that a text message of this length passes through a socket unchanged.
    async fn check(len: usize) {
        let text = "é".repeat(len / 2) + if len % 2 == 1 { "x" } else { "" };
        let mut bytes = Vec::new();
        let (header, header_len) = header_of(text.len());
        write_both(&mut bytes, &header[..header_len], text.as_bytes()).await.unwrap();
        let mut client = WebSocketContext::new(Role::Client, None);
        let message = client.read(&mut io::Cursor::new(bytes)).unwrap();
        assert_eq!(message, Message::text(text));
    }

    #[tokio::test]
    async fn text_messages_of_all_lengths_fit_frames() {
        for len in [0, 1, 125, 126, 127, 65_535, 65_536, 100_000] {
            check(len).await;
        }
    }
}
