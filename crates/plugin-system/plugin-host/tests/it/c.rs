//! Plugins in C behave like plugins in Rust.

use std::fs;
use std::thread;
use std::time::Duration;

use board_engine::{Seat, Turn};
use games_package::{
    Event, Games, MoveLimit, OptionKind, Options, PlayedMove, Player, PonderRequest, Reply,
    Request, Setup, ThinkingLimits, TimeControl,
};
use plugin_host::{Plugin, PluginPlayer};

use super::isolation;
use crate::support::{Table, cache, compiled, request, shown, turn};

fn load(source: &str) -> Plugin {
    Plugin::load(&compiled(source, &[]).file, cache(), &isolation()).unwrap()
}

fn faulty(player: &str) -> PluginPlayer {
    let plugin = load("tests/plugins/c_faults.c");
    plugin.new_player(player, "some", &Options::default()).unwrap()
}

fn refusal(source: &str, more: &[&str]) -> String {
    let library = compiled(source, more);
    let error = Plugin::load(&library.file, cache(), &isolation()).unwrap_err().to_string();
    error.replace(&format!("{}/", library.folder.path().display()), "")
}

#[test]
fn the_manifest_of_a_plugin_in_c_is_read() {
    let plugin = load("tests/plugins/c_faults.c");
    assert_eq!((plugin.name(), plugin.version()), ("c-faults", "7.8"));
    let player = plugin.player("refuses").unwrap();
    assert_eq!(player.games, Games::Named(vec!["some".into(), "other:one".into()]));
    let kinds: Vec<_> =
        player.options.iter().map(|option| (option.name.as_str(), option.kind.clone())).collect();
    let expected = [
        ("i", OptionKind::Integer { default: 3, min: -1, max: 9 }),
        ("f", OptionKind::Flag { default: true }),
        ("c", OptionKind::Choice { default: "y".into(), choices: vec!["x".into(), "y".into()] }),
        ("t", OptionKind::Text { default: "any".into() }),
    ];
    assert_eq!(kinds, expected);
    assert_eq!(player.options[0].description, "a number");
}

#[test]
fn the_example_plays_the_longest_move() {
    let plugin = load("../../../plugins/c-example/c_example.c");
    let mut player = plugin.new_player("longest", "any", &Options::default()).unwrap();
    let request =
        Request { legal_moves: vec!["1-5".into(), "22x15x8".into(), "3-7".into()], ..request() };
    let never_stopped = Table { runs: true, ..Table::default() };
    assert_eq!(player.choose_move(&request, &never_stopped), Ok(Reply::play("22x15x8")));
    let received = never_stopped.received.into_inner().unwrap();
    assert!(received[0].contains("depth: 1") && received[0].contains("22x15x8"), "{received:?}");
}

#[test]
fn a_setup_arrives_unchanged() {
    let setup = Setup {
        game: "g:v".into(),
        seat: Seat::SECOND,
        seat_count: 3,
        time_control: TimeControl::Increment {
            initial: Duration::from_mins(1),
            increment: Duration::from_secs(1),
        },
        thinking: ThinkingLimits { depth: Some(8), nodes: None },
        pondering: true,
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
        seed: u64::MAX,
    };
    let echo = faulty("echo-setup").start(&setup).unwrap_err();
    let expected =
        "g:v, 1m+1s, seat 1 of 3, depth 8, nodes -1, seed 18446744073709551615, pondering 1";
    assert_eq!(echo.text(), expected);
    let mut player = faulty("plays");
    assert_eq!(player.name(), "c-faults/plays");
    player.start(&setup).unwrap();
    assert_eq!(player.name(), "c-faults");
}

#[test]
fn a_request_arrives_unchanged() {
    let timed = Request {
        time_left: Some(Duration::from_millis(250)),
        budget: Some(Duration::from_millis(200)),
        draw_offer: Some(Seat::FIRST),
        ..request()
    };
    let echo = faulty("echo-turn").choose_move(&timed, &Table::default()).unwrap_err();
    assert_eq!(echo.text(), "S|11-15|P|2|22-17|250|200|0|1|1|1|1|-1");
    let echo = faulty("echo-turn").choose_move(&request(), &Table::default()).unwrap_err();
    assert_eq!(echo.text(), "S|11-15|P|2|22-17|-1|-1|-1|1|1|1|1|-1");
}

#[test]
fn events_and_pondering_requests_arrive() {
    let mut player = faulty("observes");
    player.observe(&Event::MovePlayed(PlayedMove {
        ply: 1,
        turn: Turn::Seat(Seat::SECOND),
        mv: "11-15".into(),
        position: "P".into(),
        elapsed: Duration::ZERO,
        clock: None,
    }));
    assert_eq!(turn(&mut player).unwrap_err(), "error: 1 11-15 P 1");
    let request = PonderRequest {
        seat: Seat::FIRST,
        start: "S".into(),
        moves: "11-15".into(),
        position: "Q".into(),
        clocks: Vec::new(),
    };
    player.ponder(&request, &Table::default());
    assert_eq!(turn(&mut player).unwrap_err(), "error: S|11-15|Q|0|none|-1|-1|-1|0|1|1|-1|-1");
}

#[test]
fn every_kind_of_reply_arrives() {
    assert_eq!(turn(&mut faulty("plays")), Ok(Reply::play("22-17")));
    assert_eq!(turn(&mut faulty("resigns")), Ok(Reply::Resign));
    assert_eq!(turn(&mut faulty("accepts")), Ok(Reply::AcceptDraw));
    assert_eq!(turn(&mut faulty("offers")), Ok(Reply::MoveAndOfferDraw("22-18".into())));
}

#[test]
fn reports_and_log_lines_from_a_player_in_c_arrive() {
    let table = Table::default();
    let _reply = faulty("plays").choose_move(&request(), &table).unwrap();
    let thinking = r#"Thinking { depth: 3, selective_depth: Some(9), nodes: 300, evaluations: 20, cutoffs: 1, table_use: Some(5), rank: 2, valuation: WinIn(5), line: "a b", line_error: None }"#;
    assert_eq!(table.received.into_inner().unwrap(), [thinking, "thinking"]);
}

#[test]
fn faults_of_a_player_in_c_are_reported() {
    let silent = "it failed without a reason; call RivalHost.fail";
    assert_eq!(
        turn(&mut faulty("out-of-range")).unwrap_err(),
        "illegal move: it chose move 2; expected 0 to 1"
    );
    assert_eq!(turn(&mut faulty("fails-silently")).unwrap_err(), format!("error: {silent}"));
    let plugin = load("tests/plugins/c_faults.c");
    let refused = |player: &str, options: &str| {
        let options: Options = options.parse().unwrap();
        plugin.new_player(player, "some", &options).unwrap_err().to_string()
    };
    assert_eq!(
        refused("refuses", "i=5"),
        "c-faults/refuses can't be created: error: no some today, with 4 options"
    );
    assert_eq!(
        refused("refuses-silently", ""),
        format!("c-faults/refuses-silently can't be created: error: {silent}")
    );
}

#[test]
fn calls_to_the_host_after_the_end_of_a_call_are_ignored() {
    let plugin = load("tests/plugins/c_faults.c");
    let new_player = |name: &str| plugin.new_player(name, "some", &Options::default()).unwrap();
    let mut player = new_player("calls-on");
    for turns in 1..=20 {
        let table = Table { runs: true, ..Table::default() };
        assert_eq!(player.choose_move(&request(), &table), Ok(Reply::play("22-18")));
        // No call is in progress: first between this call and the next one, then while no player exists.
        let received = table.received.lock().unwrap().len();
        thread::yield_now();
        assert_eq!(table.received.lock().unwrap().len(), received, "turn {turns}");
        if turns % 5 == 0 {
            player.close().unwrap();
            player = new_player("calls-on");
        }
    }
    let mut last = new_player("calls-no-more");
    assert_eq!(turn(&mut last), Ok(Reply::play("22-18")));
}

#[test]
fn a_string_with_a_zero_byte_is_not_passed_to_c() {
    let request = Request { position: "P\0".into(), ..request() };
    let error = faulty("plays").choose_move(&request, &Table::default()).unwrap_err();
    assert_eq!(shown(&error), "error: a string with a zero byte: \"P\\0\"");
}

#[test]
fn a_table_without_a_required_function_is_refused_when_it_is_loaded() {
    for (name, without) in [("new_player", "-DNO_NEW_PLAYER"), ("choose_move", "-DNO_CHOOSE_MOVE")]
    {
        assert_eq!(
            refusal("tests/plugins/c_faults.c", &[without]),
            format!("plugin.so: error: its table has no function {name}; set RivalPlugin.{name}")
        );
    }
}

#[test]
fn lists_that_are_too_long_are_refused_before_they_are_read() {
    assert_eq!(
        refusal("tests/plugins/c_faults.c", &["-DPLAYER_COUNT=257"]),
        "plugin.so: error: it has 257 players: at most 256 are allowed"
    );
}

#[test]
fn a_later_c_interface_is_refused_by_number() {
    let library = compiled("tests/plugins/c_faults.c", &[]);
    let mut content = fs::read(&library.file).unwrap();
    let magic = b"rival plugin \x1a\r\n";
    let at = content.windows(magic.len()).position(|bytes| bytes == magic).unwrap() + magic.len();
    content[at] = 3;
    fs::write(&library.file, content).unwrap();
    let error = Plugin::load(&library.file, cache(), &isolation()).unwrap_err().to_string();
    assert!(
        error.ends_with(
            "built for interface 3 (rival_plugin.h 2), but this program uses 2; rebuild it with this version's rival_plugin.h"
        ),
        "{error}"
    );
}
