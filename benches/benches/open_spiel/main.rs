//! Plays random playouts of every game that Rival shares with OpenSpiel
//! (<https://github.com/google-deepmind/open_spiel>), on both sides in one run: `PYTHON=…/bin/python cargo bench -p
//! benches --bench open_spiel`. That Python installation needs the package `open_spiel`.
//!
//! The comparison uses plies per second instead of games per second, because some rules for ending a game differ. The
//! sides alternate, each side is measured several times, and its best result counts.

#![expect(clippy::print_stdout, reason = "the table is the output of this program")]

use std::env;
use std::process::Command;
use std::time::{Duration, Instant};

use backgammon::Backgammon;
use board_engine::{Game, Status};
use checkers::{Checkers, English};
use chess::Chess;
use connect_four::ConnectFour;
use kuhn_poker::KuhnPoker;
use othello::Othello;
use pig::Pig;
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};
use tic_tac_toe::TicTacToe;

const ROUNDS: usize = 3;
const TIME: Duration = Duration::from_secs(1);

fn main() {
    let Ok(python) = env::var("PYTHON") else {
        println!("$PYTHON names no Python with the package open_spiel: nothing is compared");
        return;
    };
    println!(
        "| game | Rival | OpenSpiel, in its library | ratio | OpenSpiel, from Python | ratio |"
    );
    println!("|---|---|---|---|---|---|");
    compare(&python, "tic_tac_toe", &TicTacToe::default());
    compare(&python, "connect_four", &ConnectFour::default());
    compare(&python, "othello", &Othello::default());
    compare(&python, "checkers", &Checkers::<English>::new());
    compare(&python, "chess", &Chess::default());
    // OpenSpiel's version has no doubling cube either.
    compare(&python, "backgammon", &Backgammon::default());
    compare(&python, "kuhn_poker", &KuhnPoker::default());
    compare(&python, "pig", &Pig::default());
}

/// Prints a game's line in millions of plies per second. `name` is OpenSpiel's name for the game.
fn compare<G: Game>(python: &str, name: &str, game: &G) {
    let [mut ours, mut library, mut from_python] = [0.0_f64; 3];
    for _ in 0..ROUNDS {
        ours = ours.max(plies_per_second(game));
        let [one, other] = open_spiel(python, name);
        (library, from_python) = (library.max(one), from_python.max(other));
    }
    let [a, b] = [ours / library, ours / from_python];
    let [ours, library, from_python] = [ours, library, from_python].map(|plies| plies / 1e6);
    println!("| {name} | {ours:.1} M | {library:.3} M | {a:.0} | {from_python:.3} M | {b:.0} |");
}

fn plies_per_second<G: Game>(game: &G) -> f64 {
    let mut chance = Xoshiro256PlusPlus::seed_from_u64(1);
    // Using the high half of the product avoids a division.
    let mut draw = |below: u32| ((u64::from(chance.next_u32()) * u64::from(below)) >> 32) as u32;
    let (mut scratch, mut plies, start) = (Vec::new(), 0_u32, Instant::now());
    while start.elapsed() < TIME {
        for _ in 0..20 {
            let mut position = game.start();
            while game.play_random(&mut position, &mut scratch, &mut draw) == Status::Ongoing {
                plies += 1;
            }
        }
    }
    f64::from(plies) / start.elapsed().as_secs_f64()
}

/// OpenSpiel's plies per second, inside its library and from Python.
fn open_spiel(python: &str, name: &str) -> [f64; 2] {
    let script = concat!(env!("CARGO_MANIFEST_DIR"), "/benches/open_spiel/playouts.py");
    let output = Command::new(python).args([script, name]).output().expect("Python can be started");
    assert!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    let text = String::from_utf8(output.stdout).expect("numbers are UTF-8");
    let mut numbers = text.split_whitespace().map(|word| word.parse().expect("a number"));
    [(); 2].map(|()| numbers.next().expect("two numbers are printed"))
}
