//! A heuristic evaluation for Connect Four, shared by all searches with an evaluation.

/// The bits of a column, including its ghost.
const HEIGHT: u32 = 7;
const WIDTH: u32 = 7;

/// The lowest square of each column.
const BOTTOM_ROW: u64 = {
    let (mut bottom_row, mut column) = (0, 0);
    while column < WIDTH {
        bottom_row |= 1 << (HEIGHT * column);
        column += 1;
    }
    bottom_row
};
const CELLS: u64 = BOTTOM_ROW * ((1 << (HEIGHT - 1)) - 1);
/// The third, fourth and fifth columns.
const MIDDLE: u64 = CELLS & ((1 << (5 * HEIGHT)) - (1 << (2 * HEIGHT)));

/// The depth of full-width searches of the empty board that find this value for the side to move.
const CHECKED_DEPTH: u32 = 14;
const CHECKED_VALUE: i32 = -1;

/// Checks the result of a search.
pub(crate) fn check(depth: u32, value: i32) {
    assert!(depth != CHECKED_DEPTH || value == CHECKED_VALUE, "{value}");
}

/// The evaluation from the `minimax` crate's example, for the side with the discs `own`. The evaluation adds 1 for a
/// disc in the three middle columns, 10 for a square where the next disc in the column would complete four in a row,
/// and 5 for a square where the second-next disc would. It subtracts the same for the other side.
pub(crate) fn heuristic(own: u64, other: u64) -> i16 {
    let next = ((own | other) + BOTTOM_ROW) & CELLS;
    let after_next = (next << 1) & CELLS;
    let side = |discs: u64| {
        let completing = completing(discs);
        count(discs & MIDDLE) + 10 * count(completing & next) + 5 * count(completing & after_next)
    };
    side(own) - side(other)
}

/// The squares that complete four in a row with three of these discs, including occupied squares and ghosts.
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
