//! Random play on which every law is checked.

use board_engine::{KeyHistory, Notation};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::checked_position::CheckedPosition;
use crate::laws::keys::{KeyLaws, Returns};
use crate::playout::draw;
use crate::{Effort, Violation, laws};

/// Plays one random game and checks every law at every position.
pub(crate) fn walk<G: Notation>(
    game: &G,
    seed: u64,
    effort: Effort,
    keys: &mut KeyLaws,
) -> Result<(), Violation> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut garbling = ChaCha8Rng::seed_from_u64(!seed);
    let mut position = game.start();
    let mut returns = Returns::default();
    let mut history = KeyHistory::starting_at(game, &position);
    laws::garbled::check_edge_cases(&CheckedPosition::new(game, &position, seed))?;
    for _ in 0..effort.plies_max {
        let checked = CheckedPosition::new(game, &position, seed);
        laws::check_position(&checked)?;
        keys.check(&checked)?;
        laws::garbled::check(&checked, effort.garbled_texts, &mut garbling)?;
        if checked.status.outcome().or_else(|| history.outcome(game)).is_some() {
            break;
        }
        let mv = draw(&checked, &mut rng);
        let mut child = position.clone();
        history.play(game, &mut child, mv);
        returns.check(&checked, mv, &child)?;
        position = child;
    }
    Ok(())
}
