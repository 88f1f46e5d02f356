//! Runs the checks, in parallel if they don't disturb each other.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

use super::checks::{CHECKS, Check};
use super::error::{CheckError, CheckFailure};
use super::row::{CheckRow, OnRow};
use super::subject::{Rules, Subject};

/// Maximum number of parallel checks. Each check runs a player process, which may need a lot of memory.
const LANES_MAX: usize = 4;

/// Runs all checks on the player and reports them in order. If the player fails a check that is a condition, skips the
/// other checks.
///
/// # Errors
/// This program's failure.
pub(super) fn make_all(subject: &Subject<'_>, on_row: OnRow<'_>) -> Result<(), CheckFailure> {
    for checks in CHECKS.chunk_by(|one, next| one.is_alone == next.is_alone && !one.is_condition) {
        if !Batch::of(subject, checks).make(&mut *on_row)? {
            break;
        }
    }
    Ok(())
}

/// A group of checks, each with its games.
struct Batch<'a> {
    subject: &'a Subject<'a>,
    checks: &'a [Check],
    /// The check index and the game of each job, in order.
    jobs: Vec<(usize, &'a Rules)>,
    /// Number of started jobs.
    taken: AtomicUsize,
    /// Whether each check has found a fault and doesn't need to run in other games.
    has_failed: Vec<AtomicBool>,
}

/// The result of a job; `None` if it became unnecessary.
type Found = Option<Result<String, CheckError>>;

impl<'a> Batch<'a> {
    fn of(subject: &'a Subject<'a>, checks: &'a [Check]) -> Self {
        let games = |check: &Check| subject.games.within(check.scope).iter();
        let jobs_of = |(number, check)| games(check).map(move |game| (number, game));
        Self {
            subject,
            checks,
            jobs: checks.iter().enumerate().flat_map(jobs_of).collect(),
            taken: AtomicUsize::new(0),
            has_failed: checks.iter().map(|_| AtomicBool::new(false)).collect(),
        }
    }

    /// Runs the checks and reports them. Returns whether further checks make sense.
    fn make(&self, on_row: OnRow<'_>) -> Result<bool, CheckFailure> {
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let is_alone = self.checks.iter().any(|check| check.is_alone);
        let lanes = if is_alone { 1 } else { cores.min(LANES_MAX) };
        let (to, from) = bounded(LANES_MAX);
        thread::scope(|scope| {
            for _ in 0..lanes {
                let (lane, to) = (thread::Builder::new().name("checks".into()), to.clone());
                lane.spawn_scoped(scope, move || self.work(&to)).map_err(CheckFailure::Thread)?;
            }
            drop(to);
            self.report_all(from, on_row)
        })
    }

    /// Runs jobs until none are left or they become unnecessary.
    fn work(&self, to: &Sender<(usize, Found)>) {
        loop {
            let job = self.taken.fetch_add(1, Ordering::Relaxed);
            let Some((number, game)) = self.jobs.get(job) else { return };
            if to.send((job, self.find(*number, game))).is_err() {
                return;
            }
        }
    }

    fn find(&self, number: usize, game: &Rules) -> Found {
        let has_failed = &self.has_failed[number];
        if has_failed.load(Ordering::Relaxed) {
            return None;
        }
        let found = (self.checks[number].run)(self.subject, game);
        has_failed.fetch_or(found.is_err(), Ordering::Relaxed);
        Some(found)
    }

    /// Reports each check as soon as this check and all earlier ones are complete.
    fn report_all(
        &self,
        from: Receiver<(usize, Found)>,
        on_row: OnRow<'_>,
    ) -> Result<bool, CheckFailure> {
        let count = |check: &Check| self.subject.games.within(check.scope).len();
        let mut tallies: Vec<Tally> =
            self.checks.iter().map(|check| Tally::of(count(check))).collect();
        let mut reported = 0;
        for (job, found) in from {
            tallies[self.jobs[job].0].add(job, found)?;
            while let Some(tally) = tallies.get(reported).filter(|tally| tally.left == 0) {
                on_row(self.row(&self.checks[reported], tally)).map_err(CheckFailure::Report)?;
                reported += 1;
            }
        }
        Ok(!self.checks.iter().zip(&tallies).any(|(check, tally)| is_hopeless(check, tally)))
    }

    fn row(&self, check: &Check, tally: &Tally) -> CheckRow {
        match &tally.fault {
            Some((job, error)) => {
                let others = "; the other checks need a player that makes a move";
                let others = if is_hopeless(check, tally) { others } else { "" };
                let detail = format!("{error}{others}");
                CheckRow::new(check, self.subject, detail).in_game(self.jobs[*job].1.name())
            }
            None if tally.games > 1 => {
                CheckRow::passed(check, self.subject, format!("{} games", tally.games))
            }
            None => CheckRow::passed(check, self.subject, tally.detail.clone()),
        }
    }
}

/// Returns `true` if further checks would only wait for the player or repeat its fault.
fn is_hopeless(check: &Check, tally: &Tally) -> bool {
    check.is_condition
        && matches!(tally.fault, Some((_, CheckError::Late(_) | CheckError::NoMove(_))))
}

/// A check's results so far.
struct Tally {
    /// The number of games in which the check runs.
    games: usize,
    /// The number of games in which the check is not complete.
    left: usize,
    /// The details from a game in which the check passed.
    detail: String,
    /// The first job with a fault, and the fault.
    fault: Option<(usize, CheckError)>,
}

impl Tally {
    const fn of(games: usize) -> Self {
        Self { games, left: games, detail: String::new(), fault: None }
    }

    /// Adds a job's result. All games before the first fault are played, no matter which job ends first.
    fn add(&mut self, job: usize, found: Found) -> Result<(), CheckFailure> {
        self.left -= 1;
        match found {
            Some(Ok(detail)) => self.detail = detail,
            Some(Err(CheckError::Failure(failure))) => return Err(failure),
            Some(Err(fault)) if self.fault.as_ref().is_none_or(|(first, _)| job < *first) => {
                self.fault = Some((job, fault));
            }
            Some(Err(_)) | None => {}
        }
        Ok(())
    }
}
