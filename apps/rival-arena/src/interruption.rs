//! Handling of Ctrl-C.

use std::time::Duration;

use app_context::interrupt;
use arena::run_folder::runner::Interruption;

/// The time limit for stopping an interrupted run; its report may be long.
const TIME_TO_END: Duration = Duration::from_mins(1);

/// Listens for Ctrl-C. The first one stops all games. The second one exits the program at once; the journal is complete
/// at any time.
pub(crate) fn listen() -> Interruption {
    let interruption = Interruption::default();
    let own = interruption.clone();
    interrupt::listen(TIME_TO_END, move |_| {
        own.request();
        true
    });
    interruption
}
