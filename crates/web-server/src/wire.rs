//! One side of a WebSocket that is bounded in every way: how long a message is, how many come, how long one may take to be
//! sent, and how long nothing may come.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};
use tokio_tungstenite::tungstenite::{self, Message};

use crate::limits::Bucket;
use crate::upgrade::Socket;

/// How long a message may take to be sent.
const SEND_TIME_MAX: Duration = Duration::from_secs(30);

/// How long a client may take to close its side.
const CLOSING_TIME_MAX: Duration = Duration::from_secs(2);

/// How often a client is asked for a sign of life; one that has given none between two questions is gone.
const PING_INTERVAL: Duration = Duration::from_secs(30);

/// The socket is gone, or was closed for the client's mistakes.
#[derive(Debug)]
pub(crate) struct Closed;

/// Why a socket is closed.
#[derive(Debug)]
pub(crate) enum Ended {
    /// The client has gone.
    Gone,
    /// The client is told what it has done.
    Misused(String),
}

impl From<Closed> for Ended {
    fn from(_: Closed) -> Self {
        Self::Gone
    }
}

/// What comes from a client.
#[derive(Debug)]
pub(crate) enum Received {
    /// A message.
    Text(Utf8Bytes),
    /// A message that is no text.
    Binary,
    /// One message more than a client may send.
    TooMany,
    /// Nothing that concerns others; the client may have to be asked for a sign of life.
    Nothing,
}

impl Received {
    /// The message, if one has come.
    ///
    /// # Errors
    /// Why the socket is to be closed, where messages are texts.
    pub(crate) fn text(self) -> Result<Option<Utf8Bytes>, &'static str> {
        match self {
            Self::Text(text) => Ok(Some(text)),
            Self::Binary => Err("messages are texts"),
            Self::TooMany => Err("too many messages"),
            Self::Nothing => Ok(None),
        }
    }
}

/// A WebSocket with its limits.
#[derive(Debug)]
pub(crate) struct Wire {
    socket: Socket,
    bucket: Bucket,
    pings: Interval,
    is_alive: bool,
    must_ping: bool,
}

impl Wire {
    /// A socket on which nothing has come yet.
    pub(crate) fn new(socket: Socket) -> Self {
        let mut pings = interval(PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { socket, bucket: Bucket::of_messages(), pings, is_alive: true, must_ping: false }
    }

    /// What comes next. It may be dropped while it waits; nothing is lost then.
    ///
    /// # Errors
    /// [`Closed`] if the client has gone.
    pub(crate) async fn receive(&mut self) -> Result<Received, Closed> {
        tokio::select! {
            received = self.socket.receive() => {
                self.is_alive = true;
                let message = received.ok_or(Closed)?;
                if !self.bucket.take() {
                    return Ok(Received::TooMany);
                }
                match message {
                    Message::Text(text) => Ok(Received::Text(text.as_str().into())),
                    Message::Binary(_) => Ok(Received::Binary),
                    Message::Close(_) => Err(Closed),
                    Message::Ping(_) | Message::Pong(_) | Message::Frame(_) => Ok(Received::Nothing),
                }
            }
            _ = self.pings.tick() => {
                if !std::mem::take(&mut self.is_alive) {
                    return Err(Closed);
                }
                self.must_ping = true;
                Ok(Received::Nothing)
            }
        }
    }

    /// Asks for a sign of life if it is time for that.
    ///
    /// # Errors
    /// [`Closed`] if the client has gone.
    pub(crate) async fn keep_alive(&mut self) -> Result<(), Closed> {
        if std::mem::take(&mut self.must_ping) {
            sent(self.socket.send(Message::Ping(Bytes::new()))).await?;
        }
        Ok(())
    }

    /// Sends a message.
    ///
    /// # Errors
    /// [`Closed`] if the client has gone.
    pub(crate) async fn send(&mut self, text: Utf8Bytes) -> Result<(), Closed> {
        sent(self.socket.send_text(text.into())).await
    }

    /// Sends the last message, which says what is wrong, and closes the socket.
    pub(crate) async fn close(mut self, last: Utf8Bytes) {
        let farewell = Message::Close(None);
        if self.send(last).await.is_err() || sent(self.socket.send(farewell)).await.is_err() {
            return;
        }
        // What the client has sent meanwhile is read: an unread message would make the system drop the last one.
        let closing = async { while self.socket.receive().await.is_some() {} };
        let _closed = timeout(CLOSING_TIME_MAX, closing).await;
    }
}

/// Waits for a message to be sent, but not for long.
async fn sent(sending: impl Future<Output = Result<(), tungstenite::Error>>) -> Result<(), Closed> {
    match timeout(SEND_TIME_MAX, sending).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Closed),
    }
}
