//! Ctrl-C: the first one asks whatever runs to come to an end, the second one ends the program.

use std::io::{self, IsTerminal};
use std::process;
use std::sync::Mutex;
use std::sync::PoisonError;

use crossbeam_channel::Sender;

use crate::failure::{Failure, FailureKind, OrFail};
use crate::live::Message;

/// Who is told of an interruption, while somebody wants to know.
static LISTENER: Mutex<Option<Sender<Message>>> = Mutex::new(None);

const EXIT_CODE: i32 = 130;

/// From now on Ctrl-C tells the listener; without one it ends the program.
pub(crate) fn catch() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        let listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner).take();
        if listener.is_none_or(|listener| listener.send(Message::Interrupted).is_err()) {
            end();
        }
    })
    .or_fail(FailureKind::Failed)
}

/// Ends the line on which the terminal shows `^C`.
pub(crate) fn leave_line() {
    if io::stderr().is_terminal() {
        eprintln!();
    }
}

/// Tells `listener` of the next interruption.
pub(crate) fn listen(listener: Sender<Message>) {
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(listener);
}

#[expect(
    clippy::exit,
    reason = "nothing that runs now can be asked to end, and no file is half written: saves are atomic"
)]
fn end() {
    leave_line();
    process::exit(EXIT_CODE);
}
