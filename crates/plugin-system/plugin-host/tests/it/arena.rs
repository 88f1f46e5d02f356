//! Arena games with players in separate processes. Inline games must equal games at a table, no matter what the players
//! do.

use std::sync::Arc;
use std::sync::mpsc::channel;
use std::thread;
use std::time::Duration;

use arena::openings::Openings;
use arena::play::{CancelToken, NoResult, PlayerFactory, Trust, play};
use arena::run::Run;
use arena::settings::Settings;
use arena::tournament::Tournament;
use board_engine::{Coordinates, Diagram, Geometry};
use games_package::{Options, Player, Rules};
use plugin_host::{Isolation, Plugin, ProcessPool};

use crate::support::{cache, fault_option, library, sandboxed};

#[path = "../../../../core/games-package/tests/it/games/stones.rs"]
mod stones;

fn board() -> Diagram {
    Diagram::new(Geometry::rectangle(1, 1), Coordinates::AtEdges, |_| "a1".into())
}

/// A correct player and a faulty one.
struct Cast {
    plugin: Plugin,
    fault: &'static str,
    trust: Trust,
    pool: ProcessPool,
}

impl Cast {
    fn new(fault: &'static str, trust: Trust, move_time_max: Option<Duration>) -> Self {
        let isolation = Isolation { move_time_max, ..Isolation::clone(&sandboxed()) };
        let plugin = Plugin::load(library("scripted"), cache(), &Arc::new(isolation)).unwrap();
        Self { plugin, fault, trust, pool: ProcessPool::with_capacity(2) }
    }
}

impl PlayerFactory for Cast {
    fn player(&self, index: usize) -> Result<Box<dyn Player>, String> {
        let (name, options) = match index {
            0 => ("second", Options::default()),
            _ => ("scripted", fault_option(self.fault)),
        };
        let made = self.plugin.new_player_in(&self.pool, name, "any", &options);
        made.map(|player| Box::new(player) as _).map_err(|error| error.to_string())
    }

    fn trust(&self, _: usize) -> Trust {
        self.trust
    }
}

/// A tournament of two pairs of games.
fn tournament() -> Arc<Tournament> {
    let game =
        Arc::new(Rules::new("stones", stones::Stones { seats: 2, heap: 20, hopeless: None }));
    let mut settings = Settings::new("stones", ["well".into(), "faulty".into()]);
    (settings.seed, settings.pairs) = (Some(3), 2);
    Arc::new(Tournament::new(settings, game, Openings::start()).unwrap())
}

/// The results, without elapsed times, of all games with this time per move.
fn games(fault: &'static str, trust: Trust, move_time_max: Duration) -> Vec<String> {
    let cast = Cast::new(fault, trust, Some(move_time_max));
    let tournament = tournament();
    let mut run = Run::new(Arc::clone(&tournament), &[]).unwrap();
    let mut games = Vec::new();
    while let Some(job) = run.next_job() {
        let game = play(&tournament, &job, &cast, &CancelToken::default()).map(|mut entry| {
            entry.elapsed_us.clear();
            entry
        });
        let received = format!("{game:?}");
        let (before, after) = received.split_once("killed after ").unwrap_or((&received, ""));
        games.push(
            before.to_owned() + after.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.'),
        );
    }
    games
}

#[test]
fn inline_games_equal_games_at_a_table() {
    let check = |fault, expected: &str| {
        // If no player is expected to be late, all players get enough time for a busy machine.
        let is_late = expected == "timed out";
        let limit = if is_late { Duration::from_millis(500) } else { Duration::from_mins(1) };
        let inline = games(fault, Trust::Returns, limit);
        assert_eq!(inline, games(fault, Trust::None, limit), "{fault}");
        assert!(inline[0].contains(expected), "{fault}: {}", inline[0]);
        assert_eq!(inline.len(), 4);
    };
    check("none", "the last stone is taken");
    check("illegal move", "illegal move");
    check("illegal later", "illegal move");
    check("error in choose", "invalid digit");
    check("blames its host", "reason: \"error\"");
    check("panic in choose", "panicked in choose");
    check("echo request", "Request {");
    check("echo setup", "Setup {");
    check("panic in start", "CantStart");
    check("second start", "the last stone is taken");
    check("abort", "crashed");
    check("segmentation fault", "SIGSEGV");
    check("exit 3", "exit code 3");
    check("endless loop", "timed out");
    check("unknown kind", "protocol error");
    check("long reply", "are allowed");
    check("resign", "resigned");
    check("accept", "out of turn");
    check("ask the host", "illegal move");
    check("panic in observe", "panicked in observe");
    check("abort in observe", "SIGABRT");
    check("hangs in observe", "timed out");
    check("panic in drop", "the last stone is taken");
    check("panic in new", "CantStart");
}

/// Checks how a game without a clock ends if a player has this fault.
fn check_aborted(fault: &'static str) {
    let (tournament, cast) = (tournament(), Cast::new(fault, Trust::Returns, None));
    let job = Run::new(Arc::clone(&tournament), &[]).unwrap().next_job().unwrap();
    let cancel = CancelToken::default();
    let pool = cast.pool.clone();
    cancel.on_cancel(move || pool.close());
    let (sender, result) = channel();
    thread::scope(|scope| {
        scope.spawn(|| sender.send(play(&tournament, &job, &cast, &cancel)).unwrap());
        assert!(result.recv_timeout(Duration::from_millis(200)).is_err(), "{fault}: it ended");
        cancel.cancel();
        let result = result.recv_timeout(Duration::from_mins(1)).unwrap();
        assert!(matches!(result, Err(NoResult::BrokenOff)), "{fault}: {result:?}");
    });
}

#[test]
fn games_with_hanging_players_are_aborted() {
    ["endless loop", "sleep", "hangs in start", "floods its host", "asks and never listens"]
        .into_iter()
        .for_each(check_aborted);
}
