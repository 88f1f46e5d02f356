//! An opinion on Connect Four, the same for all searches that have one.

/// The bits of a column, its ghost included.
const HEIGHT: u32 = 7;
const WIDTH: u32 = 7;

/// The lowest square of each column.
const FEET: u64 = {
    let (mut feet, mut column) = (0, 0);
    while column < WIDTH {
        feet |= 1 << (HEIGHT * column);
        column += 1;
    }
    feet
};
const CELLS: u64 = FEET * ((1 << (HEIGHT - 1)) - 1);
/// The third, fourth and fifth column.
const MIDDLE: u64 = CELLS & ((1 << (5 * HEIGHT)) - (1 << (2 * HEIGHT)));

/// Full searches of the empty board to this depth find this value for the side to move, whoever wrote them.
const CHECKED_DEPTH: u32 = 14;
const CHECKED_VALUE: i32 = -1;

/// Sees to it that a search has found what it should.
pub(crate) fn check(depth: u32, value: i32) {
    assert!(depth != CHECKED_DEPTH || value == CHECKED_VALUE, "{value}");
}

/// What the example of the crate `minimax` counts, for the side with the discs `own`: 1 for a disc in the three middle
/// columns, 10 for a square that would complete four in a row with the next disc of its column, 5 for one with the disc
/// after that; all less the same of the other side.
pub(crate) fn opinion(own: u64, other: u64) -> i16 {
    let next = ((own | other) + FEET) & CELLS;
    let after_next = (next << 1) & CELLS;
    let side = |discs: u64| {
        let completing = completing(discs);
        count(discs & MIDDLE) + 10 * count(completing & next) + 5 * count(completing & after_next)
    };
    side(own) - side(other)
}

/// The squares, taken ones and ghosts too, that make four in a row with three of these discs.
fn completing(discs: u64) -> u64 {
    [1, HEIGHT - 1, HEIGHT, HEIGHT + 1]
        .iter()
        .map(|step| {
            let up = |steps: u32| discs << (step * steps);
            let down = |steps: u32| discs >> (step * steps);
            let ends = (up(1) & up(2) & up(3)) | (down(1) & down(2) & down(3));
            let gaps = (up(2) & up(1) & down(1)) | (up(1) & down(1) & down(2));
            ends | gaps
        })
        .fold(0, |all, squares| all | squares)
}

fn count(squares: u64) -> i16 {
    i16::try_from(squares.count_ones()).expect("at most 64")
}
