//! How a search's findings are told at the table.

use board_engine::Notation;
use games_package::{Thinking, Valuation};
use search::{Depth, Score, Statistics};

/// What a search of `position` found at this depth; the statistics are those of the whole thought so far.
pub(crate) fn thinking<G: Notation>(
    game: &G,
    position: &G::Position,
    depth: Depth,
    score: Score,
    line: &[G::Move],
    statistics: Statistics,
) -> Thinking {
    Thinking {
        depth: u32::try_from(depth.plies()).unwrap_or(u32::MAX),
        nodes: statistics.nodes,
        evaluations: statistics.evaluations,
        cutoffs: statistics.cutoffs,
        valuation: valuation(score),
        line: line_text(game, position, line),
        ..Thinking::default()
    }
}

/// A score as the table tells it.
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
