use board_engine::{Game, Status, zobrist};
use checkers::rules::Precedence;
use checkers::{Checkers, VARIANTS, Variant, VariantVisitor, with_variant};
use game_conformance::{Effort, obey_the_laws, payoffs_cancel};

use crate::support::deep;

struct Laws;

impl VariantVisitor for Laws {
    type Output = ();

    fn visit<V: Variant>(self) {
        let effort = if deep() { Effort::THOROUGH } else { Effort::QUICK };
        obey_the_laws(&Checkers::<V>::new(), effort);
        payoffs_cancel(&Checkers::<V>::new(), effort);
    }
}

#[test]
fn all_variants_obey_the_laws() {
    for variant in VARIANTS {
        with_variant(variant.name, Laws).unwrap();
    }
}

/// What can be asked without a list of moves is what the list says, in every position of some random games.
struct Questions;

impl VariantVisitor for Questions {
    type Output = ();

    fn visit<V: Variant>(self) {
        let game = Checkers::<V>::new();
        let mut moves = Vec::new();
        for seed in 0..20 {
            let mut position = game.start();
            for ply in 0..150 {
                if game.legal_moves(&position, &mut moves) != Status::Ongoing {
                    break;
                }
                let has_step = moves.iter().any(|mv| !mv.is_capture() && !mv.is_pass());
                let must_capture = Checkers::<V>::can_capture(&position)
                    && !matches!(V::RULES.precedence, Precedence::Optional);
                assert_eq!(Checkers::<V>::can_capture(&position), moves[0].is_capture());
                if !must_capture {
                    assert_eq!(Checkers::<V>::can_step(&position), has_step, "{position:?}");
                }
                let freedom = Checkers::<V>::mobility(&position, position.turn());
                assert_eq!(Checkers::<V>::can_step(&position), freedom > 0, "{position:?}");
                let number = zobrist::mix(&[seed, ply]) % moves.len() as u64;
                game.play(&mut position, moves[usize::try_from(number).unwrap()]);
            }
        }
    }
}

#[test]
fn questions_about_moves_are_answered_as_the_list_would() {
    for variant in VARIANTS {
        with_variant(variant.name, Questions).unwrap();
    }
}
