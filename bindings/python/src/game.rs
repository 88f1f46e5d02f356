//! The games in the catalog.

use std::sync::Arc;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use rival_games::{Action, Explorer, Seat, TableGame, explore, player_infos_for, table_game};

use crate::position::Position;
use crate::raised;
use crate::shared::{Shared, optional, value_error};
use crate::state::State;

/// All listed games, as pairs of name and description.
#[pyfunction]
pub(crate) fn games() -> Vec<(String, String)> {
    rival_games::games().into_iter().map(|info| (info.name, info.description)).collect()
}

/// A game's rules.
#[pyclass(frozen, module = "rival_games")]
pub(crate) struct Game {
    shared: Arc<Shared>,
    start: Box<dyn Explorer>,
}

impl Game {
    /// The game with this name.
    pub(crate) fn named(name: &str) -> PyResult<Self> {
        let table = table_game(name).map_err(value_error)?;
        let start = explore(name, None).map_err(value_error)?;
        Ok(Self { shared: Arc::new(Shared { table }), start })
    }

    pub(crate) fn table(&self) -> &dyn TableGame {
        &*self.shared.table
    }

    /// A copy of the starting position.
    pub(crate) fn start_of(&self) -> Box<dyn Explorer> {
        self.start.fork()
    }

    pub(crate) fn shared(&self) -> Arc<Shared> {
        Arc::clone(&self.shared)
    }
}

#[pymethods]
impl Game {
    #[new]
    fn new(name: &str) -> PyResult<Self> {
        Self::named(name)
    }

    /// The full name, with the variant.
    #[getter]
    fn name(&self) -> &str {
        self.shared.table.name()
    }

    /// The number of seats.
    #[getter]
    fn seat_count(&self) -> usize {
        self.shared.table.seat_count()
    }

    /// The names of the seats, in turn order.
    #[getter]
    fn seat_names(&self) -> Vec<String> {
        let table = &self.shared.table;
        Seat::all(table.seat_count()).map(|seat| table.seat_name(seat)).collect()
    }

    /// The maximum that a seat can win or lose.
    #[getter]
    fn payoff_max(&self) -> i16 {
        self.shared.table.payoff_max()
    }

    /// The number of planes, rows and columns in an observation.
    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.start.observation_shape().into()
    }

    /// The names of the planes in an observation.
    #[getter]
    fn plane_names(&self) -> Vec<String> {
        self.start.plane_names()
    }

    /// Whether the seats' payoffs sum to zero at the end of every game.
    #[getter]
    fn is_zero_sum(&self) -> bool {
        self.start.payoffs_cancel()
    }

    /// The number of player actions.
    #[getter]
    fn action_count(&self) -> usize {
        self.start.action_space().count()
    }

    /// The number of chance draws; 0 in a game without chance.
    #[getter]
    fn draw_count(&self) -> usize {
        self.start.action_space().draw_count()
    }

    /// The action as a string, such as "b3", "e2-e4" or "pass". Raises IndexError if there is no such action.
    fn action_text(&self, action: i64) -> PyResult<String> {
        let space = self.start.action_space();
        let text = u32::try_from(action).ok().and_then(|number| space.text(Action::new(number)));
        text.ok_or_else(|| {
            let count = space.count();
            PyIndexError::new_err(format!(
                "there is no action {action}: the {count} actions are numbered from 0"
            ))
        })
    }

    /// A game in progress that is played by numbered actions. After `max_plies` moves, the game is over without a
    /// result.
    #[pyo3(signature = (position=None, max_plies=None))]
    fn state(
        &self,
        position: Option<PyRef<'_, Position>>,
        max_plies: Option<i64>,
    ) -> PyResult<State> {
        let max_plies = optional("max_plies", max_plies)?;
        let start = match position {
            None => self.start.fork(),
            Some(position) if position.explorer.game() == self.name() => position.explorer.fork(),
            Some(position) => {
                let (own, other) = (self.name(), position.explorer.game());
                return Err(value_error(format_args!("the position's game is {other}, not {own}")));
            }
        };
        State::new(self.shared(), start, max_plies)
    }

    /// The starting position of a match.
    fn start(&self) -> Position {
        Position::new(Arc::clone(&self.shared), self.start.fork())
    }

    /// Parses a position. Raises ValueError if the string is not a position.
    fn position(&self, notation: &str) -> PyResult<Position> {
        let explorer = explore(self.name(), Some(notation)).map_err(value_error)?;
        raised::check()?;
        Ok(Position::new(Arc::clone(&self.shared), explorer))
    }

    /// The players that can play this game, as pairs of name and description.
    fn players(&self) -> PyResult<Vec<(String, String)>> {
        let infos = player_infos_for(self.name()).map_err(value_error)?;
        Ok(infos.into_iter().map(|info| (info.name, info.description)).collect())
    }

    fn __repr__(&self) -> String {
        format!("Game({:?})", self.name())
    }

    fn __eq__(&self, other: &Self) -> bool {
        self.name() == other.name()
    }

    fn __copy__(slf: Py<Self>) -> Py<Self> {
        slf
    }

    fn __deepcopy__(slf: Py<Self>, _memo: &Bound<'_, PyAny>) -> Py<Self> {
        slf
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Self>().into_any(), (self.name().to_owned(),))
    }

    fn __hash__(&self) -> u64 {
        self.name()
            .bytes()
            .fold(0, |hash: u64, byte| hash.wrapping_mul(31).wrapping_add(byte.into()))
    }
}
