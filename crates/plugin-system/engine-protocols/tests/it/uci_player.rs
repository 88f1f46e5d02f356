//! UCI engines as players at a table.

use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use board_engine::Seat;
use engine_protocols::{CommandError, EnginePool, Timeouts, uci};
use game_catalog::engine_notations;
use games_package::{
    FailureKind, Options, Player, PlayerError, PonderRequest, Reply, Request, Setup,
    ThinkingLimits, TimeControl, Valuation,
};

use crate::support::{self, TIMEOUTS, Table, example, launch, setup};

const GAME: &str = "chess:standard";
/// The engine's search report.
const INFO: &str = "info depth 3 score cp -25 nodes 17 time 1 pv e2e4 e7e5 a1a8";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn request(moves: &str) -> Request {
    Request { moves: moves.into(), ..support::request(START, "e4") }
}

fn player_of(game: &str, command: &str) -> Box<dyn Player> {
    let command = format!("{} {command}", example("fake_uci_engine").display());
    new(game, &command, TIMEOUTS).unwrap()
}

fn new(game: &str, command: &str, timeouts: Timeouts) -> Result<Box<dyn Player>, CommandError> {
    new_in(&EnginePool::default(), game, command, timeouts)
}

fn new_in(
    pool: &EnginePool,
    game: &str,
    command: &str,
    timeouts: Timeouts,
) -> Result<Box<dyn Player>, CommandError> {
    let uci = engine_notations(game).uci;
    uci::player(game, uci, launch(pool, command, &Options::default(), timeouts))
}

fn play(habit: &str, table: &Table) -> Result<Reply, PlayerError> {
    let mut player = player_of(GAME, habit);
    player.start(&setup(GAME))?;
    player.choose_move(&request(""), table)
}

#[test]
fn an_engine_plays_and_reports_its_search() {
    let table = Table::default();
    assert_eq!(play("plain", &table).unwrap(), Reply::play("e4"));
    let reports = table.reports.into_inner().unwrap();
    let [report] = reports.as_slice() else { unreachable!("one report: {reports:?}") };
    assert_eq!((report.depth, report.nodes), (3, 17));
    assert_eq!(report.valuation, Valuation::Centi(-25));
    assert_eq!(report.line, "e4 e5", "unplayable moves are dropped");
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

/// The number of games begun by the engine's process, as reported in several games, each with a new player. A failure
/// counts as 0.
fn games_of_process(pool: &EnginePool, habit: &str, options: &str) -> u32 {
    let command = format!("{} '{habit}'{options}", example("fake_uci_engine").display());
    let timeouts = Timeouts { ready: Duration::from_secs(2), ..TIMEOUTS };
    let mut player = new_in(pool, GAME, &command, timeouts).unwrap();
    player.start(&setup(GAME)).unwrap();
    let table = Table::default();
    match player.choose_move(&request(""), &table) {
        Ok(_) => table.reports.into_inner().unwrap().last().unwrap().depth,
        Err(_) => 0,
    }
}

#[test]
fn an_engine_keeps_running_for_the_next_player_of_its_pool() {
    let check = |pool: &EnginePool, habit: &str, expected: [u32; 4]| {
        let found = [(); 4].map(|()| games_of_process(pool, habit, ""));
        assert_eq!(found, expected, "{habit}");
    };
    check(&EnginePool::with_capacity(2), "counts", [1, 2, 3, 4]);
    check(&EnginePool::default(), "counts", [1; 4]);
    // A process that crashes or doesn't begin another game is replaced for the next game.
    check(&EnginePool::with_capacity(2), "second", [1, 0, 1, 0]);
    check(&EnginePool::with_capacity(2), "one game", [1; 4]);
    let pool = EnginePool::with_capacity(2);
    assert_eq!(games_of_process(&pool, "counts", ""), 1);
    assert_eq!(games_of_process(&pool, "counts", "?Hash=2"), 1, "other options");
    assert_eq!(games_of_process(&pool, "counts", ""), 2);
    pool.close();
    assert_eq!(games_of_process(&pool, "counts", ""), 1);
}

#[test]
fn an_engine_with_a_seed_option_gets_each_games_seed() {
    let check = |command: &str, seed, expected: &str| {
        let setup = Setup { seed, ..setup(GAME) };
        let mut player = player_of(GAME, &format!("seeds{command}"));
        player.start(&setup).unwrap();
        let error = player.choose_move(&request(""), &Table::default()).unwrap_err();
        assert!(error.text().contains(&format!("error: {expected}|")), "{error}");
    };
    check("", 7, "setoption name Seed value 7");
    check("", 12_345, "setoption name Seed value 345");
    check("?seed=3", 7, "setoption name Seed value 3");
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

/// The engine's input (options, position and `go`) for this start and these moves.
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
    assert_eq!(go, "go movetime 100");
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
    let period = |increment| TimeControl::Period { moves: 40, time: minute, increment };
    let text = "go wtime 9000 btime 9000 winc 0 binc 0 movestogo 9";
    check(period(Duration::ZERO), none, Some(9_000), text);
    let text = "go wtime 9000 btime 9000 winc 500 binc 500 movestogo 9";
    check(period(Duration::from_millis(500)), none, Some(9_000), text);
    let limits = ThinkingLimits { depth: Some(7), nodes: Some(900) };
    check(TimeControl::Unlimited, limits, None, "go depth 7 nodes 900");
    check(TimeControl::Unlimited, none, None, "go movetime 1000");
}

#[test]
fn engines_that_support_chess960_play_it() {
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
fn an_engine_plays_a_chess960_start_in_the_right_notation() {
    let start = "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1";
    let request = |moves: &str| Request { start: start.into(), ..request(moves) };
    let [options, position, _] = echo(GAME, "", &setup(GAME), &request("O-O"));
    assert_eq!(options, "setoption name UCI_Chess960 value true");
    assert_eq!(position, format!("position fen {start} moves e1g1"));
    let mut player = player_of(GAME, "plain");
    player.start(&setup(GAME)).unwrap();
    let error = player.choose_move(&request(""), &Table::default()).unwrap_err();
    assert_eq!(error.kind(), FailureKind::StartFailed);
    assert!(error.text().contains("Fake plain has no option UCI_Chess960"), "{error}");
}

#[test]
fn an_engine_gets_its_init_lines_buttons_and_folder() {
    let folder = tempfile::tempdir().unwrap();
    let place = folder.path().display();
    let process = format!("dir={place}&stderr={place}/told.txt&init=debug on");
    let [options, ..] = echo(GAME, &format!(" loud?{process}&Clear"), &setup(GAME), &request(""));
    assert_eq!(options, "debug on, setoption name Clear");
    let told = std::fs::read_to_string(folder.path().join("told.txt")).unwrap();
    assert_eq!(told, format!("started in {}\n", folder.path().canonicalize().unwrap().display()));
}

#[test]
fn an_option_that_the_engine_lacks_is_refused() {
    let error = player_of(GAME, "plain?Contempt=3").start(&setup(GAME)).unwrap_err();
    assert_eq!(error.kind(), FailureKind::LoadRefused);
    let expected = "Fake plain has no option Contempt: it has Hash, Skill Level, Ponder";
    assert_eq!(error.text(), expected);
}

#[test]
fn a_value_that_an_option_does_not_allow_is_refused() {
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
        clocks: Vec::new(),
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
    // The answer to the stopped search doesn't count for this search, in which it is illegal.
    assert_eq!(check("plain", "c5", "").unwrap_err().kind(), FailureKind::IllegalMove);
    // The same holds if the engine reports that it is ready before it gives that answer.
    check("lazy", "c5", "Nf3").unwrap();
}

fn check_failure(habit: &str, kind: FailureKind, detail: &str) {
    let begun = Instant::now();
    let error = play(habit, &Table::default()).unwrap_err();
    assert_eq!((error.kind(), error.text()), (kind, detail), "{habit}");
    assert!(begun.elapsed() < Duration::from_secs(30), "{habit}: no side waits forever");
}

#[test]
fn failing_engines_are_reported_with_a_reason() {
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
    let why =
        "a pawn moves one square ahead, or two from its first square, and captures diagonally";
    fails(
        "liar",
        FailureKind::IllegalMove,
        &format!("Fake liar: the pawn on e2 can't go to e5: {why}: e2e5"),
    );
    for (habit, word) in [("garbage", "where"), ("nothing", "(none)")] {
        let error = play(habit, &Table::default()).unwrap_err();
        assert_eq!(error.kind(), FailureKind::IllegalMove, "{error}");
        assert!(error.text().ends_with(word), "{error}");
    }
    let crash = play("crash", &Table::default()).unwrap_err();
    assert_eq!(crash.kind(), FailureKind::Crashed);
}

#[test]
fn a_silent_engine_times_out() {
    let timeouts = Timeouts { ready: Duration::from_millis(200), ..TIMEOUTS };
    let command = format!("{} mute", example("fake_uci_engine").display());
    let mut player = new(GAME, &command, timeouts).unwrap();
    assert_eq!(player.start(&setup(GAME)).unwrap_err().kind(), FailureKind::Unresponsive);
}

#[test]
fn a_malformed_command_is_refused() {
    let refused = |game: &str, command: &str| new(game, command, TIMEOUTS).map(|_| ());
    let message = |game, command| refused(game, command).unwrap_err().to_string();
    assert_eq!(
        message("checkers:english", "x"),
        "engines that speak UCI play chess, not checkers:english"
    );
    assert_eq!(
        message(GAME, " ?Hash=1"),
        "expected an engine command after engine:uci:, like \"engine:uci:stockfish\""
    );
    assert_eq!(message(GAME, "'a"), "unclosed quotation mark in the command of engine:uci:'a");
    for text in ["=3", "Hash=1\nquit"] {
        let expected = CommandError::Option { text: text.into() };
        assert_eq!(refused(GAME, &format!("x?{text}")), Err(expected));
    }
}
