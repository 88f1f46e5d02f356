//! The entry of Hex.

use board_engine::Notation;
use conformance::evaluation::obey_the_laws;
use hex_game::{Hex, Swap};
use hex_game_players::{FAMILY, HexEntry};
use search::{Algorithm, Depth, Limits, MonteCarlo, MonteCarloOptions, Report, Task, Zero};

#[test]
fn the_evaluator_obeys_the_laws() {
    obey_the_laws::<HexEntry>(&Hex::default());
}

#[test]
fn variants_are_sizes_with_or_without_swap() {
    let name = |variant| {
        FAMILY.open(variant).map_or_else(|error| error.to_string(), |it| it.name().into())
    };
    assert_eq!(name(None), "hex:11");
    assert_eq!(name(Some("3,swap")), "hex:3,swap");
    assert_eq!(
        name(Some("12")),
        "hex can't be played as \"12\": a board of 12x12: the size must be 3 to 11"
    );
    for variant in ["", "x", "11,", "11x11", "swap", "11,swap,swap"] {
        let expected = format!(
            "hex can't be played as \"{variant}\": expected SIZE or SIZE,swap, like 11,swap"
        );
        assert_eq!(name(Some(variant)), expected);
    }
}

fn search(game: &Hex, position: &str, playouts: u64) -> (String, Report<hex_game::Move>) {
    let position = game.parse_position(position).expect("a possible position");
    let task = Task { game, evaluator: &Zero, position: &position, history: None };
    let limits = Limits { nodes: Some(playouts), ..Limits::to_depth(Depth::MAX) };
    let report = MonteCarlo::new(MonteCarloOptions::default()).search(&task, &limits);
    let best = report.best.expect("the game is not over");
    (game.format_move(&position, best), report)
}

/// On a small board, all openings win except those at the acute corners (HexWiki, "Swap rule").
#[test]
fn monte_carlo_swaps_a_stone_in_the_center_and_not_one_in_the_corner() {
    let game = Hex::new(5, Swap::Allowed).expect("the size is supported");
    assert_eq!(search(&game, "5/5/2r2/5/5 b", 20_000).0, "swap");
    assert_ne!(search(&game, "r4/5/5/5/5 b", 20_000).0, "swap");
}

#[test]
fn monte_carlo_completes_a_connection() {
    let game = Hex::new(5, Swap::Forbidden).expect("the size is supported");
    let (best, report) = search(&game, "2r2/2r2/5/1r3/brbbb r", 2_000);
    assert!(report.score.is_win() && ["b3", "c3"].contains(&best.as_str()), "{best}");
}
