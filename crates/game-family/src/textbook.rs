//! The textbook's algorithms, by name.

use board_engine::{Deterministic, PerfectInformation, ZeroSum};
use search::{
    Algorithm, AlphaBeta, Evaluator, Limits, Listener, Minimax, Negamax, Negascout, Report, Task,
};

/// One of the textbook's algorithms, chosen at run time. Code that uses it is compiled once for all of them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Textbook {
    Minimax,
    Negamax,
    AlphaBeta,
    Negascout,
}

impl Textbook {
    /// From simple to advanced.
    pub(crate) const ALL: [Self; 4] =
        [Self::Minimax, Self::Negamax, Self::AlphaBeta, Self::Negascout];

    /// The names of [`ALL`](Self::ALL).
    pub(crate) const NAMES: [&'static str; 4] = {
        let [first, second, third, fourth] = Self::ALL;
        [first.name(), second.name(), third.name(), fourth.name()]
    };

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Minimax => "minimax",
            Self::Negamax => "negamax",
            Self::AlphaBeta => "alpha-beta",
            Self::Negascout => "negascout",
        }
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|algorithm| algorithm.name() == name)
    }
}

impl<G: ZeroSum + Deterministic + PerfectInformation> Algorithm<G> for Textbook {
    fn search_with<E: Evaluator<G> + ?Sized>(
        &mut self,
        task: &Task<'_, G, E>,
        limits: &Limits<'_>,
        listener: Listener<'_, G::Move>,
    ) -> Report<G::Move> {
        match self {
            Self::Minimax => Minimax.search_with(task, limits, listener),
            Self::Negamax => Negamax.search_with(task, limits, listener),
            Self::AlphaBeta => AlphaBeta.search_with(task, limits, listener),
            Self::Negascout => Negascout.search_with(task, limits, listener),
        }
    }
}
