//! `rival puzzles`: solving, line by line.

use std::io::{BufRead, Write, stdin, stdout};

use board_engine::{Seat, Turn, Viewer};
use games_package::{MatchState, TableGame};
use house::{CommandResult, Failure, wins};
use match_library::{KeptPuzzle, Library, unix_time};
use match_view::sentences::not_possible;
use puzzles::{Rating, Solving, Tried};

use super::with_filter;
use crate::arguments::PuzzleFilterArguments;
use crate::boards;
use crate::match_files::library;

const HELP: &str = "\
Type the move that wins. Or:
  hint      which piece moves
  solution  the solution; the puzzle counts as missed
  skip      the next puzzle, without counting this one
  quit      end";

pub(super) fn run(arguments: &PuzzleFilterArguments) -> CommandResult {
    let library = library()?;
    let mut skipped = Vec::new();
    let mut out = stdout().lock();
    loop {
        let now = unix_time();
        let next =
            with_filter(arguments, |filter| Ok(library.next_puzzle(filter, &skipped, now)?))?;
        let Some(kept) = next else {
            let what = if skipped.is_empty() {
                "There is no puzzle left for now. rival puzzles make FILE finds some in matches."
            } else {
                "That was the last one for now."
            };
            return Ok(writeln!(out, "{what}")?);
        };
        match solve(&library, &kept, &mut out)? {
            Solved::Counted => {}
            Solved::Skipped => skipped.push(kept.id),
            Solved::Quit => return Ok(()),
        }
    }
}

/// How a puzzle ended.
enum Solved {
    Counted,
    Skipped,
    Quit,
}

/// What was typed for a move.
enum Typed {
    /// A legal move.
    Move(String),
    Solution,
    Skip,
    Quit,
}

fn solve(library: &Library, kept: &KeptPuzzle, out: &mut impl Write) -> Result<Solved, Failure> {
    let puzzle = &kept.puzzle;
    // Others wait behind one that can't be opened, of a game that this program doesn't have for example.
    let Ok(game) = house::game(&puzzle.game) else { return Ok(Solved::Skipped) };
    let Ok(mut state) = puzzle.open(&*game) else { return Ok(Solved::Skipped) };
    let Turn::Seat(solver) = state.turn() else { return Ok(Solved::Skipped) };
    introduce(kept, &*game, solver, out)?;
    show(&*state, out)?;
    let mut solving = Solving::new(puzzle.solution.clone());
    let is_solved = loop {
        if let Some(verdict) = solving.take_verdict() {
            break verdict;
        }
        match ask(&*state, solving.expected().unwrap_or_default(), out)? {
            Typed::Move(mv) => try_move(&*game, &mut *state, &mut solving, &mv, out)?,
            Typed::Solution => drop(solving.give_up()),
            Typed::Skip => return Ok(Solved::Skipped),
            Typed::Quit => return Ok(Solved::Quit),
        }
    };
    let rating = library.note_attempt(kept, is_solved, unix_time())?;
    conclude(kept, is_solved, rating, out)?;
    Ok(Solved::Counted)
}

/// Tries a legal move, and shows what follows from it.
fn try_move(
    game: &dyn TableGame,
    state: &mut dyn MatchState,
    solving: &mut Solving,
    mv: &str,
    out: &mut impl Write,
) -> CommandResult {
    match solving.try_move(state, mv) {
        Tried::Solves => {}
        Tried::Unknown if wins(game, state, mv) => {
            writeln!(out, "{mv} seems to win as well. Find the move of the solution.")?;
        }
        Tried::Unknown => {
            writeln!(out, "{mv} is not it.")?;
            solving.miss();
        }
        Tried::GoesOn(reply) => {
            // They were legal when the puzzle was opened.
            let _legal = state.play(mv);
            let answers = match state.turn() {
                Turn::Seat(seat) => game.seat_name(seat),
                Turn::Chance => "Chance".into(),
            };
            let _legal = state.play(&reply);
            writeln!(out, "{mv} is right. {answers} answers {reply}.")?;
            show(state, out)?;
        }
    }
    Ok(())
}

fn introduce(
    kept: &KeptPuzzle,
    game: &dyn TableGame,
    solver: Seat,
    out: &mut impl Write,
) -> CommandResult {
    let KeptPuzzle { id, puzzle, attempts, .. } = kept;
    let again = if *attempts > 0 { ", once more" } else { "" };
    let mover = game.seat_name(solver);
    writeln!(
        out,
        "\nPuzzle {id}{again}: {}. {mover} to move. Find the move that wins; help lists the words.",
        puzzle.game
    )?;
    Ok(())
}

fn show(state: &dyn MatchState, out: &mut impl Write) -> CommandResult {
    Ok(write!(out, "\n{}\n", boards::picture(&state.diagram(Viewer::Arbiter)))?)
}

/// Asks until a legal move or one of the words is typed.
fn ask(state: &dyn MatchState, expected: &str, out: &mut impl Write) -> Result<Typed, Failure> {
    loop {
        write!(out, "Your move: ")?;
        out.flush()?;
        let mut line = String::new();
        if stdin().lock().read_line(&mut line)? == 0 {
            writeln!(out)?;
            return Ok(Typed::Quit);
        }
        match line.trim() {
            "" => {}
            "q" | "quit" => return Ok(Typed::Quit),
            "?" | "help" => writeln!(out, "{HELP}")?,
            "skip" | "next" | "find" => return Ok(Typed::Skip),
            "solution" => return Ok(Typed::Solution),
            "hint" => writeln!(out, "{}", hint(state, expected))?,
            typed => match state.resolve(typed) {
                Ok(mv) => return Ok(Typed::Move(mv)),
                Err(error) => writeln!(out, "{}", not_possible(&error.reason()))?,
            },
        }
    }
}

/// Where the piece stands that moves.
fn hint(state: &dyn MatchState, expected: &str) -> String {
    let mut moves = Vec::new();
    state.legal_moves(&mut moves);
    let index = moves.iter().position(|mv| mv == expected);
    let route = index.and_then(|index| state.routes().into_iter().nth(index));
    let from = route.and_then(|route| route.first().copied());
    let name = from.map(|from| state.diagram(Viewer::Arbiter).name(from).to_owned());
    name.map_or_else(|| "There is no hint.".into(), |name| format!("The move begins on {name}."))
}

fn conclude(
    kept: &KeptPuzzle,
    is_solved: bool,
    rating: Rating,
    out: &mut impl Write,
) -> CommandResult {
    let puzzle = &kept.puzzle;
    let verdict = if is_solved { "Solved" } else { "Not solved" };
    let moves = puzzle.solution.join(" ");
    writeln!(out, "{verdict}: {moves} ({}, {}).", puzzle.goal, puzzle.motif)?;
    if !puzzle.source.is_empty() {
        writeln!(out, "From {}.", house::one_line(&puzzle.source))?;
    }
    let (value, deviation) = (rating.value, rating.deviation);
    writeln!(
        out,
        "Your rating in {}: {value:.0} ± {deviation:.0}; the puzzle's {:.0}.",
        puzzle.game, puzzle.rating.value
    )?;
    Ok(())
}
