//! Positions, which never change.

use std::sync::Arc;

use pyo3::exceptions::{PyIndexError, PyOverflowError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rival_games::{
    Action, Explorer, Leaves, LegalActions, Outcome, PERFT_DEPTH_MAX, Turn, Viewer, drawn_move,
    playouts_until, random_source,
};

use crate::raised::{self, Interrupts};
use crate::shared::{Shared, floats, number, value_error, viewer};

/// A position in a game.
#[pyclass(frozen, module = "rival_games")]
pub(crate) struct Position {
    pub(crate) shared: Arc<Shared>,
    pub(crate) explorer: Box<dyn Explorer>,
}

/// A move argument: its index in the list of legal moves, or its notation.
pub(crate) enum MoveArgument {
    /// The index.
    Index(isize),
    /// The notation.
    Text(String),
}

impl MoveArgument {
    /// Converts the argument. PyO3's own conversion would name Rust types in its errors.
    pub(crate) fn of(given: &Bound<'_, PyAny>) -> PyResult<Self> {
        if let Ok(text) = given.extract::<String>() {
            return Ok(Self::Text(text));
        }
        given.extract::<isize>().map(Self::Index).or_else(|error| {
            // An integer that is too large is not a move index either.
            if error.is_instance_of::<PyOverflowError>(given.py()) {
                return Ok(Self::Index(isize::MAX));
            }
            let kind = given.get_type().name()?;
            Err(PyTypeError::new_err(format!("a move is an index or a string, not {kind}")))
        })
    }
}

/// An observation's planes in memory order, and the number of planes, rows and columns.
type Planes<'py> = (Bound<'py, PyByteArray>, (usize, usize, usize));

/// The result of a random playout.
#[pyclass(frozen, get_all, module = "rival_games")]
pub(crate) struct Playout {
    /// The payoff for each seat; `None` if the game didn't end.
    payoffs: Option<Vec<i16>>,
    /// The number of moves played.
    plies: u32,
}

#[pymethods]
impl Playout {
    fn __repr__(&self) -> String {
        let payoffs = self.payoffs.as_ref();
        let payoffs = payoffs.map_or_else(|| "None".into(), |payoffs| format!("{payoffs:?}"));
        format!("Playout(payoffs={payoffs}, plies={})", self.plies)
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

    /// The index of a legal move in this position.
    pub(crate) fn index_of(&self, mv: MoveArgument) -> PyResult<usize> {
        if let Some(outcome) = self.outcome() {
            return Err(value_error(format_args!("the game is over: {}", outcome.reason())));
        }
        match mv {
            MoveArgument::Index(index) => self.checked(index),
            MoveArgument::Text(text) => {
                let parsed = self.explorer.parse_move(&text);
                raised::check()?;
                parsed.map_err(value_error)
            }
        }
    }

    fn checked(&self, index: isize) -> PyResult<usize> {
        let count = self.move_count();
        usize::try_from(index).ok().filter(|&index| index < count).ok_or_else(|| {
            PyIndexError::new_err(format!(
                "there is no move {index}: the {count} moves are numbered from 0"
            ))
        })
    }

    /// The viewer in this seat. Without a seat, a viewer that sees everything.
    fn viewer(&self, seat: Option<usize>) -> PyResult<Viewer> {
        viewer(seat, self.explorer.seat_count())
    }
}

#[pymethods]
impl Position {
    /// The game's full name.
    #[getter]
    fn game(&self) -> &str {
        self.explorer.game()
    }

    /// The number of seats.
    #[getter]
    fn seat_count(&self) -> usize {
        self.explorer.seat_count()
    }

    /// The seat to move, from 0; None if the game is over or chance decides.
    #[getter]
    fn turn(&self) -> Option<usize> {
        match self.explorer.turn() {
            Turn::Seat(seat) if self.outcome().is_none() => Some(seat.index()),
            _ => None,
        }
    }

    /// Whether chance draws one of the moves, by `weights`.
    #[getter]
    fn is_chance(&self) -> bool {
        self.outcome().is_none() && self.explorer.turn() == Turn::Chance
    }

    /// Whether the rules have ended the game.
    #[getter]
    fn is_over(&self) -> bool {
        self.outcome().is_some()
    }

    /// The payoff for each seat; None while the game continues.
    #[getter]
    fn payoffs(&self) -> Option<Vec<i16>> {
        self.outcome().map(|outcome| outcome.payoffs().to_vec())
    }

    /// The reason why the game is over; None while the game continues.
    #[getter]
    fn reason(&self) -> PyResult<Option<String>> {
        let reason = self.explorer.ending();
        raised::check().map(|()| reason)
    }

    /// The legal moves, always in the same order; empty if the game is over.
    #[getter]
    fn moves(&self) -> PyResult<Vec<String>> {
        let moves = if self.is_over() { Vec::new() } else { self.explorer.moves() };
        raised::check().map(|()| moves)
    }

    /// The number of legal moves. Fast.
    #[getter]
    fn move_count(&self) -> usize {
        if self.is_over() { 0 } else { self.explorer.move_count() }
    }

    /// For each move, the number of equally likely ways that chance can draw it; empty if a seat is to move.
    #[getter]
    fn weights(&self) -> Vec<u32> {
        let count = if self.is_chance() { self.move_count() } else { 0 };
        (0..count).map(|index| self.explorer.weight(index)).collect()
    }

    /// A legal move in notation, as `seat` may see it. Raises IndexError if there is no such move.
    #[pyo3(signature = (index, seat=None))]
    fn move_text(&self, index: isize, seat: Option<usize>) -> PyResult<String> {
        let (index, viewer) = (self.checked(index)?, self.viewer(seat)?);
        let mut text = String::new();
        self.explorer.push_move_for(index, viewer, &mut text);
        Ok(text)
    }

    /// The index of the legal move with this notation. Raises ValueError with the rule if there is no such move.
    fn move_index(&self, text: String) -> PyResult<usize> {
        self.index_of(MoveArgument::Text(text))
    }

    /// The numbers of the actions that make a legal move, given by index or notation. See `State`. Raises IndexError or
    /// ValueError.
    fn actions_of(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Vec<usize>> {
        let index = self.index_of(MoveArgument::of(r#move)?)?;
        let mut legal = LegalActions::default();
        self.explorer.fill_actions(&mut legal);
        raised::check()?;
        let way = legal.way_to(index).ok_or_else(|| value_error("the move has no actions"))?;
        Ok(way.into_iter().map(Action::index).collect())
    }

    /// The position after a legal move, given by index (fast) or notation. Raises IndexError or ValueError.
    fn apply(&self, r#move: &Bound<'_, PyAny>) -> PyResult<Self> {
        let index = self.index_of(MoveArgument::of(r#move)?)?;
        let mut explorer = self.explorer.fork();
        explorer.play(index);
        raised::check()?;
        Ok(Self::new(Arc::clone(&self.shared), explorer))
    }

    /// The position in notation, as `seat` may see it. `Game.position` parses it.
    #[pyo3(signature = (seat=None))]
    fn notation(&self, seat: Option<usize>) -> PyResult<String> {
        let text = self.explorer.position_for(self.viewer(seat)?);
        raised::check().map(|()| text)
    }

    /// An ASCII drawing, as `seat` may see it.
    #[pyo3(signature = (seat=None))]
    fn diagram(&self, seat: Option<usize>) -> PyResult<String> {
        let diagram = self.explorer.diagram(self.viewer(seat)?);
        raised::check().map(|()| diagram.to_string())
    }

    #[pyo3(signature = (seat=None))]
    fn _planes<'py>(&self, py: Python<'py>, seat: Option<usize>) -> PyResult<Planes<'py>> {
        let (viewer, shape) = (self.viewer(seat)?, self.explorer.observation_shape());
        let mut planes = vec![0.0; shape.iter().product()];
        self.explorer.observe(viewer, &[], &mut planes);
        raised::check()?;
        Ok((floats(py, &planes)?, shape.into()))
    }

    /// The number of leaves after `depth` plies. Runs without Python's lock.
    fn perft(&self, py: Python<'_>, depth: i64) -> PyResult<u64> {
        let checked = u32::try_from(depth).ok().filter(|&depth| depth <= PERFT_DEPTH_MAX);
        let Some(depth) = checked else {
            let message = format!("depth is {depth}, expected 0 to {PERFT_DEPTH_MAX}");
            return Err(PyValueError::new_err(message));
        };
        let leaves = py.detach(|| self.explorer.leaves(depth, Leaves::Counted));
        raised::check().map(|()| leaves)
    }

    /// The index of a random legal move; on a chance turn, by the weights. Raises ValueError if the game is over.
    fn random_move(&self, seed: u64) -> PyResult<usize> {
        let over = || value_error("the game is over; there is no move");
        if self.is_over() {
            return Err(over());
        }
        drawn_move(&*self.explorer, &mut random_source(seed)).ok_or_else(over)
    }

    /// Plays random moves to the end. Repeated positions don't end a playout.
    #[pyo3(signature = (seed, max_plies=10_000))]
    fn random_playout(&self, py: Python<'_>, seed: u64, max_plies: i64) -> PyResult<Playout> {
        let max_plies = number("max_plies", max_plies)?;
        let explorer = &*self.explorer;
        let played = py.detach(|| explorer.play_out(max_plies, &mut random_source(seed)));
        raised::check().map(|()| played.into())
    }

    /// Many playouts in one call, without Python's lock. The same seed gives the same playouts.
    #[pyo3(signature = (count, seed, max_plies=10_000))]
    fn random_playouts(
        &self,
        py: Python<'_>,
        count: i64,
        seed: u64,
        max_plies: i64,
    ) -> PyResult<Vec<Playout>> {
        let (count, max_plies) = (number("count", count)?, number("max_plies", max_plies)?);
        let explorer = &*self.explorer;
        let played = py.detach(|| {
            let interrupts = Interrupts::default();
            playouts_until(explorer, count, max_plies, seed, &|| interrupts.have_come())
        });
        raised::check()?;
        Ok(played.into_iter().map(Playout::from).collect())
    }

    fn __str__(&self) -> PyResult<String> {
        let text = self.explorer.position();
        raised::check().map(|()| text)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("Position({:?}, {:?})", self.game(), self.__str__()?))
    }

    fn __eq__(&self, other: &Self) -> PyResult<bool> {
        let is_same = self.explorer.is_same(&*other.explorer);
        raised::check().map(|()| is_same)
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
        Ok((function, (self.game().to_owned(), self.__str__()?)))
    }
}
