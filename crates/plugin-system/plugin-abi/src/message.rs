//! The extensible part of the interface: the messages.
//!
//! Each message is an enum whose variants carry a version: `ChooseV1(RequestV1)`. The encoding begins with the
//! variant's index, so **variants are only ever appended**, and a struct never changes. To extend a struct, add a
//! successor (`RequestV2`) and a new variant (`ChooseV2`), and increase [`REVISION`]. A sender chooses a variant that
//! exists in the receiver's revision. Both sides announce their revision: the plugin in its [`Stamp`](crate::Stamp),
//! the program when it requests the [`Manifest`].
//!
//! Strings in frequent messages are [`Cow`](std::borrow::Cow)s: the sender borrows them, and the receiver owns them.

mod event;
mod failure;
mod manifest;
mod play;

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

pub use self::event::{
    EndReasonV1, EndingV1, EventV1, PlayedMoveV1, TableStateV1, TimeControlV1, TurnV1,
};
pub use self::failure::FailureV1;
pub use self::manifest::{
    GamesV1, Manifest, ManifestV1, NewPlayer, NewPlayerV1, OptionKindV1, OptionSpecV1, PlayerInfoV1,
};
pub use self::play::{
    AskErrorV1, FromHost, FromPlayer, PonderRequestV1, PromptV1, ReplyV1, RequestV1, SetupV1,
    ThinkingV1, ToHost, ToPlayer, UrgencyV1, ValuationV1,
};

/// This crate's message revision. Each side understands all revisions up to its own.
pub const REVISION: u32 = 1;

/// The maximum message size in bytes.
pub const MESSAGE_BYTES_MAX: usize = 1 << 20;

/// The initial capacity of a message buffer, large enough for nearly every message in a match, which avoids
/// reallocation.
const BYTES_EXPECTED: usize = 1000;

/// The reason why a message can't be encoded or decoded.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MessageError {
    /// The message is larger than [`MESSAGE_BYTES_MAX`].
    #[error("a message of {bytes} bytes: at most {MESSAGE_BYTES_MAX} are allowed")]
    TooLong {
        /// Its size.
        bytes: usize,
    },
    /// The bytes don't encode a message of this type in any revision up to this crate's.
    #[error("a malformed message ({0})")]
    Malformed(#[from] postcard::Error),
    /// Extra bytes follow the message.
    #[error("a message with {bytes} extra bytes")]
    Trailing {
        /// The number of bytes after the message.
        bytes: usize,
    },
}

/// Encodes a message.
///
/// # Errors
/// [`MessageError::TooLong`]. The types in this module can't cause another error.
pub fn encode<T: Serialize>(message: &T) -> Result<Vec<u8>, MessageError> {
    let bytes = postcard::to_extend(message, Vec::with_capacity(BYTES_EXPECTED))?;
    check_length(&bytes)?;
    Ok(bytes)
}

/// Decodes a message.
///
/// # Errors
/// [`MessageError`] if the bytes are not exactly one message of this type.
pub fn decode<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, MessageError> {
    check_length(bytes)?;
    match postcard::take_from_bytes(bytes)? {
        (message, []) => Ok(message),
        (_, rest) => Err(MessageError::Trailing { bytes: rest.len() }),
    }
}

fn check_length(bytes: &[u8]) -> Result<(), MessageError> {
    match bytes.len() {
        0..=MESSAGE_BYTES_MAX => Ok(()),
        bytes => Err(MessageError::TooLong { bytes }),
    }
}
