//! The commands, each with the word and the keys that trigger it.

use games_package::suggestion;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

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
    NewGame,
    Quit,
}

/// An action with its command word and, for most, keys. A letter with Alt acts at once; typed alone, it abbreviates the
/// word. Any other character acts at once if nothing is typed yet.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    /// The command word with its argument: "save FILE".
    pub(crate) usage: &'static str,
    pub(crate) key: Option<char>,
    pub(crate) function: Option<u8>,
    pub(crate) action: Action,
    /// The description in the help.
    pub(crate) meaning: &'static str,
}

impl Binding {
    /// The command word without its argument.
    pub(crate) fn word(&self) -> &'static str {
        self.usage.split(' ').next().unwrap_or_default()
    }

    const fn on_function_key(self, number: u8) -> Self {
        Self { function: Some(number), ..self }
    }
}

const fn word(usage: &'static str, action: Action, meaning: &'static str) -> Binding {
    Binding { usage, key: None, function: None, action, meaning }
}

const fn bind(usage: &'static str, key: char, action: Action, meaning: &'static str) -> Binding {
    Binding { key: Some(key), ..word(usage, action, meaning) }
}

/// All commands, in the order of the help.
pub(crate) const BINDINGS: [Binding; 29] = [
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
    bind("menu", 'w', Action::NewGame, "another game"),
    bind("quit", 'q', Action::Quit, "leave; the match is kept").on_function_key(10),
];

/// A synonym of `quit`.
const EXIT: &str = "exit";

/// Keys that are no commands, with their descriptions in the help.
pub(crate) const OTHER_KEYS: [(&str, &str); 8] = [
    ("arrows", "move the cursor"),
    ("Enter", "do what is typed, or choose the square"),
    ("Tab", "complete what is typed; next choice"),
    ("Esc", "undo the choice, clear what is typed"),
    ("PgUp PgDn", "look back and forth in the match"),
    ("Home End", "its start; the position now"),
    ("Space", "as Enter; pauses what is watched"),
    ("Ctrl-C", "move now; where nobody thinks, leave"),
];

/// The action that the key triggers at once. `is_typing`: some text has already been typed.
pub(crate) fn action_of(key: KeyEvent, is_typing: bool) -> Option<Action> {
    let binding = |wanted: &dyn Fn(&Binding) -> bool| {
        BINDINGS.iter().find(|binding| wanted(binding)).map(|binding| binding.action)
    };
    match key.code {
        KeyCode::F(number) => binding(&|binding| binding.function == Some(number)),
        KeyCode::Char(sign) if key.modifiers.contains(KeyModifiers::ALT) => {
            binding(&|binding| binding.key == Some(sign.to_ascii_lowercase()))
        }
        KeyCode::Char(sign) if !sign.is_alphanumeric() && !is_typing => {
            binding(&|binding| binding.key == Some(sign))
        }
        _ => None,
    }
}

/// The command that a typed line begins with, and its argument; none if it is no command.
pub(crate) fn parse(line: &str) -> Option<(Binding, &str)> {
    let line = line.trim();
    let (first, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let first = first.to_lowercase();
    let first = if first == EXIT { "quit" } else { &first };
    let is_meant = |binding: &&Binding| {
        let mut signs = first.chars();
        let only = signs.next().filter(|_| signs.next().is_none());
        binding.word() == first || only.is_some() && binding.key == only
    };
    BINDINGS.iter().find(is_meant).map(|binding| (*binding, rest.trim()))
}

/// The command words that complete the typed text.
pub(crate) fn completions(typed: &str) -> impl Iterator<Item = &'static str> {
    let typed = typed.trim_start().to_lowercase();
    let is_begun = !typed.is_empty();
    let words = BINDINGS.iter().map(Binding::word);
    words.filter(move |word| is_begun && word.starts_with(&typed))
}

/// The command that was probably meant by a line that is neither a command nor a move.
pub(crate) fn similar_command(line: &str) -> Option<String> {
    let first = line.split_whitespace().next().unwrap_or_default();
    let may_be_word = first.chars().all(char::is_alphabetic) && first.chars().count() > 1;
    suggestion(first, BINDINGS.iter().map(Binding::word).filter(|_| may_be_word))
}

/// Whether a line that begins with this word is a command rather than a move.
pub fn is_command(text: &str) -> bool {
    parse(text).is_some()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(line: &str, expected: Option<(Action, &str)>) {
        assert_eq!(parse(line).map(|(binding, rest)| (binding.action, rest)), expected, "{line}");
    }

    #[test]
    fn words_are_read_with_what_follows_and_letters_alone_are_short_for_them() {
        check("undo", Some((Action::TakeBack, "")));
        check(" Load my game.toml ", Some((Action::Load, "my game.toml")));
        check("l", Some((Action::NextColors, "")));
        check("exit", Some((Action::Quit, "")));
        check("undoo", None);
        check("9-13", None);
        check("", None);
    }

    #[test]
    fn no_two_words_or_keys_are_the_same() {
        for (index, binding) in BINDINGS.iter().enumerate() {
            let is_other = |other: &Binding| {
                other.word() != binding.word()
                    && (other.key.is_none() || other.key != binding.key)
                    && (other.function.is_none() || other.function != binding.function)
            };
            assert!(BINDINGS[index + 1..].iter().all(is_other), "{binding:?}");
        }
    }

    #[test]
    fn letters_act_at_once_with_alt_alone_and_signs_where_nothing_is_typed() {
        let action = |sign, modifiers, is_typing| {
            action_of(KeyEvent::new(KeyCode::Char(sign), modifiers), is_typing)
        };
        assert_eq!(action('h', KeyModifiers::NONE, false), None);
        assert_eq!(action('h', KeyModifiers::ALT, true), Some(Action::Hint));
        assert_eq!(action('-', KeyModifiers::NONE, false), Some(Action::Slower));
        assert_eq!(action('-', KeyModifiers::NONE, true), None);
    }
}
