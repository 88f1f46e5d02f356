//! Other programs' words for match and study commands, and the correction of mistyped words.

/// Words from other programs, each with the command that it means. Help and completion don't show these words.
pub(crate) const SYNONYMS: [(&str, &str); 68] = [
    ("abort", "resign"),
    ("again", "rematch"),
    ("agree", "accept"),
    ("analyse", "analyze"),
    ("analysis", "analyze"),
    ("back", "undo"),
    ("best", "hint"),
    ("bye", "quit"),
    ("captured", "pieces"),
    ("claim", "draw"),
    ("clocks", "clock"),
    ("color", "colors"),
    ("colour", "colors"),
    ("colours", "colors"),
    ("commands", "help"),
    ("eval", "hint"),
    ("evaluate", "hint"),
    ("exit", "quit"),
    ("export", "save"),
    ("forfeit", "resign"),
    ("giveup", "resign"),
    ("go", "now"),
    ("goto", "move"),
    // In a study, `history` means `moves`.
    ("history", "moves"),
    ("home", "menu"),
    ("jump", "move"),
    ("leave", "quit"),
    ("list", "history"),
    ("man", "help"),
    ("material", "pieces"),
    ("movelist", "history"),
    ("moves", "legal"),
    ("new", "menu"),
    ("no", "decline"),
    ("offer", "draw"),
    ("ok", "accept"),
    ("open", "load"),
    ("pgn", "save"),
    ("pip", "pieces"),
    ("pips", "pieces"),
    ("ply", "move"),
    ("position", "fen"),
    ("possible", "legal"),
    ("print", "board"),
    ("q", "quit"),
    ("q!", "quit"),
    // While a position is being set up, it ends the setup.
    ("quit", "cancel"),
    ("refuse", "decline"),
    ("reject", "decline"),
    ("rotate", "flip"),
    ("rule", "rules"),
    ("scan", "pieces"),
    ("scoresheet", "history"),
    ("setup", "edit"),
    ("show", "board"),
    ("side", "switch"),
    ("stop", "pause"),
    ("study", "analyze"),
    ("suggest", "hint"),
    ("surrender", "resign"),
    ("swap", "switch"),
    ("take", "undo"),
    ("takeback", "undo"),
    ("time", "clock"),
    ("unmove", "undo"),
    ("whose", "board"),
    ("wq", "quit"),
    ("yes", "accept"),
];

/// The command that this word means, if it is a synonym. The word is in lower case.
pub(crate) fn meaning(word: &str) -> Option<&'static str> {
    SYNONYMS.iter().find(|(synonym, _)| *synonym == word).map(|(_, command)| *command)
}

/// Returns `true` if this word can precede a command without a meaning of its own: "please undo", "i resign".
pub(crate) fn is_filler(word: &str) -> bool {
    matches!(
        word,
        "can" | "could" | "i" | "let's" | "lets" | "please" | "pls" | "plz" | "we" | "you"
    )
}

/// The answer to a command that would change the opponent of a match.
const OPPONENT_IS_FIXED: &str =
    "A match keeps its players and their levels; type menu to choose others for a new match.";

/// The answer to a command that would change the clock of a match.
pub(crate) const CLOCK_IS_FIXED: &str =
    "A match keeps its clock; type menu to choose another for a new match.";

/// Explains a word that people try but that no command means.
pub(crate) fn explanation(word: &str) -> Option<&'static str> {
    match word {
        "difficulty" | "engine" | "level" | "levels" | "opponent" | "skill" | "strength" => {
            Some(OPPONENT_IS_FIXED)
        }
        "increment" | "timecontrol" => Some(CLOCK_IS_FIXED),
        _ => None,
    }
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
