//! What a player does wrong becomes an error with its kind; this process and the other players go on.

use board_engine::{Outcome, Seat};
use games_package::{Ending, Event, Options, Player, Reply};
use plugin_host::Plugin;

use super::isolation;
use crate::support::{Table, cache, fault_option, library, request, scripted, setup, shown, turn};

fn ended() -> Event {
    Event::MatchEnded(Ending::by_rules(&Outcome::win(Seat::FIRST, "no legal move")))
}

/// The failure of a player on its turn: it begins with `kind: text`, then comes the line of the source.
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
fn an_error_is_told_in_its_own_words() {
    check("error in choose", "error: invalid digit found in string");
}

#[test]
fn a_panic_is_told_with_its_line() {
    let place = "crates/plugin-host/tests/plugins/scripted.rs:";
    check("panic in choose", &format!("panicked: panicked in choose ({place}"));
    check("bomb in choose", &format!("panicked: a panic without a text ({place}"));
}

#[test]
fn a_player_that_has_panicked_is_not_asked_again() {
    let mut player = scripted("panic in choose", &isolation());
    assert!(turn(&mut player).is_err());
    assert_eq!(turn(&mut player).unwrap_err(), "error: the player is closed");
}

#[test]
fn a_panic_in_start_is_told() {
    let failure = shown(&scripted("panic in start", &isolation()).start(&setup()).unwrap_err());
    assert!(failure.starts_with("panicked: panicked in start ("), "{failure}");
}

#[test]
fn a_panic_in_observe_is_told_on_the_next_turn() {
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
fn a_player_that_can_not_be_made_is_told() {
    let plugin = Plugin::load(library("scripted"), cache(), &isolation()).unwrap();
    let refusal = |fault: &str| {
        let options = fault_option(fault);
        plugin.new_player("scripted", "checkers:english", &options).unwrap_err().to_string()
    };
    assert_eq!(
        refusal("error in new"),
        "scripted/scripted can't be seated: error: no checkers:english today"
    );
    assert!(
        refusal("panic in new")
            .starts_with("scripted/scripted can't be seated: panicked: panicked in new (crates/"),
    );
    assert_eq!(
        refusal("several lines"),
        "scripted/scripted can't be seated: error: one two\u{fffd}[31m three"
    );
}

#[test]
fn a_reply_that_is_too_long_is_an_error() {
    check("long reply", "error: a message of 2097158 bytes: at most 1048576 are allowed");
}

#[test]
fn an_illegal_move_goes_to_the_table_which_judges_it() {
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
    check("nothing", "protocol error: it sent a message that is not understood (");
    check("noise", "protocol error: it sent a message that is not understood (");
    check("trailing", "protocol error: it sent a message with 1 bytes too many");
    check(
        "huge",
        "protocol error: it sent a message of 1048577 bytes: at most 1048576 are allowed",
    );
    check("started", "protocol error: it answered something else than what it was asked");
    // The host says to it that there is nothing to say, and it passes that on.
    check("nonsense", "protocol error: it sent a message that is not understood (");
}

#[test]
fn log_lines_are_heard_up_to_a_share_of_the_log() {
    let mut player = scripted("logs a lot", &isolation());
    let mut heard = || {
        let table = Table::default();
        assert_eq!(player.choose_move(&request(), &table), Ok(Reply::play("22-18")));
        table.told.into_inner().unwrap().iter().filter(|line| *line == "again").count()
    };
    // 64 KiB for a call, and 4 MiB in all.
    let calls: Vec<usize> = (0..70).map(|_| heard()).collect();
    let line = "again".len() + 100;
    assert!(calls[..63].iter().all(|lines| lines * line <= 64 << 10 && *lines > 600), "{calls:?}");
    assert_eq!(calls[65..], [0; 5], "{calls:?}");
}

#[test]
fn news_without_end_is_heard() {
    let mut player = scripted("none", &isolation());
    (0..10_000).for_each(|_| player.observe(&ended()));
    assert_eq!(turn(&mut player), Ok(Reply::play("22-18")));
}
