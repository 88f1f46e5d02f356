//! The plugin interface's cost in this process and in a separate one: for a bare turn, for a turn at a table, and for
//! starting a player.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX, EXE_SUFFIX};
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, Instant};

use board_engine::{Coordinates, Diagram, Geometry, Seat};
use criterion::{Criterion, criterion_group, criterion_main};
use crossbeam_channel::{Sender, bounded};
use games_package::{
    Event, Host, MatchSetup, Moderator, Options, Player, PlayerError, Reply, Request, Rules,
    SeatSetup,
};
use plugin_host::{Cache, ChildProgram, Isolation, Plugin, PluginPlayer, Policy};
use plugin_sdk::testing::SilentHost;

#[path = "../../../core/games-package/tests/it/games/stones.rs"]
mod stones;

fn board() -> Diagram {
    Diagram::new(Geometry::rectangle(1, 1), Coordinates::AtEdges, |_| "a1".into())
}

/// The number of turns per match, about as many as in a draughts or chess game. The plugin takes three stones per turn.
const TURNS: u32 = 120;

/// A request in a draughts opening.
fn request() -> Request {
    let start = "B:W21-32:B1-12";
    Request {
        seat: Seat::FIRST,
        start: start.into(),
        moves: String::new(),
        position: start.into(),
        legal_moves: ["9-13", "9-14", "10-14", "10-15", "11-15", "11-16", "12-16"]
            .map(String::from)
            .into(),
        time_left: None,
        budget: None,
        draw_offer: None,
        clocks: Vec::new(),
    }
}

/// A file built by `cargo build --release -p plugin-host --examples`, next to this program.
fn built(name: &str) -> PathBuf {
    let program = std::env::current_exe().expect("this program has a file");
    let folder = program.ancestors().nth(2).expect("it is in target/release/deps");
    let file = folder.join("examples").join(name);
    assert!(file.exists(), "first: cargo build --release -p plugin-host --examples");
    file
}

/// The plugin `scripted`, in this process and in separate ones.
fn plugins() -> [(&'static str, Plugin); 2] {
    let cache = Cache::temporary().expect("there is a place for temporary files");
    let library = built(&format!("{DLL_PREFIX}scripted{DLL_SUFFIX}"));
    let in_process = Isolation { policy: Policy::Off, ..Isolation::default() };
    let child_program = ChildProgram::Program(built(&format!("child{EXE_SUFFIX}")));
    let sandboxed = Isolation { child_program, ..Isolation::default() };
    let load = |isolation| {
        Plugin::load(&library, &cache, &Arc::new(isolation))
            .expect("it was built with this program")
    };
    [("in_process", load(in_process)), ("sandboxed", load(sandboxed))]
}

/// The program `second_move` as a plugin, with its private copy in `cache`.
fn program(cache: &Cache) -> Plugin {
    let folder = tempfile::tempdir().expect("there is a place for temporary files");
    let file = built(&format!("second_move{EXE_SUFFIX}"));
    std::fs::copy(file, folder.path().join("second_move")).expect("it can be copied");
    let manifest = "name = \"second\"\ncommand = [\"./second_move\"]";
    std::fs::write(folder.path().join("player.toml"), manifest).expect("it can be written");
    let child_program = ChildProgram::Program(built(&format!("child{EXE_SUFFIX}")));
    let isolation = Isolation { child_program, ..Isolation::default() };
    Plugin::load(folder.path(), cache, &Arc::new(isolation)).expect("it is complete")
}

fn player(plugin: &Plugin) -> PluginPlayer {
    let name = if plugin.name() == "second" { "player" } else { "second" };
    plugin.new_player(name, "any", &Options::default()).expect("it makes a player of any game")
}

/// Reports the times of the first and the last turn.
struct Timed(PluginPlayer, Sender<Instant>);

impl Player for Timed {
    fn name(&self) -> String {
        self.0.name()
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        if request.moves.is_empty()
            || request.legal_moves.len() == 3 && request.position.starts_with("3/")
        {
            self.1.send(Instant::now())?;
        }
        self.0.choose_move(request, host)
    }

    fn observe(&mut self, event: &Event) {
        self.0.observe(event);
    }
}

/// The time for all turns of one match except the last, without the cost of starting and ending the match.
fn play(plugin: &Plugin) -> Duration {
    let (sender, times) = bounded(2);
    let game = Arc::new(Rules::new(
        "stones",
        stones::Stones { seats: 2, heap: 3 * TURNS, hopeless: None },
    ));
    let seat = || SeatSetup::new("second", Box::new(Timed(player(plugin), sender.clone())));
    let setup = MatchSetup::new(game, vec![seat(), seat()]);
    Moderator::new(setup).expect("two players for two seats").run().expect("there are threads");
    let (first, last) = (times.recv(), times.recv());
    let (first, last) = first.ok().zip(last.ok()).expect("a first and a last turn");
    last.duration_since(first)
}

fn turn(criterion: &mut Criterion) {
    let cache = Cache::temporary().expect("there is a place for temporary files");
    let plugins = plugins().into_iter().chain([("program", program(&cache))]);
    let request = request();
    for (place, plugin) in plugins {
        let plugin = &plugin;
        let mut player = player(plugin);
        criterion.bench_function(&format!("turn/{place}"), |bencher| {
            bencher.iter(|| player.choose_move(black_box(&request), &SilentHost).is_ok());
        });
        criterion.bench_function(&format!("turn through the Moderator/{place}"), |bencher| {
            bencher.iter_custom(|turns| {
                let matches = turns.div_ceil(u64::from(TURNS));
                let time: Duration = (0..matches).map(|_| play(plugin)).sum();
                let counted = u128::from(matches * u64::from(TURNS - 1));
                let nanoseconds = time.as_nanos() * u128::from(turns) / counted;
                Duration::from_nanos(u64::try_from(nanoseconds).expect("less than a year"))
            });
        });
        criterion.bench_function(&format!("start of a player/{place}"), |bencher| {
            bencher.iter_custom(|players| {
                let start = || {
                    let begun = Instant::now();
                    let _player = self::player(plugin);
                    begun.elapsed()
                };
                (0..players).map(|_| start()).sum()
            });
        });
    }
}

criterion_group!(benches, turn);
criterion_main!(benches);
