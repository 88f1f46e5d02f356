//! The child's side: a process that confines itself, loads a plugin, and carries out the host's requests.

mod confine;
mod connection;
mod program;
mod root;
mod system_calls;

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::mem::ManuallyDrop;
use std::os::fd::AsRawFd;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::sync::{Arc, Barrier};
use std::thread;

use abi_stable::sabi_trait::TD_Opaque;
use abi_stable::sabi_types::RRef;
use abi_stable::std_types::{RSlice, RVec};
use games_package::FailureKind;
use plugin_abi::message::{
    FailureV1, FromPlayer, MESSAGE_BYTES_MAX, MessageError, UrgencyV1, decode, encode,
};
use plugin_abi::{HostCalls_TO, PlayerObject};
use serde::{Deserialize, Serialize};

use self::confine::{close_inherited, confine_library};
use self::connection::{Connection, HostProxy};
use super::frame::{Frame, Kind, NewestStop, PROTOCOL, Stop};
use crate::isolation::RulesSource;
use crate::library::{self, Module};
use crate::needs::Limits;
use crate::sandbox::Order;
use crate::{PluginError, Step};

/// The argument that starts this program as a child.
pub(super) const CHILD_ARGUMENT: &str = "--plugin-child-process";

/// The argument that starts this program as a child that becomes another program.
pub(super) const PROGRAM_ARGUMENT: &str = "--plain-child-process";

/// The first message to a child.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Confine {
    /// The host's [`PROTOCOL`].
    pub(super) protocol: u32,
    /// The host process, with which the child dies.
    pub(super) host: u32,
    /// The host's file descriptor for the library's private copy. The file itself may have been deleted by now.
    pub(super) library: i32,
    /// The copy of the plugin's data.
    pub(super) data: Option<PathBuf>,
    pub(super) limits: Limits,
}

/// The first message to a child that becomes a program.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct ProgramOrder {
    /// The host process, with which the program dies.
    pub(super) host: u32,
    pub(super) order: Order,
}

/// The reason why a child didn't load the library.
#[derive(Debug, Serialize, Deserialize)]
pub(super) enum Refusal {
    /// The stamp matches, but the layout does not.
    Layout,
    /// The system's loader refused the library with this message.
    Open(String),
}

/// Runs the child's part if this process was started as a child, and returns its exit code.
pub(in crate::sandbox) fn child_main(rules: Option<RulesSource>) -> Option<ExitCode> {
    let argument = std::env::args_os().nth(1)?;
    let served = match argument.to_str()? {
        CHILD_ARGUMENT => serve(rules),
        PROGRAM_ARGUMENT => program::become_program(),
        _ => return None,
    };
    Some(served.map_or_else(
        |error| {
            // The host reports this unless it has ended.
            let _gone = writeln!(io::stderr(), "{error}");
            ExitCode::FAILURE
        },
        |()| ExitCode::SUCCESS,
    ))
}

/// Carries out the host's requests until it closes the connection.
fn serve(rules: Option<RulesSource>) -> io::Result<()> {
    let closed = close_inherited();
    let (mut connection, control) = take_sockets()?;
    let first = connection.receive()?;
    let order: Confine = match first.kind {
        Kind::Confine => postcard::from_bytes(&first.payload).map_err(io::Error::other)?,
        _ => return Err(io::Error::other("the host began with an unexpected message")),
    };
    if order.protocol != PROTOCOL {
        let host = order.protocol;
        return Err(io::Error::other(format!(
            "the host uses protocol {host} and its child process {PROTOCOL}; restart the program"
        )));
    }
    let library = File::open(format!("/proc/{}/fd/{}", order.host, order.library))?;
    let confinement = confine_library(&order, &library, closed)?;
    let report = postcard::to_stdvec(&confinement).map_err(io::Error::other)?;
    connection.send(Kind::Confined, first.number, &report)?;
    let stopped = listen_for_stops(control)?;
    let open_files = if confinement.has(Step::Root) { root::OPEN_FILES } else { "/proc/self/fd" };
    Server {
        connection,
        stopped,
        library,
        open_files,
        rules,
        plugin: None,
        player: None,
        failed: None,
    }
    .run()
}

/// Takes the two sockets that the host has passed as standard input and output, and replaces them with `/dev/null`.
fn take_sockets() -> io::Result<(Connection, File)> {
    let empty = fs::OpenOptions::new().read(true).write(true).open("/dev/null")?;
    let connection = rustix::io::fcntl_dupfd_cloexec(io::stdin(), 3)?;
    let control = rustix::io::fcntl_dupfd_cloexec(io::stdout(), 3)?;
    rustix::stdio::dup2_stdin(&empty)?;
    rustix::stdio::dup2_stdout(&empty)?;
    Ok((Connection::new(connection.into()), control.into()))
}

/// Listens for messages about the urgency of the newest request.
///
/// Returns once the thread is listening. A starting thread allocates and frees address space, which must be stable when
/// the host measures it before creating the first player.
fn listen_for_stops(control: File) -> io::Result<Arc<NewestStop>> {
    let stopped = Arc::new(NewestStop::default());
    let begun = Arc::new(Barrier::new(2));
    // The file stays open until the process ends. If a plugin has closed the descriptor, closing it again would abort
    // and hide the fault.
    let mut control = ManuallyDrop::new(control);
    let (newest, listens) = (Arc::clone(&stopped), Arc::clone(&begun));
    thread::Builder::new().name("stop".into()).spawn(move || {
        listens.wait();
        let mut bytes = [0; Stop::BYTES];
        while control.read_exact(&mut bytes).is_ok() {
            if let Some(stop) = Stop::from_bytes(bytes) {
                newest.raise(stop);
            }
        }
    })?;
    begun.wait();
    Ok(stopped)
}

/// A confined child.
struct Server {
    connection: Connection,
    stopped: Arc<NewestStop>,
    library: File,
    /// The folder that contains this process's open files.
    open_files: &'static str,
    /// The rules for plugins in C.
    rules: Option<RulesSource>,
    plugin: Option<Module>,
    player: Option<PlayerObject>,
    /// The player's failure to handle an event.
    failed: Option<(Kind, Vec<u8>)>,
}

impl Server {
    fn run(mut self) -> io::Result<()> {
        while let Some(frame) = self.connection.receive_or_end()? {
            if frame.kind == Kind::Notify {
                self.tell(&frame);
                continue;
            }
            let failed = self.failed.take();
            let (kind, payload) = failed.unwrap_or_else(|| self.handle(&frame));
            self.connection.send(kind, frame.number, &payload)?;
        }
        Ok(())
    }

    /// Passes an event to the player unless an earlier event failed.
    fn tell(&mut self, frame: &Frame) {
        if self.failed.is_none() {
            let (kind, payload) = self.call(frame);
            let is_heard = kind == Kind::Done && decode(&payload) == Ok(FromPlayer::Done);
            self.failed = (!is_heard).then_some((kind, payload));
        }
    }

    /// Carries out one request.
    fn handle(&mut self, frame: &Frame) -> (Kind, Vec<u8>) {
        match frame.kind {
            Kind::Load => match self.load() {
                Ok(()) => (Kind::Done, Vec::new()),
                Err(refusal) => (Kind::Refused, postcard::to_stdvec(&refusal).unwrap_or_default()),
            },
            Kind::Describe => answer(self.plugin.map(Module::manifest)),
            Kind::NewPlayer => {
                self.player = None;
                let seated = self.plugin.map(|plugin| plugin.new_player(&frame.payload));
                answer(seated.map(|result| {
                    self.player = Some(result?);
                    Ok(RVec::new())
                }))
            }
            Kind::Call | Kind::UrgentCall => self.call(frame),
            _ => answer(None),
        }
    }

    /// Runs the plugin's code for the first time: its library's initializers.
    fn load(&mut self) -> Result<(), Refusal> {
        let path = Path::new(self.open_files).join(self.library.as_raw_fd().to_string());
        match library::load(&path, Path::new("the library"), self.rules) {
            Ok(module) => {
                self.plugin = Some(module);
                Ok(())
            }
            Err(PluginError::Layout { .. }) => Err(Refusal::Layout),
            Err(PluginError::Open { why, .. }) => Err(Refusal::Open(why)),
            Err(error) => Err(Refusal::Open(error.to_string())),
        }
    }

    fn call(&mut self, frame: &Frame) -> (Kind, Vec<u8>) {
        let Some(player) = &mut self.player else { return answer(None) };
        if frame.kind == Kind::UrgentCall {
            let urgency = UrgencyV1::BudgetUsed;
            self.stopped.raise(Stop { number: frame.number, urgency });
        }
        let host = HostProxy::new(&mut self.connection, frame.number, &self.stopped);
        let lent = HostCalls_TO::from_ptr(RRef::new(&host), TD_Opaque);
        answer(Some(Ok(player.call(RSlice::from_slice(&frame.payload), lent))))
    }
}

/// Converts the plugin's result to an answer. `given` is `None` without a plugin or a player.
fn answer(given: Option<Result<RVec<u8>, RVec<u8>>>) -> (Kind, Vec<u8>) {
    match given {
        Some(Ok(bytes) | Err(bytes)) if bytes.len() > MESSAGE_BYTES_MAX => {
            protocol_error(format!("it sent {}", MessageError::TooLong { bytes: bytes.len() }))
        }
        Some(Ok(bytes)) => (Kind::Done, bytes.into()),
        Some(Err(bytes)) => (Kind::Failed, bytes.into()),
        None => {
            protocol_error("the plugin process has no plugin or player for this request".into())
        }
    }
}

fn protocol_error(text: String) -> (Kind, Vec<u8>) {
    let kind = FailureKind::ProtocolError.name().into();
    let failed = FromPlayer::FailedV1(FailureV1 { kind, text });
    (Kind::Failed, encode(&failed).unwrap_or_default())
}
