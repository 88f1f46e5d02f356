//! `rival puzzles`: generates, solves, lists, exports and imports puzzles.

mod making;

use std::fs;
use std::io::{Write, stdout};
use std::sync::Arc;

use analysis::puzzles::{Motif, from_text, to_text};
use anyhow::{Context, anyhow};
use app_context::{AppContext, CommandResult, Failure, FailureKind, OrFail, one_line};
use match_library::puzzle_making::{already_there, counted};
use match_library::{KeptPuzzle, PuzzleFilter, full_name};
use serde_json::{Value, json};
use tui::full_screen::{self, PuzzleChoice, line_by_line};
use tui::kept_matches::library;
use tui::live::{Inbox, Input};
use tui::puzzle_dialog::{self, PuzzleInput, PuzzlesEnd};

use super::{board_style, show};
use crate::arguments::{
    PuzzleDeleteArguments, PuzzleExportArguments, PuzzleFilterArguments, PuzzleImportArguments,
    PuzzleListArguments, PuzzlesArguments, PuzzlesCommand,
};

/// The maximum size of a puzzle file in bytes.
const FILE_BYTES_MAX: u64 = 64 << 20;

pub(crate) fn run(app: &Arc<AppContext>, arguments: &PuzzlesArguments) -> CommandResult {
    let game = arguments.filter.game.clone().or_else(|| arguments.of_game.clone());
    let own_filter = PuzzleFilterArguments { game, ..arguments.filter.clone() };
    match &arguments.command {
        None if !arguments.plain && !arguments.words && full_screen::is_possible() => {
            show_puzzles(app, &own_filter)
        }
        None => with_filter(&own_filter, |filter| {
            let inbox = Inbox::open(Input::Lines)?;
            let board = board_style(arguments.words);
            let (mut settings, out) = (line_by_line::settings(board), &mut stdout());
            let mut input = PuzzleInput { inbox: &inbox, lines: &mut settings.lines, board };
            match puzzle_dialog::run(filter, &mut input, out)? {
                // Shows the menu only if the user asks for it.
                PuzzlesEnd::None => Ok(()),
                PuzzlesEnd::Left(next) => {
                    line_by_line::go_on(app, &inbox, &mut settings, next, out)
                }
            }
        }),
        Some(PuzzlesCommand::Make(arguments)) => making::run(arguments),
        Some(PuzzlesCommand::List(arguments)) => list(arguments),
        Some(PuzzlesCommand::Export(arguments)) => export(arguments),
        Some(PuzzlesCommand::Import(arguments)) => import(arguments),
        Some(PuzzlesCommand::Delete(arguments)) => delete(arguments),
    }
}

/// Shows puzzles on the full screen.
fn show_puzzles(app: &Arc<AppContext>, filter: &PuzzleFilterArguments) -> CommandResult {
    let game = filter.game.as_deref().map(full_name).transpose().or_fail(FailureKind::Usage)?;
    let choice = PuzzleChoice { game, motif: filter.motif.clone() };
    let inbox = Inbox::open(Input::Keys)?;
    let start = choice.start(app, &inbox, None)?;
    show(app, &inbox, start)
}

/// Calls `with` with the filter from the command line.
fn with_filter<T>(
    arguments: &PuzzleFilterArguments,
    with: impl FnOnce(PuzzleFilter<'_>) -> Result<T, Failure>,
) -> Result<T, Failure> {
    let game = arguments.game.as_deref().map(full_name).transpose().or_fail(FailureKind::Usage)?;
    let motif = arguments.motif.as_ref().map(Motif::name);
    with(PuzzleFilter { game: game.as_deref(), motif, id: None })
}

fn list(arguments: &PuzzleListArguments) -> CommandResult {
    let kept = with_filter(&arguments.filter, |filter| Ok(library()?.puzzles(filter)?))?;
    let mut out = stdout().lock();
    if arguments.json {
        return Ok(kept.iter().try_for_each(|kept| writeln!(out, "{}", object(kept)))?);
    }
    if kept.is_empty() {
        return Ok(writeln!(
            out,
            "No puzzles. Run \"rival puzzles\" to solve the starter puzzles, or \"rival puzzles make FILE\" to generate some \
            from matches."
        )?);
    }
    for KeptPuzzle { id, puzzle, attempts, solved, .. } in &kept {
        let (game, motif, rating) = (&puzzle.game, &puzzle.motif, puzzle.rating.value);
        let moves = match puzzle.move_count() {
            1 => "1 move".to_owned(),
            count => format!("{count} moves"),
        };
        let tried = match attempts {
            0 => "not tried".to_owned(),
            _ => format!("solved {solved} of {attempts}"),
        };
        let source = one_line(&puzzle.source);
        writeln!(out, "{id:>5}  {game}  {motif:<12}  {moves}  {rating:.0}  {tried}  {source}")?;
    }
    Ok(())
}

fn object(kept: &KeptPuzzle) -> Value {
    let KeptPuzzle { id, puzzle, attempts, solved, .. } = kept;
    json!({
        "number": id,
        "game": puzzle.game,
        "position": puzzle.position,
        "solution": puzzle.solution,
        "goal": puzzle.goal.to_string(),
        "motif": puzzle.motif.name(),
        "rating": puzzle.rating.value.round(),
        "attempts": attempts,
        "solved": solved,
        "source": puzzle.source,
    })
}

fn export(arguments: &PuzzleExportArguments) -> CommandResult {
    let kept = with_filter(&arguments.filter, |filter| Ok(library()?.puzzles(filter)?))?;
    let puzzles: Vec<_> = kept.into_iter().map(|kept| kept.puzzle).collect();
    write_file(&arguments.file, &puzzles)
}

fn write_file(file: &std::path::Path, puzzles: &[analysis::puzzles::Puzzle]) -> CommandResult {
    let why = || format!("can't write {}", file.display());
    fs::write(file, to_text(puzzles)).with_context(why).or_fail(FailureKind::Failed)?;
    let count = counted(puzzles.len());
    Ok(writeln!(stdout(), "Wrote {count} to {}.", file.display())?)
}

fn import(arguments: &PuzzleImportArguments) -> CommandResult {
    let file = &arguments.file;
    let why = || format!("can't read {}", file.display());
    let size = fs::metadata(file).with_context(why).or_fail(FailureKind::Input)?.len();
    if size > FILE_BYTES_MAX {
        let why = anyhow!("{} is larger than 64 MiB", file.display());
        return Err(Failure::new(FailureKind::Input, why));
    }
    let text = fs::read_to_string(file).with_context(why).or_fail(FailureKind::Input)?;
    let named = || file.display().to_string();
    let puzzles = from_text(&text).with_context(named).or_fail(FailureKind::Input)?;
    for (number, puzzle) in (1..).zip(&puzzles) {
        let game = app_context::game(&puzzle.game)?;
        let wrong = |error| {
            let number: usize = number;
            Failure::new(
                FailureKind::Input,
                anyhow!("{}: puzzle {number}: {error}", file.display()),
            )
        };
        puzzle.open(&*game).map_err(wrong)?;
    }
    let added = library()?.add_puzzles(&puzzles)?;
    let rest = already_there(puzzles.len() - added);
    Ok(writeln!(stdout(), "Added {}{rest}.", counted(added))?)
}

fn delete(arguments: &PuzzleDeleteArguments) -> CommandResult {
    let library = library()?;
    let mut deleted = 0;
    if arguments.all {
        deleted = library.delete_puzzles(PuzzleFilter::default())?;
    }
    for &number in &arguments.numbers {
        let only = PuzzleFilter { id: Some(number), ..PuzzleFilter::default() };
        if library.delete_puzzles(only)? == 0 {
            let why =
                anyhow!("puzzle {number} does not exist; run \"rival puzzles list\" to list them");
            return Err(Failure::new(FailureKind::Usage, why));
        }
        deleted += 1;
    }
    Ok(writeln!(stdout(), "Deleted {}.", counted(deleted))?)
}
