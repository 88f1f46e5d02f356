//! Plugins in C query the rules of their game. An invalid query gets an error code and a reason.

use std::sync::Arc;

use board_engine::Seat;
use games_package::{MatchSetup, Moderator, Options, Player, Reply, Request, SeatSetup};
use plugin_host::{Isolation, Plugin, PluginPlayer};

use super::isolation;
use crate::support::{Table, cache, compiled, request};

/// Loads the plugin. The rules of all games are available wherever the plugin runs.
fn load(source: &str) -> Plugin {
    let rules = Some(game_catalog::line_of_play as _);
    let isolation = Isolation { rules, ..Isolation::clone(&isolation()) };
    Plugin::load(&compiled(source, &[]).file, cache(), &Arc::new(isolation)).unwrap()
}

fn player(name: &str, game: &str) -> PluginPlayer {
    load("tests/plugins/c_rules.c").new_player(name, game, &Options::default()).unwrap()
}

/// A request for a move in this match.
fn turn(start: &str, moves: &str) -> Request {
    Request { start: start.into(), moves: moves.into(), ..request() }
}

/// This player's findings about the rules on its turn in this match.
fn found(player: &mut PluginPlayer, start: &str, moves: &str) -> String {
    let table = Table { runs: true, ..Table::default() };
    player.choose_move(&turn(start, moves), &table).unwrap_err().text().to_owned()
}

const START: &str = "B:W21-32:B1-12";

#[test]
fn a_player_in_c_counts_the_positions_of_draughts() {
    let found = found(&mut player("perft", "checkers:english"), START, "");
    let (counts, speed) = found.split_once("; ").unwrap();
    println!("{speed}");
    // Aart Bik's counts; see the perft tests of `checkers`.
    assert_eq!(counts, "7 49 302 1469 7361 36768 179740 845931 179740");
}

#[test]
fn a_c_players_threads_share_the_rules() {
    let found = found(&mut player("threads", "checkers:english"), START, "");
    assert_eq!(found, "7361 7361 7361 7361");
}

fn check_described(game: &str, start: &str, moves: &str, expected: &str) {
    assert_eq!(found(&mut player("describes", game), start, moves), expected);
}

#[test]
fn a_position_is_described_with_its_successors() {
    check_described(
        "checkers:english",
        START,
        "11-15 22-18",
        "turn 0, 1 moves, B:W18,21,23-32:B1-10,12,15: 15x22*1>1/2",
    );
    check_described(
        "tic-tac-toe:3,3,3",
        "",
        "a1 b1 a2 b2 a3",
        "turn -1, 0 moves, payoffs 1 -1, x2/xo1/xo1 o:",
    );
    check_described(
        "tic-tac-toe:3,3,3",
        "xx1/oo1/3 x",
        "",
        "turn 0, 5 moves, xx1/oo1/3 x: c3*1>-1/0 a1*1>1/4 c1*1>1/4 c2*1>1/4 b1*1>1/4",
    );
    let rolls = "1*1>1/1 2*1>0/2 3*1>0/2 4*1>0/2 5*1>0/2 6*1>0/2";
    check_described("pig:30", "", "roll", &format!("turn -2, 6 moves, 0,0 1 0 roll: {rolls}"));
}

#[test]
fn the_rules_reveal_only_the_view_of_the_player() {
    // The moves don't include the other player's card, so they don't determine a position.
    check_described(
        "kuhn-poker:1",
        "-- -",
        "deal-Q deal-?",
        "-106 [malformed move \"deal-?\" at column 1: expected the dealt card: J or K]",
    );
    // The player's own view is a position. This view hides the other card even after the end of the hand.
    let view = "turn 0, 2 moves, Q? pb: fold*1>-1/0 call*1>-1/0";
    check_described("kuhn-poker:1", "Q? pb", "", view);
}

#[test]
fn a_game_without_rules_is_refused() {
    check_described("some", START, "", "-102 [this program doesn't have the rules of the game]");
}

#[test]
fn positions_persist_between_turns() {
    let mut player = player("keeps", "checkers:english");
    assert_eq!(found(&mut player, START, "11-15"), "0 W:W21-32:B1-10,12,15");
    assert_eq!(found(&mut player, START, "11-15 22-18"), "0 B:W18,21,23-32:B1-10,12,15");
}

fn check_misuse(name: &str, expected: &str) {
    assert_eq!(found(&mut player(name, "checkers:english"), START, ""), expected);
}

#[test]
fn wrong_handles_and_moves_are_refused() {
    let none = "unknown position: its handle is invalid or released";
    let refused = "-103 ".repeat(9);
    check_misuse(
        "handles",
        &format!(
            "released 0 -103 [at index 0 of 1: {none}] use {refused}others -103 -103 -103 \
             second of three -103 [at index 1 of 3: {none}] moves -104 [at index 0 of 1: unknown move] \
             -104 -104 [illegal move 1-2 in B:W21-32:B1-12: 2 is occupied] -104"
        ),
    );
}

#[test]
fn wrong_arrays_are_refused() {
    check_misuse(
        "arrays",
        "null -107 -107 -107 -107 -107 -107 -107 -107 -107 -107 -107 context -101 none 0 0 0 0 unaligned -107 \
         too many -108 -108 -108 -108 a full batch 0 too small -109 -109 texts 4 kept 4 9-14 4 9-14 same 0",
    );
}

#[test]
fn wrong_strings_are_refused() {
    check_misuse(
        "texts",
        "-106 [malformed position \"no position\" at column 1: expected the side to move, W or B] \
         -106 [illegal move 11-15 in W:W21-32:B1-10,12,15: no piece on 11] -106 -106 -106 -106 made 0",
    );
}

#[test]
fn the_number_of_positions_is_bounded() {
    check_misuse(
        "keeps-many",
        "-108 in batch 16 [too many positions; see RIVAL_BATCH_MAX and RIVAL_KEPT_MAX] rest 65535, \
         play -108 make -108 after a release 0 0",
    );
}

/// Lets the example's careful player play a match against itself. Returns the number of moves.
fn check_careful(game: &str) -> usize {
    let plugin = load("../../../plugins/c-example/c_example.c");
    let table = game_catalog::table_game(game).unwrap();
    let seats = (0..table.seat_count()).map(|_| {
        let player = plugin.new_player("careful", table.name(), &Options::default()).unwrap();
        SeatSetup::new("careful", Box::new(player))
    });
    let mut setup = MatchSetup::new(Arc::clone(&table), seats.collect());
    setup.seed = 3;
    let record = Moderator::new(setup).unwrap().run().unwrap().record;
    record.plies.len()
}

#[test]
fn the_careful_example_plays_games_of_every_kind() {
    let games = [
        "tic-tac-toe",
        "checkers",
        "othello:6",
        "pig:30",
        "kuhn-poker:3",
        "dominoes:3,block,to=10",
    ];
    for game in games {
        assert!(check_careful(game) > 0, "{game}");
    }
}

#[test]
fn the_careful_example_sees_two_plies() {
    let plugin = load("../../../plugins/c-example/c_example.c");
    let choose = |start: &str| {
        let game = "tic-tac-toe:3,3,3";
        let mut player = plugin.new_player("careful", game, &Options::default()).unwrap();
        let mut legal_moves = Vec::new();
        let table = game_catalog::table_game(game).unwrap();
        table.open(Some(start)).unwrap().legal_moves(&mut legal_moves);
        let request = Request { seat: Seat::FIRST, legal_moves, ..turn(start, "") };
        player.choose_move(&request, &Table { runs: true, ..Table::default() })
    };
    assert_eq!(choose("xx1/oo1/3 x"), Ok(Reply::play("c3")), "it wins");
    assert_eq!(choose("oo1/x2/x2 x"), Ok(Reply::play("c3")), "it does not lose");
}
