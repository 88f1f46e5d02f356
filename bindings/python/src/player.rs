//! Players of the catalog.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rival_games::{Limits, Options, chosen_move, new_player, table_game};

use crate::position::Position;
use crate::shared::value_error;

/// A player of the catalog, for one game.
#[pyclass(frozen, module = "rival_games")]
pub(crate) struct Player {
    game: String,
    name: String,
    inner: Mutex<Box<dyn rival_games::Player>>,
}

/// A player from its specification: "alpha-beta", "alpha-beta:depth=6".
pub(crate) fn from_spec(game: &str, spec: &str) -> PyResult<Box<dyn rival_games::Player>> {
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    let options: Options = options.parse().map_err(value_error)?;
    new_player(game, name, &options).map_err(value_error)
}

#[pymethods]
impl Player {
    #[new]
    fn new(game: &str, spec: &str) -> PyResult<Self> {
        let game = table_game(game).map_err(value_error)?.name().to_owned();
        let player = from_spec(&game, spec)?;
        Ok(Self { game, name: player.name(), inner: Mutex::new(player) })
    }

    /// The full name of the game.
    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    /// The name of the player.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The text of the player's move, within limits of time (seconds), depth (plies) and nodes (positions). Runs without
    /// Python's lock. Raises ValueError if the position is of another game, RuntimeError if the player has no move.
    #[pyo3(signature = (position, *, time=None, depth=None, nodes=None, seed=0))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Position,
        time: Option<f64>,
        depth: Option<u32>,
        nodes: Option<u64>,
        seed: u64,
    ) -> PyResult<String> {
        let explorer = &*position.explorer;
        if explorer.game() != self.game {
            let (own, other) = (&self.game, explorer.game());
            return Err(value_error(format_args!(
                "this player plays {own}, but the position is for {other}"
            )));
        }
        let time = time.map(Duration::try_from_secs_f64).transpose().map_err(value_error)?;
        let limits = Limits { time, depth, nodes };
        let chosen = py.detach(|| {
            let mut player = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            chosen_move(&mut **player, explorer, limits, seed)
        });
        let index = chosen.map_err(|error| PyRuntimeError::new_err(error.to_string()))?;
        let mut text = String::new();
        explorer.push_move(index, &mut text);
        Ok(text)
    }

    fn __repr__(&self) -> String {
        format!("Player({:?}, {:?})", self.game, self.name)
    }
}
