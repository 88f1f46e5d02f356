//! Frames: what passes between this program and a child, the process in which the plugin of a stranger runs.
//!
//! A frame is its length (four bytes, little-endian, without themselves), a [`Kind`] (one byte), the number of the
//! request that it belongs to (four bytes) and a payload: one of the messages of `plugin-abi`, as it would go into a
//! plugin in this process. Whoever wrote a plugin can write any bytes here, so nothing in them is trusted.

use std::cmp;
use std::sync::atomic::{AtomicU64, Ordering};

use plugin_abi::message::{MESSAGE_BYTES_MAX, MessageError, UrgencyV1};

/// The number of this protocol. Host and child are the same program, so it differs only by mistake.
pub(super) const PROTOCOL: u32 = 4;

/// The bytes of a frame's length.
const LENGTH_BYTES: usize = 4;

/// The bytes of a frame between its length and its payload.
const HEAD_BYTES: usize = 5;

/// How many bytes are read at once.
const READ_BYTES: usize = 16 << 10;

/// What a frame says.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Kind {
    /// To the child: shut yourself in. Answered with `Confined`; no code of the plugin runs before `Load`.
    Confine = 0,
    /// To the child: load the library. Answered with `Done` or `Refused`.
    Load = 1,
    /// To the child: say what the plugin is. Answered with `Done` and a `Manifest`, or `Failed`.
    Describe = 2,
    /// To the child: make the player of this `NewPlayer`, after dropping the one before. Answered with `Done` or `Failed`.
    Seat = 3,
    /// To the child: a `ToPlayer` for the player. Answered with `Done` and a `FromPlayer`.
    Call = 4,
    /// As `Call`, and the recommended time is used up already.
    HurriedCall = 5,
    /// To the child: the `FromHost` that answers an `Ask`.
    HostAnswer = 6,
    /// To the child: a `ToPlayer` that the player only hears, with the number of the call that follows. It has no answer
    /// of its own: if something goes wrong, that is what answers the call, which is not carried out then.
    Tell = 7,
    /// To the host: a `Confinement`, what shutting in has achieved.
    Confined = 17,
    /// To the host: what was asked for.
    Done = 18,
    /// To the host: the plugin couldn't do what was asked for, with a `FromPlayer::FailedV1`.
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
        Self::Seat,
        Self::Call,
        Self::HurriedCall,
        Self::HostAnswer,
        Self::Tell,
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

/// What the host writes to the second socket: how urgently it wants the answer to a request.
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

/// The newest [`Stop`] that has arrived, for the threads of the player to read.
#[derive(Debug, Default)]
pub(super) struct NewestStop(AtomicU64);

impl NewestStop {
    /// Takes note of a stop. A request that is newer, or more urgent, goes over it.
    pub(super) fn raise(&self, stop: Stop) {
        let value = u64::from(stop.number) << 8 | u64::from(stop.urgency as u8);
        self.0.fetch_max(value, Ordering::Relaxed);
    }

    /// How urgently the answer to request `number` is wanted. A call that is over is withdrawn.
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

/// One frame that has arrived whole.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Frame {
    pub(super) kind: Kind,
    /// The request that it belongs to.
    pub(super) number: u32,
    pub(super) payload: Vec<u8>,
}

/// Appends a frame to `bytes`.
///
/// # Errors
/// [`MessageError::TooLong`] if the payload is longer than a message may be; nothing is appended then.
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

/// Bytes that have arrived and are not yet taken as frames.
#[derive(Debug, Default)]
pub(super) struct Arrived(Vec<u8>);

impl Arrived {
    /// Where the next bytes are to be appended: there is room for more than most messages have.
    pub(super) fn room(&mut self) -> &mut Vec<u8> {
        self.0.reserve(READ_BYTES);
        &mut self.0
    }

    /// The next frame, if it is there whole. No more than the longest frame is ever kept.
    ///
    /// # Errors
    /// What is wrong with the bytes, as a phrase.
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
    fn frames_are_read_back_however_they_arrive() {
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
    fn lengths_and_kinds_that_no_frame_has_are_refused() {
        let length = |length: u32| take_all(&length.to_le_bytes()).unwrap_err();
        assert_eq!(length(0), "a frame of 0 bytes");
        assert_eq!(length(4), "a frame of 4 bytes");
        assert_eq!(length(u32::MAX), "a frame of 4294967295 bytes");
        assert_eq!(length((1 << 20) + 6), "a frame of 1048582 bytes");
        assert_eq!(take_all(b"\x05\0\0\0\x63\0\0\0\0").unwrap_err(), "a frame of kind 99");
        assert_eq!(take_all(&((1_u32 << 20) + 5).to_le_bytes()), Ok(vec![]));
    }

    #[test]
    fn a_message_that_is_too_long_is_not_sent() {
        let bytes = MESSAGE_BYTES_MAX + 1;
        assert!(encode(Kind::Done, 1, &vec![0; bytes - 1]).is_ok());
        assert_eq!(encode(Kind::Done, 1, &vec![0; bytes]), Err(MessageError::TooLong { bytes }));
    }
}
