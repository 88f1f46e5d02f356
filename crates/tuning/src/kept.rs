//! Positions with results as lines of text.

use std::fmt;
use std::io::BufRead;

use anyhow::{Context, ensure};
use board_engine::Notation;

/// A position of a game, as a line: the game's number, the first seat's payoff, what a search found for the first seat in
/// hundredths of the game's unit or `-`, and the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The number of the game.
    pub game: u64,
    /// The first seat's payoff.
    pub payoff: i16,
    /// What a search found for the first seat, if it didn't find the end of the game.
    pub found: Option<i32>,
    /// The position in the game's notation.
    pub position: String,
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, payoff, found, position } = self;
        match found {
            Some(found) => write!(f, "{game} {payoff} {found} {position}"),
            None => write!(f, "{game} {payoff} - {position}"),
        }
    }
}

impl Kept {
    /// Reads a line.
    ///
    /// # Errors
    /// If a part is missing or isn't a number.
    pub fn read(line: &str) -> anyhow::Result<Self> {
        let mut parts = line.splitn(4, ' ');
        let mut next = |name: &str| parts.next().with_context(|| format!("{name} is missing"));
        let game = next("the number of the game")?;
        let game = game.parse().with_context(|| format!("\"{game}\" is no number of a game"))?;
        let payoff = next("the payoff")?;
        let payoff = payoff.parse().with_context(|| format!("\"{payoff}\" is no payoff"))?;
        let found = match next("the score")? {
            "-" => None,
            score => Some(score.parse().with_context(|| format!("\"{score}\" is no score"))?),
        };
        let position = next("the position")?.to_owned();
        Ok(Self { game, payoff, found, position })
    }

    /// Reads all lines of a text, and the position of each.
    ///
    /// # Errors
    /// If it can't be read, or a line isn't one that a game of these rules wrote; the error has the number of the line.
    pub(crate) fn read_all<G: Notation>(
        game: &G,
        text: impl BufRead,
        mut take: impl FnMut(Self, G::Position) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        for (number, line) in (1..).zip(text.lines()) {
            let read = || {
                let kept = Self::read(&line?)?;
                let limit = game.payoff_max();
                ensure!(
                    (-limit..=limit).contains(&kept.payoff),
                    "{} is no payoff: expected one from {} to {limit}",
                    kept.payoff,
                    -limit
                );
                let position = game.parse_position(&kept.position)?;
                take(kept, position)
            };
            read().with_context(|| format!("line {number} is no position that was kept"))?;
        }
        Ok(())
    }
}
