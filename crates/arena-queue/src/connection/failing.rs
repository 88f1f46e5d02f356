//! Why there is no connection, and what to do about it.

use std::error::Error as _;
use std::io;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::rustls::{self, CertificateError};
use async_nats::{ConnectError, ConnectErrorKind};
use tokio::time::sleep;

use super::Connection;
use crate::{Access, QueueError};

/// How often a connection that is lost is tried by another one, which tells why it isn't there.
const TRIAL_PAUSE: Duration = Duration::from_secs(2);

/// How to make a certificate for a server.
const MAKE_ONE: &str = "make one for the server: openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=HOST \
                        -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:HOST -keyout key.pem \
                        -out cert.pem (IP:ADDRESS for an address)";

/// What the client's error means for the queue at this address.
pub(super) fn failure(error: &ConnectError, address: String) -> QueueError {
    let refused = |why| QueueError::Tls { address: address.clone(), why };
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            QueueError::NotLetIn(address)
        }
        ConnectErrorKind::Tls => {
            refused(error.source().map_or_else(|| error.to_string(), ToString::to_string))
        }
        _ => match tls_error(error) {
            Some(error) => refused(tls_advice(error)),
            None => QueueError::Unreachable { address, why: error.to_string() },
        },
    }
}

/// The error of a handshake, which the client passes on as one of reading or writing.
fn tls_error(error: &ConnectError) -> Option<&rustls::Error> {
    error.source()?.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref()
}

fn tls_advice(error: &rustls::Error) -> String {
    match error {
        rustls::Error::InvalidCertificate(error) => certificate_advice(error),
        rustls::Error::InvalidMessage(_) => {
            format!("{error}: the server may speak without TLS, which is nats://HOST:PORT")
        }
        _ => error.to_string(),
    }
}

fn certificate_advice(error: &CertificateError) -> String {
    match error {
        CertificateError::UnknownIssuer => {
            "the authority of its certificate is not trusted: give the authority's certificate by --ca FILE".into()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            format!("{error}: connect to a name in it, or {MAKE_ONE}")
        }
        // The library of certificates is not a dependency of ours, and its errors are told by their names.
        CertificateError::Other(other) if other.0.to_string() == "CaUsedAsEndEntity" => format!(
            "its certificate is one of an authority (CA:TRUE), as openssl req -x509 makes it if nothing else is said: \
             {MAKE_ONE}"
        ),
        _ => format!("its certificate can't be used: {error}"),
    }
}

impl Connection {
    /// Waits until the connection is lost and the server refuses to take it up again: its certificate has become wrong,
    /// say. A server that isn't there is waited for.
    pub(crate) async fn refusal(&self, access: &Access) -> QueueError {
        loop {
            sleep(TRIAL_PAUSE).await;
            if self.client.connection_state() != State::Disconnected {
                continue;
            }
            let tried = Self::open(access, "rival-arena trial").await;
            if let Err(error @ (QueueError::Tls { .. } | QueueError::NotLetIn(_))) = tried {
                return error;
            }
        }
    }
}
