//! Other programs' words for match and study commands, and the correction of mistyped words.

/// Words from other programs, each with the command that it means. Help and completion don't show them.
pub(crate) const SYNONYMS: [(&str, &str); 43] = [
    ("abort", "resign"),
    ("analyse", "analyze"),
    ("analysis", "analyze"),
    ("best", "hint"),
    ("bye", "quit"),
    ("claim", "draw"),
    ("clocks", "clock"),
    ("commands", "help"),
    ("eval", "hint"),
    ("evaluate", "hint"),
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
    ("setup", "edit"),
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

/// The longest words that may differ from the suggested word by only one edit.
const SHORT_LEN_MAX: usize = 3;

/// The word that was probably meant by a mistyped one, if it is similar enough.
pub(crate) fn closest<'a>(
    typed: &str,
    words: impl IntoIterator<Item = &'a str>,
) -> Option<&'a str> {
    let typed = typed.to_lowercase();
    let distance = |word: &'a str| (strsim::osa_distance(&typed, word), word);
    let (edits, word) = words.into_iter().map(distance).min_by_key(|(edits, _)| *edits)?;
    let begins_alike = word.chars().next() == typed.chars().next();
    let is_close = match edits {
        0 | 1 => true,
        2 => begins_alike && typed.chars().count() > SHORT_LEN_MAX,
        _ => false,
    };
    is_close.then_some(word)
}
