//! Random games that reveal the parts that a game's positions can have.

use board_engine::{Game, KeyHistory, Status};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// The number of random games.
const GAMES: u64 = 12;
/// Each game's length limit, in plies.
const PLIES_MAX: usize = 160;

/// Calls `visit` with the positions of random games. The same rules always produce the same positions.
///
/// The callback has a dynamic type, so each game compiles the loop only once.
#[inline(never)]
pub(super) fn each_position<G: Game>(game: &G, visit: &mut dyn FnMut(&G::Position)) {
    let mut moves = Vec::new();
    for seed in 0..GAMES {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut position = game.start();
        let mut history = KeyHistory::starting_at(game, &position);
        for _ in 0..PLIES_MAX {
            visit(&position);
            let status = game.legal_moves(&position, &mut moves);
            if status != Status::Ongoing || history.outcome(game).is_some() || moves.is_empty() {
                break;
            }
            let mv = moves[rng.random_range(0..moves.len())];
            history.play(game, &mut position, mv);
        }
    }
}
