//! The type-erased game: static rules behind a string interface.
//!
//! The table is the same for every game, and game authors write none of it: [`Rules`](crate::Rules) turns any
//! [`Notation`] into a [`TableGame`]. The game's [`MatchState`]s store the history; positions don't.

use std::fmt;

#[cfg(doc)]
use board_engine::Notation;
use board_engine::{
    Board, Diagram, Glyph, JointMove, NotationError, Outcome, Seat, Square, Steps, Turn, Viewer,
};

use crate::Ending;
#[cfg(doc)]
use crate::deadline;

/// The rules of some game, by name, with moves and positions as strings.
pub trait TableGame: Send + Sync {
    /// The game with its variant: "checkers:english".
    fn name(&self) -> &str;

    /// The number of seats.
    fn seat_count(&self) -> usize;

    /// The largest payoff; 1 if games are won, lost or drawn: see [`Game::payoff_max`](board_engine::Game::payoff_max).
    fn payoff_max(&self) -> i16;

    /// The seat's usual name in this game.
    fn seat_name(&self, seat: Seat) -> String;

    /// A match from `position`, or from the start of the game.
    ///
    /// # Errors
    /// [`NotationError`] if the string is not a position in this game, or if the computation's [deadline] has passed.
    fn open(&self, position: Option<&str>) -> Result<Box<dyn MatchState>, NotationError>;

    /// The corrections that [`open`](Self::open) makes to this string, as a phrase; `None` if there are none. See
    /// [`Notation::corrections`].
    fn corrections(&self, position: &str) -> Option<String>;

    /// The pieces that a user can place to set up a position: see [`Notation::pieces_to_set_up`].
    fn pieces_to_set_up(&self) -> Vec<Glyph>;

    /// A summary of the rules and move notation, at most ten lines; empty if the game has none. See
    /// [`Notation::rules_summary`].
    fn rules_summary(&self) -> String;

    /// A position that a user has set up, as a string: see [`Notation::format_set_up`].
    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String;

    /// The pieces from which a user chooses when this piece arrives on a square: see [`Notation::promotions`].
    fn promotions(&self, piece: &Glyph, square: Square) -> Vec<Glyph>;

    /// The moves that involve several pieces at once: see [`Notation::joint_moves`].
    fn joint_moves(&self) -> Vec<JointMove>;
}

/// A line of play: the position, its history and the legal moves. Strings are in the game's notation.
pub trait MatchState: Send + Sync {
    /// The seat to act next, or chance.
    fn turn(&self) -> Turn;

    /// The outcome, if the rules have ended the game, by the position or by repetition.
    fn outcome(&self) -> Option<Outcome>;

    /// The ending by the game's own rules; `None` if the game continues.
    fn ending(&self) -> Option<Ending>;

    /// The end of a round, in a position before the next round: see [`Notation::describe_round_end`].
    fn round_end(&self) -> Option<String>;

    /// Replaces the content of `texts` with the legal moves; empty if the game is over.
    fn legal_moves(&self, texts: &mut Vec<String>);

    /// The weight of each legal move at a chance turn: the number of equally likely draws that give it, in the order of
    /// the moves. Empty at a seat's turn, and if the game is over. See [`Game::weight`](board_engine::Game::weight).
    fn weights(&self) -> Vec<u32>;

    /// The squares of each [legal move](Self::legal_moves), in the same order: see [`Notation::route`].
    fn routes(&self) -> Vec<Vec<Square>>;

    /// The squares of the legal move that `text` represents.
    ///
    /// # Errors
    /// The same as for [`resolve`](Self::resolve).
    fn route(&self, text: &str) -> Result<Vec<Square>, NotationError>;

    /// The steps of all [legal moves](Self::legal_moves), in the same order: see [`Notation::steps`].
    fn steps(&self) -> Steps;

    /// The legal move that `text` represents, in standard notation.
    ///
    /// # Errors
    /// [`NotationError`] with the rule if there is no such move. This method and the methods that play moves also fail
    /// if the computation's [deadline] has passed.
    fn resolve(&self, text: &str) -> Result<String, NotationError>;

    /// Plays the legal move that `text` represents, and returns it in standard notation.
    ///
    /// # Errors
    /// [`NotationError`] if there is no such move; nothing has changed in this case.
    fn play(&mut self, text: &str) -> Result<String, NotationError>;

    /// Plays the first move in a string, and returns it in standard notation with the rest of the string: see
    /// [`Notation::parse_first_move`].
    ///
    /// # Errors
    /// [`NotationError`] if there is no such move; nothing has changed in this case.
    fn play_first<'a>(&mut self, text: &'a str) -> Result<(String, &'a str), NotationError>;

    /// Plays a move from a match played elsewhere: the legal move that `text` represents, even if the match [could
    /// continue](Self::can_play_on) after a draw. The table's own players receive no request after such a draw.
    ///
    /// # Errors
    /// [`NotationError`] if there is no such move; nothing has changed in this case.
    fn play_on(&mut self, text: &str) -> Result<String, NotationError>;

    /// Returns `true` if the position is a draw although its pieces can move: by counting plies, by repetition, or by
    /// insufficient material. The table ends a match there; elsewhere a player may have to claim the draw.
    fn can_play_on(&self) -> bool;

    /// Returns `true` if any sequence of moves lets this seat win: see [`Game::can_win`](board_engine::Game::can_win).
    fn can_win(&self, seat: Seat) -> bool;

    /// The draws after which the match continued, in ply order.
    fn passed_draws(&self) -> &[PassedDraw];

    /// Plays a random chance move, and returns it in standard notation. `draw(n)` returns a uniform number in `0..n`.
    /// `None`, without any change, if the game is over.
    fn play_drawn(&mut self, draw: &mut dyn FnMut(u32) -> u32) -> Option<String>;

    /// Takes the newest move back. Returns `false` if there is no move.
    fn take_back(&mut self) -> bool;

    /// The number of moves played since the match was opened.
    fn ply(&self) -> usize;

    /// The number of moves since the last irreversible move, or since the match was opened. After an irreversible move
    /// no earlier position can recur. See [`Game::irreversible`](board_engine::Game::irreversible).
    fn reversible_plies(&self) -> usize;

    /// All moves since the match was opened, as seen by `viewer`.
    fn moves(&self, viewer: Viewer) -> Vec<String>;

    /// The position as seen by `viewer`.
    fn position(&self, viewer: Viewer) -> String;

    /// A hash of the board and the side to move, without the counters of draw rules. The hash reveals hidden
    /// information, and may differ between builds. See [`Game::key`](board_engine::Game::key).
    fn key(&self) -> u64;

    /// The [`key`](Self::key) of the position with colors reversed; `None` in games without that symmetry. See
    /// [`Notation::with_colors_reversed`].
    fn reversed_key(&self) -> Option<u64>;

    /// A hash of each side's pieces; `None` in games without material search. See [`Notation::material_key`].
    fn material_key(&self) -> Option<u64>;

    /// The keys of each position since the match was opened, oldest first; the last entry is the current position.
    fn board_keys(&self) -> Vec<BoardKeys>;

    /// The newest move as seen by `viewer`; `None` before the first one.
    fn last_move(&self, viewer: Viewer) -> Option<String>;

    /// Appends the newest move, as seen by `viewer`, to `text`.
    fn push_last_move(&self, viewer: Viewer, text: &mut String);

    /// The diagram of the position as seen by `viewer`, with traces of the newest move.
    fn diagram(&self, viewer: Viewer) -> Diagram;

    /// An independent copy.
    fn fork(&self) -> Box<dyn MatchState>;
}

/// The keys of a position used in a position index.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BoardKeys {
    /// The board and the side to move: see [`MatchState::key`].
    pub position: u64,
    /// Each side's pieces: see [`MatchState::material_key`].
    pub material: Option<u64>,
}

/// A draw by the rules after which the match continued.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct PassedDraw {
    /// The number of plies before the draw.
    pub after: usize,
    /// The rule, as a phrase: "threefold repetition".
    pub rule: &'static str,
}

/// The position, for messages.
impl fmt::Debug for dyn MatchState {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} after {} plies", self.position(Viewer::Arbiter), self.ply())
    }
}

/// The name, for messages.
impl fmt::Debug for dyn TableGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}
