//! Makes the checks: several at once where they don't disturb each other.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;

use crossbeam_channel::{Receiver, Sender, bounded};

use super::checks::{CHECKS, Check};
use super::error::{CheckError, CheckFailure};
use super::row::{CheckRow, OnRow};
use super::subject::{Rules, Subject};

/// Maximum number of checks that are made at once: each has a process of the player, which may need much memory.
const LANES_MAX: usize = 4;

/// Makes all checks of the player, and reports them in their order. If the player doesn't answer in one that is a condition, no
/// other one is made.
///
/// # Errors
/// A failure of this program.
pub(super) fn make_all(subject: &Subject<'_>, on_row: OnRow<'_>) -> Result<(), CheckFailure> {
    for checks in CHECKS.chunk_by(|one, next| one.is_alone == next.is_alone && !one.is_condition) {
        if !Batch::of(subject, checks).make(&mut *on_row)? {
            break;
        }
    }
    Ok(())
}

/// Checks that run in some games each.
struct Batch<'a> {
    subject: &'a Subject<'a>,
    checks: &'a [Check],
    /// The number of a check and a game of it, in order.
    jobs: Vec<(usize, &'a Rules)>,
    /// The number of started jobs.
    taken: AtomicUsize,
    /// Of each check, whether it has found a fault: then it is not made in other games.
    has_failed: Vec<AtomicBool>,
}

/// The result of a job; none if it became unnecessary.
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

    /// Makes the checks and reports them. Returns whether there is sense in others.
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

    /// Runs jobs until there are no more, or they become unnecessary.
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

    /// Reports each check as soon as it and all earlier ones are made.
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
                let others = "; the other checks need an answering player";
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

/// Whether the other checks would only wait for the player.
fn is_hopeless(check: &Check, tally: &Tally) -> bool {
    check.is_condition && matches!(tally.fault, Some((_, CheckError::Late(_))))
}

/// The results of a check so far.
struct Tally {
    /// The number of its games.
    games: usize,
    /// In how many of them it is not made yet.
    left: usize,
    /// The details of a game in which it has passed.
    detail: String,
    /// The first job with a fault, and the fault.
    fault: Option<(usize, CheckError)>,
}

impl Tally {
    const fn of(games: usize) -> Self {
        Self { games, left: games, detail: String::new(), fault: None }
    }

    /// Adds what a job has found. Games before the first fault are always played, whichever job ends first.
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
