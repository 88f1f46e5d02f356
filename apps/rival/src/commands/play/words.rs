//! The words that a person can type in place of a move.

use std::path::PathBuf;

use games_package::suggestion;

use crate::columns::wrapped;

/// What a typed line asks for.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Help,
    Board,
    Legal,
    Last,
    Clock,
    Undo,
    Redo,
    Draw,
    Accept,
    Decline,
    Resign,
    Restart,
    Pause,
    Resume,
    Now,
    Pieces,
    Flip,
    Hint,
    /// On, off, or the other way than now.
    Coach(Option<bool>),
    Switch,
    /// From this file, which must be named.
    Load(Option<PathBuf>),
    /// To this file, or to the one that the match is saved to in any case.
    Save(Option<PathBuf>),
    Quit,
    /// Anything else: a move, it is hoped.
    Move(String),
}

/// Each word, what it means, and what it does.
const WORDS: [(&str, Word, &str); 21] = [
    ("help", Word::Help, "show this list"),
    ("board", Word::Board, "show the board"),
    ("flip", Word::Flip, "show the board from the other side"),
    ("pieces", Word::Pieces, "say where the pieces stand"),
    ("legal", Word::Legal, "list the legal moves"),
    ("last", Word::Last, "say the last move again"),
    ("clock", Word::Clock, "say what the clocks show"),
    ("hint", Word::Hint, "ask for the best move"),
    ("coach", Word::Coach(None), "let your moves be judged, or not (coach on, coach off)"),
    ("undo", Word::Undo, "take back, to your move before"),
    ("redo", Word::Redo, "play again what was taken back"),
    ("draw", Word::Draw, "offer a draw"),
    ("accept", Word::Accept, "accept the draw that is offered"),
    ("decline", Word::Decline, "decline it"),
    ("resign", Word::Resign, "give up"),
    ("restart", Word::Restart, "begin again"),
    ("switch", Word::Switch, "change sides with the other player"),
    ("pause", Word::Pause, "stop the clocks"),
    ("resume", Word::Resume, "go on after a pause"),
    ("now", Word::Now, "let whoever thinks move at once"),
    ("quit", Word::Quit, "leave"),
];

/// Words that a file's name follows, and what they do.
const WITH_FILES: [(&str, &str); 2] = [
    ("save FILE", "write the record of the match"),
    ("load FILE", "go on with the match in a record"),
];

/// What the line asks for.
pub(super) fn read(line: &str) -> Word {
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = first.to_lowercase();
    let rest = rest.trim();
    let file = || Some(rest).filter(|file| !file.is_empty()).map(PathBuf::from);
    match (first.as_str(), rest) {
        ("save", _) => return Word::Save(file()),
        ("load", _) => return Word::Load(file()),
        ("coach", "on") => return Word::Coach(Some(true)),
        ("coach", "off") => return Word::Coach(Some(false)),
        _ => {}
    }
    let known = WORDS.iter().find(|(name, ..)| *name == first);
    known.map_or_else(|| Word::Move(line.into()), |(_, word, _)| word.clone())
}

/// The word that was probably meant by a line that is neither word nor move.
pub(super) fn near(line: &str) -> Option<String> {
    let is_word = line.chars().all(char::is_alphabetic);
    let names = WORDS.iter().map(|(name, ..)| *name).chain(["save", "load"]);
    suggestion(line, names.filter(|_| is_word))
}

/// How far the meaning of a word stands from the left, in characters.
const MEANING_INDENT: usize = 13;

/// What can be typed, line by line.
pub(super) fn help(columns: Option<usize>) -> String {
    let line = |(name, meaning): (&str, &str)| format!("  {name:<10} {meaning}\n");
    let words = WORDS.iter().map(|(name, _, meaning)| (*name, *meaning));
    let lines: String = words.chain(WITH_FILES).map(line).collect();
    let list = wrapped(&lines, columns, MEANING_INDENT);
    format!("Type a move, or one of these words:\n{list}")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: &Word) {
        assert_eq!(read(line), *expected);
    }

    #[test]
    fn words_are_known_and_everything_else_is_a_move() {
        check("undo", &Word::Undo);
        check("UNDO", &Word::Undo);
        check("save my game.toml", &Word::Save(Some("my game.toml".into())));
        check("save ", &Word::Save(None));
        check("coach", &Word::Coach(None));
        check("coach  off", &Word::Coach(Some(false)));
        check("load match.toml", &Word::Load(Some("match.toml".into())));
        check("9-13", &Word::Move("9-13".into()));
    }

    #[test]
    fn a_slip_is_understood() {
        assert_eq!(near("undoo"), Some("undo".into()));
        assert_eq!(near("9-13"), None);
    }
}
