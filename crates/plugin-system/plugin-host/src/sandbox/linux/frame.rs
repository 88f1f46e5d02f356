//! Frames, the messages between this program and a child process that runs an untrusted plugin.
//!
//! A frame consists of its length (four bytes, little-endian, excluding the length itself), a [`Kind`] (one byte), its
//! request number (four bytes) and a payload: a `plugin-abi` message, exactly as a plugin in this process would receive
//! it. A plugin can send any bytes, so all bytes are untrusted.

use std::cmp;
use std::sync::atomic::{AtomicU64, Ordering};

use plugin_abi::message::{MESSAGE_BYTES_MAX, MessageError, UrgencyV1};

/// This protocol's version. Host and child are the same program, so a different version is a mistake.
pub(super) const PROTOCOL: u32 = 5;

/// The size of a frame's length field, in bytes.
const LENGTH_BYTES: usize = 4;

/// The number of bytes in a frame between its length field and its payload.
const HEAD_BYTES: usize = 5;

/// The number of bytes per read.
const READ_BYTES: usize = 16 << 10;

/// The kind of a frame.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// To the child: confine yourself. Answered with `Confined`. None of the plugin's code runs before `Load`.
    Confine = 0,
    /// To the child: load the library. Answered with `Done` or `Refused`.
    Load = 1,
    /// To the child: return the manifest. Answered with `Done` and a `Manifest`, or `Failed`.
    Describe = 2,
    /// To the child: drop the current player, if any, and create the player described by this `NewPlayer`. Answered
    /// with `Done` or `Failed`.
    NewPlayer = 3,
    /// A `ToPlayer` message to the child's player. Answered with `Done` and a `FromPlayer`.
    Call = 4,
    /// Like `Call`, when the recommended time is already used up.
    UrgentCall = 5,
    /// To the child: the `FromHost` that answers an `Ask`.
    HostAnswer = 6,
    /// To the child: a `ToPlayer` that needs no answer, with the number of the next call. If this fails, the call is
    /// not carried out, and the failure is its answer.
    Notify = 7,
    /// To the host: a `Confinement` with the results of the steps.
    Confined = 17,
    /// To the host: the result of the request.
    Done = 18,
    /// To the host: the plugin failed, with a `FromPlayer::FailedV1`.
    Failed = 19,
    /// To the host: the library can't be loaded, with a `Refusal`.
    Refused = 20,
    /// To the host, during a call: a `ToHost` that waits for a `HostAnswer`.
    Ask = 21,
    /// To the host, during a call: a `ToHost` that needs no answer.
    Note = 22,
}

impl Kind {
    const ALL: [Self; 14] = [
        Self::Confine,
        Self::Load,
        Self::Describe,
        Self::NewPlayer,
        Self::Call,
        Self::UrgentCall,
        Self::HostAnswer,
        Self::Notify,
        Self::Confined,
        Self::Done,
        Self::Failed,
        Self::Refused,
        Self::Ask,
        Self::Note,
    ];

    fn from_byte(byte: u8) -> Option<Self> {
        Self::ALL.into_iter().find(|kind| *kind as u8 == byte)
    }
}

/// A message from the host on the second socket: how urgent the answer to a request is.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Stop {
    /// The request.
    pub(super) number: u32,
    pub(super) urgency: UrgencyV1,
}

impl Stop {
    pub(super) const BYTES: usize = 5;

    pub(super) fn to_bytes(self) -> [u8; Self::BYTES] {
        let [a, b, c, d] = self.number.to_le_bytes();
        [a, b, c, d, self.urgency as u8]
    }

    pub(super) fn from_bytes([a, b, c, d, urgency]: [u8; Self::BYTES]) -> Option<Self> {
        let urgency = UrgencyV1::from_number(urgency)?;
        Some(Self { number: u32::from_le_bytes([a, b, c, d]), urgency })
    }
}

/// The newest [`Stop`] received, shared with the player's threads.
#[derive(Debug, Default)]
pub(super) struct NewestStop(AtomicU64);

impl NewestStop {
    /// Records a stop, unless a more urgent stop or a stop for a newer request has been received.
    pub(super) fn raise(&self, stop: Stop) {
        let value = u64::from(stop.number) << 8 | u64::from(stop.urgency as u8);
        self.0.fetch_max(value, Ordering::Relaxed);
    }

    /// The urgency of the answer to request `number`. A finished call counts as withdrawn.
    pub(super) fn urgency_of(&self, number: u32) -> UrgencyV1 {
        let value = self.0.load(Ordering::Relaxed);
        match (value >> 8).cmp(&u64::from(number)) {
            cmp::Ordering::Less => UrgencyV1::None,
            cmp::Ordering::Equal => {
                UrgencyV1::from_number((value & 0xff) as u8).unwrap_or(UrgencyV1::Withdrawn)
            }
            cmp::Ordering::Greater => UrgencyV1::Withdrawn,
        }
    }
}

/// A complete frame.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    pub(super) kind: Kind,
    /// The request number.
    pub(super) number: u32,
    pub(super) payload: Vec<u8>,
}

/// Appends a frame to `bytes`.
///
/// # Errors
/// [`MessageError::TooLong`] if the payload exceeds the size limit. In this case, nothing is appended.
pub(super) fn append(
    bytes: &mut Vec<u8>,
    kind: Kind,
    number: u32,
    payload: &[u8],
) -> Result<(), MessageError> {
    let too_long = || MessageError::TooLong { bytes: payload.len() };
    if payload.len() > MESSAGE_BYTES_MAX {
        return Err(too_long());
    }
    let length = u32::try_from(HEAD_BYTES + payload.len()).map_err(|_huge| too_long())?;
    bytes.reserve(LENGTH_BYTES + HEAD_BYTES + payload.len());
    bytes.extend_from_slice(&length.to_le_bytes());
    bytes.push(kind as u8);
    bytes.extend_from_slice(&number.to_le_bytes());
    bytes.extend_from_slice(payload);
    Ok(())
}

/// Received bytes that have not been parsed into frames yet.
#[derive(Debug, Default)]
pub(super) struct Arrived(Vec<u8>);

impl Arrived {
    /// The buffer, with enough free space for most messages.
    pub(super) fn room(&mut self) -> &mut Vec<u8> {
        self.0.reserve(READ_BYTES);
        &mut self.0
    }

    /// The next frame if it is complete. The buffer never holds more than one frame of maximum size.
    ///
    /// # Errors
    /// The fault in the bytes, as a phrase.
    pub(super) fn take(&mut self) -> Result<Option<Frame>, String> {
        let Some((length, rest)) = self.0.split_first_chunk::<LENGTH_BYTES>() else {
            return Ok(None);
        };
        let length = u32::from_le_bytes(*length) as usize;
        if !(HEAD_BYTES..=HEAD_BYTES + MESSAGE_BYTES_MAX).contains(&length) {
            return Err(format!("a frame of {length} bytes"));
        }
        let Some((head, payload)) =
            rest.get(..length).and_then(<[u8]>::split_first_chunk::<HEAD_BYTES>)
        else {
            return Ok(None);
        };
        let [kind, number @ ..] = *head;
        let kind = Kind::from_byte(kind).ok_or_else(|| format!("a frame of kind {kind}"))?;
        let frame = Frame { kind, number: u32::from_le_bytes(number), payload: payload.to_vec() };
        self.0.drain(..LENGTH_BYTES + length);
        Ok(Some(frame))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn take_all(bytes: &[u8]) -> Result<Vec<Frame>, String> {
        let mut arrived = Arrived::default();
        arrived.room().extend_from_slice(bytes);
        let mut frames = Vec::new();
        while let Some(frame) = arrived.take()? {
            frames.push(frame);
        }
        Ok(frames)
    }

    fn encode(kind: Kind, number: u32, payload: &[u8]) -> Result<Vec<u8>, MessageError> {
        let mut bytes = Vec::new();
        append(&mut bytes, kind, number, payload).map(|()| bytes)
    }

    fn frame(kind: Kind, number: u32, payload: &[u8]) -> Frame {
        Frame { kind, number, payload: payload.into() }
    }

    #[test]
    fn frames_are_parsed_however_they_arrive() {
        let frames = [encode(Kind::Call, 7, b"abc"), encode(Kind::Done, u32::MAX, b"")];
        let bytes = frames.map(Result::unwrap).concat();
        let expected = [frame(Kind::Call, 7, b"abc"), frame(Kind::Done, u32::MAX, b"")];
        assert_eq!(take_all(&bytes).unwrap(), expected);
        let mut arrived = Arrived::default();
        let mut frames = Vec::new();
        for byte in bytes {
            arrived.room().push(byte);
            frames.extend(arrived.take().unwrap());
        }
        assert_eq!(frames, expected);
    }

    #[test]
    fn invalid_lengths_and_kinds_are_refused() {
        let length = |length: u32| take_all(&length.to_le_bytes()).unwrap_err();
        assert_eq!(length(0), "a frame of 0 bytes");
        assert_eq!(length(4), "a frame of 4 bytes");
        assert_eq!(length(u32::MAX), "a frame of 4294967295 bytes");
        assert_eq!(length((1 << 20) + 6), "a frame of 1048582 bytes");
        assert_eq!(take_all(b"\x05\0\0\0\x63\0\0\0\0").unwrap_err(), "a frame of kind 99");
        assert_eq!(take_all(&((1_u32 << 20) + 5).to_le_bytes()), Ok(vec![]));
    }

    #[test]
    fn an_overlong_message_is_not_sent() {
        let bytes = MESSAGE_BYTES_MAX + 1;
        assert!(encode(Kind::Done, 1, &vec![0; bytes - 1]).is_ok());
        assert_eq!(encode(Kind::Done, 1, &vec![0; bytes]), Err(MessageError::TooLong { bytes }));
    }
}
