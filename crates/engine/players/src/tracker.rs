//! Converts the table's strings to a game's own positions.

use board_engine::{KeyHistory, Notation, NotationError};
use games_package::{PlayerError, Reply, Request};
use thiserror::Error;

/// Follows a match in the game's own types: the position, and the keys of all previous positions. Parses each move
/// once, and starts over if moves are taken back or the match is restarted.
#[derive(Debug)]
pub struct Tracker<G: Notation> {
    game: G,
    source: Source,
    start: String,
    moves: String,
    position: G::Position,
    history: KeyHistory,
}

/// The part of a request that the position is parsed from.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Source {
    Moves,
    Position,
}

/// The table's strings are not a match in this game.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error("the match can't be followed: {0}")]
pub struct TrackError(#[from] NotationError);

impl<G: Notation> Tracker<G> {
    /// A tracker at the start of `game`.
    pub fn new(game: G) -> Self {
        let position = game.start();
        let history = KeyHistory::starting_at(&game, &position);
        let start = game.format_position(&position);
        Self { game, source: Source::Moves, start, moves: String::new(), position, history }
    }

    /// A tracker that only reads the position of each request, for games with hidden moves. The tracker's history
    /// restarts each time.
    pub fn of_positions(game: G) -> Self {
        Self { source: Source::Position, ..Self::new(game) }
    }

    /// The rules.
    pub const fn game(&self) -> &G {
        &self.game
    }

    /// The position in the last request.
    pub const fn position(&self) -> &G::Position {
        &self.position
    }

    /// The keys of all positions in the match up to this one.
    pub const fn history(&self) -> &KeyHistory {
        &self.history
    }

    /// Goes to the position in this request.
    ///
    /// # Errors
    /// [`TrackError`] if a string doesn't belong to this game; the tracker then starts over at the next request.
    pub fn follow(&mut self, request: &Request) -> Result<(), TrackError> {
        match self.source {
            Source::Moves => self.go_to(&request.start, &request.moves),
            Source::Position => self.go_to(&request.position, ""),
        }
    }

    /// Goes to the position after `moves`, separated by single spaces, from `start`.
    ///
    /// # Errors
    /// As [`follow`](Self::follow).
    pub fn go_to(&mut self, start: &str, moves: &str) -> Result<(), TrackError> {
        let new = match moves.strip_prefix(&self.moves) {
            Some(new)
                if self.start == start
                    && (new.is_empty() || new.starts_with(' ') || self.moves.is_empty()) =>
            {
                new
            }
            _ => {
                self.restart(start)?;
                moves
            }
        };
        for mv in new.split_ascii_whitespace() {
            let mv =
                self.game.parse_move(&self.position, mv).inspect_err(|_| self.start.clear())?;
            self.history.play(&self.game, &mut self.position, mv);
        }
        moves.clone_into(&mut self.moves);
        Ok(())
    }

    /// The reply that plays `mv`, a move found for this position.
    ///
    /// # Errors
    /// [`PlayerError`] if there is no legal move.
    pub fn reply(&self, mv: Option<G::Move>) -> Result<Reply, PlayerError> {
        let mv = mv.ok_or_else(|| PlayerError::new("there is no legal move"))?;
        Ok(Reply::play(self.game.format_move(&self.position, mv)))
    }

    fn restart(&mut self, start: &str) -> Result<(), TrackError> {
        self.moves.clear();
        self.start.clear();
        self.position = self.game.parse_position(start)?;
        self.history = KeyHistory::starting_at(&self.game, &self.position);
        self.start.push_str(start);
        Ok(())
    }
}
