//! Tests of the Breakthrough entry.

use board_engine::{Notation, Seat};
use breakthrough::{Breakthrough, SIZE_MAX, SIZE_MIN};
use breakthrough_players::{BreakthroughEntry, FAMILY};
use conformance::evaluation::obey_the_laws;
use game_family::CatalogEntry;
use learning::LearnedEvaluator;
use search::{
    Algorithm, Depth, Evaluator, Limits, MonteCarlo, MonteCarloOptions, Score, Task, Zero,
};

#[test]
fn the_evaluator_obeys_the_laws() {
    obey_the_laws::<BreakthroughEntry>(&Breakthrough::default());
}

#[test]
fn variants_are_board_sizes() {
    let name = |variant| {
        FAMILY.open(variant).map_or_else(|error| error.to_string(), |it| it.name().into())
    };
    assert_eq!(name(None), "breakthrough:8");
    assert_eq!(name(Some("5")), "breakthrough:5");
    assert_eq!(
        name(Some("4")),
        "breakthrough can't be played as \"4\": the board size must be 5 to 8, not 4"
    );
    assert_eq!(
        name(Some("8x8")),
        "breakthrough can't be played as \"8x8\": expected a size from 5 to 8, like 8"
    );
}

#[test]
fn monte_carlo_finds_a_won_race() {
    let game = Breakthrough::default();
    // White needs three moves and Black four.
    let position = game.parse_position("8/8/6b1/w7/8/8/8/8 w").expect("a possible position");
    let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
    let limits = Limits { nodes: Some(5_000), ..Limits::to_depth(Depth::MAX) };
    let report = MonteCarlo::new(MonteCarloOptions::default()).search(&task, &limits);
    assert_eq!(report.score, Score::win_in(5));
}

#[test]
fn the_default_player_of_every_size_has_a_learned_network() {
    for size in SIZE_MIN..=SIZE_MAX {
        let entry = FAMILY.open(Some(&size.to_string())).expect("the size is supported");
        assert_eq!(entry.players()[0].name, "learned");
        let game = Breakthrough::new(size).expect("the size is supported");
        let network = BreakthroughEntry::network(&game).expect("there is a network");
        let inputs = BreakthroughEntry::learning_inputs(&game).expect("the game can be learned");
        let evaluator = LearnedEvaluator::from_bytes(network, entry.name(), inputs, 100)
            .expect("the network fits");
        // White has twice as many pawns.
        let (row, empty) = ("w".repeat(size.into()), format!("{size}"));
        let mut rows = vec!["b".repeat(size.into())];
        rows.extend(std::iter::repeat_n(empty, usize::from(size) - 3));
        rows.extend([row.clone(), row]);
        for mover in ["w", "b"] {
            let text = format!("{} {mover}", rows.join("/"));
            let position = game.parse_position(&text).expect("a possible position");
            let score = evaluator.evaluate(&game, &position, Seat::FIRST);
            assert!(score > Score::new(50), "{text}: {score}");
        }
    }
}
