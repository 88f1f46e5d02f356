//! Parallel search: helper threads share one table and divide a node's moves.

use std::ops::ControlFlow;
use std::thread;

use board_engine::{Deterministic, ZeroSum, zobrist};

use super::frame::{Candidate, NodeSearch, PvsFrame, Value};
use super::root::Root;
use super::worker::{SharedState, Worker};
use super::{Technique, frame};
use crate::{Depth, Evaluator, Hints, Line, Task};

/// Minimum depth of a node whose moves are divided: at lower depths, a search ends before another thread could benefit.
const DEPTH_MIN: i32 = 4;

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized, H: Hints<G>> Worker<'_, G, E, H> {
    /// The next move to search. A move that another thread is searching is deferred: when all others are done, the
    /// table usually has its result (Weill, "The ABDADA Distributed Minimax Search Algorithm", 1996; without a counter
    /// in the table, Kerrigan, "Simplified ABDADA", 2017; <https://www.chessprogramming.org/ABDADA>). The first move is
    /// never deferred, because all others are compared with it.
    #[inline]
    pub(super) fn next_candidate(
        &self,
        search: &NodeSearch<'_, G>,
        here: &mut PvsFrame<G::Move>,
    ) -> Option<Candidate<G::Move>> {
        while let Some(index) = self.next_in_order(search, here) {
            let candidate = Candidate { mv: here.moves[index], index, moves_before: here.taken };
            here.taken += 1;
            if candidate.moves_before == 0 || !self.is_underway(search, index) {
                return Some(candidate);
            }
            here.put_off.push_back(candidate);
        }
        here.put_off.pop_front()
    }

    /// Announces to the other threads that this thread is searching the move; pairs with a later
    /// [`release`](Self::release).
    #[inline]
    pub(super) fn claim(&self, search: &NodeSearch<'_, G>, index: usize) -> Option<u64> {
        let key = self.is_shared(search).then(|| key(search.key, search.depth, index))?;
        self.shared.underway.begin(key);
        Some(key)
    }

    /// Records that the search of the move is finished.
    #[inline]
    pub(super) fn release(&self, claim: Option<u64>) {
        if let Some(key) = claim {
            self.shared.underway.end(key);
        }
    }

    /// The node's value, if another thread has stored a sufficient result since this thread entered the node.
    #[inline]
    pub(super) fn found_meanwhile(
        &self,
        search: &NodeSearch<'_, G>,
        below: &[PvsFrame<G::Move>],
    ) -> Option<Value> {
        if !self.is_shared(search) || search.window.is_open() {
            return None;
        }
        let entry = self.look_up(search.key, frame::ply(below))?;
        self.decided_value(entry, search.window, search.depth)
    }

    fn is_underway(&self, search: &NodeSearch<'_, G>, index: usize) -> bool {
        self.is_shared(search) && self.shared.underway.has(key(search.key, search.depth, index))
    }

    #[inline]
    fn is_shared(&self, search: &NodeSearch<'_, G>) -> bool {
        search.depth >= DEPTH_MIN
            && search.excluded.is_none()
            && self.shared.underway.is_kept()
            && self.has(Technique::Sharing)
    }
}

/// The key for the move at this index in the node with this key, searched to this depth.
fn key(node: u64, depth: i32, index: usize) -> u64 {
    let search = u64::from(depth.unsigned_abs()) << 32 | index as u64;
    zobrist::scramble(node ^ search)
}

/// Runs `search` while `threads - 1` helpers search the same `moves` of the task, until `search` stops the shared
/// search.
///
/// Helpers don't contribute to the result. Helpers fill the table that the main thread reads
/// (<https://www.chessprogramming.org/Lazy_SMP>); [`sharing`](crate::pvs::sharing) prevents them from searching the
/// same moves. If the system can't start enough threads, there are fewer helpers.
pub(super) fn with_helpers<G, E, H, R>(
    task: &Task<'_, G, E>,
    shared: &SharedState<'_, H>,
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
        let mut root = Root { moves: moves.to_vec(), ..crate::pvs::root(task, 1) };
        let mut worker = Worker::new(task, shared, None, super::learned_state::<G, H>());
        worker.deepen(&mut root, last, |_, _, _| ControlFlow::Continue(()));
        worker.publish();
    };
    let (mut search, mut result) = (Some(search), None);
    beside(threads, &help, &mut || result = search.take().map(|search| search()));
    result.expect("the search was run")
}

/// Runs `search` while `threads - 1` threads run `help`. Compiled once for all games.
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use board_engine::Game;
    use checkers::{Checkers, English};

    use super::super::shared_state::Allowance;
    use super::super::worker::{SharedState, Totals};
    use super::super::{Techniques, TranspositionTable};
    use super::*;
    use crate::pvs::history::LearnedState;
    use crate::pvs::shared_state::Underway;
    use crate::score::Window;
    use crate::walk::Node;
    use crate::{NoHints, Task, Zero};

    const NODE_KEY: u64 = 77;

    /// The indices of the moves at the start of English checkers, in the order they are searched to this depth while
    /// another thread searches the `underway` moves to [`DEPTH_MIN`].
    fn order(threads: usize, techniques: Techniques, depth: i32, underway: &[usize]) -> Vec<usize> {
        let (game, table) = (Checkers::<English>::new(), TranspositionTable::new(0));
        let position = game.start();
        let shared = SharedState {
            hints: &NoHints,
            table: &table,
            techniques,
            allowance: Allowance::new(None, threads),
            totals: Totals::default(),
            underway: Underway::new(threads),
            is_stopped: AtomicBool::new(false),
            uses_tables: false,
        };
        for &index in underway {
            shared.underway.begin(key(NODE_KEY, DEPTH_MIN, index));
        }
        let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
        let worker = Worker::new(&task, &shared, None, LearnedState::of_one_search());
        let mover = crate::walk::mover(&game, &position);
        let mut frame = frame::frames().swap_remove(0);
        game.legal_moves(&position, &mut frame.moves);
        frame.begin();
        let search = NodeSearch {
            node: &Node { position, mover },
            key: NODE_KEY,
            ply: 0,
            window: Window::FULL,
            depth,
            hash_move: Some(2),
            extension: 0,
            excluded: None,
        };
        std::iter::from_fn(|| worker.next_candidate(&search, &mut frame))
            .map(|candidate| candidate.index)
            .collect()
    }

    #[test]
    fn other_threads_moves_are_searched_last_except_the_first_move() {
        let all = Techniques::ALL;
        assert_eq!(order(2, all, DEPTH_MIN, &[]), [2, 0, 1, 3, 4, 5, 6]);
        assert_eq!(order(2, all, DEPTH_MIN, &[0, 2, 4]), [2, 1, 3, 5, 6, 0, 4]);
    }

    #[test]
    fn nothing_is_deferred_without_other_threads_or_in_another_search() {
        let usual = [2, 0, 1, 3, 4, 5, 6];
        let busy = [0, 2, 4];
        assert_eq!(order(1, Techniques::ALL, DEPTH_MIN, &busy), usual);
        assert_eq!(order(2, Techniques::ALL.without(Technique::Sharing), DEPTH_MIN, &busy), usual);
        for depth in [DEPTH_MIN - 1, DEPTH_MIN + 1] {
            assert_eq!(order(2, Techniques::ALL, depth, &busy), usual);
        }
    }
}
