//! Study commands, each with its word and keys.

use crate::bindings::{Binding, Bindings, bind, word};

/// An action that a study command triggers.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum StudyAction {
    Help,
    Lines,
    Threat,
    Mistakes,
    FindBetter,
    Solution,
    Hint,
    Skip,
    Moments,
    Graph,
    Details,
    Flip,
    Forward,
    Back,
    LeaveVariation,
    GoToMove,
    First,
    Last,
    AutoPlay,
    Faster,
    Slower,
    Remark,
    Mark,
    DeleteVariation,
    Edit,
    Position,
    Return,
    Save,
    PlayOn,
    ShowBoard,
    ShowPieces,
    ShowRules,
    ShowLegalMoves,
    ShowMoves,
    Stop,
    Wait,
    NextPieces,
    NextColors,
    Menu,
    Quit,
}

/// The study commands.
pub(crate) const STUDY_BINDINGS: Bindings<StudyAction> =
    Bindings { commands: &COMMANDS, other_keys: &OTHER_KEYS };

const COMMANDS: [Binding<StudyAction>; 40] = [
    bind("help", '?', StudyAction::Help, "this list").on_function_key(1),
    bind("lines", 'i', StudyAction::Lines, "turn position analysis on or off").on_function_key(2),
    bind("threat", 'x', StudyAction::Threat, "show the opponent's move after a pass")
        .on_function_key(6),
    bind("mistakes", 'm', StudyAction::Mistakes, "analyze the match; go to the next mistake")
        .on_function_key(3),
    bind("find", 't', StudyAction::FindBetter, "find a better move for a mistake")
        .on_function_key(4),
    word("solution", StudyAction::Solution, "show the better move, or the puzzle's solution"),
    word("hint", StudyAction::Hint, "show the best lines; in a puzzle, the square to start on"),
    word("skip", StudyAction::Skip, "go to another puzzle without counting this one"),
    word("moments", StudyAction::Moments, "show the key moments of the match"),
    word("graph", StudyAction::Graph, "show the score graph and the mistakes"),
    bind("details", 'd', StudyAction::Details, "show all details here; also with a click"),
    bind("flip", 'f', StudyAction::Flip, "flip the board").on_function_key(5),
    bind("next", 'n', StudyAction::Forward, "go to the next move"),
    bind("back", 'b', StudyAction::Back, "go to the previous move"),
    bind("up", 'u', StudyAction::LeaveVariation, "go back to the start of the variation"),
    word("move N", StudyAction::GoToMove, "go to move N, as in move 12, or to its reply: 12…"),
    word("first", StudyAction::First, "go to the start"),
    word("last", StudyAction::Last, "go to the end of the match"),
    bind("auto TIME", 'p', StudyAction::AutoPlay, "autoplay, with a pause like 500ms")
        .on_function_key(7),
    bind("faster", '+', StudyAction::Faster, "halve the pause after a move"),
    bind("slower", '-', StudyAction::Slower, "double the pause"),
    word("note TEXT", StudyAction::Remark, "comment on the last move; empty deletes it"),
    word("mark SIGN", StudyAction::Mark, "mark the last move: ! ? !! ?? !? ?!"),
    word("delete", StudyAction::DeleteVariation, "delete this variation"),
    bind("edit", 'e', StudyAction::Edit, "set up another position on the board"),
    word("fen FEN", StudyAction::Position, "show the position, or study another one"),
    word("return", StudyAction::Return, "go back to the previous study"),
    bind("save FILE", 's', StudyAction::Save, "save the match with its analysis to a file")
        .on_function_key(8),
    bind("play", 'g', StudyAction::PlayOn, "continue from here against the computer")
        .on_function_key(9),
    word("board", StudyAction::ShowBoard, "show the board"),
    word("pieces", StudyAction::ShowPieces, "describe the position in words"),
    word("rules", StudyAction::ShowRules, "explain the rules and the notation"),
    word("legal", StudyAction::ShowLegalMoves, "list the legal moves"),
    word("moves", StudyAction::ShowMoves, "list the moves of the match"),
    word("stop", StudyAction::Stop, "stop the analysis"),
    word("wait", StudyAction::Wait, "wait until the analysis ends, for scripts"),
    bind("look", 'k', StudyAction::NextPieces, "change the pieces"),
    bind("colors", 'l', StudyAction::NextColors, "change the colors"),
    bind("menu", 'w', StudyAction::Menu, "back to the menu"),
    bind("quit", 'q', StudyAction::Quit, "leave").on_function_key(10),
];

/// The answer to the command `move` without a move number.
pub(crate) const MOVE_NUMBER_EXPECTED: &str = "Pass a move number, as in move 12 or move 12...";

/// Keys without commands, with their descriptions in the help.
const OTHER_KEYS: [(&str, &str); 7] = [
    ("← →", "the previous move, the next move"),
    ("↑ ↓", "the alternatives to this move"),
    ("PgUp PgDn", "go ten moves back or forward"),
    ("Home End", "the start; the end of the line"),
    ("Enter", "run the input; try a move"),
    ("Space", "turn autoplay on or off"),
    ("Tab Esc", "complete or clear the input"),
];

/// The commands that work while a puzzle is being solved line by line.
pub(crate) const PUZZLE_ACTIONS: [StudyAction; 14] = [
    StudyAction::Help,
    StudyAction::Hint,
    StudyAction::Solution,
    StudyAction::Skip,
    StudyAction::FindBetter,
    StudyAction::Flip,
    StudyAction::Position,
    StudyAction::ShowBoard,
    StudyAction::ShowPieces,
    StudyAction::ShowRules,
    StudyAction::ShowLegalMoves,
    StudyAction::Details,
    StudyAction::Menu,
    StudyAction::Quit,
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
