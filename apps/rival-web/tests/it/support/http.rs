//! An HTTP client with a configurable network address and configurable headers.

use std::io::{self, Read, Write};
use std::net::{IpAddr, Ipv4Addr, SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use rustix::net::{AddressFamily, SocketType, bind, connect, socket};
use serde_json::Value;

/// The maximum time to wait for a response.
const PATIENCE: Duration = Duration::from_mins(1);

/// The address to send requests to.
#[derive(Clone, Debug)]
pub(crate) enum Target {
    Port(u16),
    SocketFile(String),
}

/// A client at an address of this computer that sends these headers.
#[derive(Clone, Debug)]
pub(crate) struct Client {
    pub(crate) target: Target,
    /// The local address; any address in 127.0.0.0/8.
    pub(crate) from: Ipv4Addr,
    /// The value of the `Host` header.
    pub(crate) host: String,
    /// Header lines, each with its line ending.
    pub(crate) headers: String,
}

/// The response to a request.
#[derive(Debug)]
pub(crate) struct Answer {
    pub(crate) status: u16,
    head: String,
    /// The body.
    pub(crate) text: String,
}

impl Answer {
    /// Parses a response. Returns `None` if the response is incomplete.
    fn of(bytes: &[u8]) -> Option<Self> {
        let text = String::from_utf8_lossy(bytes);
        let (head, body) = text.split_once("\r\n\r\n")?;
        let status = head.split(' ').nth(1)?.parse().ok()?;
        let answer = Self { status, head: head.into(), text: body.into() };
        let received = bytes.len() - head.len() - 4;
        let length = answer.header("content-length").map(|length| length.parse() == Ok(received));
        length.unwrap_or(true).then_some(answer)
    }

    /// A header's value. `name` must be lower-case.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        let mut pairs = self.head.lines().filter_map(|line| line.split_once(": "));
        pairs.find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }

    /// The JSON object in the body.
    pub(crate) fn json(&self) -> Value {
        // A body may be chunked, with its length before each chunk.
        let begin = self.text.trim_start_matches(|letter| letter != '{');
        serde_json::from_str(begin.trim_end_matches(|letter| letter != '}')).unwrap()
    }
}

impl Client {
    /// A client at 127.0.0.1 that connects to the server as `localhost`.
    pub(crate) fn new(target: Target) -> Self {
        Self { target, from: Ipv4Addr::LOCALHOST, host: "localhost".into(), headers: String::new() }
    }

    /// The same client with these header lines, each with its line ending.
    pub(crate) fn with(&self, headers: &str) -> Self {
        Self { headers: headers.into(), ..self.clone() }
    }

    pub(crate) fn get(&self, path: &str) -> Answer {
        self.request("GET", path, "", None).unwrap_or_else(|| panic!("GET {path}: no answer"))
    }

    pub(crate) fn post(&self, path: &str, body: &Value) -> Answer {
        let answer = self.request("POST", path, "", Some(body));
        answer.unwrap_or_else(|| panic!("POST {path}: no answer"))
    }

    /// Sends a request with a token, which may be empty. Returns `None` if the server doesn't respond.
    pub(crate) fn request(
        &self,
        method: &str,
        path: &str,
        token: &str,
        body: Option<&Value>,
    ) -> Option<Answer> {
        let body = body.map(Value::to_string);
        let mut head = vec![format!("{method} {path} HTTP/1.1"), "Connection: close".into()];
        if !token.is_empty() {
            head.push(format!("Authorization: Bearer {token}"));
        }
        if let Some(body) = &body {
            head.push("Content-Type: application/json".into());
            head.push(format!("Content-Length: {}", body.len()));
        }
        let mut stream = self.connect().ok()?;
        self.send(&mut stream, &head.join("\r\n"), &body.unwrap_or_default()).ok()?;
        let mut bytes = Vec::new();
        stream.read_to_end(&mut bytes).ok()?;
        Answer::of(&bytes)
    }

    fn send(&self, stream: &mut impl Write, head: &str, body: &str) -> io::Result<()> {
        let Self { host, headers, .. } = self;
        write!(stream, "{head}\r\nHost: {host}\r\n{headers}\r\n{body}")
    }

    /// The status of the response to a WebSocket request; 101 if the WebSocket was opened.
    pub(crate) fn open(&self, path: &str) -> u16 {
        self.handshake(path).1
    }

    /// Opens a WebSocket, sends a text message, and waits for a message that contains `expected`.
    pub(crate) fn talk(&self, path: &str, text: &str, expected: &str) {
        let (mut stream, status) = self.handshake(path);
        assert_eq!(status, 101, "{path}");
        // A text message in a single frame (RFC 6455, 5.2), masked with zeros.
        let length = u8::try_from(text.len()).unwrap();
        assert!(length < 126, "a short text");
        let mut frame = vec![0x81, 0x80 | length, 0, 0, 0, 0];
        frame.extend(text.as_bytes());
        stream.write_all(&frame).unwrap();
        read_until(&mut stream, expected);
    }

    /// Requests a WebSocket. A client must not send anything else before the response (RFC 6455, 4.1).
    fn handshake(&self, path: &str) -> (Box<dyn ReadWrite>, u16) {
        let mut stream = self.connect().unwrap();
        let key = "Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==";
        let head =
            format!("GET {path} HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n{key}");
        self.send(&mut stream, &head, "").unwrap();
        let answer = read_until(&mut stream, "\r\n\r\n");
        let status = answer.split(' ').nth(1).and_then(|status| status.parse().ok());
        (stream, status.unwrap_or_else(|| panic!("{answer}")))
    }

    fn connect(&self) -> io::Result<Box<dyn ReadWrite>> {
        Ok(match &self.target {
            Target::SocketFile(path) => Box::new(UnixStream::connect(path)?),
            Target::Port(port) => {
                let from = socket(AddressFamily::INET, SocketType::STREAM, None)?;
                bind(&from, &SocketAddr::new(IpAddr::V4(self.from), 0))?;
                connect(&from, &SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), *port))?;
                let stream = TcpStream::from(from);
                stream.set_read_timeout(Some(PATIENCE))?;
                Box::new(stream)
            }
        })
    }
}

/// Reads until this string appears. Returns everything read so far.
fn read_until(stream: &mut impl Read, expected: &str) -> String {
    let mut bytes = Vec::new();
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        if text.contains(expected) {
            return text;
        }
        let mut part = [0; 4096];
        let read = stream.read(&mut part).unwrap();
        assert!(read > 0, "it is closed after {text}");
        bytes.extend(&part[..read]);
    }
}

/// A readable and writable stream.
trait ReadWrite: Read + Write {}

impl<T: Read + Write> ReadWrite for T {}
