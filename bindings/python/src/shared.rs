//! Data shared by games and positions.

use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rival_games::{Seat, TableGame, Viewer};

/// Data shared by all positions in a game.
pub(crate) struct Shared {
    pub(crate) table: Arc<dyn TableGame>,
}

/// A `ValueError` for a wrong name, string or value.
pub(crate) fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}

/// Converts a number argument. PyO3's own conversion doesn't name the argument.
///
/// # Errors
/// `ValueError` if the number is negative or too large.
pub(crate) fn number<T: TryFrom<i64>>(name: &str, value: i64) -> PyResult<T> {
    let expected = if value < 0 { "expected 0 or more" } else { "which is too large" };
    T::try_from(value).map_err(|_| value_error(format_args!("{name} is {value}, {expected}")))
}

/// Converts an optional number argument.
///
/// # Errors
/// The same errors as [`number`].
pub(crate) fn optional<T: TryFrom<i64>>(name: &str, value: Option<i64>) -> PyResult<Option<T>> {
    value.map(|value| number(name, value)).transpose()
}

/// The viewer in this seat. Without a seat, a viewer that sees everything.
pub(crate) fn viewer(seat: Option<usize>, count: usize) -> PyResult<Viewer> {
    match seat {
        None => Ok(Viewer::Arbiter),
        Some(seat) if seat < count => Ok(Viewer::Seat(Seat::new(seat))),
        Some(seat) => Err(PyIndexError::new_err(format!(
            "there is no seat {seat}: the {count} seats are numbered from 0"
        ))),
    }
}

/// The numbers in memory order, in numpy's format.
pub(crate) fn floats<'py>(py: Python<'py>, numbers: &[f32]) -> PyResult<Bound<'py, PyByteArray>> {
    PyByteArray::new_with(py, size_of_val(numbers), |bytes| {
        for (place, number) in bytes.as_chunks_mut().0.iter_mut().zip(numbers) {
            *place = number.to_ne_bytes();
        }
        Ok(())
    })
}
