//! Other programs' engines as players, and our players as engines.

use integration_tests::{Finished, Rival, Running, free_port};

use crate::objects;

/// Runs our own program as an external engine against `random` in a variant of draughts.
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
fn our_players_play_at_our_table_through_the_pipe() {
    check("international", "greedy");
    check("frysk", "random");
    check("breakthrough", "random");
    check("russian", "alpha-beta:depth=2");
    check("english", "random");
    check("turkish", "random");
}

#[test]
fn our_chess_players_play_at_our_table_through_the_pipe() {
    for (game, player) in [("chess", "greedy"), ("chess:960,77", "random")] {
        let engine = format!("engine:uci:rival engine {game} --player {player}");
        let arguments = ["watch", game, &engine, "random", "--seed", "3", "--json"];
        let events = objects(&Rival::new(arguments).run().exits(0));
        let last = events.last().expect("a match has events");
        assert_eq!(last["event"], "match_ended", "{last}");
        assert!(last["payoffs"].is_array(), "{game}: the game came to its end: {last}");
    }
}

/// Starts one of our players, which listens according to these arguments. Also returns the address.
fn listening(arguments: &[&str]) -> (Running, String) {
    let command = ["engine", "checkers:international", "--protocol", "dxp"];
    let listen = ["--listen", "127.0.0.1:0"];
    let mut engine = Rival::new([&command[..], &listen, arguments].concat()).start();
    let first = engine.line().expect("it prints its address");
    let address = first.strip_prefix("listening at ").expect("an address").to_owned();
    (engine, address)
}

#[test]
fn our_players_play_whole_matches_over_the_network() {
    let (engine, address) = listening(&["--player", "alpha-beta:depth=2"]);
    for seats in [
        [format!("engine:dxp:{address}"), "random".into()],
        ["random".into(), format!("engine:dxp:{address}")],
    ] {
        let arguments = ["watch", "checkers:international", &seats[0], &seats[1]];
        let arguments = arguments.into_iter().chain(["--seed", "3", "--clock", "1m", "--json"]);
        let events = objects(&Rival::new(arguments).run().exits(0));
        let last = events.last().expect("a match has events");
        assert_eq!(last["event"], "match_ended", "{last}");
        assert!(last["payoffs"].is_array(), "the game came to its end: {last}");
    }
    engine.interrupt();
    engine.finish();
}

#[test]
fn two_of_our_programs_play_a_match_over_the_network() {
    let (mut follower, address) = listening(&["--player", "greedy"]);
    let arguments = ["engine", "checkers:international", "--protocol", "dxp", "--connect"];
    let arguments = arguments.into_iter().chain([&*address, "--player", "random", "--games", "2"]);
    let finished = Rival::new(arguments).run().exits(0);
    assert!(finished.stdout.contains("game 2: Black against Rival greedy"), "{finished}");
    assert!(finished.stdout.contains("connection ended: all games finished"), "{finished}");
    while follower.line().is_some_and(|line| !line.starts_with("connection ended: ")) {}
    follower.interrupt();
    follower.finish();
}

/// Installed by `tests/run`.
const STOCKFISH: &str = "/usr/games/stockfish";

#[test]
fn stockfish_plays_at_our_table() {
    let engine = format!("engine:uci:{STOCKFISH}?Hash=1&Skill Level=20");
    let position = "7k/8/8/8/8/8/R7/1R5K w - - 0 1";
    let arguments =
        ["watch", "chess", &engine, "random", "--position", position, "--depth", "6", "--json"];
    let events = objects(&Rival::new(arguments).run().exits(0));
    let last = events.last().expect("a match has events");
    assert_eq!(last["payoffs"], serde_json::json!([1, -1]), "two rooks mate: {last}");
    let reports = events.iter().filter(|event| event["event"] == "thinking_reported");
    assert!(reports.count() > 0, "its analysis is shown");
}

#[test]
fn a_chess_engine_follows_its_protocol() {
    let commands = "uci\nisready\nposition startpos moves e2e4\ngo depth 1\n";
    let finished = Rival::new(["engine", "chess"]).input(commands).run().exits(0);
    for line in ["id name Rival pvs", "option name Hash type spin", "uciok", "readyok", "bestmove "]
    {
        assert!(finished.stdout.contains(line), "{line}: {finished}");
    }
}

#[test]
fn the_strongest_player_is_the_default_engine() {
    let finished = Rival::new(["engine", "checkers:international"]).input("hub\n").run().exits(0);
    assert!(finished.stdout.contains("id name=\"Rival pvs\""), "{finished}");
}

#[test]
fn an_engine_that_fails_loses_and_sets_the_exit_code() {
    let finished = Rival::new(["watch", "checkers", "engine:hub:false", "random"]).run().exits(4);
    assert!(finished.stderr.contains("vanished: false: it ended"), "{finished}");
    let missing = Rival::new(["watch", "checkers", "random", "engine:hub:/no/such"]).run().exits(4);
    assert!(missing.stderr.contains("start failed: /no/such can't be started"), "{missing}");
}

#[test]
fn an_engine_that_cannot_run_is_a_usage_error() {
    let check = |arguments: &[&str], word: &str| {
        let finished = Rival::new(arguments).run().exits(2);
        assert!(finished.stderr.contains(word), "{finished}");
    };
    check(&["watch", "tic-tac-toe", "engine:hub:false", "random"], "tic-tac-toe");
    check(&["watch", "checkers", "engine:ucci:false", "random"], "engine:xboard:COMMAND");
    check(
        &["watch", "checkers", "engine:uci:false", "random"],
        "engines that speak UCI play chess",
    );
    check(
        &["watch", "chess", "engine:hub:false", "random"],
        "engines that speak Hub play draughts",
    );
    check(&["watch", "chess", "engine:dxp:localhost", "random"], "engines that speak DXP play");
    check(&["watch", "checkers:international", "engine:dxp:x:y", "random"], "expected an address");
    let analyze = ["analyze", "checkers:international", "--player", "engine:dxp:localhost"];
    check(&analyze, "DXP sends no scores");
    check(&["engine", "chess", "--protocol", "dxp"], "the DXP protocol supports draughts");
    check(&["watch", "chess", "engine:uci:?Hash=1", "random"], "expected an engine command");
    check(&["watch", "chess", "engine:uci:false?=3", "random"], "options like name=value");
    check(&["watch", "checkers", "engine:hub:", "random"], "expected an engine command");
    check(&["watch", "checkers", "engine:hub:scan 'hub", "random"], "unclosed quotation mark");
    check(&["engine", "tic-tac-toe", "--protocol", "hub"], "the Hub protocol supports draughts");
    check(&["engine", "checkers", "--player", "random", "--option", "bogus=1"], "bogus");
    check(&["engine", "checkers", "--protocol", "uci"], "the UCI protocol supports chess");
    check(&["engine", "chess", "--protocol", "hub"], "the Hub protocol supports draughts");
}

/// Runs the checks that an engine must pass.
fn checks(command: &str, protocol: &str) -> Vec<String> {
    let arguments = ["check-engine", command, "--protocol", protocol, "--json"];
    checks_of(&Rival::new(arguments).run())
}

/// The checks in a run's output, each as "verdict name". Omits the time check, because slowness on a busy machine is
/// not the engine's fault.
fn checks_of(finished: &Finished) -> Vec<String> {
    let text =
        |check: &serde_json::Value, name: &str| check[name].as_str().unwrap_or("").to_owned();
    let shown = |check| format!("{} {}", text(check, "verdict"), text(check, "check"));
    let timed = |check: &String| check.ends_with("time kept");
    objects(finished).iter().map(shown).filter(|check| !timed(check)).collect()
}

#[test]
fn engines_are_checked_step_by_step() {
    for (command, protocol, count) in [
        (STOCKFISH, "uci", 11),
        ("rival engine checkers:international", "hub", 11),
        ("rival engine checkers --protocol plain", "plain", 13),
    ] {
        let checks = checks(command, protocol);
        assert_eq!(checks.len(), count);
        assert!(checks.iter().all(|check| check.starts_with("passed ")), "{checks:?}");
    }
    let (engine, address) = listening(&["--player", "alpha-beta:depth=2"]);
    let checks_of_dxp = checks(&address, "dxp");
    assert_eq!(checks_of_dxp.len(), 11);
    assert!(checks_of_dxp.iter().all(|check| check.starts_with("passed ")), "{checks_of_dxp:?}");
    engine.interrupt();
    engine.finish();
    let none = checks("/no/such/engine", "hub");
    assert_eq!((none[0].as_str(), none[1].as_str()), ("failed start", "skipped handshake"));
    drop(Rival::new(["check-engine", "/no/such/engine", "--protocol", "hub"]).run().exits(4));
    let refused = Rival::new(["check-engine", "x", "--protocol", "uci", "--game", "pig"]);
    assert!(refused.run().exits(2).stderr.contains("pig"));
}

/// The checks for a program that proposes games.
const PROPOSING: [&str; 11] = [
    "passed connection",
    "passed game",
    "passed waits",
    "passed legal move",
    "passed one answer",
    "passed chat",
    "passed take back",
    "passed end",
    "skipped parts",
    "skipped capture",
    "skipped last game",
];

#[test]
fn an_engine_that_proposes_games_is_also_checked() {
    let (engine, address) =
        listening(&["--role", "initiator", "--side", "black", "--player", "greedy"]);
    assert_eq!(checks(&format!("{address}?role=follower"), "dxp"), PROPOSING);
    drop(engine.finish().exits(0));
    let port = free_port();
    let command = format!("{port}?listen=true&role=follower");
    let checking = Rival::new(["check-engine", &command, "--protocol", "dxp", "--json"]).start();
    let address = format!("localhost:{port}");
    let arguments = ["engine", "checkers:international", "--protocol", "dxp", "--side", "black"];
    let arguments = [&arguments[..], &["--player", "greedy", "--connect", &address]].concat();
    // The check may not be listening yet.
    let connects = || Rival::new(&arguments).run().code() == Some(0);
    assert!((0..20).any(|_| connects()), "it connects to the check");
    assert_eq!(checks_of(&checking.finish().exits(0)), PROPOSING);
}
