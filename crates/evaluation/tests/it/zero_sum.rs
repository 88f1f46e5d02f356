//! What one seat wins the other loses, in every position of random play.

use board_engine::{Game, Notation, Seat, Status};
use checkers::{Checkers, English, Italian, Losing, Turkish, Variant};
use connect_four::{ConnectFour, ConnectGame};
use evaluation::EvaluatedGame;
use othello::{Goal, Othello};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::Evaluator;
use tic_tac_toe::{MnkGame, TicTacToe};

/// Plays at random and looks at every position.
fn check<G: EvaluatedGame>(game: &G) {
    let mut chance = ChaCha8Rng::seed_from_u64(1);
    let mut moves = Vec::new();
    for _ in 0..20 {
        let mut position = game.start();
        for _ in 0..100 {
            for (info, evaluator) in G::EVALUATORS {
                let [first, second] = [Seat::FIRST, Seat::SECOND]
                    .map(|seat| evaluator.evaluate(game, &position, seat));
                assert_eq!(first, -second, "{} of {position:?}", info.name);
            }
            if game.legal_moves(&position, &mut moves) != Status::Ongoing {
                break;
            }
            game.play(&mut position, *moves.choose(&mut chance).unwrap());
        }
    }
}

fn check_variant<V: Variant>() {
    check(&Checkers::<V>::new());
}

#[test]
fn every_evaluator_of_every_game_sees_the_same_from_both_sides() {
    check(&TicTacToe::default());
    check(&MnkGame::<u64>::new(6, 6, 4).unwrap());
    check(&ConnectFour::default());
    check(&pig::Pig::default());
    check(&ConnectGame::<u128>::new(9, 7, 5).unwrap());
    check(&ConnectGame::<u64>::new(3, 12, 10).unwrap());
    check(&Othello::default());
    check(&Othello::new(6, Goal::Discs).unwrap());
    check_variant::<English>();
    check_variant::<Italian>();
    check_variant::<Turkish>();
    check_variant::<Losing>();
}

#[test]
fn the_start_is_equal_but_for_who_moves() {
    let game = Checkers::<English>::new();
    let start = game.format_position(&game.start());
    let passed = start.replacen("B:", "W:", 1);
    let passed = game.parse_position(&passed).unwrap();
    for (info, evaluator) in Checkers::<English>::EVALUATORS {
        let mover = evaluator.evaluate(&game, &game.start(), Seat::FIRST).value();
        let mover_passed = evaluator.evaluate(&game, &passed, Seat::SECOND).value();
        assert_eq!(mover, mover_passed, "{}", info.name);
        // The weight of the move was learned too.
        assert!(
            mover == 0 || (info.name == "patterns" && mover.abs() < 10),
            "{}: {mover}",
            info.name
        );
    }
}

#[test]
fn evaluators_are_found_by_their_names() {
    fn check<G: EvaluatedGame<Evaluator: PartialEq + std::fmt::Debug>>() {
        for (info, evaluator) in G::EVALUATORS {
            assert_eq!(G::evaluator(info.name), Some(evaluator.clone()), "{}", info.name);
        }
        assert_eq!(G::evaluator("none"), None);
    }
    check::<TicTacToe>();
    check::<ConnectFour>();
    check::<Othello>();
    check::<Checkers<English>>();
}
