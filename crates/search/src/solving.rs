//! Values of positions under perfect play.

mod exhaustive;

use board_engine::Game;

pub use self::exhaustive::Exhaustive;

/// What a position is worth to the side to move if both sides play perfectly: each wants the highest payoff, then the winner a
/// near end and the loser a distant one.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Solved {
    /// The payoff of the side to move; 1 for a win, -1 for a loss in most games.
    pub payoff: i16,
    /// How many plies away the end is; `None` if the payoff is 0, which nobody hurries to.
    pub plies: Option<u32>,
}

impl Solved {
    /// A value that is greater for what the side to move prefers.
    pub fn preference(self) -> i64 {
        let plies = i64::from(self.plies.unwrap_or(0));
        (i64::from(self.payoff) << 32) - i64::from(self.payoff.signum()) * plies
    }

    /// The value for the other side.
    #[must_use]
    pub fn reversed(self) -> Self {
        Self { payoff: -self.payoff, ..self }
    }

    /// The value for the same side a ply earlier.
    #[must_use]
    pub fn one_ply_farther(self) -> Self {
        Self { plies: self.plies.map(|plies| plies + 1), ..self }
    }
}

/// Between which values that of a position lies, and how many positions were searched to know it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Known {
    /// The value is this one or better.
    pub at_least: Solved,
    /// The value is this one or worse.
    pub at_most: Solved,
    /// The positions that were searched.
    pub positions: u64,
}

/// The solver has given up: there are too many positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooLarge {
    /// So many were looked at.
    pub positions: u64,
}

/// Finds the values of positions of some game. It remembers what it has searched, so that the next position of the same match
/// is solved sooner.
pub trait Solver<G: Game>: Send {
    /// The value of a position in which the game is not over. `known` is called whenever the solver knows more of it; one
    /// that knows nothing until the end never calls it.
    ///
    /// # Errors
    /// [`TooLarge`] if there are more positions than it can look at.
    fn solve(
        &mut self,
        game: &G,
        position: &G::Position,
        known: &mut dyn FnMut(Known),
    ) -> Result<Solved, TooLarge>;

    /// How many positions were searched, in all calls.
    fn positions(&self) -> u64;
}
