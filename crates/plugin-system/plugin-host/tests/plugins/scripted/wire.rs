//! Faulty messages from a plugin to its host, bypassing the kit.

#![expect(unsafe_code, reason = "descriptors are used that belong to others")]

use std::io::{self, Write};
use std::sync::Once;
use std::thread;
use std::time::Duration;

use plugin_sdk::PlayerError;

use super::hostile::{FOREVER, MIB};

/// The child's end of the connection to its host: the first socket.
fn connection() -> Option<i32> {
    (3..64).find(|&descriptor| {
        // SAFETY: a status consists of numbers, for which zero is a valid value.
        let mut status: libc::stat = unsafe { std::mem::zeroed() };
        // SAFETY: the status is writable.
        let result = unsafe { libc::fstat(descriptor, &raw mut status) };
        result == 0 && status.st_mode & libc::S_IFMT == libc::S_IFSOCK
    })
}

fn send(bytes: &[u8]) {
    let Some(connection) = connection() else { return };
    // SAFETY: the bytes are readable.
    let _sent = unsafe { libc::write(connection, bytes.as_ptr().cast(), bytes.len()) };
}

/// A frame of this kind for this request.
fn frame(kind: u8, number: u32, payload: &[u8]) -> Vec<u8> {
    let length = u32::try_from(payload.len() + 5).unwrap_or(u32::MAX);
    [&length.to_le_bytes()[..], &[kind], &number.to_le_bytes(), payload].concat()
}

const DONE: u8 = 18;
const ASK: u8 = 21;
const NOTE: u8 = 22;

/// The current call.
pub(super) struct Call<'a> {
    pub(super) number: u32,
    /// A legal move.
    pub(super) mv: &'a str,
}

impl Call<'_> {
    /// The frame that answers the call with the move, followed by `more` bytes.
    fn answer(&self, more: &[u8]) -> Vec<u8> {
        let length = u8::try_from(self.mv.len()).unwrap_or(u8::MAX);
        let message = [b"\x01\x00", &[length][..], self.mv.as_bytes(), more].concat();
        frame(DONE, self.number, &message)
    }
}

/// Sends malformed frames to the host, bypassing the kit.
pub(super) fn act(fault: &str, call: &Call<'_>) -> Result<(), PlayerError> {
    let number = call.number;
    match fault {
        "length 0" => send(&[0; 4]),
        "length 2^32-1" => send(&u32::MAX.to_le_bytes()),
        "length limit+1" => send(&((1_u32 << 20) + 6).to_le_bytes()),
        "unknown kind" => send(&frame(99, number, b"")),
        "kind of the host" => send(&frame(3, number, b"")),
        "another number" => send(&frame(DONE, number + 1, &[2])),
        "duplicate answer" => {
            send(&[call.answer(b""), frame(DONE, number, b"\x02")].concat());
            return Ok(());
        }
        "trailing bytes" => send(&call.answer(b"x")),
        "unknown message" => send(&frame(DONE, number, b"\x63")),
        "bad UTF-8" => send(&frame(DONE, number, b"\x01\x00\x02\xff\xfe")),
        "unknown question" => send(&frame(ASK, number, b"\x63")),
        "half a frame" => send(&call.answer(b"")[..7]),
        "tells after its answer" => {
            later(move || (0..1000).for_each(|_| send(&frame(NOTE, number, b"\x03\x05again"))));
            return Ok(());
        }
        "asks after its answer" => {
            later(move || send(&frame(ASK, number, b"\x63")));
            return Ok(());
        }
        "takes its requests away" => {
            take_requests();
            return Ok(());
        }
        "asks and never listens" => loop {
            send(&frame(ASK, number, b"\x02\x01x"));
        },
        "drip-feed" => {
            for byte in frame(NOTE, number, &vec![3; MIB]) {
                send(&[byte]);
                thread::park_timeout(Duration::from_millis(50));
            }
        }
        _ => return Ok(()),
    }
    io::stdout().flush()?;
    thread::park_timeout(FOREVER);
    Ok(())
}

/// Runs `f` in a new thread and gives that thread a moment to begin.
fn at_once(f: impl FnOnce() + Send + 'static) {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        thread::spawn(f);
        thread::park_timeout(Duration::from_millis(5));
    });
}

/// Runs `f` after the answer has been sent.
fn later(f: impl FnOnce() + Send + 'static) {
    at_once(|| {
        thread::park_timeout(Duration::from_millis(6));
        f();
    });
}

/// Steals what the host sends to the playing thread. Reads in many threads, because the system chooses which of them
/// wakes up first.
fn take_requests() {
    const THREADS: usize = 16;
    let Some(connection) = connection() else { return };
    at_once(move || {
        for _ in 0..THREADS {
            thread::spawn(move || {
                let mut bytes = [0_u8; 4096];
                let (start, length) = (bytes.as_mut_ptr().cast(), bytes.len());
                // SAFETY: the bytes are writable.
                while unsafe { libc::read(connection, start, length) } > 0 {}
            });
        }
    });
}
