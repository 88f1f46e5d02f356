//! What evaluators tell a selective search of draughts is what the list of moves says.

use board_engine::{Game, Status};
use checkers::{
    Breakthrough, Checkers, English, Frisian, International, Losing, Parlour, ParlourFree, Russian,
    Thai, Turkish, Variant,
};
use evaluation::DraughtsEvaluator;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::{Evaluator, MOVE_INDEX_MAX, Tension};

const EVALUATOR: DraughtsEvaluator = DraughtsEvaluator::Material;

/// Whether the side to move has a noisy move; `None` if the game is over.
fn has_noisy_move<V: Variant>(position: &<Checkers<V> as Game>::Position) -> Option<bool> {
    let game = Checkers::<V>::new();
    let mut moves = Vec::new();
    let ongoing = game.legal_moves(position, &mut moves) == Status::Ongoing;
    ongoing.then(|| moves.iter().any(|&mv| EVALUATOR.is_noisy(&game, position, mv)))
}

/// Looks at every position of some random games.
fn check<V: Variant>() {
    let game = Checkers::<V>::new();
    let mut chance = ChaCha8Rng::seed_from_u64(2);
    let mut moves = Vec::new();
    for _ in 0..40 {
        let mut position = game.start();
        for _ in 0..200 {
            let noisy = has_noisy_move::<V>(&position);
            match EVALUATOR.tension(&game, &position) {
                Tension::Unknown => {}
                Tension::Noisy => assert_ne!(noisy, Some(false), "{position:?}"),
                Tension::Calm => assert_eq!(noisy, Some(false), "{position:?}"),
            }
            if game.legal_moves(&position, &mut moves) != Status::Ongoing {
                break;
            }
            let mv = *moves.choose(&mut chance).unwrap();
            assert!(EVALUATOR.move_index(&game, &position, mv) <= MOVE_INDEX_MAX);
            let ranks_high = EVALUATOR.rank(&game, &position, mv) > 0;
            assert_eq!(ranks_high, EVALUATOR.is_noisy(&game, &position, mv), "{position:?}");
            game.play(&mut position, mv);
        }
    }
}

#[test]
fn tension_is_what_the_moves_say() {
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

#[test]
fn counters_matter_from_half_of_their_limit_on() {
    // 80 plies with kings alone are a draw in English draughts.
    check_counters(Checkers::<English>::new(), "B:WK32:BK1", 80);
    // Of two limits that endings of international draughts have, this one has the longer.
    check_counters(Checkers::<International>::new(), "W:WK27,K32,K38:BK1", 32);
}

/// From this position the kings move about, and give nothing away, until a rule ends the game after `limit` plies.
fn check_counters<V: Variant>(game: Checkers<V>, start: &str, limit: usize)
where
    DraughtsEvaluator: Evaluator<Checkers<V>>,
{
    let mut position = board_engine::Notation::parse_position(&game, start).unwrap();
    let (mut seen, mut moves) = (Vec::new(), Vec::new());
    while game.legal_moves(&position, &mut moves) == Status::Ongoing {
        seen.push(EVALUATOR.counters(&game, &position));
        let after = moves.iter().map(|&mv| {
            let mut after = position;
            game.play(&mut after, mv);
            after
        });
        position = after.clone().find(|after| !Checkers::<V>::can_capture(after)).unwrap();
    }
    assert_eq!(seen.len(), limit, "{start}");
    assert!(seen[..limit / 2].iter().all(|&counters| counters == 0), "{start}: {seen:?}");
    assert!(seen[limit / 2..].iter().all(|&counters| counters > 0), "{start}: {seen:?}");
    assert_eq!(seen[limit / 2], seen[limit / 2 + 3], "{start}: {seen:?}");
    assert!(seen.is_sorted(), "{start}: {seen:?}");
    // Where few plies are left each counts.
    let late = &seen[limit - limit / 4..];
    assert!(late.is_sorted_by(|before, after| before < after), "{start}: {seen:?}");
}
