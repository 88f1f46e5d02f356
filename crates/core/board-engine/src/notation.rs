//! Moves and positions as strings that people and other programs use.

mod actions;

use thiserror::Error;

use crate::{
    Action, ActionSpace, Board, Diagram, Feature, Game, Glyph, JointMove, LegalActions, Outcome,
    Seat, Square, Steps, Turn, Viewer, excerpt, features,
};

pub use self::actions::UnfinishedMove;

/// A game's standard written form, and its diagram. The table, files and protocols exchange strings in this form.
pub trait Notation: Game {
    /// Whether [`parse_move`](Self::parse_move), [`push_move`](Self::push_move) and [`Game::status`] take less time
    /// than listing the legal moves. Reading a match therefore never lists the legal moves.
    const READS_WITHOUT_LIST: bool = false;

    /// This seat's usual name: "White", "X", "North".
    fn seat_name(&self, seat: Seat) -> String;

    /// The standard notation for a move that is legal in `position`; no two legal moves have the same notation. The
    /// notation contains no white space, so a line of moves can be split at spaces.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String;

    /// Appends the string returned by [`format_move`](Self::format_move) to `text`. A table writes all legal moves at
    /// every turn, so a fast game can avoid allocating a string for each move.
    fn push_move(&self, position: &Self::Position, mv: Self::Move, text: &mut String) {
        text.push_str(&self.format_move(position, mv));
    }

    /// Like [`push_move`](Self::push_move), given all legal `moves` in `position` including `mv`: for games where the
    /// notation of a move depends on the other legal moves.
    fn push_move_among(
        &self,
        position: &Self::Position,
        _moves: &[Self::Move],
        mv: Self::Move,
        text: &mut String,
    ) {
        self.push_move(position, mv, text);
    }

    /// The legal move that `text` represents. Accepts more notations than [`format_move`](Self::format_move) writes:
    /// every common spelling that fits exactly one legal move.
    ///
    /// # Errors
    /// [`NotationError::Malformed`] if the string is not a move, [`NotationError::Refused`] with the rule if the move
    /// is not legal here, [`NotationError::Ambiguous`] if several legal moves match.
    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, NotationError>;

    /// Like [`parse_move`](Self::parse_move), in an unfinished game and given all legal `moves` in `position`: for
    /// games that would otherwise have to generate them to parse a move.
    ///
    /// # Errors
    /// As [`parse_move`](Self::parse_move).
    fn parse_move_among(
        &self,
        position: &Self::Position,
        _moves: &[Self::Move],
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        self.parse_move(position, text)
    }

    /// Parses the first move in a string that contains several moves, and returns the move and the rest of the string.
    /// For games whose transcripts have no spaces between moves or omit forced passes. A forced pass may consume no
    /// characters. By default the whole string is one move.
    ///
    /// # Errors
    /// As [`parse_move`](Self::parse_move).
    fn parse_first_move<'a>(
        &self,
        position: &Self::Position,
        text: &'a str,
    ) -> Result<(Self::Move, &'a str), NotationError> {
        self.parse_move(position, text).map(|mv| (mv, ""))
    }

    /// The position as a string in standard notation. The string describes the position completely.
    fn format_position(&self, position: &Self::Position) -> String;

    /// The position that `text` describes.
    ///
    /// # Errors
    /// [`NotationError::Malformed`] or [`NotationError::Impossible`].
    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError>;

    /// The corrections that [`parse_position`](Self::parse_position) makes to this string without reporting an error,
    /// as a phrase: "dropped the castling right K". `None`, the default, if there are none.
    fn corrections(&self, _text: &str) -> Option<String> {
        None
    }

    /// The pieces that a user can place to set up a position, each listed once, as they appear in diagrams. Empty by
    /// default, for games with more state than one piece per square and a side to move.
    fn pieces_to_set_up(&self) -> Vec<Glyph> {
        Vec::new()
    }

    /// The notation for the position with these pieces on the board and `mover` to move. A piece is its index among
    /// [`pieces_to_set_up`](Self::pieces_to_set_up); the squares are the diagram's board squares. Everything else in
    /// the position, such as draw-rule counters, has its value at the start of a game. The position may be impossible;
    /// [`parse_position`](Self::parse_position) then reports the problem. Empty if there are no pieces to set up.
    ///
    /// # Panics
    /// If the board has squares or pieces that the game doesn't have.
    fn format_set_up(&self, _board: &Board<usize>, _mover: Seat) -> String {
        String::new()
    }

    /// The pieces from which a user chooses when this piece arrives on a board square, in the order of the
    /// [steps](Self::steps). Screens with premoves ask for the piece. Empty by default, for games where the user
    /// doesn't choose a piece.
    fn promotions(&self, _piece: &Glyph, _square: Square) -> Vec<Glyph> {
        Vec::new()
    }

    /// The moves that involve several pieces at once. Screens with premoves draw all of these pieces if they are on
    /// their squares. Empty by default.
    fn joint_moves(&self) -> Vec<JointMove> {
        Vec::new()
    }

    /// Appends the move to `text` as seen by `viewer`. Games with hidden information omit hidden parts. A table writes
    /// each move for every seat.
    fn push_move_for(
        &self,
        position: &Self::Position,
        mv: Self::Move,
        _viewer: Viewer,
        text: &mut String,
    ) {
        self.push_move(position, mv, text);
    }

    /// The reason why the game has ended in this position: the outcome's reason, followed by the numbers that decided
    /// the game, if any: "the board is full, 44–20".
    fn describe_outcome(&self, _position: &Self::Position, outcome: &Outcome) -> String {
        outcome.reason().into()
    }

    /// The result of a round in a game with several rounds, with the relevant numbers: "the higher card wins, 42–38
    /// chips". The text is available in the position before the next round begins, and doesn't reveal hidden
    /// information. `None` by default, in all other positions, and if the game itself has ended.
    fn describe_round_end(&self, _position: &Self::Position) -> Option<String> {
        None
    }

    /// The move as seen by `viewer`, in the form of [`push_move_for`](Self::push_move_for).
    fn format_move_for(&self, position: &Self::Position, mv: Self::Move, viewer: Viewer) -> String {
        let mut text = String::new();
        self.push_move_for(position, mv, viewer, &mut text);
        text
    }

    /// The position as seen by `viewer`. Games with hidden information omit hidden parts.
    fn format_position_for(&self, position: &Self::Position, _viewer: Viewer) -> String {
        self.format_position(position)
    }

    /// The squares on the diagram that a user touches to make a move that is legal in `position`, in order: the start,
    /// on the board or in a zone; turns or landings; the end. A placed stone touches one square. If there are several
    /// routes, always returns the same route. Empty by default, and for moves that don't touch any square, such as a
    /// roll of dice.
    fn route(&self, _position: &Self::Position, _mv: Self::Move) -> Vec<Square> {
        Vec::new()
    }

    /// The steps a user takes to make `moves`, the legal moves in `position`. By default each move touches its
    /// [`route`](Self::route). A game overrides this method if a move can be made in several ways, or if one step moves
    /// several pieces.
    fn steps(&self, position: &Self::Position, moves: &[Self::Move]) -> Steps {
        Steps::of_routes(moves.iter().map(|&mv| self.route(position, mv)))
    }

    /// The fixed list of the game's actions. By default each square can be touched, and pieces can move between any two
    /// squares. A game overrides this method to omit actions that it doesn't have, and to name actions that touch no
    /// square: a pass, a bid, the roles of promoted pieces. A game with chance also names its draws.
    fn action_space(&self) -> ActionSpace {
        ActionSpace::of_diagram(&self.diagram(&self.start(), Viewer::Arbiter))
    }

    /// Replaces `legal` with the actions of `moves`, the legal moves in an unfinished position. By default, these are
    /// the moves' [`action`](Self::action)s and [`steps`](Self::steps). A game whose moves have many steps can override
    /// this method to build the same graph faster.
    fn fill_actions(
        &self,
        space: &ActionSpace,
        position: &Self::Position,
        moves: &[Self::Move],
        legal: &mut LegalActions,
    ) {
        legal.fill(self, space, position, moves);
    }

    /// Reports the features of an unfinished move, as [`observe`](Self::observe) does for a position. `made` contains
    /// the move's actions so far. By default, these are the features of the diagram after the move's
    /// [`steps`](Self::steps).
    fn observe_unfinished(
        &self,
        space: &ActionSpace,
        unfinished: &UnfinishedMove<'_, Self>,
        viewer: Viewer,
        see: &mut dyn FnMut(Square, usize, f32),
    ) {
        features::observe(&self.features(), &unfinished.diagram(self, space, viewer), see);
    }

    /// The action for a legal move that is a single action; `None` if the move's [`steps`](Self::steps) are its
    /// actions. By default a move is a single action if its notation is a name in `space`, the game's
    /// [`action_space`](Self::action_space). A fast game overrides this method, because a training program needs the
    /// actions in every position.
    fn action(
        &self,
        space: &ActionSpace,
        position: &Self::Position,
        mv: Self::Move,
    ) -> Option<Action> {
        let text = self.format_move(position, mv);
        match self.turn(position) {
            Turn::Chance => space.draw(&text),
            Turn::Seat(_) => space.named(&text),
        }
    }

    /// The game's features, in the order of the planes in an observation. By default there is one for each piece that
    /// can be set up; a game without such pieces has every feature.
    fn features(&self) -> Vec<Feature> {
        features::of_pieces(&self.pieces_to_set_up(), self.seats())
    }

    /// Reports everything that `viewer` sees in a position: a square, the index of a feature among
    /// [`features`](Self::features), and its value. Values of the same feature on a square add up. By default the
    /// features come from the [`diagram`](Self::diagram). A fast game overrides this method, because a diagram is slow.
    fn observe(
        &self,
        position: &Self::Position,
        viewer: Viewer,
        see: &mut dyn FnMut(Square, usize, f32),
    ) {
        features::observe(&self.features(), &self.diagram(position, viewer), see);
    }

    /// The position after all pieces and the side to move have changed color and the board has been turned around so
    /// that each side has the other's former position. `None`, the default, in games without such positions.
    fn with_colors_reversed(&self, _position: &Self::Position) -> Option<Self::Position> {
        None
    }

    /// A hash that is equal for positions where each side has the same pieces, wherever they are. `None` by default,
    /// for games without a material search.
    fn material_key(&self, _position: &Self::Position) -> Option<u64> {
        None
    }

    /// The diagram of the position as seen by `viewer`.
    fn diagram(&self, position: &Self::Position, viewer: Viewer) -> Diagram;

    /// The diagram of the position `after` a move. The diagram may show something that the position doesn't store, such
    /// as the number on a die. The diagram has the same squares as any other diagram of the game, and hides the parts
    /// of the move that `viewer` must not see. By default, this is the diagram of the position alone.
    fn diagram_after(
        &self,
        _before: &Self::Position,
        _mv: Self::Move,
        after: &Self::Position,
        viewer: Viewer,
    ) -> Diagram {
        self.diagram(after, viewer)
    }

    /// A summary of the rules and the move notation for new players: at most ten lines, each a sentence or two. Empty
    /// by default.
    fn rules_summary(&self) -> String {
        String::new()
    }
}

/// The reason why a string is not a valid move or position. For the error message, the error includes the string
/// itself.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum NotationError {
    /// The string doesn't follow the notation.
    #[error("malformed {what} \"{}\" at column {column}: expected {expected}", excerpt(text))]
    Malformed {
        /// The kind of string: "move" or "position".
        what: &'static str,
        /// The string as given.
        text: String,
        /// The column of the error, counted in characters from 1.
        column: usize,
        /// The expected input: "a square from 1 to 50".
        expected: String,
    },
    /// The position is well-formed but can't be played from.
    #[error("impossible position \"{}\": {why}", excerpt(text))]
    Impossible {
        /// The position as given.
        text: String,
        /// The problem, naming the square: "a white man on its crowning row, square 3".
        why: String,
    },
    /// A move that the rules forbid here.
    #[error("illegal move {} in {position}: {why}", excerpt(text))]
    Refused {
        /// The move as given.
        text: String,
        /// The position, in the game's notation.
        position: String,
        /// The rule, and the legal alternative: "22x15 must be taken".
        why: String,
    },
    /// Several legal moves fit.
    #[error("ambiguous move {}: it may mean {}", excerpt(text), candidates.join(" or "))]
    Ambiguous {
        /// The move as given.
        text: String,
        /// The standard notations of the moves that fit.
        candidates: Vec<String>,
    },
    /// The deadline of the computation that parses the string has passed.
    #[error("gave up on \"{}\": {OUT_OF_TIME}", excerpt(text))]
    OutOfTime {
        /// The move or position as given.
        text: String,
    },
}

/// The reason for giving up.
const OUT_OF_TIME: &str = "the computation took too long";

impl NotationError {
    /// A [`Malformed`](Self::Malformed) position; `offset` is any byte offset.
    pub fn malformed_position(text: &str, offset: usize, expected: impl Into<String>) -> Self {
        Self::Malformed {
            what: "position",
            text: text.into(),
            column: column(text, offset),
            expected: expected.into(),
        }
    }

    /// A [`Malformed`](Self::Malformed) move; `offset` is any byte offset.
    pub fn malformed_move(text: &str, offset: usize, expected: impl Into<String>) -> Self {
        Self::Malformed {
            what: "move",
            text: text.into(),
            column: column(text, offset),
            expected: expected.into(),
        }
    }

    /// The reason alone, for a user who has just typed the string: "22x15 must be taken".
    pub fn reason(&self) -> String {
        match self {
            Self::Malformed { expected, column, .. } => {
                format!("expected {expected} at column {column}")
            }
            Self::Impossible { why, .. } | Self::Refused { why, .. } => why.clone(),
            Self::Ambiguous { candidates, .. } => {
                format!("it may mean {}", candidates.join(" or "))
            }
            Self::OutOfTime { .. } => OUT_OF_TIME.into(),
        }
    }
}

/// The column, from 1, of the character that contains the byte at `offset`.
fn column(text: &str, offset: usize) -> usize {
    1 + text
        .char_indices()
        .take_while(|&(start, character)| start + character.len_utf8() <= offset)
        .count()
}
