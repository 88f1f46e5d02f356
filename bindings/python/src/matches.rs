//! Matches at the table.

use pyo3::exceptions::{PyRuntimeError, PyTypeError};
use pyo3::prelude::*;
use rival_games::{
    Arbiter, EndReason, Ending, Event, Host, MatchSetup, Moderator, PlayedMove, PlayerError, Ply,
    RecordFile, Reply, Request, SeatSetup, ThinkingLimits, TimeControl, explore, table_game,
};

use crate::game::Game;
use crate::player::{from_spec, seconds};
use crate::position::{MoveArgument, Position};
use crate::raised;
use crate::shared::{number, optional, value_error};

/// A finished match.
#[pyclass(frozen, get_all, module = "rival_games")]
pub(crate) struct Match {
    /// All moves, including chance moves.
    moves: Vec<String>,
    /// The payoff for each seat; `None` if the match was aborted.
    payoffs: Option<Vec<i16>>,
    /// The end of the match, as a sentence.
    ending: String,
    /// The record as a string that the program can read.
    record: String,
    /// The players' names, in seat order.
    players: Vec<String>,
    /// The seat whose player failed and so lost; `None` if no player failed.
    failed_seat: Option<usize>,
}

#[pymethods]
impl Match {
    fn __repr__(&self) -> String {
        format!("Match({} moves, {:?})", self.moves.len(), self.ending)
    }
}

/// Ends a match that lasts too many moves.
struct Patience {
    max_plies: usize,
}

impl Arbiter for Patience {
    fn judge(&mut self, event: &Event) -> Option<Ending> {
        let Event::MovePlayed(PlayedMove { ply, .. }) = event else { return None };
        let reason = || EndReason::Adjudicated(format!("{} moves", self.max_plies));
        (*ply + 1 >= self.max_plies).then(|| Ending { payoffs: None, reason: reason() })
    }
}

/// A Python function that chooses moves.
struct Function {
    game: Py<Game>,
    function: Py<PyAny>,
}

impl rival_games::Player for Function {
    fn name(&self) -> String {
        let name = |py: Python<'_>| self.function.bind(py).getattr("__name__")?.extract::<String>();
        Python::attach(name).unwrap_or_else(|_| "python".into())
    }

    fn choose_move(&mut self, request: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
        Python::attach(|py| self.choose(py, request)).map_err(PlayerError::new)
    }
}

impl Function {
    fn choose(&self, py: Python<'_>, request: &Request) -> Result<Reply, String> {
        let game = self.game.bind(py).get();
        let mut explorer = explore(game.table().name(), Some(&request.start))
            .map_err(|error| error.to_string())?;
        for mv in request.moves.split_whitespace() {
            let index = explorer.parse_move(mv).map_err(|error| error.to_string())?;
            explorer.play(index);
        }
        let position = Position::new(game.shared(), explorer);
        let chosen =
            self.function.bind(py).call1((position,)).map_err(|error| error.to_string())?;
        let wrong = |_| "a player must return a move's text or index".to_owned();
        match MoveArgument::of(&chosen).map_err(|error: PyErr| wrong(error))? {
            MoveArgument::Text(text) => Ok(Reply::play(text)),
            MoveArgument::Index(index) => {
                let text = usize::try_from(index).ok().and_then(|at| request.legal_moves.get(at));
                text.map(Reply::play).ok_or_else(|| format!("there is no move {index}"))
            }
        }
    }
}

/// Plays a match.
#[pyfunction]
#[pyo3(signature = (game, players, *, position=None, opening=Vec::new(), time=None, depth=None, nodes=None, seed=0, max_plies=2_000))]
#[expect(clippy::too_many_arguments, reason = "they have names in Python")]
pub(crate) fn play_match(
    py: Python<'_>,
    game: &str,
    players: Vec<Bound<'_, PyAny>>,
    position: Option<String>,
    opening: Vec<String>,
    time: Option<Bound<'_, PyAny>>,
    depth: Option<i64>,
    nodes: Option<i64>,
    seed: u64,
    max_plies: i64,
) -> PyResult<Match> {
    let table = table_game(game).map_err(value_error)?;
    let seats = players.iter().map(|player| seat(table.name(), player));
    let mut setup = MatchSetup::new(table.clone(), seats.collect::<PyResult<_>>()?);
    setup.position = position;
    setup.opening = opening.iter().map(|mv| Ply::from(mv.as_str())).collect();
    setup.time_control = time_control(time.as_ref())?;
    setup.thinking =
        ThinkingLimits { depth: optional("depth", depth)?, nodes: optional("nodes", nodes)? };
    setup.seed = seed;
    let max_plies = number("max_plies", max_plies)?;
    setup.arbiter = Some(Box::new(Patience { max_plies }));
    let moderator = Moderator::new(setup).map_err(value_error)?;
    let finished = py.detach(|| moderator.run());
    raised::check()?;
    let record = finished.map_err(|error| PyRuntimeError::new_err(error.to_string()))?.record;
    let ending = record.ending.as_ref();
    let failed = |end: &Ending| match &end.reason {
        EndReason::PlayerFailed(seat, _) => Some(seat.index()),
        _ => None,
    };
    Ok(Match {
        moves: record.moves().map(String::from).collect(),
        payoffs: ending.and_then(|ending| ending.payoffs.clone()),
        ending: ending.map_or_else(String::new, |end| end.describe(|seat| table.seat_name(seat))),
        record: record.to_text(),
        players: record.players.iter().map(|player| player.name.clone()).collect(),
        failed_seat: ending.and_then(failed),
    })
}

/// The time control for the argument `time`: seconds per move, a string, or `None`.
fn time_control(time: Option<&Bound<'_, PyAny>>) -> PyResult<TimeControl> {
    let Some(time) = time else { return Ok(TimeControl::Unlimited) };
    if let Ok(text) = time.extract::<String>() {
        return text.parse().map_err(value_error);
    }
    let per_move = time.extract::<f64>().map_err(|_other_type| {
        PyTypeError::new_err("time is a number of seconds per move, or a string such as \"1m+1s\"")
    })?;
    Ok(TimeControl::PerMove(seconds(per_move)?))
}

/// The player in a seat: a specification, or a function that takes a position.
fn seat(game: &str, player: &Bound<'_, PyAny>) -> PyResult<SeatSetup> {
    if let Ok(spec) = player.extract::<String>() {
        return Ok(SeatSetup::new(spec.clone(), from_spec(game, &spec)?));
    }
    if !player.is_callable() {
        let message =
            "a player is a string like \"alpha-beta:depth=4\" or a function of a position";
        return Err(PyTypeError::new_err(message));
    }
    let game = Py::new(player.py(), Game::named(game)?)?;
    Ok(SeatSetup::new("python", Box::new(Function { game, function: player.clone().unbind() })))
}
