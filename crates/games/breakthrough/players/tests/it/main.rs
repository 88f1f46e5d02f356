//! The entry of Breakthrough.

use board_engine::Notation;
use breakthrough::Breakthrough;
use breakthrough_players::{BreakthroughEntry, FAMILY};
use conformance::evaluation::obey_the_laws;
use search::{Algorithm, Depth, Limits, MonteCarlo, MonteCarloOptions, Score, Task, Zero};

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
        "breakthrough can't be played as \"4\": a board of 4x4: the size must be 5 to 8"
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
