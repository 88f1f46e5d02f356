//! Opening books in other programs' formats, with weighted moves.

use std::io::{Write, stdout};
use std::path::Path;

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, OrFail, counted, open_after};
use board_engine::Viewer;
use notation::json::{WeightedBookMove, WeightedBookPosition};
use opening_book::{BookFormat, WeightedMove, save_bytes, shared_weighted, weighted_positions};

use super::{failure, named};
use crate::arguments::{BookExportArguments, BookShowArguments};
use crate::commands::write_line;
use crate::match_files::check_folder_of;

/// The book format for a file's extension, and the first game that supports it.
pub(super) fn format_of(path: &Path) -> Option<(String, &'static BookFormat)> {
    game_catalog::games().into_iter().find_map(|info| {
        let format = game_catalog::opening_book(&info.name).ok()?.format?;
        format.is_of(path).then_some((info.name, format))
    })
}

/// Shows the moves in a position with their weights.
pub(super) fn show(
    arguments: &BookShowArguments,
    game: &str,
    format: &BookFormat,
) -> CommandResult {
    let game = app_context::game(game)?;
    let name = &arguments.book;
    let book = shared_weighted(Path::new(name), format).map_err(failure)?;
    let moves = arguments.moves.join(" ");
    let state = open_after(&*game, arguments.position.as_deref(), &moves)?;
    let position = state.position(Viewer::Arbiter);
    let moves = book.moves(&position);
    let mut out = stdout().lock();
    if !arguments.json && arguments.moves.is_empty() && arguments.position.is_none() {
        let count = counted(book.move_count(), "move", "moves");
        writeln!(out, "{}: {count} with weights; the {} book {name}", game.name(), format.name)?;
    }
    if moves.is_empty() {
        let why = anyhow!("{position} is not in {name}");
        return Err(Failure::new(FailureKind::Input, why));
    }
    if arguments.json {
        let moves =
            moves.into_iter().map(|WeightedMove { mv, weight }| WeightedBookMove { mv, weight });
        let (game, file) = (game.name().into(), name.clone());
        let object = WeightedBookPosition { game, file, position, moves: moves.collect() };
        return Ok(write_line(&mut out, &object)?);
    }
    let sum: u64 = moves.iter().map(|known| u64::from(known.weight)).sum();
    let width = moves.iter().map(|known| known.mv.chars().count()).max().unwrap_or(0);
    for WeightedMove { mv, weight } in moves {
        let per_mille = (1_000 * u64::from(weight) + sum / 2) / sum.max(1);
        let (percent, tenths) = (per_mille / 10, per_mille % 10);
        writeln!(out, "{mv:width$}  weight {weight:>5}  {percent:>3}.{tenths} %")?;
    }
    Ok(())
}

/// Exports one of Rival's books in another program's format.
pub(super) fn export(arguments: &BookExportArguments) -> CommandResult {
    check_folder_of(Some(&arguments.out))?;
    let (book, name) = named(&arguments.book)?;
    let game = book.game().name();
    let known = game_catalog::opening_book(game).or_fail(FailureKind::Usage)?;
    let Some(format) = known.format else {
        let why = anyhow!("{name} can't be exported: no export format exists for {game} books");
        return Err(Failure::new(FailureKind::Usage, why));
    };
    if !format.is_of(&arguments.out) {
        let (out, extension) = (arguments.out.display(), format.extension);
        let why = anyhow!(
            "{out} is not a file name for a {} book; use one that ends in .{extension}",
            format.name
        );
        return Err(Failure::new(FailureKind::Usage, why));
    }
    let positions = weighted_positions(&book, arguments.margin);
    save_bytes(&(format.write)(&positions), &arguments.out).map_err(failure)?;
    let count = counted(positions.len(), "position", "positions");
    writeln!(stdout(), "{}: {count} of {game}", arguments.out.display())?;
    Ok(())
}
