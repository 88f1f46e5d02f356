//! The same tasks for `cozy-chess`, the move generator behind Rival's chess, in hand-written loops.

use cozy_chess::Board;

/// The leaves at this depth below the start. Counts the last ply without making its moves.
pub(crate) fn perft(depth: u32) -> u64 {
    count(&Board::default(), depth)
}

/// The same tasks, but with the last ply's moves made instead of counted.
pub(crate) fn perft_with_leaves_made(depth: u32) -> u64 {
    make(&Board::default(), depth)
}

fn count(board: &Board, depth: u32) -> u64 {
    let mut leaves = 0;
    board.generate_moves(|of_piece| {
        if depth == 1 {
            leaves += of_piece.len() as u64;
            return false;
        }
        for mv in of_piece {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += count(&child, depth - 1);
        }
        false
    });
    leaves
}

fn make(board: &Board, depth: u32) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut leaves = 0;
    board.generate_moves(|of_piece| {
        for mv in of_piece {
            let mut child = board.clone();
            child.play_unchecked(mv);
            leaves += make(&child, depth - 1);
        }
        false
    });
    leaves
}
