//! A child's connection to its host.

use std::fs::File;
use std::io::{self, ErrorKind, Write};
use std::sync::{Mutex, PoisonError};

use abi_stable::std_types::{RSlice, RVec};
use plugin_abi::HostCalls;
use plugin_abi::message::{FromHost, ToHost, UrgencyV1, decode, encode};
use rustix::buffer::spare_capacity;
use rustix::io::Errno;

use crate::sandbox::linux::frame::{self, Arrived, Frame, Kind, NewestStop};

/// The child's end of the socket.
#[derive(Debug)]
pub(super) struct Connection {
    socket: File,
    arrived: Arrived,
    /// The message being sent.
    sent: Vec<u8>,
}

impl Connection {
    pub(super) fn new(socket: File) -> Self {
        Self { socket, arrived: Arrived::default(), sent: Vec::new() }
    }

    /// The next frame, or `None` if the host has closed the connection.
    pub(super) fn receive_or_end(&mut self) -> io::Result<Option<Frame>> {
        loop {
            if let Some(frame) = self.arrived.take().map_err(io::Error::other)? {
                return Ok(Some(frame));
            }
            match rustix::io::read(&self.socket, spare_capacity(self.arrived.room())) {
                Ok(0) => return Ok(None),
                Ok(_) | Err(Errno::INTR) => {}
                Err(error) => return Err(error.into()),
            }
        }
    }

    /// The next frame.
    pub(super) fn receive(&mut self) -> io::Result<Frame> {
        self.receive_or_end()?.ok_or_else(|| ErrorKind::UnexpectedEof.into())
    }

    pub(super) fn send(&mut self, kind: Kind, number: u32, payload: &[u8]) -> io::Result<()> {
        self.sent.clear();
        frame::append(&mut self.sent, kind, number, payload).map_err(io::Error::other)?;
        self.socket.write_all(&self.sent)
    }
}

/// The host that the plugin's player uses during a call.
pub(super) struct HostProxy<'a> {
    /// A mutex, because search threads can share the host.
    connection: Mutex<&'a mut Connection>,
    /// The call's number.
    number: u32,
    /// The newest urgency that the host has sent.
    stopped: &'a NewestStop,
}

impl<'a> HostProxy<'a> {
    pub(super) fn new(
        connection: &'a mut Connection,
        number: u32,
        stopped: &'a NewestStop,
    ) -> Self {
        Self { connection: Mutex::new(connection), number, stopped }
    }

    fn ask(&self, message: &[u8]) -> io::Result<Vec<u8>> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        connection.send(Kind::Ask, self.number, message)?;
        let answer = connection.receive()?;
        match (answer.kind, answer.number == self.number) {
            (Kind::HostAnswer, true) => Ok(answer.payload),
            _ => Err(io::Error::other("the host's answer doesn't match the request")),
        }
    }

    fn urgency(&self) -> UrgencyV1 {
        self.stopped.urgency_of(self.number)
    }

    fn note(&self, message: &[u8]) -> io::Result<()> {
        let mut connection = self.connection.lock().unwrap_or_else(PoisonError::into_inner);
        connection.send(Kind::Note, self.number, message)
    }
}

impl HostCalls for HostProxy<'_> {
    fn is_stopped(&self) -> bool {
        self.urgency() >= UrgencyV1::BudgetUsed
    }

    /// Forwards only questions to a human player or about the rules to the host. Answers everything else here.
    fn call(&self, message: RSlice<'_, u8>) -> RVec<u8> {
        let message = message.as_slice();
        let answer = match decode(message) {
            Ok(ToHost::AskV1(_) | ToHost::ResolveV1(_)) => self.ask(message),
            Ok(ToHost::UrgencyV1) => encoded(&FromHost::UrgencyV1(self.urgency())),
            _ => self.note(message).and_then(|()| encoded(&FromHost::Done)),
        };
        // Messages that are too long are dropped. If the host has ended, this process will end soon too.
        answer.or_else(|_unheard| encoded(&FromHost::Done)).unwrap_or_default().into()
    }
}

fn encoded(answer: &FromHost) -> io::Result<Vec<u8>> {
    encode(answer).map_err(io::Error::other)
}
