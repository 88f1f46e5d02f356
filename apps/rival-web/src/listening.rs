//! The server's listening addresses and socket files, and the links that it prints.

use std::fs::{self, Permissions};
use std::io::{self, ErrorKind};
use std::net::SocketAddr;
use std::os::unix::fs::{FileTypeExt, PermissionsExt};
use std::os::unix::net::UnixStream;
use std::path::{Path, PathBuf};

use anyhow::anyhow;
use app_context::{Failure, FailureKind};
use tokio::net::{TcpListener, UnixListener};
use web_server::Listener;

/// The mode of the socket file for visitors: a proxy in the group can connect.
const VISITORS_MODE: u32 = 0o660;

/// The mode of the owner's socket file: only the user can connect.
const OWNER_MODE: u32 = 0o600;

/// An address or a socket file to listen on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Port(SocketAddr),
    SocketFile(PathBuf),
    OwnerSocketFile(PathBuf),
}

impl Place {
    /// Starts listening. Returns the place with the actual port.
    ///
    /// # Errors
    /// If the address or file can't be used.
    pub(crate) async fn listen(self) -> Result<(Self, Listener), Failure> {
        match self {
            Self::Port(address) => {
                let listener = TcpListener::bind(address).await.map_err(|error| {
                    failure(anyhow!(
                        "cannot listen on {address}: {error}; pass --port 0 to use any free port"
                    ))
                })?;
                let address = listener.local_addr().unwrap_or(address);
                Ok((Self::Port(address), Listener::Tcp(listener)))
            }
            Self::SocketFile(path) => {
                let listener = Listener::Unix(bind(&path, VISITORS_MODE)?);
                Ok((Self::SocketFile(path), listener))
            }
            Self::OwnerSocketFile(path) => {
                let listener = Listener::Owner(bind(&path, OWNER_MODE)?);
                Ok((Self::OwnerSocketFile(path), listener))
            }
        }
    }
}

/// The lines that the server prints about its places.
#[derive(Clone, Debug)]
pub(crate) struct Greeting {
    /// The host name for other computers, if known.
    pub(crate) name: Option<String>,
    /// The owner's token; `None` to print no owner link.
    pub(crate) token: Option<String>,
}

impl Greeting {
    /// A place's address and the owner's link.
    pub(crate) fn text(&self, place: &Place) -> String {
        let token = self.token.as_deref();
        let keep = "gives owner rights: keep it secret.";
        match (place, token) {
            (Place::Port(address), None) => {
                format!("Rival is at http://{}/ (press Ctrl-C to stop)", self.called(*address))
            }
            (Place::Port(address), Some(token)) => {
                let address = self.called(*address);
                format!(
                    "Rival is at http://{address}/owner#{token} (press Ctrl-C to stop)\n\
                     This link {keep} Visitors open http://{address}/"
                )
            }
            (Place::SocketFile(path), None) => {
                format!("Rival is at {} (press Ctrl-C to stop)", path.display())
            }
            (Place::SocketFile(path), Some(token)) => {
                let path = path.display();
                format!("Rival is at {path} (press Ctrl-C to stop)\nThe path /owner#{token} {keep}")
            }
            (Place::OwnerSocketFile(path), _) => {
                format!("Owner socket: {}", path.display())
            }
        }
    }

    /// The address for a link. If the server listens on all addresses of the computer, the link contains a host name
    /// instead.
    fn called(&self, address: SocketAddr) -> String {
        if !address.ip().is_unspecified() {
            return address.to_string();
        }
        format!("{}:{}", self.name.as_deref().unwrap_or("localhost"), address.port())
    }
}

fn failure(what: anyhow::Error) -> Failure {
    Failure::new(FailureKind::Failed, what)
}

fn bind(path: &Path, mode: u32) -> Result<UnixListener, Failure> {
    let listener = bind_file(path, mode);
    listener.map_err(|error| failure(anyhow!("cannot listen on {}: {error}", path.display())))
}

/// Listens on a new socket file. The file gets its mode in a private folder before it is moved here, so other users can
/// never connect. Replaces a dead server's file.
fn bind_file(path: &Path, mode: u32) -> io::Result<UnixListener> {
    match fs::symlink_metadata(path) {
        Ok(found) if !found.file_type().is_socket() => {
            return Err(io::Error::other("a file with this name exists and is not a socket"));
        }
        Ok(_) if UnixStream::connect(path).is_ok() => {
            return Err(io::Error::other("another server is already listening there"));
        }
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let parent = path.parent().filter(|parent| !parent.as_os_str().is_empty());
    let folder = tempfile::tempdir_in(parent.unwrap_or(Path::new(".")))?;
    let hidden = folder.path().join("socket");
    let listener = UnixListener::bind(&hidden)?;
    fs::set_permissions(&hidden, Permissions::from_mode(mode))?;
    fs::rename(&hidden, path)?;
    Ok(listener)
}
