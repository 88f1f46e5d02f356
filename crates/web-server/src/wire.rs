//! One side of a WebSocket that is bounded in every way: how long a message is, how many come, how long one may take to be
//! sent, and how long nothing may come.

use std::time::Duration;

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use tokio::time::{Interval, MissedTickBehavior, interval, timeout};

use crate::limits::Bucket;

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

/// A socket whose messages have at most `message_bytes_max`, and which reads so much at once: with the default of 128 kB ten
/// thousand sockets need more than a gigabyte.
pub(crate) fn bounded<F>(
    upgrade: WebSocketUpgrade<F>,
    message_bytes_max: usize,
    read_bytes: usize,
) -> WebSocketUpgrade<F> {
    upgrade
        .max_message_size(message_bytes_max)
        .max_frame_size(message_bytes_max)
        .read_buffer_size(read_bytes)
        .write_buffer_size(0)
}

/// A WebSocket with its limits.
#[derive(Debug)]
pub(crate) struct Wire {
    socket: WebSocket,
    bucket: Bucket,
    pings: Interval,
    is_alive: bool,
    must_ping: bool,
}

impl Wire {
    /// A socket on which nothing has come yet.
    pub(crate) fn new(socket: WebSocket) -> Self {
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
            received = self.socket.recv() => {
                self.is_alive = true;
                let message = received.and_then(Result::ok).ok_or(Closed)?;
                if !self.bucket.take() {
                    return Ok(Received::TooMany);
                }
                match message {
                    Message::Text(text) => Ok(Received::Text(text)),
                    Message::Binary(_) => Ok(Received::Binary),
                    Message::Close(_) => Err(Closed),
                    Message::Ping(_) | Message::Pong(_) => Ok(Received::Nothing),
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
            self.send_message(Message::Ping(Vec::new().into())).await?;
        }
        Ok(())
    }

    /// Sends a message.
    ///
    /// # Errors
    /// [`Closed`] if the client has gone.
    pub(crate) async fn send(&mut self, text: Utf8Bytes) -> Result<(), Closed> {
        self.send_message(Message::Text(text)).await
    }

    /// Sends the last message, which says what is wrong, and closes the socket.
    pub(crate) async fn close(mut self, last: Utf8Bytes) {
        if self.send(last).await.is_err() || self.send_message(Message::Close(None)).await.is_err()
        {
            return;
        }
        // What the client has sent meanwhile is read: an unread message would make the system drop the last one.
        let closing = async { while let Some(Ok(_)) = self.socket.recv().await {} };
        let _closed = timeout(CLOSING_TIME_MAX, closing).await;
    }

    async fn send_message(&mut self, message: Message) -> Result<(), Closed> {
        match timeout(SEND_TIME_MAX, self.socket.send(message)).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Closed),
        }
    }
}
