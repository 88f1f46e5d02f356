//! Exports games as training data.

use std::io::{BufWriter, Write, stderr, stdout};
use std::path::PathBuf;

use anyhow::anyhow;
use app_context::{CommandResult, FailureKind, OrFail};
use arena::run_folder::folder::{Folder, write_whole};
use arena::training::{self, TrainingGame};

use crate::arguments::TrainingArguments;

/// The file name in the run folder.
const FILE: &str = "training.bin";

/// Writes a run's training data to a file, or prints it as JSON.
pub(super) fn write(arguments: &TrainingArguments) -> CommandResult {
    let folder = Folder::existing(arguments.folder.clone());
    if !arguments.json {
        return write_file(&folder, arguments.out.clone());
    }
    let mut out = BufWriter::new(stdout().lock());
    for_each_game(&folder, &mut |training_game, tournament| {
        let samples = training_game.samples(&**tournament.game());
        for sample in samples.into_iter().flatten() {
            let line = serde_json::to_string(&sample).or_fail(FailureKind::Failed)?;
            writeln!(out, "{line}")?;
        }
        Ok(())
    })?;
    Ok(out.flush()?)
}

/// Writes a run's completed games to the training file.
pub(super) fn write_file(folder: &Folder, to: Option<PathBuf>) -> CommandResult {
    let path = to.unwrap_or_else(|| folder.path.join(FILE));
    let (mut bytes, mut games, mut plies) = (Vec::new(), 0, 0);
    let game = folder.tournament()?.game().name().to_owned();
    training::begin(&mut bytes, &game).or_fail(FailureKind::Failed)?;
    for_each_game(folder, &mut |training_game, _| {
        (games, plies) = (games + 1, plies + training_game.plies.len());
        training::write(&mut bytes, training_game).or_fail(FailureKind::Failed)
    })?;
    write_whole(&path, &bytes)?;
    Ok(writeln!(stderr(), "{games} games, {plies} positions in {}", path.display())?)
}

fn for_each_game(
    folder: &Folder,
    take: &mut dyn FnMut(&TrainingGame, &arena::tournament::Tournament) -> CommandResult,
) -> CommandResult {
    let tournament = folder.tournament()?;
    for entry in folder.entries(&tournament)? {
        // A game lost through a fault provides no result for its positions.
        if entry.conclusion.fault().is_some() {
            continue;
        }
        let training_game = TrainingGame::of(&entry, &**tournament.game());
        let why = || anyhow!("game {} in the journal breaks the rules", entry.id);
        take(&training_game.ok_or_else(why).or_fail(FailureKind::Input)?, &tournament)?;
    }
    Ok(())
}
