//! Another program's engine as a player at a table.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use board_engine::Seat;
use engine_protocols::{CommandError, EnginePool, Timeouts, hub};
use game_catalog::engine_notations;
use games_package::{
    FailureKind, Options, Player, PlayerError, PonderRequest, Reply, Request, Setup, TimeControl,
    Valuation,
};

use crate::support::{self, TIMEOUTS, Table, fake_engine, launch, setup};

const GAME: &str = "checkers:international";
const START: &str = "W:W31-50:B1-20";
/// The engine's search report.
const INFO: &str = "info depth=3 score=-0.25 nodes=17 time=0.1 pv=\"32-28 17-21 1-50\"";

fn request() -> Request {
    support::request(START, "32-28")
}

fn player(game: &str, habit: &str) -> Box<dyn Player> {
    let command = format!("{} {habit}", fake_engine().display());
    new(game, &command, &Options::default(), TIMEOUTS).unwrap()
}

fn new(
    game: &str,
    command: &str,
    options: &Options,
    timeouts: Timeouts,
) -> Result<Box<dyn Player>, CommandError> {
    hub::player(
        game,
        engine_notations(game).hub,
        launch(&EnginePool::default(), command, options, timeouts),
    )
}

fn play(habit: &str, table: &Table) -> Result<Reply, PlayerError> {
    let mut player = player(GAME, habit);
    player.start(&setup(GAME))?;
    player.choose_move(&request(), table)
}

fn check_failure(habit: &str, kind: FailureKind, detail: &str) {
    let begun = Instant::now();
    let error = play(habit, &Table::default()).unwrap_err();
    assert_eq!((error.kind(), error.text()), (kind, detail), "{habit}");
    assert!(begun.elapsed() < Duration::from_secs(30), "{habit}: no side waits forever");
}

#[test]
fn an_engine_plays_and_reports_its_search() {
    for habit in ["plain", "simple"] {
        let table = Table::default();
        assert_eq!(play(habit, &table).unwrap(), Reply::play("32-28"), "{habit}");
        let reports = table.reports.into_inner().unwrap();
        let [report] = reports.as_slice() else { unreachable!("one report: {reports:?}") };
        assert_eq!((report.depth, report.nodes), (3, 17));
        assert_eq!(report.valuation, Valuation::Centi(-25));
        assert_eq!(report.line, "32-28 17-21", "unplayable moves are dropped");
    }
}

#[test]
fn an_engine_has_its_own_name_and_plays_several_matches() {
    let mut player = player(GAME, "plain");
    assert!(player.name().ends_with("fake_engine plain"));
    for _ in 0..3 {
        player.start(&setup(GAME)).unwrap();
        assert_eq!(player.name(), "Fake 1 plain");
        assert!(player.choose_move(&request(), &Table::default()).is_ok());
    }
}

#[test]
fn an_engine_is_stopped_when_the_table_needs_its_move() {
    let table = Table::default();
    table.stopped.store(true, Ordering::Relaxed);
    assert_eq!(play("late", &table).unwrap(), Reply::play("32-28"));
}

#[test]
fn an_engine_that_keeps_thinking_after_withdrawal_is_killed() {
    let command = format!("{} hang", fake_engine().display());
    let timeouts = Timeouts { answer: Duration::from_mins(1), ..TIMEOUTS };
    let mut player = new(GAME, &command, &Options::default(), timeouts).unwrap();
    player.start(&setup(GAME)).unwrap();
    let table = Table::default();
    table.withdrawn.store(true, Ordering::Relaxed);
    let begun = Instant::now();
    let error = player.choose_move(&request(), &table).unwrap_err();
    assert_eq!(error.kind(), FailureKind::Unresponsive);
    assert!(begun.elapsed() < Duration::from_secs(30), "the match does not wait for it");
}

#[test]
fn output_between_two_moves_is_not_an_answer() {
    let mut player = player(GAME, "twice");
    player.start(&setup(GAME)).unwrap();
    let first = player.choose_move(&request(), &Table::default());
    assert_eq!(first.unwrap(), Reply::play("32-28"));
    let after = Request { moves: "32-28 17-21".into(), ..request() };
    assert_eq!(player.choose_move(&after, &Table::default()).unwrap(), Reply::play("31-27"));
}

#[test]
fn an_engine_ponders_on_the_reply_that_it_expects() {
    let after = |moves: &str| PonderRequest {
        seat: Seat::FIRST,
        start: START.into(),
        moves: moves.into(),
        position: String::new(),
        clocks: Vec::new(),
    };
    let check = |pondering: bool, reply: &str, expected: &str| {
        let mut player = player(GAME, "ponders");
        player.start(&Setup { pondering, ..setup(GAME) }).unwrap();
        let table = Table::default();
        assert_eq!(player.choose_move(&request(), &table).unwrap(), Reply::play("32-28"));
        player.ponder(&after("32-28"), &table);
        let request = Request { moves: format!("32-28 {reply}"), ..request() };
        let chosen = player.choose_move(&request, &table).unwrap();
        assert_eq!(chosen, Reply::play(expected), "{pondering}, {reply}");
    };
    check(true, "17-21", "31-26");
    // The answer to the stopped search doesn't count as the answer to this one.
    check(true, "16-21", "31-27");
    check(false, "17-21", "31-27");
}

#[test]
fn processes_started_by_an_engine_do_not_block() {
    let begun = Instant::now();
    assert_eq!(play("parent", &Table::default()).unwrap(), Reply::play("32-28"));
    assert!(begun.elapsed() < Duration::from_secs(15), "the match does not wait for the orphan");
}

#[test]
fn an_engine_gets_its_clock() {
    for (control, left, level) in [
        (TimeControl::PerMove(Duration::from_secs(2)), 18_000, "level move-time=2.000"),
        (
            TimeControl::Increment {
                initial: Duration::from_mins(1),
                increment: Duration::from_secs(2),
            },
            31_500,
            "level time=29.500 inc=2.000",
        ),
        // The time on the clock is at most this.
        (
            TimeControl::Increment {
                initial: Duration::from_secs(1),
                increment: Duration::from_secs(10),
            },
            1_000,
            "level time=0.000 inc=1.000",
        ),
        (
            TimeControl::Period {
                moves: 40,
                time: Duration::from_mins(5),
                increment: Duration::ZERO,
            },
            90_000,
            "level moves=9 time=90.000",
        ),
        (
            TimeControl::Period {
                moves: 40,
                time: Duration::from_mins(5),
                increment: Duration::from_millis(500),
            },
            90_000,
            "level moves=9 time=89.500 inc=0.500",
        ),
    ] {
        let mut player = player(GAME, "echo");
        player.start(&Setup { time_control: control, ..setup(GAME) }).unwrap();
        let left = Duration::from_millis(left);
        let request = Request {
            moves: "32-28 17-21".into(),
            time_left: Some(left),
            budget: Some(left / 9),
            ..request()
        };
        let error = player.choose_move(&request, &Table::default()).unwrap_err();
        let expected = format!("Fake 1 echo: it ended (exit status: 0), after the error: {level}");
        assert!(
            error.text() == expected || error.text() == expected.replace(" (exit status: 0)", ""),
            "{control:?}: {error}"
        );
    }
}

#[test]
fn failing_engines_are_reported_with_a_reason() {
    let fails = check_failure;
    fails(
        "complaint",
        FailureKind::Unresponsive,
        "Fake 1 complaint: it didn't answer in time, after the error: no licence",
    );
    let hang = format!("Fake 1 hang: it didn't answer in time, after the line: {INFO}");
    fails("hang", FailureKind::Unresponsive, &hang);
    fails(
        "chatter",
        FailureKind::Unresponsive,
        "Fake 1 chatter: it didn't answer in time, after the line: nothing to say",
    );
    fails(
        "endless",
        FailureKind::ProtocolError,
        &format!("Fake 1 endless: it sent a line of more than 65536 bytes, after the line: {INFO}"),
    );
    fails("empty", FailureKind::ProtocolError, "Fake 1 empty: \"\" is not one move");
    fails(
        "liar",
        FailureKind::IllegalMove,
        "Fake 1 liar: no legal move has this start, end and captured pieces: 1-50",
    );
    fails(
        "garbage",
        FailureKind::IllegalMove,
        "Fake 1 garbage: expected a square from 1 to 50 at column 1: where am I",
    );
    let crash = play("crash", &Table::default()).unwrap_err();
    assert_eq!(crash.kind(), FailureKind::Crashed);
    assert!(crash.text().starts_with("Fake 1 crash: it ended"), "{crash}");
    let cry = play("cry", &Table::default()).unwrap_err();
    assert_eq!(cry.kind(), FailureKind::Crashed);
    assert!(cry.text().ends_with(": out of luck at line 3"), "{cry}");
}

#[test]
fn a_silent_engine_times_out() {
    let timeouts = Timeouts { ready: Duration::from_millis(200), ..TIMEOUTS };
    let command = format!("{} mute", fake_engine().display());
    let mut player = new(GAME, &command, &Options::default(), timeouts).unwrap();
    assert_eq!(player.start(&setup(GAME)).unwrap_err().kind(), FailureKind::Unresponsive);
}

#[test]
fn an_engine_must_support_the_variant() {
    let start = |game: &str, habit| player(game, habit).start(&setup(GAME));
    assert!(start("checkers:frisian", "frisian").is_ok());
    assert!(start("checkers:frysk", "frisian").is_ok());
    assert!(start("checkers:killer", "plain").is_ok());
    for (game, habit) in [("checkers:frisian", "plain"), ("checkers:russian", "simple")] {
        assert_eq!(start(game, habit).unwrap_err().kind(), FailureKind::LoadRefused, "{game}");
    }
}

#[test]
fn an_engine_gets_its_options_if_they_are_valid() {
    let refusal = |settings: &str| {
        let command = format!("{} options?{settings}", fake_engine().display());
        let mut options = Options::default();
        options.set("style", "wild");
        let mut player = new(GAME, &command, &options, TIMEOUTS).unwrap();
        let started = player.start(&setup(GAME));
        started.and_then(|()| player.choose_move(&request(), &Table::default())).unwrap_err()
    };
    let failure = refusal("plies=3&book=false");
    let expected = "set-param name=plies value=3 set-param name=book value=false \
        set-param name=style value=wild";
    assert!(failure.text().contains(expected), "{failure}");
    for (settings, expected) in [
        ("plies=12", "option plies can't be \"12\": expected a whole number from 0 to 9"),
        ("book=maybe", "option book can't be \"maybe\": expected true or false"),
        ("hash=1", "Fake 1 options has no option hash: it has plies, book, style"),
    ] {
        let failure = refusal(settings);
        assert_eq!(failure.kind(), FailureKind::LoadRefused);
        assert!(failure.text().contains(expected), "{failure}");
    }
}

#[test]
fn a_malformed_command_is_refused() {
    let refused = |game, command| new(game, command, &Options::default(), TIMEOUTS).map(|_| ());
    for game in ["tic-tac-toe:3,3,3", "checkers:parlour"] {
        let (protocol, games) = ("Hub", "draughts without passing");
        assert_eq!(
            refused(game, "x"),
            Err(CommandError::Game { protocol, games, game: game.into() })
        );
    }
    let before = "engine:hub:";
    assert_eq!(refused(GAME, "  "), Err(CommandError::NoCommand { before, example: "scan hub" }));
    let command = "scan 'hub".into();
    assert_eq!(refused(GAME, "scan 'hub"), Err(CommandError::Quotes { before, command }));
    let mut missing = new(GAME, "/no/such/engine", &Options::default(), TIMEOUTS).unwrap();
    let error = missing.start(&setup(GAME)).unwrap_err();
    assert_eq!(error.kind(), FailureKind::LoadRefused);
    assert!(error.text().starts_with("/no/such/engine can't be started: "), "{error}");
    let mut quoted = new(GAME, "'/no such/engine' \"x y\"", &Options::default(), TIMEOUTS).unwrap();
    let error = quoted.start(&setup(GAME)).unwrap_err();
    assert!(error.text().starts_with("/no such/engine can't be started: "), "{error}");
}
