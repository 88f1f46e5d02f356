//! A game in progress, played by numbered actions.

use std::sync::Arc;

use pyo3::exceptions::PyIndexError;
use pyo3::prelude::*;
use pyo3::types::PyByteArray;
use rival_games::{Action, AfterAction, Episode, Explorer, Turn, drawn_move, random_source};

use crate::position::Position;
use crate::raised;
use crate::shared::{Shared, floats, value_error, viewer};

/// The player at a chance turn, as in OpenSpiel.
const CHANCE: i32 = -1;
/// The player after the end of the game, as in OpenSpiel.
const TERMINAL: i32 = -4;

/// A game in progress that is played by numbered actions. The state changes with each action. A number means the same
/// action in every position. A move with several steps is a sequence of actions. The methods have OpenSpiel's names.
#[pyclass(module = "rival_games")]
pub(crate) struct State {
    shared: Arc<Shared>,
    start: Arc<dyn Explorer>,
    episode: Episode,
    /// The complete moves' indexes.
    moves: Vec<usize>,
    /// All actions so far.
    actions: Vec<i64>,
    max_plies: usize,
}

impl State {
    pub(crate) fn new(
        shared: Arc<Shared>,
        start: Box<dyn Explorer>,
        max_plies: Option<usize>,
    ) -> PyResult<Self> {
        let episode = Episode::new(start.fork());
        raised::check()?;
        let max_plies = max_plies.unwrap_or(usize::MAX);
        let (moves, actions) = (Vec::new(), Vec::new());
        Ok(Self { shared, start: start.into(), episode, moves, actions, max_plies })
    }

    fn is_cut_off(&self) -> bool {
        self.moves.len() >= self.max_plies
    }
}

/// The arguments for `rival_games._state`: the game, the start, the maximum number of moves, and the actions.
type Pickled = (String, String, Option<usize>, Vec<i64>);

/// Whether this seat is to move.
fn is_mover(position: &dyn Explorer, seat: usize) -> bool {
    matches!(position.turn(), Turn::Seat(mover) if mover.index() == seat)
}

#[pymethods]
impl State {
    /// The numbers of the legal actions or, on a chance turn, of the draws; empty if the game is over.
    fn legal_actions(&self) -> Vec<usize> {
        if self.is_cut_off() {
            return Vec::new();
        }
        let mut actions: Vec<usize> =
            self.episode.actions().iter().map(|(action, _)| action.index()).collect();
        actions.sort_unstable();
        actions
    }

    /// Takes a legal action or, on a chance turn, a draw. Raises ValueError if the action is illegal.
    fn apply_action(&mut self, action: i64) -> PyResult<()> {
        if self.is_terminal() {
            return Err(value_error("the game is over"));
        }
        self.moves.extend(self.episode.act(action).map_err(value_error)?);
        self.actions.push(action);
        raised::check()
    }

    /// Draws a random action. All actions are equally likely, except on a chance turn, which uses the weights. Raises
    /// ValueError if the game is over.
    fn random_action(&self, seed: u64) -> PyResult<usize> {
        let mut draw = random_source(seed);
        let actions = self.episode.actions();
        if self.is_terminal() || actions.is_empty() {
            return Err(value_error("the game is over; there is no action"));
        }
        if !self.episode.is_chance() {
            let count = u32::try_from(actions.len()).unwrap_or(u32::MAX);
            return Ok(actions[draw(count) as usize].0.index());
        }
        let index = drawn_move(self.episode.position(), &mut draw);
        let drawn = actions
            .iter()
            .find(|(_, after)| matches!(after, AfterAction::Move(mv) if Some(*mv) == index));
        let none = || value_error("chance has nothing to draw");
        drawn.map(|(action, _)| action.index()).ok_or_else(none)
    }

    /// Whether the game is over, by its rules or by `max_plies`.
    fn is_terminal(&self) -> bool {
        self.episode.position().outcome().is_some() || self.is_cut_off()
    }

    /// Whether chance draws next.
    fn is_chance_node(&self) -> bool {
        self.episode.is_chance() && !self.is_cut_off()
    }

    /// The seat to move, from 0; -1 if chance draws, -4 if the game is over.
    fn current_player(&self) -> i32 {
        if self.is_terminal() {
            return TERMINAL;
        }
        match self.episode.position().turn() {
            Turn::Seat(seat) => i32::try_from(seat.index()).unwrap_or(TERMINAL),
            Turn::Chance => CHANCE,
        }
    }

    /// The payoff for each seat; zeros while the game continues and if it was cut off.
    fn returns(&self) -> Vec<f64> {
        let position = self.episode.position();
        match position.outcome() {
            Some(outcome) => outcome.payoffs().iter().map(|&payoff| payoff.into()).collect(),
            None => vec![0.0; position.seat_count()],
        }
    }

    /// The chance draws with their probabilities; empty if a seat is to move.
    fn chance_outcomes(&self) -> Vec<(usize, f64)> {
        let position = self.episode.position();
        let weights = self.episode.actions().iter().filter(|_| self.episode.is_chance());
        let weighted = weights.map(|&(action, after)| match after {
            AfterAction::Move(index) => (action.index(), position.weight(index)),
            AfterAction::Node(_) => (action.index(), 0),
        });
        let mut weighted: Vec<(usize, u32)> = weighted.collect();
        weighted.sort_unstable();
        let total: f64 = weighted.iter().map(|&(_, weight)| f64::from(weight)).sum();
        weighted.into_iter().map(|(index, weight)| (index, f64::from(weight) / total)).collect()
    }

    /// An action or, on a chance turn, a draw as a string. Raises IndexError if there is no such action.
    fn action_to_string(&self, action: i64) -> PyResult<String> {
        let space = self.episode.position().action_space();
        let number = u32::try_from(action).ok().map(Action::new);
        let text = number.and_then(|action| match self.episode.is_chance() {
            true => space.draw_text(action).map(String::from),
            false => space.text(action),
        });
        text.ok_or_else(|| PyIndexError::new_err(format!("there is no action {action}")))
    }

    /// The position at the beginning of the current move.
    #[getter]
    fn position(&self) -> Position {
        Position::new(Arc::clone(&self.shared), self.episode.position().fork())
    }

    /// The actions taken for the current, incomplete move.
    #[getter]
    fn made(&self) -> Vec<usize> {
        self.episode.made().iter().map(|action| action.index()).collect()
    }

    /// The number of complete moves, including chance draws.
    #[getter]
    fn plies(&self) -> usize {
        self.moves.len()
    }

    /// A seat's current view: the position in notation, and the actions in its unfinished move.
    fn observation_string(&self, seat: usize) -> PyResult<String> {
        let position = self.episode.position();
        let mut text = position.position_for(viewer(Some(seat), position.seat_count())?);
        for action in self.episode.made().iter().filter(|_| is_mover(position, seat)) {
            text.extend([' '].into_iter().chain(action.index().to_string().chars()));
        }
        raised::check().map(|()| text)
    }

    /// The moves that a seat has seen since the start, each as the seat saw it, and the position.
    fn information_state_string(&self, seat: usize) -> PyResult<String> {
        let viewer = viewer(Some(seat), self.start.seat_count())?;
        let (mut position, mut text) = (self.start.fork(), String::new());
        for &index in &self.moves {
            position.push_move_for(index, viewer, &mut text);
            text.push(' ');
            position.play(index);
        }
        Ok(text + &self.observation_string(seat)?)
    }

    /// An independent copy.
    fn clone(&self) -> Self {
        let (shared, start) = (Arc::clone(&self.shared), Arc::clone(&self.start));
        let (episode, moves) = (self.episode.fork(), self.moves.clone());
        let (actions, max_plies) = (self.actions.clone(), self.max_plies);
        Self { shared, start, episode, moves, actions, max_plies }
    }

    #[pyo3(signature = (seat=None))]
    fn _planes<'py>(
        &self,
        py: Python<'py>,
        seat: Option<usize>,
    ) -> PyResult<(Bound<'py, PyByteArray>, (usize, usize, usize))> {
        let position = self.episode.position();
        let (viewer, shape) = (viewer(seat, position.seat_count())?, position.observation_shape());
        let mut planes = vec![0.0; shape.iter().product()];
        self.episode.observe(viewer, &mut planes);
        raised::check()?;
        Ok((floats(py, &planes)?, shape.into()))
    }

    fn _mask<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyByteArray>> {
        let count = self.episode.position().action_space().count();
        let is_decision = !self.is_terminal() && !self.episode.is_chance();
        PyByteArray::new_with(py, count, |mask| {
            for (action, _) in self.episode.actions().iter().filter(|_| is_decision) {
                mask[action.index()] = 1;
            }
            Ok(())
        })
    }

    fn __copy__(&self) -> Self {
        self.clone()
    }

    fn __deepcopy__(&self, _memo: &Bound<'_, PyAny>) -> Self {
        self.clone()
    }

    /// Pickles the start and the actions.
    fn __reduce__<'py>(&self, py: Python<'py>) -> PyResult<(Bound<'py, PyAny>, Pickled)> {
        let function = py.import("rival_games")?.getattr("_state")?;
        let (game, start) = (self.start.game().to_owned(), self.start.position());
        raised::check()?;
        let max_plies = Some(self.max_plies).filter(|&plies| plies != usize::MAX);
        Ok((function, (game, start, max_plies, self.actions.clone())))
    }

    fn __str__(&self) -> PyResult<String> {
        let text = self.episode.position().position();
        raised::check().map(|()| text)
    }

    fn __repr__(&self) -> PyResult<String> {
        Ok(format!("State({:?}, {:?})", self.episode.position().game(), self.__str__()?))
    }
}
