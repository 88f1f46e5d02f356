//! Tests for game kinds as used by their families.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

mod bids;
mod learned;

use board_engine::Game;
use conformance::{Effort, keep_secrets, obey_the_laws};
use game_family::{CatalogEntry, Duel, EvaluatorInfo, Hidden, Many, ManyDice, NO_EVALUATOR, open};
use games_package::{EndReason, MatchSetup, Moderator, Options, SeatSetup};
use pig::Pig;
use search::{AlphaBeta, Minimax, NoHints, Paranoid, Zero};

use self::bids::Bids;

/// Checks the players for a game of this kind without an evaluator.
macro_rules! check {
    ($game:expr, $type:ty, $kind:ty, $expected:expr) => {{
        #[derive(Debug)]
        enum Entry {}

        impl CatalogEntry for Entry {
            type Game = $type;
            type Kind = $kind;
            type Evaluator = Zero;
            type Hints = NoHints;

            const EVALUATORS: &'static [(EvaluatorInfo, Zero)] = &[(NO_EVALUATOR, Zero)];
        }

        check_entry::<Entry>(&$game, $expected);
    }};
}

/// Plays a match of each player against itself to the end, and searches with each algorithm.
fn check_entry<E: CatalogEntry>(game: &E::Game, expected: &[&str]) {
    let opened = open::<E>("game".into(), game.clone());
    let names: Vec<&str> = opened.players().iter().map(|about| about.name).collect();
    assert_eq!(names, expected);
    for name in names {
        let seat = |_| {
            let player = opened.new_player(name, &Options::default()).unwrap().unwrap();
            SeatSetup::new(name, player)
        };
        let mut setup = MatchSetup::new(opened.table_game(), (0..game.seats()).map(seat).collect());
        setup.thinking.nodes = Some(200);
        let ending = Moderator::new(setup).unwrap().run().unwrap().record.ending.unwrap();
        assert!(matches!(ending.reason, EndReason::Rules(_)), "{name}: {ending:?}");
    }
    let start = opened.explore(None).unwrap();
    for algorithm in start.algorithms() {
        let found = start.search(algorithm, NO_EVALUATOR.name, 3);
        assert!(found.unwrap().best.is_some(), "{algorithm}");
        assert!(start.search(algorithm, "none", 3).is_err());
    }
    assert!(start.search("none", NO_EVALUATOR.name, 3).is_err());
}

const HIDDEN: [&str; 5] = ["information-sets", "level", "single-observer", "open-hands", "greedy"];

#[test]
fn hidden_games_without_chance_have_players() {
    obey_the_laws(&Bids::<3>, Effort::QUICK);
    keep_secrets(&Bids::<3>, Effort::QUICK);
    check!(Bids::<2>, Bids<2>, Hidden<AlphaBeta>, &HIDDEN);
    check!(Bids::<3>, Bids<3>, Hidden<Minimax>, &HIDDEN);
    check!(Bids::<4>, Bids<4>, Hidden<Paranoid>, &HIDDEN);
}

#[test]
fn two_player_games_without_an_evaluation_default_to_monte_carlo() {
    let expected =
        ["monte-carlo", "pvs", "level", "alpha-beta", "negascout", "negamax", "minimax", "greedy"];
    check!(tic_tac_toe::TicTacToe::default(), tic_tac_toe::TicTacToe, Duel, &expected);
}

#[test]
fn games_with_dice_have_players_for_any_number_of_seats() {
    check!(Pig::new(10).unwrap(), Pig, ManyDice, &["monte-carlo", "level", "max-n", "greedy"]);
}

#[test]
fn games_without_dice_have_players_for_any_number_of_seats() {
    let game = tic_tac_toe::MnkForThree::<u128>::new(3, 3, 3).unwrap();
    check!(
        game,
        tic_tac_toe::MnkForThree<u128>,
        Many,
        &["monte-carlo", "level", "paranoid", "max-n", "greedy"]
    );
}
