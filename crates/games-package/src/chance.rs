//! Where the chance of a match comes from: streams of one seed, so that a match plays out the same wherever it is run.

use board_engine::Seat;
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;

/// How much of the stream of chance belongs to one ply, in words of 32 bits: more than any draw needs.
const WORDS_PER_PLY: u128 = 1 << 10;

/// The seed of a seat's player in the match with this seed, of which others may have been played before it: `repetition`
/// counts them. What chance decides is the same in all of them.
pub fn player_seed(match_seed: u64, repetition: u32, seat: Seat) -> u64 {
    let mut seeds = ChaCha8Rng::seed_from_u64(match_seed);
    seeds.set_stream((u64::from(repetition) << 32) + 1 + seat.index() as u64);
    seeds.random()
}

/// What chance decides at this ply, from 0, of the match with this seed: gives a number in `0..n`, all equally likely.
/// It doesn't hang on what was decided before, so that a match that is taken back or continued goes on as it would have
/// gone.
pub fn chance_of_ply(match_seed: u64, ply: usize) -> impl FnMut(u32) -> u32 {
    let mut chance = ChaCha8Rng::seed_from_u64(match_seed);
    chance.set_word_pos(ply as u128 * WORDS_PER_PLY);
    move |ways| chance.random_range(0..ways.max(1))
}
