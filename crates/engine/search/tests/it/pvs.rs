//! Tests for the strong search.

mod extensions;
mod limits;
mod lines;
mod proofs;
mod quiescence;
mod tactics;

use std::ops::ControlFlow;

use board_engine::{Deterministic, KeyHistory, PerfectInformation, Status, ZeroSum, zobrist};
use game_family::CatalogEntry;
use search::{Algorithm, Evaluator, Limits, Pvs, PvsOptions, Report, Task, Technique, Techniques};

/// All techniques that don't change the value for a given depth in a tree; see the module `quiescence` for the reasons.
const EXACT: Techniques = Techniques::NONE
    .with(Technique::TranspositionTable)
    .with(Technique::Aspiration)
    .with(Technique::History);

/// One thread, a small table, and these techniques.
fn options(techniques: Techniques) -> PvsOptions {
    PvsOptions { hash_mebibytes: 1, threads: 1, lines: 1, techniques }
}

/// A search with the game's hints.
fn hinted<E: CatalogEntry>(options: PvsOptions) -> Pvs<E::Hints> {
    Pvs::with_hints(options, E::Hints::default())
}

/// The report from a fresh search without hints.
fn report<G, E>(options: PvsOptions, task: &Task<'_, G, E>, limits: &Limits<'_>) -> Report<G::Move>
where
    G: ZeroSum + Deterministic + PerfectInformation,
    E: Evaluator<G> + ?Sized,
{
    Pvs::new(options).search(task, limits)
}

/// A position with its history.
struct Situation<G: board_engine::Game> {
    position: G::Position,
    history: KeyHistory,
}

/// The situation after this many random moves from the start, if the game is not over.
fn situation<G: board_engine::Game>(game: &G, seed: u64, plies: u64) -> Option<Situation<G>> {
    let mut position = game.start();
    let mut history = KeyHistory::starting_at(game, &position);
    let mut moves = Vec::new();
    for ply in 0..plies {
        if game.legal_moves(&position, &mut moves) != Status::Ongoing {
            return None;
        }
        let number = zobrist::mix(&[seed, ply]) % moves.len() as u64;
        history.play(game, &mut position, moves[usize::try_from(number).ok()?]);
    }
    let goes_on = game.legal_moves(&position, &mut moves) == Status::Ongoing
        && history.outcome(game).is_none();
    goes_on.then_some(Situation { position, history })
}
