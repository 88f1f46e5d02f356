//! A match's randomness: streams derived from one seed, the same on every machine.

use board_engine::Seat;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// Words of 32 bits per ply in the random stream: more than any draw needs.
const WORDS_PER_PLY: u128 = 1 << 10;

/// The seed for a seat's player in repetition `repetition` of the match with this seed. Chance moves are the same in
/// all repetitions.
pub fn player_seed(match_seed: u64, repetition: u32, seat: Seat) -> u64 {
    let mut seeds = ChaCha8Rng::seed_from_u64(match_seed);
    seeds.set_stream((u64::from(repetition) << 32) + 1 + seat.index() as u64);
    seeds.random()
}

/// The random source for the chance decision at this ply, from 0, in the match with this seed. The returned function
/// returns a uniform number in `0..n`. The number doesn't depend on earlier decisions, so a match continues the same
/// way after moves are taken back or after it is resumed from a record.
pub fn chance_of_ply(match_seed: u64, ply: usize) -> impl FnMut(u32) -> u32 {
    let mut chance = ChaCha8Rng::seed_from_u64(match_seed);
    chance.set_word_pos(ply as u128 * WORDS_PER_PLY);
    move |ways| chance.random_range(0..ways.max(1))
}
