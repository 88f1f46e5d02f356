//! Games with rules written in Python.
//!
//! A position holds the Python value that describes it, so copying a position is cheap. Each rule calls a method of the
//! Python object under Python's lock. A search can't fail, so an exception in a rule can't stop it. Instead, the first
//! exception is stored, the position counts as drawn, and [`raised::check`](crate::raised::check) raises the exception
//! after the search.

use std::collections::HashMap;
use std::fmt;
use std::sync::{Arc, PoisonError, RwLock};

use board_engine::{
    Action, ActionSpace, Coordinates, Deterministic, Diagram, Feature, Game, Geometry, Glyph,
    GlyphKind, Notation, NotationError, Outcome, PerfectInformation, Place, Repetition, Seat,
    Square, Status, Turn, Viewer, ZeroSum, zobrist,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use pyo3::types::PyTuple;

use crate::own_values::{self, SQUARES_MAX};
use crate::raised::store;

/// The payoff for a position in which a rule raised an exception.
const AFTER_EXCEPTION: i16 = 0;

/// The rules: an object with the methods from the Python class `Rules`.
#[derive(Clone)]
pub(crate) struct OwnGame(Arc<Definition>);

pub(crate) struct Definition {
    rules: Py<PyAny>,
    seat_names: [String; 2],
    space: ActionSpace,
    occurrences: u8,
    summary: String,
    /// The pieces, by board symbol.
    pieces: HashMap<char, Glyph>,
    moves: RwLock<Moves>,
}

/// All moves that have occurred, as strings, by number. A game needs small moves.
#[derive(Default)]
struct Moves {
    texts: Vec<Arc<str>>,
    numbers: HashMap<Arc<str>, u32>,
}

/// The number of a move string.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub(crate) struct MoveNumber(u32);

/// A position: the Python value and the rules' information about it.
#[derive(Clone)]
pub(crate) struct Position(Arc<Described>);

struct Described {
    state: Py<PyAny>,
    key: u64,
    turn: Seat,
    /// The first seat's payoff; `None` in an unfinished game.
    result: Option<i16>,
}

impl Position {
    /// The Python value.
    pub(crate) fn state(&self) -> &Py<PyAny> {
        &self.0.state
    }

    /// The first seat's payoff; `None` in an unfinished game.
    pub(crate) fn result(&self) -> Option<i16> {
        self.0.result
    }
}

impl fmt::Debug for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Position").field(&self.0.key).finish()
    }
}

impl PartialEq for Position {
    fn eq(&self, other: &Self) -> bool {
        let are_equal = |py: Python<'_>| self.0.state.bind(py).eq(other.0.state.bind(py));
        Arc::ptr_eq(&self.0, &other.0)
            || self.0.key == other.0.key && Python::attach(are_equal).unwrap_or(false)
    }
}

impl Eq for Position {}

impl OwnGame {
    /// The game with these rules.
    ///
    /// # Errors
    /// If an attribute is missing or malformed.
    pub(crate) fn new(rules: &Bound<'_, PyAny>) -> PyResult<Self> {
        let seat_names = own_values::seat_names(rules)?;
        let actions = own_values::actions(rules)?;
        let pieces = own_values::pieces(rules, &seat_names)?;
        let summary: Option<String> = rules.get_type().getattr("__doc__")?.extract()?;
        Ok(Self(Arc::new(Definition {
            rules: rules.clone().unbind(),
            seat_names,
            space: ActionSpace::default().with_names(actions),
            occurrences: own_values::repetition(rules)?,
            summary: summary.unwrap_or_default(),
            pieces,
            moves: RwLock::default(),
        })))
    }
}

impl OwnGame {
    /// Calls a method of the rules object.
    fn call<T>(
        &self,
        method: &str,
        arguments: impl for<'py> FnOnce(Python<'py>) -> PyResult<Bound<'py, PyTuple>>,
        read: impl for<'py> FnOnce(&Bound<'py, PyAny>) -> PyResult<T>,
    ) -> PyResult<T> {
        Python::attach(|py| {
            let returned = self.0.rules.bind(py).call_method1(method, arguments(py)?)?;
            read(&returned)
        })
    }

    /// Calls a method of the rules object with a position.
    pub(crate) fn ask<T>(
        &self,
        method: &str,
        position: &Position,
        read: impl for<'py> FnOnce(&Bound<'py, PyAny>) -> PyResult<T>,
    ) -> PyResult<T> {
        self.call(method, |py| PyTuple::new(py, [position.0.state.bind(py)]), read)
    }

    /// The position with a Python value that `method` returned, and the rules' information about it.
    fn describe(&self, method: &str, state: &Bound<'_, PyAny>) -> PyResult<Position> {
        let rules = self.rules(state.py());
        let hash = own_values::state_hash(method, state)?;
        let turn = own_values::turn(&rules.call_method1("turn", (state,))?)?;
        let result = own_values::result(&rules.call_method1("result", (state,))?)?;
        let key = zobrist::mix(&[hash, turn.index() as u64]);
        Ok(Position(Arc::new(Described { state: state.clone().unbind(), key, turn, result })))
    }

    /// A drawn position with this value, after an exception.
    fn ended(state: Py<PyAny>, turn: Seat) -> Position {
        Position(Arc::new(Described { state, key: 0, turn, result: Some(AFTER_EXCEPTION) }))
    }

    fn number_of(&self, text: &str) -> MoveNumber {
        let read = self.0.moves.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = read.numbers.get(text) {
            return MoveNumber(number);
        }
        drop(read);
        let mut moves = self.0.moves.write().unwrap_or_else(PoisonError::into_inner);
        if let Some(&number) = moves.numbers.get(text) {
            return MoveNumber(number);
        }
        let (text, number) = (Arc::<str>::from(text), moves.texts.len() as u32);
        moves.texts.push(Arc::clone(&text));
        moves.numbers.insert(text, number);
        MoveNumber(number)
    }

    fn text_of(&self, mv: MoveNumber) -> Arc<str> {
        let moves = self.0.moves.read().unwrap_or_else(PoisonError::into_inner);
        Arc::clone(&moves.texts[mv.0 as usize])
    }

    /// The start of the game.
    ///
    /// # Errors
    /// An exception in the rules, or a wrong return value.
    pub(crate) fn first(&self) -> PyResult<Position> {
        self.call("start", |py| Ok(PyTuple::empty(py)), |state| self.describe("start", state))
    }

    /// The position after this move.
    ///
    /// # Errors
    /// An exception in the rules, or a wrong return value.
    pub(crate) fn next(&self, position: &Position, mv: &str) -> PyResult<Position> {
        self.call(
            "play",
            |py| (position.state().bind(py), mv).into_pyobject(py),
            |state| self.describe("play", state),
        )
    }

    /// The rules object.
    pub(crate) fn rules<'py>(&self, py: Python<'py>) -> &Bound<'py, PyAny> {
        self.0.rules.bind(py)
    }

    /// The legal moves in an unfinished position.
    pub(crate) fn moves_of(&self, position: &Position) -> PyResult<Vec<String>> {
        self.ask("moves", position, own_values::moves)
    }

    fn status_of(&self, position: &Position) -> Status {
        position.0.result.map_or(Status::Ongoing, |payoff| {
            Status::Over(Outcome::new(&[payoff, -payoff], "the game is over"))
        })
    }
}

impl Game for OwnGame {
    type Position = Position;
    type Move = MoveNumber;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        self.first().unwrap_or_else(|error| {
            store(error);
            Self::ended(Python::attach(|py| py.None()), Seat::FIRST)
        })
    }

    fn turn(&self, position: &Position) -> Turn {
        Turn::Seat(position.0.turn)
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<MoveNumber>) -> Status {
        moves.clear();
        if position.0.result.is_none() {
            match self.moves_of(position) {
                Ok(texts) => moves.extend(texts.iter().map(|text| self.number_of(text))),
                Err(error) => {
                    store(error);
                    return Status::Over(Outcome::draw("a rule raised an exception"));
                }
            }
        }
        self.status_of(position)
    }

    fn status(&self, position: &Position, _: &mut Vec<MoveNumber>) -> Status {
        self.status_of(position)
    }

    fn play(&self, position: &mut Position, mv: MoveNumber) {
        let text = self.text_of(mv);
        *position = self.next(position, &text).unwrap_or_else(|error| {
            store(error);
            Self::ended(Python::attach(|py| position.0.state.clone_ref(py)), position.0.turn)
        });
    }

    fn key(&self, position: &Position) -> u64 {
        position.0.key
    }

    fn irreversible(&self, _: &Position, _: MoveNumber) -> bool {
        false
    }

    fn repetition(&self) -> Repetition {
        match self.0.occurrences {
            0 => Repetition::Ignored,
            occurrences => Repetition::Ends {
                occurrences,
                outcome: Outcome::draw("the position has been repeated"),
            },
        }
    }
}

impl ZeroSum for OwnGame {}
impl Deterministic for OwnGame {}
impl PerfectInformation for OwnGame {}

impl Notation for OwnGame {
    fn seat_name(&self, seat: Seat) -> String {
        self.0.seat_names[seat.index()].clone()
    }

    fn format_move(&self, _: &Position, mv: MoveNumber) -> String {
        self.text_of(mv).to_string()
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<MoveNumber, NotationError> {
        let legal = self.moves_of(position).unwrap_or_else(|error| {
            store(error);
            Vec::new()
        });
        let alike = |mv: &&String| mv.eq_ignore_ascii_case(text);
        let mut fitting: Vec<_> = legal.iter().filter(|mv| *mv == text).collect();
        if fitting.is_empty() {
            fitting = legal.iter().filter(alike).collect();
        }
        match fitting[..] {
            [mv] => Ok(self.number_of(mv)),
            [] => Err(NotationError::Refused {
                text: text.into(),
                position: self.format_position(position),
                why: format!("the legal moves are {}", legal.join(", ")),
            }),
            _ => Err(NotationError::Ambiguous {
                text: text.into(),
                candidates: fitting.into_iter().cloned().collect(),
            }),
        }
    }

    fn format_position(&self, position: &Position) -> String {
        self.ask("to_text", position, |text| own_values::text("to_text", text)).unwrap_or_else(
            |error| {
                store(error);
                String::new()
            },
        )
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        let read = self.call(
            "from_text",
            |py| PyTuple::new(py, [text]),
            |state| self.describe("from_text", state),
        );
        read.map_err(|error| NotationError::Impossible {
            text: text.into(),
            why: error.to_string(),
        })
    }

    fn action_space(&self) -> ActionSpace {
        self.0.space.clone()
    }

    fn action(&self, space: &ActionSpace, _: &Position, mv: MoveNumber) -> Option<Action> {
        let text = self.text_of(mv);
        let action = space.named(&text);
        if action.is_none() {
            store(own_values::missing_action(&text));
        }
        action
    }

    fn describe_outcome(&self, position: &Position, outcome: &Outcome) -> String {
        if position.0.result.is_none() {
            return outcome.reason().into();
        }
        self.ask("reason", position, |text| own_values::text("reason", text)).unwrap_or_else(
            |error| {
                store(error);
                String::new()
            },
        )
    }

    /// One feature for each of a seat's roles.
    fn features(&self) -> Vec<Feature> {
        let mut pieces: Vec<_> = self.0.pieces.iter().collect();
        pieces.sort_by_key(|(sign, _)| **sign);
        let mut features = Vec::new();
        for (_, glyph) in pieces {
            if let (GlyphKind::Piece { role }, Some(owner)) = (glyph.kind, glyph.owner) {
                let feature = Feature::Piece { owner, role };
                if !features.contains(&feature) {
                    features.push(feature);
                }
            }
        }
        features
    }

    fn diagram(&self, position: &Position, _: Viewer) -> Diagram {
        let rows: Vec<String> =
            self.ask("board", position, own_values::rows).unwrap_or_else(|error| {
                store(error);
                Vec::new()
            });
        self.draw(&rows)
    }

    fn rules_summary(&self) -> String {
        self.0.summary.clone()
    }
}

impl OwnGame {
    /// A board with the pieces for the symbols in these rows.
    fn draw(&self, rows: &[String]) -> Diagram {
        let signs: Vec<Vec<char>> = rows.iter().map(|row| row.chars().collect()).collect();
        let width = signs.iter().map(Vec::len).max().unwrap_or(0);
        let sides = u8::try_from(width).ok().zip(u8::try_from(signs.len()).ok());
        let Some((width, height)) = sides
            .filter(|&(width, height)| usize::from(width) * usize::from(height) <= SQUARES_MAX)
        else {
            store(PyValueError::new_err(format!("a board has at most {SQUARES_MAX} squares")));
            return Diagram::without_board();
        };
        let geometry = Geometry::rectangle(width, height);
        let name = |square: Square| geometry.algebraic_name(square);
        let mut diagram = Diagram::new(geometry.clone(), Coordinates::AtEdges, name);
        for (row, signs) in (0_u8..).zip(&signs) {
            for (column, sign) in (0_u8..).zip(signs) {
                let square = geometry.square_at(Place { column, row });
                if let Some((square, glyph)) = square.zip(self.0.pieces.get(sign)) {
                    diagram.put(square, glyph.clone());
                }
            }
        }
        diagram
    }
}
