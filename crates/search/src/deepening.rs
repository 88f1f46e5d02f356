//! Iterative deepening.

use board_engine::Game;

use crate::{Algorithm, Depth, Evaluator, Limits, Report, Task};

/// Searches to depth 1, then 2, and so on to `limits.depth`, so that whenever it is cut off there is the result of a
/// whole search (Slate and Atkin, "CHESS 4.5", 1977).
///
/// Each depth that is completed is passed to `on_depth` with its own report. The returned report is that of the last
/// completed depth, or of the first one if not even that was completed; its statistics are those of all depths
/// together, and `completed` says that none was cut off. It ends early once the evaluator was not needed: then every
/// line that matters was followed to the end of the game, and deeper searches would be the same.
pub fn iterative_deepening<G, E, A>(
    algorithm: &A,
    task: &Task<'_, G, E>,
    limits: &Limits<'_>,
    mut on_depth: impl FnMut(Depth, &Report<G::Move>),
) -> Report<G::Move>
where
    G: Game,
    E: Evaluator<G> + ?Sized,
    A: Algorithm<G>,
{
    let search = |depth, nodes_spent| {
        let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(nodes_spent));
        algorithm.search(task, &Limits { depth, nodes, stop: limits.stop })
    };
    let mut depth = limits.depth.min(Depth::ONE);
    let mut report = search(depth, 0);
    let mut total = report.statistics;
    if report.completed {
        on_depth(depth, &report);
    }
    while report.completed && report.statistics.evaluations > 0 && depth < limits.depth {
        depth = depth.next();
        let deeper = search(depth, total.nodes);
        total += deeper.statistics;
        if deeper.completed {
            on_depth(depth, &deeper);
            report = deeper;
        } else {
            report.completed = false;
        }
    }
    Report { statistics: total, ..report }
}
