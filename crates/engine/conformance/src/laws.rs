//! The laws, one module per kind.

pub(crate) mod actions;
pub(crate) mod diagrams;
pub(crate) mod keys;
pub(crate) mod moves;
pub(crate) mod observations;
pub(crate) mod secrets;
pub(crate) mod texts;

use board_engine::Notation;

use crate::Violation;
use crate::violation::CheckedPosition;

/// The laws for a single position, whether it was reached by play or parsed from a string.
pub(crate) fn check_position<G: Notation>(
    checked: &CheckedPosition<'_, G>,
) -> Result<(), Violation> {
    moves::check(checked)?;
    moves::check_payoffs(checked)?;
    moves::check_playing(checked)?;
    texts::check(checked)?;
    diagrams::check(checked)?;
    diagrams::check_set_up(checked)?;
    actions::check(checked)?;
    observations::check(checked)
}
