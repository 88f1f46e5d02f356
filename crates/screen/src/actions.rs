//! The commands, each with the word and the keys that trigger it.

use crate::bindings::{Binding, Bindings, bind, word};

/// What a command does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Action {
    Help,
    Hint,
    TakeBack,
    Redo,
    Flip,
    Coach,
    Pause,
    Resume,
    SwitchSides,
    OfferDraw,
    AcceptDraw,
    DeclineDraw,
    MoveNow,
    Resign,
    Restart,
    Rematch,
    Save,
    Load,
    Faster,
    Slower,
    Thoughts,
    NextPieces,
    NextColors,
    ShowNewest,
    ShowPieces,
    ShowLegalMoves,
    ShowLastMove,
    ShowClocks,
    Study,
    NewGame,
    Quit,
}

/// The commands of a match.
pub(crate) const BINDINGS: Bindings<Action> =
    Bindings { commands: &COMMANDS, other_keys: &OTHER_KEYS };

const COMMANDS: [Binding<Action>; 31] = [
    bind("help", '?', Action::Help, "this list").on_function_key(1),
    bind("hint", 'h', Action::Hint, "show a good move").on_function_key(2),
    bind("undo", 'u', Action::TakeBack, "take back to your last move").on_function_key(3),
    bind("redo", 'r', Action::Redo, "play again what was taken back").on_function_key(4),
    bind("flip", 'f', Action::Flip, "turn the board").on_function_key(5),
    bind("coach", 'c', Action::Coach, "turn comments on your moves on or off").on_function_key(6),
    bind("pause", 'p', Action::Pause, "stop the clocks; the same key continues").on_function_key(7),
    word("resume", Action::Resume, "continue after a pause"),
    bind("switch", 'x', Action::SwitchSides, "switch sides").on_function_key(8),
    bind("draw", 'o', Action::OfferDraw, "offer a draw, or accept one").on_function_key(9),
    word("accept", Action::AcceptDraw, "accept the draw that is offered"),
    word("decline", Action::DeclineDraw, "decline it"),
    bind("now", 'm', Action::MoveNow, "make the player move at once"),
    bind("resign", 'g', Action::Resign, "give up"),
    bind("restart", 'n', Action::Restart, "start again"),
    word("rematch", Action::Rematch, "another match, after this one"),
    bind("save FILE", 's', Action::Save, "save the match to a file"),
    word("load FILE", Action::Load, "continue the match in a file"),
    bind("faster", '+', Action::Faster, "half the pause after a move"),
    bind("slower", '-', Action::Slower, "twice the pause"),
    bind("thoughts", 't', Action::Thoughts, "show or hide what players think"),
    word("board", Action::ShowNewest, "show the position now"),
    word("pieces", Action::ShowPieces, "say where the pieces stand"),
    word("legal", Action::ShowLegalMoves, "list the legal moves"),
    word("last", Action::ShowLastMove, "say the last move again"),
    word("clock", Action::ShowClocks, "say what the clocks show"),
    bind("look", 'k', Action::NextPieces, "other pieces"),
    bind("colors", 'l', Action::NextColors, "other colors"),
    bind("analyze", 'a', Action::Study, "leave the match, and study it"),
    bind("menu", 'w', Action::NewGame, "another game"),
    bind("quit", 'q', Action::Quit, "leave; the match is kept").on_function_key(10),
];

/// Keys that are no commands, with their descriptions in the help.
const OTHER_KEYS: [(&str, &str); 9] = [
    ("arrows", "move the cursor"),
    ("Enter", "do what is typed, or choose the square"),
    ("Enter", "go on at the end of a round"),
    ("Tab", "complete what is typed; next choice"),
    ("Esc", "undo the choice, clear what is typed"),
    ("PgUp PgDn", "look back and forth in the match"),
    ("Home End", "its start; the position now"),
    ("Space", "as Enter; pauses what is watched"),
    ("Ctrl-C", "move now; where nobody thinks, leave"),
];

/// Whether a line that begins with this word is a command rather than a move.
pub fn is_command(text: &str) -> bool {
    BINDINGS.parse(text).is_some()
}

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use super::*;
    use crate::bindings::check_that_all_differ;

    fn check(line: &str, expected: Option<(Action, &str)>) {
        let parsed = BINDINGS.parse(line).map(|(binding, rest)| (binding.action, rest));
        assert_eq!(parsed, expected, "{line}");
    }

    #[test]
    fn words_are_read_with_what_follows_and_letters_alone_are_short_for_them() {
        check("undo", Some((Action::TakeBack, "")));
        check(" Load my game.toml ", Some((Action::Load, "my game.toml")));
        check("l", Some((Action::NextColors, "")));
        check("exit", Some((Action::Quit, "")));
        check("undoo", None);
        check(": undo", Some((Action::TakeBack, "")));
        check(":flip", Some((Action::Flip, "")));
        check(":lo game.toml", None);
        check(":loa game.toml", Some((Action::Load, "game.toml")));
        check(":h", Some((Action::Hint, "")));
        check("loa", None);
        check(":", None);
        check("9-13", None);
        check("", None);
    }

    #[test]
    fn no_two_words_or_keys_are_the_same() {
        check_that_all_differ(&COMMANDS);
    }

    #[test]
    fn letters_act_at_once_with_alt_alone_and_signs_where_nothing_is_typed() {
        let action = |sign, modifiers, is_typing| {
            BINDINGS.action_of(KeyEvent::new(KeyCode::Char(sign), modifiers), is_typing)
        };
        assert_eq!(action('h', KeyModifiers::NONE, false), None);
        assert_eq!(action('h', KeyModifiers::ALT, true), Some(Action::Hint));
        assert_eq!(action('-', KeyModifiers::NONE, false), Some(Action::Slower));
        assert_eq!(action('-', KeyModifiers::NONE, true), None);
    }
}
