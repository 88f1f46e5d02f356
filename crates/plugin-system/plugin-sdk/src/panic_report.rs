//! Reports a player's panics, with their source line, to the program instead of printing them.
//!
//! A plugin is linked with its own copy of the standard library. The hook set here therefore receives only this
//! plugin's panics, and the program's hook doesn't receive them.

use std::cell::{Cell, RefCell};
use std::panic::{self, PanicHookInfo};
use std::sync::Once;

thread_local! {
    /// Whether this thread is executing a call from the program.
    static IS_GUARDED: Cell<bool> = const { Cell::new(false) };
    /// The first panic during the call, with its source line.
    static REPORT: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Silences panics in guarded calls. Panics in the player's own threads are still printed, because nothing else would
/// report them.
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

/// Calls the author's code.
///
/// # Errors
/// The panic message and its source line.
pub(crate) fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    let outer = IS_GUARDED.replace(true);
    REPORT.take();
    let result = plugin_abi::guarded(call);
    IS_GUARDED.set(outer);
    result.map_err(|text| REPORT.take().unwrap_or(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_reported_with_its_line() {
        install();
        let report = guarded(|| panic!("out of ideas")).unwrap_err();
        assert!(
            report
                .starts_with("out of ideas (crates/plugin-system/plugin-sdk/src/panic_report.rs:"),
            "{report}"
        );
    }

    #[test]
    fn a_report_does_not_outlive_its_call() {
        install();
        assert!(guarded(|| panic!("first")).is_err());
        let report = guarded(|| panic!("second")).unwrap_err();
        assert!(report.starts_with("second "), "{report}");
        assert_eq!(guarded(|| 7), Ok(7));
    }
}
