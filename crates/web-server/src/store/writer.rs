//! The thread that writes matches.

use std::collections::HashMap;
use std::sync::mpsc::{Receiver, RecvTimeoutError};
use std::time::{Duration, Instant};

use games_package::{Record, TimeControl};
use match_library::{Batch, Library, LibraryError, MatchId, NewMatch, ProgramRun};
use tokio::sync::oneshot;
use tracing::warn;

use super::{ATTRIBUTE, Job, MatchHandle, Save, TURN_ATTRIBUTE};

/// How often it is written that the server is alive, while a clock runs. A clock is wrong by at most this after a kill.
const ALIVE_INTERVAL: Duration = Duration::from_millis(50);

/// Writes what comes, all that waits in one transaction.
pub(super) struct Writer {
    library: Library,
    /// What the library has of each match that goes on.
    kept: HashMap<String, Kept>,
    /// When the server started.
    start: Instant,
    /// This run of the server, once it has written anything.
    run: Option<ProgramRun>,
}

/// A match that goes on.
struct Kept {
    /// Whether time is counted in it.
    counts_time: bool,
    /// What the library has of it; none if that is not known, because a transaction has failed.
    written: Option<(MatchId, Contents)>,
}

/// What is kept of a match.
struct Contents {
    record: Record,
    /// What the record lacks, as JSON.
    room: String,
    /// The time of the turn, as JSON; none where time is not counted.
    turn: Option<String>,
}

impl Writer {
    /// A writer that has written nothing.
    pub(super) fn new(library: Library) -> Self {
        let start = Instant::now();
        Self { library, kept: HashMap::new(), start, run: None }
    }

    /// Writes until nobody can send any more.
    pub(super) fn run(mut self, waiting: &Receiver<Job>) {
        loop {
            let next = if self.counts_time() {
                waiting.recv_timeout(ALIVE_INTERVAL)
            } else {
                waiting.recv().map_err(RecvTimeoutError::from)
            };
            let first = match next {
                Ok(job) => Some(job),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => return,
            };
            self.write(first.into_iter().chain(waiting.try_iter()).collect());
        }
    }

    /// Whether a match goes on in which time is counted.
    fn counts_time(&self) -> bool {
        self.kept.values().any(|kept| kept.counts_time)
    }

    fn write(&mut self, jobs: Vec<Job>) {
        let now = Instant::now();
        let (mut dones, mut deletions) = (Vec::new(), Vec::new());
        let Self { library, kept, start, run } = self;
        let elapsed = now.duration_since(*start);
        let written = library.write(|batch| {
            let this_run = match *run {
                Some(this_run) => this_run,
                None => batch.begin_run(elapsed)?,
            };
            batch.set_elapsed(this_run, elapsed)?;
            for job in jobs {
                match job {
                    Job::Save(save) => {
                        let plies = save.record.plies.len();
                        let saved_turn = || save.turn.saved(this_run, *start, plies).text();
                        let turn = counts_time(&save.record).then(saved_turn);
                        dones.push(write_save(batch, kept, *save, turn));
                    }
                    Job::Delete { handle, done } => match delete_match(batch, handle.name()) {
                        Ok(()) => {
                            kept.remove(handle.name());
                            handle.set_deleted(true);
                            deletions.push((handle, done));
                        }
                        Err(error) => {
                            warn!(name = handle.name(), %error, "a match is not deleted");
                        }
                    },
                }
            }
            Ok(this_run)
        });
        match written {
            Ok(this_run) => self.run = Some(this_run),
            Err(error) => {
                warn!(%error, "matches are not kept");
                self.kept.values_mut().for_each(|kept| kept.written = None);
                for (handle, _) in deletions.drain(..) {
                    handle.set_deleted(false);
                }
            }
        }
        let deletions = deletions.into_iter().map(|(_, done)| done);
        for done in dones.into_iter().chain(deletions) {
            // The one that waited may have gone.
            let _gone = done.send(());
        }
    }
}

/// Writes a match unless it was deleted, with the time of its turn as JSON where time is counted, and returns whom to tell.
fn write_save(
    batch: &mut Batch<'_>,
    kept: &mut HashMap<String, Kept>,
    save: Save,
    turn: Option<String>,
) -> oneshot::Sender<()> {
    let Save { handle, record, room, done, .. } = save;
    if handle.is_deleted() {
        return done;
    }
    let (name, is_over) = (handle.name(), record.ending.is_some());
    if let Err(error) = write_match(batch, kept, &handle, Contents { record, room, turn }) {
        warn!(name, %error, "a match is not kept");
    }
    if is_over {
        // If it goes on after all, it is written whole once.
        kept.remove(name);
    }
    done
}

/// Deletes a match, if the library has it.
fn delete_match(batch: &mut Batch<'_>, name: &str) -> Result<(), LibraryError> {
    let Some(id) = batch.find(name)? else { return Ok(()) };
    // The server has claimed what it restored; what another program plays stays.
    batch.release(id)?;
    batch.delete(id)
}

fn counts_time(record: &Record) -> bool {
    record.time_control != TimeControl::Unlimited
}

fn write_match(
    batch: &mut Batch<'_>,
    all: &mut HashMap<String, Kept>,
    handle: &MatchHandle,
    new: Contents,
) -> Result<(), LibraryError> {
    let counts_time = counts_time(&new.record);
    let entry = all.entry(handle.name().into()).or_insert(Kept { counts_time, written: None });
    entry.counts_time = counts_time;
    let id = match &entry.written {
        Some((id, old)) => write_difference(batch, *id, old, &new).map(|()| *id)?,
        None => write_whole(batch, handle, &new)?,
    };
    entry.written = Some((id, new));
    Ok(())
}

/// Writes what has changed of a match.
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

/// Writes all of a match, which the library may have.
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

/// Adds new plies where nothing else has changed, and writes everything where something has.
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
