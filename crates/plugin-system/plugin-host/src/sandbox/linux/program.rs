//! The host's view of a program in its own process, with which it exchanges lines through pipes.

use std::io;
use std::os::fd::OwnedFd;
use std::sync::Arc;
use std::time::{Duration, Instant};

use games_package::{Failure, FailureKind};
use plain_protocol::{LINE_BYTES_MAX, LineBuffer, Program};
use process_pool::{ProcessBaseline, charged_bytes, charged_bytes_of_tree};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::io::Errno;

use super::child::ProgramOrder;
use super::own_process::{OwnProcess, ProgramChild};
use super::process_group::ProcessGroup;
use super::stderr_pipe::StderrPipe;
use super::supervisor::{self, StartedProgram};
use super::verdict::End;
use crate::sandbox::{Boundary, Order};
use crate::{Confinement, Isolation, Step};

/// Time limit for a program to exit after its output is closed. Waiting provides the child's exit status.
const EXIT_TIME_MAX: Duration = Duration::from_millis(500);

/// Time limit for a program to exit after its input was closed.
const CLOSE_TIME_MAX: Duration = Duration::from_millis(100);

/// The interval between memory checks while the program runs. Between calls, the program is suspended.
const MEMORY_INTERVAL: Duration = Duration::from_millis(10);

/// The number of bytes per read.
const READ_BYTES: usize = 16 << 10;

/// Maximum number of bytes of unread output, more than one line.
const WAITING_BYTES_MAX: usize = 2 * LINE_BYTES_MAX;

/// Interpreters' error messages for a missing module.
const MISSING_MODULE: [&str; 2] = ["ModuleNotFoundError", "Cannot find module"];

/// The usual cause of a missing module.
const MODULES_HINT: &str = " (plugins can't read modules in your home folder or a virtual environment; install them into the player's folder)";

/// Starts a program.
///
/// # Errors
/// [`Failure`] with a phrase.
pub(in crate::sandbox) fn start_program(
    order: &Order,
    isolation: &Isolation,
) -> Result<Box<dyn Program>, Failure> {
    let (mut process, confinement) = ProgramProcess::prepare(order, isolation)?;
    if order.boundary == Boundary::Confined && !isolation.accepts(&confinement) {
        let text = format!("would run {confinement}, which is not allowed");
        return Err(Failure::new(FailureKind::HostFault, text));
    }
    process.write(b"1", Instant::now() + isolation.preparation_time_max)?;
    Ok(Box::new(process))
}

/// Tests how well a program's process can be confined.
///
/// # Errors
/// [`Failure`] with a phrase.
pub(in crate::sandbox) fn try_confinement(
    order: &Order,
    isolation: &Isolation,
) -> Result<Confinement, Failure> {
    ProgramProcess::prepare(order, isolation).map(|(_process, confinement)| confinement)
}

/// A program's process.
#[derive(Debug)]
struct ProgramProcess {
    child: ProgramChild,
    group: Arc<ProcessGroup>,
    /// The program's standard input; `None` once closed.
    input: Option<OwnedFd>,
    output: OwnedFd,
    stderr: StderrPipe,
    arrived: LineBuffer,
    /// Whether the program has closed its output.
    has_ended: bool,
    memory_bytes_max: u64,
    /// Whether the program can start other processes. If it can, the memory of those processes counts too.
    may_start_others: bool,
    /// The time of the last memory check.
    memory_seen: Instant,
    /// The program's memory after its first answer.
    baseline: ProcessBaseline,
}

impl ProgramProcess {
    /// Starts a child that has confined itself and waits for our agreement. Only our own code has run in that child so
    /// far.
    fn prepare(order: &Order, isolation: &Isolation) -> Result<(Self, Confinement), Failure> {
        let started = supervisor::start_program(&isolation.child_program, order.boundary);
        let StartedProgram { child, group, input, output, stderr } =
            started.map_err(|error| host_fault(&error))?;
        let mut process = Self {
            child,
            group,
            input: Some(input),
            output,
            stderr: StderrPipe::new(stderr),
            arrived: LineBuffer::default(),
            has_ended: false,
            memory_bytes_max: order.limits.memory_bytes_max,
            may_start_others: true,
            memory_seen: Instant::now(),
            baseline: ProcessBaseline::new(order.limits.memory_bytes_max),
        };
        let until = Instant::now() + isolation.preparation_time_max;
        let confinement = process.give_order(order, until).map_err(|failure| {
            process.stderr.read();
            let said = process.stderr.excerpt();
            host_fault(&io::Error::other(format!("{}: {said}", failure.detail)))
        })?;
        process.may_start_others = !confinement.has(Step::Calls);
        Ok((process, confinement))
    }

    fn give_order(&mut self, order: &Order, until: Instant) -> Result<Confinement, Failure> {
        let order = ProgramOrder { host: std::process::id(), order: order.clone() };
        let order = postcard::to_stdvec(&order).map_err(other)?;
        let length = u32::try_from(order.len()).map_err(other)?;
        self.write(&[&length.to_le_bytes(), order.as_slice()].concat(), until)?;
        let length = self.read_exact(4, until)?;
        let length = length.try_into().map(u32::from_le_bytes).unwrap_or_default();
        let report = self.read_exact(length as usize, until)?;
        postcard::from_bytes(&report).map_err(other)
    }

    /// Reads exactly `count` bytes of the child's report. The child sends nothing else before our agreement.
    fn read_exact(&mut self, count: usize, until: Instant) -> Result<Vec<u8>, Failure> {
        let mut bytes = vec![0; count.min(READ_BYTES)];
        let mut read = 0;
        while let Some(rest) = bytes.get_mut(read..).filter(|rest| !rest.is_empty()) {
            match rustix::io::read(&self.output, rest) {
                Ok(0) => return Err(self.ended()),
                Ok(count) => read += count,
                Err(Errno::AGAIN) if Instant::now() >= until => {
                    return Err(Failure::new(FailureKind::Unresponsive, "takes too long"));
                }
                Err(Errno::AGAIN) => self.wait(Room::Unwanted, until)?,
                Err(Errno::INTR) => {}
                Err(error) => return Err(host_fault(&error.into())),
            }
        }
        Ok(bytes)
    }

    /// Writes all bytes. Meanwhile buffers the program's output, because the program can write before it reads.
    fn write(&mut self, bytes: &[u8], until: Instant) -> Result<(), Failure> {
        let mut sent = 0;
        while let Some(rest) = bytes.get(sent..).filter(|rest| !rest.is_empty()) {
            let Some(input) = &self.input else { return Err(self.ended()) };
            match rustix::io::write(input, rest) {
                Ok(count) => sent += count,
                Err(Errno::AGAIN) if Instant::now() >= until => {
                    let text = "doesn't read its input";
                    return Err(Failure::new(FailureKind::Unresponsive, text));
                }
                Err(Errno::AGAIN) => {
                    self.wait(Room::Wanted, until)?;
                    if self.arrived.len() < WAITING_BYTES_MAX {
                        self.read()?;
                    }
                }
                Err(Errno::INTR) => {}
                // The program has ended or has closed its input. The last answer may explain the reason.
                Err(_closed) => return Err(self.ended()),
            }
        }
        Ok(())
    }

    /// Reads the available output.
    fn read(&mut self) -> Result<(), Failure> {
        let mut bytes = [0; READ_BYTES];
        match rustix::io::read(&self.output, &mut bytes) {
            Ok(0) => self.has_ended = true,
            Ok(count) => self.arrived.push(bytes.get(..count).unwrap_or_default()),
            Err(Errno::AGAIN | Errno::INTR) => {}
            Err(error) => return Err(host_fault(&error.into())),
        }
        Ok(())
    }

    /// Waits until there is something to read, or room to write if requested.
    fn wait(&mut self, room: Room, until: Instant) -> Result<(), Failure> {
        let time = until.saturating_duration_since(Instant::now());
        let time = Timespec::try_from(time.min(MEMORY_INTERVAL)).unwrap_or_default();
        let stderr = self.stderr.pipe();
        let mut watched: Vec<PollFd<'_>> = Vec::with_capacity(3);
        watched.extend(stderr.as_ref().map(|pipe| PollFd::new(pipe, PollFlags::IN)));
        // Output that doesn't fit into the buffer must not wake us up.
        let output = Some(&self.output).filter(|_| self.arrived.len() < WAITING_BYTES_MAX);
        watched.extend(output.map(|output| PollFd::new(output, PollFlags::IN)));
        let wanted = self.input.as_ref().filter(|_| room == Room::Wanted);
        watched.extend(wanted.map(|input| PollFd::new(input, PollFlags::OUT)));
        match poll(&mut watched, Some(&time)) {
            Ok(_) | Err(Errno::INTR) => {}
            Err(error) => return Err(host_fault(&error.into())),
        }
        let has_said =
            stderr.is_some() && watched.first().is_some_and(|it| !it.revents().is_empty());
        if has_said {
            self.stderr.read();
        }
        self.check_memory()
    }

    /// The memory in use in bytes, or `None` if the system doesn't report it.
    fn memory_bytes(&self) -> Option<u64> {
        let process = self.child.id();
        if self.may_start_others { charged_bytes_of_tree(process) } else { charged_bytes(process) }
    }

    /// Ends a program that uses too much memory.
    fn check_memory(&mut self) -> Result<(), Failure> {
        if self.memory_seen.elapsed() < MEMORY_INTERVAL {
            return Ok(());
        }
        self.memory_seen = Instant::now();
        let bytes = self.memory_bytes().filter(|bytes| *bytes > self.memory_bytes_max);
        let Some(bytes) = bytes else { return Ok(()) };
        self.group.kill();
        let (has, limit) = (bytes >> 20, self.memory_bytes_max >> 20);
        let text = format!("took {has} MiB of memory with a limit of {limit},");
        Err(Failure::new(FailureKind::OutOfMemory, text))
    }

    /// The failure of a program that has closed a pipe.
    fn ended(&mut self) -> Failure {
        let status = self.group.end(&mut self.child, EXIT_TIME_MAX);
        self.stderr.read();
        let end = status.map_or(End::HungUp, End::of);
        let (kind, text) = end.verdict(&self.stderr.excerpt());
        let text = if self.arrived.unfinished().is_empty() {
            text
        } else {
            format!("{} in the middle of a line", text.trim_end_matches(','))
        };
        Failure::new(kind, text)
    }
}

/// Whether to also wait for room to write.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Room {
    Wanted,
    Unwanted,
}

impl Program for ProgramProcess {
    fn send(&mut self, line: &[u8], until: Instant) -> Result<(), Failure> {
        // One system call writes a short line as a whole or not at all.
        self.write(&[line, b"\n"].concat(), until)
    }

    fn receive(&mut self, until: Instant) -> Result<Option<Vec<u8>>, Failure> {
        let mut is_over = false;
        loop {
            match self.arrived.line(LINE_BYTES_MAX) {
                Ok(Some(line)) => {
                    let line = line.to_vec();
                    self.check_memory()?;
                    return Ok(Some(line));
                }
                Ok(None) if self.has_ended => return Err(self.ended()),
                // Further output, such as endless blank lines, waits for the next call.
                Ok(None) if is_over => return Ok(None),
                Ok(None) => {}
                Err(_too_long) => {
                    let text = format!("sent a line of more than {LINE_BYTES_MAX} bytes");
                    return Err(Failure::new(FailureKind::ProtocolError, text));
                }
            }
            is_over = Instant::now() >= until;
            if !is_over {
                self.wait(Room::Unwanted, until)?;
            }
            self.read()?;
        }
    }

    fn resume(&mut self) {
        self.group.resume();
    }

    fn suspend(&mut self) {
        // Measure nothing: an interpreter's work after an answer, such as freeing memory, is not thinking.
        let _no_sample = self.group.suspend(false);
        let bytes = self.memory_bytes();
        self.baseline.record(|| bytes);
    }

    fn adopt(&mut self) {
        self.group.follow_this_thread();
    }

    fn is_as_new(&mut self) -> bool {
        let is_as_new = self.baseline.is_as_new(|| self.memory_bytes());
        self.stderr.discard();
        is_as_new
    }

    fn close(&mut self) {
        self.group.resume();
        self.input = None;
        let _status = self.group.end(&mut self.child, CLOSE_TIME_MAX);
    }

    fn stderr_excerpt(&mut self) -> String {
        self.stderr.read();
        let text = self.stderr.excerpt();
        let is_module_missing = MISSING_MODULE.iter().any(|error| text.contains(error));
        if is_module_missing { text + MODULES_HINT } else { text }
    }
}

/// Dropping this value always ends the process.
impl Drop for ProgramProcess {
    fn drop(&mut self) {
        self.group.kill();
        self.child.reap();
    }
}

/// A failure that is not the program's fault.
fn host_fault(error: &io::Error) -> Failure {
    let text = format!("could not be run, which is not its fault: {error}");
    Failure::new(FailureKind::HostFault, text)
}

fn other(error: impl std::error::Error + Send + Sync + 'static) -> Failure {
    host_fault(&io::Error::other(error))
}
