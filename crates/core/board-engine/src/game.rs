//! The rules of a game, and marker traits for the properties that algorithms require.

use std::fmt::Debug;
use std::hash::Hash;

use crate::{Outcome, Repetition, Seat, Status, Turn};

/// Maximum size of a position in bytes. Copying larger positions costs more than taking moves back: in Connect Four
/// perft, copying takes 0.88 times as long as make/unmake at 56 bytes, 1.03 times at 120 and 1.82 times at 248.
pub const POSITION_BYTES_MAX: usize = 128;

/// The rules of a game with their parameters, as a value separate from plain positions.
///
/// A position has everything that the rules need (board, side to move, counters) but no history. A move creates the
/// next position from a copy. Moves can't be undone: a caller that needs an earlier position stores a copy.
pub trait Game: Send + Sync + 'static {
    /// A small plain value, at most [`POSITION_BYTES_MAX`] bytes. Two positions are equal if the rules can't
    /// tell them apart.
    type Position: Clone + Eq + Debug + Send + Sync;

    /// One complete choice by one seat: in draughts, a complete capture. Two moves are equal if they lead to the same
    /// position.
    type Move: Copy + Eq + Hash + Debug + Send + Sync;

    /// The number of seats, `1..=SEATS_MAX`.
    fn seats(&self) -> usize;

    /// The most that a seat can win or lose; 1 if games are only won, lost or drawn. Every payoff
    /// of an [`Outcome`](crate::Outcome) is in `-payoff_max()..=payoff_max()`, so a search that
    /// finds the maximum can stop.
    fn payoff_max(&self) -> i16 {
        1
    }

    /// The position where a match starts.
    fn start(&self) -> Self::Position;

    /// The seat to act, or chance. If the game is over, the seat that would act otherwise.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Fills `moves` with the legal moves for the seat to act, without duplicates and always in the same order, and
    /// returns the status. At a [`Turn::Chance`], the list contains the possible draws.
    ///
    /// In an unfinished game the list is not empty. If a rule that counts moves has ended the game (a draw after 25
    /// king moves, say), the list still contains the pieces' moves, for [`perft`](crate::perft()); check the status
    /// before playing on.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Status;

    /// The status that [`legal_moves`](Self::legal_moves) would return, for games that can determine it without a list;
    /// a textbook search needs nothing else at its leaves. `scratch` is a working list; its content afterwards is
    /// unspecified.
    #[inline]
    fn status(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> Status {
        self.legal_moves(position, scratch)
    }

    /// Returns `true` if any sequence of moves by all seats lets `seat` win. If no other seat can win, a seat that runs
    /// out of time gets a draw (chess: FIDE's law 6.9). Returns `true` if the game can't tell.
    fn can_win(&self, _position: &Self::Position, _seat: Seat) -> bool {
        true
    }

    /// The number of moves that [`legal_moves`](Self::legal_moves) would list, for games that can count faster than
    /// they list. `scratch` is a working list; its content afterwards is unspecified.
    fn count_moves(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> u64 {
        self.legal_moves(position, scratch);
        scratch.len() as u64
    }

    /// The total number of moves that [`legal_moves`](Self::legal_moves) would list after each move from `position`,
    /// for games that can count two plies faster than they can play the first one. `moves` and `scratch` are working
    /// lists; their content afterwards is unspecified.
    fn count_replies(
        &self,
        position: &Self::Position,
        moves: &mut Vec<Self::Move>,
        scratch: &mut Vec<Self::Move>,
    ) -> u64 {
        self.legal_moves(position, moves);
        let replies = moves.iter().map(|&mv| {
            let mut child = position.clone();
            self.play(&mut child, mv);
            self.count_moves(&child, scratch)
        });
        replies.sum()
    }

    /// Makes `mv` on `position`. An illegal move may corrupt the position, but must not panic.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// The position's Zobrist key: equal for equal boards with equal sides to move. The key doesn't include the
    /// counters of draw rules.
    fn key(&self, position: &Self::Position) -> u64;

    /// Distinguishes positions with the same [`key`](Self::key) in a transposition table if one of them is closer to a
    /// draw by a counting rule. The key is 0 while no counter is near its limit (say, below half of it), and then a
    /// number that changes every few plies. Any other state that affects the legal moves, besides the board and the
    /// side to move, belongs here too.
    ///
    /// A search treats a win as proven for every position with the same two keys. While the keys ignore the counters,
    /// such a win may need more moves than remain until the draw.
    #[inline]
    fn counters_key(&self, _position: &Self::Position) -> u64 {
        0
    }

    /// Returns `true` if no earlier position can recur after `mv`. The history can then be cut there. `false` is always
    /// correct, only slower.
    fn irreversible(&self, position: &Self::Position, mv: Self::Move) -> bool;

    /// The repetition rule: how often a position can occur, and the outcome when it occurs too often.
    fn repetition(&self) -> Repetition;

    /// The weight of `mv` at a [`Turn::Chance`]: the number of equally likely draws that give it.
    /// The default is 1 for every move.
    fn weight(&self, _position: &Self::Position, _mv: Self::Move) -> u32 {
        1
    }

    /// One step of a random playout: in an unfinished game, plays a legal move, uniformly chosen or, at a chance turn,
    /// drawn by weight. Returns the status of the position before the move. Override this method if the game can draw a
    /// move faster than it can list all moves.
    ///
    /// `scratch` is a working list, and `draw(n)` returns a uniform number in `0..n`.
    fn play_random(
        &self,
        position: &mut Self::Position,
        scratch: &mut Vec<Self::Move>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Status {
        let status = self.legal_moves(position, scratch);
        if status == Status::Ongoing
            && let Some(mv) = self.draw_move(position, scratch, draw)
        {
            self.play(position, mv);
        }
        status
    }

    /// The outcome of a random playout from `position`, for games that can sample it faster than move by move. The
    /// outcome has the same distribution as the outcomes of repeated [`play_random`](Self::play_random) calls; in a
    /// finished game, the result is the game's outcome. `None`, the default, if the moves have to be played.
    ///
    /// `draw(n)` returns a uniform number in `0..n`.
    #[inline]
    fn random_outcome(
        &self,
        _position: &Self::Position,
        _draw: &mut impl FnMut(u32) -> u32,
    ) -> Option<Outcome> {
        None
    }

    /// A random legal move: uniform, or by weight at a chance turn. `None` without moves. `draw(n)` returns a uniform
    /// number in `0..n`.
    fn draw_move(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Option<Self::Move> {
        if moves.is_empty() || self.turn(position) != Turn::Chance {
            let index = draw(u32::try_from(moves.len()).unwrap_or(u32::MAX).max(1));
            return moves.get(index as usize).copied();
        }
        let weights = moves.iter().map(|&mv| self.weight(position, mv));
        let mut drawn = draw(weights.clone().fold(0, u32::saturating_add).max(1));
        let mut weighted = moves.iter().zip(weights);
        let found = weighted.find(|(_, weight)| match drawn.checked_sub(*weight) {
            Some(rest) => {
                drawn = rest;
                false
            }
            None => true,
        });
        found.map(|(&mv, _)| mv)
    }
}

/// Stops the build if a game's positions are too large to copy at every move.
pub(crate) const fn assert_position_fits<G: Game>() {
    const { assert!(size_of::<G::Position>() <= POSITION_BYTES_MAX, "a position has at most 128 bytes") }
}

/// Two seats whose payoffs cancel, as negamax and alpha-beta require.
pub trait ZeroSum: Game {}

/// Games without chance turns.
pub trait Deterministic: Game {}

/// Games where every seat sees the whole position.
pub trait PerfectInformation: Game {}

/// Games with chance turns; [`Game::weight`] gives the odds. Searches use expectiminimax.
pub trait Chance: Game {}

/// Games where part of the position is hidden from some seats.
pub trait HiddenInformation: Game {
    /// A hash of the parts of the move `mv` that `seat` sees: equal for two moves of `position` if `seat` can't
    /// distinguish them.
    fn sight(&self, position: &Self::Position, mv: Self::Move, seat: Seat) -> u64;

    /// Replaces everything in `position` that `seat` can't know with a sample that fits its knowledge, sampled with the
    /// probabilities that the seat must assume. `draw(n)` returns a uniform number in `0..n`.
    fn resample(
        &self,
        position: &Self::Position,
        seat: Seat,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Self::Position;
}
