//! Threads that meet at a node share out its moves.

use std::sync::atomic::{AtomicU64, Ordering::Relaxed};

use board_engine::{Deterministic, ZeroSum, zobrist};

use super::Technique;
use super::frame::{self, Frame, Pick};
use super::interior::Plan;
use super::worker::Worker;
use crate::walk::Node;
use crate::{Evaluator, Score};

/// The least depth of a node whose moves are shared out: below it a search is over before anyone could profit.
const DEPTH_MIN: i32 = 4;
/// How many moves are kept in mind, a power of two: far more than lie on the lines of all threads.
const PLACES: usize = 1 << 12;

/// The moves that threads search just now.
///
/// A move that shares its place with another one may be forgotten. Then two threads search it, and nothing else happens.
#[derive(Debug)]
pub(super) struct Underway(Box<[AtomicU64]>);

impl Underway {
    /// Nothing is underway. One thread has nobody to share with, and keeps nothing in mind.
    pub(super) fn new(threads: usize) -> Self {
        let places = if threads > 1 { PLACES } else { 0 };
        Self(std::iter::repeat_with(AtomicU64::default).take(places).collect())
    }

    /// Whether anything is kept in mind.
    fn is_kept(&self) -> bool {
        !self.0.is_empty()
    }

    /// The place of the move with this key.
    fn place(&self, key: u64) -> Option<&AtomicU64> {
        let index = usize::from(u16::try_from(key >> 48).expect("sixteen bits")) % PLACES;
        self.0.get(index)
    }

    fn has(&self, key: u64) -> bool {
        self.place(key).is_some_and(|place| place.load(Relaxed) == key)
    }

    fn begin(&self, key: u64) {
        if let Some(place) = self.place(key) {
            place.store(key, Relaxed);
        }
    }

    fn end(&self, key: u64) {
        if let Some(place) = self.place(key) {
            // Another move may have taken the place.
            let _ = place.compare_exchange(key, 0, Relaxed, Relaxed);
        }
    }
}

impl<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized> Worker<'_, G, E> {
    /// The move that is to be searched next. One that another thread searches just now is put off: when all others are
    /// done the table most often has its answer (Weill, "The ABDADA Distributed Minimax Search Algorithm", 1996; without a
    /// counter in the table, Kerrigan, "Simplified ABDADA", 2017; <https://www.chessprogramming.org/ABDADA>). The first
    /// one is never put off, since all others are measured by it.
    #[inline]
    pub(super) fn next_pick(
        &self,
        node: &Node<G>,
        plan: &Plan,
        here: &mut Frame<G::Move>,
    ) -> Option<Pick> {
        while let Some(place) = self.next_in_order(node, plan, here) {
            let pick = Pick { place, index: here.met };
            here.met += 1;
            if pick.index == 0 || !self.is_underway(plan, place) {
                return Some(pick);
            }
            here.put_off.push_back(pick);
        }
        here.put_off.pop_front()
    }

    /// Tells the other threads that this one searches the move; goes with a later [`release`](Self::release).
    #[inline]
    pub(super) fn claim(&self, plan: &Plan, place: usize) -> Option<u64> {
        let key = self.is_shared(plan).then(|| key(plan, place))?;
        self.shared.underway.begin(key);
        Some(key)
    }

    /// The move is searched.
    #[inline]
    pub(super) fn release(&self, claim: Option<u64>) {
        if let Some(key) = claim {
            self.shared.underway.end(key);
        }
    }

    /// What the node is worth, if another thread has found out enough since this one came here.
    #[inline]
    pub(super) fn found_meanwhile(
        &mut self,
        plan: &Plan,
        below: &[Frame<G::Move>],
    ) -> Option<Score> {
        if !self.is_shared(plan) || plan.window.is_open() {
            return None;
        }
        let entry = self.look_up(plan.key, frame::ply(below))?;
        self.decided(entry, plan.window, plan.depth)
    }

    fn is_underway(&self, plan: &Plan, place: usize) -> bool {
        self.is_shared(plan) && self.shared.underway.has(key(plan, place))
    }

    #[inline]
    fn is_shared(&self, plan: &Plan) -> bool {
        plan.depth >= DEPTH_MIN
            && plan.left_out.is_none()
            && self.shared.underway.is_kept()
            && self.has(Technique::Sharing)
    }
}

/// Names the move at this place of the plan's node, searched to the plan's depth.
fn key(plan: &Plan, place: usize) -> u64 {
    let search = u64::from(plan.depth.unsigned_abs()) << 32 | place as u64;
    zobrist::scramble(plan.key ^ search)
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicBool;

    use board_engine::Game;
    use checkers::{Checkers, English};

    use super::super::allowance::Allowance;
    use super::super::worker::{Shared, Totals};
    use super::super::{Table, Techniques};
    use super::*;
    use crate::window::Window;
    use crate::{Task, Zero};

    const PLAN: Plan = Plan {
        key: 77,
        window: Window::FULL,
        depth: DEPTH_MIN,
        hash_move: Some(2),
        is_singular: false,
        left_out: None,
    };

    /// The places of the moves of the start of English checkers in their turn, while another thread searches those that
    /// are `underway` in the same way.
    fn picks(
        threads: usize,
        techniques: Techniques,
        plan: &Plan,
        underway: &[usize],
    ) -> Vec<usize> {
        let (game, table) = (Checkers::<English>::new(), Table::new(0));
        let position = game.start();
        let shared = Shared {
            table: &table,
            techniques,
            allowance: Allowance::new(None, threads),
            totals: Totals::default(),
            underway: Underway::new(threads),
            is_stopped: AtomicBool::new(false),
        };
        for &place in underway {
            shared.underway.begin(key(&PLAN, place));
        }
        let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
        let worker = Worker::new(&task, &shared, None);
        let mover = crate::walk::mover(&game, &position);
        let mut frame = frame::frames().swap_remove(0);
        game.legal_moves(&position, &mut frame.moves);
        frame.begin();
        let node = Node { position, mover };
        std::iter::from_fn(|| worker.next_pick(&node, plan, &mut frame))
            .map(|pick| pick.place)
            .collect()
    }

    #[test]
    fn what_another_thread_searches_comes_last_but_the_first_move_stays() {
        let all = Techniques::ALL;
        assert_eq!(picks(2, all, &PLAN, &[]), [2, 0, 1, 3, 4, 5, 6]);
        assert_eq!(picks(2, all, &PLAN, &[0, 2, 4]), [2, 1, 3, 5, 6, 0, 4]);
    }

    #[test]
    fn nothing_is_put_off_without_others_or_in_another_search() {
        let order = [2, 0, 1, 3, 4, 5, 6];
        let busy = [0, 2, 4];
        assert_eq!(picks(1, Techniques::ALL, &PLAN, &busy), order);
        assert_eq!(picks(2, Techniques::ALL.without(Technique::Sharing), &PLAN, &busy), order);
        for depth in [DEPTH_MIN - 1, DEPTH_MIN + 1] {
            assert_eq!(picks(2, Techniques::ALL, &Plan { depth, ..PLAN }, &busy), order);
        }
    }

    #[test]
    fn what_is_done_is_underway_no_more() {
        let underway = Underway::new(2);
        underway.begin(77);
        assert!(underway.has(77) && !underway.has(78));
        // Another one that has taken its place stays.
        underway.begin(78);
        underway.end(77);
        assert!(underway.has(78));
        underway.end(78);
        assert!(!underway.has(78));
    }
}
