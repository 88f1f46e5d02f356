//! Converts a program's search report to the table's types.

use games_package::{Thinking, Valuation};

use crate::message::Info;

/// The highest rank of a line. A watcher stores the newest line for each rank.
const RANK_MAX: u32 = 256;

impl From<&Info> for Thinking {
    fn from(info: &Info) -> Self {
        let valuation = match (info.win_in, info.loss_in, info.score) {
            (Some(plies), ..) => Valuation::WinIn(plies),
            (None, Some(plies), _) => Valuation::LossIn(plies),
            (None, None, score) => Valuation::Centi(hundredths(score.unwrap_or_default())),
        };
        Self {
            depth: info.depth.unwrap_or_default(),
            selective_depth: info.selective_depth,
            nodes: info.nodes.unwrap_or_default(),
            rank: info.rank.unwrap_or(1).clamp(1, RANK_MAX),
            valuation,
            line: board_engine::cut_off(&info.line.join(" "), LINE_CHARS_MAX),
            ..Self::default()
        }
    }
}

/// Maximum number of characters in a reported line.
const LINE_CHARS_MAX: usize = 2000;

#[expect(clippy::cast_possible_truncation, reason = "a number that is too large is cut off")]
fn hundredths(score: f64) -> i32 {
    (score * 100.0).round() as i32
}

impl From<&Thinking> for Info {
    fn from(thinking: &Thinking) -> Self {
        let (score, win_in, loss_in) = match thinking.valuation {
            Valuation::Centi(value) => (Some(f64::from(value) / 100.0), None, None),
            Valuation::WinIn(plies) => (None, Some(plies), None),
            Valuation::LossIn(plies) => (None, None, Some(plies)),
        };
        Self {
            depth: Some(thinking.depth),
            selective_depth: thinking.selective_depth,
            nodes: Some(thinking.nodes),
            rank: Some(thinking.rank),
            score,
            win_in,
            loss_in,
            line: thinking.line.split_ascii_whitespace().map(String::from).collect(),
            text: None,
        }
    }
}
