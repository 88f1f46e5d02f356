//! Random play.

use board_engine::{KeyHistory, Notation, Outcome};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

use crate::laws::keys::{KeyLaws, Returns};
use crate::scene::Scene;
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
    laws::garbled::check_nasty(&Scene::new(game, &position, seed))?;
    for _ in 0..effort.plies_max {
        let scene = Scene::new(game, &position, seed);
        laws::check_position(&scene)?;
        keys.check(&scene)?;
        laws::garbled::check(&scene, effort.garbled_texts, &mut garbling)?;
        if scene.status.outcome().or_else(|| history.outcome(game)).is_some() {
            break;
        }
        let mv = draw(&scene, &mut rng);
        let mut child = position.clone();
        history.play(game, &mut child, mv);
        returns.check(&scene, mv, &child)?;
        position = child;
    }
    Ok(())
}

/// Plays one random game and shows each of its positions to `check`.
pub(crate) fn each_position<G: Notation>(
    game: &G,
    seed: u64,
    effort: Effort,
    check: impl Fn(&Scene<'_, G>) -> Result<(), Violation>,
) -> Result<(), Violation> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = game.start();
    for _ in 0..effort.plies_max {
        let scene = Scene::new(game, &position, seed);
        check(&scene)?;
        if scene.status.outcome().is_some() {
            break;
        }
        let mv = draw(&scene, &mut rng);
        game.play(&mut position, mv);
    }
    Ok(())
}

/// Plays one random game. The outcome is missing if the game was cut.
pub(crate) fn end<G: Notation>(
    game: &G,
    seed: u64,
    effort: Effort,
) -> (G::Position, Option<Outcome>) {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut position = game.start();
    let mut history = KeyHistory::starting_at(game, &position);
    for _ in 0..effort.plies_max {
        let scene = Scene::new(game, &position, seed);
        let outcome = scene.status.outcome().or_else(|| history.outcome(game));
        if outcome.is_some() {
            return (position, outcome);
        }
        let mv = draw(&scene, &mut rng);
        history.play(game, &mut position, mv);
    }
    (position, None)
}

/// A move of the list: at a turn of chance by its weight, else all alike.
fn draw<G: Notation>(scene: &Scene<'_, G>, rng: &mut ChaCha8Rng) -> G::Move {
    let Scene { game, position, moves, .. } = scene;
    let drawn = game.draw_move(position, moves, &mut |count| rng.random_range(0..count));
    drawn.expect("the game goes on, so there is a move that can be drawn")
}
