//! One module per kind of law.

pub(crate) mod diagrams;
pub(crate) mod garbled;
pub(crate) mod keys;
pub(crate) mod moves;
pub(crate) mod payoffs;
pub(crate) mod playing;
pub(crate) mod secrets;
pub(crate) mod set_up;
pub(crate) mod texts;
pub(crate) mod whole_game;

use board_engine::Notation;

use crate::Violation;
use crate::checked_position::CheckedPosition;

/// The laws of a single position, whether it was reached by play or read from a text.
pub(crate) fn check_position<G: Notation>(
    checked: &CheckedPosition<'_, G>,
) -> Result<(), Violation> {
    moves::check(checked)?;
    payoffs::check(checked)?;
    playing::check(checked)?;
    texts::check(checked)?;
    diagrams::check(checked)?;
    set_up::check(checked)
}
