//! The thread that writes matches.

use std::collections::HashMap;
use std::iter;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use app_context::with_causes;
use games_package::{Record, TimeControl};
use match_library::{Batch, Library, LibraryError, MatchId, NewMatch, ProgramRun};
use tracing::warn;

use super::{ATTRIBUTE, Done, Job, MatchHandle, Save, SaveError, TURN_ATTRIBUTE};

/// The interval between liveness records while a clock is running. If the server is killed, a clock is off by at most
/// this interval.
const ALIVE_INTERVAL: Duration = Duration::from_millis(50);

/// Executes jobs. All waiting jobs share one transaction.
pub(super) struct Writer {
    library: Library,
    /// Each unfinished match's saved contents.
    kept: HashMap<String, Kept>,
    /// The server's start time.
    start: Instant,
    /// This server run, once it has written anything.
    run: Option<ProgramRun>,
}

/// An unfinished match.
struct Kept {
    handle: Arc<MatchHandle>,
    /// `true` if the current turn's time counts.
    counts_time: bool,
    /// The match's contents in the library; `None` if unknown after a failed transaction.
    written: Option<(MatchId, Contents)>,
}

/// A match's saved contents.
struct Contents {
    record: Record,
    /// The data besides the record, as JSON.
    room: String,
    /// The turn's elapsed time, as JSON; `None` if time doesn't count.
    turn: Option<String>,
}

impl Writer {
    /// Creates a writer that has not written anything.
    pub(super) fn new(library: Library) -> Self {
        let start = Instant::now();
        Self { library, kept: HashMap::new(), start, run: None }
    }

    /// Writes until all senders have been dropped.
    pub(super) fn run(mut self, waiting: &Receiver<Job>) {
        loop {
            let next = if self.counts_time() {
                waiting.recv_timeout(ALIVE_INTERVAL)
            } else {
                waiting.recv().map_err(RecvTimeoutError::from)
            };
            match next {
                Ok(first) => self.carry_out(iter::once(first).chain(waiting.try_iter()).collect()),
                Err(RecvTimeoutError::Timeout) => self.note_time(),
                Err(RecvTimeoutError::Disconnected) => return,
            }
        }
    }

    /// Returns `true` if an unfinished match's clock is running.
    fn counts_time(&self) -> bool {
        self.kept.values().any(|kept| kept.counts_time && !kept.handle.is_retired())
    }

    /// Records that the server is alive. A power cut can lose this record. A clock then misses at most the time since
    /// the last save.
    fn note_time(&mut self) {
        let Self { library, start, run, .. } = self;
        let elapsed = start.elapsed();
        match library.write_without_sync(|batch| this_run(batch, *run, elapsed)) {
            Ok(this_run) => self.run = Some(this_run),
            Err(error) => self.forget(&error),
        }
    }

    /// Executes jobs in one transaction. Reports each result once all jobs are on disk.
    fn carry_out(&mut self, jobs: Vec<Job>) {
        // A match that is already saved in its current state needs no write.
        if jobs.iter().all(|job| self.is_done(job)) {
            return report(jobs.into_iter().map(|job| (job.into_done(), Ok(()))));
        }
        let Self { library, kept, start, run } = self;
        let (elapsed, mut outcomes) = (start.elapsed(), Vec::with_capacity(jobs.len()));
        let mut deleted = Vec::new();
        let written = library.write(|batch| {
            let this_run = this_run(batch, *run, elapsed)?;
            for job in &jobs {
                let outcome = match job {
                    // The match was restored and has continued without this state.
                    Job::Save(save) if save.handle.is_retired() => {
                        kept.retain(|_, kept| !kept.handle.is_retired());
                        outcomes.push(Err(SaveError::Unwritable));
                        continue;
                    }
                    Job::Save(save) => write_save(batch, kept, save, this_run, *start),
                    Job::Delete { handle, .. } => delete_match(batch, handle.name()).map(|()| {
                        kept.remove(handle.name());
                        handle.set_deleted(true);
                        deleted.push(handle);
                    }),
                };
                outcomes.push(in_transaction(outcome, job.name())?);
            }
            Ok(this_run)
        });
        match written {
            Ok(this_run) => self.run = Some(this_run),
            Err(error) => {
                self.forget(&error);
                for handle in deleted {
                    handle.set_deleted(false);
                }
                outcomes = vec![Err(SaveError::from(&error)); jobs.len()];
            }
        }
        report(jobs.into_iter().map(Job::into_done).zip(outcomes));
    }

    /// Returns `true` if the library already contains the data that this job writes.
    fn is_done(&self, job: &Job) -> bool {
        let (Job::Save(save), Some(run)) = (job, self.run) else { return false };
        if save.handle.is_retired() {
            return false;
        }
        let written = self.kept.get(save.handle.name()).and_then(|kept| kept.written.as_ref());
        written.is_some_and(|(_, contents)| {
            contents.record == save.record
                && contents.room == save.room
                && contents.turn == saved_turn(save, run, self.start)
        })
    }

    /// Handles a failed transaction. The library's content is then unknown.
    fn forget(&mut self, error: &LibraryError) {
        let why = with_causes(error);
        warn!(why, "cannot save matches");
        self.kept.values_mut().for_each(|kept| kept.written = None);
    }
}

impl Job {
    /// The match name.
    fn name(&self) -> &str {
        match self {
            Self::Save(save) => save.handle.name(),
            Self::Delete { handle, .. } => handle.name(),
        }
    }

    fn into_done(self) -> Done {
        match self {
            Self::Save(save) => save.done,
            Self::Delete { done, .. } => done,
        }
    }
}

/// Reports the results of jobs.
fn report(outcomes: impl Iterator<Item = (Done, Result<(), SaveError>)>) {
    for (done, outcome) in outcomes {
        // The receiver may be gone.
        let _gone = done.send(outcome);
    }
}

/// Records this server run, which has lasted `elapsed`.
fn this_run(
    batch: &mut Batch<'_>,
    run: Option<ProgramRun>,
    elapsed: Duration,
) -> Result<ProgramRun, LibraryError> {
    let run = match run {
        Some(run) => run,
        None => batch.begin_run(elapsed)?,
    };
    batch.set_elapsed(run, elapsed)?;
    Ok(run)
}

/// The outcome to report for one job, given the result of its change to the database.
///
/// # Errors
/// [`LibraryError`] if the database rejects the change. Such an error may have ended the transaction, so no part of the
/// transaction counts.
fn in_transaction(
    outcome: Result<(), LibraryError>,
    name: &str,
) -> Result<Result<(), SaveError>, LibraryError> {
    match outcome {
        Ok(()) => Ok(Ok(())),
        Err(error @ LibraryError::Database(_)) => Err(error),
        Err(error) => {
            let why = with_causes(&error);
            warn!(name, why, "cannot save a match");
            Ok(Err(SaveError::from(&error)))
        }
    }
}

/// The turn's elapsed time, as JSON; `None` if time doesn't count.
fn saved_turn(save: &Save, run: ProgramRun, start: Instant) -> Option<String> {
    let plies = save.record.plies.len();
    counts_time(&save.record).then(|| save.turn.saved(run, start, plies).text())
}

/// Writes a match, unless it was deleted.
fn write_save(
    batch: &mut Batch<'_>,
    kept: &mut HashMap<String, Kept>,
    save: &Save,
    run: ProgramRun,
    start: Instant,
) -> Result<(), LibraryError> {
    let handle = &save.handle;
    if handle.is_deleted() {
        return Ok(());
    }
    let turn = saved_turn(save, run, start);
    let contents = Contents { record: save.record.clone(), room: save.room.clone(), turn };
    write_match(batch, kept, handle, contents)?;
    if save.record.ending.is_some() {
        // If the match continues anyway, the next save writes it in full.
        kept.remove(handle.name());
    }
    Ok(())
}

/// Deletes a match, if it is in the library.
fn delete_match(batch: &mut Batch<'_>, name: &str) -> Result<(), LibraryError> {
    let Some(id) = batch.find(name)? else { return Ok(()) };
    // The server has claimed the matches that it restored. A match claimed by another program stays claimed.
    batch.release(id)?;
    batch.delete(id)
}

fn counts_time(record: &Record) -> bool {
    record.time_control != TimeControl::Unlimited
}

fn write_match(
    batch: &mut Batch<'_>,
    all: &mut HashMap<String, Kept>,
    handle: &Arc<MatchHandle>,
    new: Contents,
) -> Result<(), LibraryError> {
    let (counts_time, handle) = (counts_time(&new.record), Arc::clone(handle));
    let unknown = || Kept { handle: Arc::clone(&handle), counts_time, written: None };
    let entry = all.entry(handle.name().into()).or_insert_with(unknown);
    entry.counts_time = counts_time;
    entry.handle = Arc::clone(&handle);
    let id = match &entry.written {
        Some((id, old)) => write_difference(batch, *id, old, &new).map(|()| *id)?,
        None => write_whole(batch, &handle, &new)?,
    };
    entry.written = Some((id, new));
    Ok(())
}

/// Writes changes to a match.
fn write_difference(
    batch: &mut Batch<'_>,
    id: MatchId,
    old: &Contents,
    new: &Contents,
) -> Result<(), LibraryError> {
    if old.record != new.record {
        write_changes(batch, id, &old.record, &new.record)?;
    }
    if old.room != new.room {
        batch.set_attribute(id, ATTRIBUTE, Some(&new.room))?;
    }
    if old.turn != new.turn {
        batch.set_attribute(id, TURN_ATTRIBUTE, new.turn.as_deref())?;
    }
    Ok(())
}

/// Writes a whole match, whether or not it is already in the library.
fn write_whole(
    batch: &mut Batch<'_>,
    handle: &MatchHandle,
    new: &Contents,
) -> Result<MatchId, LibraryError> {
    let name = handle.name();
    let id = match batch.find(name)? {
        Some(id) => batch.save(id, &new.record).map(|()| id)?,
        None => {
            batch.create(NewMatch { name: Some(name), is_listed: handle.is_listed }, &new.record)?
        }
    };
    batch.set_attribute(id, ATTRIBUTE, Some(&new.room))?;
    batch.set_attribute(id, TURN_ATTRIBUTE, new.turn.as_deref())?;
    Ok(id)
}

/// Appends new plies if nothing else has changed; otherwise, writes everything.
fn write_changes(
    batch: &mut Batch<'_>,
    id: MatchId,
    old: &Record,
    new: &Record,
) -> Result<(), LibraryError> {
    let count = old.plies.len();
    let with_new_plies = Record {
        plies: new.plies.clone(),
        final_position: new.final_position.clone(),
        ..old.clone()
    };
    if with_new_plies == *new && new.plies.starts_with(&old.plies) {
        return batch.append(id, count, &new.plies[count..], &new.final_position);
    }
    batch.save(id, new)
}
