//! An entry of the index.

use board_engine::Seat;

/// The kind of a run's keys.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Positions: boards with the side to move.
    Position = 0,
    /// Material: the number of pieces of each kind, per side.
    Material = 1,
}

/// The occurrence of a position or a material signature in a match. Occurrences are ordered by key, then by match.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Occurrence {
    /// The pattern's [`game_key`]. In the database, keys are ordered as numbers.
    pub(crate) key: i64,
    /// The number of the match.
    pub(crate) number: u32,
    /// The ply at which the pattern first occurs in the match, clamped to the type's range.
    pub(crate) ply: u16,
    /// The match's data for statistics.
    pub(crate) summary: Summary,
}

/// Size of an occurrence in bytes.
pub(crate) const OCCURRENCE_BYTES: usize = 16;

impl Occurrence {
    pub(crate) fn to_bytes(self) -> [u8; OCCURRENCE_BYTES] {
        let mut bytes = [0; OCCURRENCE_BYTES];
        bytes[..8].copy_from_slice(&self.key.to_le_bytes());
        bytes[8..12].copy_from_slice(&self.number.to_le_bytes());
        bytes[12..14].copy_from_slice(&self.ply.to_le_bytes());
        bytes[14..].copy_from_slice(&self.summary.0.to_le_bytes());
        bytes
    }

    pub(crate) fn from_bytes(bytes: &[u8; OCCURRENCE_BYTES]) -> Self {
        let [k0, k1, k2, k3, k4, k5, k6, k7, n0, n1, n2, n3, p0, p1, s0, s1] = *bytes;
        Self {
            key: i64::from_le_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            number: u32::from_le_bytes([n0, n1, n2, n3]),
            ply: u16::from_le_bytes([p0, p1]),
            summary: Summary(u16::from_le_bytes([s0, s1])),
        }
    }
}

/// The result of a two-player match and the players' average rating, in 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub(crate) struct Summary(u16);

/// The result of a two-player match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum MatchResult {
    /// This seat wins.
    Win(Seat),
    /// A draw.
    Draw,
}

/// A rating on an Elo-like scale, 1 to 16383.
pub(crate) type Rating = u16;

/// Maximum rating, which is also the bit mask for the rating.
const RATING_MAX: Rating = (1 << 14) - 1;

impl Summary {
    pub(crate) fn new(result: Option<MatchResult>, rating: Option<Rating>) -> Self {
        let result = match result {
            None => 0,
            Some(MatchResult::Win(seat)) if seat == Seat::FIRST => 1,
            Some(MatchResult::Draw) => 2,
            Some(MatchResult::Win(_)) => 3,
        };
        Self(result << 14 | rating.unwrap_or(0).min(RATING_MAX))
    }

    pub(crate) fn result(self) -> Option<MatchResult> {
        match self.0 >> 14 {
            1 => Some(MatchResult::Win(Seat::FIRST)),
            2 => Some(MatchResult::Draw),
            3 => Some(MatchResult::Win(Seat::SECOND)),
            _ => None,
        }
    }

    pub(crate) fn rating(self) -> Option<Rating> {
        Some(self.0 & RATING_MAX).filter(|&rating| rating > 0)
    }
}

impl MatchResult {
    /// The result for the payoffs of two seats; `None` for other numbers of seats.
    pub(crate) fn of(payoffs: &[i16]) -> Option<Self> {
        let &[first, second] = payoffs else { return None };
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Self::Win(Seat::FIRST),
            std::cmp::Ordering::Equal => Self::Draw,
            std::cmp::Ordering::Less => Self::Win(Seat::SECOND),
        })
    }
}

/// Combines a game's own key with its name so that different games with the same boards get different index keys.
pub(crate) fn game_key(game: &str, key: u64) -> i64 {
    // FNV-1a of the name, then a mixing multiplication (Steele, Lea, Flood 2014).
    let name = game.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    let mixed = (key ^ name).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    (mixed ^ (mixed >> 31)).cast_signed()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_occurrence_survives_a_round_trip() {
        let summary = Summary::new(Some(MatchResult::Win(Seat::SECOND)), Some(2817));
        let occurrence = Occurrence { key: -5, number: 4_000_000_000, ply: 65_535, summary };
        let read = Occurrence::from_bytes(&occurrence.to_bytes());
        assert_eq!(read, occurrence);
        assert_eq!(read.summary.rating(), Some(2817));
        assert_eq!(read.summary.result(), Some(MatchResult::Win(Seat::SECOND)));
    }

    #[test]
    fn a_summary_without_result_and_rating_has_neither() {
        let summary = Summary::new(None, None);
        assert_eq!((summary.result(), summary.rating()), (None, None));
    }

    #[test]
    fn the_same_board_in_two_games_has_two_keys() {
        assert_ne!(game_key("checkers:pool", 77), game_key("checkers:english", 77));
    }
}
