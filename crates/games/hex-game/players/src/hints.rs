//! Hints for searches.

use hex_game::{Hex, Move, Position};
use search::Hints;

use crate::connection::shortest_of_both;

/// Places of a shortest connection of both seats are searched first, then those of the opponent, then those of the
/// mover.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct HexHints;

/// The ranks of places of the opponent's shortest connections, and of the mover's.
const RANKS: [i32; 2] = [200, 100];

impl Hints<Hex> for HexHints {
    fn rank(&self, game: &Hex, position: &Position, mv: Move) -> i32 {
        let Some(place) = mv.place() else { return 0 };
        let [own, other] = shortest_of_both(game.size(), position);
        let ranks = [other, own].into_iter().zip(RANKS);
        ranks.filter(|(shortest, _)| shortest.places.contains(place)).map(|(_, rank)| rank).sum()
    }
}
