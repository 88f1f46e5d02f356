//! What one seat wins the other loses, in every position of random play.

use board_engine::{Game, Seat, Status};
use checkers::{Checkers, English, Italian, Losing, Turkish, Variant};
use evaluation::{EvaluatedGame, EvaluatorVisitor};
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::{Evaluator, Score};
use tic_tac_toe::{MnkGame, TicTacToe};

/// Plays at random and looks at every position.
struct Cancels<'a, G> {
    game: &'a G,
    name: &'static str,
}

impl<G: EvaluatedGame> EvaluatorVisitor<G> for Cancels<'_, G> {
    type Output = ();

    fn visit<E: Evaluator<G> + 'static>(self, evaluator: E) {
        let mut chance = ChaCha8Rng::seed_from_u64(1);
        let mut moves = Vec::new();
        for _ in 0..20 {
            let mut position = self.game.start();
            for _ in 0..100 {
                let [first, second] = [Seat::FIRST, Seat::SECOND]
                    .map(|seat| evaluator.evaluate(self.game, &position, seat));
                assert_eq!(first, -second, "{} of {position:?}", self.name);
                if self.game.legal_moves(&position, &mut moves) != Status::Ongoing {
                    break;
                }
                self.game.play(&mut position, *moves.choose(&mut chance).unwrap());
            }
        }
    }
}

fn check<G: EvaluatedGame>(game: &G) {
    for info in G::EVALUATORS {
        let visited = G::with_evaluator(info.name, Cancels { game, name: info.name });
        assert!(visited.is_ok(), "{} is listed and not known", info.name);
    }
    assert!(G::with_evaluator("none", Cancels { game, name: "none" }).is_err());
}

fn check_variant<V: Variant>() {
    check(&Checkers::<V>::new());
}

#[test]
fn every_evaluator_of_every_game_sees_the_same_from_both_sides() {
    check(&TicTacToe::default());
    check(&MnkGame::<u64>::new(6, 6, 4).unwrap());
    check_variant::<English>();
    check_variant::<Italian>();
    check_variant::<Turkish>();
    check_variant::<Losing>();
}

#[test]
fn the_start_is_equal() {
    struct AtStart;
    impl<G: Game + Default> EvaluatorVisitor<G> for AtStart {
        type Output = Score;

        fn visit<E: Evaluator<G> + 'static>(self, evaluator: E) -> Score {
            let game = G::default();
            evaluator.evaluate(&game, &game.start(), Seat::FIRST)
        }
    }
    for info in Checkers::<English>::EVALUATORS {
        assert_eq!(Checkers::<English>::with_evaluator(info.name, AtStart).ok(), Some(Score::ZERO));
    }
}
