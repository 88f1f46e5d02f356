//! The meaning of a typed line, in all modes: a move, a command or neither.

use board_engine::NotationError;

use crate::bindings::{Binding, Bindings, COMMAND_SIGN};
use crate::synonyms::explanation;
use crate::words::cut;

/// Maximum characters of rejected input in an error message.
const ECHO_MAX: usize = 30;

/// The minimum length of a word that is called an unknown command. Shorter texts may be the beginning of a move.
const WORD_LEN_MIN: usize = 3;

/// A typed line with its meaning.
#[derive(Debug)]
pub(crate) enum TypedLine<A: 'static> {
    /// A legal move, in standard notation.
    Move(String),
    /// A command with its argument.
    Command(Binding<A>, String),
    /// A line that begins like a command but isn't one, with the reason.
    NoCommand(String),
    /// Neither; the game's reason why the line is not a move.
    Neither(NotationError),
}

impl<A: Copy + PartialEq> Bindings<A> {
    /// The meaning of a line. `resolved` is the move that the game parses from the line. A legal move takes precedence
    /// over a command, because it can't be typed in another way; a colon always begins a command. While the user may
    /// move, any text that the game parses, even if the rules forbid that move, takes precedence over a synonym.
    pub(crate) fn read(
        self,
        line: &str,
        resolved: Result<String, NotationError>,
        may_move: bool,
    ) -> TypedLine<A> {
        let command =
            |(binding, rest): (Binding<A>, &str)| TypedLine::Command(binding, rest.into());
        if let Some(why) = self.unknown_command(line) {
            return self.parse(line).map_or(TypedLine::NoCommand(why), command);
        }
        let is_of_game = match &resolved {
            Ok(_) => true,
            Err(NotationError::Malformed { .. }) => false,
            Err(_) => may_move,
        };
        let word = || if is_of_game { self.parse_word(line) } else { self.parse(line) };
        match resolved {
            Ok(mv) if may_move => TypedLine::Move(mv),
            Ok(mv) => word().map_or(TypedLine::Move(mv), command),
            Err(error) => word().map_or(TypedLine::Neither(error), command),
        }
    }

    /// Explains why a line is neither a move nor a command: the sentence about a mistyped command, else the game's
    /// reason, as an error.
    pub(crate) fn rejection(self, line: &str, error: &NotationError) -> Result<String, String> {
        let first = line.split_whitespace().next().unwrap_or_default();
        let is_word = first.chars().all(char::is_alphabetic);
        if !is_word || !matches!(error, NotationError::Malformed { .. }) {
            return Err(error.reason());
        }
        if let Some(explained) = explanation(&first.to_lowercase()) {
            return Ok(explained.into());
        }
        let told = cut(first, ECHO_MAX);
        match self.similar_command(line) {
            Some(word) => Ok(format!("Unknown command \"{told}\". Did you mean {word}?")),
            None if first.chars().count() >= WORD_LEN_MIN => {
                Ok(format!("Unknown command \"{told}\"; help lists the commands."))
            }
            None => Err(error.reason()),
        }
    }
}

/// The sentence about a line that is not a legal move, with the game's reason.
pub(crate) fn impossible(line: &str, why: &str) -> String {
    format!("{} is not possible: {why}", cut(line.trim(), ECHO_MAX))
}

/// The only legal move with this text, in upper or lower case. Accepts moves that the game parses differently, such as
/// a piece in lower case that is also the name of a column.
pub(crate) fn move_in_any_case<'a>(
    line: &str,
    legal: impl IntoIterator<Item = &'a str>,
) -> Option<String> {
    let typed = line.trim().to_lowercase();
    let mut same = legal.into_iter().filter(|mv| mv.to_lowercase() == typed);
    same.next()
        .filter(|_| same.next().is_none() && !typed.starts_with(COMMAND_SIGN))
        .map(Into::into)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::actions::{Action, BINDINGS};

    fn read(
        line: &str,
        resolved: Result<&str, NotationError>,
        may_move: bool,
    ) -> TypedLine<Action> {
        BINDINGS.read(line, resolved.map(Into::into), may_move)
    }

    fn malformed(line: &str) -> Result<&'static str, NotationError> {
        Err(NotationError::malformed_move(line, 0, "a move"))
    }

    fn refused(line: &str) -> Result<&'static str, NotationError> {
        let (position, why) = (String::new(), "not now".into());
        Err(NotationError::Refused { text: line.into(), position, why })
    }

    fn check(line: &str, resolved: Result<&str, NotationError>, expected: &str) {
        let shown = match read(line, resolved, true) {
            TypedLine::Move(mv) => format!("move {mv}"),
            TypedLine::Command(binding, rest) => format!("command {} {rest}", binding.word()),
            TypedLine::NoCommand(why) => why,
            TypedLine::Neither(error) => match BINDINGS.rejection(line, &error) {
                Ok(sentence) => sentence,
                Err(why) => format!("refused: {why}"),
            },
        };
        assert_eq!(shown.trim_end(), expected, "{line}");
    }

    #[test]
    fn a_legal_move_is_a_move_and_a_colon_begins_a_command() {
        check("draw", Ok("draw"), "move draw");
        check("take", Ok("take"), "move take");
        check(":draw", Ok("draw"), "command draw");
        check(":hin", malformed(":hin"), "command hint");
        check(":e4", Ok("e4"), "Unknown command \"e4\"; help lists the commands.");
        check("save a b", malformed("save a b"), "command save a b");
    }

    #[test]
    fn a_forbidden_move_is_not_a_synonym_but_may_be_a_command() {
        check("take", refused("take"), "refused: not now");
        check("take", malformed("take"), "command undo");
        check("draw", refused("draw"), "command draw");
        let shown = read("swap", Ok("swap"), false);
        assert!(matches!(shown, TypedLine::Move(_)), "{shown:?}");
        // After the end of the game, the rules reject every input.
        let shown = read("exit", refused("exit"), false);
        assert!(matches!(shown, TypedLine::Command(..)), "{shown:?}");
    }

    #[test]
    fn only_similar_words_are_suggested() {
        check("undoo", malformed("undoo"), "Unknown command \"undoo\". Did you mean undo?");
        check("hitn", malformed("hitn"), "Unknown command \"hitn\". Did you mean hint?");
        let fixed = "A match keeps its players and their levels; type menu to choose others for a new match.";
        check("level expert", malformed("level expert"), fixed);
        for word in ["castle", "double", "opening"] {
            let expected = format!("Unknown command \"{word}\"; help lists the commands.");
            check(word, malformed(word), &expected);
        }
        check("e9", malformed("e9"), "refused: expected a move at column 1");
        check("ke", malformed("ke"), "refused: expected a move at column 1");
        check("pass", refused("pass"), "refused: not now");
    }

    #[test]
    fn a_move_is_found_in_any_case() {
        let legal = ["Bc4", "b4", "Nf3"];
        assert_eq!(move_in_any_case("bc4", legal), Some("Bc4".into()));
        assert_eq!(move_in_any_case("bc", legal), None);
        assert_eq!(move_in_any_case("b4", ["b4", "B4"]), None);
    }
}
