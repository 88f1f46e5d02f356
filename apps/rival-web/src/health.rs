//! `rival-web --check-health`: checks the health of a running server, for containers and monitoring.

use std::io::{self, Read, Write, stdout};
use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr, TcpStream};
use std::os::unix::net::UnixStream;
use std::time::Duration;

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind};

use crate::listening::Place;

/// The time limit for connecting and for each read.
const TIMEOUT: Duration = Duration::from_secs(5);

/// The maximum response size in bytes.
const ANSWER_MAX: u64 = 4096;

const REQUEST: &[u8] = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n";

/// Prints `ok` if the server at this address or socket file is healthy.
///
/// # Errors
/// [`Failure`] with the reason if there is no server or it is unhealthy.
pub(crate) fn check(place: &Place) -> CommandResult {
    let (name, answer) = match place {
        Place::Port(address) => {
            let address = reachable(*address);
            (address.to_string(), ask_port(address))
        }
        Place::SocketFile(path) | Place::OwnerSocketFile(path) => {
            let answer = UnixStream::connect(path).and_then(|stream| {
                stream.set_read_timeout(Some(TIMEOUT))?;
                stream.set_write_timeout(Some(TIMEOUT))?;
                ask(stream)
            });
            (path.display().to_string(), answer)
        }
    };
    let failed = |why: String| {
        Failure::new(FailureKind::Failed, anyhow!("the server at {name} is unhealthy: {why}"))
    };
    let answer = answer.map_err(|error| failed(error.to_string()))?;
    let (head, body) = answer.split_once("\r\n\r\n").unwrap_or((&answer, ""));
    let status = head.lines().next().unwrap_or("");
    if status.split_ascii_whitespace().nth(1) != Some("200") {
        let why = if body.trim().is_empty() { status } else { body.trim() };
        return Err(failed(why.to_owned()));
    }
    writeln!(stdout(), "ok")?;
    Ok(())
}

/// The address to connect to. If the server listens on all addresses, this is loopback.
fn reachable(mut address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        match address {
            SocketAddr::V4(_) => address.set_ip(Ipv4Addr::LOCALHOST.into()),
            SocketAddr::V6(_) => address.set_ip(Ipv6Addr::LOCALHOST.into()),
        }
    }
    address
}

fn ask_port(address: SocketAddr) -> io::Result<String> {
    let stream = TcpStream::connect_timeout(&address, TIMEOUT)?;
    stream.set_read_timeout(Some(TIMEOUT))?;
    stream.set_write_timeout(Some(TIMEOUT))?;
    ask(stream)
}

fn ask(mut stream: impl Read + Write) -> io::Result<String> {
    stream.write_all(REQUEST)?;
    let mut answer = Vec::new();
    stream.take(ANSWER_MAX).read_to_end(&mut answer)?;
    Ok(String::from_utf8_lossy(&answer).into_owned())
}
