//! Players' reports about their search, and limits on them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use thiserror::Error;

/// Limits on thinking other than time. A player that doesn't search ignores these limits.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ThinkingLimits {
    /// Maximum depth, in plies.
    pub depth: Option<u32>,
    /// Maximum number of positions visited for one move.
    pub nodes: Option<u64>,
}

/// A report by a searching player, with one principal variation. The table measures the time.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Thinking {
    /// The completed depth, in plies.
    pub depth: u32,
    /// The selective depth: the longest line searched, in plies; `None` if the player doesn't measure it.
    pub selective_depth: Option<u32>,
    /// Positions visited so far for this move.
    pub nodes: u64,
    /// The number of those positions that were evaluated.
    pub evaluations: u64,
    /// Positions that caused a cutoff.
    pub cutoffs: u64,
    /// The fill level of the player's transposition table, in permille; `None` without a table.
    pub table_use: Option<u16>,
    /// The rank of the line, from 1. A player that searches several lines (`MultiPV`) reports each of them
    /// at every depth.
    pub rank: u32,
    /// The score for the mover if this line is played.
    pub valuation: Valuation,
    /// The principal variation: moves in the game's notation, separated by single spaces.
    pub line: String,
    /// The error in the reported line, which ends before its first illegal move; `None` if the whole line is legal or
    /// unchecked.
    pub line_error: Option<String>,
}

/// Rank 1, and everything else empty.
impl Default for Thinking {
    fn default() -> Self {
        Self {
            depth: 0,
            selective_depth: None,
            nodes: 0,
            evaluations: 0,
            cutoffs: 0,
            table_use: None,
            rank: 1,
            valuation: Valuation::default(),
            line: String::new(),
            line_error: None,
        }
    }
}

impl Thinking {
    /// Positions visited per second in a search that took `elapsed`; 0 if no time has passed.
    pub fn nodes_per_second(&self, elapsed: Duration) -> u64 {
        let per_second = u128::from(self.nodes) * 1_000_000_000;
        let rate = per_second.checked_div(elapsed.as_nanos()).unwrap_or(0);
        u64::try_from(rate).unwrap_or(u64::MAX)
    }
}

/// The score of a position for the mover, in the game's units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Valuation {
    /// In hundredths of the game's unit. The unit is the lead with which a side wins three times as often as it loses
    /// against an equal opponent (a man, a pawn, eight discs).
    Centi(i32),
    /// Won in this number of plies.
    WinIn(u32),
    /// Lost in this number of plies.
    LossIn(u32),
}

impl Default for Valuation {
    fn default() -> Self {
        Self::Centi(0)
    }
}

impl Valuation {
    /// The valuation from the opponent's side.
    #[must_use]
    pub const fn for_other(self) -> Self {
        match self {
            Self::Centi(value) => Self::Centi(value.saturating_neg()),
            Self::WinIn(plies) => Self::LossIn(plies),
            Self::LossIn(plies) => Self::WinIn(plies),
        }
    }
}

impl fmt::Display for Valuation {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Centi(value) => write!(f, "{:+.2}", f64::from(*value) / 100.0),
            Self::WinIn(plies) => write!(f, "win in {plies}"),
            Self::LossIn(plies) => write!(f, "loss in {plies}"),
        }
    }
}

/// The string is not a valuation.
#[derive(Clone, PartialEq, Eq, Debug, Error)]
#[error(
    "malformed evaluation \"{text}\": expected a number like +0.35, \"win in 3\" or \"loss in 3\""
)]
pub struct ValuationError {
    /// The string as given.
    pub text: String,
}

/// Parses the output of `Display`: `+0.35`, `win in 5`, `loss in 4`.
impl FromStr for Valuation {
    type Err = ValuationError;

    fn from_str(text: &str) -> Result<Self, ValuationError> {
        let plies = |prefix| text.strip_prefix(prefix).and_then(|plies: &str| plies.parse().ok());
        let won = plies("win in ").map(Self::WinIn);
        let lost = || plies("loss in ").map(Self::LossIn);
        let value = || centi(text).map(Self::Centi);
        won.or_else(lost).or_else(value).ok_or_else(|| ValuationError { text: text.into() })
    }
}

/// A number with at most two decimals, in hundredths.
fn centi(text: &str) -> Option<i32> {
    let (sign, digits) = match text.strip_prefix('-') {
        Some(digits) => (-1, digits),
        None => (1, text.strip_prefix('+').unwrap_or(text)),
    };
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let are_digits = |part: &str| part.bytes().all(|byte| byte.is_ascii_digit());
    if whole.is_empty() || fraction.len() > 2 || !are_digits(whole) || !are_digits(fraction) {
        return None;
    }
    let whole: i64 = whole.parse().ok()?;
    let fraction: i64 = format!("{fraction:0<2}").parse().ok()?;
    i32::try_from(sign * (whole.checked_mul(100)?.checked_add(fraction)?)).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn search_speed_is_0_without_elapsed_time_and_never_overflows() {
        let speed = |nodes, time| Thinking { nodes, ..Thinking::default() }.nodes_per_second(time);
        assert_eq!(speed(5, Duration::from_millis(500)), 10);
        assert_eq!(speed(5, Duration::ZERO), 0);
        assert_eq!(speed(u64::MAX, Duration::from_nanos(1)), u64::MAX);
    }
}
