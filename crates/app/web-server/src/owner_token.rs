//! The secret that identifies the owner's browser.

use std::fmt;

use axum::http::header::COOKIE;
use axum::http::{HeaderMap, HeaderValue};

use crate::secret::Token;

/// The prefix of the cookie name. Browsers share cookies between all ports on a host, so the full name contains the
/// port.
const COOKIE_NAME: &str = "rival-owner";

/// The owner's secret. The server stores only its hash.
#[derive(Clone, PartialEq, Eq)]
pub struct OwnerToken(blake3::Hash);

impl OwnerToken {
    /// Generates a token from 130 random bits. Returns the token and the string for the owner.
    #[must_use]
    pub fn generate() -> (Self, String) {
        let text = Token::new().into_text();
        (Self(blake3::hash(text.as_bytes())), text)
    }

    /// Returns `true` if this string is the token. The hashes are compared in constant time.
    pub(crate) fn is(&self, text: &str) -> bool {
        blake3::hash(text.as_bytes()) == self.0
    }

    /// Returns `true` if a request contains the token in the cookie for this port.
    pub(crate) fn is_in(&self, headers: &HeaderMap, port: Option<u16>) -> bool {
        let name = cookie_name(port);
        let texts = headers.get_all(COOKIE).iter().filter_map(|value| value.to_str().ok());
        let mut pairs = texts.flat_map(|text| text.split(';')).filter_map(|pair| {
            let (key, value) = pair.split_once('=')?;
            (key.trim() == name).then_some(value.trim())
        });
        pairs.any(|value| self.is(value))
    }
}

impl fmt::Debug for OwnerToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("OwnerToken")
    }
}

/// The header that makes a browser store the token until the browser is closed. Scripts can't read the cookie, and
/// other sites' pages can't send it.
pub(crate) fn cookie(text: &str, port: Option<u16>, is_secure: bool) -> Option<HeaderValue> {
    let (name, secure) = (cookie_name(port), if is_secure { "; Secure" } else { "" });
    format!("{name}={text}; Path=/; HttpOnly; SameSite=Strict{secure}").parse().ok()
}

fn cookie_name(port: Option<u16>) -> String {
    port.map_or_else(|| COOKIE_NAME.into(), |port| format!("{COOKIE_NAME}-{port}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_the_whole_token_in_the_cookie_of_this_server_counts() {
        let (token, text) = OwnerToken::generate();
        let is_owner = |cookies: &[&str], port| {
            let mut headers = HeaderMap::new();
            for cookie in cookies {
                headers.append(COOKIE, cookie.parse().unwrap());
            }
            token.is_in(&headers, port)
        };
        let own = format!("rival-owner-8080={text}");
        assert!(is_owner(&[&own], Some(8080)));
        assert!(is_owner(&["language=nl", &format!("a=b; {own}; c=d")], Some(8080)));
        assert!(is_owner(&["rival-owner-8080=tossed", &own], Some(8080)), "a tossed cookie");
        assert!(is_owner(&[&format!("rival-owner={text}")], None));
        assert!(!is_owner(&[&own], Some(8081)) && !is_owner(&[&own], None));
        assert!(!is_owner(&[&own.replace(&text, text.get(1..).unwrap())], Some(8080)));
        assert!(!is_owner(&["rival-owner-8080=", "rival-owner-8080"], Some(8080)));
        assert!(!is_owner(&[], Some(8080)));
        assert!(!OwnerToken::generate().0.is(&text));
        assert_eq!(format!("{token:?}"), "OwnerToken");
    }
}
