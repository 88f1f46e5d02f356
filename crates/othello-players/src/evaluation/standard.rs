//! The hand-made evaluation.

use board_engine::Seat;
use othello::{Othello, Position};
use search::{Evaluator, Score};

use super::terms::terms;
use super::weights::{PHASE_PLIES, WEIGHTS};

/// What the final difference in discs is likely to be: mobility and potential mobility, corners and the squares beside
/// them, edges, stable discs, discs and parity, each with a weight for the phase of the game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Standard;

/// The discs that stand for a unit of the score. Searches, levels and the coach take a unit as a lead that wins among
/// equals, as a man is in draughts.
const DISCS_PER_UNIT: i32 = 8;

impl Evaluator<Othello> for Standard {
    #[inline]
    fn evaluate(&self, game: &Othello, position: &Position, seat: Seat) -> Score {
        let discs = discs_in_hundredths(game, position);
        let limit = 100 * i32::from(game.size()) * i32::from(game.size());
        let score = discs.clamp(-limit, limit) / DISCS_PER_UNIT;
        Score::new(if seat == position.mover() { score } else { -score })
    }
}

/// The final difference in discs that is expected for the mover, in hundredths of a disc.
#[inline]
fn discs_in_hundredths(game: &Othello, position: &Position) -> i32 {
    // A small board passes through all phases as well.
    let plies = (game.squares().count() - 4).max(1);
    let empty = game.empty(position).count() * (3 * PHASE_PLIES) / plies;
    let phase = (empty / PHASE_PLIES).min(2);
    let part = (empty - phase * PHASE_PLIES).min(PHASE_PLIES).cast_signed();
    let whole = PHASE_PLIES.cast_signed();
    let terms = terms(game, position);
    let [late, early] = [0, 1].map(|knot| -> i32 {
        let weights = &WEIGHTS[phase as usize + knot];
        weights.iter().zip(&terms).map(|(weight, term)| weight * term).sum()
    });
    (late * (whole - part) + early * part) / whole
}
