//! Proven game values in a Monte Carlo tree.
//!
//! A position is proven if the game is over there, if the mover has a move to a position that is proven to give it the
//! maximum payoff, or if all its moves lead to proven positions. In the last case, the node has the value of the best
//! of these positions.

use board_engine::Turn;

use super::Payoffs;
use crate::Score;

/// The payoffs of a proven position, and the distance to the end of the game in the proof.
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

    /// The rank of the proof for the seat that chooses: by payoff, then by fast wins and slow losses.
    pub(super) fn rank(&self, seat: usize) -> (i16, i32) {
        let payoff = self.payoffs[seat];
        let plies = i32::from(self.plies);
        (payoff, if payoff > 0 { -plies } else { plies })
    }

    /// The same proof, seen from the previous position.
    pub(super) const fn one_ply_above(self) -> Self {
        Self { plies: self.plies.saturating_add(1), ..self }
    }
}

/// Derives a position's proof from the proofs of its children, if possible. `payoff_max` is the highest possible
/// payoff.
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
        // All draws have the same payoffs.
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

/// The distinct proven payoffs. There are few distinct payoffs, so a node stores an index instead.
#[derive(Clone, Debug, Default)]
pub(super) struct Verdicts {
    payoffs: Vec<Payoffs>,
}

/// A [`Proof`] in four bytes.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct Verdict {
    /// The payoffs' number, from 1; 0 if nothing is proven.
    number: u16,
    plies: u16,
}

impl Verdict {
    /// The verdict if nothing is proven.
    pub(super) const NONE: Self = Self { number: 0, plies: 0 };

    pub(super) const fn is_proven(self) -> bool {
        self.number != 0
    }
}

impl Verdicts {
    /// The verdict for this proof. Nothing is proven if the distinct payoffs outnumber the indices.
    pub(super) fn verdict(&mut self, proof: Proof) -> Verdict {
        let known = self.payoffs.iter().position(|payoffs| *payoffs == proof.payoffs);
        let index = known.unwrap_or(self.payoffs.len());
        let Ok(number) = u16::try_from(index + 1) else { return Verdict::NONE };
        if known.is_none() {
            self.payoffs.push(proof.payoffs);
        }
        Verdict { number, plies: proof.plies }
    }

    /// The proof that the verdict represents, if any.
    #[inline]
    pub(super) fn proof(&self, verdict: Verdict) -> Option<Proof> {
        let index = usize::from(verdict.number).checked_sub(1)?;
        Some(Proof { payoffs: self.payoffs[index], plies: verdict.plies })
    }
}
