//! The server's endpoints: ports and socket files.

use std::io;

use rustix::process::geteuid;
use tokio::net::{TcpListener, TcpStream, UnixListener, UnixStream};

use crate::client_address::Peer;
use crate::error::Refused;
use crate::visitor::Entrance;

/// An endpoint for connections.
#[derive(Debug)]
pub enum Listener {
    /// A port.
    Tcp(TcpListener),
    /// A socket file, for a proxy or for programs on this computer. Clients on this socket are ordinary visitors.
    Unix(UnixListener),
    /// A socket file for the owner. The operating system must report that its clients run as the server's user or as
    /// the administrator. A proxy must not connect to this socket.
    Owner(UnixListener),
}

/// An accepted connection.
#[derive(Debug)]
pub(super) struct Accepted {
    pub(super) stream: Stream,
    pub(super) peer: Peer,
    pub(super) entrance: Entrance,
}

/// A connection's byte stream.
#[derive(Debug)]
pub(super) enum Stream {
    Tcp(TcpStream),
    Unix(UnixStream),
}

impl Listener {
    /// Accepts the next connection.
    ///
    /// # Errors
    /// If the operating system can't accept the connection.
    pub(super) async fn accept(&self) -> io::Result<Accepted> {
        match self {
            Self::Tcp(listener) => {
                let (stream, address) = listener.accept().await?;
                // Send small messages immediately: with Nagle's algorithm, a move would arrive 40 ms late.
                let _unchanged = stream.set_nodelay(true);
                let port = listener.local_addr().ok().map(|address| address.port());
                Ok(Accepted {
                    stream: Stream::Tcp(stream),
                    peer: Peer::Network(address.ip()),
                    entrance: Entrance::Public { port },
                })
            }
            Self::Unix(listener) => {
                let (stream, _unnamed) = listener.accept().await?;
                Ok(Accepted::on_file(stream, Entrance::Public { port: None }))
            }
            Self::Owner(listener) => {
                let (stream, _unnamed) = listener.accept().await?;
                let user = stream.peer_cred()?.uid();
                let is_owner = user == 0 || user == geteuid().as_raw();
                let public = Entrance::Public { port: None };
                let entrance = if is_owner { Entrance::Owner } else { public };
                Ok(Accepted::on_file(stream, entrance))
            }
        }
    }
}

impl Accepted {
    const fn on_file(stream: UnixStream, entrance: Entrance) -> Self {
        let peer = match entrance {
            Entrance::Owner => Peer::Owner,
            Entrance::Public { .. } => Peer::SocketFile,
        };
        Self { stream: Stream::Unix(stream), peer, entrance }
    }
}

impl Stream {
    /// Sends a refusal to a client with too many connections, without waiting for a request, and closes the connection.
    pub(super) fn refuse(self) {
        let why = too_many();
        let body = format!("{{\"error\":\"{}\"}}", why.why());
        let length = body.len();
        let text = format!(
            "HTTP/1.1 429 Too Many Requests\r\ncontent-type: application/json\r\ncontent-length: {length}\r\n\
             connection: close\r\n\r\n{body}"
        );
        // A client that has disconnected or doesn't read is not notified.
        let _untold = match self {
            Self::Tcp(stream) => stream.try_write(text.as_bytes()),
            Self::Unix(stream) => stream.try_write(text.as_bytes()),
        };
    }
}

/// The refusal for exceeding the connection limit.
pub(super) fn too_many() -> Refused {
    Refused::too_many("too many connections; close some pages")
}
