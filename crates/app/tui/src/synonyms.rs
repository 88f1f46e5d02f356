//! Other programs' words for match and study commands.

/// Words from other programs, each with the command that it means. Help and completion don't show them.
pub(crate) const SYNONYMS: [(&str, &str); 39] = [
    ("analyse", "analyze"),
    ("analysis", "analyze"),
    ("best", "hint"),
    ("bye", "quit"),
    ("claim", "draw"),
    ("clocks", "clock"),
    ("commands", "help"),
    ("exit", "quit"),
    ("export", "save"),
    ("forfeit", "resign"),
    ("giveup", "resign"),
    ("go", "now"),
    ("home", "menu"),
    ("leave", "quit"),
    ("man", "help"),
    ("moves", "legal"),
    ("new", "menu"),
    ("offer", "draw"),
    ("open", "load"),
    ("pgn", "save"),
    ("pip", "pieces"),
    ("pips", "pieces"),
    ("position", "fen"),
    ("print", "board"),
    ("q", "quit"),
    ("q!", "quit"),
    ("rotate", "flip"),
    ("rule", "rules"),
    ("show", "board"),
    ("side", "switch"),
    ("study", "analyze"),
    ("suggest", "hint"),
    ("surrender", "resign"),
    ("swap", "switch"),
    ("take", "undo"),
    ("takeback", "undo"),
    ("time", "clock"),
    ("unmove", "undo"),
    ("wq", "quit"),
];

/// The command that this word means, if it is a synonym. The word is in lower case.
pub(crate) fn meaning(word: &str) -> Option<&'static str> {
    SYNONYMS.iter().find(|(synonym, _)| *synonym == word).map(|(_, command)| *command)
}
