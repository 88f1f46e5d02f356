//! Tests that the hints for a draughts search agree with the move list.

use board_engine::{Game, Status};
use checkers::{
    Breakthrough, Checkers, English, Frisian, International, Losing, Parlour, ParlourFree, Russian,
    Thai, Turkish, Variant,
};
use checkers_players::DraughtsHints;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::{Hints, Tension};

/// Returns whether the side to move has a noisy move; `None` if the game is over.
fn has_noisy_move<V: Variant>(position: &<Checkers<V> as Game>::Position) -> Option<bool> {
    let game = Checkers::<V>::new();
    let mut moves = Vec::new();
    let ongoing = game.legal_moves(position, &mut moves) == Status::Ongoing;
    ongoing.then(|| moves.iter().any(|&mv| DraughtsHints.is_noisy(&game, position, mv)))
}

/// Checks every position in some random games.
fn check<V: Variant>() {
    let game = Checkers::<V>::new();
    let mut chance = ChaCha8Rng::seed_from_u64(2);
    let mut moves = Vec::new();
    for _ in 0..40 {
        let mut position = game.start();
        for _ in 0..200 {
            let noisy = has_noisy_move::<V>(&position);
            match DraughtsHints.tension(&game, &position) {
                Tension::Unknown => {}
                Tension::Noisy => assert_ne!(noisy, Some(false), "{position:?}"),
                Tension::Calm => assert_eq!(noisy, Some(false), "{position:?}"),
            }
            if game.legal_moves(&position, &mut moves) != Status::Ongoing {
                break;
            }
            let mv = *moves.choose(&mut chance).unwrap();
            let ranks_high = DraughtsHints.rank(&game, &position, mv) > 0;
            assert_eq!(ranks_high, DraughtsHints.is_noisy(&game, &position, mv), "{position:?}");
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn tension_agrees_with_the_legal_moves() {
    check::<English>();
    check::<International>();
    check::<Russian>();
    check::<Frisian>();
    check::<Turkish>();
    check::<Thai>();
    check::<Losing>();
    check::<Breakthrough>();
    check::<Parlour>();
    check::<ParlourFree>();
}
