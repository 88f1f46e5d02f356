//! The laws that every game's evaluators must obey, checked on random play.
//!
//! A search relies on three properties of an evaluation: the seats' scores cancel, a score stays below won games'
//! scores, and it depends on the position alone. The laws are defined once, here, and each game's tests check them with
//! [`obey_the_laws`].

use std::fmt;

use board_engine::{Game, Notation, Seat, Status, ZeroSum};
use game_family::CatalogEntry;
use rand::SeedableRng;
use rand::seq::IndexedRandom;
use rand_chacha::ChaCha8Rng;
use search::{Evaluator, Score};

/// The number of games.
const PLAYOUTS: u64 = 20;
/// Maximum number of plies in a game.
const PLIES_MAX: usize = 120;

/// An evaluator's violation of a law.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct EvaluationViolation {
    /// The law.
    pub law: &'static str,
    /// The evaluator's name.
    pub evaluator: &'static str,
    /// The position and the kind of violation.
    pub details: String,
}

impl fmt::Display for EvaluationViolation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "the evaluator {} breaks a law: {}: {}", self.evaluator, self.law, self.details)
    }
}

/// Checks every law for all evaluators of a game.
///
/// # Panics
/// If a law is broken. The message names the evaluator, the law and the position.
pub fn obey_the_laws<E: CatalogEntry<Game: ZeroSum>>(game: &E::Game) {
    if let Err(violation) = first_violation::<E>(game) {
        panic!("{violation}");
    }
}

/// The first broken law.
///
/// # Errors
/// The violation.
pub fn first_violation<E: CatalogEntry<Game: ZeroSum>>(
    game: &E::Game,
) -> Result<(), EvaluationViolation> {
    check_names::<E>()?;
    for seed in 0..PLAYOUTS {
        check_playout::<E>(game, seed)?;
    }
    Ok(())
}

fn check_names<E: CatalogEntry>() -> Result<(), EvaluationViolation> {
    for (index, (info, _)) in E::EVALUATORS.iter().enumerate() {
        let is_plain = |c: char| c.is_ascii_lowercase() || c.is_ascii_digit() || c == '-';
        let violation = |law| EvaluationViolation {
            law,
            evaluator: info.name,
            details: format!("item {index} in the list"),
        };
        if info.name.is_empty() || !info.name.chars().all(is_plain) {
            return Err(violation("a name has lower-case letters, digits and hyphens"));
        }
        if E::EVALUATORS[..index].iter().any(|(other, _)| other.name == info.name) {
            return Err(violation("names differ"));
        }
        if E::EVALUATORS[index].1.unit() <= 0 {
            return Err(violation("the game's unit is positive"));
        }
        if E::evaluator(info.name).is_none() {
            return Err(violation("an evaluator can be looked up by name"));
        }
    }
    Ok(())
}

/// Plays at random and checks each position.
fn check_playout<E: CatalogEntry<Game: ZeroSum>>(
    game: &E::Game,
    seed: u64,
) -> Result<(), EvaluationViolation> {
    let mut rng = ChaCha8Rng::seed_from_u64(seed);
    let (mut position, mut moves) = (game.start(), Vec::new());
    for _ in 0..PLIES_MAX {
        for (info, evaluator) in E::EVALUATORS {
            check_position(game, &position, info.name, evaluator)?;
        }
        if game.legal_moves(&position, &mut moves) != Status::Ongoing {
            break;
        }
        let Some(&mv) = moves.choose(&mut rng) else { break };
        game.play(&mut position, mv);
    }
    Ok(())
}

fn check_position<G: Notation, E: Evaluator<G>>(
    game: &G,
    position: &G::Position,
    name: &'static str,
    evaluator: &E,
) -> Result<(), EvaluationViolation> {
    let text = game.format_position(position);
    let violation = |law, details: String| EvaluationViolation {
        law,
        evaluator: name,
        details: format!("{text}: {details}"),
    };
    let [first, second] =
        [Seat::FIRST, Seat::SECOND].map(|seat| evaluator.evaluate(game, position, seat));
    if first != -second {
        let details = format!("{} and {}", first.value(), second.value());
        return Err(violation("the values of both seats sum to zero", details));
    }
    if first.value().abs() >= Score::EVALUATION_MAX.value() {
        let details = first.value().to_string();
        return Err(violation("a value stays below the scores of won games", details));
    }
    let Ok(read) = game.parse_position(&text) else { return Ok(()) };
    let again = evaluator.evaluate(game, &read, Seat::FIRST);
    if again != first {
        let details = format!("{} and {}", first.value(), again.value());
        return Err(violation("a value depends only on the position", details));
    }
    Ok(())
}
