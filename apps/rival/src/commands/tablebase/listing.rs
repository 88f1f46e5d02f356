//! `rival tablebase list`.

use std::io::{Write, stdout};

use anyhow::anyhow;
use house::{CommandResult, Failure, FailureKind, counted};
use tablebase::TableInfo;

use super::{base_folder, folder_of, longest_after, nothing_there, open, tablebase};
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
            0 | 1 => "not all of 2 pieces".to_owned(),
            pieces => format!("all of up to {pieces} pieces"),
        };
        let count = counted(list.len(), "table", "tables");
        let (size, folder) = (super::estimate::size(bytes), folder.display());
        writeln!(out, "{game}: {count}, {extent}, {size} in {folder}")?;
        for table in &list {
            writeln!(out, "{}", line(table))?;
        }
        let missing = tables.missing();
        if !missing.is_empty() {
            writeln!(out, "  missing: {}", missing.join(", "))?;
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

/// What is said where there are no tables, of the game or of any.
fn nothing(arguments: &TablesArguments) -> Result<String, Failure> {
    let TablesArguments { game, folder } = arguments;
    if let Some(game) = game {
        return Ok(nothing_there(game, &folder_of(tablebase(game)?, folder)?));
    }
    Ok(format!(
        "there are no endgame tables in {}; build some: rival tablebase build GAME --pieces 3",
        base_folder(folder)?.display()
    ))
}

/// "  2k1m-1k  won 14846, drawn 34, lost 0; the other side to move: …; longest 34 plies".
fn line(table: &TableInfo) -> String {
    let sides = table.counts.iter().map(|counts| {
        format!("won {}, drawn {}, lost {}", counts.wins, counts.draws, counts.losses)
    });
    let sides = sides.collect::<Vec<_>>().join("; the other side to move: ");
    format!("  {:11} {sides}{}", table.material, longest_after("; ", table))
}
