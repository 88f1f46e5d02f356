//! Hints for Hex searches.

use board_engine::Seat;
use hex_game::{Hex, Move, Position};
use search::{Hints, Margins, MoveIndex};

use crate::connection::shortest_of_both;

/// The search tries places on shortest connections first: places shared by both seats, then the opponent's, then the
/// mover's. A stone never hurts its owner, so passing is never better than the best move.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HexHints;

/// The ranks of places on the opponent's shortest connections, and on the mover's.
const RANKS: [i32; 2] = [200, 100];
/// The swap's index; places have lower indices.
const SWAP: usize = 128;

impl Hints<Hex> for HexHints {
    const MARGINS: Option<Margins> =
        Some(Margins { per_ply: 100, capture: 0, exchange: 0, probcut: None });

    fn null_move(&self, _: &Hex, position: &Position) -> Option<Position> {
        let stones = [Seat::FIRST, Seat::SECOND].map(|seat| position.stones(seat));
        // The number of stones decides whether a swap is legal.
        let is_early = stones.iter().any(|stones| stones.is_empty());
        (!is_early).then(|| Position::new(stones, position.mover().opponent()))
    }

    fn rank(&self, game: &Hex, position: &Position, mv: Move) -> i32 {
        let Some(place) = mv.place() else { return 0 };
        let [own, other] = shortest_of_both(game.size(), position);
        let ranks = [other, own].into_iter().zip(RANKS);
        ranks.filter(|(shortest, _)| shortest.places.contains(place)).map(|(_, rank)| rank).sum()
    }

    fn move_index(&self, _: &Hex, _: &Position, mv: Move) -> MoveIndex {
        MoveIndex::new(mv.place().map_or(SWAP, |place| place as usize))
    }
}
