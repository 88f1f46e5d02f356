//! The words to type instead of a move.

use std::path::PathBuf;

use crate::typed_words::{self, TypedWord, file_argument, word};

/// A parsed line.
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
    Rules,
    /// Shows the position, or starts a match from the given position.
    Position(Option<String>),
    Flip,
    Hint,
    /// Turns the coach on or off; `None` toggles it.
    Coach(Option<bool>),
    Switch,
    /// Loads a match from this file. The file name is required.
    Load(Option<PathBuf>),
    /// Saves the match to this file, or to the autosave file.
    Save(Option<PathBuf>),
    Study,
    Menu,
    Quit,
    /// Anything else, probably a move.
    Move(String),
}

/// All words, in help order.
const WORDS: [TypedWord<Word>; 27] = [
    word("help", &["?"], "show this list", |_| Word::Help),
    word("board", &[], "show the board", |_| Word::Board),
    word("flip", &[], "show the board from the other side", |_| Word::Flip),
    word("pieces", &[], "describe the position in words", |_| Word::Pieces),
    word("rules", &[], "explain the rules and the notation", |_| Word::Rules),
    word("fen FEN", &[], "show the position, or start from another one", |rest| {
        Word::Position((!rest.is_empty()).then(|| rest.into()))
    }),
    word("legal", &[], "list the legal moves", |_| Word::Legal),
    word("last", &[], "repeat the last move", |_| Word::Last),
    word("clock", &[], "show the clocks", |_| Word::Clock),
    word("hint", &[], "ask for the best move", |_| Word::Hint),
    word("coach", &[], "turn comments on your moves on or off (coach on, coach off)", parse_coach),
    word("undo", &[], "take back your last move", |_| Word::Undo),
    word("redo", &[], "redo the moves taken back", |_| Word::Redo),
    word("draw", &[], "offer a draw", |_| Word::Draw),
    word("accept", &[], "accept the draw offer", |_| Word::Accept),
    word("decline", &[], "decline the draw offer", |_| Word::Decline),
    word("resign", &[], "give up", |_| Word::Resign),
    word("restart", &["rematch"], "restart; after the end, start another match", |_| Word::Restart),
    word("switch", &[], "swap sides", |_| Word::Switch),
    word("pause", &[], "stop the clocks", |_| Word::Pause),
    word("resume", &[], "resume after a pause", |_| Word::Resume),
    word("now", &[], "make the player move now", |_| Word::Now),
    word("save FILE", &[], "save the match to a file", |rest| Word::Save(file_argument(rest))),
    word("load FILE", &[], "load a match from a file", |rest| Word::Load(file_argument(rest))),
    word("analyze", &[], "leave the match and study it", |_| Word::Study),
    word("menu", &[], "leave the match; it stays saved", |_| Word::Menu),
    word("quit", &[], "leave Rival; the match stays saved", |_| Word::Quit),
];

fn parse_coach(rest: &str) -> Word {
    Word::Coach(match rest.to_lowercase().as_str() {
        "on" => Some(true),
        "off" => Some(false),
        _ => None,
    })
}

/// Parses a line.
pub(super) fn read(line: &str) -> Word {
    typed_words::read(&WORDS, line).unwrap_or_else(|| Word::Move(line.into()))
}

/// The most similar word for a line that is neither a word nor a move, if any.
pub(super) fn suggestion(line: &str) -> Option<String> {
    typed_words::suggestion(&WORDS, line)
}

/// The help text.
pub(super) fn help(columns: Option<usize>) -> String {
    format!("Type a move or one of these commands:\n{}", typed_words::help(&WORDS, columns))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_full_screen_knows_every_word() {
        for word in WORDS.iter().flat_map(TypedWord::names).filter(|name| *name != "?") {
            assert!(crate::is_command(word), "{word}");
        }
    }

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
        check("", &Word::Move(String::new()));
    }
}
