//! A node to search: the position with window, depth and what is known of its moves.

use board_engine::Game;

use crate::walk::Node;
use crate::window::Window;

/// A node that is to be searched, and how.
pub(super) struct NodeSearch<'a, G: Game> {
    pub(super) node: &'a Node<G>,
    /// The node's key.
    pub(super) key: u64,
    pub(super) window: Window,
    /// How many plies the node is below the root.
    pub(super) ply: usize,
    /// The plies to be searched, this one included.
    pub(super) depth: i32,
    /// The index of the move that is known to be best.
    pub(super) hash_move: Option<usize>,
    /// By how many plies it is extended, since it is better than all others by far.
    pub(super) extension: i32,
    /// The index of a move that is not searched.
    pub(super) excluded: Option<usize>,
}

impl<G: Game> Clone for NodeSearch<'_, G> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<G: Game> Copy for NodeSearch<'_, G> {}
