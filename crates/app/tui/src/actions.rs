//! The commands, each with its word and keys.

use crate::bindings::{Binding, Bindings, bind, word};

/// An action that a command triggers.
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
    ShowRules,
    Position,
    ShowLegalMoves,
    ShowLastMove,
    ShowMoves,
    ShowClocks,
    Details,
    Study,
    NewGame,
    Quit,
}

/// The commands available during a match.
pub(crate) const BINDINGS: Bindings<Action> =
    Bindings { commands: &COMMANDS, other_keys: &OTHER_KEYS };

const COMMANDS: [Binding<Action>; 35] = [
    bind("help", '?', Action::Help, "this list").on_function_key(1),
    bind("hint", 'h', Action::Hint, "show a good move").on_function_key(2),
    bind("undo N", 'u', Action::TakeBack, "take back your last move, or N of them")
        .on_function_key(3),
    bind("redo", 'r', Action::Redo, "redo the moves taken back").on_function_key(4),
    bind("flip", 'f', Action::Flip, "flip the board"),
    word("rules", Action::ShowRules, "explain the rules and the notation").on_function_key(5),
    bind("coach", 'c', Action::Coach, "turn comments on your moves on or off").on_function_key(6),
    bind("pause", 'p', Action::Pause, "pause the clocks; press again to resume").on_function_key(7),
    word("resume", Action::Resume, "resume after a pause"),
    bind("switch", 'x', Action::SwitchSides, "switch sides").on_function_key(8),
    bind("draw", 'o', Action::OfferDraw, "offer a draw, or accept one").on_function_key(9),
    word("accept", Action::AcceptDraw, "accept the draw offer"),
    word("decline", Action::DeclineDraw, "decline the draw offer"),
    bind("now", 'm', Action::MoveNow, "make the player move now"),
    bind("resign", 'g', Action::Resign, "give up"),
    bind("restart", 'n', Action::Restart, "restart the match"),
    word("rematch", Action::Rematch, "start another match after this one"),
    bind("save FILE", 's', Action::Save, "save the match to a file"),
    word("load FILE", Action::Load, "continue the match from a file"),
    bind("faster", '+', Action::Faster, "halve the pause after a move"),
    bind("slower", '-', Action::Slower, "double the pause"),
    bind("thoughts", 't', Action::Thoughts, "show or hide the players' thinking"),
    word("board", Action::ShowNewest, "show the current position"),
    word("pieces", Action::ShowPieces, "describe the position in words"),
    word("fen FEN", Action::Position, "show the position, or start from another one"),
    word("legal", Action::ShowLegalMoves, "list the legal moves"),
    word("last", Action::ShowLastMove, "repeat the last move"),
    word("history", Action::ShowMoves, "list the moves of the match"),
    word("clock", Action::ShowClocks, "show the clocks"),
    bind("details", 'd', Action::Details, "show the whole message"),
    bind("look", 'k', Action::NextPieces, "change the pieces"),
    bind("colors", 'l', Action::NextColors, "change the colors"),
    bind("analyze", 'a', Action::Study, "leave the match and study it"),
    bind("menu", 'w', Action::NewGame, "choose another game"),
    bind("quit", 'q', Action::Quit, "leave; the match stays saved").on_function_key(10),
];

/// Keys without commands, with their descriptions in the help.
const OTHER_KEYS: [(&str, &str); 9] = [
    ("arrows", "move the cursor"),
    ("Enter", "run the input, or select the square"),
    ("Enter", "continue at the end of a round"),
    ("Tab", "complete the input; next choice"),
    ("Esc", "undo the choice, clear the input"),
    ("PgUp PgDn", "step through the match"),
    ("Home End", "the start; the current position"),
    ("Space", "like Enter; pauses a watched match"),
    ("Ctrl-C", "move now; leave if no player is thinking"),
];

#[cfg(test)]
mod tests {
    use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

    use super::*;
    use crate::bindings::check_that_all_differ;
    use crate::set_up_actions::SET_UP_BINDINGS;
    use crate::study_actions::STUDY_BINDINGS;
    use crate::synonyms::SYNONYMS;

    fn check(line: &str, expected: Option<(Action, &str)>) {
        let parsed = BINDINGS.parse(line).map(|(binding, rest)| (binding.action, rest));
        assert_eq!(parsed, expected, "{line}");
    }

    #[test]
    fn words_are_read_with_arguments_and_abbreviated_by_letters() {
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
        check("/help", Some((Action::Help, "")));
        check("loa", None);
        check(":", Some((Action::Help, "")));
        check("9-13", None);
        check("", None);
        check("draw?", Some((Action::OfferDraw, "")));
        check("Hint!", Some((Action::Hint, "")));
        check("i resign", Some((Action::Resign, "")));
        check("please undo 2", Some((Action::TakeBack, "2")));
        check("show moves", Some((Action::ShowLegalMoves, "")));
        check("take back that move", Some((Action::TakeBack, "that move")));
        check("export pgn", Some((Action::Save, "")));
        check("open hint.toml", Some((Action::Load, "hint.toml")));
        check("show e4", Some((Action::ShowNewest, "e4")));
    }

    #[test]
    fn every_synonym_means_a_command() {
        for (synonym, command) in SYNONYMS {
            let meant = |word| BINDINGS.parse(word).map(|(binding, _)| binding.action);
            let in_study = |word| STUDY_BINDINGS.parse(word).map(|(binding, _)| binding.action);
            let in_setup = |word| SET_UP_BINDINGS.parse(word).map(|(binding, _)| binding.action);
            let is_command = meant(command).is_some() || in_study(command).is_some();
            assert!(is_command || in_setup(command).is_some(), "{synonym}");
            let has_other_meaning = BINDINGS.parse_word(synonym).is_some();
            assert!(has_other_meaning || meant(synonym) == meant(command), "{synonym}");
            assert_eq!(in_setup(synonym), in_setup(command), "{synonym}");
        }
        assert!(SYNONYMS.is_sorted());
    }

    #[test]
    fn no_two_words_or_keys_are_the_same() {
        check_that_all_differ(&COMMANDS);
    }

    #[test]
    fn letters_need_alt_and_symbols_an_empty_field_to_act_at_once() {
        let action = |sign, modifiers, is_typing| {
            BINDINGS.action_of(KeyEvent::new(KeyCode::Char(sign), modifiers), is_typing)
        };
        assert_eq!(action('h', KeyModifiers::NONE, false), None);
        assert_eq!(action('h', KeyModifiers::ALT, true), Some(Action::Hint));
        assert_eq!(action('-', KeyModifiers::NONE, false), Some(Action::Slower));
        assert_eq!(action('-', KeyModifiers::NONE, true), None);
    }
}
