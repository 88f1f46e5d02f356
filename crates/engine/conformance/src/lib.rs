//! The laws that every game must obey, checked in random play.
//!
//! A [`Game`](board_engine::Game) is a contract that a compiler can't check: lists without duplicates, keys that don't
//! collide, strings that can be parsed back, parsers that never panic. Every algorithm and every table relies on these
//! laws. The contract is therefore written once, here, as game-independent code, and each game's tests run it:
//!
//! ```
//! use board_engine::{Notation, ZeroSum};
//! use conformance::{Effort, obey_the_laws, payoffs_cancel};
//!
//! fn each_variant_obeys_the_laws<G: Notation + ZeroSum>(variants: &[G]) {
//!     for game in variants {
//!         obey_the_laws(game, Effort::QUICK);
//!         payoffs_cancel(game, Effort::QUICK);
//!     }
//! }
//! ```
//!
//! The report on the first broken law contains the position, the move and the seed. [`Effort::replaying`] with that
//! seed reproduces the violation in the first playout. [`first_violation`] returns the report as a value.

#![forbid(unsafe_code)]

mod crafted;
mod effort;
pub mod evaluation;
mod laws;
mod playout;
mod violation;

use board_engine::{HiddenInformation, KeyHistory, Notation, ZeroSum};
use rand::SeedableRng;
use rand_chacha::ChaCha8Rng;

use crate::violation::CheckedPosition;

pub use crate::effort::Effort;
pub use crate::violation::{Law, Violation};

/// Checks every [`Law`] for all games.
///
/// # Panics
/// If a law is broken. The message names the law, the position, the move and the seed.
pub fn obey_the_laws<G: Notation>(game: &G, effort: Effort) {
    if let Err(violation) = first_violation(game, effort) {
        panic!("{violation}");
    }
}

/// For a game that makes [random steps](board_engine::Game::play_random) without listing the moves: checks that it
/// draws the same numbers and plays the same moves as with move lists.
///
/// # Panics
/// If they differ. The message names the position and the seed.
pub fn random_steps_follow_lists<G: Notation>(game: &G, effort: Effort) {
    for seed in effort.seeds() {
        playout::compare_random_steps(game, seed, effort);
    }
}

/// Checks that a table's work on crafted positions is bounded. The positions are crowds of pieces, and regular grids
/// where captures branch the most. [`Notation::format_set_up`] sets the positions up; games without it have no crafted
/// positions. Returns the number of possible positions, which were checked.
///
/// # Panics
/// If a position has too many moves, takes more than a second (30 in a test build), or has a move that is not parsed
/// back from its string. The message names the position.
pub fn crafted_positions_cost_little<G: Notation>(game: &G, effort: Effort) -> usize {
    crafted::check(game, effort)
}

/// Checks that the payoffs of both seats sum to zero at the end of every random playout.
///
/// # Panics
/// If they don't. The message names the position and the seed.
pub fn payoffs_cancel<G: Notation + ZeroSum>(game: &G, effort: Effort) {
    if let Err(violation) = first_uncancelled_payoff(game, effort) {
        panic!("{violation}");
    }
}

/// Checks that seats see nothing that is hidden from them, and that resampled hidden information fits what they see.
///
/// # Panics
/// If a law is broken. The message names the law, the position and the seed.
pub fn keep_secrets<G: Notation + HiddenInformation>(game: &G, effort: Effort) {
    if let Err(violation) = first_leak(game, effort) {
        panic!("{violation}");
    }
}

/// Checks the laws for games with hidden information, from [`Law::ViewIsReadBack`] to [`Law::SightIsText`].
///
/// # Errors
/// The first [`Violation`] that random play with this effort finds.
pub fn first_leak<G: Notation + HiddenInformation>(
    game: &G,
    effort: Effort,
) -> Result<(), Violation> {
    effort.seeds().try_for_each(|seed| laws::secrets::check(game, seed, effort))
}

/// Checks every [`Law`] for all games.
///
/// # Errors
/// The first [`Violation`] that random play with this effort finds.
pub fn first_violation<G: Notation>(game: &G, effort: Effort) -> Result<(), Violation> {
    laws::moves::check_whole_game(game)?;
    let mut keys = laws::keys::KeyLaws::default();
    for seed in effort.seeds() {
        walk(game, seed, effort, &mut keys)?;
    }
    Ok(())
}

/// Checks [`Law::PayoffsCancel`].
///
/// # Errors
/// The first [`Violation`] that random play with this effort finds.
pub fn first_uncancelled_payoff<G: Notation + ZeroSum>(
    game: &G,
    effort: Effort,
) -> Result<(), Violation> {
    effort.seeds().try_for_each(|seed| laws::moves::check_cancelling(game, seed, effort))
}

/// Plays one random game and checks every law at every position.
fn walk<G: Notation>(
    game: &G,
    seed: u64,
    effort: Effort,
    keys: &mut laws::keys::KeyLaws,
) -> Result<(), Violation> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let mut garbling = ChaCha8Rng::seed_from_u64(!seed);
    let mut position = game.start();
    let mut returns = laws::keys::Returns::default();
    let mut history = KeyHistory::starting_at(game, &position);
    laws::texts::check_edge_cases(&CheckedPosition::new(game, &position, seed))?;
    for _ in 0..effort.plies_max {
        let checked = CheckedPosition::new(game, &position, seed);
        laws::check_position(&checked)?;
        keys.check(&checked)?;
        laws::texts::check_garbled(&checked, effort.garbled_texts, &mut garbling)?;
        if checked.status.outcome().or_else(|| history.outcome(game)).is_some() {
            break;
        }
        let mv = playout::draw(&checked, &mut rng);
        let mut child = position.clone();
        history.play(game, &mut child, mv);
        returns.check(&checked, mv, &child)?;
        position = child;
    }
    Ok(())
}
