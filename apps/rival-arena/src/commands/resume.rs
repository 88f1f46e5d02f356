//! Resumes a run, with more pairs if wanted.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::anyhow;
use arena::run::Run;
use arena::statistics::Verdict;
use arena_run::entrants::Entrants;
use arena_run::folder::{Folder, StoredRun};
use arena_run::setup;
use house::{CommandResult, Failure, FailureKind, House, OrFail};

use super::continue_run;
use crate::arguments::ResumeArguments;
use crate::queue::Queue;

/// Goes on with a run, with more pairs if the arguments say so.
pub(super) fn resume(house: &Arc<House>, arguments: ResumeArguments) -> Result<ExitCode, Failure> {
    let queue = Queue::from_arguments(&arguments.queue, arguments.run_options)?;
    let folder = Folder::existing(arguments.folder);
    let (tournament, players) = folder.plan()?;
    let concurrency = arguments.run_options.concurrency();
    let entrants = Entrants::open(house, &tournament, players, concurrency)?;
    let mut kept = folder.open(tournament)?;
    if let Some(pairs) = arguments.pairs {
        extend(&mut kept, pairs)?;
    }
    let (_, code) = continue_run(&entrants, kept, arguments.run_options, queue.as_ref())?;
    Ok(code)
}

/// Extends the run to this number of pairs in all, and saves that.
fn extend(kept: &mut StoredRun, pairs: u32) -> CommandResult {
    let StoredRun { folder, tournament, played, .. } = kept;
    let planned = tournament.settings().planned_sets();
    let refused = |why: String| Err(Failure::new(FailureKind::Usage, anyhow!(why)));
    if pairs < planned {
        let path = folder.display();
        return refused(format!(
            "{path} has {planned} pairs: --pairs can't take any away, only add some"
        ));
    }
    if pairs == planned {
        return Ok(());
    }
    let verdict = if tournament.settings().sprt.is_some() {
        let run = Run::new(Arc::new(tournament.clone()), played).or_fail(FailureKind::Input)?;
        run.test().map(|(verdict, _)| verdict)
    } else {
        None
    };
    match verdict {
        Some(Verdict::H0) => return refused(has_ended("H0")),
        Some(Verdict::H1) => return refused(has_ended("H1")),
        Some(Verdict::Open) | None => {}
    }
    tournament.settings().format.extensible().or_fail(FailureKind::Usage)?;
    let openings = setup::more_openings(tournament, pairs)?;
    let extended = tournament.extended(pairs, openings).or_fail(FailureKind::Usage)?;
    folder.write(&extended)?;
    *tournament = extended;
    Ok(())
}

fn has_ended(hypothesis: &str) -> String {
    format!(
        "the test has ended, {hypothesis} is accepted: more games can't change that; begin a new run"
    )
}
