//! The rules of a game, and marker traits for what algorithms need of a game.

use std::fmt::Debug;

use crate::{Repetition, Seat, Status, Turn};

/// The most bytes that a position may have: above this, copying costs more than taking moves back
/// (measured on Connect Four perft: 56 bytes 0.88, 120 bytes 1.03, 248 bytes 1.82 of make/unmake's time).
pub const POSITION_BYTES_MAX: usize = 128;

/// The rules of a game, with their parameters, as a value beside plain positions.
///
/// A position holds all that the rules need to go on (board, side to move, counters) and never the history;
/// a move makes the next position from a copy. Moves can't be undone: a caller that needs an earlier position keeps a copy.
pub trait Game: Send + Sync + 'static {
    /// A small plain value, at most [`POSITION_BYTES_MAX`] bytes. Two positions are equal if the rules can't
    /// tell them apart.
    type Position: Clone + Eq + Debug + Send + Sync;

    /// One whole choice of one seat; in draughts one whole capture. Two moves are equal if they lead to the
    /// same position.
    type Move: Copy + Eq + Debug + Send + Sync;

    /// How many seats play, `1..=SEATS_MAX`.
    fn seats(&self) -> usize;

    /// The most that a seat can win or lose; 1 where games are won, lost or drawn. No payoff of an
    /// [`Outcome`](crate::Outcome) lies outside `-payoff_max()..=payoff_max()`, so a search that finds
    /// it can stop.
    fn payoff_max(&self) -> i16 {
        1
    }

    /// The position in which a match starts.
    fn start(&self) -> Self::Position;

    /// Who acts next. If the game is over, the seat that would act if it were not.
    fn turn(&self, position: &Self::Position) -> Turn;

    /// Replaces the content of `moves` by what the owner of the turn may play, each move once and always in
    /// the same order, and says whether the game goes on. At a [`Turn::Chance`] the list holds what can be drawn.
    ///
    /// If the game goes on, the list is not empty. If a rule that counts moves has ended the game (a draw after
    /// 25 king moves, say), the list still holds the moves of the pieces, for
    /// [`perft`](crate::perft()); to play on, check the status first.
    fn legal_moves(&self, position: &Self::Position, moves: &mut Vec<Self::Move>) -> Status;

    /// The status that [`legal_moves`](Self::legal_moves) would give, for games that know it without a list: a textbook
    /// search needs nothing else at its leaves. `scratch` is a list to work in; its content afterwards means
    /// nothing.
    #[inline]
    fn status(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> Status {
        self.legal_moves(position, scratch)
    }

    /// Whether any sequence of moves of all seats lets `seat` win. Where the others can't, a seat whose clock runs out draws
    /// (chess: FIDE's law 6.9). True where the game doesn't know.
    fn can_win(&self, _position: &Self::Position, _seat: Seat) -> bool {
        true
    }

    /// The number of moves that [`legal_moves`](Self::legal_moves) would list, for games that can count faster
    /// than they list. `scratch` is a list to work in; its content afterwards means nothing.
    fn count_moves(&self, position: &Self::Position, scratch: &mut Vec<Self::Move>) -> u64 {
        self.legal_moves(position, scratch);
        scratch.len() as u64
    }

    /// The number of moves that [`legal_moves`](Self::legal_moves) would list after each of the moves of `position`, all
    /// together, for games that can count two plies faster than they play the first. `moves` and `scratch` are lists to
    /// work in; their content afterwards means nothing.
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

    /// Makes `mv` on `position`. The move must be legal there; anything may happen to the position otherwise,
    /// but no panic.
    fn play(&self, position: &mut Self::Position, mv: Self::Move);

    /// The position's Zobrist key: equal for equal boards with equal sides to move. Counters of draw rules
    /// are not in it.
    fn key(&self, position: &Self::Position) -> u64;

    /// What sets two positions with the same [`key`](Self::key) apart in a search's table, where one of them is nearer to a
    /// draw by counting: 0 while no counter is near its limit (say, not yet at half of it), then numbers that change
    /// every few plies. Whatever else than boards and sides to move decides which moves are legal belongs here, too.
    ///
    /// A search takes a win for proven that was found of a position with the same two keys. As long as counters are left
    /// out, that may be a win which needs more moves than are left until the draw.
    #[inline]
    fn counters_key(&self, _position: &Self::Position) -> u64 {
        0
    }

    /// Whether after `mv` no earlier position can come back, so that the history may be cut there. `false` is
    /// always correct, only slower.
    fn irreversible(&self, position: &Self::Position, mv: Self::Move) -> bool;

    /// How often a position may occur, and the outcome when it occurs too often.
    fn repetition(&self) -> Repetition;

    /// In how many of the equally likely ways chance draws `mv`, at a [`Turn::Chance`]; all ways together need
    /// not be a round number. 1 for every move unless the game says otherwise.
    fn weight(&self, _position: &Self::Position, _mv: Self::Move) -> u32 {
        1
    }

    /// One step of a random playout: if the game goes on, plays one of the legal moves, all equally likely or, at a
    /// turn of chance, by their weights. The status is that of the position before the move. Games that can draw a
    /// move faster than they list all of them say how.
    ///
    /// `scratch` is a list to work in, and `draw(n)` gives a number in `0..n`, all equally likely.
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

    /// One of these legal moves, all equally likely or, at a turn of chance, by their weights. `None` if there are
    /// none. `draw(n)` gives a number in `0..n`, all equally likely.
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

/// Stops the build for a game whose positions are too large to be copied at every move.
pub(crate) const fn assert_position_fits<G: Game>() {
    const { assert!(size_of::<G::Position>() <= POSITION_BYTES_MAX, "a position has at most 128 bytes") }
}

/// Two seats whose payoffs cancel: what negamax and alpha-beta need.
pub trait ZeroSum: Game {}

/// No turn belongs to chance.
pub trait Deterministic: Game {}

/// Every seat sees the whole position.
pub trait PerfectInformation: Game {}

/// Some turns belong to chance: what expectiminimax is for. The odds are [`Game::weight`]'s.
pub trait Chance: Game {}

/// Some of the position is hidden from some seats.
pub trait HiddenInformation: Game {
    /// What `seat` sees of the move `mv`, as a number: equal for two moves of `position` if `seat` can't tell them
    /// apart.
    fn sight(&self, position: &Self::Position, mv: Self::Move, seat: Seat) -> u64;

    /// Replaces everything in `position` that `seat` can't know by something that fits what it knows, drawn as
    /// likely as the seat must believe it. `draw(n)` gives a number in `0..n`, all equally likely.
    fn resample(
        &self,
        position: &Self::Position,
        seat: Seat,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Self::Position;
}
