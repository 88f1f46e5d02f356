//! Positions, which never change.

use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyBytes;
use rival_games::{
    Explorer, Leaves, Outcome, PERFT_DEPTH_MAX, Seat, Turn, Viewer, drawn_move, playouts,
    random_source,
};

use crate::shared::{Shared, value_error};

/// A position of a game.
#[pyclass(frozen, module = "rival_games")]
pub(crate) struct Position {
    pub(crate) shared: Arc<Shared>,
    pub(crate) explorer: Box<dyn Explorer>,
}

/// A move argument: its index in the list of legal moves, or its text.
#[derive(FromPyObject)]
pub(crate) enum MoveArgument {
    /// The index.
    Index(isize),
    /// The text.
    Text(String),
}

/// The planes of an observation in memory order, with the numbers of planes, rows and columns.
type Planes<'py> = (Bound<'py, PyBytes>, (usize, usize, usize));

/// The end of a random playout.
#[pyclass(frozen, get_all, module = "rival_games")]
pub(crate) struct Playout {
    /// The payoff of each seat; `None` if the game was not over.
    payoffs: Option<Vec<i16>>,
    /// The number of moves played.
    plies: u32,
}

#[pymethods]
impl Playout {
    fn __repr__(&self) -> String {
        format!("Playout(payoffs={:?}, plies={})", self.payoffs, self.plies)
    }
}

impl From<rival_games::Playout> for Playout {
    fn from(played: rival_games::Playout) -> Self {
        let payoffs = played.outcome.map(|outcome| outcome.payoffs().to_vec());
        Self { payoffs, plies: played.plies }
    }
}

impl Position {
    pub(crate) fn new(shared: Arc<Shared>, explorer: Box<dyn Explorer>) -> Self {
        Self { shared, explorer }
    }

    fn outcome(&self) -> Option<Outcome> {
        self.explorer.outcome()
    }

    /// The index of a legal move of this position.
    pub(crate) fn index_of(&self, mv: MoveArgument) -> PyResult<usize> {
        if let Some(outcome) = self.outcome() {
            return Err(value_error(format_args!("the game is over: {}", outcome.reason())));
        }
        match mv {
            MoveArgument::Index(index) => self.checked(index),
            MoveArgument::Text(text) => self.explorer.parse_move(&text).map_err(value_error),
        }
    }

    fn checked(&self, index: isize) -> PyResult<usize> {
        let count = self.move_count();
        usize::try_from(index).ok().filter(|&index| index < count).ok_or_else(|| {
            PyIndexError::new_err(format!("there is no move {index}: there are {count}, from 0"))
        })
    }

    /// The viewer in this seat; without a seat, the viewer that sees everything.
    pub(crate) fn viewer(&self, seat: Option<usize>) -> PyResult<Viewer> {
        let count = self.explorer.seat_count();
        match seat {
            None => Ok(Viewer::Arbiter),
            Some(seat) if seat < count => Ok(Viewer::Seat(Seat::new(seat))),
            Some(seat) => Err(PyIndexError::new_err(format!(
                "there is no seat {seat}: there are {count}, from 0"
            ))),
        }
    }
}

#[pymethods]
impl Position {
    #[getter]
    fn game(&self) -> &str {
        self.explorer.game()
    }

    #[getter]
    fn seat_count(&self) -> usize {
        self.explorer.seat_count()
    }

    #[getter]
    fn turn(&self) -> Option<usize> {
        match self.explorer.turn() {
            Turn::Seat(seat) if self.outcome().is_none() => Some(seat.index()),
            _ => None,
        }
    }

    #[getter]
    fn is_chance(&self) -> bool {
        self.outcome().is_none() && self.explorer.turn() == Turn::Chance
    }

    #[getter]
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    #[getter]
    fn payoffs(&self) -> Option<Vec<i16>> {
        self.outcome().map(|outcome| outcome.payoffs().to_vec())
    }

    #[getter]
    fn reason(&self) -> Option<&'static str> {
        self.outcome().map(|outcome| outcome.reason())
    }

    #[getter]
    fn moves(&self) -> Vec<String> {
        if self.is_over() { Vec::new() } else { self.explorer.moves() }
    }

    #[getter]
    fn move_count(&self) -> usize {
        if self.is_over() { 0 } else { self.explorer.move_count() }
    }

    #[getter]
    fn weights(&self) -> Vec<u32> {
        let count = if self.is_chance() { self.move_count() } else { 0 };
        (0..count).map(|index| self.explorer.weight(index)).collect()
    }

    #[pyo3(signature = (index, seat=None))]
    fn move_text(&self, index: isize, seat: Option<usize>) -> PyResult<String> {
        let (index, viewer) = (self.checked(index)?, self.viewer(seat)?);
        let mut text = String::new();
        self.explorer.push_move_for(index, viewer, &mut text);
        Ok(text)
    }

    fn move_index(&self, text: String) -> PyResult<usize> {
        self.index_of(MoveArgument::Text(text))
    }

    fn apply(&self, r#move: MoveArgument) -> PyResult<Self> {
        let index = self.index_of(r#move)?;
        let mut explorer = self.explorer.fork();
        explorer.play(index);
        Ok(Self::new(Arc::clone(&self.shared), explorer))
    }

    #[pyo3(signature = (seat=None))]
    fn notation(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(self.explorer.position_for(self.viewer(seat)?))
    }

    #[pyo3(signature = (seat=None))]
    fn diagram(&self, seat: Option<usize>) -> PyResult<String> {
        Ok(self.explorer.diagram(self.viewer(seat)?).to_string())
    }

    fn _planes<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Planes<'py>> {
        let viewer = self.viewer(seat)?;
        let planes = self.shared.encoding.planes(&*self.explorer, viewer);
        let bytes: Vec<u8> = planes.into_iter().flat_map(f32::to_ne_bytes).collect();
        Ok((PyBytes::new(py, &bytes), self.shared.encoding.shape()))
    }

    fn perft(&self, py: Python<'_>, depth: u32) -> PyResult<u64> {
        if depth > PERFT_DEPTH_MAX {
            let message = format!("depth {depth} is more than {PERFT_DEPTH_MAX}");
            return Err(PyValueError::new_err(message));
        }
        Ok(py.detach(|| self.explorer.leaves(depth, Leaves::Counted)))
    }

    fn random_move(&self, seed: u64) -> PyResult<usize> {
        let over = || value_error("the game is over, and there is no move");
        if self.is_over() {
            return Err(over());
        }
        drawn_move(&*self.explorer, &mut random_source(seed)).ok_or_else(over)
    }

    #[pyo3(signature = (seed, max_plies=10_000))]
    fn random_playout(&self, py: Python<'_>, seed: u64, max_plies: u32) -> Playout {
        let explorer = &*self.explorer;
        py.detach(|| explorer.play_out(max_plies, &mut random_source(seed))).into()
    }

    #[pyo3(signature = (count, seed, max_plies=10_000))]
    fn random_playouts(
        &self,
        py: Python<'_>,
        count: usize,
        seed: u64,
        max_plies: u32,
    ) -> Vec<Playout> {
        let explorer = &*self.explorer;
        let played = py.detach(|| playouts(explorer, count, max_plies, seed));
        played.into_iter().map(Playout::from).collect()
    }

    fn __str__(&self) -> String {
        self.explorer.position()
    }

    fn __repr__(&self) -> String {
        format!("Position({:?}, {:?})", self.game(), self.explorer.position())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.explorer.is_same(&*other.explorer)
    }

    fn __hash__(&self) -> u64 {
        self.explorer.key()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, (String, String))> {
        let function = py.import("rival_games")?.getattr("_position")?;
        Ok((function, (self.game().to_owned(), self.explorer.position())))
    }
}
