//! Verifies a run's journal.

use std::io::{Write, stdout};
use std::path::Path;
use std::sync::Arc;
use std::thread;

use anyhow::anyhow;
use app_context::{CommandResult, Failure, FailureKind, OrFail, counted, one_line};
use arena::journal::{JournalReader, Line};
use arena::run_folder::folder::Folder;
use arena::run_folder::runner;
use arena::run_folder::setup;
use arena::tournament::Tournament;
use arena::verification::{CheckedLine, Verification, check_line};
use crossbeam_channel::{Receiver, bounded};

use crate::arguments::VerifyArguments;

/// Lines per batch.
const BATCH: usize = 64;

/// The number of queued batches per thread.
const BATCHES_WAITING: usize = 4;

/// Checks a journal. Writes a line for each fault, then a summary.
pub(super) fn verify(arguments: VerifyArguments) -> CommandResult {
    let folder = Folder::existing(arguments.folder);
    let tournament = Arc::new(setup::with_tables(folder.tournament()?, FailureKind::Input)?);
    let (path, mut lines) = folder.lines()?;
    let checked = check_all(&tournament, &mut lines)?;
    let found = Verification::new(&tournament, checked);
    let mut out = stdout().lock();
    for (line, fault) in &found.faults {
        writeln!(out, "{}, line {line}: {}", path.display(), one_line(&fault.to_string()))?;
    }
    if lines.is_torn() {
        writeln!(out, "{}: the last line is incomplete; resume removes it", path.display())?;
    }
    writeln!(out, "{}", summary(&path, &found))?;
    out.flush()?;
    if found.faults.is_empty() {
        return Ok(());
    }
    let faults = counted(found.faults.len(), "fault", "faults");
    Err(Failure::new(FailureKind::Failed, anyhow!("{faults} in {}", path.display())))
}

fn summary(path: &Path, found: &Verification) -> String {
    let Verification { games, planned, faults } = found;
    let verdict =
        if faults.is_empty() { ", all consistent with the rules and the schedule" } else { "" };
    format!("{}: {games} of {planned} games{verdict}", path.display())
}

/// Checks each line separately, using all cores.
fn check_all(
    tournament: &Tournament,
    lines: &mut JournalReader<std::fs::File>,
) -> Result<Vec<CheckedLine>, Failure> {
    let threads = runner::core_count();
    let (sender, batches) = bounded::<Vec<Line>>(threads * BATCHES_WAITING);
    thread::scope(|scope| {
        let mut handles = Vec::new();
        for number in 0..threads {
            let batches = batches.clone();
            let checker = thread::Builder::new().name(format!("checker {number}"));
            let checker = checker.spawn_scoped(scope, move || check(tournament, &batches));
            handles.push(checker.or_fail(FailureKind::Failed)?);
        }
        drop(batches);
        let mut batch = Vec::with_capacity(BATCH);
        let read = loop {
            match lines.read_next() {
                Ok(Some(line)) => batch.push(line),
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            }
            // The threads take batches until the channel is closed.
            if batch.len() == BATCH && sender.send(std::mem::take(&mut batch)).is_err() {
                break Ok(());
            }
        };
        let _taken = sender.send(batch);
        drop(sender);
        let mut checked = Vec::new();
        for checker in handles {
            let part =
                checker.join().map_err(|_panicked| anyhow!("a verification thread panicked"));
            checked.extend(part.or_fail(FailureKind::Failed)?);
        }
        read.or_fail(FailureKind::Input)?;
        Ok(checked)
    })
}

fn check(tournament: &Tournament, batches: &Receiver<Vec<Line>>) -> Vec<CheckedLine> {
    batches.iter().flatten().map(|line| check_line(tournament, line)).collect()
}
