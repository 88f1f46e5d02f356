//! The hand-crafted evaluation.

use board_engine::Seat;
use othello::{Othello, Position};
use search::{Evaluator, Score};

use super::terms::terms;
use super::weights::{PHASE_PLIES, WEIGHTS};

/// Estimates the final difference in discs from mobility, potential mobility, corners and the squares next to them,
/// edges, stable discs, disc count and parity, each with one weight per game phase.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Standard;

/// The number of discs per score unit. A unit is a lead that usually wins between equals, like a man in draughts.
pub(super) const DISCS_PER_UNIT: i32 = 8;

impl Evaluator<Othello> for Standard {
    #[inline]
    fn evaluate(&self, game: &Othello, position: &Position, seat: Seat) -> Score {
        let limit = score_max(game);
        let score = (discs_in_hundredths(game, position) / DISCS_PER_UNIT).clamp(-limit, limit);
        Score::new(if seat == position.mover() { score } else { -score })
    }
}

/// The expected final difference in discs for the mover, in hundredths of a disc.
#[inline]
fn discs_in_hundredths(game: &Othello, position: &Position) -> i32 {
    let terms = terms(game, position);
    between_knots(game, position, |knot| {
        WEIGHTS[knot].iter().zip(&terms).map(|(weight, term)| weight * term).sum()
    })
}

/// The nearest knot toward the end of the game, counted from the end, `0..=2`, and the number of plies out of
/// [`PHASE_PLIES`] between the position and that knot.
#[inline]
pub(super) fn phase(game: &Othello, position: &Position) -> (usize, u32) {
    let phase_plies = u32::from(PHASE_PLIES);
    // Games on a small board also pass through all phases.
    let plies = (game.squares().count() - 4).max(1);
    let empty = game.empty(position).count() * (3 * phase_plies) / plies;
    let phase = (empty / phase_plies).min(2);
    (phase as usize, (empty - phase * phase_plies).min(phase_plies))
}

/// Interpolates between the scores `at` the two knots around the position.
#[inline]
pub(super) fn between_knots(game: &Othello, position: &Position, at: impl Fn(usize) -> i32) -> i32 {
    let (phase, part) = phase(game, position);
    let (whole, part) = (i32::from(PHASE_PLIES), part.cast_signed());
    (at(phase) * (whole - part) + at(phase + 1) * part) / whole
}

/// The maximum score in hundredths of the unit: the score for all squares.
#[inline]
pub(super) fn score_max(game: &Othello) -> i32 {
    100 * i32::from(game.size()) * i32::from(game.size()) / DISCS_PER_UNIT
}
