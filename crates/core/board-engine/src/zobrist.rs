//! Keys of positions.
//!
//! A Zobrist key is the exclusive or of one random number per feature of a position (Zobrist, "A New Hashing Method
//! with Application for Game Playing", 1970). A move updates the key only with the features that it changes. Hashing a
//! small position of a few words is faster by mixing these words with [`mix`].

use crate::{Seat, Square};

/// Random numbers for `KINDS` kinds of pieces on `SQUARES` squares, generated at compile time from a seed.
#[derive(Clone, Debug)]
pub struct Zobrist<const KINDS: usize, const SQUARES: usize> {
    numbers: [[u64; SQUARES]; KINDS],
    turns: [u64; 2],
}

impl<const KINDS: usize, const SQUARES: usize> Zobrist<KINDS, SQUARES> {
    /// The random numbers for this seed, the same on every machine and in every version.
    pub const fn new(seed: u64) -> Self {
        let mut numbers = [[0; SQUARES]; KINDS];
        let mut state = seed;
        let mut kind = 0;
        while kind < KINDS {
            let mut square = 0;
            while square < SQUARES {
                state = state.wrapping_add(GOLDEN);
                numbers[kind][square] = scramble(state);
                square += 1;
            }
            kind += 1;
        }
        let turns = [
            scramble(state.wrapping_add(GOLDEN)),
            scramble(state.wrapping_add(GOLDEN.wrapping_mul(2))),
        ];
        Self { numbers, turns }
    }

    /// The number for a piece of this kind on this square.
    ///
    /// # Panics
    /// If `kind` or `square` is out of range.
    pub const fn piece(&self, kind: usize, square: Square) -> u64 {
        self.numbers[kind][square.index()]
    }

    /// The number to include in a two-player game if this seat is to move.
    ///
    /// # Panics
    /// If `seat` is not one of the first two.
    pub const fn turn(&self, seat: Seat) -> u64 {
        self.turns[seat.index()]
    }
}

/// 2⁶⁴ divided by the golden ratio: the step of the `SplitMix64` generator.
const GOLDEN: u64 = 0x9E37_79B9_7F4A_7C15;

/// The output function of `SplitMix64` (Steele, Lea, Flood, "Fast splittable pseudorandom number generators",
/// 2014): every bit of the result depends on every bit of the input, and no two inputs share a result.
pub const fn scramble(value: u64) -> u64 {
    let value = (value ^ (value >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    let value = (value ^ (value >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    value ^ (value >> 31)
}

/// The key of a position that consists of these words, for positions small enough that mixing all words costs less than
/// updating a Zobrist key. Equal words produce equal keys, on every machine and in every version.
pub const fn mix(words: &[u64]) -> u64 {
    let mut key = GOLDEN;
    let mut index = 0;
    while index < words.len() {
        key = scramble(key.rotate_left(23) ^ words[index]).wrapping_add(GOLDEN);
        index += 1;
    }
    key
}
