//! Perft: counting the leaves of the game tree, the standard test of a move generator.

use std::hint::black_box;

use crate::{Game, assert_position_fits};

/// The way that [`perft`] counts the last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Leaves {
    /// The legal moves of the last ply are counted without being played ("bulk counting"). Some
    /// games count the last two plies together.
    #[default]
    Counted,
    /// Every leaf is played on a copy of its parent.
    Made,
}

/// Maximum depth that [`perft`] accepts, far beyond what can be computed.
pub const PERFT_DEPTH_MAX: u32 = 100;

/// The number of leaves at exactly `depth` plies below `position`. A line that ends earlier adds nothing.
///
/// The count follows the moves that [`Game::legal_moves`] lists, whatever status it returns: published perft counts
/// stop only when the pieces have no moves, not at draws by counting or repetition. Depth 0 is 1.
///
/// The number of leaves, and with it the running time, may exceed what any machine can handle. Recursion depth and the
/// number of move lists grow with `depth`.
///
/// # Panics
/// If `depth` is more than [`PERFT_DEPTH_MAX`].
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32, leaves: Leaves) -> u64 {
    assert_position_fits::<G>();
    assert!(
        depth <= PERFT_DEPTH_MAX,
        "perft goes at most {PERFT_DEPTH_MAX} plies deep, not {depth}"
    );
    let mut lists = vec![Vec::new(); depth as usize];
    match (lists.as_mut_slice(), leaves) {
        ([], _) => 1,
        ([scratch], Leaves::Counted) => game.count_moves(position, scratch),
        (lists, _) => walk(game, position, lists, leaves),
    }
}

/// The legal moves of `position`, each with its contribution to `perft(depth)`. Empty at depth 0.
///
/// # Panics
/// If `depth` is more than [`PERFT_DEPTH_MAX`] + 1.
pub fn divide<G: Game>(
    game: &G,
    position: &G::Position,
    depth: u32,
    leaves: Leaves,
) -> Vec<(G::Move, u64)> {
    let Some(depth_below) = depth.checked_sub(1) else { return Vec::new() };
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    let below = |mv| {
        let mut child = position.clone();
        game.play(&mut child, mv);
        (mv, perft(game, &child, depth_below, leaves))
    };
    moves.into_iter().map(below).collect()
}

/// One move list per remaining ply, so nothing is allocated below the root. The last ply is counted or played here,
/// without another call.
fn walk<G: Game>(
    game: &G,
    position: &G::Position,
    lists: &mut [Vec<G::Move>],
    leaves: Leaves,
) -> u64 {
    let (moves, lists_below) =
        lists.split_first_mut().expect("there is a list for each ply that is left");
    if let ([scratch], Leaves::Counted) = (&mut *lists_below, leaves) {
        return game.count_replies(position, moves, scratch);
    }
    game.legal_moves(position, moves);
    match lists_below {
        [] => sum_over_children(game, position, moves, made),
        _ => {
            sum_over_children(game, position, moves, |child| walk(game, child, lists_below, leaves))
        }
    }
}

/// The sum of `below` over the positions after these moves.
#[inline]
fn sum_over_children<G: Game>(
    game: &G,
    position: &G::Position,
    moves: &[G::Move],
    mut below: impl FnMut(&G::Position) -> u64,
) -> u64 {
    let mut sum = 0;
    for &mv in moves {
        let mut child = position.clone();
        game.play(&mut child, mv);
        sum += below(&child);
    }
    sum
}

/// Counts a leaf, and prevents the compiler from optimizing it away.
#[inline]
fn made<P>(leaf: &P) -> u64 {
    black_box(leaf);
    1
}
