//! The matches of the server in the library: each is saved before its clients learn of a move, so that a server that is killed
//! at any point loses nothing that anybody has seen.

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
use tokio::sync::oneshot;

use self::writer::Writer;
use crate::turn_time::{SavedTurn, TurnTime};

/// How many matches can wait to be saved or deleted.
const WAITING_MAX: usize = 1024;

/// The name of the attribute with everything of a match that its record lacks.
const ATTRIBUTE: &str = "web";

/// The name of the attribute with the time of the turn, as JSON.
const TURN_ATTRIBUTE: &str = "turn";

/// A match as all that save it know it.
#[derive(Debug)]
pub(crate) struct MatchHandle {
    name: String,
    /// Whether anybody could join it, so that anybody may find it in the library when it is over.
    is_listed: bool,
    /// Whether it was deleted. Only the thread that writes changes it, so that nothing is saved after that.
    is_deleted: AtomicBool,
}

impl MatchHandle {
    /// The match with this name, which was not deleted.
    pub(crate) fn new(name: String, is_listed: bool) -> Arc<Self> {
        Arc::new(Self { name, is_listed, is_deleted: AtomicBool::new(false) })
    }

    /// The name, by which it is found.
    pub(crate) fn name(&self) -> &str {
        &self.name
    }

    fn is_deleted(&self) -> bool {
        self.is_deleted.load(Ordering::Relaxed)
    }

    fn set_deleted(&self, is_deleted: bool) {
        self.is_deleted.store(is_deleted, Ordering::Relaxed);
    }
}

/// A match to be saved.
struct Save {
    handle: Arc<MatchHandle>,
    record: Record,
    turn: TurnTime,
    /// What the record lacks, as JSON.
    room: String,
    done: oneshot::Sender<()>,
}

/// A match that was kept.
pub(crate) struct Loaded {
    pub(crate) record: Record,
    /// How much of the turn had passed.
    pub(crate) turn_elapsed: Duration,
    pub(crate) game: Arc<dyn TableGame>,
    /// What the record lacks, as JSON.
    pub(crate) room: String,
}

/// What the thread that writes is asked for.
enum Job {
    Save(Box<Save>),
    /// Deletes a match, which is not saved again after that. What comes out is nothing if it fails.
    Delete {
        handle: Arc<MatchHandle>,
        done: oneshot::Sender<()>,
    },
}

/// Keeps matches in a library.
pub(crate) struct Store {
    library: Library,
    jobs: SyncSender<Job>,
    /// A write waits for no disk, so that clocks and moves don't either.
    _checkpoints: Checkpoints,
}

impl Store {
    /// Starts the thread that writes.
    ///
    /// # Errors
    /// If there can be no thread, or the library can't be opened once more.
    pub(crate) fn new(library: Library) -> io::Result<Self> {
        let checkpoints = library.checkpoint_in_background().map_err(io::Error::other)?;
        let (jobs, waiting) = sync_channel(WAITING_MAX);
        let writer = Writer::new(library.clone());
        thread::Builder::new().name("library".into()).spawn(move || writer.run(&waiting))?;
        Ok(Self { library, jobs, _checkpoints: checkpoints })
    }

    /// Saves a match. What comes out is ready when it is in the library, or can't be brought there.
    pub(crate) fn save(
        &self,
        handle: &Arc<MatchHandle>,
        record: Record,
        turn: TurnTime,
        room: String,
    ) -> oneshot::Receiver<()> {
        let (done, saved) = oneshot::channel();
        // The writer runs as long as the server.
        let save = Save { handle: Arc::clone(handle), record, turn, room, done };
        let _sent = self.jobs.send(Job::Save(Box::new(save)));
        saved
    }

    /// Deletes a match for good. What comes out is ready when it is gone, and an error if it can't be deleted.
    pub(crate) fn delete(&self, handle: &Arc<MatchHandle>) -> oneshot::Receiver<()> {
        let (done, deleted) = oneshot::channel();
        // The writer runs as long as the server.
        let _sent = self.jobs.send(Job::Delete { handle: Arc::clone(handle), done });
        deleted
    }

    /// Whether the library can be read.
    ///
    /// # Errors
    /// Why not.
    pub(crate) fn check(&self) -> Result<(), LibraryError> {
        self.library.count(&MatchFilter { name: Some(""), ..MatchFilter::default() }).map(drop)
    }

    /// A kept match with what its record lacks, claimed for this server. None if there is none of this name, or if another
    /// program has it.
    pub(crate) fn load(&self, name: &str) -> Option<Loaded> {
        let kept = self.library.find(name).ok().filter(|kept| kept.name == name)?;
        let mut attributes: HashMap<String, String> =
            self.library.attributes(kept.id).ok()?.into_iter().collect();
        let room = attributes.remove(ATTRIBUTE)?;
        let loaded = self.library.load_checked(kept.id).ok()?;
        self.library.write(|batch| batch.claim(kept.id)).ok()?;
        let turn = attributes.get(TURN_ATTRIBUTE).and_then(|text| SavedTurn::from_text(text));
        let turn_elapsed = turn
            .and_then(|turn| turn.elapsed(loaded.record.plies.len(), self.run_time(turn.run())))
            .unwrap_or_default();
        Some(Loaded { record: loaded.record, turn_elapsed, game: loaded.game, room })
    }

    /// How long an earlier server ran.
    fn run_time(&self, run: ProgramRun) -> Option<Duration> {
        self.library.elapsed(run).ok().flatten()
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("library", &self.library).finish_non_exhaustive()
    }
}
