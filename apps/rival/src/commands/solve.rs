//! `rival solve`: computes the value of a position under perfect play.

use std::io::{IsTerminal, Write, stderr, stdout};
use std::time::Instant;

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, counted, open_after};
use board_engine::Viewer;
use game_catalog::{SolveError, SolveWanted};
use notation::json::SolvedMove;
use search::{Known, Solved};
use tui::progress_line::ProgressLine;

use crate::arguments::SolveArguments;
use crate::commands;

pub(crate) fn run(arguments: &SolveArguments) -> CommandResult {
    let game = app_context::game(&arguments.game)?;
    let state = open_after(&*game, arguments.position.as_deref(), &arguments.after)?;
    let position = state.position(Viewer::Arbiter);
    let explorer = app_context::explore(&arguments.game, Some(&position))?;
    let wanted = if arguments.moves { SolveWanted::EachMove } else { SolveWanted::Position };
    let begun = Instant::now();
    let mut progress_line = ProgressLine::new();
    let is_terminal = stderr().is_terminal();
    let mut report = |known| {
        if is_terminal && progress_line.is_due() {
            progress_line.write(&line(known));
        }
    };
    let is_late = || begun.elapsed() >= arguments.time;
    let solved = explorer.solve(wanted, &mut report, Some(&is_late));
    progress_line.clear();
    let solution = solved.map_err(|error| {
        if is_late() && matches!(error, SolveError::TooLarge { .. }) {
            let time = arguments.time.as_secs_f64();
            let what = "try a position closer to the end, or a longer --time";
            return Failure::new(FailureKind::Input, anyhow!("not solved within {time} s: {what}"));
        }
        let kind = match error {
            SolveError::NoSolver { .. } => FailureKind::Usage,
            SolveError::Over { .. } | SolveError::TooLarge { .. } => FailureKind::Input,
        };
        Failure::new(kind, error)
    })?;
    let seconds = begun.elapsed().as_secs_f64();
    let mut out = stdout().lock();
    if arguments.json {
        let moves = solution.moves.into_iter();
        let object = notation::json::Solution {
            game: explorer.game().into(),
            position,
            payoff: solution.value.payoff,
            plies: solution.value.plies,
            moves: moves
                .map(|(mv, Solved { payoff, plies })| SolvedMove { mv, payoff, plies })
                .collect(),
            positions: solution.positions,
            seconds,
        };
        return Ok(commands::write_line(&mut out, &object)?);
    }
    writeln!(out, "{}", text(solution.value))?;
    let width = solution.moves.iter().map(|(mv, _)| mv.chars().count()).max().unwrap_or(0);
    for (mv, value) in &solution.moves {
        writeln!(out, "{mv:width$}  {}", text(*value))?;
    }
    let positions = counted(solution.positions, "position", "positions");
    writeln!(out, "{positions} searched in {seconds:.1} s")?;
    Ok(())
}

/// Formats the bounds that have been found so far.
fn line(known: Known) -> String {
    let Known { at_least, at_most, positions } = known;
    let positions = counted(positions, "position", "positions");
    format!("{} or better, {} or worse; {positions}", text(at_least), text(at_most))
}

/// Formats "win in 5 plies", "loss by 8 in 12 plies", "draw".
fn text(value: Solved) -> String {
    let name = match value.payoff {
        0 => return "draw".into(),
        1.. => "win",
        _ => "loss",
    };
    let by = match value.payoff.unsigned_abs() {
        1 => String::new(),
        payoff => format!(" by {payoff}"),
    };
    let plies = value.plies.map(|plies| format!(" in {}", counted(plies, "ply", "plies")));
    format!("{name}{by}{}", plies.unwrap_or_default())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_value_is_described_in_words() {
        let check = |payoff, plies, words| assert_eq!(text(Solved { payoff, plies }), words);
        check(0, None, "draw");
        check(1, Some(1), "win in 1 ply");
        check(-1, Some(8), "loss in 8 plies");
        check(8, Some(12), "win by 8 in 12 plies");
    }
}
