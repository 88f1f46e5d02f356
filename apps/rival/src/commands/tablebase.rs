//! `rival tablebase`: builds, checks and queries tablebases.

mod building;
mod listing;

use std::io::{BufRead, BufWriter, Read, Write, stdin, stdout};
use std::path::{Path, PathBuf};

use app_context::{CommandResult, Failure, FailureKind, OrFail, counted, name_unusable_files};
use board_engine::Viewer;
use notation::json::{TableMove, TablePosition};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use tablebase::{
    OpenTables, TableError, TableInfo, TableValue, Tablebase, Verified, default_folder,
};
use tui::progress_line::{ProgressLine, say};

use crate::arguments::{FolderArgument, ShowArguments, TablebaseCommand, VerifyArguments};
use crate::commands::write_line;

/// The position argument for reading positions from standard input, one per line.
const STDIN: &str = "-";
/// The maximum length of an input line in bytes.
const LINE_MAX: u64 = 1 << 12;

/// The memory limit for decoded blocks.
const CACHE_BYTES: usize = 1 << 28;

/// A move and its value for the side to move, if the tables have it.
type ValuedMove = (String, Option<TableValue>);

pub(crate) fn run(command: &TablebaseCommand) -> CommandResult {
    match command {
        TablebaseCommand::Build(arguments) => building::run(arguments),
        TablebaseCommand::Verify(arguments) => verify(arguments),
        TablebaseCommand::List(arguments) => listing::run(arguments),
        TablebaseCommand::Show(arguments) => show(arguments),
    }
}

/// The tables of the game with this name.
fn tablebase(game: &str) -> Result<&'static dyn Tablebase, Failure> {
    let found = game_catalog::tablebase(game).or_fail(FailureKind::Usage)?;
    let none = || {
        let others = families_with_tables();
        let family = game.split(':').next().unwrap_or_default();
        let others = if others.iter().any(|other| other == family) {
            "other variants, which `rival games` lists".to_owned()
        } else {
            others.join(", ")
        };
        anyhow::anyhow!("no tablebases for {game}; available for {others}")
    };
    let found = found.ok_or_else(|| Failure::new(FailureKind::Usage, none()))?;
    match found.unsupported() {
        None => Ok(found),
        Some(why) => {
            let error = TableError::Unsupported { game: game.into(), why };
            Err(Failure::new(FailureKind::Usage, error))
        }
    }
}

/// The game families that support tablebases.
fn families_with_tables() -> Vec<String> {
    let has_tables = |name: &str| game_catalog::tablebase(name).is_ok_and(|found| found.is_some());
    let with_tables = game_catalog::games().into_iter().filter(|game| has_tables(&game.name));
    let mut families: Vec<String> =
        with_tables.filter_map(|game| game.name.split(':').next().map(ToOwned::to_owned)).collect();
    families.dedup();
    families
}

/// The folder with every game's tables.
fn base_folder(folder: &FolderArgument) -> Result<PathBuf, Failure> {
    folder.folder.clone().map_or_else(default_folder, Ok).or_fail(FailureKind::Failed)
}

/// The folder with a game's tables.
fn folder_of(tablebase: &dyn Tablebase, folder: &FolderArgument) -> Result<PathBuf, Failure> {
    Ok(tablebase.folder_in(&base_folder(folder)?))
}

/// A game's tables. Reports permanently rejected tables on standard error.
fn open(game: &str, folder: &FolderArgument) -> Result<(Box<dyn OpenTables>, PathBuf), Failure> {
    let tablebase = tablebase(game)?;
    let folder = folder_of(tablebase, folder)?;
    let tables = tablebase.open(&folder, CACHE_BYTES).or_fail(FailureKind::Input)?;
    name_unusable_files();
    Ok((tables, folder))
}

/// A game's tables. Fails if there are none.
fn open_some(
    game: &str,
    folder: &FolderArgument,
) -> Result<(Box<dyn OpenTables>, PathBuf), Failure> {
    let (tables, folder) = open(game, folder)?;
    if tables.list().is_empty() {
        return Err(Failure::new(
            FailureKind::Input,
            anyhow::anyhow!(nothing_there(tablebase(game)?, game, &folder)),
        ));
    }
    Ok((tables, folder))
}

/// The error for a game without tables.
fn nothing_there(tablebase: &dyn Tablebase, game: &str, folder: &Path) -> String {
    format!("no tablebases for {game} in {}; {}", folder.display(), tablebase.advice(game))
}

/// Formats "longest 34 plies" after this separator: the maximum distance to the end of the game, if the table has
/// distances.
fn longest_after(separator: &str, table: &TableInfo) -> String {
    let longest = |plies: u16| format!("{separator}longest {}", counted(plies, "ply", "plies"));
    table.plies_max.map(longest).unwrap_or_default()
}

/// Formats "1.2 MiB".
fn size(bytes: u64) -> String {
    let bytes = number(bytes);
    let (unit, name) = [(30, "GiB"), (20, "MiB"), (10, "KiB")]
        .into_iter()
        .map(|(power, name)| (f64::from(power).exp2(), name))
        .find(|(unit, _)| bytes >= *unit)
        .unwrap_or((1.0, "bytes"));
    if unit > 1.0 { format!("{:.1} {name}", bytes / unit) } else { format!("{bytes} {name}") }
}

#[expect(clippy::cast_precision_loss, reason = "estimates have a few digits")]
fn number(count: u64) -> f64 {
    count as f64
}

fn verify(arguments: &VerifyArguments) -> CommandResult {
    let VerifyArguments { game, samples, seed, folder } = arguments;
    let (tables, folder) = open_some(game, folder)?;
    let mut rng = ChaCha8Rng::seed_from_u64(*seed);
    let mut progress_line = ProgressLine::new();
    let found = tables.verify(*samples, &mut |below| rng.random_range(0..below), &mut |drawn| {
        if progress_line.is_due() {
            let of = counted(*samples, "position", "positions");
            progress_line.write(&format!("{drawn} of {of} checked"));
        }
        true
    });
    progress_line.clear();
    let mut out = stdout().lock();
    let text = |value: Option<TableValue>| {
        value.map_or_else(|| "nothing".to_owned(), |value| value.to_string())
    };
    for (position, stored, searched) in &found.wrong {
        writeln!(
            out,
            "{position}: {} in the table, {} by a search",
            text(*stored),
            text(*searched)
        )?;
    }
    writeln!(out, "{}", summary(&found))?;
    drop(out);
    name_unusable_files();
    let are_usable = tables.refused().is_empty() && tables.take_failures().is_empty();
    let missing = tables.missing();
    if found.unchecked > 0 && !missing.is_empty() {
        say(&format!("warning: missing in {}: {}\n", folder.display(), missing.join(", ")));
    }
    if found.wrong.is_empty() && found.unchecked == 0 && are_usable {
        return Ok(());
    }
    let error = anyhow::anyhow!("the tablebases in {} have errors", folder.display());
    Err(Failure::new(FailureKind::Failed, error))
}

/// Formats "500 positions checked, 0 wrong; …".
fn summary(found: &Verified) -> String {
    let Verified { checked, wrong, unchecked } = found;
    let more = match unchecked {
        0 => String::new(),
        1 => "; 1 more needs missing or damaged tables".to_owned(),
        _ => format!("; {unchecked} more need missing or damaged tables"),
    };
    let checked = counted(*checked, "position", "positions");
    format!("{checked} checked, {} wrong{more}", wrong.len())
}

fn show(arguments: &ShowArguments) -> CommandResult {
    let ShowArguments { game, position, json, folder } = arguments;
    let (tables, folder) = open_some(game, folder)?;
    if position == STDIN {
        return show_lines(&*tables, &folder, &mut stdin().lock());
    }
    let value = tables.value(position).or_fail(FailureKind::Input)?;
    // The moves can lead to unreadable tables, which don't matter for this position.
    let failures = tables.take_failures();
    let moves = tables.moves(position).or_fail(FailureKind::Input)?;
    if moves.is_empty() {
        let error = anyhow::anyhow!("{position}: the game is over");
        return Err(Failure::new(FailureKind::Input, error));
    }
    let Some(value) = value.or_else(|| value_by_moves(&moves)) else {
        return Err(unknown(&*tables, &folder, position, failures));
    };
    let moves = best_first(moves);
    let mut out = stdout().lock();
    if *json {
        let game = app_context::game(game)?;
        let state = game.open(Some(position.as_str())).or_fail(FailureKind::Input)?;
        let object = TablePosition {
            game: game.name().into(),
            position: state.position(Viewer::Arbiter),
            table: value.into(),
            moves: move_objects(moves),
        };
        return Ok(write_line(&mut out, &object)?);
    }
    writeln!(out, "{value}{}", progress(&*tables, position)?)?;
    for line in move_lines(&moves) {
        writeln!(out, "{line}")?;
    }
    Ok(())
}

/// Reads one position per line and prints each position's value.
fn show_lines(tables: &dyn OpenTables, folder: &Path, text: &mut dyn BufRead) -> CommandResult {
    let mut out = BufWriter::new(stdout().lock());
    loop {
        let mut line = String::new();
        if text.take(LINE_MAX).read_line(&mut line)? == 0 {
            return Ok(out.flush()?);
        }
        let position = line.trim();
        let Some(value) = tables.value(position).or_fail(FailureKind::Input)? else {
            out.flush()?;
            return Err(unknown(tables, folder, position, tables.take_failures()));
        };
        writeln!(out, "{value}{}", progress(tables, position)?)?;
    }
}

/// Formats " (17 plies to the next irreversible move)" if the tables have this distance.
fn progress(tables: &dyn OpenTables, position: &str) -> Result<String, Failure> {
    let plies = tables.plies_to_progress(position).or_fail(FailureKind::Input)?;
    let text =
        |plies| format!(" ({} to the next irreversible move)", counted(plies, "ply", "plies"));
    Ok(plies.map(text).unwrap_or_default())
}

/// The value of a position without a table, computed from its moves if all their values are known. For example, a
/// player without pieces loses by the rules on its turn.
fn value_by_moves(moves: &[ValuedMove]) -> Option<TableValue> {
    let values: Vec<TableValue> = moves.iter().map(|(_, value)| *value).collect::<Option<_>>()?;
    let best = values.iter().copied().max_by_key(|value| value.preference())?;
    // If the table has no distances, the distance to an immediate end is meaningless.
    let has_plies = |value: &TableValue| *value == TableValue::Draw || value.plies().is_some();
    Some(if values.iter().all(has_plies) { best } else { best.without_plies() })
}

/// Explains why the position has no value. A table may have failed.
fn unknown(
    tables: &dyn OpenTables,
    folder: &Path,
    position: &str,
    failures: Vec<TableError>,
) -> Failure {
    if let Some(failure) = failures.into_iter().next() {
        return Failure::new(FailureKind::Input, failure);
    }
    let present = match tables.complete_to() {
        0 | 1 => "some 2-piece tables are missing".to_owned(),
        pieces => format!("all tables with up to {pieces} pieces exist"),
    };
    let error = anyhow::anyhow!("no table in {} contains {position}; {present}", folder.display());
    Failure::new(FailureKind::Input, error)
}

/// The legal moves in an unfinished position, best first, with their values from the tables in the user's folder.
pub(crate) fn valued_moves(game: &str, position: &str) -> Result<Vec<ValuedMove>, Failure> {
    let (tables, folder) = open_some(game, &FolderArgument { folder: None })?;
    let moves = tables.moves(position).or_fail(FailureKind::Input)?;
    if moves.iter().all(|(_, value)| value.is_none()) {
        return Err(unknown(&*tables, &folder, position, tables.take_failures()));
    }
    Ok(best_first(moves))
}

/// Sorts the moves, best first. Moves without a value come last.
fn best_first(mut moves: Vec<ValuedMove>) -> Vec<ValuedMove> {
    moves.sort_by_key(|(_, value)| std::cmp::Reverse(value.map(TableValue::preference)));
    moves
}

/// Converts each move and its value to an object.
pub(crate) fn move_objects(moves: Vec<ValuedMove>) -> Vec<TableMove> {
    let object = |(mv, value): ValuedMove| TableMove { mv, table: value.map(Into::into) };
    moves.into_iter().map(object).collect()
}

/// Formats each move and its value as a line.
pub(crate) fn move_lines(moves: &[ValuedMove]) -> Vec<String> {
    let width = moves.iter().map(|(mv, _)| mv.chars().count()).max().unwrap_or(0);
    let line = |(mv, value): &ValuedMove| {
        let value = value.map_or_else(|| "not in the tables".to_owned(), |value| value.to_string());
        format!("{mv:width$}  {value}")
    };
    moves.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use tablebase::TableValue::{Draw, Loss, Win};

    use super::*;

    fn check(values: &[Option<TableValue>], expected: Option<TableValue>) {
        let moves: Vec<_> = values.iter().map(|value| (String::new(), *value)).collect();
        assert_eq!(value_by_moves(&moves), expected, "{values:?}");
    }

    #[test]
    fn a_position_has_its_best_moves_value_if_all_values_are_known() {
        check(&[Some(Win(Some(3))), Some(Draw)], Some(Win(Some(3))));
        check(&[Some(Win(Some(3))), Some(Win(Some(1)))], Some(Win(Some(1))));
        check(&[Some(Loss(Some(2))), Some(Loss(Some(6)))], Some(Loss(Some(6))));
        check(&[Some(Loss(Some(1))), Some(Loss(None))], Some(Loss(None)));
        check(&[Some(Win(Some(1))), None], None);
        check(&[], None);
    }

    #[test]
    fn sizes_are_short_texts() {
        assert_eq!(size(999), "999 bytes");
        assert_eq!(size(3 << 19), "1.5 MiB");
    }
}
