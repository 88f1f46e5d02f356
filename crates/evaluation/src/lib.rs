//! What a position is worth: one file per game.
//!
//! Rules know nothing of this, and searches only the trait [`Evaluator`]. A game's evaluators have names, so that
//! people can choose among them, yet a search is compiled for each by itself: a name is turned into a type once, by a
//! visitor, and no call inside a search is virtual.

#![forbid(unsafe_code)]

mod checkers;
mod tic_tac_toe;

use board_engine::Game;
use search::Evaluator;

pub use crate::checkers::{Material, Mobility};
pub use crate::tic_tac_toe::{Lines, Neighbors};

/// A game with evaluators, by name.
pub trait EvaluatedGame: Game {
    /// The game's evaluators; the first one is taken where nothing is said.
    const EVALUATORS: &'static [EvaluatorInfo];

    /// Calls `visitor` with the evaluator of this name; gives the visitor back if there is none.
    ///
    /// # Errors
    /// The visitor, if the name is not in [`EVALUATORS`](Self::EVALUATORS).
    fn with_evaluator<V: EvaluatorVisitor<Self>>(name: &str, visitor: V) -> Result<V::Output, V>
    where
        Self: Sized;
}

/// An evaluator's name, and what it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluatorInfo {
    /// Lower case, no blanks.
    pub name: &'static str,
    /// One line.
    pub description: &'static str,
}

/// What is done with an evaluator once its type is known.
pub trait EvaluatorVisitor<G: Game> {
    /// What comes out.
    type Output;

    /// Goes on with this evaluator.
    fn visit<E: Evaluator<G> + 'static>(self, evaluator: E) -> Self::Output;
}

/// A game whose moves can be ranked by themselves, without a look at the answer: what the greedy player does.
pub trait RankedMoves: Game {
    /// How good the legal move `mv` looks; higher is better, 0 is nothing special.
    fn rank(&self, position: &Self::Position, mv: Self::Move) -> i32;
}
