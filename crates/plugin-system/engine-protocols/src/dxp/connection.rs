//! A connection to another program, which exchanges messages before a deadline.

use std::collections::VecDeque;
use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::time::{Duration, Instant};

use board_engine::printable;
use games_package::{FailureKind, PlayerError};
use thiserror::Error;

use crate::dxp::message::Message;

/// Maximum number of characters in a message.
const MESSAGE_BYTES_MAX: usize = 127;

/// Time limit for the other program to read messages once the system's send buffer is full.
const WRITE_TIMEOUT: Duration = Duration::from_secs(2);

/// Number of recent messages quoted in an error.
const RECENT: usize = 3;

/// The reason why a message can't be exchanged.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
pub(crate) enum ConnectionError {
    #[error("it closed the connection")]
    Closed,
    #[error("it closed the connection in the middle of a message")]
    ClosedWithin,
    #[error("it doesn't read its input")]
    NotReading,
    #[error(
        "it sent more than {MESSAGE_BYTES_MAX} characters without the zero byte that ends a message"
    )]
    TooLong,
    #[error("it sent \"{text}\"; expected {expected}")]
    Malformed { text: String, expected: &'static str },
    #[error("it didn't answer in time")]
    TimedOut,
    #[error("it sent {found} instead of {expected}")]
    Unexpected { found: String, expected: &'static str },
    #[error("the connection broke: {0}")]
    Broken(String),
}

/// An open connection.
#[derive(Debug)]
pub(crate) struct Connection {
    stream: TcpStream,
    /// The received bytes of messages that haven't been taken yet.
    pending: Vec<u8>,
    /// The other program's name.
    pub(crate) name: String,
    /// The other end's most recent messages.
    recent: VecDeque<String>,
}

impl Connection {
    /// Opens a connection over `stream`. `name` is used until the other program sends its name.
    pub(crate) fn new(stream: TcpStream, name: String) -> io::Result<Self> {
        stream.set_nodelay(true)?;
        stream.set_write_timeout(Some(WRITE_TIMEOUT))?;
        Ok(Self { stream, pending: Vec::new(), name, recent: VecDeque::new() })
    }

    /// A second handle for a thread that only writes.
    pub(crate) fn writer(&self) -> io::Result<TcpStream> {
        self.stream.try_clone()
    }

    pub(crate) fn send(&mut self, message: &Message) -> Result<(), ConnectionError> {
        send(&mut self.stream, message)
    }

    /// The next message; `None` if it hasn't arrived by `deadline`.
    ///
    /// # Errors
    /// If the connection has ended, or the received bytes are not a message.
    pub(crate) fn receive(
        &mut self,
        deadline: Option<Instant>,
    ) -> Result<Option<Message>, ConnectionError> {
        loop {
            if let Some(end) = self.pending.iter().position(|byte| *byte == 0) {
                return self.take(end).map(Some);
            }
            if self.pending.len() > MESSAGE_BYTES_MAX {
                return Err(ConnectionError::TooLong);
            }
            let now = Instant::now();
            // Take data that has already arrived even after the deadline.
            let least = Duration::from_millis(1);
            let left = deadline.map(|at| at.saturating_duration_since(now).max(least));
            self.stream.set_read_timeout(left).map_err(|error| broken(&error))?;
            let mut bytes = [0; 512];
            match self.stream.read(&mut bytes) {
                Ok(0) if self.pending.is_empty() => return Err(ConnectionError::Closed),
                Ok(0) => return Err(ConnectionError::ClosedWithin),
                Ok(count) => self.pending.extend_from_slice(&bytes[..count]),
                Err(error) if is_timeout(&error) => return Ok(None),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(broken(&error)),
            }
        }
    }

    /// The number of characters received of an unfinished message.
    pub(crate) const fn unfinished_bytes(&self) -> usize {
        self.pending.len()
    }

    /// Takes the message that ends at this byte.
    fn take(&mut self, end: usize) -> Result<Message, ConnectionError> {
        if end > MESSAGE_BYTES_MAX {
            return Err(ConnectionError::TooLong);
        }
        let text: Vec<u8> = self.pending.drain(..=end).take(end).collect();
        let text = printable(&String::from_utf8_lossy(&text));
        if self.recent.len() == RECENT {
            self.recent.pop_front();
        }
        self.recent.push_back(text.clone());
        tracing::debug!(text, program = self.name, "from the other program");
        Message::parse(&text).map_err(|expected| ConnectionError::Malformed { text, expected })
    }

    /// Sets the name that the other program reports.
    pub(crate) fn set_name(&mut self, name: &str) {
        if !name.is_empty() {
            self.name = name.into();
        }
    }

    /// The failure of the player behind this connection. The failure's text quotes the player's last messages.
    pub(crate) fn failed(&self, error: &ConnectionError) -> PlayerError {
        let kind = match error {
            ConnectionError::Closed
            | ConnectionError::ClosedWithin
            | ConnectionError::Broken(_) => FailureKind::Vanished,
            ConnectionError::NotReading | ConnectionError::TimedOut => FailureKind::Unresponsive,
            ConnectionError::TooLong
            | ConnectionError::Malformed { .. }
            | ConnectionError::Unexpected { .. } => FailureKind::ProtocolError,
        };
        self.failure(kind, &error.to_string())
    }

    /// A failure of this kind. The failure's text quotes the last messages.
    pub(crate) fn failure(&self, kind: FailureKind, why: &str) -> PlayerError {
        let last: Vec<String> = self.recent.iter().map(|text| format!("\"{text}\"")).collect();
        let after =
            if last.is_empty() { String::new() } else { format!(", after {}", last.join(", ")) };
        PlayerError::of_kind(kind, format!("{}: {why}{after}", self.name))
    }

    /// Returns `true` if the connection is still open.
    pub(crate) fn is_open(&self) -> bool {
        let mut byte = [0];
        let waits = self.stream.set_read_timeout(Some(Duration::from_millis(1)));
        waits.is_ok()
            && match self.stream.peek(&mut byte) {
                Ok(count) => count > 0,
                Err(error) => is_timeout(&error),
            }
    }
}

/// Sends a message.
pub(crate) fn send(stream: &mut TcpStream, message: &Message) -> Result<(), ConnectionError> {
    let mut bytes = message.text().into_bytes();
    bytes.push(0);
    stream.write_all(&bytes).map_err(|error| match error.kind() {
        _ if is_timeout(&error) => ConnectionError::NotReading,
        io::ErrorKind::BrokenPipe | io::ErrorKind::ConnectionReset => ConnectionError::Closed,
        _ => broken(&error),
    })
}

fn broken(error: &io::Error) -> ConnectionError {
    match error.kind() {
        io::ErrorKind::ConnectionReset | io::ErrorKind::BrokenPipe => ConnectionError::Closed,
        _ => ConnectionError::Broken(error.to_string()),
    }
}

fn is_timeout(error: &io::Error) -> bool {
    matches!(error.kind(), io::ErrorKind::WouldBlock | io::ErrorKind::TimedOut)
}
