//! `rival puzzles`: solving, line by line.

use std::io::{BufRead, Write, stdin, stdout};

use board_engine::{Seat, Turn, Viewer};
use games_package::{MatchState, TableGame};
use house::{CommandResult, Failure};
use match_library::{KeptPuzzle, Library};
use puzzles::Rating;

use super::with_filter;
use crate::arguments::PuzzleFilterArguments;
use crate::boards;
use crate::match_files::library;
use crate::winning::wins;

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
        let next = with_filter(arguments, |filter| Ok(library.next_puzzle(filter, &skipped)?))?;
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
    Right,
    /// Another move, which ends the game with a win.
    Won,
    Wrong,
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
    let mut is_solved = true;
    for moves in puzzle.solution.chunks(2) {
        if is_solved {
            show(&*state, out)?;
        }
        let (expected, reply) = (&moves[0], moves.get(1));
        let typed = if is_solved { ask(&*game, &*state, expected, out)? } else { Typed::Solution };
        match typed {
            Typed::Right => {}
            Typed::Won => break,
            Typed::Wrong | Typed::Solution => is_solved = false,
            Typed::Skip => return Ok(Solved::Skipped),
            Typed::Quit => return Ok(Solved::Quit),
        }
        // They were legal when the puzzle was opened.
        let _legal = state.play(expected);
        if let Some(reply) = reply {
            let _legal = state.play(reply);
            if is_solved {
                writeln!(
                    out,
                    "{expected} is right. {} answers {reply}.",
                    game.seat_name(other(solver))
                )?;
            }
        }
    }
    let rating = library.note_attempt(kept, is_solved)?;
    conclude(kept, is_solved, rating, out)?;
    Ok(Solved::Counted)
}

fn other(seat: Seat) -> Seat {
    if seat == Seat::FIRST { Seat::SECOND } else { Seat::FIRST }
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
fn ask(
    game: &dyn TableGame,
    state: &dyn MatchState,
    expected: &str,
    out: &mut impl Write,
) -> Result<Typed, Failure> {
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
            "skip" => return Ok(Typed::Skip),
            "solution" => return Ok(Typed::Solution),
            "hint" => writeln!(out, "{}", hint(state, expected))?,
            typed => match state.resolve(typed) {
                Ok(mv) if mv == expected => return Ok(Typed::Right),
                Ok(mv) if wins_at_once(state, &mv) => return Ok(Typed::Won),
                Ok(mv) if wins(game, state, &mv) => {
                    writeln!(out, "{mv} seems to win as well. Find the move of the solution.")?;
                }
                Ok(mv) => {
                    writeln!(out, "{mv} is not it.")?;
                    return Ok(Typed::Wrong);
                }
                Err(error) => writeln!(out, "{}", error.reason())?,
            },
        }
    }
}

/// Whether the game is over after the move, and won by its mover.
fn wins_at_once(state: &dyn MatchState, mv: &str) -> bool {
    let Turn::Seat(mover) = state.turn() else { return false };
    let mut after = state.fork();
    after.play(mv).is_ok() && after.outcome().is_some_and(|outcome| outcome.payoff(mover) > 0)
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
