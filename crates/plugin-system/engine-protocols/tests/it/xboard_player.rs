//! XBoard engines as players at a table.

use std::sync::atomic::Ordering;
use std::time::Duration;

use engine_protocols::{CommandError, EnginePool, Timeouts, check, xboard};
use game_catalog::engine_notations;
use games_package::{
    FailureKind, Options, Player, PlayerError, Reply, Request, Setup, ThinkingLimits, TimeControl,
    Valuation,
};

use crate::check::failed;
use crate::support::{self, TIMEOUTS, Table, example, launch, setup};

const GAME: &str = "chess:standard";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

fn request(moves: &str) -> Request {
    Request { moves: moves.into(), ..support::request(START, "e4") }
}

fn new(habit: &str, timeouts: Timeouts) -> Result<Box<dyn Player>, CommandError> {
    // Options can follow the habit after a question mark.
    let (habit, more) = habit.split_at(habit.find('?').unwrap_or(habit.len()));
    let command = format!("{} '{habit}'{more}", example("fake_xboard_engine").display());
    let (pool, options) = (EnginePool::default(), Options::default());
    xboard::player(GAME, engine_notations(GAME).uci, launch(&pool, &command, &options, timeouts))
}

fn started(habit: &str, setup: &Setup) -> Result<Box<dyn Player>, PlayerError> {
    let mut player = new(habit, TIMEOUTS).unwrap();
    player.start(setup)?;
    Ok(player)
}

fn play(habit: &str, table: &Table) -> Result<Reply, PlayerError> {
    started(habit, &setup(GAME))?.choose_move(&request(""), table)
}

#[test]
fn an_engine_plays_and_reports_its_search() {
    for habit in ["plain", "older", "old"] {
        let table = Table::default();
        assert_eq!(play(habit, &table).unwrap(), Reply::play("e4"), "{habit}");
        let reports = table.reports.into_inner().unwrap();
        let [report] = reports.as_slice() else { unreachable!("one report: {reports:?}") };
        assert_eq!((report.depth, report.nodes), (3, 17));
        assert_eq!((report.valuation, report.line.as_str()), (Valuation::Centi(-25), "e4 e5"));
    }
}

/// The lines that an engine receives in a game in which it plays two moves.
fn lines_of(options: &str, change: impl Fn(&mut Setup), second: &str) -> Vec<String> {
    let mut setup = setup(GAME);
    change(&mut setup);
    let mut player = started(&format!("echo{options}"), &setup).unwrap();
    player.choose_move(&request(""), &Table::default()).unwrap();
    let error = player.choose_move(&request(second), &Table::default()).unwrap_err();
    let seen =
        error.text().split("Error (seen): ").nth(1).unwrap_or_else(|| unreachable!("{error:?}"));
    seen.split('|').map(String::from).collect()
}

#[test]
fn an_engine_follows_a_game_move_by_move() {
    let lines = lines_of("?hash=64&Skill=3&init=random", |_| {}, "e4 e5");
    let expected = [
        "protover 2",
        "random",
        "memory 64",
        "option Skill=3",
        "force",
        "new",
        "force",
        "post",
        "easy",
        "st 1",
        "st 1",
        "time 10",
        "otim 10",
        "go",
        "st 1",
        "time 10",
        "otim 10",
        "usermove e7e5",
    ];
    // An error has at most 120 characters.
    let text = expected.join("|");
    assert!(text.starts_with(&lines.join("|")), "{lines:?}");
    assert!(lines.len() > 12, "{lines:?}");
}

#[test]
fn a_stopped_engine_answers_at_once() {
    let table = Table::default();
    table.stopped.store(true, Ordering::Relaxed);
    // This is the engine's second move. The player thought about its first move but didn't answer.
    assert_eq!(play("slow", &table).unwrap(), Reply::play("Nf3"));
}

#[test]
fn each_fault_of_an_engine_has_its_own_kind() {
    let fails = |habit| play(habit, &Table::default()).unwrap_err().kind();
    assert_eq!(fails("liar"), FailureKind::IllegalMove);
    assert_eq!(fails("crash"), FailureKind::Crashed);
    assert_eq!(play("resigns", &Table::default()).unwrap(), Reply::Resign);
    let timeouts = Timeouts { ready: Duration::from_millis(300), ..TIMEOUTS };
    let mut mute = new("mute", timeouts).unwrap();
    assert_eq!(mute.start(&setup(GAME)).unwrap_err().kind(), FailureKind::Unresponsive);
    let nodes = ThinkingLimits { nodes: Some(5), ..ThinkingLimits::default() };
    let limited = Setup { thinking: nodes, time_control: TimeControl::Unlimited, ..setup(GAME) };
    let refusal = started("plain", &limited).unwrap().choose_move(&request(""), &Table::default());
    let refusal = refusal.unwrap_err();
    assert_eq!(refusal.kind(), FailureKind::StartFailed, "it doesn't lose");
    assert!(refusal.text().contains("can't limit nodes"), "{refusal}");
}

#[test]
fn an_engine_that_cannot_set_up_a_position_does_not_lose() {
    let check = |habit: &str, start: &str, why: &str| {
        let mut player = started(habit, &setup(GAME)).unwrap();
        let request = Request { start: start.into(), ..request("") };
        let error = player.choose_move(&request, &Table::default()).unwrap_err();
        assert_eq!(error.kind(), FailureKind::StartFailed);
        assert!(error.text().contains(why), "{error}");
    };
    check(
        "no setboard",
        "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1",
        "Fake no setboard doesn't support setboard",
    );
    check("old", "4k3/8/8/8/8/8/8/1R2K1R1 w GB - 0 1", "doesn't play fischerandom");
}

#[test]
fn a_program_that_sends_no_features_must_make_a_move_to_start() {
    let timeouts = Timeouts { ready: Duration::from_secs(4), ..TIMEOUTS };
    let (pool, options) = (EnginePool::default(), Options::default());
    for program in ["cat", "sleep 1000"] {
        let launch = launch(&pool, program, &options, timeouts);
        let mut player = xboard::player(GAME, engine_notations(GAME).uci, launch).unwrap();
        assert_eq!(player.start(&setup(GAME)).unwrap_err().kind(), FailureKind::Unresponsive);
    }
}

#[test]
fn an_engine_that_plays_one_game_is_restarted() {
    for (habit, expected) in [("plain", 2), ("once", 2)] {
        let mut player = started(habit, &setup(GAME)).unwrap();
        for _ in 0..expected {
            player.start(&setup(GAME)).unwrap();
            assert_eq!(
                player.choose_move(&request(""), &Table::default()).unwrap(),
                Reply::play("e4")
            );
        }
    }
}

#[test]
fn a_correct_engine_passes_the_check_and_a_faulty_engine_fails() {
    let check = |habit: &str| {
        let command = format!("{} '{habit}'", example("fake_xboard_engine").display());
        let times = check::CheckTimes {
            ready: Duration::from_secs(5),
            search: Duration::from_millis(500),
            answer: Duration::from_millis(300),
        };
        check::xboard(GAME, engine_notations(GAME).uci, &command, times).unwrap()
    };
    assert_eq!(failed(&check("liar")).0, "legal move");
    for habit in ["plain", "no setboard"] {
        assert_eq!(failed(&check(habit)), ("", ""), "{habit}");
    }
    // The protocol lets an engine move from its book and ignore the request to move.
    for (habit, found) in [("plain", "e2e4 before ?"), ("deaf", "e2e4 after ")] {
        let checks = check(habit);
        let stop = checks.iter().find(|check| check.name == "stop").unwrap();
        assert_eq!(stop.verdict, check::Verdict::Skipped, "{checks:?}");
        assert!(stop.found.starts_with(found), "{checks:?}");
        assert!(stop.found.ends_with(", which is allowed"), "{checks:?}");
    }
    let others = engine_notations("checkers:international").uci;
    assert!(
        check::xboard("checkers:international", others, "x", check::CheckTimes::default()).is_err()
    );
}
