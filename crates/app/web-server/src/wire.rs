//! A WebSocket with limits on everything: message length, message rate, sending time, and silence.

use std::time::Duration;

use axum::body::Bytes;
use axum::extract::ws::Utf8Bytes;
use tokio::time::{Instant, Interval, MissedTickBehavior, interval, interval_at, timeout};
use tokio_tungstenite::tungstenite::{self, Message};

use crate::limits::Bucket;
use crate::upgrade::Socket;

/// The time limit for sending a message.
const SEND_TIME_MAX: Duration = Duration::from_secs(30);

/// The time limit for the client to close its side.
const CLOSING_TIME_MAX: Duration = Duration::from_secs(2);

/// The interval between pings. A client that hasn't answered by the next ping counts as lost.
const PING_INTERVAL: Duration = Duration::from_secs(30);

/// The interval for a browser, which answers pings even while its page is busy. A bot may not answer while it thinks.
const BROWSER_PING_INTERVAL: Duration = Duration::from_secs(5);

/// The socket is closed because the client disconnected or misused it.
#[derive(Debug)]
pub(crate) struct Closed;

/// The reason for closing a socket.
#[derive(Debug)]
pub(crate) enum Ended {
    /// The client has disconnected.
    Gone,
    /// The client misused the socket and receives this reason.
    Misused(String),
}

impl From<Closed> for Ended {
    fn from(_: Closed) -> Self {
        Self::Gone
    }
}

/// A message from a client.
#[derive(Debug)]
pub(crate) enum Received {
    /// A message.
    Text(Utf8Bytes),
    /// A binary message.
    Binary,
    /// A message that exceeds the client's rate limit.
    TooMany,
    /// No message arrived, but a ping might be due.
    Nothing,
}

impl Received {
    /// The received text message, if any.
    ///
    /// # Errors
    /// The reason for closing the socket, which accepts only text messages.
    pub(crate) fn text(self) -> Result<Option<Utf8Bytes>, &'static str> {
        match self {
            Self::Text(text) => Ok(Some(text)),
            Self::Binary => Err("messages must be text"),
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
    /// A socket without any messages yet.
    pub(crate) fn new(socket: Socket) -> Self {
        let mut pings = interval(PING_INTERVAL);
        pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        Self { socket, bucket: Bucket::of_messages(), pings, is_alive: true, must_ping: false }
    }

    /// The next message. Dropping the waiting future loses no messages.
    ///
    /// # Errors
    /// [`Closed`] if the client has disconnected.
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

    /// Pings more often from now on, because the client is a browser. Other players then soon see that a player is away.
    pub(crate) fn expect_browser(&mut self) {
        if self.pings.period() != BROWSER_PING_INTERVAL {
            let next = Instant::now() + BROWSER_PING_INTERVAL;
            self.pings = interval_at(next, BROWSER_PING_INTERVAL);
            self.pings.set_missed_tick_behavior(MissedTickBehavior::Delay);
        }
    }

    /// Sends a ping if it is due.
    ///
    /// # Errors
    /// [`Closed`] if the client has disconnected.
    pub(crate) async fn keep_alive(&mut self) -> Result<(), Closed> {
        if std::mem::take(&mut self.must_ping) {
            sent(self.socket.send(Message::Ping(Bytes::new()))).await?;
        }
        Ok(())
    }

    /// Sends a message.
    ///
    /// # Errors
    /// [`Closed`] if the client has disconnected.
    pub(crate) async fn send(&mut self, text: Utf8Bytes) -> Result<(), Closed> {
        sent(self.socket.send_text(text.into())).await
    }

    /// Sends a last message that explains the problem, and closes the socket.
    pub(crate) async fn close(mut self, last: Utf8Bytes) {
        let farewell = Message::Close(None);
        if self.send(last).await.is_err() || sent(self.socket.send(farewell)).await.is_err() {
            return;
        }
        // Read the messages that the client has sent in the meantime. If a message stayed unread, the system would drop
        // the last message to the client.
        let closing = async { while self.socket.receive().await.is_some() {} };
        let _closed = timeout(CLOSING_TIME_MAX, closing).await;
    }
}

/// Waits until a message is sent, up to a time limit.
async fn sent(sending: impl Future<Output = Result<(), tungstenite::Error>>) -> Result<(), Closed> {
    match timeout(SEND_TIME_MAX, sending).await {
        Ok(Ok(())) => Ok(()),
        _ => Err(Closed),
    }
}
