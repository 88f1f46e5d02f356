//! The tree walk shared by all algorithms: frames, limits, the end of the game, repetition, counting and the report.

use board_engine::{
    Deterministic, Game, KeyHistory, Outcome, Repetition, Seat, Status, Turn, ZeroSum,
};

use crate::limits::{Meter, Stopped};
use crate::{Depth, Evaluator, Limits, Listener, Progress, Report, Score, Statistics, Task};

/// A position in the tree, with the seat to move.
#[derive(Debug)]
pub(crate) struct Node<G: Game> {
    pub(crate) position: G::Position,
    pub(crate) mover: Seat,
}

impl<G: Game> Clone for Node<G> {
    #[inline]
    fn clone(&self) -> Self {
        Self { position: self.position.clone(), mover: self.mover }
    }
}

/// The state of one search.
#[derive(Debug)]
pub(crate) struct Walk<'a, G: Game, E: ?Sized> {
    pub(crate) game: &'a G,
    evaluator: &'a E,
    meter: Meter<'a>,
    depth: usize,
    /// The positions up to the current one, if repetition matters in the game.
    history: Option<KeyHistory>,
    evaluations: u64,
    cutoffs: u64,
}

impl<'a, G: Game, E: Evaluator<G> + ?Sized> Walk<'a, G, E> {
    pub(crate) fn new(task: &Task<'a, G, E>, limits: &Limits<'a>) -> Self {
        Self {
            game: task.game,
            evaluator: task.evaluator,
            meter: Meter::new(*limits),
            depth: limits.depth.plies(),
            history: history(task),
            evaluations: 0,
            cutoffs: 0,
        }
    }

    /// Counts the position and lists its moves. If the game is over, or the search ends here because `plies_left` is 0,
    /// returns the result of one of the two functions. The first function receives the ply where the game is over.
    #[inline]
    pub(crate) fn visit<T>(
        &mut self,
        position: &G::Position,
        moves: &mut Vec<G::Move>,
        plies_left: usize,
        over: impl Fn(&Outcome, usize) -> T,
        unfinished: impl Fn(&G, &E) -> T,
    ) -> Result<Option<T>, Stopped> {
        self.meter.count_node()?;
        let status = if plies_left == 0 {
            self.game.status(position, moves)
        } else {
            self.game.legal_moves(position, moves)
        };
        let ply = self.depth - plies_left;
        if let Status::Over(outcome) = &status {
            return Ok(Some(over(outcome, ply)));
        }
        if let Some(history) = &self.history
            && let Some(outcome) = history.outcome(self.game)
        {
            return Ok(Some(over(&outcome, ply)));
        }
        if plies_left == 0 {
            self.evaluations += 1;
            return Ok(Some(unfinished(self.game, self.evaluator)));
        }
        Ok(None)
    }

    /// Makes the position after `mv` the current one; pairs with a later [`take_back`](Self::take_back).
    #[inline]
    pub(crate) fn advance(&mut self, position: &mut G::Position, mv: G::Move) {
        match &mut self.history {
            Some(history) => history.play(self.game, position, mv),
            None => self.game.play(position, mv),
        }
    }

    /// Undoes the last [`advance`](Self::advance).
    #[inline]
    pub(crate) fn take_back(&mut self) {
        if let Some(history) = &mut self.history {
            history.take_back();
        }
    }

    /// Counts a cutoff.
    #[inline]
    pub(crate) const fn count_cutoff(&mut self) {
        self.cutoffs += 1;
    }

    /// The work so far.
    pub(crate) const fn statistics(&self) -> Statistics {
        Statistics {
            nodes: self.meter.nodes(),
            evaluations: self.evaluations,
            cutoffs: self.cutoffs,
        }
    }
}

impl<G: Deterministic, E: Evaluator<G> + ?Sized> Walk<'_, G, E> {
    /// [`visit`](Self::visit)s the node. Returns the position's score for the mover if the search goes no deeper here.
    /// `below` contains the frames for the remaining plies.
    #[inline]
    pub(crate) fn leaf_score(
        &mut self,
        node: &Node<G>,
        here: &mut PlyFrame<G::Move>,
        below: &[PlyFrame<G::Move>],
    ) -> Result<Option<Score>, Stopped>
    where
        G: ZeroSum,
    {
        here.best.clear();
        self.visit(
            &node.position,
            &mut here.moves,
            below.len(),
            |outcome, ply| Score::of_payoff(outcome.payoff(node.mover), ply),
            |game, evaluator| evaluator.evaluate(game, &node.position, node.mover),
        )
    }

    /// Turns `child`, a copy of the current node, into the node after `mv`; pairs with a later
    /// [`take_back`](Self::take_back).
    ///
    /// If the child were returned instead, it would be copied right after being written, and the copy would have to
    /// wait for the write.
    #[inline]
    pub(crate) fn play(&mut self, mv: G::Move, child: &mut Node<G>) {
        self.advance(&mut child.position, mv);
        child.mover = mover(self.game, &child.position);
    }
}

/// Searches the task with `algorithm`, which returns the root's score for its mover, and reports.
pub(crate) fn run<'a, G, E, A>(
    task: &Task<'a, G, E>,
    limits: &Limits<'a>,
    listener: Listener<'_, G::Move>,
    algorithm: A,
) -> Report<G::Move>
where
    G: Deterministic,
    E: Evaluator<G> + ?Sized,
    A: FnOnce(&mut Walk<'a, G, E>, &Node<G>, &mut [PlyFrame<G::Move>]) -> Result<Score, Stopped>,
{
    let Task { game, evaluator, position, .. } = *task;
    let mut walk = Walk::new(task, limits);
    let first_legal = first_legal_move(game, position, walk.history.as_ref());
    let root = Node { position: position.clone(), mover: mover(game, position) };
    let mut frames = frames(limits.depth);
    let result = algorithm(&mut walk, &root, &mut frames);

    let found = frames.swap_remove(0).best;
    let score = result.unwrap_or_else(|Stopped| {
        if found.line.is_empty() {
            evaluator.evaluate(game, position, root.mover)
        } else {
            found.score
        }
    });
    let report = Report {
        best: found.line.first().copied().or(first_legal),
        score,
        line: found.line,
        statistics: walk.statistics(),
        completed: result.is_ok(),
    };
    if report.completed {
        // The search is over, so there is nothing to stop.
        let _ = listener(&Progress::of(limits.depth, &report));
    }
    report
}

/// The history up to the root, if repetition matters in the game.
pub(crate) fn history<G: Game, E: ?Sized>(task: &Task<'_, G, E>) -> Option<KeyHistory> {
    let given = || task.history.filter(|history| !history.is_empty()).cloned();
    match task.game.repetition() {
        Repetition::Ignored => None,
        Repetition::Ends { .. } => {
            given().or_else(|| Some(KeyHistory::starting_at(task.game, task.position)))
        }
    }
}

/// The move to report if the search found none; `None` if the game is over.
pub(crate) fn first_legal_move<G: Game>(
    game: &G,
    position: &G::Position,
    history: Option<&KeyHistory>,
) -> Option<G::Move> {
    let mut moves = Vec::new();
    let is_over = game.legal_moves(position, &mut moves) != Status::Ongoing
        || history.is_some_and(|history| history.outcome(game).is_some());
    if is_over { None } else { moves.first().copied() }
}

/// The seat to move.
#[inline]
pub(crate) fn mover<G: Deterministic>(game: &G, position: &G::Position) -> Seat {
    match game.turn(position) {
        Turn::Seat(seat) => seat,
        Turn::Chance => unreachable!("no turn of a deterministic game belongs to chance"),
    }
}

/// One ply in the current line. All positions at a ply share one frame, so nothing is allocated once the lists have
/// grown.
#[derive(Clone, Debug)]
pub(crate) struct PlyFrame<M> {
    /// The legal moves in the current position.
    pub(crate) moves: Vec<M>,
    /// The best line so far.
    pub(crate) best: BestLine<M>,
}

/// The best line found so far from one position.
#[derive(Clone, Debug)]
pub(crate) struct BestLine<M> {
    pub(crate) score: Score,
    pub(crate) line: Vec<M>,
}

impl<M: Copy> BestLine<M> {
    /// Drops the line.
    #[inline]
    pub(crate) fn clear(&mut self) {
        self.score = Score::MIN;
        self.line.clear();
    }

    /// Adopts `mv` and the best line after it, if its score is better than the best so far. Returns `true` if the move
    /// was adopted.
    #[inline]
    pub(crate) fn offer(&mut self, mv: M, score: Score, below: &[PlyFrame<M>]) -> bool {
        let is_better = score > self.score;
        if is_better {
            self.score = score;
            self.line.clear();
            self.line.push(mv);
            if let Some(next) = below.first() {
                self.line.extend_from_slice(&next.best.line);
            }
        }
        is_better
    }
}

/// Returns one frame per ply and one for the horizon.
pub(crate) fn frames<M: Copy>(depth: Depth) -> Vec<PlyFrame<M>> {
    let frame =
        PlyFrame { moves: Vec::new(), best: BestLine { score: Score::MIN, line: Vec::new() } };
    vec![frame; depth.plies() + 1]
}

/// Splits off the current ply's frame from the frames for the plies below.
#[inline]
pub(crate) fn split<M>(frames: &mut [PlyFrame<M>]) -> (&mut PlyFrame<M>, &mut [PlyFrame<M>]) {
    frames.split_first_mut().expect("the search ends at the last frame")
}
