//! The warning that this system doesn't confine plugins in every way.

use std::io::{Write, stderr};
use std::sync::{Mutex, PoisonError};

use plugin_host::Confinement;

use crate::message::one_line;

/// The state of the warning: a program gives it once, since it is about the system and not about one plugin.
static WARNING: Mutex<Warning> =
    Mutex::new(Warning { is_held: false, is_given: false, text: None });

struct Warning {
    /// Whether a full screen has the terminal.
    is_held: bool,
    is_given: bool,
    /// The pending warning.
    text: Option<String>,
}

/// Reports this confinement of plugins on standard error, once.
pub(crate) fn warn(confinement: &Confinement) {
    let mut warning = WARNING.lock().unwrap_or_else(PoisonError::into_inner);
    if std::mem::replace(&mut warning.is_given, true) {
        return;
    }
    let text = one_line(&format!("untrusted plugins run {confinement} on this system"));
    if warning.is_held {
        warning.text = Some(text);
    } else {
        // If standard error is closed, only `rival plugins` shows it.
        let _gone = writeln!(stderr(), "warning: {text}");
    }
}

/// Holds the warning back while a full screen has the terminal.
pub fn hold_sandbox_warning() {
    WARNING.lock().unwrap_or_else(PoisonError::into_inner).is_held = true;
}

/// The warning that was held back, if any. From now on it is written at once.
pub fn held_sandbox_warning() -> Option<String> {
    let mut warning = WARNING.lock().unwrap_or_else(PoisonError::into_inner);
    warning.is_held = false;
    warning.text.take()
}
