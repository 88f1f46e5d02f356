//! An entry of the index.

use board_engine::Seat;

/// The kind of keys in a run.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Positions: boards with the side to move.
    Position = 0,
    /// Material: the number of pieces of each kind, per side.
    Material = 1,
}

/// The occurrence of a position or a material signature in a match. Occurrences are sorted by their
/// [order](Self::order).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Occurrence {
    /// The pattern's key; see [`game_keys`]. Keys are ordered like numbers in the database.
    pub(crate) key: i64,
    /// The match number.
    pub(crate) number: u32,
    /// The ply at which the pattern first occurs in the match, clamped to the type's range.
    pub(crate) ply: u16,
    /// The match's data for statistics.
    pub(crate) summary: Summary,
}

/// Size of an occurrence in bytes.
pub(crate) const OCCURRENCE_BYTES: usize = 16;

impl Occurrence {
    /// A number that orders occurrences by key, then by match, then by ply. Comparing two numbers needs no branches.
    pub(crate) fn order(self) -> u128 {
        let key = self.key.cast_unsigned() ^ (1 << 63);
        u128::from(key) << 64
            | u128::from(self.number) << 32
            | u128::from(self.ply) << 16
            | u128::from(self.summary.0)
    }

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

/// The result of a two-player match and the players' mean rating, in 16 bits.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
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
    /// The result for the payoffs of two seats; `None` for other numbers of seats, and if both lose.
    pub(crate) fn of(payoffs: &[i16]) -> Option<Self> {
        let &[first, second] = payoffs else { return None };
        if first < 0 && second < 0 {
            return None;
        }
        Some(match first.cmp(&second) {
            std::cmp::Ordering::Greater => Self::Win(Seat::FIRST),
            std::cmp::Ordering::Equal => Self::Draw,
            std::cmp::Ordering::Less => Self::Win(Seat::SECOND),
        })
    }
}

/// Returns a function from a game's own keys to index keys. Games with the same boards get different keys.
pub(crate) fn game_keys(game: &str) -> impl Fn(u64) -> i64 + use<> {
    // FNV-1a of the name, then a mixing multiplication (Steele, Lea, Flood 2014).
    let name = game.bytes().fold(0xcbf2_9ce4_8422_2325_u64, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    });
    move |key| {
        let mixed = (key ^ name).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        (mixed ^ (mixed >> 31)).cast_signed()
    }
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
    fn occurrences_are_ordered_by_key_then_by_match_then_by_ply() {
        let summary = Summary::new(None, None);
        let occurrence = |key, number, ply| Occurrence { key, number, ply, summary };
        let sorted = [
            occurrence(i64::MIN, 9, 9),
            occurrence(-1, 9, 9),
            occurrence(0, 1, 9),
            occurrence(0, u32::MAX, 1),
            occurrence(0, u32::MAX, u16::MAX),
            occurrence(i64::MAX, 0, 0),
        ];
        assert!(sorted.windows(2).all(|pair| pair[0].order() < pair[1].order()));
    }

    #[test]
    fn a_summary_without_result_and_rating_has_neither() {
        let summary = Summary::new(None, None);
        assert_eq!((summary.result(), summary.rating()), (None, None));
    }

    #[test]
    fn the_same_board_of_two_games_has_two_keys() {
        assert_ne!(game_keys("checkers:pool")(77), game_keys("checkers:english")(77));
    }
}
