//! Match names, and tokens: unguessable strings that grant access to a seat.

use serde::{Deserialize, Serialize};

/// The characters in a name or a token. Each character encodes five bits.
const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";

/// The length of a match name: 50 bits, enough to be unguessable.
const NAME_LETTERS: usize = 10;

/// The length of a token: 130 bits.
const TOKEN_LETTERS: usize = 26;

/// Generates a name for a match or a request.
pub(crate) fn new_name() -> String {
    text(NAME_LETTERS)
}

/// The right to seats in a match, or the right to direct it. The server stores only its hash.
#[derive(Clone, PartialEq, Eq)]
pub(crate) struct Token(String);

impl Token {
    /// A new token.
    pub(crate) fn new() -> Self {
        Self(text(TOKEN_LETTERS))
    }

    /// The string for the client.
    pub(crate) fn into_text(self) -> String {
        self.0
    }

    /// The hash.
    pub(crate) fn hash(&self) -> TokenHash {
        TokenHash::of(&self.0)
    }
}

/// The hash of a token.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Serialize, Deserialize)]
pub(crate) struct TokenHash([u8; 32]);

impl TokenHash {
    /// The hash of a token sent by a client.
    pub(crate) fn of(text: &str) -> Self {
        Self(*blake3::hash(text.as_bytes()).as_bytes())
    }
}

/// Random characters from a cryptographic generator seeded by the operating system.
fn text(letters: usize) -> String {
    let letter = |_| char::from(LETTERS[usize::from(rand::random::<u8>() % 32)]);
    (0..letters).map(letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_is_recognized_by_its_hash() {
        let token = Token::new();
        let hash = token.hash();
        let text = token.into_text();
        assert_eq!(text.len(), TOKEN_LETTERS);
        assert_eq!(TokenHash::of(&text), hash);
        assert_ne!(Token::new().hash(), hash);
    }
}
