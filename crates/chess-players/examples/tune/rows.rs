//! Files of positions.

use std::io::BufRead;
use std::path::PathBuf;

use anyhow::Context;
use board_engine::Notation;
use chess::{Chess, Position};
use tuning::Kept;

/// A position of a game.
pub(crate) struct Row {
    pub(crate) position: Position,
    /// White's result: 1, 0 or -1.
    pub(crate) result: i16,
    /// What a search found for White, in hundredths of a pawn.
    pub(crate) score: Option<i32>,
}

/// What a hundredth of a pawn means, as the exponent of the odds: with the weights of pieces made by hand.
const SCALE: f64 = 0.0058;

/// White's expected result at this score.
pub(crate) fn chance(score: f64) -> f64 {
    1.0 / (1.0 + (-SCALE * score).exp())
}

/// Reads what `games` has written.
pub(crate) fn read(path: &PathBuf, mut take: impl FnMut(Row)) -> anyhow::Result<()> {
    let name = path.display();
    for (number, line) in (1..).zip(crate::open(path)?.lines()) {
        let line = line.with_context(|| format!("can't read {name}"))?;
        take(row(&line).with_context(|| format!("{name}: line {number}"))?);
    }
    Ok(())
}

fn row(line: &str) -> anyhow::Result<Row> {
    let Kept { payoff, found, position, .. } = Kept::read(line)?;
    let position = Chess::default().parse_position(&position)?;
    Ok(Row { position, result: payoff, score: found })
}
