//! Several threads over one table.

use std::ops::ControlFlow;
use std::thread;

use board_engine::{Deterministic, ZeroSum};

use super::learned;
use super::root::Root;
use super::worker::{Shared, Worker};
use crate::{Depth, Evaluator, Hints, Line, Task};

/// Runs `search` while `threads - 1` helpers search the same `moves` of the task, until `search` has stopped the shared search.
///
/// The helpers take no part in the result. They fill the table, so that the search finds more in it
/// (<https://www.chessprogramming.org/Lazy_SMP>); [`sharing`](super::sharing) keeps them from searching the same moves.
/// If the system has no more threads there are fewer helpers.
pub(super) fn with_helpers<G, E, H, R>(
    task: &Task<'_, G, E>,
    shared: &Shared<'_, H>,
    threads: usize,
    (moves, last): (&[Line<G::Move>], Depth),
    search: impl FnOnce() -> R,
) -> R
where
    G: ZeroSum + Deterministic,
    E: Evaluator<G> + ?Sized,
    H: Hints<G>,
{
    let help = || {
        let mut root = Root { moves: moves.to_vec(), ..super::root(task, 1) };
        let mut worker = Worker::new(task, shared, None, learned::<G, H>());
        worker.deepen(&mut root, last, |_, _, _| ControlFlow::Continue(()));
        worker.publish();
    };
    let (mut search, mut result) = (Some(search), None);
    beside(threads, &help, &mut || result = search.take().map(|search| search()));
    result.expect("the search was run")
}

/// Runs `search` while `threads - 1` threads run `help`. It is compiled once for all games.
fn beside(threads: usize, help: &(dyn Fn() + Sync), search: &mut dyn FnMut()) {
    thread::scope(|scope| {
        for number in 1..threads {
            let builder = thread::Builder::new().name(format!("search {number}"));
            if builder.spawn_scoped(scope, help).is_err() {
                break;
            }
        }
        search();
    });
}
