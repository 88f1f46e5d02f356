//! Files of positions.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, bail};
use board_engine::Notation;
use chess::{Chess, Position};

/// A position of a game.
pub(crate) struct Row {
    pub(crate) position: Position,
    /// White's result: 1, 0 or -1.
    pub(crate) result: i8,
    /// What a search found for White, in hundredths of a pawn.
    pub(crate) score: i32,
}

/// What a hundredth of a pawn means, as the exponent of the odds: with the weights of pieces made by hand.
pub(crate) const SCALE: f64 = 0.0058;

/// White's expected result at this score.
pub(crate) fn chance(score: f64) -> f64 {
    1.0 / (1.0 + (-SCALE * score).exp())
}

/// Reads what `games` has written.
pub(crate) fn read(path: &Path, mut take: impl FnMut(Row)) -> anyhow::Result<()> {
    let name = path.display();
    let file = File::open(path).with_context(|| format!("can't open {name}"))?;
    for (number, line) in (1..).zip(BufReader::new(file).lines()) {
        let line = line.with_context(|| format!("can't read {name}"))?;
        take(row(&line).with_context(|| format!("{name}: line {number}"))?);
    }
    Ok(())
}

fn row(line: &str) -> anyhow::Result<Row> {
    let fields: Vec<&str> = line.split(';').collect();
    let [position, result, score] = fields[..] else {
        bail!("expected POSITION;RESULT;SCORE");
    };
    let position = Chess::default().parse_position(position)?;
    Ok(Row { position, result: result.parse()?, score: score.parse()? })
}
