//! `rival tablebase list`.

use std::io::{Write, stdout};

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, counted};
use tablebase::{Content, TableInfo};

use super::{base_folder, folder_of, longest_after, nothing_there, open, size, tablebase};
use crate::arguments::TablesArguments;

pub(super) fn run(arguments: &TablesArguments) -> CommandResult {
    let games = if let Some(game) = &arguments.game {
        vec![game.clone()]
    } else {
        let all = game_catalog::games().into_iter().map(|info| info.name);
        all.filter(|game| tablebase(game).is_ok()).collect()
    };
    let mut out = stdout().lock();
    let (mut found, mut are_usable) = (false, true);
    for game in games {
        let (tables, folder) = open(&game, &arguments.folder)?;
        are_usable &= tables.refused().is_empty();
        let list = tables.list();
        if list.is_empty() {
            continue;
        }
        found = true;
        let bytes: u64 = list.iter().map(|table| table.bytes).sum();
        let extent = match tables.complete_to() {
            0 | 1 => "not all 2-piece tables".to_owned(),
            pieces => format!("all with up to {pieces} pieces"),
        };
        let count = counted(list.len(), "table", "tables");
        let (size, folder) = (size(bytes), folder.display());
        writeln!(out, "{game}: {count}, {extent}, {size} in {folder}")?;
        for table in &list {
            writeln!(out, "{}", line(table))?;
        }
        let missing = tables.missing();
        if !missing.is_empty() {
            writeln!(out, "  missing: {}", shortened(&missing))?;
        }
    }
    if found {
        return Ok(());
    }
    let nothing = nothing(arguments)?;
    if !are_usable {
        return Err(Failure::new(FailureKind::Input, anyhow!(nothing)));
    }
    Ok(writeln!(out, "{nothing}")?)
}

/// The error if there are no tables, for this game or at all.
fn nothing(arguments: &TablesArguments) -> Result<String, Failure> {
    let TablesArguments { game, folder } = arguments;
    if let Some(game) = game {
        let tablebase = tablebase(game)?;
        return Ok(nothing_there(tablebase, game, &folder_of(tablebase, folder)?));
    }
    Ok(format!(
        "no tablebases in {}; run \"rival tablebase build GAME --pieces 3\"",
        base_folder(folder)?.display()
    ))
}

/// The maximum number of missing tables to list by name.
const MISSING_MAX: usize = 20;

/// Formats `KQvKR, KRvKR and 5 more`.
fn shortened(missing: &[String]) -> String {
    let named = missing[..missing.len().min(MISSING_MAX)].join(", ");
    match missing.len().saturating_sub(MISSING_MAX) {
        0 => named,
        more => format!("{named} and {more} more"),
    }
}

/// Formats "  2k1m-1k  won 14846, drawn 34, lost 0; the other side to move: …; longest 34 plies". If a table lacks
/// these numbers, formats its content and size: `  KQvK  values and distances, 5.5 KiB`.
fn line(table: &TableInfo) -> String {
    if table.counts.is_empty() {
        let content = match table.content {
            Content::Values => "values",
            Content::Distances => "values and distances",
        };
        return format!("  {:11} {content}, {}", table.material, size(table.bytes));
    }
    let sides = table.counts.iter().map(|counts| {
        format!("won {}, drawn {}, lost {}", counts.wins, counts.draws, counts.losses)
    });
    let sides = sides.collect::<Vec<_>>().join("; the other side to move: ");
    format!("  {:11} {sides}{}", table.material, longest_after("; ", table))
}
