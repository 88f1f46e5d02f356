//! How the table hears what a search has found.

use board_engine::Notation;
use games_package::{Host, Thinking, Valuation};
use search::{Progress, Score};

/// Reports each line of what a search of `position` has found so far, by an evaluator that gives `unit` to one unit of the
/// game.
pub(crate) fn report<G: Notation>(
    game: &G,
    position: &G::Position,
    progress: &Progress<G::Move>,
    unit: i32,
    host: &dyn Host,
) {
    let Progress { depth, selective_depth, statistics, table_per_mille, lines } = progress;
    for (rank, line) in (1..).zip(lines) {
        host.report(&Thinking {
            depth: u32::try_from(depth.plies()).unwrap_or(u32::MAX),
            selective_depth: selective_depth.and_then(|plies| u32::try_from(plies).ok()),
            nodes: statistics.nodes,
            evaluations: statistics.evaluations,
            cutoffs: statistics.cutoffs,
            table_use: *table_per_mille,
            rank,
            valuation: valuation(line.score.in_units(unit)),
            line: line_text(game, position, &line.moves),
        });
    }
}

/// A score in units as the table knows it.
fn valuation(score: Score) -> Valuation {
    match score.plies_to_end() {
        Some(plies) if score.is_win() => Valuation::WinIn(plies),
        Some(plies) => Valuation::LossIn(plies),
        None => Valuation::Centi(score.value()),
    }
}

/// The moves of the line in the game's notation, separated by blanks.
fn line_text<G: Notation>(game: &G, position: &G::Position, line: &[G::Move]) -> String {
    let mut position = position.clone();
    let mut texts = Vec::new();
    for &mv in line {
        texts.push(game.format_move(&position, mv));
        game.play(&mut position, mv);
    }
    texts.join(" ")
}
