//! What the program asks: a board as FIBS, the First Internet Backgammon Server, sends it.

use anyhow::{Context, Result, bail};
use backgammon::Roll;

/// The fields of a board that matter here. Checkers are counted from the ace point of the side that is asked.
#[derive(Debug)]
pub(crate) struct Message {
    /// Our points and theirs in the session.
    pub(crate) scores: [u32; 2],
    /// Our checkers and theirs, each from the own ace point; 25 is the bar.
    pub(crate) checkers: [[u8; 26]; 2],
    /// What we have rolled; none if we may roll or double.
    pub(crate) roll: Option<Roll>,
    pub(crate) cube: u8,
    pub(crate) we_may_double: bool,
    pub(crate) they_may_double: bool,
    /// Whether the other side has doubled.
    pub(crate) is_doubled: bool,
}

/// Where the fields of the points begin.
const POINTS: usize = 6;
/// Where those behind the points begin.
const REST: usize = POINTS + 26;

impl Message {
    pub(crate) fn read(line: &str) -> Result<Self> {
        let fields: Vec<&str> = line.split(':').collect();
        if fields.first() != Some(&"board") {
            bail!("not a board");
        }
        let number = |index: usize| -> Result<i32> {
            fields.get(index).context("too few fields")?.parse().context("not a number")
        };
        let mut checkers = [[0; 26]; 2];
        for place in 0..26 {
            let count = number(POINTS + place)?;
            let size = u8::try_from(count.abs())?;
            if count > 0 {
                checkers[0][place] = size;
            } else {
                checkers[1][25 - place] = size;
            }
        }
        let dice = [number(REST + 1)?, number(REST + 2)?];
        let roll = match dice {
            [0, 0] => None,
            dice => {
                let [one, other] = [u8::try_from(dice[0])?, u8::try_from(dice[1])?];
                Some(Roll::new(one, other).context("no dice show this")?)
            }
        };
        // The names stand in the order of the scores, which changes when a double is offered.
        let [one, other] = [u32::try_from(number(4)?)?, u32::try_from(number(5)?)?];
        let scores = if fields[1] == "gnubg" { [other, one] } else { [one, other] };
        let is_doubled = number(REST + 8)? == 1;
        Ok(Self {
            scores,
            checkers,
            roll,
            cube: u8::try_from(number(REST + 5)?.min(64))?,
            we_may_double: number(REST + 6)? == 1,
            they_may_double: number(REST + 7)? == 1,
            is_doubled,
        })
    }
}
