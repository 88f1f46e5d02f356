//! The matches of the server in the library: each is saved before its clients learn of a move, so that a server that is killed
//! at any point loses nothing that anybody has seen.

use std::collections::HashMap;
use std::fmt;
use std::sync::Arc;
use std::sync::mpsc::{Receiver, SyncSender, sync_channel};
use std::thread;

use games_package::{Record, TableGame};
use match_library::{Batch, Library, LibraryError, MatchId, NewMatch};
use tokio::sync::oneshot;
use tracing::warn;

/// How many matches can wait to be saved.
const WAITING_MAX: usize = 1024;

/// The name of the attribute with everything of a match that its record lacks.
const ATTRIBUTE: &str = "web";

/// A match to be saved.
struct Save {
    name: String,
    record: Record,
    /// What the record lacks, as JSON.
    room: String,
    done: oneshot::Sender<()>,
}

/// A match that was kept.
pub(crate) struct Loaded {
    pub(crate) record: Record,
    pub(crate) game: Arc<dyn TableGame>,
    /// What the record lacks, as JSON.
    pub(crate) room: String,
}

/// Keeps matches in a library.
pub(crate) struct Store {
    library: Library,
    saves: SyncSender<Save>,
}

impl Store {
    /// Starts the thread that writes.
    ///
    /// # Errors
    /// If there can be no thread.
    pub(crate) fn new(library: Library) -> std::io::Result<Self> {
        let (saves, waiting) = sync_channel(WAITING_MAX);
        let writer = Writer { library: library.clone(), kept: HashMap::new() };
        thread::Builder::new().name("library".into()).spawn(move || writer.run(&waiting))?;
        Ok(Self { library, saves })
    }

    /// Saves a match. What comes out is ready when it is in the library, or can't be brought there.
    pub(crate) fn save(&self, name: &str, record: Record, room: String) -> oneshot::Receiver<()> {
        let (done, saved) = oneshot::channel();
        // The writer runs as long as the server.
        let _sent = self.saves.send(Save { name: name.into(), record, room, done });
        saved
    }

    /// A kept match with what its record lacks, claimed for this server. None if there is none of this name, or if another
    /// program has it.
    pub(crate) fn load(&self, name: &str) -> Option<Loaded> {
        let kept = self.library.find(name).ok().filter(|kept| kept.name == name)?;
        let attributes = self.library.attributes(kept.id).ok()?;
        let (_, room) = attributes.into_iter().find(|(name, _)| name == ATTRIBUTE)?;
        let loaded = self.library.load_checked(kept.id).ok()?;
        self.library.write(|batch| batch.claim(kept.id)).ok()?;
        Some(Loaded { record: loaded.record, game: loaded.game, room })
    }
}

impl fmt::Debug for Store {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Store").field("library", &self.library).finish_non_exhaustive()
    }
}

/// Writes what comes, all that waits in one transaction.
struct Writer {
    library: Library,
    /// What the library has of each match that goes on.
    kept: HashMap<String, Kept>,
}

/// What the library has of a match.
struct Kept {
    id: MatchId,
    record: Record,
    room: String,
}

impl Writer {
    fn run(mut self, waiting: &Receiver<Save>) {
        while let Ok(first) = waiting.recv() {
            let saves: Vec<Save> = std::iter::once(first).chain(waiting.try_iter()).collect();
            self.write(saves);
        }
    }

    fn write(&mut self, saves: Vec<Save>) {
        let kept = &mut self.kept;
        let mut dones = Vec::new();
        let written = self.library.write(|batch| {
            for save in saves {
                let Save { name, record, room, done } = save;
                dones.push(done);
                let is_over = record.ending.is_some();
                if let Err(error) = write_match(batch, kept, &name, record, room) {
                    warn!(name, %error, "a match is not kept");
                }
                if is_over {
                    // If it goes on after all, it is written whole once.
                    kept.remove(&name);
                }
            }
            Ok(())
        });
        if let Err(error) = written {
            warn!(%error, "matches are not kept");
            // What the library has is not known any more.
            self.kept.clear();
        }
        for done in dones {
            // The one that waited may have gone.
            let _gone = done.send(());
        }
    }
}

fn write_match(
    batch: &mut Batch<'_>,
    all: &mut HashMap<String, Kept>,
    name: &str,
    record: Record,
    room: String,
) -> Result<(), LibraryError> {
    if let Some(kept) = all.get_mut(name) {
        if kept.record != record {
            write_changes(batch, kept, &record)?;
            kept.record = record;
        }
        if kept.room != room {
            batch.set_attribute(kept.id, ATTRIBUTE, Some(&room))?;
            kept.room = room;
        }
        return Ok(());
    }
    let id = match batch.find(name)? {
        Some(id) => batch.save(id, &record).map(|()| id)?,
        None => batch.create(NewMatch { name: Some(name), is_listed: false }, &record)?,
    };
    batch.set_attribute(id, ATTRIBUTE, Some(&room))?;
    all.insert(name.into(), Kept { id, record, room });
    Ok(())
}

/// Adds new plies where nothing else has changed, and writes everything where something has.
fn write_changes(batch: &mut Batch<'_>, kept: &Kept, record: &Record) -> Result<(), LibraryError> {
    let count = kept.record.plies.len();
    let old = Record {
        plies: record.plies.clone(),
        final_position: record.final_position.clone(),
        ..kept.record.clone()
    };
    if old == *record && record.plies.starts_with(&kept.record.plies) {
        return batch.append(kept.id, count, &record.plies[count..], &record.final_position);
    }
    batch.save(kept.id, record)
}
