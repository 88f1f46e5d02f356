//! Tests of the Hex entry.

use board_engine::{Bitboard, Game, Notation, Seat, Status};
use conformance::evaluation::obey_the_laws;
use game_family::CatalogEntry;
use hex_game::{Hex, Position, Swap};
use hex_game_players::{FAMILY, HexEntry};
use learning::{LearnedEvaluator, active_inputs};
use search::{
    Algorithm, Depth, Evaluator, Limits, MonteCarlo, MonteCarloOptions, Report, Score, Task, Zero,
};

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
        "hex can't be played as \"12\": the board size must be 3 to 11, not 12"
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

#[test]
fn the_default_player_on_the_usual_board_has_a_learned_network() {
    for (variant, default) in [("11", "learned"), ("11,swap", "learned"), ("7", "monte-carlo")] {
        let entry = FAMILY.open(Some(variant)).expect("the variant is known");
        assert_eq!(entry.players()[0].name, default, "{variant}");
    }
    for swap in [Swap::Forbidden, Swap::Allowed] {
        let game = Hex::new(11, swap).expect("the size is supported");
        let network = HexEntry::network(&game).expect("there is a network");
        let inputs = HexEntry::learning_inputs(&game).expect("the game can be learned");
        let evaluator =
            LearnedEvaluator::from_bytes(network, "hex", inputs, 100).expect("the network fits");
        // Red has a chain of bridges from the top to the bottom; Blue's stones are scattered.
        let rows = "5r1b3/11/b3r6/11/3r1b5/11/2r2b5/11/1r2b6/11";
        for (first_row, mover) in [("11", "r"), ("r10", "b")] {
            let text = format!("{first_row}/{rows} {mover}");
            let position = game.parse_position(&text).expect("a possible position");
            let score = evaluator.evaluate(&game, &position, Seat::FIRST);
            assert!(score > Score::new(100), "{mover}: {score}");
        }
    }
}

/// The position with each stone moved to the place returned by `place`, and with the seats swapped if `exchange` is
/// set.
fn moved(position: &Position, exchange: bool, place: impl Fn(u32) -> u32) -> Position {
    let stones = [Seat::FIRST, Seat::SECOND].map(|seat| {
        let seat = if exchange { seat.opponent() } else { seat };
        position.stones(seat).into_iter().map(&place).collect::<Bitboard<u128>>()
    });
    let mover = position.mover();
    Position::new(stones, if exchange { mover.opponent() } else { mover })
}

#[test]
fn inputs_follow_the_symmetries_of_the_board() {
    for size in [3, 6, 11] {
        let game = Hex::new(size, Swap::Forbidden).expect("the size is supported");
        let inputs = HexEntry::learning_inputs(&game).expect("the game can be learned");
        let [half_turn] = inputs.symmetries() else { panic!("one symmetry") };
        let (size, mut moves) = (u32::from(size), Vec::new());
        for step in 1..9 {
            let mut position = game.start();
            while game.legal_moves(&position, &mut moves) == Status::Ongoing {
                let active = |position: &Position| {
                    let mut active = Vec::new();
                    active_inputs(&*inputs, &game, position, position.mover(), &mut active);
                    active
                };
                let here = active(&position);
                let turned = moved(&position, false, |place| size * size - 1 - place);
                let mut expected: Vec<u16> =
                    here.iter().map(|&input| half_turn[usize::from(input)]).collect();
                expected.sort_unstable();
                assert_eq!(active(&turned), expected, "{position:?}");
                // The other seat sees the mirrored board with the colors swapped; only the side to move differs.
                let mirrored = moved(&position, true, |place| place % size * size + place / size);
                let without_mover = |inputs: &[u16]| inputs[1..].to_vec();
                assert_eq!(without_mover(&active(&mirrored)), without_mover(&here));
                let index = (step * (moves.len() + 3)) % moves.len();
                game.play(&mut position, moves[index]);
            }
        }
    }
}
