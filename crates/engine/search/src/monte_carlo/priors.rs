//! Knowledge about moves before their first visit.

use std::fmt;

use board_engine::Game;

/// Maximum number of virtual playouts in a prior: more would hide the search's results.
const VISITS_MAX: u32 = 10_000;

/// The knowledge about a move before any playout, as virtual playouts (Gelly and Silver, "Combining
/// Online and Offline Knowledge in UCT", 2007).
#[derive(Clone, Copy, PartialEq, Debug, Default)]
pub struct Prior {
    /// The number of playouts that the prior is worth, at most 10,000; 0 without knowledge.
    pub visits: u32,
    /// The mover's mean payoff in these playouts: 1 for wins, −1 for losses.
    pub payoff: f32,
}

impl Prior {
    /// The number of visits, and the sum of their payoffs.
    #[expect(clippy::cast_precision_loss, reason = "there are few virtual playouts")]
    #[expect(clippy::cast_possible_truncation, reason = "the sum of payoffs of 16 bits is small")]
    pub(super) fn counts(self) -> (u32, i64) {
        let visits = self.visits.min(VISITS_MAX);
        let payoff = self.payoff.clamp(f32::from(i16::MIN), f32::from(i16::MAX));
        // NaN becomes 0.
        (visits, (payoff * visits as f32).round() as i64)
    }
}

/// Priors for a game's moves, from an author or a network.
pub trait Priors<G: Game>: fmt::Debug + Send + Sync {
    /// The prior for a move that is legal in `position`.
    fn prior(&self, game: &G, position: &G::Position, mv: G::Move) -> Prior;
}
