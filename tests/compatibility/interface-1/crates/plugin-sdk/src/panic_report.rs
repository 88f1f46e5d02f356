//! Panics of a player are told to the program, with the line where they happened, instead of to the terminal.
//!
//! A plugin is linked with a standard library of its own, so the hook that is set here hears the panics of this
//! plugin only, and the program's own hook doesn't hear them.

use std::cell::{Cell, RefCell};
use std::panic::{self, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// Whether this thread is in a call from the program.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
    /// The first panic of the call, with its line.
    static REPORT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Makes the panics of guarded calls silent. Panics of the player's own threads go on to the terminal: nobody else
/// could say where they came from.
pub(crate) fn install() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let usual_hook = panic::take_hook();
        panic::set_hook(Box::new(move |info| {
            if IS_GUARDED.get() {
                keep(info);
            } else {
                usual_hook(info);
            }
        }));
    });
}

fn keep(info: &PanicHookInfo<'_>) {
    let text = plugin_abi::panic_text(info.payload());
    let report = match info.location() {
        Some(place) => format!("{text} ({}:{}:{})", place.file(), place.line(), place.column()),
        None => text.to_owned(),
    };
    REPORT.with_borrow_mut(|kept| kept.get_or_insert(report).len());
}

/// Calls into the author's code.
///
/// # Errors
/// What a panic in it said, and where.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    let outer = IS_GUARDED.replace(true);
    REPORT.take();
    let result = plugin_abi::guarded(call);
    IS_GUARDED.set(outer);
    result.map_err(|text| REPORT.take().unwrap_or(text))
}
