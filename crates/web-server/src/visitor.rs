//! Who is at the server's own computer: the one who has started it, as far as that can be known.

use std::convert::Infallible;
use std::net::SocketAddr;

use axum::extract::{ConnectInfo, FromRequestParts};
use axum::http::HeaderMap;
use axum::http::header::HOST;
use axum::http::request::Parts;
use axum::http::uri::Authority;

use crate::settings::is_loopback;

/// What a proxy adds to the requests of others. Those that it sends on come from loopback too.
const PROXY_HEADERS: [&str; 4] = ["forwarded", "x-forwarded-for", "x-real-ip", "via"];

/// Who sends a request.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Visitor {
    /// Somebody at the server's own computer, who could read the library's file and start programs as well.
    Owner,
    /// Anybody else.
    Stranger,
}

impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        let client = parts.extensions.get::<ConnectInfo<SocketAddr>>();
        let is_owner = client.is_some_and(|client| is_at_server(client.0, &parts.headers));
        Ok(if is_owner { Self::Owner } else { Self::Stranger })
    }
}

/// Whether a request comes from the server's own computer, by a name of the own computer, and through no proxy.
fn is_at_server(client: SocketAddr, headers: &HeaderMap) -> bool {
    let host = headers.get(HOST).and_then(|host| host.to_str().ok());
    let host = host.and_then(|host| host.parse::<Authority>().ok());
    client.ip().to_canonical().is_loopback()
        && host.is_some_and(|host| is_loopback(host.host()))
        && !PROXY_HEADERS.iter().any(|name| headers.contains_key(*name))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_comes_from_elsewhere_or_through_a_proxy_is_not_at_the_server() {
        let headers = |pairs: &[(&'static str, &'static str)]| {
            let pairs =
                pairs.iter().map(|&(name, value)| (name.parse().unwrap(), value.parse().unwrap()));
            pairs.collect::<HeaderMap>()
        };
        let own = headers(&[("host", "localhost:8080")]);
        let (here, elsewhere) = ("127.0.0.1:9", "192.0.2.1:9");
        assert!(is_at_server(here.parse().unwrap(), &own));
        assert!(is_at_server("[::ffff:127.0.0.1]:9".parse().unwrap(), &own));
        assert!(!is_at_server(elsewhere.parse().unwrap(), &own));
        let by_name = headers(&[("host", "games.example")]);
        assert!(!is_at_server(here.parse().unwrap(), &by_name));
        let sent_on = headers(&[("host", "127.0.0.1"), ("x-forwarded-for", "192.0.2.1")]);
        assert!(!is_at_server(here.parse().unwrap(), &sent_on));
        assert!(!is_at_server(here.parse().unwrap(), &HeaderMap::new()));
    }
}
