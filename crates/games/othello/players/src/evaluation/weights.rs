//! The weight of each term, by the phase of the game.

use super::terms::TERM_COUNT;

/// The plies between two rows of [`WEIGHTS`].
pub(super) const PHASE_PLIES: u8 = 20;

/// The weights of the terms with 0, 20, 40 and 60 empty squares, in hundredths of a disc of the final difference;
/// interpolated linearly between two rows.
///
/// They were fitted by least squares to the final differences of games between searches of three plies, from random
/// openings and solved from 9 empty squares on: the mean of two rounds, each from games with the previous weights
/// (27,000 games, 1.2 million positions, 2026-11-24).
pub(super) const WEIGHTS: [[i32; TERM_COUNT]; 4] = [
    // Mobility, potential mobility, frontier, corners, X-squares, C-squares, edges, stable discs, discs, to move, and to
    // move with an odd number of squares empty.
    [374, -234, 28, 26, -62, -192, -44, 90, 19, 288, 120],
    [132, -13, 68, 604, -602, -191, 9, 110, -4, -405, 414],
    [51, 17, 167, 1790, -1412, -358, 112, 190, 15, -365, 366],
    [78, 45, -48, 1593, -2742, -1246, -1, 1602, -93, -481, 545],
];
