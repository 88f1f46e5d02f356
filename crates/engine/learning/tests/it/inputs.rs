//! Tests for the automatic inputs of all learnable games.

use std::collections::HashMap;

use board_engine::{
    Deterministic, KeyHistory, Notation, PerfectInformation, Status, Turn, Word, ZeroSum,
};
use breakthrough::Breakthrough;
use checkers::any_size::CheckersAnySize;
use checkers::{AnyVariant, AnyVariantVisitor, VARIANTS, with_any_variant};
use chess::Chess;
use connect_four::{ConnectFour, ConnectGame};
use hex_game::Hex;
use learning::{AutomaticInputs, LearningInputs, active_inputs};
use othello::Othello;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tic_tac_toe::TicTacToe;

/// Plays random games, and checks that positions with the same inputs have the same key.
fn check<G: Notation + ZeroSum + Deterministic + PerfectInformation>(name: &str, game: &G) {
    let inputs = AutomaticInputs::new(game).unwrap();
    let source: &dyn LearningInputs<G> = &inputs;
    let mut key_of: HashMap<Vec<u16>, (u64, String)> = HashMap::new();
    let (mut moves, mut active) = (Vec::new(), Vec::new());
    for seed in 100..110 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        let mut position = game.start();
        let mut history = KeyHistory::starting_at(game, &position);
        for _ in 0..120 {
            let Turn::Seat(mover) = game.turn(&position) else { unreachable!("no chance") };
            active.clear();
            source.push(game, &position, mover, &mut active);
            assert!(active.len() <= source.active_max(), "{name}: {active:?}");
            active_inputs(source, game, &position, mover, &mut active);
            assert!(active.iter().all(|&input| usize::from(input) < source.count()), "{name}");
            let here = (game.key(&position), game.format_position(&position));
            if let Some(known) = key_of.insert(active.clone(), here.clone()) {
                assert_eq!(known.0, here.0, "{name}: {} and {}", known.1, here.1);
            }
            let status = game.legal_moves(&position, &mut moves);
            if status != Status::Ongoing || history.outcome(game).is_some() {
                break;
            }
            let mv = moves[rng.random_range(0..moves.len())];
            history.play(game, &mut position, mv);
        }
    }
}

/// Checks the variant that it is called with.
struct Check;

impl AnyVariantVisitor for Check {
    type Output = ();

    fn visit<W: Word>(self, game: AnyVariant<W>) {
        check(game.rules().name, &game);
    }
}

#[test]
fn positions_that_the_rules_distinguish_have_different_inputs() {
    check("tic-tac-toe", &TicTacToe::default());
    check("connect-four", &ConnectFour::default());
    check("connect-four:14,8,5", &ConnectGame::<u128>::new(14, 8, 5).unwrap());
    check("othello", &Othello::default());
    check("hex", &Hex::default());
    check("breakthrough", &Breakthrough::default());
    check("chess", &Chess::default());
    check("chess960", &Chess::chess960(100).unwrap());
    check("checkers:6,8,2", &CheckersAnySize::new(6, 8, 2).unwrap());
    for variant in VARIANTS {
        with_any_variant(variant.name, Check).unwrap();
    }
}

/// The inputs for the position after these moves, from the mover's view, without the side to move.
fn seen_by_mover<G: Notation>(game: &G, moves: &[&str]) -> Vec<u16> {
    let mut position = game.start();
    for text in moves {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    let Turn::Seat(mover) = game.turn(&position) else { unreachable!("no chance") };
    let inputs = AutomaticInputs::new(game).unwrap();
    let mut active = Vec::new();
    active_inputs::<G>(&inputs, game, &position, mover, &mut active);
    active.retain(|&input| input > 1);
    active
}

#[test]
fn each_seat_sees_the_board_from_its_own_side() {
    let game = ConnectFour::default();
    // The mover has the disc in the middle, and the opponent has the disc in the corner.
    let first = seen_by_mover(&game, &["4", "1"]);
    let second = seen_by_mover(&game, &["1", "4", "7"]);
    assert_eq!((first.len(), second.len()), (2, 3));
    assert!(first.iter().all(|input| second.contains(input)));
    let chess = Chess::default();
    let start = seen_by_mover(&chess, &[]);
    let black = seen_by_mover(&chess, &["Nf3", "Nf6", "Ng1"]);
    let pieces = |inputs: &[u16]| {
        let equal = inputs.iter().filter(|input| black.contains(input));
        equal.count()
    };
    assert!(pieces(&start) >= 31, "all but Black's knight");
}
