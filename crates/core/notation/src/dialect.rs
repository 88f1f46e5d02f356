//! Games in the notations of engine protocols.
//!
//! A game states its [`EngineNotations`]: for each protocol that can express it, a [`ProtocolLine`], which converts
//! positions and moves between the table's notation and the protocol's. The game implements a [`Dialect`], and
//! [`protocol_line`] turns it into a line. Code that speaks a protocol depends only on the line, not on any game.

use std::cmp::Ordering;
use std::fmt;

use board_engine::{Deterministic, Game, KeyHistory, Notation, NotationError, Seat, Status, Turn};

/// A game in the notation of a protocol.
pub trait Dialect: Clone + Send + Sync + 'static {
    /// The game.
    type Game: Deterministic + Notation;

    /// The rules.
    fn game(&self) -> &Self::Game;

    /// The position where the protocol starts a game.
    fn start(&self) -> Position<Self>;

    /// The position in the protocol's notation.
    fn format_position(&self, position: &Position<Self>) -> String;

    /// The position for this string in the protocol's notation.
    ///
    /// # Errors
    /// [`NotationError`] if the string is malformed.
    fn parse_position(&self, text: &str) -> Result<Position<Self>, NotationError>;

    /// The legal move in the protocol's notation.
    fn format_move(&self, position: &Position<Self>, mv: Move<Self>) -> String;

    /// The legal move for this string in the protocol's notation.
    ///
    /// # Errors
    /// [`NotationError`] if there is no such move.
    fn parse_move(
        &self,
        position: &Position<Self>,
        text: &str,
    ) -> Result<Move<Self>, NotationError>;

    /// The position without its history, as the protocol can express it. Counters that end the game are omitted.
    fn bare(&self, position: &Position<Self>) -> Option<Position<Self>>;
}

type Position<D> = <<D as Dialect>::Game as board_engine::Game>::Position;
type Move<D> = <<D as Dialect>::Game as board_engine::Game>::Move;

/// A line of play in one game.
pub trait ProtocolLine: Send + Sync {
    /// A line at the start of the same game.
    fn at_start(&self) -> Box<dyn ProtocolLine>;

    /// Sets the position after `moves` from `start`, both in the table's notation.
    ///
    /// # Errors
    /// [`NotationError`] for a malformed start, or for the first illegal move.
    fn set_from_table(&mut self, start: &str, moves: &str) -> Result<(), NotationError>;

    /// Sets the position after `moves` from `start`, both in the table's notation, and the reply in the protocol's
    /// notation. Returns the moves with that reply, in the table's notation; none if the reply is not a legal move, or
    /// if it ends the game.
    ///
    /// # Errors
    /// As [`set_from_table`](Self::set_from_table).
    fn set_after_reply(
        &mut self,
        start: &str,
        moves: &str,
        reply: &str,
    ) -> Result<Option<String>, NotationError> {
        self.set_from_table(start, moves)?;
        let (reply, error) = self.moves_to_table(reply);
        let ([reply], None) = (reply.as_slice(), error) else { return Ok(None) };
        let moves = format!("{moves} {reply}");
        self.set_from_table(start, &moves)?;
        let goes_on = !self.legal_moves().is_empty();
        Ok(goes_on.then(|| moves.trim().into()))
    }

    /// Sets the position after `moves` from `start`, both in the protocol's notation. `None` is the start of the game.
    ///
    /// # Errors
    /// As [`set_from_table`](Self::set_from_table).
    fn set_from_protocol(&mut self, start: Option<&str>, moves: &str) -> Result<(), NotationError>;

    /// Start, moves and position in the table's notation.
    fn to_table(&self) -> TableTexts;

    /// A position that the protocol can express, and the moves from it, in the protocol's notation. No earlier position
    /// can recur.
    fn to_protocol(&self) -> (String, String);

    /// The start and all moves from it, in the protocol's notation. `None` is the start of the game.
    fn whole_to_protocol(&self) -> (Option<String>, String);

    /// Drops the history if the rules have ended the game because of it: by repetition or by a counter. A protocol may
    /// ask for a move if the other program's rules don't end the game.
    fn drop_history_if_over(&mut self);

    /// The side to move.
    fn mover(&self) -> Seat;

    /// The outcome for the side to move, repetition and counters included: `Less` if that side has lost. `None` if the
    /// game continues.
    fn outcome(&self) -> Option<Ordering>;

    /// The legal move that a string represents, in the table's notation.
    ///
    /// # Errors
    /// [`NotationError`] if there is no such move.
    fn resolve(&self, text: &str) -> Result<String, NotationError>;

    /// The legal moves in the table's notation; none if the game is over regardless of its history.
    fn legal_moves(&self) -> Vec<String>;

    /// Converts the table's moves from the current position to the protocol's notation, up to the first illegal one.
    fn moves_to_protocol(&self, moves: &str) -> Vec<String>;

    /// Converts the protocol's moves from the current position to the table's notation.
    ///
    /// # Errors
    /// The error for the first illegal move, with the moves before it.
    fn moves_to_table(&self, moves: &str) -> (Vec<String>, Option<NotationError>);
}

/// A line of play in the table's notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct TableTexts {
    /// The start.
    pub start: String,
    /// The moves since the start, separated by spaces.
    pub moves: String,
    /// The position after these moves.
    pub position: String,
}

/// A game's notation in each engine protocol; `None` for a protocol that can't express the game.
#[derive(Debug, Default)]
pub struct EngineNotations {
    /// Hub; DXP uses the same notation.
    pub hub: Option<HubGame>,
    /// The Universal Chess Interface.
    pub uci: Option<UciGame>,
}

/// A game in Hub.
pub struct HubGame {
    /// The variant's name in Hub.
    pub variant: &'static str,
    /// The line at the start of the game.
    pub line: Box<dyn ProtocolLine>,
}

/// The variant's name.
impl fmt::Debug for HubGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("HubGame").field("variant", &self.variant).finish_non_exhaustive()
    }
}

/// The UCI castling notation.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Castling {
    /// As a king move of two squares, for games that start with kings and rooks on their usual squares.
    KingMoves,
    /// Castling as a move of the king onto its own rook, as the option `UCI_Chess960` requests.
    KingTakesRook,
}

/// A game in UCI.
pub struct UciGame {
    /// The castling notation unless the other program sets the option.
    pub castling: Castling,
    new_line: Box<dyn Fn(Castling) -> Box<dyn ProtocolLine> + Send + Sync>,
}

impl UciGame {
    /// Creates the line at the start of the game.
    pub fn new(
        castling: Castling,
        new_line: impl Fn(Castling) -> Box<dyn ProtocolLine> + Send + Sync + 'static,
    ) -> Self {
        Self { castling, new_line: Box::new(new_line) }
    }

    /// The line at the start of the game, with castling written this way.
    pub fn line(&self, castling: Castling) -> Box<dyn ProtocolLine> {
        (self.new_line)(castling)
    }
}

/// Formats the castling notation.
impl fmt::Debug for UciGame {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("UciGame").field("castling", &self.castling).finish_non_exhaustive()
    }
}

/// The line at the start of the game.
pub fn protocol_line<D: Dialect>(dialect: D) -> Box<dyn ProtocolLine> {
    let path = Path::from(dialect.start());
    Box::new(PlayedLine { dialect, path })
}

struct PlayedLine<D: Dialect> {
    dialect: D,
    path: Path<D>,
}

/// A start position; the moves from it, each with the position before it; and the position after them.
struct Path<D: Dialect> {
    start: Position<D>,
    moves: Vec<(Position<D>, Move<D>)>,
    position: Position<D>,
}

impl<D: Dialect> Path<D> {
    fn from(start: Position<D>) -> Self {
        Self { position: start.clone(), start, moves: Vec::new() }
    }
}

impl<D: Dialect> PlayedLine<D> {
    /// This path after more moves, each parsed by `parse`, up to the first error.
    fn after(
        &self,
        start: Position<D>,
        moves: &str,
        parse: impl Fn(&Position<D>, &str) -> Result<Move<D>, NotationError>,
    ) -> (Path<D>, Option<NotationError>) {
        let mut path = Path::<D>::from(start);
        for text in moves.split_ascii_whitespace() {
            match parse(&path.position, text) {
                Ok(mv) => {
                    path.moves.push((path.position.clone(), mv));
                    self.dialect.game().play(&mut path.position, mv);
                }
                Err(error) => return (path, Some(error)),
            }
        }
        (path, None)
    }

    fn after_table(&self, start: Position<D>, moves: &str) -> (Path<D>, Option<NotationError>) {
        self.after(start, moves, |position, text| self.dialect.game().parse_move(position, text))
    }

    fn after_protocol(&self, start: Position<D>, moves: &str) -> (Path<D>, Option<NotationError>) {
        self.after(start, moves, |position, text| self.dialect.parse_move(position, text))
    }

    fn in_table(&self, moves: &[(Position<D>, Move<D>)]) -> Vec<String> {
        moves.iter().map(|(before, mv)| self.dialect.game().format_move(before, *mv)).collect()
    }

    fn in_protocol(&self, moves: &[(Position<D>, Move<D>)]) -> Vec<String> {
        moves.iter().map(|(before, mv)| self.dialect.format_move(before, *mv)).collect()
    }
}

impl<D: Dialect> ProtocolLine for PlayedLine<D> {
    fn at_start(&self) -> Box<dyn ProtocolLine> {
        protocol_line(self.dialect.clone())
    }

    fn set_from_table(&mut self, start: &str, moves: &str) -> Result<(), NotationError> {
        let (path, error) = self.after_table(self.dialect.game().parse_position(start)?, moves);
        self.path = path;
        error.map_or(Ok(()), Err)
    }

    fn set_from_protocol(&mut self, start: Option<&str>, moves: &str) -> Result<(), NotationError> {
        let start = start
            .map_or_else(|| Ok(self.dialect.start()), |text| self.dialect.parse_position(text))?;
        let (path, error) = self.after_protocol(start, moves);
        self.path = path;
        error.map_or(Ok(()), Err)
    }

    fn to_table(&self) -> TableTexts {
        let Path { start, moves, position } = &self.path;
        TableTexts {
            start: self.dialect.game().format_position(start),
            moves: self.in_table(moves).join(" "),
            position: self.dialect.game().format_position(position),
        }
    }

    fn to_protocol(&self) -> (String, String) {
        let Path { moves, position, .. } = &self.path;
        let before = |index: usize| moves.get(index).map_or(position, |(before, _)| before);
        let cuts = |(before, mv): &(_, _)| self.dialect.game().irreversible(before, *mv);
        let cut = moves.iter().rposition(cuts).map_or(0, |index| index + 1);
        let is_expressed =
            |index: &usize| self.dialect.bare(before(*index)).as_ref() == Some(before(*index));
        let since = (0..=cut).rev().find(is_expressed).unwrap_or(0);
        let moves = self.in_protocol(&moves[since..]);
        (self.dialect.format_position(before(since)), moves.join(" "))
    }

    fn whole_to_protocol(&self) -> (Option<String>, String) {
        let Path { start, moves, .. } = &self.path;
        let position =
            (*start != self.dialect.start()).then(|| self.dialect.format_position(start));
        (position, self.in_protocol(moves).join(" "))
    }

    fn drop_history_if_over(&mut self) {
        let game = self.dialect.game();
        let (mut position, mut moves) = (self.path.start.clone(), Vec::new());
        let mut history = KeyHistory::starting_at(game, &position);
        for (_, mv) in &self.path.moves {
            history.play(game, &mut position, *mv);
        }
        let is_counted_out = game.legal_moves(&position, &mut moves) != Status::Ongoing;
        if !moves.is_empty()
            && (is_counted_out || history.outcome(game).is_some())
            && let Some(bare) = self.dialect.bare(&position)
        {
            self.path = Path::from(bare);
        }
    }

    fn mover(&self) -> Seat {
        match self.dialect.game().turn(&self.path.position) {
            Turn::Seat(seat) => seat,
            Turn::Chance => unreachable!("no turn of a deterministic game belongs to chance"),
        }
    }

    fn outcome(&self) -> Option<Ordering> {
        let game = self.dialect.game();
        let (mut position, mut moves) = (self.path.start.clone(), Vec::new());
        let mut history = KeyHistory::starting_at(game, &position);
        for (_, mv) in &self.path.moves {
            history.play(game, &mut position, *mv);
        }
        let status = game.legal_moves(&position, &mut moves);
        let outcome = status.outcome().or_else(|| history.outcome(game))?;
        Some(outcome.payoff(self.mover()).cmp(&0))
    }

    fn resolve(&self, text: &str) -> Result<String, NotationError> {
        let game = self.dialect.game();
        let mv = game.parse_move(&self.path.position, text)?;
        Ok(game.format_move(&self.path.position, mv))
    }

    fn legal_moves(&self) -> Vec<String> {
        let (game, mut moves) = (self.dialect.game(), Vec::new());
        game.legal_moves(&self.path.position, &mut moves);
        moves.into_iter().map(|mv| game.format_move(&self.path.position, mv)).collect()
    }

    fn moves_to_protocol(&self, moves: &str) -> Vec<String> {
        let (path, _) = self.after_table(self.path.position.clone(), moves);
        self.in_protocol(&path.moves)
    }

    fn moves_to_table(&self, moves: &str) -> (Vec<String>, Option<NotationError>) {
        let (path, error) = self.after_protocol(self.path.position.clone(), moves);
        (self.in_table(&path.moves), error)
    }
}
