//! The games of the catalog.

use std::sync::Arc;

use pyo3::prelude::*;
use rival_games::{Explorer, Seat, TableGame, explore, player_infos_for, table_game};

use crate::observation::Encoding;
use crate::position::Position;
use crate::shared::{Shared, value_error};

/// All listed games, as pairs of name and description.
#[pyfunction]
pub(crate) fn games() -> Vec<(String, String)> {
    rival_games::games().into_iter().map(|info| (info.name, info.description)).collect()
}

/// The rules of a game.
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
        let encoding = Encoding::of(&*table, &*start);
        Ok(Self { shared: Arc::new(Shared { table, encoding }), start })
    }

    pub(crate) fn table(&self) -> &dyn TableGame {
        &*self.shared.table
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

    #[getter]
    fn name(&self) -> &str {
        self.shared.table.name()
    }

    #[getter]
    fn seat_count(&self) -> usize {
        self.shared.table.seat_count()
    }

    #[getter]
    fn seat_names(&self) -> Vec<String> {
        let table = &self.shared.table;
        Seat::all(table.seat_count()).map(|seat| table.seat_name(seat)).collect()
    }

    #[getter]
    fn payoff_max(&self) -> i16 {
        self.shared.table.payoff_max()
    }

    #[getter]
    fn observation_shape(&self) -> (usize, usize, usize) {
        self.shared.encoding.shape()
    }

    #[getter]
    fn plane_names(&self) -> Vec<String> {
        self.shared.encoding.plane_names(&*self.shared.table)
    }

    fn start(&self) -> Position {
        Position::new(Arc::clone(&self.shared), self.start.fork())
    }

    fn position(&self, notation: &str) -> PyResult<Position> {
        let explorer = explore(self.name(), Some(notation)).map_err(value_error)?;
        Ok(Position::new(Arc::clone(&self.shared), explorer))
    }

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
