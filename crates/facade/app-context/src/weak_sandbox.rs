//! A warning that this system doesn't fully confine plugins.

use std::io::{Write, stderr};
use std::sync::{Mutex, PoisonError};

use plugin_host::Confinement;

use crate::message::one_line;

/// The warning state. A program shows the warning only once, because it concerns the system and not a single plugin.
static WARNING: Mutex<Warning> =
    Mutex::new(Warning { is_held: false, is_given: false, text: None });

struct Warning {
    /// `true` while a full-screen mode uses the terminal.
    is_held: bool,
    is_given: bool,
    /// The pending warning.
    text: Option<String>,
}

/// Warns on standard error, once, that plugins are only confined to this degree.
pub(crate) fn warn(confinement: &Confinement) {
    let mut warning = WARNING.lock().unwrap_or_else(PoisonError::into_inner);
    if std::mem::replace(&mut warning.is_given, true) {
        return;
    }
    let text = one_line(&format!("untrusted plugins run {confinement} on this system"));
    if warning.is_held {
        warning.text = Some(text);
    } else {
        // If standard error is closed, only `rival plugins` shows the warning.
        let _gone = writeln!(stderr(), "warning: {text}");
    }
}

/// Holds back the warning while a full-screen mode uses the terminal.
pub fn hold_sandbox_warning() {
    WARNING.lock().unwrap_or_else(PoisonError::into_inner).is_held = true;
}

/// Takes the held-back warning, if any. From now on, warnings are written immediately.
pub fn held_sandbox_warning() -> Option<String> {
    let mut warning = WARNING.lock().unwrap_or_else(PoisonError::into_inner);
    warning.is_held = false;
    warning.text.take()
}
