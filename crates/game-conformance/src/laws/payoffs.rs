//! The end of the game.

use board_engine::{Notation, ZeroSum};

use crate::checked_position::CheckedPosition;
use crate::{Effort, Law, Violation, playout};

pub(crate) fn check<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    let Some(outcome) = checked.status.outcome() else { return Ok(()) };
    let is_whole = outcome.payoffs().len() == checked.game.seats();
    let is_named = !outcome.reason().trim().is_empty() && !outcome.reason().ends_with('.');
    let description = checked.game.describe_outcome(checked.position, &outcome);
    let is_described = description.starts_with(outcome.reason());
    checked.require(is_whole && is_named && is_described, Law::OverHasPayoffs, || {
        format!("{outcome:?}")
    })?;
    let most = checked.game.payoff_max();
    let is_bounded = outcome.payoffs().iter().all(|payoff| (-most..=most).contains(payoff));
    checked.require(is_bounded, Law::PayoffsAreBounded, || format!("{outcome:?}, at most {most}"))
}

/// Plays one random game to its end and adds up the payoffs of both seats.
pub(crate) fn check_cancelling<G: Notation + ZeroSum>(
    game: &G,
    seed: u64,
    effort: Effort,
) -> Result<(), Violation> {
    let (position, outcome) = playout::end(game, seed, effort);
    let Some(outcome) = outcome else { return Ok(()) };
    let payoffs = outcome.payoffs();
    let cancels = payoffs.len() == 2 && i32::from(payoffs[0]) + i32::from(payoffs[1]) == 0;
    let checked = CheckedPosition::new(game, &position, seed);
    checked.require(cancels, Law::PayoffsCancel, || format!("{outcome:?}"))
}
