//! Positions with results as lines of text.

use std::fmt;
use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use anyhow::{Context, ensure};
use board_engine::Notation;

/// A position, as a line: the number of the game from which it comes, the first seat's payoff or `-`, what a search found for
/// the first seat in hundredths of the game's unit or `-`, and the position.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Kept {
    /// The number of the game.
    pub game: u64,
    /// The first seat's payoff; none of a position that a search looked at and no game came to.
    pub payoff: Option<i16>,
    /// What a search found for the first seat, if it didn't find the end of the game.
    pub found: Option<i32>,
    /// The position in the game's notation.
    pub position: String,
}

impl fmt::Display for Kept {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { game, payoff, found, position } = self;
        let number = |number: Option<i32>| number.map_or_else(|| "-".into(), |n| n.to_string());
        let (payoff, found) = (number(payoff.map(i32::from)), number(*found));
        write!(f, "{game} {payoff} {found} {position}")
    }
}

impl Kept {
    /// Opens a file of such lines.
    ///
    /// # Errors
    /// If it can't be opened; the error names it.
    pub fn open(path: impl AsRef<Path>) -> anyhow::Result<BufReader<File>> {
        let path = path.as_ref();
        let file = File::open(path).with_context(|| format!("can't open {}", path.display()))?;
        Ok(BufReader::new(file))
    }

    /// Reads a line.
    ///
    /// # Errors
    /// If a part is missing or isn't a number.
    pub fn read(line: &str) -> anyhow::Result<Self> {
        let mut parts = line.splitn(4, ' ');
        let mut next = |name: &str| parts.next().with_context(|| format!("{name} is missing"));
        let game = next("the number of the game")?;
        let game = game.parse().with_context(|| format!("\"{game}\" is no number of a game"))?;
        let payoff = match next("the payoff")? {
            "-" => None,
            payoff => Some(payoff.parse().with_context(|| format!("\"{payoff}\" is no payoff"))?),
        };
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
                let payoff = kept.payoff.unwrap_or(0);
                ensure!(
                    (-limit..=limit).contains(&payoff),
                    "{payoff} is no payoff: expected one from {} to {limit}",
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
