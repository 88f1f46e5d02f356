//! Random playouts, and their steps.

use board_engine::{KeyHistory, Notation, Outcome};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::Violation;
use crate::effort::Effort;
use crate::violation::CheckedPosition;

/// Plays one random game and passes each of its positions to `check`.
pub(crate) fn each_position<G: Notation>(
    game: &G,
    seed: u64,
    effort: Effort,
    check: impl Fn(&CheckedPosition<'_, G>) -> Result<(), Violation>,
) -> Result<(), Violation> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = game.start();
    for _ in 0..effort.plies_max {
        let checked = CheckedPosition::new(game, &position, seed);
        check(&checked)?;
        if checked.status.outcome().is_some() {
            break;
        }
        let mv = draw(&checked, &mut rng);
        game.play(&mut position, mv);
    }
    Ok(())
}

/// Plays one random game. Returns `None` if the game was truncated.
pub(crate) fn end<G: Notation>(
    game: &G,
    seed: u64,
    effort: Effort,
) -> (G::Position, Option<Outcome>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = game.start();
    let mut history = KeyHistory::starting_at(game, &position);
    for _ in 0..effort.plies_max {
        let checked = CheckedPosition::new(game, &position, seed);
        let outcome = checked.status.outcome().or_else(|| history.outcome(game));
        if outcome.is_some() {
            return (position, outcome);
        }
        let mv = draw(&checked, &mut rng);
        history.play(game, &mut position, mv);
    }
    (position, None)
}

/// Plays one random game by random steps without lists, and compares it with the same game played from move lists.
///
/// # Panics
/// If they differ.
pub(crate) fn compare_random_steps<G: Notation>(game: &G, seed: u64, effort: Effort) {
    let mut from_list = ChaCha8Rng::seed_from_u64(seed);
    let mut without = from_list.clone();
    let mut position = game.start();
    for _ in 0..effort.plies_max {
        let checked = CheckedPosition::new(game, &position, seed);
        let is_over = checked.status.outcome().is_some();
        let mut stepped = position.clone();
        let mut numbers = |count| without.random_range(0..count);
        let status = game.play_random(&mut stepped, &mut Vec::new(), &mut numbers);
        assert_eq!(status, checked.status, "at {}, seed {seed}", game.format_position(&position));
        let mv = (!is_over).then(|| draw(&checked, &mut from_list));
        if let Some(mv) = mv {
            game.play(&mut position, mv);
        }
        let [found, expected] = [&stepped, &position].map(|it| game.format_position(it));
        assert!(stepped == position, "{found} in place of {expected}, seed {seed}");
        if is_over {
            return;
        }
    }
}

/// A random move from the list: by weight at a chance turn, otherwise uniform.
pub(crate) fn draw<G: Notation>(checked: &CheckedPosition<'_, G>, rng: &mut ChaCha8Rng) -> G::Move {
    let CheckedPosition { game, position, moves, .. } = checked;
    let drawn = game.draw_move(position, moves, &mut |count| rng.random_range(0..count));
    drawn.expect("an ongoing game has a move to draw")
}
