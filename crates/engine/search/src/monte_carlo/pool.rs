//! Several trees in parallel, and their combined results.

use std::cell::Cell;
use std::panic::resume_unwind;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use board_engine::{Game, Turn};

use crate::limits::{StopOnDrop, StopSignal};
use crate::monte_carlo::proof::{self, Proof};
use crate::monte_carlo::tree::{ROOT, Tree};
use crate::{Report, Score, Statistics};

/// The number of playouts between two checks of the stop signal.
const PLAYOUTS_PER_POLL: u64 = 32;

/// The interval at which the first thread checks the stop signal when it is done but others are still searching.
const REST: Duration = Duration::from_millis(1);

/// Grows all trees by `playouts` visits in total and combines them. Ends early when the root is proven or `stop`
/// returns `true`.
pub(super) fn search<G: Game>(
    trees: &mut [Tree<G>],
    game: &G,
    exploration: f32,
    playouts: u64,
    stop: StopSignal<'_>,
) -> Report<G::Move> {
    let was_stopped = Cell::new(false);
    let must_stop = || {
        was_stopped.set(was_stopped.get() || stop.is_some_and(|stop| stop()));
        was_stopped.get()
    };
    let made = grow_all(trees, playouts, &must_stop, |tree| tree.visit(game, exploration));
    let candidates = candidates(trees);
    let statistics = Statistics { nodes: made, evaluations: made, cutoffs: 0 };
    report(
        trees,
        game,
        &candidates,
        Report {
            best: None,
            score: Score::ZERO,
            line: Vec::new(),
            statistics,
            completed: !was_stopped.get(),
        },
    )
}

/// Makes `playouts` visits. The first tree grows on this thread, which alone calls `must_stop`. Returns the number of
/// visits made.
fn grow_all<G: Game>(
    trees: &mut [Tree<G>],
    playouts: u64,
    must_stop: &dyn Fn() -> bool,
    visit: impl Fn(&mut Tree<G>) + Sync,
) -> u64 {
    let count = trees.len() as u64;
    let share = |index| playouts / count + u64::from(index < playouts % count);
    let is_done = AtomicBool::new(false);
    let Some((first, others)) = trees.split_first_mut() else { return 0 };
    let (done, visit) = (&is_done, &visit);
    let jobs = others.iter_mut().zip(1..).map(|(tree, index)| -> PoolJob<'_> {
        Box::new(move || grow(tree, share(index), done, &|| false, visit))
    });
    let mut here = || grow(first, share(0), done, must_stop, visit);
    run_all(jobs.collect(), &mut here, must_stop, done)
}

/// A thread's work, which returns the number of playouts.
type PoolJob<'a> = Box<dyn FnOnce() -> u64 + Send + 'a>;

/// Runs `here` while threads run the `jobs`. Sets `is_done` when `here` ends or `must_stop` returns `true`. Returns the
/// total number of playouts. Compiled once for all games.
fn run_all(
    jobs: Vec<PoolJob<'_>>,
    here: &mut dyn FnMut() -> u64,
    must_stop: &dyn Fn() -> bool,
    is_done: &AtomicBool,
) -> u64 {
    thread::scope(|scope| {
        let _stop = StopOnDrop(is_done);
        // A thread that fails to start is skipped.
        let helpers: Vec<_> = (1..)
            .zip(jobs)
            .filter_map(|(index, job)| {
                let thread = thread::Builder::new().name(format!("monte-carlo {index}"));
                thread.spawn_scoped(scope, job).ok()
            })
            .collect();
        let mut made = here();
        while !helpers.iter().all(thread::ScopedJoinHandle::is_finished) {
            if must_stop() {
                is_done.store(true, Ordering::Relaxed);
            }
            thread::park_timeout(REST);
        }
        for helper in helpers {
            made += helper.join().unwrap_or_else(|panic| resume_unwind(panic));
        }
        made
    })
}

/// Grows one tree until it has made its share of the visits, its root is proven, or all trees are done.
fn grow<G: Game>(
    tree: &mut Tree<G>,
    share: u64,
    is_done: &AtomicBool,
    must_stop: &dyn Fn() -> bool,
    visit: &impl Fn(&mut Tree<G>),
) -> u64 {
    for made in 0..share {
        let is_proven = tree.proof(ROOT as usize).is_some();
        if is_proven || (made % PLAYOUTS_PER_POLL == 0 && must_stop()) {
            is_done.store(true, Ordering::Relaxed);
        }
        if is_done.load(Ordering::Relaxed) {
            return made;
        }
        visit(tree);
    }
    share
}

/// A root move, with the combined statistics of all trees.
#[derive(Clone, Copy, Debug)]
struct Candidate<M> {
    mv: M,
    visits: u64,
    total: i64,
    proof: Option<Proof>,
}

/// The root's moves, which have the same order in each tree.
fn candidates<G: Game>(trees: &[Tree<G>]) -> Vec<Candidate<G::Move>> {
    let mut candidates: Vec<Candidate<G::Move>> = Vec::new();
    for tree in trees {
        let children = tree.nodes[ROOT as usize].children();
        for (index, node) in children.enumerate() {
            let Some(mv) = tree.nodes[node].mv else { continue };
            if index == candidates.len() {
                candidates.push(Candidate { mv, visits: 0, total: 0, proof: None });
            }
            let candidate = &mut candidates[index];
            candidate.visits += u64::from(tree.nodes[node].visits);
            candidate.total += tree.nodes[node].total;
            candidate.proof = candidate.proof.or_else(|| tree.proof(node));
        }
    }
    candidates
}

/// Completes the report with the best move, its score and the line.
fn report<G: Game>(
    trees: &[Tree<G>],
    game: &G,
    candidates: &[Candidate<G::Move>],
    report: Report<G::Move>,
) -> Report<G::Move> {
    let Some(root) = trees.first().and_then(|tree| tree.root.as_ref()) else { return report };
    let turn = game.turn(&root.position);
    let payoff_max = game.payoff_max();
    let proofs = candidates.iter().map(|candidate| candidate.proof);
    let is_over =
        trees.iter().find_map(|tree| tree.proof(ROOT as usize)).filter(|_| candidates.is_empty());
    let proof = is_over.or_else(|| proof::back_up(turn, &proofs, payoff_max));
    let seat = match turn {
        Turn::Seat(seat) => seat.index(),
        // A chance node has no mover.
        Turn::Chance => {
            return Report { score: proof.map_or(Score::ZERO, |proof| proof.score(0)), ..report };
        }
    };
    // A proven loss is chosen last and a proven win immediately; otherwise the most visited child is chosen.
    let rank = |candidate: &&Candidate<G::Move>| match candidate.proof {
        Some(known) if proof.is_some() || known.payoffs[seat] >= payoff_max => {
            (1, known.rank(seat), candidate.visits)
        }
        Some(known) if known.payoffs[seat] <= -payoff_max => {
            (-1, known.rank(seat), candidate.visits)
        }
        _ => (0, (0, 0), candidate.visits),
    };
    // Of equally good moves, take the first.
    let Some(best) = candidates.iter().rev().max_by_key(rank) else {
        return Report { score: proof.map_or(Score::ZERO, |proof| proof.score(seat)), ..report };
    };
    let score = match (proof, best.proof) {
        (Some(proof), _) => proof.score(seat),
        (None, Some(known)) => known.one_ply_above().score(seat),
        (None, None) => mean_score(best),
    };
    Report { best: Some(best.mv), score, line: line(trees, best.mv), ..report }
}

/// The candidate's mean payoff in hundredths.
#[expect(clippy::cast_possible_truncation, reason = "a mean of small numbers")]
fn mean_score<M>(candidate: &Candidate<M>) -> Score {
    let visits = i64::try_from(candidate.visits.max(1)).unwrap_or(i64::MAX);
    Score::new((candidate.total.saturating_mul(100) / visits) as i32)
}

/// The most visited line after `best`, in the first tree.
fn line<G: Game>(trees: &[Tree<G>], best: G::Move) -> Vec<G::Move> {
    let mut line = vec![best];
    let Some(tree) = trees.first() else { return line };
    let mut children = tree.nodes[ROOT as usize].children();
    let mut node = children.find(|&child| tree.nodes[child].mv == Some(best));
    while let Some(here) = node {
        node = tree.nodes[here].children().rev().max_by_key(|&child| tree.nodes[child].visits);
        node = node.filter(|&child| tree.nodes[child].visits > 0);
        line.extend(node.and_then(|child| tree.nodes[child].mv));
    }
    line
}
