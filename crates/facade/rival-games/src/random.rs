//! Random moves and playouts from a seed.

use board_engine::Turn;
use game_catalog::{Explorer, Playout};
use rand_xoshiro::Xoshiro256PlusPlus;
use rand_xoshiro::rand_core::{Rng, SeedableRng};

/// A source of random numbers. Called with `n`, it returns a uniformly distributed number in `0..n` (0 for 0). The same
/// seed produces the same numbers on every machine.
pub fn random_source(seed: u64) -> impl FnMut(u32) -> u32 + Send {
    let mut rng = Xoshiro256PlusPlus::seed_from_u64(seed);
    move |count| below(count, &mut rng)
}

/// An unbiased random number in `0..count`, by Lemire's multiplication method ("Fast Random Integer Generation in an
/// Interval", 2019).
fn below(count: u32, rng: &mut impl Rng) -> u32 {
    let mut product = u64::from(rng.next_u32()) * u64::from(count);
    #[expect(clippy::cast_possible_truncation, reason = "the lower half is meant")]
    while (product as u32) < count && (product as u32) < count.wrapping_neg() % count.max(1) {
        product = u64::from(rng.next_u32()) * u64::from(count);
    }
    (product >> 32) as u32
}

/// The index of a random legal move. All moves are equally likely; chance moves are drawn by their weights. `None` if
/// there are no moves.
pub fn drawn_move(position: &dyn Explorer, draw: &mut dyn FnMut(u32) -> u32) -> Option<usize> {
    let count = position.move_count();
    if count == 0 {
        return None;
    }
    if position.turn() != Turn::Chance {
        return Some(draw(u32::try_from(count).unwrap_or(u32::MAX)) as usize);
    }
    let total = (0..count).map(|index| position.weight(index)).fold(0, u32::saturating_add);
    let mut drawn = draw(total);
    (0..count).find(|&index| {
        let weight = position.weight(index);
        let found = drawn < weight;
        drawn = drawn.saturating_sub(weight);
        found
    })
}

/// The results of `count` random playouts with at most `plies_max` moves each. The same seed produces the same
/// playouts.
pub fn playouts(position: &dyn Explorer, count: usize, plies_max: u32, seed: u64) -> Vec<Playout> {
    playouts_until(position, count, plies_max, seed, &|| false)
}

/// Like [`playouts`], but returns only the playouts so far when `is_interrupted` returns `true`. The function
/// `is_interrupted` is called before each playout.
pub fn playouts_until(
    position: &dyn Explorer,
    count: usize,
    plies_max: u32,
    seed: u64,
    is_interrupted: &dyn Fn() -> bool,
) -> Vec<Playout> {
    let mut draw = random_source(seed);
    let played = (0..count).take_while(|_| !is_interrupted());
    played.map(|_| position.play_out(plies_max, &mut draw)).collect()
}
