//! Games played at random.

use board_engine::{Game, SEATS_MAX, Status};
use rand_xoshiro::Xoshiro256PlusPlus;

use crate::bandit;

/// What each seat gets.
pub(super) type Payoffs = [i16; SEATS_MAX];

/// Where a playout is cut, in plies, and counted as nothing for anyone: games without an end in sight are cut too.
const PLIES_MAX: u32 = 1_000;

/// How a playout ended.
#[derive(Clone, Copy, Debug)]
pub(super) struct Playout {
    pub(super) payoffs: Payoffs,
    /// Whether the game was over before the first move.
    pub(super) was_over: bool,
}

/// Plays at random from `position`.
#[inline]
pub(super) fn play<G: Game>(
    game: &G,
    mut position: G::Position,
    scratch: &mut Vec<G::Move>,
    rng: &mut Xoshiro256PlusPlus,
) -> Playout {
    let mut draw = |count| bandit::below(count, rng);
    for ply in 0..PLIES_MAX {
        if let Status::Over(outcome) = game.play_random(&mut position, scratch, &mut draw) {
            return Playout { payoffs: payoffs(outcome.payoffs()), was_over: ply == 0 };
        }
    }
    Playout { payoffs: [0; SEATS_MAX], was_over: false }
}

/// The payoffs with zeros for seats that there are not.
pub(super) fn payoffs(given: &[i16]) -> Payoffs {
    let mut payoffs = [0; SEATS_MAX];
    payoffs[..given.len()].copy_from_slice(given);
    payoffs
}
