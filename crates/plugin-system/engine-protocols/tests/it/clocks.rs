//! Engine clocks in whole matches.

use std::fs;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use board_engine::Seat;
use engine_protocols::{EnginePool, uci, xboard};
use game_catalog::{engine_notations, table_game};
use games_package::{
    ClockReading, Host, ManualTime, MatchSetup, Moderator, Odds, Options, Player, PlayerError,
    PonderRequest, Reply, Request, SeatSetup, TimeSource,
};

use crate::support::{TIMEOUTS, Table, example, launch, request, setup};

const GAME: &str = "chess:standard";
const START: &str = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1";

/// An engine's opponent. Each of its moves takes 2 s; then it resigns.
struct Slow {
    time: Arc<ManualTime>,
    moves: Vec<&'static str>,
}

impl Player for Slow {
    fn name(&self) -> String {
        "slow".into()
    }

    fn choose_move(&mut self, _: &Request, _: &dyn Host) -> Result<Reply, PlayerError> {
        self.time.advance(Duration::from_secs(2));
        Ok(self.moves.pop().map_or(Reply::Resign, Reply::play))
    }
}

fn uci_player(log: &Path) -> Box<dyn Player> {
    let command = format!("{} logs {}", example("fake_uci_engine").display(), log.display());
    let (pool, options) = (EnginePool::default(), Options::default());
    let launch = launch(&pool, &command, &options, TIMEOUTS);
    uci::player(GAME, engine_notations(GAME).uci, launch).unwrap()
}

fn xboard_player(log: &Path) -> Box<dyn Player> {
    let command = format!("{} logs {}", example("fake_xboard_engine").display(), log.display());
    let (pool, options) = (EnginePool::default(), Options::default());
    let launch = launch(&pool, &command, &options, TIMEOUTS);
    xboard::player(GAME, engine_notations(GAME).uci, launch).unwrap()
}

/// The limits that an engine with this time control gets in a match. The engine's opponent has 20 s plus 0.2 s per
/// move.
fn limits(engine: fn(&Path) -> Box<dyn Player>, control: &str) -> Vec<String> {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let time = Arc::new(ManualTime::default());
    let slow = Slow { time: Arc::clone(&time), moves: vec!["Nb8", "Nc6"] };
    let seats =
        vec![SeatSetup::new("engine", engine(&log)), SeatSetup::new("slow", Box::new(slow))];
    let mut setup = MatchSetup::new(table_game(GAME).unwrap(), seats);
    let own = |control: &str| Odds { time_control: control.parse().ok(), ..Odds::default() };
    setup.odds = vec![own(control), own("20s+200ms")];
    setup.time = time as Arc<dyn TimeSource>;
    let finished = Moderator::new(setup).unwrap().run().unwrap();
    assert_eq!(finished.record.plies.len(), 5, "{:?}", finished.record.ending);
    fs::read_to_string(log).unwrap().lines().map(String::from).collect()
}

#[test]
fn a_uci_engine_gets_both_clocks_and_both_increments() {
    let expected = [
        "go wtime 5000 btime 20000 winc 100 binc 200",
        "go wtime 5100 btime 18200 winc 100 binc 200",
        "go wtime 5200 btime 16400 winc 100 binc 200",
    ];
    assert_eq!(limits(uci_player, "5s+100ms"), expected);
    let expected = [
        "go wtime 9000 btime 20000 winc 0 binc 200 movestogo 2",
        "go wtime 9000 btime 18200 winc 0 binc 200 movestogo 1",
        "go wtime 18000 btime 16400 winc 0 binc 200 movestogo 2",
    ];
    assert_eq!(limits(uci_player, "2/9s"), expected);
}

#[test]
fn an_xboard_engine_gets_both_clocks() {
    let expected = ["time 500", "otim 2000", "time 510", "otim 1820", "time 520", "otim 1640"];
    assert_eq!(limits(xboard_player, "5s+100ms"), expected);
}

#[test]
fn a_pondering_engine_gets_the_clocks_after_its_move() {
    let folder = tempfile::tempdir().unwrap();
    let log = folder.path().join("log");
    let mut player = uci_player(&log);
    let time_control = "5s+100ms".parse().unwrap();
    player.start(&games_package::Setup { time_control, pondering: true, ..setup(GAME) }).unwrap();
    let clocks = |own: u64, other: u64| {
        let reading = |left: u64, increment: u64| ClockReading {
            left: Duration::from_millis(left),
            increment: Duration::from_millis(increment),
            moves_to_go: None,
        };
        vec![reading(own, 100), reading(other, 200)]
    };
    let left = Some(Duration::from_secs(5));
    let first = Request { time_left: left, clocks: clocks(5000, 20_000), ..request(START, "e4") };
    player.choose_move(&first, &Table::default()).unwrap();
    let ponder = PonderRequest {
        seat: Seat::FIRST,
        start: START.into(),
        moves: "e4".into(),
        position: String::new(),
        clocks: clocks(4300, 20_000),
    };
    player.ponder(&ponder, &Table::default());
    // The engine logs the search before it answers the move.
    let reply = Request { moves: "e4 Nc6".into(), ..first };
    player.choose_move(&reply, &Table::default()).unwrap();
    let lines = fs::read_to_string(log).unwrap();
    let expected = "go wtime 5000 btime 20000 winc 100 binc 200\n\
        go ponder wtime 4300 btime 20000 winc 100 binc 200\n";
    assert_eq!(lines, expected);
}
