//! Game results, and the repetition rule.

use crate::{SEATS_MAX, Seat};

/// The payoff of each seat when the game is over, with the rule that ended it.
///
/// In games that are won, lost or drawn the payoffs are 1, −1 and 0. Two outcomes are equal if the
/// payoffs, the reason and its kind are.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    payoffs: [i16; SEATS_MAX],
    seats: u8,
    is_by_counting: bool,
    reason: &'static str,
}

impl Outcome {
    /// An outcome with these payoffs, one per seat. `reason` is a lower-case phrase that names the rule, without a full
    /// stop: "no legal move", "three in a row".
    ///
    /// # Panics
    /// If `payoffs` is empty or longer than [`SEATS_MAX`].
    pub const fn new(payoffs: &[i16], reason: &'static str) -> Self {
        assert!(!payoffs.is_empty() && payoffs.len() <= SEATS_MAX, "one payoff per seat");
        let mut all = [0; SEATS_MAX];
        let mut index = 0;
        while index < payoffs.len() {
            all[index] = payoffs[index];
            index += 1;
        }
        #[expect(clippy::cast_possible_truncation, reason = "at most SEATS_MAX")]
        Self { payoffs: all, seats: payoffs.len() as u8, is_by_counting: false, reason }
    }

    /// The outcome of a two-player game that `winner` wins.
    ///
    /// # Panics
    /// If `winner` is not one of the first two seats.
    pub const fn win(winner: Seat, reason: &'static str) -> Self {
        match winner.index() {
            0 => Self::new(&[1, -1], reason),
            1 => Self::new(&[-1, 1], reason),
            _ => panic!("a game of two seats"),
        }
    }

    /// A draw in a two-player game.
    pub const fn draw(reason: &'static str) -> Self {
        Self::new(&[0, 0], reason)
    }

    /// A draw by a rule that counts moves: "25 moves of kings alone". A position's key doesn't contain the counter.
    pub const fn draw_by_counting(reason: &'static str) -> Self {
        Self { is_by_counting: true, ..Self::draw(reason) }
    }

    /// Returns `true` if a rule that counts moves has ended the game. Any other ending is determined by the position's
    /// [keys](crate::Game::key).
    pub const fn is_by_counting(&self) -> bool {
        self.is_by_counting
    }

    /// The payoff of each seat, in seat order.
    pub fn payoffs(&self) -> &[i16] {
        &self.payoffs[..usize::from(self.seats)]
    }

    /// The payoff of this seat.
    ///
    /// # Panics
    /// If the seat does not exist.
    pub fn payoff(&self, seat: Seat) -> i16 {
        self.payoffs()[seat.index()]
    }

    /// The rule that ended the game, as a phrase: "no legal move".
    pub const fn reason(&self) -> &'static str {
        self.reason
    }
}

/// The status of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Status {
    /// The turn's owner must choose among the legal moves.
    Ongoing,
    /// The game has ended.
    Over(Outcome),
}

impl Status {
    /// The outcome if the game is over.
    pub const fn outcome(self) -> Option<Outcome> {
        match self {
            Self::Ongoing => None,
            Self::Over(outcome) => Some(outcome),
        }
    }
}

/// A game's rule on repeated positions.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// No position can occur twice, or repetition has no effect.
    Ignored,
    /// The game ends when the same position, with the same side to move, occurs for the `occurrences`th time.
    Ends {
        /// The number of occurrences: 3 for a threefold repetition.
        occurrences: u8,
        /// The outcome at the last of these occurrences.
        outcome: Outcome,
    },
}
