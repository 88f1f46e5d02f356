//! Converts Rival's books to weighted books.

use std::collections::HashSet;

use board_engine::Viewer;

use crate::book::Book;
use crate::search::preference;
use crate::weighted::{WeightedMove, WeightedPosition};

/// A book's positions with the moves that are worse than the best move by at most `margin` hundredths of the game's
/// unit. A move's weight is its lead over a move that just misses the margin: `margin + 1` for the best move.
pub fn weighted_positions(book: &Book, margin: u16) -> Vec<WeightedPosition> {
    let mut positions = Vec::new();
    let mut visited = HashSet::new();
    let mut pending: Vec<_> = book.game().open(None).into_iter().collect();
    while let Some(state) = pending.pop() {
        if !visited.insert(state.key()) {
            continue;
        }
        let Some(moves) = book.moves(&*state) else { continue };
        let best = moves.first().map_or(0, |first| preference(first.valuation));
        let weight = |loss: i64| u16::try_from(i64::from(margin) + 1 - loss).ok();
        let weighted = moves.iter().filter_map(|known| {
            let weight = weight(best - preference(known.valuation)).filter(|weight| *weight > 0)?;
            Some(WeightedMove { mv: known.mv.clone(), weight })
        });
        let position = state.position(Viewer::Arbiter);
        positions.push(WeightedPosition { position, moves: weighted.collect() });
        for known in &moves {
            let mut after = state.fork();
            if after.play(&known.mv).is_ok() {
                pending.push(after);
            }
        }
    }
    positions
}
