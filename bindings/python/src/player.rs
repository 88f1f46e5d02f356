//! Players from the catalog.

use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use pyo3::exceptions::PyRuntimeError;
use pyo3::prelude::*;
use rival_games::{
    ChosenMove, Limits, Options, Thinking, Valuation, chosen_move_until, new_player, table_game,
};

use crate::position::Position;
use crate::raised::{self, Interrupts};
use crate::shared::{optional, value_error};

/// A player from the catalog for one game.
#[pyclass(frozen, module = "rival_games")]
pub(crate) struct Player {
    game: String,
    name: String,
    inner: Mutex<Box<dyn rival_games::Player>>,
}

/// A player from its specification, such as "alpha-beta" or "alpha-beta:depth=6".
pub(crate) fn from_spec(game: &str, spec: &str) -> PyResult<Box<dyn rival_games::Player>> {
    let (name, options) = spec.split_once(':').unwrap_or((spec, ""));
    let options: Options = options.parse().map_err(value_error)?;
    new_player(game, name, &options).map_err(value_error)
}

/// A time in seconds.
pub(crate) fn seconds(time: f64) -> PyResult<Duration> {
    let wrong = || value_error(format_args!("time is {time}, expected seconds from 0"));
    Duration::try_from_secs_f64(time).map_err(|_out_of_range| wrong())
}

impl Player {
    fn chosen_move(
        &self,
        py: Python<'_>,
        position: &Position,
        time: Option<f64>,
        depth: Option<i64>,
        nodes: Option<i64>,
        seed: u64,
    ) -> PyResult<ChosenMove> {
        let explorer = &*position.explorer;
        if explorer.game() != self.game {
            let (own, other) = (&self.game, explorer.game());
            return Err(value_error(format_args!(
                "this player plays {own}, but the position's game is {other}"
            )));
        }
        let time = time.map(seconds).transpose()?;
        let (depth, nodes) = (optional("depth", depth)?, optional("nodes", nodes)?);
        let limits = Limits { time, depth, nodes };
        let chosen = py.detach(|| {
            let mut player = self.inner.lock().unwrap_or_else(PoisonError::into_inner);
            let interrupts = Interrupts::default();
            let is_interrupted = || interrupts.have_come();
            chosen_move_until(&mut **player, explorer, limits, seed, &is_interrupted)
        });
        raised::check()?;
        chosen.map_err(|error| PyRuntimeError::new_err(error.to_string()))
    }
}

#[pymethods]
impl Player {
    #[new]
    fn new(game: &str, spec: &str) -> PyResult<Self> {
        let game = table_game(game).map_err(value_error)?.name().to_owned();
        let player = from_spec(&game, spec)?;
        Ok(Self { game, name: player.name(), inner: Mutex::new(player) })
    }

    /// The game's full name.
    #[getter]
    fn game(&self) -> &str {
        &self.game
    }

    /// The player's name.
    #[getter]
    fn name(&self) -> &str {
        &self.name
    }

    /// The player's move as a string, within time (seconds), depth (plies) and node (positions) limits. Runs without
    /// Python's lock. Raises ValueError if the position is from another game, and RuntimeError if the player has no
    /// move.
    #[pyo3(signature = (position, *, time=None, depth=None, nodes=None, seed=0))]
    fn choose(
        &self,
        py: Python<'_>,
        position: &Position,
        time: Option<f64>,
        depth: Option<i64>,
        nodes: Option<i64>,
        seed: u64,
    ) -> PyResult<String> {
        let chosen = self.chosen_move(py, position, time, depth, nodes, seed)?;
        let mut text = String::new();
        position.explorer.push_move(chosen.index, &mut text);
        Ok(text)
    }

    /// The player's best lines within these limits, best first. Empty if the player doesn't report lines, for example
    /// because it moves at random. The search option `lines` sets the number of lines: "pvs:lines=3".
    #[pyo3(signature = (position, *, time=None, depth=None, nodes=None, seed=0))]
    fn analyze(
        &self,
        py: Python<'_>,
        position: &Position,
        time: Option<f64>,
        depth: Option<i64>,
        nodes: Option<i64>,
        seed: u64,
    ) -> PyResult<Vec<Line>> {
        let chosen = self.chosen_move(py, position, time, depth, nodes, seed)?;
        Ok(chosen.lines.into_iter().map(Line).collect())
    }

    fn __repr__(&self) -> String {
        format!("Player({:?}, {:?})", self.game, self.name)
    }
}

/// A line in an analysis.
#[pyclass(frozen, module = "rival_games")]
pub(crate) struct Line(Thinking);

#[pymethods]
impl Line {
    /// The line's rank, from 1.
    #[getter]
    fn rank(&self) -> u32 {
        self.0.rank
    }

    /// The moves in the line, in the game's notation.
    #[getter]
    fn moves(&self) -> Vec<&str> {
        self.0.line.split_ascii_whitespace().collect()
    }

    /// The score for the seat to move, in the game's unit; None if the line wins or loses by force.
    #[getter]
    fn score(&self) -> Option<f64> {
        match self.0.valuation {
            Valuation::Centi(value) => Some(f64::from(value) / 100.0),
            Valuation::WinIn(_) | Valuation::LossIn(_) => None,
        }
    }

    /// The number of plies until the seat to move wins; negative if the seat loses; None if neither is forced.
    #[getter]
    fn win_in(&self) -> Option<i64> {
        match self.0.valuation {
            Valuation::Centi(_) => None,
            Valuation::WinIn(plies) => Some(plies.into()),
            Valuation::LossIn(plies) => Some(-i64::from(plies)),
        }
    }

    /// The search depth in plies.
    #[getter]
    fn depth(&self) -> u32 {
        self.0.depth
    }

    /// The longest line searched, in plies; None if the player doesn't measure it.
    #[getter]
    fn selective_depth(&self) -> Option<u32> {
        self.0.selective_depth
    }

    /// The number of positions visited or playouts run by the player.
    #[getter]
    fn nodes(&self) -> u64 {
        self.0.nodes
    }

    fn __repr__(&self) -> String {
        let Thinking { rank, valuation, line, .. } = &self.0;
        format!("Line({rank}, {valuation}, {line:?})")
    }
}
