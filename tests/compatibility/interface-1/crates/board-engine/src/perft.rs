//! Perft: counting the leaves of the game tree, the field's test of a move generator.

use std::hint::black_box;

use crate::{Game, assert_position_fits};

/// How [`perft`] treats the last ply.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Leaves {
    /// The legal moves of the last ply are counted without being played ("bulk counting").
    #[default]
    Counted,
    /// Every leaf is made on a copy of its parent.
    Made,
}

/// The number of leaves at exactly `depth` plies below `position`. A line that ends earlier contributes nothing.
///
/// It follows the moves that [`Game::legal_moves`] lists, whatever the returned status says: published counts
/// know the ends that stop the pieces but no draws by counting or repetition. Depth 0 is 1.
pub fn perft<G: Game>(game: &G, position: &G::Position, depth: u32, leaves: Leaves) -> u64 {
    assert_position_fits::<G>();
    let mut lists = vec![Vec::new(); depth as usize];
    match (lists.as_mut_slice(), leaves) {
        ([], _) => 1,
        ([scratch], Leaves::Counted) => game.count_moves(position, scratch),
        (lists, _) => walk(game, position, lists, leaves),
    }
}

/// The legal moves of `position`, each with its part of `perft(depth)`. Empty at depth 0.
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

/// One list of moves per ply that is left, so that nothing is allocated below the root. The last ply is counted or made
/// here, without a call of its own.
fn walk<G: Game>(
    game: &G,
    position: &G::Position,
    lists: &mut [Vec<G::Move>],
    leaves: Leaves,
) -> u64 {
    let (moves, lists_below) =
        lists.split_first_mut().expect("there is a list for each ply that is left");
    game.legal_moves(position, moves);
    let mut count = 0;
    for &mv in moves.iter() {
        let mut child = position.clone();
        game.play(&mut child, mv);
        count += match &mut *lists_below {
            [] => made(&child),
            [scratch] if leaves == Leaves::Counted => game.count_moves(&child, scratch),
            lists_below => walk(game, &child, lists_below, leaves),
        };
    }
    count
}

/// Counts a leaf that nobody looks at, and keeps the compiler from leaving it out.
#[inline]
fn made<P>(leaf: &P) -> u64 {
    black_box(leaf);
    1
}
