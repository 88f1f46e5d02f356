//! The inputs of a network: numbers of the features that a position has.

mod automatic;
mod layout;
mod probe;
mod symmetry;
mod text;

use board_engine::{Game, Seat};

pub use self::automatic::AutomaticInputs;

/// The most inputs that a game may have: an input is stored in 16 bits.
pub const INPUTS_MAX: usize = u16::MAX as usize;

/// Derives the inputs of positions of one game. An input is on or off.
///
/// [`AutomaticInputs`] serves every game. A game can derive the same numbers faster.
pub trait LearningInputs<G: Game>: Send + Sync {
    /// The number of inputs, `1..=INPUTS_MAX`.
    fn count(&self) -> usize;

    /// The most inputs that are on in one position. [`active_inputs`] drops the rest.
    fn active_max(&self) -> usize;

    /// A hash of the meaning of all inputs. A network fits inputs with the same number.
    fn layout(&self) -> u64;

    /// Adds the inputs that are on in `position`, as `seat` sees it, each once. Two positions that the rules
    /// distinguish have different inputs, except for counters of draw rules.
    fn push(&self, game: &G, position: &G::Position, seat: Seat, inputs: &mut Vec<u16>);
}

/// Replaces the content of `inputs` by the inputs that are on in `position`, in ascending order.
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
