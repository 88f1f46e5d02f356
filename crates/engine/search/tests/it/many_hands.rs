//! Tests with hidden hands and more than two seats.

use board_engine::{Game, HiddenInformation, Notation, Seat, zobrist};
use dominoes::{Dominoes, Position};
use search::{
    Algorithm, Depth, Determinized, Evaluator, ExpectiMaxN, InformationSets, Limits, Observers,
    Report, Score, Task, Zero,
};

/// An algorithm's move in a position of a variant.
fn at_table(variant: &str, text: &str, algorithm: impl Algorithm<Dominoes>) -> String {
    let game = Dominoes::from_variant(variant).expect("a variant");
    let position = game.parse_position(text).expect("a position");
    let report = search(&game, &position, &Zero, algorithm);
    report.best.map_or_else(|| "-".into(), |mv| game.format_move(&position, mv))
}

fn search<G: Game>(
    game: &G,
    position: &G::Position,
    evaluator: &impl Evaluator<G>,
    mut algorithm: impl Algorithm<G>,
) -> Report<G::Move> {
    let task = Task { game, evaluator, position, history: None };
    algorithm.search(&task, &Limits { nodes: Some(4_000), ..Limits::to_depth(Depth::new(6)) })
}

fn information_sets(observers: Observers) -> InformationSets {
    InformationSets { observers, ..InformationSets::default() }
}

const fn open_hands() -> Determinized<ExpectiMaxN> {
    Determinized { algorithm: ExpectiMaxN, deals: 12, seed: 1 }
}

#[test]
fn each_seat_takes_what_is_best_for_itself() {
    // The other players have one tile each, with only fives and sixes. After 3-0 and 0-0 they can't play, and 6-4 goes
    // out last.
    let text = "4-2,2-3 0-0,3-0,6-4 ?1!01234 ?1!01234 0,0,0 1 1 0 play";
    for observers in [Observers::Single, Observers::Multiple] {
        let sets = information_sets(observers);
        assert_eq!(at_table("block,3,round", text, sets), "3-0@right", "{observers:?}");
    }
    assert_eq!(at_table("block,3,round", text, open_hands()), "3-0@right");
}

#[test]
fn partners_help_each_other_go_out() {
    // South, the partner, has one tile with fives and sixes; East and West each have one with zeros, ones and twos.
    let text = "4-2,2-3 1-1,3-0,6-4 ?1!3456 ?1!01234 ?1!3456 0,0 1 1 0 play";
    for observers in [Observers::Single, Observers::Multiple] {
        let sets = information_sets(observers);
        assert_eq!(at_table("block,partners,round", text, sets), "6-4@left", "{observers:?}");
    }
    assert_eq!(at_table("block,partners,round", text, open_hands()), "6-4@left");
}

/// Ends a playout at the end of the round: half a payoff for the side with more points.
struct Ahead;

impl Evaluator<Dominoes> for Ahead {
    fn evaluate(&self, game: &Dominoes, position: &Position, seat: Seat) -> Score {
        let side = game.side(seat);
        let scores = position.scores();
        Score::new(if scores[side] > scores[1 - side] { 50 } else { -50 })
    }

    fn ends_playout(&self, _: &Dominoes, position: &Position) -> bool {
        position.is_round_over()
    }
}

#[test]
fn an_evaluator_can_end_a_playout() {
    let game = Dominoes::from_variant("block").expect("a variant");
    // Both moves with the only tile end the round.
    let position = game.parse_position("4-2,2-3 4-3 ?2 0,0 1 1 0 play").expect("a position");
    for observers in [Observers::Single, Observers::Multiple] {
        let report = search(&game, &position, &Ahead, information_sets(observers));
        assert_eq!(report.score, Score::new(50), "{observers:?}");
        let to_the_end = search(&game, &position, &Zero, information_sets(observers));
        assert!((1..=30).contains(&to_the_end.score.value()), "{}", to_the_end.score);
    }
}

#[test]
fn hidden_information_changes_nothing() {
    let game = Dominoes::from_variant("block,partners,round").expect("a variant");
    let text = "4-2,2-6 3-3,6-4,6-1 5-5,5-1,0-0 4-4,5-3,6-5 2-2,1-0,6-6!4 0,0 1 1 0 play";
    let position = game.parse_position(text).expect("a position");
    let mut number = 0_u64;
    let other = game.resample(&position, Seat::FIRST, &mut |count| {
        number += 1;
        u32::try_from(zobrist::mix(&[number]) % u64::from(count)).expect("below")
    });
    assert_ne!(position, other);
    let both = [position, other];
    for observers in [Observers::Single, Observers::Multiple] {
        let reports =
            both.map(|at: Position| search(&game, &at, &Zero, information_sets(observers)));
        assert_eq!(reports[0], reports[1]);
    }
    let reports = both.map(|at: Position| search(&game, &at, &Zero, open_hands()));
    assert_eq!(reports[0], reports[1]);
}
