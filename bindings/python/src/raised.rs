//! Exceptions from rules written in Python.

use std::sync::{Mutex, PoisonError};

use pyo3::prelude::*;

/// The first exception raised by a rule since the last [`check`].
static RAISED: Mutex<Option<PyErr>> = Mutex::new(None);

/// Raises the exception raised by a rule in the meantime, if any.
///
/// # Errors
/// The exception.
pub(crate) fn check() -> PyResult<()> {
    let raised = RAISED.lock().unwrap_or_else(PoisonError::into_inner).take();
    raised.map_or(Ok(()), Err)
}

/// Stores an exception for [`check`], unless there is an earlier one.
pub(crate) fn store(error: PyErr) {
    RAISED.lock().unwrap_or_else(PoisonError::into_inner).get_or_insert(error);
}
