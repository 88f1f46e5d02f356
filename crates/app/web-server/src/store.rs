//! The server's matches in the library. A match is on disk before its clients receive a move or an answer, so killing
//! the server or cutting the power loses nothing that a client has seen. Concurrent saves share one write.

mod writer;

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{SyncSender, sync_channel};
use std::time::Duration;
use std::{io, thread};

use games_package::{Record, TableGame};
use match_library::{Checkpoints, Library, LibraryError, MatchFilter, ProgramRun};
use thiserror::Error;
use tokio::sync::oneshot;
use tracing::warn;

use self::writer::Writer;
use crate::error::Refused;
use crate::turn_time::{SavedTurn, TurnTime};

/// The maximum number of matches waiting to be saved or deleted.
const WAITING_MAX: usize = 1024;

/// The name of the attribute with all match data besides the record.
const ATTRIBUTE: &str = "web";

/// The name of the attribute with the turn's elapsed time, as JSON.
const TURN_ATTRIBUTE: &str = "turn";

/// A match's identity, shared by everything that saves the match.
#[derive(Debug)]
pub(crate) struct MatchHandle {
    name: String,
    /// `true` if any visitor could join the match. If so, any visitor can find the finished match in the library.
    is_listed: bool,
    /// `true` if the match was deleted. Only the writer thread sets this, so nothing is saved afterwards.
    is_deleted: AtomicBool,
    /// `true` if the match was unloaded. Saves still pending through this handle are older than the restored state.
    is_retired: AtomicBool,
}

/// The reason why a match is not saved, as a phrase for clients. The log has more details.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
pub(crate) enum SaveError {
    /// The disk is full.
    #[error("the server's disk is full; try again later")]
    DiskFull,
    /// The library can't be written for another reason.
    #[error("the server cannot write to its library; try again later")]
    Unwritable,
}

impl From<&LibraryError> for SaveError {
    fn from(error: &LibraryError) -> Self {
        match error {
            LibraryError::DiskFull { .. } => Self::DiskFull,
            _ => Self::Unwritable,
        }
    }
}

impl From<SaveError> for Refused {
    fn from(error: SaveError) -> Self {
        Self::unavailable(format!("the match cannot be saved: {error}"))
    }
}

/// A save or a deletion in progress. The operation completes even if this value is dropped.
#[derive(Debug)]
#[must_use]
pub(crate) struct Saving(oneshot::Receiver<Result<(), SaveError>>);

impl Saving {
    /// Waits until the match is on disk.
    ///
    /// # Errors
    /// [`SaveError`] if the match can't be written.
    pub(crate) async fn wait(self) -> Result<(), SaveError> {
        self.0.await.unwrap_or(Err(SaveError::Unwritable))
    }
}

impl MatchHandle {
    /// Creates the handle for a match that has not been deleted.
    pub(crate) fn new(name: String, is_listed: bool) -> Arc<Self> {
        let [is_deleted, is_retired] = [const { AtomicBool::new(false) }; 2];
        Arc::new(Self { name, is_listed, is_deleted, is_retired })
    }

    /// The match name.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Discards all further saves through this handle, because the match was unloaded in its saved state.
    pub(crate) fn retire(&self) {
        self.is_retired.store(true, Ordering::Release);
    }

    fn is_retired(&self) -> bool {
        self.is_retired.load(Ordering::Acquire)
    }

    fn is_deleted(&self) -> bool {
        self.is_deleted.load(Ordering::Relaxed)
    }

    fn set_deleted(&self, is_deleted: bool) {
        self.is_deleted.store(is_deleted, Ordering::Relaxed);
    }
}

/// A match to save.
struct Save {
    handle: Arc<MatchHandle>,
    record: Record,
    turn: TurnTime,
    /// The data besides the record, as JSON.
    room: String,
    done: Done,
}

/// Reports a finished job.
type Done = oneshot::Sender<Result<(), SaveError>>;

/// A saved match.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) record: Record,
    /// The current turn's elapsed time.
    pub(crate) turn_elapsed: Duration,
    pub(crate) game: Arc<dyn TableGame>,
    /// The data besides the record, as JSON.
    pub(crate) room: String,
}

/// The purpose of loading a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// Play: claims the match for this server.
    Play,
    Read,
}

/// A job for the writer thread.
enum Job {
    Save(Box<Save>),
    /// Deletes a match, which is never saved again.
    Delete {
        handle: Arc<MatchHandle>,
        done: Done,
    },
}

/// Stores matches in a library.
pub(crate) struct Store {
    library: Library,
    jobs: SyncSender<Job>,
    /// Lets writes wait only for the write-ahead log, not for the database. So clocks and moves wait for only one disk
    /// write.
    _checkpoints: Checkpoints,
}

impl Store {
    /// Starts the writer thread.
    ///
    /// # Errors
    /// If the thread fails to start, or the library can't be reopened.
    pub(crate) fn new(library: Library) -> io::Result<Self> {
        let checkpoints = library.checkpoint_in_background().map_err(io::Error::other)?;
        let (jobs, waiting) = sync_channel(WAITING_MAX);
        let writer = Writer::new(library.clone());
        thread::Builder::new().name("library".into()).spawn(move || writer.run(&waiting))?;
        Ok(Self { library, jobs, _checkpoints: checkpoints })
    }

    /// Saves a match after all saves that began earlier. Blocks while too many jobs are waiting.
    pub(crate) fn save(
        &self,
        handle: &Arc<MatchHandle>,
        record: Record,
        turn: TurnTime,
        room: String,
    ) -> Saving {
        let (done, saved) = oneshot::channel();
        // The writer runs as long as the server does.
        let save = Save { handle: Arc::clone(handle), record, turn, room, done };
        let _sent = self.jobs.send(Job::Save(Box::new(save)));
        Saving(saved)
    }

    /// Permanently deletes a match.
    pub(crate) fn delete(&self, handle: &Arc<MatchHandle>) -> Saving {
        let (done, deleted) = oneshot::channel();
        // The writer runs as long as the server does.
        let _sent = self.jobs.send(Job::Delete { handle: Arc::clone(handle), done });
        Saving(deleted)
    }

    /// Checks that the library can be read.
    ///
    /// # Errors
    /// The reason why the library can't be read.
    pub(crate) fn check(&self) -> Result<(), LibraryError> {
        self.library.count(&MatchFilter { name: Some(""), ..MatchFilter::default() }).map(drop)
    }

    /// Loads a saved match with its data besides the record. `None` if there is no such match, or if the match is
    /// loaded for playing and another program has claimed it.
    pub(crate) fn load(&self, name: &str, purpose: Purpose) -> Option<Loaded> {
        let kept = self.library.find(name).ok().filter(|kept| kept.name == name)?;
        let mut attributes: HashMap<String, String> =
            self.library.attributes(kept.id).ok()?.into_iter().collect();
        let room = attributes.remove(ATTRIBUTE)?;
        let loaded = match self.library.load_checked(kept.id) {
            Ok(loaded) => loaded,
            Err(error) => {
                let error: &dyn std::error::Error = &error;
                warn!(name, error, "cannot restore a saved match");
                return None;
            }
        };
        for warning in loaded.warnings() {
            warn!(name, warning, "repaired a saved match");
        }
        if purpose == Purpose::Play {
            let claimed = self.library.write(|batch| {
                // This server may have claimed the match while the match was in memory.
                batch.release(kept.id)?;
                batch.claim(kept.id)
            });
            claimed.ok()?;
        }
        let turn = attributes.get(TURN_ATTRIBUTE).and_then(|text| SavedTurn::from_text(text));
        let turn_elapsed = turn
            .and_then(|turn| turn.elapsed(loaded.record.plies.len(), self.run_time(turn.run())))
            .unwrap_or_default();
        Some(Loaded { record: loaded.record, turn_elapsed, game: loaded.game, room })
    }

    /// The run time of an earlier server process.
    fn run_time(&self, run: ProgramRun) -> Option<Duration> {
        self.library.elapsed(run).ok().flatten()
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("library", &self.library).finish_non_exhaustive()
    }
}
