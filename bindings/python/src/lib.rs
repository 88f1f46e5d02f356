//! The Rust part of the Python package `rival_games`. Names and messages follow Python conventions.
//!
//! Long computations release Python's global lock, so other Python threads can continue.

mod batch;
mod game;
mod matches;
mod own_family;
mod own_game;
mod own_trial;
mod own_values;
mod player;
mod position;
mod raised;
mod shared;
mod state;
mod statistics;

use pyo3::prelude::*;

/// Games, positions, players and matches.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::batch::RawBatch;
    #[pymodule_export]
    use crate::game::{Game, games};
    #[pymodule_export]
    use crate::matches::{Match, play_match};
    #[pymodule_export]
    use crate::own_family::add_game;
    #[pymodule_export]
    use crate::player::{Line, Player};
    #[pymodule_export]
    use crate::position::{Playout, Position};
    #[pymodule_export]
    use crate::state::State;
    #[pymodule_export]
    use crate::statistics::{pair_statistics, ratings};
}
