//! Resumes a run, and extends it if requested.

use std::process::ExitCode;
use std::sync::Arc;

use anyhow::anyhow;
use app_context::{AppContext, CommandResult, Failure, FailureKind, OrFail};
use arena::run::Run;
use arena::run_folder::entrants::Entrants;
use arena::run_folder::folder::{Folder, StoredRun};
use arena::run_folder::setup;
use arena::statistics::Verdict;

use super::{continue_run, plan};
use crate::arguments::ResumeArguments;
use crate::queue::Queue;

/// Resumes a run, and extends it if requested.
pub(super) fn resume(
    app: &Arc<AppContext>,
    arguments: ResumeArguments,
) -> Result<ExitCode, Failure> {
    let queue = Queue::from_arguments(&arguments.queue, arguments.run_options)?;
    let folder = Folder::existing(arguments.folder);
    if let Some((mut request, name)) = folder.request()? {
        // The run was killed while its players were checked.
        let players = request.stored_players(&name);
        request.unstartable = arguments.unstartable.map(Into::into).or(request.unstartable);
        let (tournament, _) = plan(app, request, players, FailureKind::Input)?;
        Folder::prepare(folder.path.clone(), tournament)?;
    }
    let (mut tournament, players) = folder.plan()?;
    if let Some(unstartable) = arguments.unstartable {
        tournament = tournament.with_unstartable(unstartable.into()).or_fail(FailureKind::Usage)?;
    }
    let concurrency = arguments.run_options.concurrency();
    let entrants = Entrants::open(app, &tournament, players, concurrency)?;
    let mut kept = folder.open(tournament)?;
    if arguments.unstartable.is_some() {
        kept.folder.write(&kept.tournament)?;
    }
    if let Some(pairs) = arguments.pairs {
        extend(&mut kept, pairs)?;
    }
    let (_, code) = continue_run(
        &entrants,
        kept,
        arguments.run_options,
        &arguments.game_files,
        queue.as_ref(),
    )?;
    Ok(code)
}

/// Extends the run to this total number of pairs and saves the new settings.
fn extend(kept: &mut StoredRun, pairs: u32) -> CommandResult {
    let StoredRun { folder, tournament, played, .. } = kept;
    let planned = tournament.settings().planned_sets();
    let refused = |why: String| Err(Failure::new(FailureKind::Usage, anyhow!(why)));
    if pairs < planned {
        let path = folder.display();
        return refused(format!("{path} already has {planned} pairs; --pairs must be larger"));
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
    let extended = tournament.extend(pairs, openings).or_fail(FailureKind::Usage)?;
    folder.write(&extended)?;
    *tournament = extended;
    Ok(())
}

fn has_ended(hypothesis: &str) -> String {
    format!("the test has ended: {hypothesis} is accepted; start a new run")
}
