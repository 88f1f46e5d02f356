//! Network inputs: the indices of a position's features.

mod automatic;
mod layout;
mod observed;
mod probe;
mod symmetry;
mod text;

use board_engine::{Game, Seat};

pub use self::automatic::AutomaticInputs;

/// Maximum number of inputs for a game: an input is stored in 16 bits.
pub const INPUTS_MAX: usize = u16::MAX as usize;

/// Derives the inputs for positions in one game. An input is on or off.
///
/// [`AutomaticInputs`] serves every game. A game can compute the same inputs faster, or provide others.
pub trait LearningInputs<G: Game>: Send + Sync {
    /// The number of inputs, `1..=INPUTS_MAX`.
    fn count(&self) -> usize;

    /// Maximum number of active inputs in one position. [`active_inputs`] drops the rest.
    fn active_max(&self) -> usize;

    /// A hash of what all inputs mean. A network fits only inputs with the same hash.
    fn layout(&self) -> u64;

    /// The board symmetries that don't swap the sides. Each symmetry lists, for each input, the input that it becomes.
    /// Training uses the symmetries to transform positions. None by default.
    fn symmetries(&self) -> &[Vec<u16>] {
        &[]
    }

    /// Appends the active inputs of `position`, as `seat` sees it, each once. Two positions that the rules distinguish
    /// have different inputs, except for draw-rule counters.
    fn push(&self, game: &G, position: &G::Position, seat: Seat, inputs: &mut Vec<u16>);
}

/// Replaces the content of `inputs` with the active inputs of `position`, in ascending order.
pub fn active_inputs<G: Game>(
    source: &dyn LearningInputs<G>,
    game: &G,
    position: &G::Position,
    seat: Seat,
    inputs: &mut Vec<u16>,
) {
    inputs.clear();
    source.push(game, position, seat, inputs);
    inputs.sort_unstable();
    inputs.dedup();
    inputs.truncate(source.active_max());
}
