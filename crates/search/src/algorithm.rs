//! The interface of all algorithms.

use std::ops::ControlFlow;

use board_engine::{Game, KeyHistory};

use crate::{Evaluator, Limits, Progress, Report};

/// A position to be searched.
#[derive(Debug)]
pub struct Task<'a, G: Game, E: ?Sized> {
    /// The rules.
    pub game: &'a G,
    /// Scores unfinished positions.
    pub evaluator: &'a E,
    /// The root.
    pub position: &'a G::Position,
    /// The positions up to the root, which is the newest; `None` if nothing came before it. The search sees by it
    /// which positions come back.
    pub history: Option<&'a KeyHistory>,
}

/// Is called with what a search knows so far; [`ControlFlow::Break`] ends the search.
pub type Listener<'a, M> = &'a mut dyn FnMut(&Progress<M>) -> ControlFlow<()>;

/// A way to search, chosen at compile time. The value holds what the search learns and keeps for later searches.
pub trait Algorithm<G: Game> {
    /// Whether [`Limits::depth`] ends a search. Where it doesn't, a search ends by another limit or when it has proven the
    /// root.
    const HAS_DEPTH: bool = true;

    /// Searches the position within the limits.
    ///
    /// The textbook's algorithms look ahead exactly `limits.depth` plies wherever the game goes on so long and the line
    /// can matter; depth 0 evaluates the root. Those that search in several steps call `listener` after each of them, the
    /// others once, when they have reached their depth.
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move>;

    /// [`search_with`](Self::search_with) no listener.
    fn search<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
    ) -> Report<G::Move> {
        self.search_with(task, limits, &mut |_| ControlFlow::Continue(()))
    }

    /// Forgets what earlier searches have learned, and gets the memory that a search needs.
    fn forget(&mut self) {}

    /// Draws all random numbers of later searches from this seed.
    fn reseed(&mut self, _seed: u64) {}
}
