//! Another program's engine for chess as a player at a table.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use board_engine::Seat;
use engine_protocols::{CommandError, Timeouts, UciPlayer};
use games_package::{
    FailureKind, Options, Player, PlayerError, PonderRequest, Reply, Request, Setup,
    ThinkingLimits, TimeControl, Valuation,
};

use crate::support::{self, TIMEOUTS, Table, example, setup};

const GAME: &str = "chess:standard";
/// What the engine says of its search.
const INFO: &str = "info depth 3 score cp -25 nodes 17 time 1 pv e2e4 e7e5 a1a8";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn request(moves: &str) -> Request {
    Request { moves: moves.into(), ..support::request(START, "e4") }
}

fn player_of(game: &str, command: &str) -> UciPlayer {
    let command = format!("{} {command}", example("fake_uci_engine").display());
    UciPlayer::new(game, &command, &Options::default(), TIMEOUTS).unwrap()
}

fn play(habit: &str, table: &Table) -> Result<Reply, PlayerError> {
    let mut player = player_of(GAME, habit);
    player.start(&setup(GAME))?;
    player.choose_move(&request(""), table)
}

#[test]
fn an_engine_plays_and_reports_on_its_search() {
    let table = Table::default();
    assert_eq!(play("plain", &table).unwrap(), Reply::play("e4"));
    let reports = table.reports.into_inner().unwrap();
    let [report] = reports.as_slice() else { unreachable!("one report: {reports:?}") };
    assert_eq!((report.depth, report.nodes), (3, 17));
    assert_eq!(report.valuation, Valuation::Centi(-25));
    assert_eq!(report.line, "e4 e5", "what can't be played is left out");
}

#[test]
fn an_engine_has_its_own_name_and_plays_several_matches() {
    let mut player = player_of(GAME, "plain");
    assert!(player.name().ends_with("fake_uci_engine plain"));
    for _ in 0..3 {
        player.start(&setup(GAME)).unwrap();
        assert_eq!(player.name(), "Fake plain");
        assert!(player.choose_move(&request(""), &Table::default()).is_ok());
    }
}

#[test]
fn an_engine_is_stopped_when_the_table_needs_its_move() {
    let table = Table::default();
    table.stopped.store(true, Ordering::Relaxed);
    assert_eq!(play("late", &table).unwrap(), Reply::play("e4"));
}

#[test]
fn output_between_two_moves_is_not_an_answer() {
    let mut player = player_of(GAME, "twice");
    player.start(&setup(GAME)).unwrap();
    let first = player.choose_move(&request(""), &Table::default());
    assert_eq!(first.unwrap(), Reply::play("e4"));
    let second = player.choose_move(&request("e4 e5"), &Table::default());
    assert_eq!(second.unwrap(), Reply::play("d4"), "not the move that was sent before");
}

/// What the engine gets after this start and these moves: options, position and `go`.
fn echo(game: &str, command: &str, setup: &Setup, request: &Request) -> [String; 3] {
    let mut player = player_of(game, &format!("echo{command}"));
    player.start(setup).unwrap();
    let error = player.choose_move(request, &Table::default()).unwrap_err();
    let (_, told) = error.text().split_once("after the error: ").unwrap();
    let parts: Vec<String> = told.split('|').map(String::from).collect();
    parts.try_into().unwrap()
}

#[test]
fn an_engine_gets_its_options_the_position_and_the_limits() {
    let command = "?Hash=64&skill level=3";
    let [options, position, go] = echo(GAME, command, &setup(GAME), &request("e4 e5 Nf3"));
    assert_eq!(options, "setoption name Hash value 64, setoption name Skill Level value 3");
    assert_eq!(position, "position startpos moves e2e4 e7e5 g1f3");
    assert_eq!(go, "go movetime 81");
    let start = "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1";
    let request = Request { start: start.into(), ..request("O-O-O") };
    let [options, position, _] = echo(GAME, "", &setup(GAME), &request);
    assert_eq!(options, "");
    assert_eq!(position, format!("position fen {start} moves e1c1"));
}

#[test]
fn an_engine_gets_its_clock() {
    let check = |time_control, thinking, left: Option<u64>, expected: &str| {
        let left = left.map(Duration::from_millis);
        let request = Request { time_left: left, budget: left.map(|left| left / 9), ..request("") };
        let setup = Setup { time_control, thinking, ..setup(GAME) };
        let [_, _, go] = echo(GAME, "", &setup, &request);
        assert_eq!(go, expected);
    };
    let (none, minute) = (ThinkingLimits::default(), Duration::from_mins(1));
    let increment = TimeControl::Increment { initial: minute, increment: minute / 30 };
    check(increment, none, Some(31_500), "go wtime 31500 btime 31500 winc 2000 binc 2000");
    let period = TimeControl::Period { moves: 40, time: minute };
    check(period, none, Some(9_000), "go wtime 9000 btime 9000 winc 0 binc 0 movestogo 9");
    let limits = ThinkingLimits { depth: Some(7), nodes: Some(900) };
    check(TimeControl::Unlimited, limits, None, "go depth 7 nodes 900");
    check(TimeControl::Unlimited, none, None, "go movetime 1000");
}

#[test]
fn chess960_is_played_by_engines_that_have_it() {
    let start = "bbqnnrkr/pppppppp/8/8/8/8/PPPPPPPP/BBQNNRKR w HFhf - 0 1";
    let request = Request { start: start.into(), ..request("") };
    let [options, position, _] = echo("chess:960,0", "", &setup(GAME), &request);
    assert_eq!(options, "setoption name UCI_Chess960 value true");
    assert_eq!(position, format!("position fen {start}"));
    let error = player_of("chess:960,0", "plain").start(&setup(GAME)).unwrap_err();
    assert_eq!(error.kind(), FailureKind::LoadRefused);
    assert!(error.text().starts_with("Fake plain has no option UCI_Chess960"), "{error}");
}

#[test]
fn an_option_that_the_engine_does_not_have_is_refused() {
    let error = player_of(GAME, "plain?Contempt=3").start(&setup(GAME)).unwrap_err();
    assert_eq!(error.kind(), FailureKind::LoadRefused);
    let expected = "Fake plain has no option Contempt: it has Hash, Skill Level, Ponder";
    assert_eq!(error.text(), expected);
}

#[test]
fn a_value_that_an_option_can_not_have_is_refused() {
    let error = player_of(GAME, "plain?Skill Level=99").start(&setup(GAME)).unwrap_err();
    assert_eq!(error.kind(), FailureKind::LoadRefused);
    let expected =
        "Fake plain: option Skill Level can't be \"99\": expected a whole number from 0 to 20";
    assert_eq!(error.text(), expected);
}

#[test]
fn an_engine_ponders_on_the_reply_that_it_expects() {
    let pondering = Setup { pondering: true, ..setup(GAME) };
    let after = |moves: &str| PonderRequest {
        seat: Seat::FIRST,
        start: START.into(),
        moves: moves.into(),
        position: String::new(),
    };
    let check = |habit: &str, reply: &str, expected: &str| {
        let mut player = player_of(GAME, habit);
        player.start(&pondering).unwrap();
        let table = Table::default();
        assert_eq!(player.choose_move(&request(""), &table).unwrap(), Reply::play("e4"));
        player.ponder(&after("e4"), &table);
        let chosen = player.choose_move(&request(&format!("e4 {reply}")), &table);
        chosen.map(|chosen| assert_eq!(chosen, Reply::play(expected)))
    };
    check("plain", "e5", "Nf3").unwrap();
    // The answer to the search that was stopped is not taken for this one's, which is illegal now.
    assert_eq!(check("plain", "c5", "").unwrap_err().kind(), FailureKind::IllegalMove);
    // Not even if the engine says before it that it is ready.
    check("lazy", "c5", "Nf3").unwrap();
}

fn check_failure(habit: &str, kind: FailureKind, detail: &str) {
    let begun = Instant::now();
    let error = play(habit, &Table::default()).unwrap_err();
    assert_eq!((error.kind(), error.text()), (kind, detail), "{habit}");
    assert!(begun.elapsed() < Duration::from_secs(30), "{habit}: nobody waits for ever");
}

#[test]
fn engines_that_fail_are_failures_with_a_reason() {
    let fails = check_failure;
    let hang = format!("Fake hang: it didn't answer in time, after the line: {INFO}");
    fails("hang", FailureKind::Unresponsive, &hang);
    fails(
        "chatter",
        FailureKind::Unresponsive,
        "Fake chatter: it didn't answer in time, after the line: info string nothing to say",
    );
    fails(
        "endless",
        FailureKind::ProtocolError,
        &format!("Fake endless: it sent a line of more than 65536 bytes, after the line: {INFO}"),
    );
    fails("empty", FailureKind::ProtocolError, "Fake empty: \"\" is not one move");
    fails("liar", FailureKind::IllegalMove, "Fake liar: the piece on e2 can't go to e5: e2e5");
    for (habit, word) in [("garbage", "where"), ("nothing", "(none)")] {
        let error = play(habit, &Table::default()).unwrap_err();
        assert_eq!(error.kind(), FailureKind::IllegalMove, "{error}");
        assert!(error.text().ends_with(word), "{error}");
    }
    let crash = play("crash", &Table::default()).unwrap_err();
    assert_eq!(crash.kind(), FailureKind::Vanished);
}

#[test]
fn a_silent_engine_times_out() {
    let timeouts = Timeouts { ready: Duration::from_millis(200), ..TIMEOUTS };
    let command = format!("{} mute", example("fake_uci_engine").display());
    let mut player = UciPlayer::new(GAME, &command, &Options::default(), timeouts).unwrap();
    assert_eq!(player.start(&setup(GAME)).unwrap_err().kind(), FailureKind::Unresponsive);
}

#[test]
fn a_malformed_command_is_refused() {
    let new = |game: &str, command: &str| {
        UciPlayer::new(game, command, &Options::default(), TIMEOUTS).map(|_| ())
    };
    let message = |game, command| new(game, command).unwrap_err().to_string();
    assert_eq!(
        message("checkers:english", "x"),
        "engines that speak UCI play chess, not checkers:english"
    );
    assert_eq!(
        message(GAME, " ?Hash=1"),
        "expected the command that starts the engine after engine:uci:, like \"engine:uci:stockfish\""
    );
    assert_eq!(
        message(GAME, "'a"),
        "expected a second quotation mark in the command of engine:uci:'a"
    );
    for text in ["=3", "Hash", "Hash=1\nquit"] {
        let expected = CommandError::Option { text: text.into() };
        assert_eq!(new(GAME, &format!("x?{text}")), Err(expected));
    }
}
