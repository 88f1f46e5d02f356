//! Explains why connections fail, and gives advice.

use std::error::Error as _;
use std::io;
use std::time::Duration;

use async_nats::connection::State;
use async_nats::rustls::{self, CertificateError};
use async_nats::{ConnectError, ConnectErrorKind};
use tokio::time::sleep;

use super::Connection;
use crate::{Access, QueueError};

/// Interval between trial connections while the connection is lost. The trials reveal the reason.
const TRIAL_PAUSE: Duration = Duration::from_secs(2);

/// The command that creates a certificate for a server.
const MAKE_ONE: &str = "create a server certificate: openssl req -x509 -newkey rsa:2048 -nodes -days 365 -subj /CN=HOST \
                        -addext basicConstraints=critical,CA:FALSE -addext subjectAltName=DNS:HOST -keyout key.pem \
                        -out cert.pem (IP:ADDRESS for an address)";

/// Converts the client's error for a queue at this address.
pub(super) fn connect_error(error: &ConnectError, address: String) -> QueueError {
    let refused = |why| QueueError::Tls { address: address.clone(), why };
    match error.kind() {
        ConnectErrorKind::Authentication | ConnectErrorKind::AuthorizationViolation => {
            QueueError::AccessDenied(address)
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

/// A TLS handshake error, which the client wraps in an I/O error.
fn tls_error(error: &ConnectError) -> Option<&rustls::Error> {
    error.source()?.downcast_ref::<io::Error>()?.get_ref()?.downcast_ref()
}

fn tls_advice(error: &rustls::Error) -> String {
    match error {
        rustls::Error::InvalidCertificate(error) => certificate_advice(error),
        rustls::Error::InvalidMessage(_) => {
            format!("{error}: the server may not use TLS; try nats://HOST:PORT")
        }
        _ => error.to_string(),
    }
}

fn certificate_advice(error: &CertificateError) -> String {
    match error {
        CertificateError::UnknownIssuer => {
            "the certificate authority is not trusted; pass its certificate with --ca FILE".into()
        }
        CertificateError::NotValidForName | CertificateError::NotValidForNameContext { .. } => {
            format!("{error}: connect with a name from the certificate, or {MAKE_ONE}")
        }
        // The certificate library is not a dependency of this crate, so its errors are recognized by name.
        CertificateError::Other(other) if other.0.to_string() == "CaUsedAsEndEntity" => format!(
            "its certificate is a CA certificate (CA:TRUE), the default of openssl req -x509; \
             {MAKE_ONE}"
        ),
        _ => format!("its certificate can't be used: {error}"),
    }
}

impl Connection {
    /// Waits until the connection is lost and the server refuses new connections, for example because its certificate
    /// has changed. Keeps waiting while the server is unreachable.
    pub(crate) async fn refusal(&self, access: &Access) -> QueueError {
        loop {
            sleep(TRIAL_PAUSE).await;
            if self.client.connection_state() != State::Disconnected {
                continue;
            }
            let tried = Self::open(access, "rival-arena trial").await;
            if let Err(error @ (QueueError::Tls { .. } | QueueError::AccessDenied(_))) = tried {
                return error;
            }
        }
    }
}
