//! Ctrl-C.

use std::time::Duration;

use arena_run::runner::Interruption;
use house::interrupt;

/// How long a run may take to end when it is interrupted: its report may be long.
const TIME_TO_END: Duration = Duration::from_mins(1);

/// Listens for Ctrl-C. The first one stops all games; the second one ends the program, whose journal is complete at any
/// time.
pub(crate) fn listen() -> Interruption {
    let interruption = Interruption::default();
    let own = interruption.clone();
    interrupt::listen(TIME_TO_END, move |_| {
        own.request();
        true
    });
    interruption
}
