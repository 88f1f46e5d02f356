//! Position values under perfect play.

use std::collections::HashMap;

use board_engine::{Deterministic, Game, PerfectInformation, Status, Turn, ZeroSum};

use crate::limits::{NODES_PER_POLL, StopSignal};

/// The value of a position for the side to move under perfect play. Both sides prefer the highest payoff; among equal
/// payoffs the winner prefers a short game and the loser a long one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Solved {
    /// The payoff for the side to move; in most games 1 for a win and -1 for a loss.
    pub payoff: i16,
    /// Plies to the end; `None` if the payoff is 0.
    pub plies: Option<u32>,
}

impl Solved {
    /// A number that is higher for values that the side to move prefers.
    pub fn preference(self) -> i64 {
        let plies = i64::from(self.plies.unwrap_or(0));
        (i64::from(self.payoff) << 32) - i64::from(self.payoff.signum()) * plies
    }

    /// The value for the other side.
    #[must_use]
    pub fn reverse(self) -> Self {
        Self { payoff: -self.payoff, ..self }
    }

    /// The value for the same side a ply earlier.
    #[must_use]
    pub fn one_ply_farther(self) -> Self {
        Self { plies: self.plies.map(|plies| plies + 1), ..self }
    }
}

/// The bounds on a position's value, and the number of positions searched for them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The value is this or better.
    pub at_least: Solved,
    /// The value is this or worse.
    pub at_most: Solved,
    /// The number of searched positions.
    pub positions: u64,
}

/// The solver gave up: it encountered too many positions, or was stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// The number of searched positions.
    pub positions: u64,
}

/// Finds the values of positions in some game. A solver remembers its results, so it solves the next position in the
/// same match faster.
pub trait Solver<G: Game>: Send {
    /// The value of a position that is not the end of the game. The solver calls `known` whenever its bounds improve; a
    /// solver without bounds never calls it. The solver checks `stop` at least about every hundred thousand positions,
    /// and gives up when `stop` returns `true`.
    ///
    /// # Errors
    /// [`TooLarge`] if there are more positions than the solver can handle, or if the solver was stopped.
    fn solve(
        &mut self,
        game: &G,
        position: &G::Position,
        known: &mut dyn FnMut(Known),
        stop: StopSignal<'_>,
    ) -> Result<Solved, TooLarge>;

    /// The number of searched positions, over all calls.
    fn positions(&self) -> u64;
}

/// Maximum number of stored positions, about 100 bytes each.
const POSITIONS_MAX: usize = 4_000_000;

/// The length from which a line counts as endless.
const PLIES_MAX: usize = 400;

/// The weight of a payoff in a score; greater than the longest line.
const PAYOFF: i32 = 1 << 12;

/// Solves any position in a two-player game, if few positions can be reached from there. A game with recurring
/// positions is never solved, because its lines don't end.
#[derive(Debug)]
pub struct Exhaustive<G: Game> {
    /// Results by key. If two positions have the same key, only the first is stored.
    remembered: HashMap<u64, Remembered<G::Position>>,
    /// The moves of each ply.
    moves: Vec<Vec<G::Move>>,
    positions: u64,
    positions_max: usize,
}

#[derive(Clone, Debug)]
struct Remembered<P> {
    position: P,
    lower: i32,
    upper: i32,
}

impl<G: Game> Default for Exhaustive<G> {
    fn default() -> Self {
        Self::with_limit(POSITIONS_MAX)
    }
}

impl<G: Game> Exhaustive<G> {
    /// A solver that gives up when it would store more than this number of positions.
    pub fn with_limit(positions_max: usize) -> Self {
        Self { remembered: HashMap::new(), moves: Vec::new(), positions: 0, positions_max }
    }
}

impl<G: Game + ZeroSum + Deterministic + PerfectInformation> Solver<G> for Exhaustive<G> {
    fn solve(
        &mut self,
        game: &G,
        position: &G::Position,
        _: &mut dyn FnMut(Known),
        stop: StopSignal<'_>,
    ) -> Result<Solved, TooLarge> {
        let score = self.search(game, position, 0, [-i32::MAX, i32::MAX], stop)?;
        Ok(solution(score))
    }

    fn positions(&self) -> u64 {
        self.positions
    }
}

impl<G: Game + ZeroSum + Deterministic + PerfectInformation> Exhaustive<G> {
    /// The score of the position for its mover, as seen `ply` plies earlier. A score outside the window is a bound on
    /// the same side.
    fn search(
        &mut self,
        game: &G,
        position: &G::Position,
        ply: usize,
        [mut alpha, mut beta]: [i32; 2],
        stop: StopSignal<'_>,
    ) -> Result<i32, TooLarge> {
        let too_large = TooLarge { positions: self.positions };
        self.positions += 1;
        let Turn::Seat(mover) = game.turn(position) else { return Err(too_large) };
        let is_stopped = || self.positions % NODES_PER_POLL == 1 && stop.is_some_and(|stop| stop());
        if ply >= PLIES_MAX || self.remembered.len() > self.positions_max || is_stopped() {
            return Err(too_large);
        }
        if self.moves.len() <= ply {
            self.moves.resize_with(ply + 1, Vec::new);
        }
        if let Status::Over(outcome) = game.legal_moves(position, &mut self.moves[ply]) {
            return Ok(farther(i32::from(outcome.payoff(mover)) * PAYOFF, ply));
        }
        let key = game.key(position);
        let known = self.remembered.get(&key).filter(|known| known.position == *position);
        if let Some(known) = known {
            let (lower, upper) = (farther(known.lower, ply), farther(known.upper, ply));
            if lower >= beta || lower == upper {
                return Ok(lower);
            }
            if upper <= alpha {
                return Ok(upper);
            }
            (alpha, beta) = (alpha.max(lower), beta.min(upper));
        }
        let (mut best, mut from) = (-i32::MAX, alpha);
        for index in 0..self.moves[ply].len() {
            let mut after = position.clone();
            game.play(&mut after, self.moves[ply][index]);
            let is_own = game.turn(&after) == Turn::Seat(mover);
            let window = if is_own { [from, beta] } else { [-beta, -from] };
            let found = self.search(game, &after, ply + 1, window, stop)?;
            best = best.max(if is_own { found } else { -found });
            from = from.max(best);
            if from >= beta {
                break;
            }
        }
        self.remember(key, position, ply, best, [alpha, beta]);
        Ok(best)
    }

    /// Stores the result of a search with this window.
    fn remember(
        &mut self,
        key: u64,
        position: &G::Position,
        ply: usize,
        best: i32,
        [alpha, beta]: [i32; 2],
    ) {
        let kept = self.remembered.entry(key).or_insert_with(|| Remembered {
            position: position.clone(),
            lower: -i32::MAX,
            upper: i32::MAX,
        });
        if kept.position != *position {
            return;
        }
        if best > alpha {
            kept.lower = kept.lower.max(nearer(best, ply));
        }
        if best < beta {
            kept.upper = kept.upper.min(nearer(best, ply));
        }
    }
}

/// A score as seen this many plies earlier: the end is farther away.
fn farther(score: i32, plies: usize) -> i32 {
    away_from_zero(score, -plies_of(plies))
}

/// A score as seen this many plies later.
fn nearer(score: i32, plies: usize) -> i32 {
    away_from_zero(score, plies_of(plies))
}

/// A decided score, moved away from a draw.
fn away_from_zero(score: i32, by: i32) -> i32 {
    if score.abs() == i32::MAX { score } else { score + score.signum() * by }
}

fn plies_of(plies: usize) -> i32 {
    i32::try_from(plies).unwrap_or(i32::MAX)
}

fn solution(score: i32) -> Solved {
    // The plies are subtracted from the payoff.
    let payoff = (score.abs() + PAYOFF - 1) / PAYOFF;
    let plies = u32::try_from(payoff * PAYOFF - score.abs()).unwrap_or(0);
    let signed = i16::try_from(payoff * score.signum()).unwrap_or(0);
    Solved { payoff: signed, plies: (payoff > 0).then_some(plies) }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_score_encodes_payoff_and_plies() {
        let won = Solved { payoff: 1, plies: Some(5) };
        assert_eq!(solution(farther(PAYOFF, 5)), won);
        assert_eq!(solution(farther(-8 * PAYOFF, 12)), Solved { payoff: -8, plies: Some(12) });
        assert_eq!(solution(0), Solved { payoff: 0, plies: None });
        assert_eq!(nearer(farther(-PAYOFF, 9), 9), -PAYOFF);
        assert!(won.preference() > solution(farther(PAYOFF, 7)).preference());
        assert!(solution(farther(-PAYOFF, 9)).preference() > solution(-PAYOFF).preference());
    }
}
