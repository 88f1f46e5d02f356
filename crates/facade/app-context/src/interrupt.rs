//! Interrupts the program on Ctrl-C, on other signals, or when the reader of its output closes the pipe.
//!
//! The first interruption asks the running activity to stop and gives it some time. The second interruption ends the
//! program.

use std::io::{self, IsTerminal, Write, stdout};
use std::process;
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use rustix::event::{PollFd, PollFlags, poll};
use rustix::fs::{FileType, fstat};

use crate::failure::{Failure, FailureKind, OrFail};

/// The cause of an interruption.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Interruption {
    /// `SIGINT` (Ctrl-C), `SIGTERM` or `SIGHUP`.
    Signal,
    /// The reader of standard output closed the pipe.
    OutputClosed,
}

impl Interruption {
    const fn exit_code(self) -> i32 {
        match self {
            Self::Signal => 130,
            Self::OutputClosed => 1,
        }
    }
}

/// The failure for an interrupted command.
impl From<Interruption> for Failure {
    fn from(interruption: Interruption) -> Self {
        match interruption {
            Interruption::Signal => Self::interrupted(),
            Interruption::OutputClosed => io::Error::from(io::ErrorKind::BrokenPipe).into(),
        }
    }
}

/// Asks the running activity to stop. Returns `true` if an activity was running.
type Listener = Box<dyn FnOnce(Interruption) -> bool + Send>;

/// The time limit for stopping, and the listener, while a stoppable activity runs.
static LISTENER: Mutex<Option<(Duration, Listener)>> = Mutex::new(None);

/// From now on, `SIGINT`, `SIGTERM`, `SIGHUP` and closing the pipe of standard output call the listener. Without a
/// listener, these signals end the program.
///
/// # Errors
/// [`Failure`] if signals can't be caught or are already caught.
pub fn catch() -> Result<(), Failure> {
    ctrlc::set_handler(|| interrupt(Interruption::Signal)).or_fail(FailureKind::Failed)?;
    if fstat(stdout()).is_ok_and(|stat| FileType::from_raw_mode(stat.st_mode) == FileType::Fifo) {
        let thread = thread::Builder::new().name("output".into());
        thread.spawn(await_closed_output).or_fail(FailureKind::Failed)?;
    }
    Ok(())
}

/// Calls `listener` at the next interruption, replacing the previous listener. The listener returns whether it could
/// stop anything; otherwise, the program ends. The program also ends if it is still running after `time_to_end`, for
/// example because it is blocked writing to a pipe.
pub fn listen(time_to_end: Duration, listener: impl FnOnce(Interruption) -> bool + Send + 'static) {
    let mut current = LISTENER.lock().unwrap_or_else(PoisonError::into_inner);
    *current = Some((time_to_end, Box::new(listener)));
}

/// Waits until the reader of standard output closes the pipe. Otherwise, a program that rarely writes would notice
/// late, and one that waits for input would never notice.
fn await_closed_output() {
    loop {
        let output = stdout();
        let mut polled = [PollFd::new(&output, PollFlags::empty())];
        match poll(&mut polled, None) {
            Ok(_) if polled[0].revents().contains(PollFlags::ERR) => {
                return interrupt(Interruption::OutputClosed);
            }
            Err(rustix::io::Errno::INTR) => {}
            _ => return,
        }
    }
}

fn interrupt(interruption: Interruption) {
    let listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner).take();
    let Some((time_to_end, ask)) = listener else { end(interruption) };
    if !ask(interruption) {
        end(interruption);
    }
    let deadline = thread::Builder::new().name("deadline".into()).spawn(move || {
        thread::sleep(time_to_end);
        end(interruption);
    });
    // Without a thread, there is no deadline, but a second interruption still ends the program.
    drop(deadline);
}

/// Ends the terminal line that shows `^C`.
pub(crate) fn leave_line() {
    let mut stderr = io::stderr();
    if stderr.is_terminal() {
        // The terminal may no longer exist.
        let _gone = stderr.write_fmt(format_args!("\n"));
    }
}

#[expect(
    clippy::exit,
    reason = "nothing that runs now can be asked to end, and no file is half written: saves are atomic"
)]
fn end(interruption: Interruption) -> ! {
    if interruption == Interruption::Signal {
        leave_line();
    }
    process::exit(interruption.exit_code());
}
