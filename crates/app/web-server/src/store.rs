//! The server's matches in the library. A match is on disk before its clients get a move or an answer. Neither a kill
//! of the server nor a power cut loses anything that a client has seen. Concurrent saves share one write.

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

/// The name of the attribute with all data of a match outside its record.
const ATTRIBUTE: &str = "web";

/// The name of the attribute with the time of the turn, as JSON.
const TURN_ATTRIBUTE: &str = "turn";

/// The identity of a match, shared by everything that saves it.
#[derive(Debug)]
pub(crate) struct MatchHandle {
    name: String,
    /// `true` if any visitor could join the match. Any visitor can then find the finished match in the library.
    is_listed: bool,
    /// `true` if the match was deleted. Only the writer thread changes it, so nothing is saved afterwards.
    is_deleted: AtomicBool,
    /// `true` if the match was unloaded. Pending saves through this handle are older than the restored state.
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

/// A save or a deletion in progress. It completes even if this value is dropped.
#[derive(Debug)]
#[must_use]
pub(crate) struct Saving(oneshot::Receiver<Result<(), SaveError>>);

impl Saving {
    /// Waits until the match is on disk.
    ///
    /// # Errors
    /// [`SaveError`] if it can't be written.
    pub(crate) async fn wait(self) -> Result<(), SaveError> {
        self.0.await.unwrap_or(Err(SaveError::Unwritable))
    }
}

impl MatchHandle {
    /// The handle of a match that was not deleted.
    pub(crate) fn new(name: String, is_listed: bool) -> Arc<Self> {
        let [is_deleted, is_retired] = [const { AtomicBool::new(false) }; 2];
        Arc::new(Self { name, is_listed, is_deleted, is_retired })
    }

    /// The name of the match.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    /// Discards all further saves through this handle: the match was unloaded as last saved.
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
    /// The data outside the record, as JSON.
    room: String,
    done: Done,
}

/// The sender that reports a finished job.
type Done = oneshot::Sender<Result<(), SaveError>>;

/// A saved match.
#[derive(Clone, Debug)]
pub(crate) struct Loaded {
    pub(crate) record: Record,
    /// The elapsed time of the turn.
    pub(crate) turn_elapsed: Duration,
    pub(crate) game: Arc<dyn TableGame>,
    /// The data outside the record, as JSON.
    pub(crate) room: String,
}

/// The purpose of loading a match.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Purpose {
    /// The match is claimed for this server.
    Play,
    Read,
}

/// A job for the writing thread.
enum Job {
    Save(Box<Save>),
    /// Deletes a match. It is not saved again afterwards.
    Delete {
        handle: Arc<MatchHandle>,
        done: Done,
    },
}

/// Stores matches in a library.
pub(crate) struct Store {
    library: Library,
    jobs: SyncSender<Job>,
    /// Writes wait only for the log, not for the database. So clocks and moves wait for one disk write.
    _checkpoints: Checkpoints,
}

impl Store {
    /// Starts the writer thread.
    ///
    /// # Errors
    /// The thread can't be started, or the library can't be opened again.
    pub(crate) fn new(library: Library) -> io::Result<Self> {
        let checkpoints = library.checkpoint_in_background().map_err(io::Error::other)?;
        let (jobs, waiting) = sync_channel(WAITING_MAX);
        let writer = Writer::new(library.clone());
        thread::Builder::new().name("library".into()).spawn(move || writer.run(&waiting))?;
        Ok(Self { library, jobs, _checkpoints: checkpoints })
    }

    /// Saves a match after all saves that began earlier. Blocks while very many are waiting.
    pub(crate) fn save(
        &self,
        handle: &Arc<MatchHandle>,
        record: Record,
        turn: TurnTime,
        room: String,
    ) -> Saving {
        let (done, saved) = oneshot::channel();
        // The writer runs as long as the server.
        let save = Save { handle: Arc::clone(handle), record, turn, room, done };
        let _sent = self.jobs.send(Job::Save(Box::new(save)));
        Saving(saved)
    }

    /// Permanently deletes a match.
    pub(crate) fn delete(&self, handle: &Arc<MatchHandle>) -> Saving {
        let (done, deleted) = oneshot::channel();
        // The writer runs as long as the server.
        let _sent = self.jobs.send(Job::Delete { handle: Arc::clone(handle), done });
        Saving(deleted)
    }

    /// Checks that the library can be read.
    ///
    /// # Errors
    /// The reason why it can't be read.
    pub(crate) fn check(&self) -> Result<(), LibraryError> {
        self.library.count(&MatchFilter { name: Some(""), ..MatchFilter::default() }).map(drop)
    }

    /// Loads a saved match with its data outside the record. `None` if the name does not exist, or if it is loaded to
    /// be played and another program has it.
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
                // This server may have claimed it when it had the match in memory.
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
