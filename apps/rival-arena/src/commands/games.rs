//! Exports a run's games to files for other programs.

use std::io::{BufWriter, Write, stdout};
use std::sync::Arc;

use app_context::{CommandResult, FailureKind, OrFail};
use arena::run::Run;
use arena::run_folder::folder::{Folder, write_whole};
use arena::run_folder::game_texts::GameTexts;

use crate::arguments::GamesArguments;

/// Writes every counted game in the planned order.
pub(super) fn write(arguments: &GamesArguments) -> CommandResult {
    let folder = Folder::existing(arguments.folder.clone());
    let Some(path) = &arguments.out else {
        let mut out = BufWriter::new(stdout().lock());
        for_each_text(&folder, arguments, &mut |text| Ok(out.write_all(text.as_bytes())?))?;
        return Ok(out.flush()?);
    };
    let mut all = String::new();
    for_each_text(&folder, arguments, &mut |text| {
        all.push_str(text);
        Ok(())
    })?;
    write_whole(path, &all)
}

/// Passes each game in notation to `take`, with an empty line between two games.
fn for_each_text(
    folder: &Folder,
    arguments: &GamesArguments,
    take: &mut dyn FnMut(&str) -> CommandResult,
) -> CommandResult {
    let tournament = folder.tournament()?;
    let event = arguments.event.clone().unwrap_or_else(|| folder.name());
    let (game, notation) = (tournament.game().name(), arguments.to.as_deref());
    let texts = GameTexts::new(game, notation, event, arguments.site.clone())?;
    let mut entries = folder.entries(&tournament)?;
    let run = Run::new(Arc::new(tournament), &entries).or_fail(FailureKind::Input)?;
    entries.retain(|entry| run.counts(entry));
    entries.sort_by_key(|entry| (entry.round, entry.number));
    for (index, entry) in entries.iter().enumerate() {
        if index > 0 {
            take("\n")?;
        }
        take(&texts.text(&run, entry)?)?;
    }
    Ok(())
}
