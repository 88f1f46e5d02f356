//! Tests that violations of the evaluator laws are found.

use board_engine::{Game, Seat};
use conformance::evaluation::first_violation;
use game_family::{CatalogEntry, Duel, EvaluatorInfo};
use search::{Evaluator, NoHints, Score};
use tic_tac_toe::{Move, Position, TicTacToe};

type Ttt = TicTacToe;

/// An evaluator that breaks one law.
#[derive(Clone, Copy, Debug)]
enum Faulty {
    /// Scores well for both seats.
    OneSided,
    /// Scores as high as a won game.
    Boundless,
    Sound,
}

impl Evaluator<Ttt> for Faulty {
    fn evaluate(&self, _: &Ttt, position: &<Ttt as Game>::Position, seat: Seat) -> Score {
        let stones = |seat| position.stones(seat).count().cast_signed();
        let balance = stones(seat) - stones(seat.opponent());
        match self {
            Self::OneSided => Score::new(stones(seat)),
            Self::Boundless => Score::new(balance * 2_000_000),
            Self::Sound => Score::new(balance * 10),
        }
    }
}

macro_rules! entry {
    ($name:ident, $($evaluator:literal: $value:expr),*) => {
        #[derive(Debug)]
        enum $name {}

        impl CatalogEntry for $name {
            type Game = Ttt;
            type Kind = Duel;
            type Evaluator = Faulty;
            type Hints = NoHints;
            const EVALUATORS: &'static [(EvaluatorInfo, Faulty)] =
                &[$((EvaluatorInfo { name: $evaluator, description: "" }, $value)),*];

            fn rank(_: &Ttt, _: &Position<u16>, _: Move) -> i32 {
                0
            }
        }
    };
}

entry!(Sound, "sound": Faulty::Sound);
entry!(OneSided, "sound": Faulty::Sound, "one-sided": Faulty::OneSided);
entry!(Boundless, "boundless": Faulty::Boundless);
entry!(Doubled, "sound": Faulty::Sound, "sound": Faulty::Sound);
entry!(Blank, "not sound": Faulty::Sound);

fn check<E: CatalogEntry<Game = Ttt>>(broken: Option<&str>) {
    let violation = first_violation::<E>(&Ttt::default()).err();
    assert_eq!(violation.as_ref().map(|violation| violation.law), broken, "{violation:?}");
}

#[test]
fn a_fault_is_detected_and_named() {
    check::<Sound>(None);
    check::<OneSided>(Some("the values of both seats sum to zero"));
    check::<Boundless>(Some("a value stays below the scores of won games"));
    check::<Doubled>(Some("names differ"));
    check::<Blank>(Some("a name has lower-case letters, digits and hyphens"));
}
