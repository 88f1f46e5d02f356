//! Measures the time needed to solve endgame positions from games. Each position is searched on one thread until its
//! result is proven.
//!
//! ```text
//! cargo run --release -p othello-players --example endgame -- 20 100
//! ```

#![expect(clippy::print_stdout, reason = "it prints what it measures")]

use std::time::{Duration, Instant};

use anyhow::Context;
use board_engine::{Game, Notation, Status, zobrist};
use othello::{Goal, Othello, Position};
use othello_players::{OthelloEvaluator, OthelloHints};
use search::{Algorithm, Depth, Limits, Pvs, PvsOptions, Task};

/// The number of random plies at the start of each game.
const OPENING_PLIES: u64 = 8;

/// Nodes per search for each of the other plies.
const NODES: u64 = 3_000;

fn main() -> anyhow::Result<()> {
    let mut arguments = std::env::args().skip(1);
    let mut number = |default| arguments.next().map_or(Ok(default), |text| text.parse::<u64>());
    let (empty, count) = (number(20)?, number(100)?);
    let empty = u32::try_from(empty).context("a number of empty squares")?;
    let game = Othello::new(8, Goal::Discs)?;
    let mut times: Vec<Duration> = Vec::new();
    let mut nodes = 0;
    let positions = (0..).filter_map(|seed| position(&game, empty, seed));
    for position in positions.take(usize::try_from(count)?) {
        let mut search = Pvs::with_hints(PvsOptions::default(), OthelloHints);
        let start = Instant::now();
        let report = search.search(&task(&game, &position), &Limits::to_depth(Depth::new(64)));
        let elapsed = start.elapsed();
        let text = game.format_position(&position);
        println!("{text} {} {:.2} s", report.score, elapsed.as_secs_f64());
        times.push(elapsed);
        nodes += report.statistics.nodes;
    }
    times.sort_unstable();
    let median = times.get(times.len() / 2).context("no position")?.as_secs_f64();
    let total: Duration = times.iter().sum();
    println!(
        "{count} positions with {empty} empty squares: median {median:.2} s, all {:.1} s, {nodes} nodes",
        total.as_secs_f64(),
    );
    Ok(())
}

fn task<'a>(game: &'a Othello, position: &'a Position) -> Task<'a, Othello, OthelloEvaluator> {
    Task { game, evaluator: &OthelloEvaluator::Standard, position, history: None }
}

/// A position with this number of empty squares, from a self-play game by the search after a random opening.
fn position(game: &Othello, empty: u32, seed: u64) -> Option<Position> {
    let (mut position, mut moves) = (game.start(), Vec::new());
    let mut search = Pvs::with_hints(PvsOptions::default(), OthelloHints);
    for ply in 0.. {
        if game.empty(&position).count() == empty {
            return Some(position);
        }
        if game.legal_moves(&position, &mut moves) != Status::Ongoing {
            return None;
        }
        let mv = if ply < OPENING_PLIES {
            let index = zobrist::mix(&[seed, ply]) % moves.len() as u64;
            moves[usize::try_from(index).ok()?]
        } else {
            let limits = Limits { nodes: Some(NODES), ..Limits::to_depth(Depth::new(10)) };
            search.search(&task(game, &position), &limits).best?
        };
        game.play(&mut position, mv);
    }
    None
}
