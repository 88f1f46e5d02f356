//! The commands for setting up a position, each with its word and keys.

use crate::bindings::{Binding, Bindings, bind, word};

/// An action that a command triggers during position setup.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum SetUpAction {
    Help,
    Turn,
    Clear,
    Start,
    Flip,
    Position,
    ShowBoard,
    ShowPieces,
    Done,
    Cancel,
}

/// The commands for setting up a position.
pub(crate) const SET_UP_BINDINGS: Bindings<SetUpAction> =
    Bindings { commands: &COMMANDS, other_keys: &OTHER_KEYS };

const COMMANDS: [Binding<SetUpAction>; 10] = [
    bind("help", '?', SetUpAction::Help, "this list").on_function_key(1),
    bind("turn", 't', SetUpAction::Turn, "switch the side to move").on_function_key(2),
    bind("clear", 'c', SetUpAction::Clear, "remove all pieces").on_function_key(3),
    bind("start", 's', SetUpAction::Start, "set up the start position").on_function_key(4),
    bind("flip", 'f', SetUpAction::Flip, "flip the board").on_function_key(5),
    word("fen FEN", SetUpAction::Position, "show the position, or set up another one"),
    word("board", SetUpAction::ShowBoard, "show the board"),
    word("pieces", SetUpAction::ShowPieces, "describe the position in words"),
    bind("done", 'd', SetUpAction::Done, "study this position").on_function_key(9),
    bind("cancel", 'q', SetUpAction::Cancel, "go back without changes").on_function_key(10),
];

/// Keys without commands, with their descriptions in the help.
const OTHER_KEYS: [(&str, &str); 7] = [
    ("arrows", "move the cursor"),
    ("Enter Space", "place the piece on the square, or remove it"),
    ("Tab", "select the next piece; Shift-Tab the previous one"),
    ("Del", "remove the piece on the square"),
    ("K e1 Qd1", "place pieces by letter; - removes"),
    ("Esc", "clear the input; go back without changes"),
    ("paste", "set up a copied position"),
];

#[cfg(test)]
mod tests {
    use super::*;
    use crate::bindings::check_that_all_differ;

    #[test]
    fn no_two_words_or_keys_are_the_same() {
        check_that_all_differ(&COMMANDS);
    }
}
