//! A position with its legal moves, and the request for one of them.

use board_engine::{Square, Viewer};
use games_package::{MatchState, TableGame};
use serde::{Deserialize, Serialize};

use super::diagram::Diagram;
use super::ending::Ending;
use super::lookup::TableMove;
use super::values::{SeatNumber, Turn};

/// A legal move.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct LegalMove {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The numbers of the squares that the move touches, in order: from, over and to. Empty for a move that doesn't
    /// touch any square.
    pub squares: Vec<usize>,
}

/// A position with its diagram and its legal moves.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Position {
    /// The game with its variant.
    pub game: String,
    /// The position.
    pub position: String,
    /// The seat to move, or chance.
    pub turn: Turn,
    /// The legal moves; none if the game is over.
    pub moves: Vec<String>,
    /// The same moves with their squares.
    pub legal_moves: Vec<LegalMove>,
    /// The same moves with their table values, best first; absent unless requested.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub table_moves: Vec<TableMove>,
    /// The diagram.
    pub diagram: Diagram,
    /// The result of the game; absent while the game continues.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub outcome: Option<Ending>,
}

impl Position {
    /// The current position of a match, as seen by `viewer`, without table values.
    pub fn new(game: &dyn TableGame, state: &dyn MatchState, viewer: Viewer) -> Self {
        let legal_moves = legal_moves(state);
        let ending = state.ending();
        Self {
            game: game.name().into(),
            position: state.position(viewer),
            turn: state.turn().into(),
            moves: legal_moves.iter().map(|legal| legal.mv.clone()).collect(),
            legal_moves,
            table_moves: Vec::new(),
            diagram: (&state.diagram(viewer)).into(),
            outcome: ending.as_ref().map(Ending::from),
        }
    }
}

/// A request for a seat's move.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Request {
    /// The seat to move.
    pub seat: SeatNumber,
    /// The position where the match started.
    pub start: String,
    /// All moves since the start, including chance moves.
    pub moves: Vec<String>,
    /// The position to choose a move in.
    pub position: String,
    /// The legal moves, at least one.
    pub legal_moves: Vec<LegalMove>,
    /// Seconds until the deadline; null if there is none.
    pub time_left: Option<f64>,
    /// The recommended time for this move, in seconds; null without a deadline.
    pub budget: Option<f64>,
    /// The seat of the pending draw offer; null if there is none.
    pub draw_offer: Option<SeatNumber>,
}

impl Request {
    /// The request in a match of `game`. If the position hides something from the seat, the squares are omitted.
    pub fn new(game: &dyn TableGame, request: &games_package::Request) -> Self {
        let opened = game.open(Some(&request.position)).ok();
        let known = opened.map(|state| legal_moves(&*state)).unwrap_or_default();
        let legal_move = |text: &String| {
            let found = known.iter().find(|legal| legal.mv == *text);
            found.cloned().unwrap_or_else(|| LegalMove { mv: text.clone(), squares: Vec::new() })
        };
        Self {
            seat: request.seat.into(),
            start: request.start.clone(),
            moves: request.moves.split_ascii_whitespace().map(String::from).collect(),
            position: request.position.clone(),
            legal_moves: request.legal_moves.iter().map(legal_move).collect(),
            time_left: request.time_left.map(|time| time.as_secs_f64()),
            budget: request.budget.map(|time| time.as_secs_f64()),
            draw_offer: request.draw_offer.map(SeatNumber::from),
        }
    }
}

fn legal_moves(state: &dyn MatchState) -> Vec<LegalMove> {
    let mut texts = Vec::new();
    state.legal_moves(&mut texts);
    let with_squares = |(mv, route): (String, Vec<Square>)| LegalMove {
        mv,
        squares: route.into_iter().map(Square::index).collect(),
    };
    texts.into_iter().zip(state.routes()).map(with_squares).collect()
}
