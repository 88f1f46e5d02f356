//! The other program's address, and which side proposes the games.

use std::net::{TcpListener, TcpStream, ToSocketAddrs};
use std::time::{Duration, Instant};
use std::{fmt, io, thread};

/// The protocol's default port.
pub const PORT: u16 = 27531;

/// The interval between connection attempts.
const RETRY_INTERVAL: Duration = Duration::from_millis(20);

/// The side that opens the connection.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Endpoint {
    /// The other program listens at this address.
    Connect {
        /// The host's name or IP address.
        host: String,
        /// Its port.
        port: u16,
    },
    /// We listen at this address.
    Listen {
        /// Our name or IP address.
        host: String,
        /// Our port; 0 for any free port.
        port: u16,
    },
}

/// The side that proposes the games.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Role {
    /// Rival proposes the games.
    Initiator,
    /// The other program proposes the games.
    Follower,
}

impl Endpoint {
    /// The address of another program: `HOST`, `HOST:PORT`, `[::1]` or `[::1]:PORT`. `None` if malformed.
    pub fn connect(text: &str) -> Option<Self> {
        let (host, port) = host_and_port(text)?;
        Some(Self::Connect { host, port })
    }

    /// Our own address: `HOST:PORT`, or `PORT` to accept connections only from this computer. `None` if malformed.
    pub fn listen(text: &str) -> Option<Self> {
        if let Ok(port) = text.parse() {
            return Some(Self::Listen { host: "localhost".into(), port });
        }
        let (host, port) = host_and_port(text)?;
        Some(Self::Listen { host, port })
    }
}

impl Endpoint {
    /// Connects to the other program, or accepts its connection. Returns `None` if there is no connection by
    /// `deadline`. If the program refuses, retries until `refused_until`. `listener` stays open for the next
    /// connection.
    ///
    /// # Errors
    /// The reason as a sentence.
    pub(crate) fn open(
        &self,
        listener: &mut Option<TcpListener>,
        refused_until: Instant,
        deadline: Instant,
    ) -> Result<Option<TcpStream>, String> {
        match self {
            Self::Connect { host, port } => match connect(host, *port, refused_until, deadline) {
                Ok(stream) => Ok(Some(stream)),
                Err(error) => Err(format!("can't connect to {self}: {error}")),
            },
            Self::Listen { host, port } => {
                let failed = |error| format!("can't listen on {self}: {error}");
                let kept = match listener.take() {
                    Some(kept) => kept,
                    None => bind(host, *port).map_err(failed)?,
                };
                accept(listener.insert(kept), Some(deadline)).map_err(failed)
            }
        }
    }

    /// The error if the other program doesn't connect.
    pub(crate) fn nobody(&self) -> String {
        format!("no program connected to {self}")
    }
}

/// Parses host and port; the port is optional.
fn host_and_port(text: &str) -> Option<(String, u16)> {
    let (host, port) = match text.rsplit_once(':') {
        Some((host, port)) if !text.ends_with(']') => (host, port.parse().ok()?),
        _ => (text, PORT),
    };
    let host = host.strip_prefix('[').map_or(Some(host), |rest| rest.strip_suffix(']'))?;
    let is_clean = |letter: char| !letter.is_control() && !letter.is_whitespace() && letter != '/';
    (!host.is_empty() && host.chars().all(is_clean)).then(|| (host.into(), port))
}

impl fmt::Display for Endpoint {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Self::Connect { host, port } | Self::Listen { host, port }) = self;
        if host.contains(':') { write!(f, "[{host}]:{port}") } else { write!(f, "{host}:{port}") }
    }
}

/// Listens at an address.
///
/// # Errors
/// If listening fails, for example because another program uses the port.
pub(super) fn bind(host: &str, port: u16) -> io::Result<TcpListener> {
    let listener = TcpListener::bind((host, port))?;
    listener.set_nonblocking(true)?;
    Ok(listener)
}

/// Accepts the next connection before `deadline`. Waits forever without a deadline.
///
/// # Errors
/// If the listener fails.
pub(super) fn accept(
    listener: &TcpListener,
    deadline: Option<Instant>,
) -> io::Result<Option<TcpStream>> {
    loop {
        match listener.accept() {
            Ok((stream, _)) => {
                stream.set_nonblocking(false)?;
                return Ok(Some(stream));
            }
            Err(error) if error.kind() == io::ErrorKind::WouldBlock => {}
            Err(error) if error.kind() == io::ErrorKind::ConnectionAborted => {}
            Err(error) => return Err(error),
        }
        if deadline.is_some_and(|deadline| Instant::now() >= deadline) {
            return Ok(None);
        }
        thread::sleep(RETRY_INTERVAL);
    }
}

/// Connects to an address. Retries a refused connection until `refused_until`, because the program may still be
/// starting.
///
/// # Errors
/// If no program answers before `deadline`.
pub(super) fn connect(
    host: &str,
    port: u16,
    refused_until: Instant,
    deadline: Instant,
) -> io::Result<TcpStream> {
    loop {
        let mut last = io::Error::other("the host has no address");
        for address in (host, port).to_socket_addrs()? {
            let left = deadline.saturating_duration_since(Instant::now());
            let left = left.max(Duration::from_millis(1));
            match TcpStream::connect_timeout(&address, left) {
                Ok(stream) => return Ok(stream),
                Err(error) => last = error,
            }
        }
        if last.kind() != io::ErrorKind::ConnectionRefused || Instant::now() >= refused_until {
            return Err(last);
        }
        thread::sleep(RETRY_INTERVAL);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_host_and_an_optional_port() {
        let check = |text: &str, expected: Option<&str>| {
            let found = Endpoint::connect(text).map(|endpoint| endpoint.to_string());
            assert_eq!(found.as_deref(), expected, "{text}");
        };
        check("localhost", Some("localhost:27531"));
        check("10.0.0.2:9", Some("10.0.0.2:9"));
        check("[::1]", Some("[::1]:27531"));
        check("[::1]:80", Some("[::1]:80"));
        for text in ["", ":5", "host:", "host:x", "host:99999", "a b", "[::1", "http://x:1"] {
            check(text, None);
        }
        let own = Endpoint::listen("4000").map(|endpoint| endpoint.to_string());
        assert_eq!(own.as_deref(), Some("localhost:4000"), "others are not let in by default");
    }
}
