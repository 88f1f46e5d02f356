//! `rival perft`: counts the leaves of the game tree.

use std::io::{Write, stdout};
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::mpsc;
use std::thread;
use std::time::Instant;

use app_context::CommandResult;
use board_engine::Leaves;
use game_catalog::Explorer;
use serde_json::json;

use crate::arguments::PerftArguments;

pub(crate) fn run(arguments: &PerftArguments) -> CommandResult {
    let explorer = app_context::explore(&arguments.game, arguments.place.text())?;
    let leaves = if arguments.no_bulk { Leaves::Made } else { Leaves::Counted };
    let begun = Instant::now();
    let parts = match arguments.depth.checked_sub(1) {
        Some(depth_below) if arguments.divide || arguments.threads > 1 => {
            count_by_move(&*explorer, depth_below, leaves, arguments.threads)
        }
        _ => Vec::new(),
    };
    let nodes = match parts.as_slice() {
        [] => explorer.leaves(arguments.depth, leaves),
        parts => parts.iter().map(|(_, count)| count).sum(),
    };
    let result = PerftResult { nodes, seconds: begun.elapsed().as_secs_f64(), parts };
    if arguments.json {
        result.write_json(&*explorer, arguments)
    } else {
        result.write_text(arguments)
    }
}

/// Counts the leaves below each legal move. Each thread takes one move at a time.
fn count_by_move(
    explorer: &dyn Explorer,
    depth: u32,
    leaves: Leaves,
    thread_count: u16,
) -> Vec<(String, u64)> {
    let moves = explorer.moves();
    let next = AtomicUsize::new(0);
    let (sender, counts) = mpsc::channel();
    thread::scope(|scope| {
        for _ in 0..thread_count {
            let sender = sender.clone();
            scope.spawn(|| {
                let sender = sender;
                loop {
                    let index = next.fetch_add(1, Ordering::Relaxed);
                    if index >= moves.len()
                        || sender
                            .send((index, explorer.leaves_after(index, depth, leaves)))
                            .is_err()
                    {
                        return;
                    }
                }
            });
        }
    });
    drop(sender);
    let mut parts: Vec<(String, u64)> = moves.into_iter().map(|mv| (mv, 0)).collect();
    for (index, count) in counts {
        parts[index].1 = count;
    }
    parts
}

/// The result of a perft run.
struct PerftResult {
    nodes: u64,
    seconds: f64,
    /// The count for each move. Empty without a per-move count.
    parts: Vec<(String, u64)>,
}

impl PerftResult {
    fn write_json(&self, explorer: &dyn Explorer, arguments: &PerftArguments) -> CommandResult {
        let mut object = json!({
            "game": explorer.game(), "position": explorer.position(), "depth": arguments.depth,
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
