//! Rules for repeated positions.

use crate::Outcome;

/// What a game's rules say about a repeated position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Repetition {
    /// No position can occur twice, or nothing happens if one does.
    Ignored,
    /// The game ends when the same position, with the same side to move, occurs for the `occurrences`th time.
    Ends {
        /// 3 for a threefold repetition.
        occurrences: u8,
        /// The outcome then.
        outcome: Outcome,
    },
}
