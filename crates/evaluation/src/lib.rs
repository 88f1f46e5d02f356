//! Static evaluation: one file per game, or a folder.
//!
//! Rules know nothing of this, and searches only the trait [`Evaluator`]. A game's evaluators have names, so that
//! people can choose among them. They are one type per game, an enum: every search is compiled once per game instead of
//! once per evaluator, and what it costs is a branch per evaluation that always goes the same way. No call inside a
//! search is virtual.

#![forbid(unsafe_code)]

mod checkers;
mod chess;
mod connect_four;
mod othello;
mod pig;
mod tic_tac_toe;

use board_engine::Game;
use search::{Evaluator, Hints};

pub use crate::checkers::{
    Advance, DraughtsEvaluator, DraughtsHints, Fibonacci, Material, Mobility, Patterns, Pieces,
    Standard, Term, Terms,
};
pub use crate::chess::{ChessEvaluator, ChessHints};
pub use crate::connect_four::{ConnectFourHints, Threats};
pub use crate::othello::{OthelloEvaluator, OthelloHints};
pub use crate::pig::Distance;
pub use crate::tic_tac_toe::{Lines, MnkEvaluator, MnkHints, Neighbors};

/// A game with evaluators, by name.
pub trait EvaluatedGame: Game + Sized {
    /// Any one of the game's evaluators.
    type Evaluator: Evaluator<Self> + Clone + 'static;

    /// What a selective search of the game goes by.
    type Hints: Hints<Self> + Default + 'static;

    /// The game's evaluators with their names; the first one is the default.
    const EVALUATORS: &'static [(EvaluatorInfo, Self::Evaluator)];

    /// The evaluator of this name, if there is one.
    fn evaluator(name: &str) -> Option<Self::Evaluator> {
        let named = Self::EVALUATORS.iter().find(|(info, _)| info.name == name);
        named.map(|(_, evaluator)| evaluator.clone())
    }

    /// What the game's evaluators are called, the first one first.
    fn evaluator_infos() -> impl Iterator<Item = EvaluatorInfo> + Clone {
        Self::EVALUATORS.iter().map(|(info, _)| *info)
    }
}

/// An evaluator's name, and what it counts.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct EvaluatorInfo {
    /// Lower case, no blanks.
    pub name: &'static str,
    /// One line.
    pub description: &'static str,
}

/// A game whose moves can be ranked without looking at the replies: what the greedy player goes by.
pub trait RankedMoves: Game {
    /// The rank of the legal move `mv`: higher is better, 0 is nothing special.
    fn rank(&self, position: &Self::Position, mv: Self::Move) -> i32;
}
