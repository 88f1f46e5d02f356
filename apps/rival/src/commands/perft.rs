//! `rival perft`: counting the leaves of the game tree.

use std::io::{Write, stdout};
use std::sync::Mutex;
use std::sync::PoisonError;
use std::thread;
use std::time::Instant;

use board_engine::{Leaves, divide, perft};
use game_catalog::{CatalogGame, GameVisitor, with_game};
use serde_json::json;

use crate::arguments::PerftArguments;
use crate::failure::{CommandResult, FailureKind, OrFail};

pub(crate) fn run(arguments: &PerftArguments) -> CommandResult {
    with_game(&arguments.game, Count(arguments)).or_fail(FailureKind::Usage)?
}

struct Count<'a>(&'a PerftArguments);

impl GameVisitor for Count<'_> {
    type Output = CommandResult;

    fn visit<G: CatalogGame>(self, name: String, game: G) -> CommandResult {
        let Self(arguments) = self;
        let position = match &arguments.position {
            Some(text) => game.parse_position(text).or_fail(FailureKind::Input)?,
            None => game.start(),
        };
        let leaves = if arguments.no_bulk { Leaves::Made } else { Leaves::Counted };
        let begun = Instant::now();
        let parts = match (arguments.divide, arguments.threads) {
            (false, 1) => Vec::new(),
            (true, 1) => divide(&game, &position, arguments.depth, leaves),
            (_, threads) => {
                divide_among_threads(&game, &position, arguments.depth, leaves, threads)
            }
        };
        let nodes = match parts.as_slice() {
            [] => perft(&game, &position, arguments.depth, leaves),
            parts => parts.iter().map(|(_, count)| count).sum(),
        };
        let seconds = begun.elapsed().as_secs_f64();
        let parts: Vec<(String, u64)> =
            parts.into_iter().map(|(mv, count)| (game.format_move(&position, mv), count)).collect();
        let counted = Counted {
            game: name,
            position: game.format_position(&position),
            nodes,
            seconds,
            parts,
        };
        if arguments.json { counted.write_json(arguments) } else { counted.write_text(arguments) }
    }
}

/// The parts of the root's moves, which threads take one by one.
fn divide_among_threads<G: CatalogGame>(
    game: &G,
    position: &G::Position,
    depth: u32,
    leaves: Leaves,
    thread_count: u16,
) -> Vec<(G::Move, u64)> {
    let Some(depth_below) = depth.checked_sub(1) else { return Vec::new() };
    let parts = divide(game, position, 1, leaves);
    let left = Mutex::new(parts.iter().enumerate());
    let counts = Mutex::new(vec![0; parts.len()]);
    let work = || {
        loop {
            let next = left.lock().unwrap_or_else(PoisonError::into_inner).next();
            let Some((index, &(mv, _))) = next else { return };
            let mut child = position.clone();
            game.play(&mut child, mv);
            let count = perft(game, &child, depth_below, leaves);
            counts.lock().unwrap_or_else(PoisonError::into_inner)[index] = count;
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread_count {
            scope.spawn(work);
        }
    });
    let counts = counts.into_inner().unwrap_or_else(PoisonError::into_inner);
    parts.iter().zip(counts).map(|(&(mv, _), count)| (mv, count)).collect()
}

/// What came out.
struct Counted {
    game: String,
    position: String,
    nodes: u64,
    seconds: f64,
    /// The root's moves with their parts, where they were counted apart.
    parts: Vec<(String, u64)>,
}

impl Counted {
    fn write_json(&self, arguments: &PerftArguments) -> CommandResult {
        let mut object = json!({
            "game": self.game, "position": self.position, "depth": arguments.depth,
            "nodes": self.nodes, "seconds": self.seconds, "nodes_per_second": self.rate(),
        });
        if arguments.divide {
            object["divide"] =
                self.parts.iter().map(|(mv, count)| json!({"move": mv, "nodes": count})).collect();
        }
        writeln!(stdout(), "{object}")?;
        Ok(())
    }

    fn write_text(&self, arguments: &PerftArguments) -> CommandResult {
        let mut out = stdout().lock();
        if arguments.divide {
            for (mv, count) in &self.parts {
                writeln!(out, "{mv} {count}")?;
            }
        }
        writeln!(out, "perft({}) = {}", arguments.depth, self.nodes)?;
        writeln!(out, "{:.3} s, {:.1} M leaves/s", self.seconds, self.rate() / 1e6)?;
        Ok(())
    }

    /// Leaves per second.
    #[expect(clippy::cast_precision_loss, reason = "a rate, shown with a few digits")]
    fn rate(&self) -> f64 {
        self.nodes as f64 / self.seconds.max(1e-9)
    }
}
