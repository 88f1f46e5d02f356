//! Texts and lists of C.

use std::ffi::{CStr, CString, c_char};
use std::ptr;
use std::slice;

/// The text at this address; an empty one if there is none. What is not UTF-8 in it is replaced.
///
/// # Safety
/// The address is null or that of a text with a zero byte at its end, which stays for the length of the call.
pub(super) unsafe fn text(address: *const c_char) -> String {
    if address.is_null() {
        return String::new();
    }
    // SAFETY: it is a text, by this function's contract.
    let text = unsafe { CStr::from_ptr(address) };
    text.to_string_lossy().into_owned()
}

/// The items at this address; none if the address is null.
///
/// # Safety
/// The address is null or that of so many items, which stay as they are for ever.
pub(super) unsafe fn list<T>(address: *const T, count: usize) -> &'static [T] {
    if address.is_null() {
        return &[];
    }
    // SAFETY: they are there, by this function's contract.
    unsafe { slice::from_raw_parts(address, count) }
}

/// A text for C.
///
/// # Errors
/// A phrase, if the text has a zero byte within.
pub(super) fn c_text(text: &str) -> Result<CString, String> {
    CString::new(text).map_err(|_zero| format!("a text with a zero byte: {text:?}"))
}

/// Texts for C, with their addresses.
pub(super) struct CTexts {
    /// What the addresses are of.
    _texts: Vec<CString>,
    addresses: Vec<*const c_char>,
}

impl CTexts {
    /// # Errors
    /// As [`c_text`].
    pub(super) fn of(texts: &[String]) -> Result<Self, String> {
        let texts: Vec<CString> =
            texts.iter().map(|text| c_text(text)).collect::<Result<_, _>>()?;
        let addresses = texts.iter().map(|text| text.as_ptr()).collect();
        Ok(Self { _texts: texts, addresses })
    }

    /// Where the addresses stand; null if there are none.
    pub(super) fn as_ptr(&self) -> *const *const c_char {
        if self.addresses.is_empty() { ptr::null() } else { self.addresses.as_ptr() }
    }
}
