//! `rival tablebase list`.

use std::io::{Write, stdout};

use house::CommandResult;
use tablebase::TableInfo;

use super::{open, tablebase};
use crate::arguments::TablesArguments;

pub(super) fn run(arguments: &TablesArguments) -> CommandResult {
    let games = if let Some(game) = &arguments.game {
        vec![game.clone()]
    } else {
        let all = game_catalog::games().into_iter().map(|info| info.name);
        all.filter(|game| tablebase(game).is_ok()).collect()
    };
    let mut out = stdout().lock();
    let mut found = false;
    for game in games {
        let (tables, folder) = open(&game, &arguments.folder)?;
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
        let (count, size, folder) = (list.len(), super::estimate::size(bytes), folder.display());
        writeln!(out, "{game}: {count} tables, {extent}, {size} in {folder}")?;
        for table in &list {
            writeln!(out, "{}", line(table))?;
        }
        let missing = tables.missing();
        if !missing.is_empty() {
            writeln!(out, "  missing: {}", missing.join(", "))?;
        }
    }
    if !found {
        writeln!(out, "no endgame tables; build some: rival tablebase build GAME --pieces 3")?;
    }
    Ok(())
}

/// "  2k1m-1k  won 14846, drawn 34, lost 0; the other side to move: …; longest 34".
fn line(table: &TableInfo) -> String {
    let sides = table.counts.iter().map(|counts| {
        format!("won {}, drawn {}, lost {}", counts.wins, counts.draws, counts.losses)
    });
    let sides = sides.collect::<Vec<_>>().join("; the other side to move: ");
    let longest =
        table.plies_max.map_or_else(String::new, |plies| format!("; longest {plies} plies"));
    format!("  {:11} {sides}{longest}", table.material)
}
