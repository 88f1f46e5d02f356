//! What is proven.
//!
//! A position is proven if the game is over there, if the mover has a move to a position that is proven to give it the
//! most that can be won, or if all of its moves lead to proven positions: then it has the value of the best of them.

use board_engine::Turn;

use crate::Score;
use crate::monte_carlo::playout::Payoffs;

/// The payoffs of a proven position, and how far the end of the game is away along the proof.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Proof {
    pub(super) payoffs: Payoffs,
    pub(super) plies: u16,
}

impl Proof {
    pub(super) const fn over(payoffs: Payoffs) -> Self {
        Self { payoffs, plies: 0 }
    }

    /// The score for a seat.
    pub(super) fn score(&self, seat: usize) -> Score {
        Score::of_payoff(self.payoffs[seat], self.plies.into())
    }

    /// How good it is for the seat that chooses it: first what is won, then how soon, or how late if it is lost.
    pub(super) fn rank(&self, seat: usize) -> (i16, i32) {
        let payoff = self.payoffs[seat];
        let plies = i32::from(self.plies);
        (payoff, if payoff > 0 { -plies } else { plies })
    }

    /// The same seen from the position before.
    pub(super) const fn one_ply_above(self) -> Self {
        Self { plies: self.plies.saturating_add(1), ..self }
    }
}

/// What is proven of a position whose moves lead to these, if anything. `payoff_max` is the most that can be won.
pub(super) fn back_up(
    turn: Turn,
    children: &(impl Iterator<Item = Option<Proof>> + Clone),
    payoff_max: i16,
) -> Option<Proof> {
    let best = match turn {
        Turn::Seat(seat) => {
            let seat = seat.index();
            let known = children.clone().flatten().max_by_key(|proof| proof.rank(seat))?;
            let is_enough = known.payoffs[seat] >= payoff_max || children.clone().all(is_proven);
            is_enough.then_some(known)
        }
        // Whatever is drawn, the payoffs are the same.
        Turn::Chance => {
            let latest = children.clone().flatten().max_by_key(|proof| proof.plies)?;
            let agrees =
                |child: Option<Proof>| child.is_some_and(|child| child.payoffs == latest.payoffs);
            children.clone().all(agrees).then_some(latest)
        }
    };
    best.map(Proof::one_ply_above)
}

fn is_proven(child: Option<Proof>) -> bool {
    child.is_some()
}

/// The different payoffs that were proven: there are few, so that a node holds a number in their place.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdicts {
    payoffs: Vec<Payoffs>,
}

/// A [`Proof`] in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Verdict {
    /// From 1; 0 if nothing is proven.
    number: u16,
    plies: u16,
}

impl Verdict {
    /// Nothing is proven.
    pub(super) const NONE: Self = Self { number: 0, plies: 0 };

    pub(super) const fn is_proven(self) -> bool {
        self.number != 0
    }
}

impl Verdicts {
    /// The verdict that holds this proof; nothing is proven if there are more different payoffs than numbers.
    pub(super) fn verdict(&mut self, proof: Proof) -> Verdict {
        let known = self.payoffs.iter().position(|payoffs| *payoffs == proof.payoffs);
        let index = known.unwrap_or(self.payoffs.len());
        let Ok(number) = u16::try_from(index + 1) else { return Verdict::NONE };
        if known.is_none() {
            self.payoffs.push(proof.payoffs);
        }
        Verdict { number, plies: proof.plies }
    }

    /// The proof that the verdict holds, if it is one.
    #[inline]
    pub(super) fn proof(&self, verdict: Verdict) -> Option<Proof> {
        let index = usize::from(verdict.number).checked_sub(1)?;
        Some(Proof { payoffs: self.payoffs[index], plies: verdict.plies })
    }
}
