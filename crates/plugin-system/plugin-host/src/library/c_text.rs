//! C strings and arrays.

use std::ffi::{CStr, CString, c_char};
use std::ptr;
use std::slice;

/// Reads the string at this address; empty if the address is null. Replaces invalid UTF-8.
///
/// # Safety
/// The address is null, or points to a zero-terminated string that remains valid during the call.
pub(super) unsafe fn text(address: *const c_char) -> String {
    if address.is_null() {
        return String::new();
    }
    // SAFETY: by this function's contract, it is a zero-terminated string.
    let text = unsafe { CStr::from_ptr(address) };
    text.to_string_lossy().into_owned()
}

/// The items at this address; empty if the address is null.
///
/// # Safety
/// The address is null, or points to `count` items that remain valid and unchanged for the life of the program.
pub(super) unsafe fn list<T>(address: *const T, count: usize) -> &'static [T] {
    if address.is_null() {
        return &[];
    }
    // SAFETY: by this function's contract, the items exist.
    unsafe { slice::from_raw_parts(address, count) }
}

/// Converts a string to a C string.
///
/// # Errors
/// A phrase if the string contains a zero byte.
pub(super) fn c_text(text: &str) -> Result<CString, String> {
    CString::new(text).map_err(|_zero| format!("a string with a zero byte: {text:?}"))
}

/// C strings with their addresses.
pub(super) struct CTexts {
    /// Owns the strings that the addresses point to.
    _texts: Vec<CString>,
    addresses: Vec<*const c_char>,
}

impl CTexts {
    /// # Errors
    /// The same errors as [`c_text`].
    pub(super) fn of(texts: &[String]) -> Result<Self, String> {
        let texts: Vec<CString> =
            texts.iter().map(|text| c_text(text)).collect::<Result<_, _>>()?;
        let addresses = texts.iter().map(|text| text.as_ptr()).collect();
        Ok(Self { _texts: texts, addresses })
    }

    /// The address of the array; null if it is empty.
    pub(super) fn as_ptr(&self) -> *const *const c_char {
        if self.addresses.is_empty() { ptr::null() } else { self.addresses.as_ptr() }
    }
}
