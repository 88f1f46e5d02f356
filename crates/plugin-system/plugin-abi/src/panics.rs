//! Catches panics, because unwinding out of an `extern "C"` function aborts the process.

use std::any::Any;
use std::mem;
use std::panic::{AssertUnwindSafe, catch_unwind};

/// Calls code that might panic.
///
/// # Errors
/// The panic message. The payload is dropped here. If that panics too, the new payload is leaked, because dropping it
/// might panic endlessly.
pub fn guarded<T>(call: impl FnOnce() -> T) -> Result<T, String> {
    catch_unwind(AssertUnwindSafe(call)).map_err(|payload| {
        let text = panic_text(&*payload).to_owned();
        if let Err(next_payload) = catch_unwind(AssertUnwindSafe(move || drop(payload))) {
            mem::forget(next_payload);
        }
        text
    })
}

/// The message in a panic's payload.
pub fn panic_text(payload: &(dyn Any + Send)) -> &str {
    let fixed = payload.downcast_ref::<&'static str>().copied();
    let formatted = || payload.downcast_ref::<String>().map(String::as_str);
    fixed.or_else(formatted).unwrap_or("a panic without a message")
}

#[cfg(test)]
mod tests {
    use std::panic::panic_any;

    use super::*;

    /// Panics on drop with another value of this type as the payload, this many times.
    struct Bomb(u32);

    impl Drop for Bomb {
        fn drop(&mut self) {
            panic_any(Self(self.0 + 1));
        }
    }

    fn check(panicking: impl FnOnce(), expected: &str) {
        assert_eq!(guarded(panicking), Err(expected.to_owned()));
    }

    #[test]
    fn a_call_without_panic_returns_its_value() {
        assert_eq!(guarded(|| 7), Ok(7));
    }

    #[test]
    fn a_panic_becomes_its_message() {
        check(|| panic!("out of ideas"), "out of ideas");
        check(|| panic!("{} of {}", 1, 2), "1 of 2");
        check(|| panic_any(1), "a panic without a message");
    }

    #[test]
    #[cfg_attr(miri, ignore = "the payload leaks on purpose")]
    fn a_payload_that_panics_on_drop_is_leaked() {
        check(|| panic_any(Bomb(0)), "a panic without a message");
    }
}
