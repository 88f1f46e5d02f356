//! The games of a run as files that other programs read.

use std::io::{BufWriter, Write, stdout};

use anyhow::{Context, anyhow};
use game_catalog::{SHEET_FORMATS, sheet_format};
use games_package::{Sheet, SheetFormat};
use house::{CommandResult, Failure, FailureKind, OrFail};

use crate::arguments::GamesArguments;
use crate::folder::{Folder, write_whole};

/// Writes all games, in the order in which they were planned.
pub(super) fn write(arguments: &GamesArguments) -> CommandResult {
    let folder = Folder::existing(arguments.folder.clone());
    let Some(path) = &arguments.out else {
        let mut out = BufWriter::new(stdout().lock());
        for_each_text(&folder, arguments.to.as_deref(), &mut |text| {
            Ok(out.write_all(text.as_bytes())?)
        })?;
        return Ok(out.flush()?);
    };
    let mut all = String::new();
    for_each_text(&folder, arguments.to.as_deref(), &mut |text| {
        all.push_str(text);
        Ok(())
    })?;
    write_whole(path, &all)
}

/// Gives the text of each game to `take`, with an empty line between two.
fn for_each_text(
    folder: &Folder,
    to: Option<&str>,
    take: &mut dyn FnMut(&str) -> CommandResult,
) -> CommandResult {
    let tournament = folder.tournament()?;
    let format = format(tournament.game().name(), to)?;
    let mut entries = folder.entries(&tournament)?;
    entries.sort_by_key(|entry| (entry.round, entry.number));
    for (index, entry) in entries.iter().enumerate() {
        let senseless = || anyhow!("game {} of the journal makes no sense", entry.id);
        let record = entry.record(&tournament).with_context(senseless);
        let record = record.or_fail(FailureKind::Input)?;
        let mut sheet = Sheet::of(&record, &**tournament.game());
        sheet.tags.push(("Round".into(), format!("{}.{}", entry.round + 1, entry.number + 1)));
        let written = format.write(&sheet).with_context(|| format!("game {}", entry.id));
        if index > 0 {
            take("\n")?;
        }
        take(&written.or_fail(FailureKind::Failed)?)?;
    }
    Ok(())
}

/// The notation with this name; the game's own where nothing is said.
fn format(game: &str, name: Option<&str>) -> Result<&'static dyn SheetFormat, Failure> {
    match SHEET_FORMATS.into_iter().find(|format| Some(format.name()) == name) {
        Some(format) => Ok(format),
        None => sheet_format(game).or_fail(FailureKind::Input),
    }
}
