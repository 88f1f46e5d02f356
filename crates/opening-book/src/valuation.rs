//! Arithmetic with scores of positions.

use games_package::Valuation;

/// More than the difference of any two scores that are no ends, and less than that of an end and such a score.
const DECIDED: i64 = 1 << 40;

/// A number that is higher for what the side to move prefers: a win, the sooner the better, then by score, then a loss, the
/// later the better.
pub const fn preference(valuation: Valuation) -> i64 {
    match valuation {
        Valuation::WinIn(plies) => DECIDED - plies as i64,
        Valuation::Centi(score) => score as i64,
        Valuation::LossIn(plies) => plies as i64 - DECIDED,
    }
}

/// Whether the game is won or lost.
pub(crate) const fn is_decided(valuation: Valuation) -> bool {
    !matches!(valuation, Valuation::Centi(_))
}

/// The same a ply earlier, for the same side.
pub const fn one_ply_farther(valuation: Valuation) -> Valuation {
    match valuation {
        Valuation::WinIn(plies) => Valuation::WinIn(plies.saturating_add(1)),
        Valuation::LossIn(plies) => Valuation::LossIn(plies.saturating_add(1)),
        Valuation::Centi(score) => Valuation::Centi(score),
    }
}

/// What a payoff is at the end of the game.
pub const fn of_payoff(payoff: i16) -> Valuation {
    match payoff {
        0 => Valuation::Centi(0),
        1.. => Valuation::WinIn(0),
        _ => Valuation::LossIn(0),
    }
}
