//! The growing part: what the bytes that cross mean.
//!
//! Each message is an enum whose variants carry a version: `ChooseV1(RequestV1)`. The encoding begins with the
//! variant's index, so **variants are only ever appended**, and a struct is never changed: where it has to hold
//! more, it gets a successor (`RequestV2`) with a variant of its own (`ChooseV2`), and [`REVISION`] is raised. Who
//! sends a message chooses a variant that the other side's revision knows; both sides tell theirs, the plugin in
//! its [`Stamp`](crate::Stamp), the program when it asks for the [`Manifest`].
//!
//! The texts of what is sent at every turn are [`Cow`](std::borrow::Cow)s: who sends lends them, who receives owns them.

mod event;
mod manifest;
mod play;

use serde::Serialize;
use serde::de::DeserializeOwned;
use thiserror::Error;

pub use self::event::{
    EndReasonV1, EndingV1, EventV1, PlayedMoveV1, TableStateV1, TimeControlV1, TurnV1,
};
pub use self::manifest::{
    GamesV1, Manifest, ManifestV1, NewPlayer, NewPlayerV1, OptionKindV1, OptionSpecV1, PlayerInfoV1,
};
pub use self::play::{
    AskErrorV1, FailureV1, FromHost, FromPlayer, PonderRequestV1, PromptV1, ReplyV1, RequestV1,
    SetupV1, SetupV2, ThinkingV1, ThinkingV2, ToHost, ToPlayer, UrgencyV1, ValuationV1,
};

/// The newest version of the messages that this crate knows. A side understands all versions up to its own.
pub const REVISION: u32 = 3;

/// The most bytes that a message may have.
pub const MESSAGE_BYTES_MAX: usize = 1 << 20;

/// Room for nearly every message of a match, so that it grows no further while it is written.
const BYTES_EXPECTED: usize = 1000;

/// Why a message can't be sent or understood.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum MessageError {
    /// It has more bytes than [`MESSAGE_BYTES_MAX`].
    #[error("a message of {bytes} bytes: at most {MESSAGE_BYTES_MAX} are allowed")]
    TooLong {
        /// The bytes that it has.
        bytes: usize,
    },
    /// It is not the encoding of a message of this kind, or of one that this revision knows.
    #[error("a malformed message ({0})")]
    Malformed(#[from] postcard::Error),
    /// The message ends before its bytes do.
    #[error("a message with {bytes} bytes too many")]
    Trailing {
        /// How many bytes follow the message.
        bytes: usize,
    },
}

/// The bytes of a message.
///
/// # Errors
/// [`MessageError::TooLong`]; no other error comes from the types of this module.
pub fn encode<T: Serialize>(message: &T) -> Result<Vec<u8>, MessageError> {
    let bytes = postcard::to_extend(message, Vec::with_capacity(BYTES_EXPECTED))?;
    check_length(&bytes)?;
    Ok(bytes)
}

/// The message that these bytes are.
///
/// # Errors
/// [`MessageError`] if they are not exactly one message of this kind.
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
