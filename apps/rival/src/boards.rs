//! Boards and records as text.

use std::time::Duration;

use board_engine::Diagram;
use games_package::{Mark, Ply};

use crate::columns::columns;

/// How a board is shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(crate) enum BoardStyle {
    /// Drawn the usual way round.
    #[default]
    Drawn,
    /// Drawn from the other side.
    Turned,
    /// In words.
    InWords,
}

/// The board in this style.
pub(crate) fn board_text(diagram: &Diagram, style: BoardStyle) -> String {
    match style {
        BoardStyle::Drawn => picture(diagram),
        BoardStyle::Turned => picture(&diagram.clone().turned()),
        BoardStyle::InWords => screen::describe_diagram(diagram),
    }
}

/// The board, drawn to fit the width of the terminal.
pub(crate) fn picture(diagram: &Diagram) -> String {
    columns().map_or_else(|| diagram.to_string(), |columns| format!("{diagram:columns$}"))
}

/// The annotation of a recorded move, to follow the move: "?! (+0.35, depth 9; clock 0:42) a remark". Empty if there is
/// none.
pub(crate) fn annotation(ply: &Ply) -> String {
    let mark = ply.note.mark.map(Mark::sign).unwrap_or_default();
    let thought =
        ply.note.thought.map(|thought| format!("{}, depth {}", thought.valuation, thought.depth));
    let time = ply.clock.map(|time| format!("clock {}", clock_text(Some(time))));
    let facts: Vec<String> = thought.into_iter().chain(time).collect();
    let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join("; ")) };
    let remark = Some(&ply.note.remark).filter(|remark| !remark.is_empty());
    let remark = remark.map(|remark| format!(" {}", house::one_line(remark))).unwrap_or_default();
    format!("{mark}{facts}{remark}")
}

/// The time on a clock: "1:05" or "no limit".
pub(crate) fn clock_text(time: Option<Duration>) -> String {
    let limited = time.filter(|&time| time != Duration::MAX);
    limited.map_or_else(|| "no limit".into(), match_view::clock)
}
