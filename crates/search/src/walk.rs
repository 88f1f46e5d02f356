//! The walk through the tree, which is the same for all algorithms: limits, the end of the game, repetition,
//! counting, and what is reported.

use board_engine::{
    Deterministic, Game, KeyHistory, Outcome, Repetition, Seat, Status, Turn, ZeroSum,
};

use crate::frame::{self, Frame};
use crate::limits::{Meter, Stopped};
use crate::{Evaluator, Limits, Report, Score, Statistics, Task};

/// A position of the tree, with the seat whose turn it is.
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
    game: &'a G,
    evaluator: &'a E,
    meter: Meter<'a>,
    depth: usize,
    /// The positions up to the current one, if the game cares for their return.
    history: Option<KeyHistory>,
    evaluations: u64,
    cutoffs: u64,
}

impl<'a, G: Deterministic, E: Evaluator<G> + ?Sized> Walk<'a, G, E> {
    fn new(task: &Task<'a, G, E>, limits: &Limits<'a>) -> Self {
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

    /// Counts the node and lists its moves, unless the search goes no deeper here: then it says what the node is worth by
    /// one of the two functions. `below` are the frames of the plies that are left.
    #[inline]
    pub(crate) fn visit<T>(
        &mut self,
        node: &Node<G>,
        here: &mut Frame<G::Move>,
        below: &[Frame<G::Move>],
        over: impl Fn(&Outcome, usize) -> T,
        unfinished: impl Fn(&G, &E) -> T,
    ) -> Result<Option<T>, Stopped> {
        self.meter.count_node()?;
        here.best.clear();
        let status = if below.is_empty() {
            self.game.status(&node.position, &mut here.moves)
        } else {
            self.game.legal_moves(&node.position, &mut here.moves)
        };
        if let Status::Over(outcome) = &status {
            return Ok(Some(over(outcome, self.ply(below))));
        }
        if let Some(history) = &self.history
            && let Some(outcome) = history.outcome(self.game)
        {
            return Ok(Some(over(&outcome, self.ply(below))));
        }
        if below.is_empty() {
            self.evaluations += 1;
            return Ok(Some(unfinished(self.game, self.evaluator)));
        }
        Ok(None)
    }

    /// [`visit`](Self::visit)s the node: its score for the mover if the search goes no deeper here.
    #[inline]
    pub(crate) fn leaf_score(
        &mut self,
        node: &Node<G>,
        here: &mut Frame<G::Move>,
        below: &[Frame<G::Move>],
    ) -> Result<Option<Score>, Stopped>
    where
        G: ZeroSum,
    {
        self.visit(
            node,
            here,
            below,
            |outcome, ply| Score::of_payoff(outcome.payoff(node.mover), ply),
            |game, evaluator| evaluator.evaluate(game, &node.position, node.mover),
        )
    }

    /// How many plies the current node is below the root.
    #[inline]
    pub(crate) const fn ply(&self, below: &[Frame<G::Move>]) -> usize {
        self.depth - below.len()
    }

    /// Makes `child`, which is like the current node, the node after `mv`; goes with a later
    /// [`take_back`](Self::take_back).
    ///
    /// A child that were returned would be copied to its place just after it was written, and the copy would wait for
    /// that.
    #[inline]
    pub(crate) fn play(&mut self, mv: G::Move, child: &mut Node<G>) {
        let Node { position, mover } = child;
        match &mut self.history {
            Some(history) => history.play(self.game, position, mv),
            None => self.game.play(position, mv),
        }
        *mover = self::mover(self.game, position);
    }

    /// Leaves the node that was [`play`](Self::play)ed last.
    #[inline]
    pub(crate) fn take_back(&mut self) {
        if let Some(history) = &mut self.history {
            history.take_back();
        }
    }

    /// Notes that moves were left out.
    #[inline]
    pub(crate) const fn count_cutoff(&mut self) {
        self.cutoffs += 1;
    }
}

/// Searches the task by `algorithm`, which gives the root's score for its mover, and reports.
pub(crate) fn run<'a, G, E, A>(
    task: &Task<'a, G, E>,
    limits: &Limits<'a>,
    algorithm: A,
) -> Report<G::Move>
where
    G: Deterministic,
    E: Evaluator<G> + ?Sized,
    A: FnOnce(&mut Walk<'a, G, E>, &Node<G>, &mut [Frame<G::Move>]) -> Result<Score, Stopped>,
{
    let Task { game, evaluator, position, .. } = *task;
    let mut walk = Walk::new(task, limits);
    let first_legal = first_legal_move(game, position, walk.history.as_ref());
    let root = Node { position: position.clone(), mover: mover(game, position) };
    let mut frames = frame::frames(limits.depth);
    let result = algorithm(&mut walk, &root, &mut frames);

    let found = frames.swap_remove(0).best;
    let score = result.unwrap_or_else(|Stopped| {
        if found.line.is_empty() {
            evaluator.evaluate(game, position, root.mover)
        } else {
            found.score
        }
    });
    let Walk { meter, evaluations, cutoffs, .. } = walk;
    Report {
        best: found.line.first().copied().or(first_legal),
        score,
        line: found.line,
        statistics: Statistics { nodes: meter.nodes(), evaluations, cutoffs },
        completed: result.is_ok(),
    }
}

/// The history up to the root, unless the game doesn't care for it.
pub(crate) fn history<G: Game, E: ?Sized>(task: &Task<'_, G, E>) -> Option<KeyHistory> {
    let given = || task.history.filter(|history| !history.is_empty()).cloned();
    match task.game.repetition() {
        Repetition::Ignored => None,
        Repetition::Ends { .. } => {
            given().or_else(|| Some(KeyHistory::starting_at(task.game, task.position)))
        }
    }
}

/// The move that is named if no other was found; `None` if the game is over.
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

/// The seat whose turn it is.
#[inline]
pub(crate) fn mover<G: Deterministic>(game: &G, position: &G::Position) -> Seat {
    match game.turn(position) {
        Turn::Seat(seat) => seat,
        Turn::Chance => unreachable!("no turn of a deterministic game belongs to chance"),
    }
}
