//! Engines of other programs as players, and our players as engines.

use integration_tests::Rival;

use crate::objects;

/// Lets our own program, as another program's engine, play against `random` in a variant of draughts.
fn check(variant: &str, player: &str) {
    let game = format!("checkers:{variant}");
    let engine = format!("engine:hub:rival engine {game} --player {player}");
    let arguments = ["watch", &game, &engine, "random", "--seed", "3", "--json"];
    let events = objects(&Rival::new(arguments).run().exits(0));
    let last = events.last().expect("a match has events");
    assert_eq!(last["event"], "match_ended", "{last}");
    assert!(last["payoffs"].is_array(), "{game}: the game came to its end: {last}");
}

#[test]
fn our_players_play_our_table_through_the_pipe() {
    check("international", "greedy");
    check("frysk", "random");
    check("breakthrough", "random");
    check("russian", "alpha-beta:depth=2");
    check("english", "random");
    check("turkish", "random");
}

#[test]
fn the_strongest_player_is_the_engine_where_nobody_is_named() {
    let finished = Rival::new(["engine", "checkers:international"]).input("hub\n").run().exits(0);
    assert!(finished.stdout.contains("id name=\"Rival pvs\""), "{finished}");
}

#[test]
fn an_engine_that_fails_loses_and_the_exit_code_says_so() {
    let finished = Rival::new(["watch", "checkers", "engine:hub:false", "random"]).run().exits(4);
    assert!(finished.stderr.contains("vanished: false: it ended"), "{finished}");
    let missing = Rival::new(["watch", "checkers", "random", "engine:hub:/no/such"]).run().exits(4);
    assert!(missing.stderr.contains("load refused: /no/such can't be started"), "{missing}");
}

#[test]
fn an_engine_that_nobody_can_run_is_usage() {
    let check = |arguments: &[&str], word: &str| {
        let finished = Rival::new(arguments).run().exits(2);
        assert!(finished.stderr.contains(word), "{finished}");
    };
    check(&["watch", "tic-tac-toe", "engine:hub:false", "random"], "tic-tac-toe");
    check(&["watch", "checkers", "engine:uci:false", "random"], "engine:hub:COMMAND");
    check(&["watch", "checkers", "engine:hub:", "random"], "expected the command");
    check(&["watch", "checkers", "engine:hub:scan 'hub", "random"], "a second quotation mark");
    check(&["engine", "tic-tac-toe"], "the Hub protocol is for draughts");
    check(&["engine", "checkers", "--player", "random", "--option", "bogus=1"], "bogus");
    check(&["engine", "checkers", "--protocol", "uci"], "uci");
}
