//! The command words of a line-by-line study.

use std::path::PathBuf;

use crate::typed_words::{self, TypedWord, file_argument, word};

/// A parsed line.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Word {
    Next,
    Back,
    Up,
    /// Goes to the position after this many plies. `None` if the number is invalid.
    Ply(Option<usize>),
    Board,
    Legal,
    Moves,
    Lines,
    Threat,
    Mistakes,
    Moments,
    Find,
    Solution,
    Graph,
    /// Sets a remark on the last move.
    Note(String),
    /// Sets a mark on the last move.
    Mark(String),
    Delete,
    /// Sets up a position.
    Edit,
    /// Shows the position in notation, or studies the given position.
    Position(String),
    /// Returns to the study before the last position setup.
    Return,
    Wait,
    Stop,
    Save(Option<PathBuf>),
    Play,
    Help,
    Menu,
    Quit,
    /// Anything else, probably a move.
    Move(String),
}

/// All words, in help order.
const WORDS: [TypedWord<Word>; 29] = [
    word("next", &["n"], "go to the next move; also Enter", |_| Word::Next),
    word("back", &["b"], "go to the previous move", |_| Word::Back),
    word("ply N", &[], "go to the position after N plies", |rest| Word::Ply(rest.parse().ok())),
    word("first", &[], "go to the start", |_| Word::Ply(Some(0))),
    word("last", &[], "go to the end", |_| Word::Ply(Some(usize::MAX))),
    word("up", &[], "go back to the start of the variation", |_| Word::Up),
    word("lines", &["hint"], "search for the best lines here", |_| Word::Lines),
    word("threat", &["x"], "show the opponent's move if the mover passed", |_| Word::Threat),
    word("mistakes", &[], "analyze the whole match and list the mistakes", |_| Word::Mistakes),
    word("moments", &[], "show the key moments of the match", |_| Word::Moments),
    word("find", &[], "find a better move for a mistake", |_| Word::Find),
    word("solution", &[], "show the better move", |_| Word::Solution),
    word("graph", &[], "draw a graph of the score", |_| Word::Graph),
    word("note TEXT", &[], "comment on the last move; empty deletes it", |rest| {
        Word::Note(rest.into())
    }),
    word("mark SIGN", &[], "mark the last move: ! ? !! ?? !? ?!", |rest| Word::Mark(rest.into())),
    word("delete", &[], "delete this variation", |_| Word::Delete),
    word("edit", &[], "set up another position", |_| Word::Edit),
    word("fen FEN", &[], "show the position, or study another one", |rest| {
        Word::Position(rest.into())
    }),
    word("return", &[], "go back to the previous study", |_| Word::Return),
    word("wait", &[], "wait until the analysis ends, for scripts", |_| Word::Wait),
    word("stop", &[], "stop the analysis", |_| Word::Stop),
    word("board", &[], "show the board", |_| Word::Board),
    word("legal", &[], "list the legal moves", |_| Word::Legal),
    word("moves", &[], "list the moves of the match", |_| Word::Moves),
    word("save FILE", &[], "save the match with its analysis and variations", |rest| {
        Word::Save(file_argument(rest))
    }),
    word("play", &[], "play a match from here against the computer", |_| Word::Play),
    word("help", &["?"], "show this list", |_| Word::Help),
    word("menu", &[], "leave for the menu", |_| Word::Menu),
    word("quit", &[], "leave Rival", |_| Word::Quit),
];

/// Parses a line.
pub(super) fn read(line: &str) -> Word {
    match line.trim() {
        "" => Word::Next,
        line => typed_words::read(&WORDS, line).unwrap_or_else(|| Word::Move(line.into())),
    }
}

/// The most similar word for a line that is neither a word nor a move, if any.
pub(super) fn suggestion(line: &str) -> Option<String> {
    typed_words::suggestion(&WORDS, line)
}

/// The help text.
pub(super) fn help(columns: Option<usize>) -> String {
    let words = typed_words::help(&WORDS, columns);
    format!("Type a move to add it as a variation, or one of these commands:\n{words}")
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
        check("last", &Word::Ply(Some(usize::MAX)));
        check("save my match.pdn", &Word::Save(Some("my match.pdn".into())));
        check("note the Old Faithful", &Word::Note("the Old Faithful".into()));
        check("mark", &Word::Mark(String::new()));
        check("9-13", &Word::Move("9-13".into()));
    }

    #[test]
    fn a_typo_gets_a_suggestion() {
        assert_eq!(suggestion("mistake"), Some("mistakes".into()));
    }
}
