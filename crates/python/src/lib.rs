//! The part of the Python package `rival_games` that is written in Rust. Names and words are those of the Python side.
//!
//! Everything that takes long runs without Python's global lock, so that other Python threads go on meanwhile.

mod game;
mod matches;
mod observation;
mod player;
mod position;
mod shared;

use pyo3::prelude::*;

/// Games, positions, players and matches.
#[pymodule]
mod _native {
    #[pymodule_export]
    use crate::game::{Game, games};
    #[pymodule_export]
    use crate::matches::{Match, play_match};
    #[pymodule_export]
    use crate::player::Player;
    #[pymodule_export]
    use crate::position::{Playout, Position};
}
