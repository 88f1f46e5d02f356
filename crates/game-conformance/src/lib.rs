//! The laws that every game must obey, checked on random play.
//!
//! A [`Game`](board_engine::Game) is a contract that a compiler can't check: lists without duplicates, keys that
//! don't collide, texts that can be read back, parsers that never panic. Every algorithm and every table relies on
//! it. So the contract is written once, here, as code that knows no game, and each game's tests run it:
//!
//! ```
//! use board_engine::{Notation, ZeroSum};
//! use game_conformance::{Effort, obey_the_laws, payoffs_cancel};
//!
//! fn each_variant_obeys_the_laws<G: Notation + ZeroSum>(variants: &[G]) {
//!     for game in variants {
//!         obey_the_laws(game, Effort::QUICK);
//!         payoffs_cancel(game, Effort::QUICK);
//!     }
//! }
//! ```
//!
//! The first law that is broken is reported with the position, the move and the seed, so that
//! [`Effort::replaying`] the seed finds it again in the first playout. [`first_violation`] gives the same as a value.

#![forbid(unsafe_code)]

mod checked_position;
mod effort;
mod laws;
mod playout;
mod violation;
mod walk;

use board_engine::{HiddenInformation, Notation, ZeroSum};

pub use crate::effort::Effort;
pub use crate::violation::{Law, Violation};

/// Checks every [`Law`] that holds for all games.
///
/// # Panics
/// If a law is broken; the message names the law, the position, the move and the seed.
pub fn obey_the_laws<G: Notation>(game: &G, effort: Effort) {
    if let Err(violation) = first_violation(game, effort) {
        panic!("{violation}");
    }
}

/// Checks that a game that makes [random steps](board_engine::Game::play_random) without lists draws the same numbers as from the
/// lists, and plays the same moves.
///
/// # Panics
/// If it doesn't; the message names the position and the seed.
pub fn random_steps_follow_lists<G: Notation>(game: &G, effort: Effort) {
    for seed in effort.seeds() {
        playout::compare_random_steps(game, seed, effort);
    }
}

/// Checks that the payoffs of two seats cancel wherever a random playout ends.
///
/// # Panics
/// If they don't; the message names the position and the seed.
pub fn payoffs_cancel<G: Notation + ZeroSum>(game: &G, effort: Effort) {
    if let Err(violation) = first_uncancelled_payoff(game, effort) {
        panic!("{violation}");
    }
}

/// Checks that seats are shown nothing that is hidden from them, and that what is drawn anew for them fits what they
/// are shown.
///
/// # Panics
/// If a law is broken; the message names it, the position and the seed.
pub fn keep_secrets<G: Notation + HiddenInformation>(game: &G, effort: Effort) {
    if let Err(violation) = first_leak(game, effort) {
        panic!("{violation}");
    }
}

/// Checks the laws of games with hidden information, from [`Law::ViewIsReadBack`] to [`Law::SightIsText`].
///
/// # Errors
/// The first [`Violation`] that random play of this effort finds.
pub fn first_leak<G: Notation + HiddenInformation>(
    game: &G,
    effort: Effort,
) -> Result<(), Violation> {
    effort.seeds().try_for_each(|seed| laws::secrets::check(game, seed, effort))
}

/// Checks every [`Law`] that holds for all games.
///
/// # Errors
/// The first [`Violation`] that random play of this effort finds.
pub fn first_violation<G: Notation>(game: &G, effort: Effort) -> Result<(), Violation> {
    laws::whole_game::check(game)?;
    let mut keys = laws::keys::KeyLaws::default();
    for seed in effort.seeds() {
        walk::walk(game, seed, effort, &mut keys)?;
    }
    Ok(())
}

/// Checks [`Law::PayoffsCancel`].
///
/// # Errors
/// The first [`Violation`] that random play of this effort finds.
pub fn first_uncancelled_payoff<G: Notation + ZeroSum>(
    game: &G,
    effort: Effort,
) -> Result<(), Violation> {
    effort.seeds().try_for_each(|seed| laws::payoffs::check_cancelling(game, seed, effort))
}
