//! Tests of the dominoes players through the public interface.

#![expect(clippy::unwrap_used, reason = "a test that cannot continue has failed")]

use board_engine::{Game, Notation, Seat};
use dominoes::Dominoes;
use dominoes_players::{DominoesEntry, FAMILY, Points};
use game_family::CatalogEntry;
use games_package::{EndReason, MatchSetup, Moderator, Options, SeatSetup};
use search::Evaluator;

/// Plays a match between players with these names. Returns the reason why the game ended, and the payoffs.
fn play_match(variant: &str, players: &[&str], seed: u64) -> (String, Vec<i16>) {
    let game = FAMILY.open(Some(variant)).unwrap();
    let seat = |name: &&str| {
        let options = match *name {
            "information-sets" | "single-observer" => "playouts=60".parse().unwrap(),
            "open-hands" => "depth=2".parse().unwrap(),
            _ => Options::default(),
        };
        SeatSetup::new(*name, game.new_player(name, &options).unwrap().unwrap())
    };
    let mut setup = MatchSetup::new(game.table_game(), players.iter().map(seat).collect());
    setup.seed = seed;
    let record = Moderator::new(setup).unwrap().run().unwrap().record;
    let ending = record.ending.unwrap();
    let EndReason::Rules(reason) = ending.reason else { panic!("{ending:?}") };
    (reason, ending.payoffs.unwrap())
}

#[test]
fn every_player_plays_every_kind_of_game_to_its_end() {
    let players = ["information-sets", "single-observer", "open-hands", "greedy"];
    for (variant, seats) in [("to=30", 2), ("all-fives,3,round", 3), ("block,partners,round", 4)] {
        let (_, payoffs) = play_match(variant, &players[..seats], 1);
        assert_eq!(payoffs.len(), seats);
    }
}

#[test]
fn the_same_seed_gives_the_same_match() {
    let players = ["information-sets", "greedy"];
    assert_eq!(play_match("round", &players, 5), play_match("round", &players, 5));
}

/// All seats' scores.
fn values(variant: &str, text: &str) -> Vec<i32> {
    let game = Dominoes::from_variant(variant).unwrap();
    let position = game.parse_position(text).unwrap();
    let value = |seat| Points.evaluate(&game, &position, seat).value();
    Seat::all(game.seats()).map(value).collect()
}

#[test]
fn a_side_that_needs_half_as_many_points_wins_twice_as_often() {
    assert_eq!(values("", "- - - 50,0 1 1 0 deal"), [33, -33]);
    assert_eq!(values("", "- - - 0,0 1 1 0 deal"), [0, 0]);
    assert_eq!(values("to=40,3", "- - - - 20,0,0 1 1 0 deal"), [0, -50, -50]);
    assert_eq!(values("partners", "- - - - - 50,0 1 1 0 deal"), [33, -33, 33, -33]);
}

#[test]
fn a_lighter_hand_is_better() {
    let values = values("", "4-2,2-6 1-0,0-0 5-5,6-5 0,0 1 1 0 play");
    assert!(values[0] > 0 && values[0] == -values[1], "{values:?}");
}

#[test]
fn playouts_may_end_with_a_round() {
    let game = Dominoes::default();
    let ends = |text| Points.ends_playout(&game, &game.parse_position(text).unwrap());
    assert!(ends("4-6,6-1 - 5-4 9,0 1 1 0 over"));
    assert!(!ends("4-6 6-1 5-4 0,0 1 1 0 play"));
}

#[test]
fn the_greedy_player_takes_points_and_then_the_most_pips() {
    let ranked = |variant: &str, text: &str, mv: &str| {
        let game = Dominoes::from_variant(variant).unwrap();
        let position = game.parse_position(text).unwrap();
        let mv = game.parse_move(&position, mv).unwrap();
        DominoesEntry::rank(&game, &position, mv)
    };
    let text = "4-2,2-6 4-1,6-6,2-1 ?3 0,0 1 1 0 play";
    assert!(ranked("block", text, "66") > ranked("block", text, "41"));
    // 4-1 makes the ends 1 and 6; 6-4 at the six makes 4 and 4; 6-1 makes 4 and 1, which scores.
    let text = "4-2,2-6 6-1,6-6,2-1 ?3 0,0 1 1 0 play";
    assert!(ranked("all-fives", text, "61") > ranked("all-fives", text, "66"));
}
