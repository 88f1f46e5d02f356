//! The words of somebody who walks through a match.

use std::path::PathBuf;

use games_package::suggestion;

use crate::columns::wrapped;

/// What a typed line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Next,
    Back,
    Up,
    /// To the position after so many plies, if the number can be read.
    Ply(Option<usize>),
    Board,
    Legal,
    Moves,
    Lines,
    Mistakes,
    Graph,
    Stop,
    Save(Option<PathBuf>),
    Help,
    Quit,
    /// Anything else: a move, it is hoped.
    Move(String),
}

/// Each word, and what it does.
const WORDS: [(&str, &str); 16] = [
    ("next", "go to the next move; so does Enter"),
    ("back", "go to the move before"),
    ("ply N", "go to the position after N plies"),
    ("first", "go to the start"),
    ("last", "go to the end"),
    ("MOVE", "try a move: a variation, which is kept"),
    ("up", "go back to where the variation goes off"),
    ("lines", "look for the best lines here"),
    ("mistakes", "look at the whole match, and list the bad moves"),
    ("graph", "draw the course of the score"),
    ("stop", "stop looking"),
    ("board", "show the board"),
    ("legal", "list the legal moves"),
    ("moves", "list the moves of the match"),
    ("save FILE", "write the match with all that was found and tried"),
    ("quit", "leave"),
];

/// What the line asks for.
pub(super) fn read(line: &str) -> Word {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match first.to_lowercase().as_str() {
        "" | "n" | "next" => Word::Next,
        "b" | "back" => Word::Back,
        "up" => Word::Up,
        "ply" => Word::Ply(rest.parse().ok()),
        "first" => Word::Ply(Some(0)),
        "last" => Word::Ply(Some(usize::MAX)),
        "board" => Word::Board,
        "legal" => Word::Legal,
        "moves" => Word::Moves,
        "lines" | "hint" => Word::Lines,
        "mistakes" => Word::Mistakes,
        "graph" => Word::Graph,
        "stop" => Word::Stop,
        "save" => Word::Save(Some(rest).filter(|file| !file.is_empty()).map(PathBuf::from)),
        "help" => Word::Help,
        "q" | "quit" => Word::Quit,
        _ => Word::Move(line.into()),
    }
}

/// The word that was probably meant by a line that is neither word nor move.
pub(super) fn near(line: &str) -> Option<String> {
    let is_word = line.chars().all(char::is_alphabetic) && line.chars().count() > 1;
    let names = WORDS.iter().filter_map(|(name, _)| name.split(' ').next());
    suggestion(line, names.filter(|name| is_word && name.chars().all(char::is_lowercase)))
}

/// How far the meaning of a word stands from the left, in characters.
const MEANING_INDENT: usize = 13;

/// What can be typed, line by line.
pub(super) fn help(columns: Option<usize>) -> String {
    let line = |(name, meaning): &(&str, &str)| format!("  {name:<10} {meaning}\n");
    let lines: Vec<String> = WORDS.iter().map(line).collect();
    wrapped(&lines.concat(), columns, MEANING_INDENT)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &Word) {
        assert_eq!(read(line), *expected);
    }

    #[test]
    fn words_are_known_and_everything_else_is_a_move() {
        check("", &Word::Next);
        check("Ply 12", &Word::Ply(Some(12)));
        check("ply x", &Word::Ply(None));
        check("save my match.pdn", &Word::Save(Some("my match.pdn".into())));
        check("9-13", &Word::Move("9-13".into()));
    }

    #[test]
    fn a_slip_is_understood() {
        assert_eq!(near("mistake"), Some("mistakes".into()));
        assert_eq!(near("9-13"), None);
        assert_eq!(near("d"), None);
    }
}
