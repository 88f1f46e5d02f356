//! Handles Ctrl-C.

use std::time::Duration;

use app_context::interrupt;
use arena::run_folder::runner::Interruption;

/// Time limit for an interrupted run to stop; its report may be long.
const TIME_TO_END: Duration = Duration::from_mins(1);

/// Listens for Ctrl-C. The first Ctrl-C stops all games, and the second exits the program immediately. The journal is
/// always complete.
pub(crate) fn listen() -> Interruption {
    let interruption = Interruption::default();
    let own = interruption.clone();
    interrupt::listen(TIME_TO_END, move |_| {
        own.request();
        true
    });
    interruption
}
