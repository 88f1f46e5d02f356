//! Data shared by games and positions.

use std::sync::Arc;

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use rival_games::TableGame;

use crate::observation::Encoding;

/// Data shared by all positions of a game.
pub(crate) struct Shared {
    pub(crate) table: Arc<dyn TableGame>,
    pub(crate) encoding: Encoding,
}

/// A `ValueError` for a wrong name, text or value.
pub(crate) fn value_error(error: impl std::fmt::Display) -> PyErr {
    PyValueError::new_err(error.to_string())
}
