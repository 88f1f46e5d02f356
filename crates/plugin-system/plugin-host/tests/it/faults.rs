//! A player's fault becomes an error with its kind and doesn't affect this process or other players.

use board_engine::{Outcome, Seat};
use games_package::{Ending, Event, Options, Player, Reply};
use plugin_host::Plugin;

use super::isolation;
use crate::support::{Table, cache, fault_option, library, request, scripted, setup, shown, turn};

fn ended() -> Event {
    Event::MatchEnded(Ending::by_rules(&Outcome::win(Seat::FIRST, "no legal move")))
}

/// Checks how a player fails on its turn. After the expected `kind: text`, the failure must state the source line.
fn check(fault: &str, expected: &str) {
    let failure = turn(&mut scripted(fault, &isolation())).unwrap_err();
    assert!(failure.starts_with(expected), "{fault}: {failure}");
    assert!(!failure.contains('\n'), "{fault}: {failure}");
}

#[test]
fn a_player_that_does_nothing_wrong_plays() {
    assert_eq!(turn(&mut scripted("none", &isolation())), Ok(Reply::play("22-18")));
}

#[test]
fn an_error_is_reported_with_its_message() {
    check("error in choose", "error: invalid digit found in string");
}

#[test]
fn a_panic_is_reported_with_its_line() {
    let place = "crates/plugin-system/plugin-host/tests/plugins/scripted.rs:";
    check("panic in choose", &format!("panicked: panicked in choose ({place}"));
    check("bomb in choose", &format!("panicked: a panic without a message ({place}"));
}

#[test]
fn a_player_is_not_called_after_a_panic() {
    let mut player = scripted("panic in choose", &isolation());
    assert!(turn(&mut player).is_err());
    assert_eq!(turn(&mut player).unwrap_err(), "error: the player is closed");
}

#[test]
fn a_panic_in_start_is_reported() {
    let failure = shown(&scripted("panic in start", &isolation()).start(&setup()).unwrap_err());
    assert!(failure.starts_with("panicked: panicked in start ("), "{failure}");
}

#[test]
fn a_panic_in_observe_is_reported_on_the_next_turn() {
    let mut player = scripted("panic in observe", &isolation());
    player.observe(&ended());
    let failure = turn(&mut player).unwrap_err();
    assert!(failure.starts_with("panicked: panicked in observe ("), "{failure}");
}

#[test]
fn a_panic_in_drop_is_survived() {
    let mut player = scripted("panic in drop", &isolation());
    assert_eq!(turn(&mut player), Ok(Reply::play("22-18")));
    drop(player);
    let mut after = scripted("none", &isolation());
    assert_eq!(turn(&mut after), Ok(Reply::play("22-18")));
}

#[test]
fn a_player_that_cannot_be_created_is_reported() {
    let plugin = Plugin::load(library("scripted"), cache(), &isolation()).unwrap();
    let refusal = |fault: &str| {
        let options = fault_option(fault);
        plugin.new_player("scripted", "checkers:english", &options).unwrap_err().to_string()
    };
    assert_eq!(
        refusal("error in new"),
        "scripted/scripted can't be created: error: no checkers:english today"
    );
    assert!(
        refusal("panic in new")
            .starts_with("scripted/scripted can't be created: panicked: panicked in new (crates/"),
    );
    assert_eq!(
        refusal("several lines"),
        "scripted/scripted can't be created: error: one two\u{fffd}[31m three"
    );
}

#[test]
fn an_overlong_reply_is_an_error() {
    check("long reply", "error: a message of 2097158 bytes: at most 1048576 are allowed");
}

#[test]
fn an_illegal_move_is_passed_to_the_table() {
    assert_eq!(turn(&mut scripted("illegal move", &isolation())), Ok(Reply::play("no such move")));
}

#[test]
fn garbage_is_a_protocol_error() {
    let plugin = Plugin::load(library("garbage"), cache(), &isolation()).unwrap();
    let check = |player: &str, expected: &str| {
        let mut player = plugin.new_player(player, "any", &Options::default()).unwrap();
        let failure = turn(&mut player).unwrap_err();
        assert!(failure.starts_with(expected), "{failure}");
    };
    check("nothing", "protocol error: it sent a malformed message (");
    check("noise", "protocol error: it sent a malformed message (");
    check("trailing", "protocol error: it sent a message with 1 extra bytes");
    check(
        "huge",
        "protocol error: it sent a message of 1048577 bytes: at most 1048576 are allowed",
    );
    check("started", "protocol error: its answer doesn't match the request");
    // The host's answer is empty, and the player passes it on.
    check("nonsense", "protocol error: it sent a malformed message (");
}

#[test]
fn log_lines_are_accepted_up_to_a_quota() {
    let mut player = scripted("logs a lot", &isolation());
    let mut heard = || {
        let table = Table::default();
        assert_eq!(player.choose_move(&request(), &table), Ok(Reply::play("22-18")));
        table.received.into_inner().unwrap().iter().filter(|line| *line == "again").count()
    };
    // At most 64 KiB per call and 4 MiB in total.
    let calls: Vec<usize> = (0..70).map(|_| heard()).collect();
    let line = "again".len() + 100;
    assert!(calls[..63].iter().all(|lines| lines * line <= 64 << 10 && *lines > 600), "{calls:?}");
    assert_eq!(calls[65..], [0; 5], "{calls:?}");
}

#[test]
fn any_number_of_events_arrives() {
    let mut player = scripted("none", &isolation());
    (0..10_000).for_each(|_| player.observe(&ended()));
    assert_eq!(turn(&mut player), Ok(Reply::play("22-18")));
}
