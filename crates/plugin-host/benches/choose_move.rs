//! One turn of a player behind the plugin interface, in this process.

use std::env::consts::{DLL_PREFIX, DLL_SUFFIX};
use std::hint::black_box;
use std::path::PathBuf;
use std::sync::Arc;

use board_engine::Seat;
use criterion::{Criterion, criterion_group, criterion_main};
use games_package::{AskError, Host, Options, Player, Prompt, Request, Thinking};
use plugin_host::{Cache, Isolation, Plugin, Policy};

/// A host that is never stopped and never heard.
struct Silent;

impl Host for Silent {
    fn is_stopped(&self) -> bool {
        false
    }

    fn report(&self, _: &Thinking) {}

    fn ask(&self, _: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        Ok(text.into())
    }

    fn log(&self, _: &str) {}
}

/// The opening of a game of draughts.
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
    }
}

/// The library that `cargo build --release -p plugin-host --example scripted` leaves beside this program.
fn library() -> Option<PathBuf> {
    let folder = std::env::current_exe().ok()?.parent()?.parent()?.join("examples");
    let file = folder.join(format!("{DLL_PREFIX}scripted{DLL_SUFFIX}"));
    file.exists().then_some(file)
}

fn choose_move(criterion: &mut Criterion) {
    let file = library().expect("first: cargo build --release -p plugin-host --example scripted");
    let cache = Cache::temporary().expect("there is a place for temporary files");
    let isolation = Arc::new(Isolation { policy: Policy::Off, ..Isolation::default() });
    let plugin =
        Plugin::load(&file, &cache, &isolation).expect("the plugin was built with this program");
    let player = plugin.new_player("second", "any", &Options::default());
    let mut player = player.expect("it makes a player of any game");
    let request = request();
    criterion.bench_function("choose_move through the plugin interface", |bencher| {
        bencher.iter(|| player.choose_move(black_box(&request), &Silent).is_ok());
    });
}

criterion_group!(benches, choose_move);
criterion_main!(benches);
