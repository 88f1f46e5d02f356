//! The textbook algorithms: minimax, negamax, alpha-beta, negascout, and iterative deepening over
//! them.

use board_engine::{Deterministic, Game, PerfectInformation, SEATS_MAX, Seat, ZeroSum};

use crate::limits::Stopped;
use crate::score::{View, Window};
use crate::walk::{Node, PlyFrame, Walk};
use crate::{
    Algorithm, Depth, Evaluator, Limits, Listener, Progress, Report, Score, Statistics, Task, walk,
};

/// Every seat chooses the move with the highest score for itself, and expects the others to do the same.
///
/// For two seats whose payoffs cancel, this is plain minimax (von Neumann, "Zur Theorie der Gesellschaftsspiele",
/// 1928); for more seats it is maxⁿ (Luckhart and Irani, "An Algorithmic Solution of N-Person Games", 1986). Among
/// moves with the same score, the first one is chosen. Every line is searched.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Minimax;

impl<G: Deterministic + PerfectInformation> Algorithm<G> for Minimax {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        walk::run(task, limits, listener, |walk, root, frames| {
            let scores = minimax(walk, root, frames)?;
            Ok(scores[root.mover.index()])
        })
    }
}

/// A position's score for each seat.
type Scores = [Score; SEATS_MAX];

fn minimax<G: Deterministic, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    node: &Node<G>,
    frames: &mut [PlyFrame<G::Move>],
) -> Result<Scores, Stopped> {
    let (here, below) = walk::split(frames);
    here.best.clear();
    let leaf = walk.visit(
        &node.position,
        &mut here.moves,
        below.len(),
        |outcome, ply| {
            each_seat(outcome.payoffs().len(), |seat| Score::of_payoff(outcome.payoff(seat), ply))
        },
        |game, evaluator| {
            each_seat(game.seats(), |seat| evaluator.evaluate(game, &node.position, seat))
        },
    );
    if let Some(scores) = leaf? {
        return Ok(scores);
    }
    let mut best = [Score::MIN; SEATS_MAX];
    for &mv in &here.moves {
        let mut child = node.clone();
        walk.play(mv, &mut child);
        let scores = minimax(walk, &child, below)?;
        walk.take_back();
        if here.best.offer(mv, scores[node.mover.index()], below) {
            best = scores;
        }
    }
    Ok(best)
}

fn each_seat(count: usize, score: impl Fn(Seat) -> Score) -> Scores {
    let mut scores = [Score::ZERO; SEATS_MAX];
    for seat in Seat::all(count) {
        scores[seat.index()] = score(seat);
    }
    scores
}

/// Minimax for two seats whose payoffs cancel. The score for one seat is the negative of the other's score, so a single
/// function uses the mover's view at every ply.
///
/// The sign changes only if the mover changes.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Negamax;

impl<G: ZeroSum + Deterministic + PerfectInformation> Algorithm<G> for Negamax {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        walk::run(task, limits, listener, negamax)
    }
}

fn negamax<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    node: &Node<G>,
    frames: &mut [PlyFrame<G::Move>],
) -> Result<Score, Stopped> {
    let (here, below) = walk::split(frames);
    if let Some(score) = walk.leaf_score(node, here, below)? {
        return Ok(score);
    }
    for &mv in &here.moves {
        let mut child = node.clone();
        walk.play(mv, &mut child);
        let view = View::between(node.mover, child.mover);
        let score = view.score(negamax(walk, &child, below)?);
        walk.take_back();
        here.best.offer(mv, score, below);
    }
    Ok(here.best.score)
}

/// Alpha-beta that expects the first move to be the best (Reinefeld, "An Improvement to the Scout Tree Search
/// Algorithm", 1983; also known as principal variation search).
///
/// Each later move is tested only for a score above the mover's best so far. A *null window*, which doesn't contain any
/// score, causes more cutoffs than an open window. If the score is higher, the move is searched again for its exact
/// score. This technique saves time if the moves are well ordered, and costs time otherwise.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Negascout;

impl<G: ZeroSum + Deterministic + PerfectInformation> Algorithm<G> for Negascout {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        walk::run(task, limits, listener, |walk, root, frames| {
            negascout(walk, root, Window::FULL, frames)
        })
    }
}

fn negascout<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    node: &Node<G>,
    window: Window,
    frames: &mut [PlyFrame<G::Move>],
) -> Result<Score, Stopped> {
    let (here, below) = walk::split(frames);
    if let Some(score) = walk.leaf_score(node, here, below)? {
        return Ok(score);
    }
    for (index, &mv) in here.moves.iter().enumerate() {
        let mut child = node.clone();
        walk.play(mv, &mut child);
        let view = View::between(node.mover, child.mover);
        let open = window.above(here.best.score);
        let asked = if index == 0 { open } else { open.null() };
        let mut score = view.score(negascout(walk, &child, view.window(asked), below)?);
        if asked != open && open.contains(score) {
            score = view.score(negascout(walk, &child, view.window(open), below)?);
        }
        walk.take_back();
        if score >= window.beta {
            walk.count_cutoff();
            return Ok(score);
        }
        here.best.offer(mv, score, below);
    }
    Ok(here.best.score)
}

/// Negamax without the lines that can't change its result (Knuth and Moore, "An Analysis of
/// Alpha-Beta Pruning", 1975).
///
/// Alpha is the mover's guaranteed score, from another move here or earlier; beta is the opponent's. As soon as a move
/// scores beta or more, the opponent will avoid this position, and the other moves don't have to be searched. The
/// search is *fail-soft*: a score outside the window is the best bound found, not the window's edge.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct AlphaBeta;

impl<G: ZeroSum + Deterministic + PerfectInformation> Algorithm<G> for AlphaBeta {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        walk::run(task, limits, listener, |walk, root, frames| {
            alpha_beta(walk, root, Window::FULL, frames)
        })
    }
}

fn alpha_beta<G: ZeroSum + Deterministic, E: Evaluator<G> + ?Sized>(
    walk: &mut Walk<'_, G, E>,
    node: &Node<G>,
    window: Window,
    frames: &mut [PlyFrame<G::Move>],
) -> Result<Score, Stopped> {
    let (here, below) = walk::split(frames);
    if let Some(score) = walk.leaf_score(node, here, below)? {
        return Ok(score);
    }
    for &mv in &here.moves {
        let mut child = node.clone();
        walk.play(mv, &mut child);
        let view = View::between(node.mover, child.mover);
        let matters = view.window(window.above(here.best.score));
        let score = view.score(alpha_beta(walk, &child, matters, below)?);
        walk.take_back();
        if score >= window.beta {
            walk.count_cutoff();
            return Ok(score);
        }
        here.best.offer(mv, score, below);
    }
    Ok(here.best.score)
}

/// Searches to depth 1, then 2, and so on to `limits.depth`. Whenever the search is stopped, it has the result of a
/// completed depth (Slate and Atkin, "CHESS 4.5", 1977).
///
/// The listener is called after each completed depth. The report is from the last completed depth, or of the first
/// depth if none was completed. The report's statistics are the sum over all depths, and `completed` is set if no depth
/// was interrupted. The search ends early once a depth didn't need any static evaluation: every relevant line has then
/// reached the end of the game, and deeper searches would return the same result.
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

/// The limits that remain for a search to this depth.
fn left<'a>(limits: &Limits<'a>, depth: Depth, spent: Statistics) -> Limits<'a> {
    let nodes = limits.nodes.map(|nodes| nodes.saturating_sub(spent.nodes));
    Limits { depth, nodes, ..*limits }
}
