//! A search with its algorithm and evaluator erased.

use board_engine::{Game, KeyHistory};
use search::{Algorithm, Evaluator, Limits, Listener, Report, Task};

/// A search for `G` with any algorithm and evaluator. Each search is a single virtual call; the code inside is compiled
/// for its types. Code that uses the trait object is compiled once for all of a game's searches.
pub trait AnySearch<G: Game>: Send {
    /// Searches a position at the end of `history`, like [`Algorithm::search_with`].
    fn search(
        &mut self,
        game: &G,
        position: &G::Position,
        history: Option<&KeyHistory>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move>;

    /// The score of one game unit: see [`Evaluator::unit`].
    fn unit(&self) -> i32;

    /// Returns `true` if a depth limit ends a search: see [`Algorithm::HAS_DEPTH`].
    fn has_depth(&self) -> bool;

    /// Forgets the results of earlier searches: see [`Algorithm::forget`].
    fn forget(&mut self);

    /// Seeds the random numbers for later searches: see [`Algorithm::reseed`].
    fn reseed(&mut self, seed: u64);
}

/// A search with this algorithm and this evaluator.
pub fn any_search<G, E, A>(evaluator: E, algorithm: A) -> Box<dyn AnySearch<G>>
where
    G: Game,
    E: Evaluator<G> + 'static,
    A: Algorithm<G> + Send + 'static,
{
    Box::new(Evaluated { evaluator, algorithm })
}

struct Evaluated<E, A> {
    evaluator: E,
    algorithm: A,
}

impl<G: Game, E: Evaluator<G>, A: Algorithm<G> + Send> AnySearch<G> for Evaluated<E, A> {
    fn search(
        &mut self,
        game: &G,
        position: &G::Position,
        history: Option<&KeyHistory>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        let task = Task { game, evaluator: &self.evaluator, position, history };
        self.algorithm.search_with(&task, limits, listener)
    }

    fn unit(&self) -> i32 {
        self.evaluator.unit()
    }

    fn has_depth(&self) -> bool {
        A::HAS_DEPTH
    }

    fn forget(&mut self) {
        self.algorithm.forget();
    }

    fn reseed(&mut self, seed: u64) {
        self.algorithm.reseed(seed);
    }
}
