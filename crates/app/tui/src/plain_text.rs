//! Text for a terminal: boards, annotations and wrapped sentences.

use std::num::NonZeroUsize;
use std::path::Path;
use std::time::Duration;

use analysis::{MoveNumbers, Study, movers};
use board_engine::Diagram;
use games_package::{Mark, Ply, TableGame};
use match_view::History;
use notation::without_commands;
use terminal_size::{Height, Width, terminal_size_of};
use textwrap::{Options, WordSplitter};

/// The number of terminal columns. `None` if standard output is not a terminal.
pub fn columns() -> Option<usize> {
    terminal_size_of(std::io::stdout()).map(|(Width(columns), _)| columns.into())
}

/// The number of terminal rows. `None` if standard output is not a terminal.
pub fn rows() -> Option<usize> {
    terminal_size_of(std::io::stdout()).map(|(_, Height(rows))| rows.into())
}

/// Breaks lines of `text` longer than `columns` at spaces, and indents continuation lines by `indent`. Never breaks a
/// word.
pub fn wrapped(text: &str, columns: Option<usize>, indent: usize) -> String {
    let Some(columns) = columns else { return text.into() };
    let indent = " ".repeat(indent);
    let options = Options::new(columns)
        .subsequent_indent(&indent)
        .break_words(false)
        .word_splitter(WordSplitter::NoHyphenation);
    // Each input line starts without an indent.
    let lines = text.split('\n').map(|line| textwrap::fill(line, options.clone()));
    lines.collect::<Vec<_>>().join("\n")
}

/// A game's rules for new players, in a few lines.
pub fn rules_of(game: &dyn TableGame) -> String {
    let summary = game.rules_summary();
    if summary.is_empty() {
        return format!("{} has no summary of its rules.", game.name());
    }
    summary
}

/// Returns `true` if the text is a position in the game and can't be a move, such as a pasted FEN.
pub(crate) fn is_position(game: &dyn TableGame, text: &str) -> bool {
    text.contains([' ', '/', ':', ';']) && game.open(Some(text)).is_ok()
}

/// The answer to a command that changes only the full screen.
pub(crate) const SCREEN_ONLY: &str = "This changes only the full screen; here, boards are text.";

/// The style of a printed board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum BoardStyle {
    /// Drawn in the usual orientation.
    #[default]
    Drawn,
    /// Drawn flipped.
    Turned,
    /// Described in words.
    InWords,
}

/// The answer to flipping a board that is described in words.
pub(crate) const NOT_FLIPPED: &str = "The board is described in words and can't be flipped.";

impl BoardStyle {
    /// The style of the flipped board; `None` if the board is described in words.
    pub(crate) const fn flipped(self) -> Option<Self> {
        match self {
            Self::Drawn => Some(Self::Turned),
            Self::Turned => Some(Self::Drawn),
            Self::InWords => None,
        }
    }
}

/// The board in this style.
pub fn board_text(diagram: &Diagram, style: BoardStyle) -> String {
    match style {
        BoardStyle::Drawn => picture(diagram),
        BoardStyle::Turned => picture(&diagram.clone().turned()),
        BoardStyle::InWords => crate::describe_diagram(diagram),
    }
}

/// The board, drawn to fit the terminal width.
pub fn picture(diagram: &Diagram) -> String {
    columns().map_or_else(|| diagram.to_string(), |columns| format!("{diagram:columns$}"))
}

/// A recorded move's annotation, to write after the move: "?! (+0.35, depth 9; clock 0:42) a remark". Empty if the move
/// has no annotation.
pub fn annotation(ply: &Ply) -> String {
    let mark = ply.note.mark.map(Mark::sign).unwrap_or_default();
    let thought =
        ply.note.thought.map(|thought| format!("{}, depth {}", thought.valuation, thought.depth));
    let time = ply.clock.map(|time| format!("clock {}", clock_text(Some(time))));
    let facts: Vec<String> = thought.into_iter().chain(time).collect();
    let facts = if facts.is_empty() { String::new() } else { format!(" ({})", facts.join("; ")) };
    let remark = Some(without_commands(&ply.note.remark)).filter(|remark| !remark.is_empty());
    let remark =
        remark.map(|remark| format!(" {}", app_context::one_line(&remark))).unwrap_or_default();
    format!("{mark}{facts}{remark}")
}

/// The moves of the studied match with their numbers and marks.
pub(crate) fn move_list(study: &Study) -> String {
    let text = |ply: &Ply| {
        let mark = ply.note.mark.map(Mark::sign).unwrap_or_default();
        format!("{}{mark}", ply.mv)
    };
    let record = study.record();
    let turns = movers(&**study.game(), Some(&record.start), record.moves());
    let moves = turns.into_iter().zip(record.plies.iter().map(text));
    let moves = MoveNumbers::of(&**study.game()).line(moves);
    let count = study.record().variations.len();
    let variations = if count > 0 { format!(" ({count} variations)") } else { String::new() };
    format!("{}: {}{variations}", study.game().name(), moves)
}

/// Formats that people name instead of a file.
const FORMATS: [&str; 8] = ["fen", "ggf", "json", "mat", "pdn", "pgn", "sgf", "toml"];

/// The argument of a command that needs a file. `None` if it is missing or only names a format.
pub(crate) fn file_argument(argument: &str) -> Option<&Path> {
    let is_format = FORMATS.contains(&argument.to_lowercase().as_str());
    Some(Path::new(argument)).filter(|_| !argument.is_empty() && !is_format)
}

/// The answer to a take-back without a move to take back.
pub(crate) const NOTHING_TO_TAKE_BACK: &str = "That is not possible: there is no move to take back";

/// The answer to a line of several moves of which only the first was played.
pub(crate) fn only_first(mv: &str) -> String {
    format!("Only {mv} is played; type one move at a time.")
}

/// The sentence or phrase with a capital first letter.
pub(crate) fn capitalized(text: &str) -> String {
    let mut rest = text.chars();
    rest.next().map_or_else(String::new, |first| first.to_uppercase().chain(rest).collect())
}

/// The moves of a match with their numbers, on one line.
pub(crate) fn played_moves(history: &History) -> String {
    let moves = history.plies().iter().filter_map(|ply| Some((ply.turn?, ply.mv.clone())));
    let moves = history.numbers().line(moves);
    if moves.is_empty() { "No moves have been played.".into() } else { moves }
}

/// The argument of the command that takes moves back: nothing, a number of moves, or words as in "take back that move".
pub(crate) fn moves_to_take_back(argument: &str) -> Result<NonZeroUsize, &'static str> {
    let is_number = argument.starts_with(|first: char| first.is_ascii_digit() || first == '-');
    if !is_number {
        return Ok(NonZeroUsize::MIN);
    }
    argument.parse().map_err(|_not_a_number| "Pass a number of moves, as in undo 2.")
}

/// The time on a clock: "1:05" or "no limit".
pub fn clock_text(time: Option<Duration>) -> String {
    let limited = time.filter(|&time| time != Duration::MAX);
    limited.map_or_else(|| "no limit".into(), match_view::clock)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(text: &str, columns: usize, expected: &str) {
        assert_eq!(wrapped(text, Some(columns), 2), expected);
    }

    #[test]
    fn long_lines_break_at_spaces() {
        check("one two three\nfour\n", 9, "one two\n  three\nfour\n");
        check("one two", 7, "one two");
        check("  one  two", 6, "  one\n  two");
        check("extraordinary one", 5, "extraordinary\n  one");
        check("é é é", 3, "é é\n  é");
        check("22-15 11-18", 8, "22-15\n  11-18");
        check("漢字 漢字", 8, "漢字\n  漢字");
        check("", 3, "");
    }

    #[test]
    fn lines_are_not_wrapped_without_a_terminal() {
        let text = "word ".repeat(100);
        assert_eq!(wrapped(&text, None, 2), text);
    }
}
