//! Panics stop here: unwinding out of a function with C layout ends the process.

use std::any::Any;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Calls into code that may panic.
///
/// # Errors
/// What the panic said. Its payload is dropped here, and if that panics too, what comes out of it is leaked: it
/// might go on for ever.
pub fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| {
        let text = panic_text(&*payload).to_owned();
        if let Err(next_payload) = catch_unwind(AssertUnwindSafe(move || drop(payload))) {
            mem::forget(next_payload);
        }
        text
    })
}

/// What a panic said, by its payload.
pub fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let fixed = payload.downcast_ref::<&'static str>().copied();
    let formatted = || payload.downcast_ref::<String>().map(String::as_str);
    fixed.or_else(formatted).unwrap_or("a panic without a text")
}
