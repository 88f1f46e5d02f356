//! Iterative deepening.

use board_engine::Game;

use crate::{Algorithm, Depth, Evaluator, Limits, Listener, Progress, Report, Statistics, Task};

/// Searches to depth 1, then 2, and so on to `limits.depth`, so that whenever it is cut off there is the result of a
/// whole search (Slate and Atkin, "CHESS 4.5", 1977).
///
/// The listener is called after each completed depth. The returned report is that of the last completed depth, or of the
/// first one if not even that was completed; its statistics are those of all depths together, and `completed` says that
/// none was cut off. It ends early once the evaluator was not needed: then every line that matters was followed to the
/// end of the game, and deeper searches would be the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Deepening<A>(pub A);

impl<G: Game, A: Algorithm<G>> Algorithm<G> for Deepening<A> {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        let mut depth = limits.depth.min(Depth::ONE);
        let mut report = self.0.search(task, &Limits { depth, ..*limits });
        let mut total = report.statistics;
        while report.completed {
            let control = listener(&Progress { statistics: total, ..Progress::of(depth, &report) });
            if report.statistics.evaluations == 0 || depth >= limits.depth {
                break;
            }
            report.completed = control.is_continue();
            if control.is_continue() {
                depth = depth.next();
                let deeper = self.0.search(task, &left(limits, depth, total));
                total += deeper.statistics;
                report =
                    if deeper.completed { deeper } else { Report { completed: false, ..report } };
            }
        }
        Report { statistics: total, ..report }
    }

    fn forget(&mut self) {
        self.0.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.0.reseed(seed);
    }
}

/// What is left of the limits for a search to this depth.
fn left<'a>(limits: &Limits<'a>, depth: Depth, spent: Statistics) -> Limits<'a> {
    let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent.nodes));
    Limits { depth, nodes, ..*limits }
}
