//! A request's sender: the server's owner or a stranger.
//!
//! Only a secret makes a client the owner: the [`OwnerToken`] in a cookie, or a connection to the owner's socket file
//! from a process with the right user according to the operating system. Host names, addresses and proxy headers never
//! do, because visitors behind a proxy share them with this computer. Only this module decides who is the owner.

use std::convert::Infallible;

use axum::extract::FromRequestParts;
use axum::http::HeaderMap;
use axum::http::request::Parts;

use crate::owner_token::OwnerToken;

/// A request's sender.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) enum Visitor {
    /// The user who started the server, and who can read the library file and start programs anyway.
    Owner,
    /// Any other visitor.
    Stranger,
}

/// The endpoint of a connection.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Entrance {
    /// A port, or a socket file for visitors, which has no port.
    Public { port: Option<u16> },
    /// The owner's socket file, used by a process of the same user or of the administrator.
    Owner,
}

impl Visitor {
    /// The sender of a request with these headers that arrived through this entrance at a server with this token.
    pub(crate) fn of_request(
        entrance: Entrance,
        token: Option<&OwnerToken>,
        headers: &HeaderMap,
    ) -> Self {
        let is_owner = match entrance {
            Entrance::Owner => true,
            Entrance::Public { port } => token.is_some_and(|token| token.is_in(headers, port)),
        };
        if is_owner { Self::Owner } else { Self::Stranger }
    }
}

/// The visitor that the connection has stored in the request.
impl<S: Sync> FromRequestParts<S> for Visitor {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        Ok(parts.extensions.get::<Self>().copied().unwrap_or(Self::Stranger))
    }
}

/// The entrance that the connection has stored in the request.
impl<S: Sync> FromRequestParts<S> for Entrance {
    type Rejection = Infallible;

    async fn from_request_parts(parts: &mut Parts, _state: &S) -> Result<Self, Infallible> {
        let noted = parts.extensions.get::<Self>().copied();
        Ok(noted.unwrap_or(Self::Public { port: None }))
    }
}

#[cfg(test)]
mod tests {
    use axum::http::header::COOKIE;

    use super::*;

    #[test]
    fn only_the_secret_makes_an_owner() {
        let (token, text) = OwnerToken::generate();
        let here = Entrance::Public { port: Some(8080) };
        let mut headers = HeaderMap::new();
        headers.insert("host", "localhost:8080".parse().unwrap());
        assert_eq!(Visitor::of_request(here, Some(&token), &headers), Visitor::Stranger);
        assert_eq!(Visitor::of_request(Entrance::Owner, None, &headers), Visitor::Owner);
        headers.insert(COOKIE, format!("rival-owner-8080={text}").parse().unwrap());
        assert_eq!(Visitor::of_request(here, Some(&token), &headers), Visitor::Owner);
        assert_eq!(Visitor::of_request(here, None, &headers), Visitor::Stranger);
    }
}
