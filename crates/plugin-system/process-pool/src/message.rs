//! The messages between a program and its supervisors.
//!
//! A program sends a single order with three descriptors, the standard streams of the new process. The process's
//! supervisor answers with five-byte reports.

use std::ffi::{OsStr, OsString};
use std::io::{self, ErrorKind, IoSlice, IoSliceMut, Read, Write};
use std::mem::MaybeUninit;
use std::os::fd::{BorrowedFd, OwnedFd};
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::net::UnixStream;

use rustix::net::{
    RecvAncillaryBuffer, RecvAncillaryMessage, RecvFlags, SendAncillaryBuffer,
    SendAncillaryMessage, SendFlags, recvmsg, sendmsg,
};

/// Maximum command size in bytes. The kernel's default limit for a command and its environment is lower.
const WORDS_BYTES_MAX: usize = 16 << 20;

/// Terminates each word of a command. Words can't contain this byte.
const WORD_END: u8 = 0;

/// Sends a command and the standard streams for its process.
pub(crate) fn send_order<S: AsRef<OsStr>>(
    mut socket: &UnixStream,
    words: &[S],
    streams: [BorrowedFd<'_>; 3],
) -> io::Result<()> {
    let mut bytes = Vec::new();
    for word in words {
        let word = word.as_ref().as_bytes();
        if word.contains(&WORD_END) {
            return Err(io::Error::new(
                ErrorKind::InvalidInput,
                "the command contains a zero byte",
            ));
        }
        bytes.extend_from_slice(word);
        bytes.push(WORD_END);
    }
    if bytes.len() > WORDS_BYTES_MAX {
        return Err(io::Error::from(ErrorKind::ArgumentListTooLong));
    }
    let length = u32::try_from(bytes.len()).map_err(io::Error::other)?.to_le_bytes();
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut ancillary = SendAncillaryBuffer::new(&mut space);
    if !ancillary.push(SendAncillaryMessage::ScmRights(&streams)) {
        return Err(io::Error::other("the message buffer has no room for three descriptors"));
    }
    let sent = sendmsg(socket, &[IoSlice::new(&length)], &mut ancillary, SendFlags::NOSIGNAL)?;
    socket.write_all(length.get(sent..).unwrap_or_default())?;
    socket.write_all(&bytes)
}

/// Receives a command and the standard streams for its process.
pub(crate) fn receive_order(mut socket: &UnixStream) -> io::Result<(Vec<OsString>, [OwnedFd; 3])> {
    let mut length = [0; 4];
    let mut space = [MaybeUninit::uninit(); rustix::cmsg_space!(ScmRights(3))];
    let mut ancillary = RecvAncillaryBuffer::new(&mut space);
    let mut parts = [IoSliceMut::new(&mut length)];
    let received = recvmsg(socket, &mut parts, &mut ancillary, RecvFlags::CMSG_CLOEXEC)?.bytes;
    let streams = ancillary.drain().find_map(|message| match message {
        RecvAncillaryMessage::ScmRights(descriptors) => Some(descriptors.collect::<Vec<_>>()),
        _ => None,
    });
    let streams = streams.and_then(|streams| <[OwnedFd; 3]>::try_from(streams).ok());
    let streams = streams.ok_or(ErrorKind::InvalidData)?;
    socket.read_exact(length.get_mut(received..).unwrap_or_default())?;
    let length = u32::from_le_bytes(length) as usize;
    if length > WORDS_BYTES_MAX {
        return Err(ErrorKind::InvalidData.into());
    }
    let mut bytes = vec![0; length];
    socket.read_exact(&mut bytes)?;
    let text = bytes.strip_suffix(&[WORD_END]).ok_or(ErrorKind::InvalidData)?;
    let words = text.split(|&byte| byte == WORD_END);
    Ok((words.map(|word| OsString::from_vec(word.to_vec())).collect(), streams))
}

/// A supervisor's report.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Report {
    /// The process with this ID was started.
    Started(i32),
    /// The process couldn't be started, with this system error number.
    Failed(i32),
    /// The process has ended with this status, in the format of `wait`.
    Ended(i32),
}

impl Report {
    /// The length of a report.
    pub(crate) const BYTES: usize = 5;

    pub(crate) fn to_bytes(self) -> [u8; Self::BYTES] {
        let (kind, value) = match self {
            Self::Started(process) => (1, process),
            Self::Failed(error) => (2, error),
            Self::Ended(status) => (3, status),
        };
        let [a, b, c, d] = value.to_le_bytes();
        [kind, a, b, c, d]
    }

    /// Parses a report, or returns `None` if the bytes are invalid.
    pub(crate) fn from_bytes([kind, a, b, c, d]: [u8; Self::BYTES]) -> Option<Self> {
        let value = i32::from_le_bytes([a, b, c, d]);
        match kind {
            1 => Some(Self::Started(value)),
            2 => Some(Self::Failed(value)),
            3 => Some(Self::Ended(value)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::os::fd::AsFd;

    use super::*;

    #[test]
    fn an_order_arrives_with_its_words_and_streams() {
        let (here, there) = UnixStream::pair().unwrap();
        let words = ["an engine", "", "--level=ä"];
        let stream = here.as_fd();
        send_order(&here, &words, [stream; 3]).unwrap();
        let (received, streams) = receive_order(&there).unwrap();
        assert_eq!(received, words.map(OsString::from));
        let mut socket = UnixStream::from(streams.into_iter().next().unwrap());
        socket.write_all(b"a").unwrap();
        let mut byte = [0];
        (&there).read_exact(&mut byte).unwrap();
        assert_eq!(&byte, b"a");
    }

    #[test]
    fn a_command_with_a_zero_byte_is_refused() {
        let (here, _there) = UnixStream::pair().unwrap();
        let refused = send_order(&here, &["a\0b"], [here.as_fd(); 3]).unwrap_err();
        assert_eq!(refused.kind(), ErrorKind::InvalidInput);
    }

    #[test]
    fn a_report_survives_a_round_trip() {
        for report in [Report::Started(4711), Report::Failed(2), Report::Ended(9)] {
            assert_eq!(Report::from_bytes(report.to_bytes()), Some(report));
        }
        assert_eq!(Report::from_bytes([9; 5]), None);
    }
}
