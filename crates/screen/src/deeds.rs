//! What a person can do with one key.

use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};

/// What one key does.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Deed {
    Help,
    Hint,
    TakeBack,
    Redo,
    Flip,
    Coach,
    Pause,
    SwitchSides,
    OfferDraw,
    MoveNow,
    Resign,
    Restart,
    Save,
    Faster,
    Slower,
    Thoughts,
    Pieces,
    Colors,
    NewGame,
    Quit,
}

/// A deed with its keys: a letter, which types instead where a legal move begins with it and does it with Alt in any
/// case, and for most a function key.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Binding {
    pub(crate) letter: char,
    pub(crate) function: Option<u8>,
    pub(crate) deed: Deed,
    /// What it does, for the help.
    pub(crate) meaning: &'static str,
}

const fn bind(letter: char, function: u8, deed: Deed, meaning: &'static str) -> Binding {
    let function = if function == 0 { None } else { Some(function) };
    Binding { letter, function, deed, meaning }
}

/// All keys, in the order of the help.
pub(crate) const BINDINGS: [Binding; 20] = [
    bind('?', 1, Deed::Help, "this help"),
    bind('h', 2, Deed::Hint, "hint: show a good move"),
    bind('u', 3, Deed::TakeBack, "take back, to your move before"),
    bind('r', 4, Deed::Redo, "play again what was taken back"),
    bind('f', 5, Deed::Flip, "turn the board"),
    bind('c', 6, Deed::Coach, "coach: say what your moves lose"),
    bind('p', 7, Deed::Pause, "stop the clocks, and go on"),
    bind('x', 8, Deed::SwitchSides, "switch sides"),
    bind('o', 9, Deed::OfferDraw, "offer a draw"),
    bind('m', 0, Deed::MoveNow, "let whoever thinks move at once"),
    bind('g', 0, Deed::Resign, "give up"),
    bind('n', 0, Deed::Restart, "begin again"),
    bind('s', 0, Deed::Save, "save the match to a file"),
    bind('+', 0, Deed::Faster, "watch faster: half the pause after a move"),
    bind('-', 0, Deed::Slower, "watch slower: twice the pause"),
    bind('t', 0, Deed::Thoughts, "show what players think, or don't"),
    bind('k', 0, Deed::Pieces, "other pieces"),
    bind('l', 0, Deed::Colors, "other colors"),
    bind('w', 0, Deed::NewGame, "another game"),
    bind('q', 10, Deed::Quit, "leave; the match is kept"),
];

/// The keys that do other things, with what they do, for the help.
pub(crate) const OTHER_KEYS: [(&str, &str); 7] = [
    ("arrows", "move the cursor"),
    ("Enter", "choose the square, or play what is typed"),
    ("Tab", "complete what is typed; next choice"),
    ("Esc", "undo the choice, clear what is typed"),
    ("PgUp PgDn", "look back and forth in the match"),
    ("Home End", "its start; the position now"),
    ("Ctrl-C", "move now; where nobody thinks, leave"),
];

/// What the key does. `types` says whether a letter is the beginning of a move.
pub(crate) fn deed_of(key: KeyEvent, types: impl Fn(char) -> bool) -> Option<Deed> {
    let binding = |wanted: &dyn Fn(&Binding) -> bool| {
        BINDINGS.iter().find(|binding| wanted(binding)).map(|binding| binding.deed)
    };
    match key.code {
        KeyCode::F(number) => binding(&|binding| binding.function == Some(number)),
        KeyCode::Char(letter) if key.modifiers.contains(KeyModifiers::ALT) => {
            binding(&|binding| binding.letter == letter.to_ascii_lowercase())
        }
        KeyCode::Char(letter) if !key.modifiers.contains(KeyModifiers::CONTROL) => {
            binding(&|binding| binding.letter == letter).filter(|_| !types(letter))
        }
        _ => None,
    }
}
