//! Solves puzzles line by line.

use std::io::Write;

use analysis::puzzles::{Rating, Solving, Tried};
use app_context::{CommandResult, Failure, wins};
use board_engine::{Seat, Turn, Viewer};
use games_package::{MatchState, TableGame};
use match_library::{KeptPuzzle, Library, PuzzleFilter, unix_time};
use match_view::sentences::not_possible;

use crate::dialog::DialogEnd;
use crate::kept_matches::library;
use crate::live::Inbox;
use crate::plain_text::{
    BoardStyle, NOT_FLIPPED, SCREEN_ONLY, board_text, columns, rules_of, wrapped,
};
use crate::puzzle_hint::hint;
use crate::study_actions::{PUZZLE_ACTIONS, STUDY_BINDINGS, StudyAction};
use crate::typed_line::{TypedLine, move_in_any_case};
use crate::typed_lines::TypedLines;

/// The indent of continuation lines, in characters.
const INDENT: usize = 2;

/// Input from the person who solves the puzzles.
#[derive(Debug)]
pub struct PuzzleInput<'a> {
    /// Receives lines and interruptions.
    pub inbox: &'a Inbox,
    /// Lines that were already read.
    pub lines: &'a mut TypedLines,
    /// The style of printed boards.
    pub board: BoardStyle,
}

/// The reason why a series of puzzles ended.
#[derive(Debug)]
pub enum PuzzlesEnd {
    /// No puzzle is left.
    None,
    /// The user left the puzzles and continues with this step.
    Left(DialogEnd),
}

/// Shows puzzles from the library until no puzzles are left or the user leaves.
///
/// # Errors
/// [`Failure`] if the library can't be used, the user interrupts, or `out` fails.
pub fn run(
    filter: PuzzleFilter<'_>,
    input: &mut PuzzleInput<'_>,
    out: &mut dyn Write,
) -> Result<PuzzlesEnd, Failure> {
    let library = library()?;
    let added = library.add_starter_puzzles(filter.game)?;
    if added > 0 {
        writeln!(out, "Added {added} starter puzzles.")?;
    }
    let mut skipped = Vec::new();
    loop {
        let Some(kept) = library.next_puzzle(filter, &skipped, unix_time())? else {
            let what = if skipped.is_empty() {
                "No puzzles left for now. Run \"rival puzzles make FILE\" to generate more."
            } else {
                "That was the last one for now."
            };
            writeln!(out, "{what}")?;
            return Ok(PuzzlesEnd::None);
        };
        match solve(&library, &kept, input, out)? {
            Solved::Counted => {}
            Solved::Skipped => skipped.push(kept.id),
            Solved::Left(next) => return Ok(PuzzlesEnd::Left(next)),
        }
    }
}

/// The outcome of a puzzle.
enum Solved {
    Counted,
    Skipped,
    Left(DialogEnd),
}

/// Input other than a move.
enum Typed {
    /// A legal move.
    Move(String),
    Solution,
    Skip,
    Leave(DialogEnd),
}

fn solve(
    library: &Library,
    kept: &KeptPuzzle,
    input: &mut PuzzleInput<'_>,
    out: &mut dyn Write,
) -> Result<Solved, Failure> {
    let puzzle = &kept.puzzle;
    // Skip a puzzle that can't be opened, for example because its game is unknown, and show the others.
    let Ok(game) = app_context::game(&puzzle.game) else { return Ok(Solved::Skipped) };
    let Ok(mut state) = puzzle.open(&*game) else { return Ok(Solved::Skipped) };
    let Turn::Seat(solver) = state.turn() else { return Ok(Solved::Skipped) };
    introduce(kept, &*game, solver, out)?;
    show(&*state, input.board, out)?;
    let mut solving = Solving::new(puzzle.solution.clone());
    let is_solved = loop {
        if let Some(verdict) = solving.take_verdict() {
            break verdict;
        }
        let expected = solving.expected_move().unwrap_or_default();
        match ask(&*game, &*state, expected, input, out)? {
            Typed::Move(mv) => {
                try_move(&*game, &mut *state, (&mut solving, input.board), &mv, out)?;
            }
            Typed::Solution => drop(solving.give_up()),
            Typed::Skip => return Ok(Solved::Skipped),
            Typed::Leave(next) => return Ok(Solved::Left(next)),
        }
    };
    let rating = library.note_attempt(kept, is_solved, unix_time())?;
    conclude(kept, is_solved, rating, out)?;
    Ok(Solved::Counted)
}

/// Tries a legal move and shows the result.
fn try_move(
    game: &dyn TableGame,
    state: &mut dyn MatchState,
    (solving, board): (&mut Solving, BoardStyle),
    mv: &str,
    out: &mut dyn Write,
) -> CommandResult {
    match solving.try_move(state, mv) {
        Tried::Solves => {}
        Tried::Unknown if wins(game, state, mv) => {
            writeln!(out, "{mv} seems to win too. Find the solution's move.")?;
        }
        Tried::Unknown => {
            writeln!(out, "{mv} is wrong.")?;
            solving.miss();
        }
        Tried::GoesOn(reply) => {
            // The moves were legal when the puzzle was opened.
            let _legal = state.play(mv);
            let answers = match state.turn() {
                Turn::Seat(seat) => game.seat_name(seat),
                Turn::Chance => "Chance".into(),
            };
            let _legal = state.play(&reply);
            writeln!(out, "{mv} is right. {answers} answers {reply}.")?;
            show(state, board, out)?;
        }
    }
    Ok(())
}

fn introduce(
    kept: &KeptPuzzle,
    game: &dyn TableGame,
    solver: Seat,
    out: &mut dyn Write,
) -> CommandResult {
    let KeptPuzzle { id, puzzle, attempts, .. } = kept;
    let again = if *attempts > 0 { ", once more" } else { "" };
    let mover = game.seat_name(solver);
    writeln!(
        out,
        "\nPuzzle {id}{again}: {}. {mover} to move. Find the winning move; help lists the commands.",
        puzzle.game
    )?;
    Ok(())
}

fn show(state: &dyn MatchState, style: BoardStyle, out: &mut dyn Write) -> CommandResult {
    Ok(write!(out, "\n{}\n", board_text(&state.diagram(Viewer::Arbiter), style))?)
}

/// Asks until the user types a legal move or leaves the puzzle.
fn ask(
    game: &dyn TableGame,
    state: &dyn MatchState,
    expected: &str,
    input: &mut PuzzleInput<'_>,
    out: &mut dyn Write,
) -> Result<Typed, Failure> {
    loop {
        write!(out, "Your move: ")?;
        out.flush()?;
        let Some(line) = input.lines.next(input.inbox)? else {
            writeln!(out)?;
            return Ok(Typed::Leave(DialogEnd::Leave));
        };
        let line = line.trim();
        if line.is_empty() {
            continue;
        }
        match STUDY_BINDINGS.read(line, state.resolve_typed(line), true) {
            TypedLine::Move(mv) => return Ok(Typed::Move(mv)),
            TypedLine::Command(command, _) => match command.action {
                StudyAction::Quit => return Ok(Typed::Leave(DialogEnd::Leave)),
                StudyAction::Menu => return Ok(Typed::Leave(DialogEnd::Menu)),
                StudyAction::Skip | StudyAction::FindBetter | StudyAction::Forward => {
                    return Ok(Typed::Skip);
                }
                StudyAction::Solution => return Ok(Typed::Solution),
                StudyAction::Hint => answer(&hint(state, expected), out)?,
                action => perform(game, state, action, input, out)?,
            },
            TypedLine::NoCommand(why) => answer(&why, out)?,
            TypedLine::Neither(error) => {
                let mut legal = Vec::new();
                state.legal_moves(&mut legal);
                if let Some(mv) = move_in_any_case(line, legal.iter().map(String::as_str)) {
                    return Ok(Typed::Move(mv));
                }
                let rejection = STUDY_BINDINGS.rejection(line, &error);
                answer(&rejection.unwrap_or_else(|why| not_possible(&why)), out)?;
            }
        }
    }
}

/// Carries out a command that only prints.
fn perform(
    game: &dyn TableGame,
    state: &dyn MatchState,
    action: StudyAction,
    input: &mut PuzzleInput<'_>,
    out: &mut dyn Write,
) -> CommandResult {
    match action {
        StudyAction::Help => {
            let is_listed = |action| PUZZLE_ACTIONS.contains(&action);
            writeln!(out, "Type the winning move or one of these commands:")?;
            Ok(write!(out, "{}", STUDY_BINDINGS.help_by_line(is_listed, columns()))?)
        }
        StudyAction::Flip => match input.board.flipped() {
            Some(style) => {
                input.board = style;
                show(state, style, out)
            }
            None => answer(NOT_FLIPPED, out),
        },
        StudyAction::ShowBoard | StudyAction::Details => show(state, input.board, out),
        StudyAction::ShowPieces => show(state, BoardStyle::InWords, out),
        StudyAction::ShowRules => answer(&rules_of(game), out),
        StudyAction::Position => answer(&state.position(Viewer::Arbiter), out),
        StudyAction::ShowLegalMoves => {
            let mut legal = Vec::new();
            state.legal_moves(&mut legal);
            answer(&format!("Legal moves: {}", legal.join(" ")), out)
        }
        StudyAction::NextPieces | StudyAction::NextColors => answer(SCREEN_ONLY, out),
        _ => answer("This works only in a study, not while you solve a puzzle.", out),
    }
}

fn answer(sentence: &str, out: &mut dyn Write) -> CommandResult {
    Ok(writeln!(out, "{}", wrapped(sentence, columns(), INDENT))?)
}

fn conclude(
    kept: &KeptPuzzle,
    is_solved: bool,
    rating: Rating,
    out: &mut dyn Write,
) -> CommandResult {
    let puzzle = &kept.puzzle;
    let verdict = if is_solved { "Solved" } else { "Not solved" };
    let moves = puzzle.solution.join(" ");
    writeln!(out, "{verdict}: {moves} ({}, {}).", puzzle.goal, puzzle.motif)?;
    if !puzzle.source.is_empty() {
        writeln!(out, "From {}.", app_context::one_line(&puzzle.source))?;
    }
    let (value, deviation) = (rating.value, rating.deviation);
    writeln!(
        out,
        "Your rating in {}: {value:.0} ± {deviation:.0}; the puzzle's {:.0}.",
        puzzle.game, puzzle.rating.value
    )?;
    Ok(())
}
