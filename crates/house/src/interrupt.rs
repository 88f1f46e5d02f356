//! Ctrl-C, and what ends a program from outside: the first signal asks whatever runs to come to an end, the second one
//! ends the program.

use std::io::{self, IsTerminal, Write};
use std::process;
use std::sync::{Mutex, PoisonError};

use crate::failure::{Failure, FailureKind, OrFail};

/// Asks what runs to end; whether it was heard.
type Listener = Box<dyn FnOnce() -> bool + Send>;

/// Who is told of an interruption, while somebody wants to know.
static LISTENER: Mutex<Option<Listener>> = Mutex::new(None);

const EXIT_CODE: i32 = 130;

/// From now on `SIGINT`, `SIGTERM` and `SIGHUP` call the listener; without one they end the program.
///
/// # Errors
/// [`Failure`] if signals can't be caught, or are caught already.
pub fn catch() -> Result<(), Failure> {
    ctrlc::set_handler(|| {
        let listener = LISTENER.lock().unwrap_or_else(PoisonError::into_inner).take();
        if !listener.is_some_and(|heard| heard()) {
            end();
        }
    })
    .or_fail(FailureKind::Failed)
}

/// Calls `listener` at the next interruption, in place of who was to be called before. It says whether anybody was
/// there to be told; if not, the program ends.
pub fn listen(listener: impl FnOnce() -> bool + Send + 'static) {
    *LISTENER.lock().unwrap_or_else(PoisonError::into_inner) = Some(Box::new(listener));
}

/// Ends the line on which the terminal shows `^C`.
pub(crate) fn leave_line() {
    let mut stderr = io::stderr();
    if stderr.is_terminal() {
        // Nobody may be there to see it.
        let _gone = stderr.write_fmt(format_args!("\n"));
    }
}

#[expect(
    clippy::exit,
    reason = "nothing that runs now can be asked to end, and no file is half written: saves are atomic"
)]
fn end() {
    leave_line();
    process::exit(EXIT_CODE);
}
