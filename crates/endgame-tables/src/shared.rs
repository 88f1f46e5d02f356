//! Tables that all players of a program share.

use std::any::{Any, TypeId};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread;

use checkers::Variant;
use tablebase::{
    BuildObserver, BuildOptions, Content, Control, PIECES_MAX, SMALL_PIECES, Selection, TableError,
    TableInfo, TableProgress, note_built_again, note_not_built, note_unusable,
};

use crate::builder::Builder;
use crate::folder::folder_of;
use crate::table_set::{Wanted, material_of};
use crate::tables::Tables;

/// What the decoded blocks of one variant's tables take up at most.
const CACHE_BYTES: usize = 1 << 26;

/// The memory with which small tables are built.
const SMALL_MEMORY_BYTES: u64 = 1 << 28;

/// Tables of a variant, to which small ones may come.
#[derive(Debug)]
pub struct SharedTables<V: Variant> {
    /// What was there at first.
    first: Tables<V>,
    /// What was there when the small tables were built.
    built: OnceLock<Tables<V>>,
    failure: OnceLock<TableError>,
}

impl<V: Variant> SharedTables<V> {
    /// Those of these tables.
    const fn of(first: Tables<V>) -> Self {
        Self { first, built: OnceLock::new(), failure: OnceLock::new() }
    }

    /// The tables that are there by now.
    #[inline]
    pub fn get(&self) -> &Tables<V> {
        self.built.get().unwrap_or(&self.first)
    }

    /// Why tables that were to be built are not there.
    pub fn failure(&self) -> Option<&TableError> {
        self.failure.get()
    }
}

/// What is shared, as long as a player has it.
static SHARED: Mutex<Vec<Shared>> = Mutex::new(Vec::new());

struct Shared {
    variant: TypeId,
    folder: PathBuf,
    selection: Selection,
    tables: Weak<dyn Any + Send + Sync>,
}

/// The tables of a variant in this folder of tables. Players that ask for the same get the same.
///
/// With [`Selection::Present`] a thread builds what is missing of up to [`SMALL_PIECES`] pieces, with distances; these tables
/// are there when it is done, and the others from the start. It ends early when nobody wants them anymore. Files that can't be
/// used are noted: those that it builds again [as such](note_built_again), and the others [as unusable](note_unusable). If it
/// can't build them, [that](note_not_built) is noted.
///
/// # Errors
/// [`TableError::Unsupported`] if the variant has no tables. With [`Selection::UpTo`] also [`TableError::Incomplete`] if one is
/// missing, or the reason why a file can't be used.
pub fn shared<V: Variant>(
    folder: &Path,
    selection: Selection,
) -> Result<Arc<SharedTables<V>>, TableError> {
    let folder = folder_of::<V>(folder);
    let mut all = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|shared| shared.tables.strong_count() > 0);
    let same = all.iter().find(|shared| {
        shared.variant == TypeId::of::<V>()
            && shared.folder == folder
            && shared.selection == selection
    });
    let same = same.and_then(|shared| shared.tables.upgrade()?.downcast().ok());
    if let Some(tables) = same {
        return Ok(tables);
    }
    let tables = open::<V>(&folder, selection)?;
    let weak = Arc::downgrade(&tables);
    all.push(Shared { variant: TypeId::of::<V>(), folder, selection, tables: weak });
    Ok(tables)
}

fn open<V: Variant>(
    folder: &Path,
    selection: Selection,
) -> Result<Arc<SharedTables<V>>, TableError> {
    if let Selection::UpTo(pieces) = selection {
        let tables = Tables::open_up_to(pieces, folder, Wanted::All, CACHE_BYTES)?;
        return Ok(Arc::new(SharedTables::of(tables.complete(pieces, folder)?)));
    }
    let tables = Tables::open_up_to(PIECES_MAX, folder, Wanted::All, CACHE_BYTES)?;
    let shared = Arc::new(SharedTables::of(tables));
    let are_built = shared.first.complete_to() < SMALL_PIECES && spawn_builder(folder, &shared);
    for error in shared.first.refused() {
        let note = if are_built && is_small(error) { note_built_again } else { note_unusable };
        note(error);
    }
    Ok(shared)
}

/// Whether an error is about the file of a small table.
fn is_small(error: &TableError) -> bool {
    material_of(error).is_some_and(|material| material.count() <= SMALL_PIECES)
}

/// Starts to build the small tables. Returns whether that is so: without another thread, what there is can be used.
fn spawn_builder<V: Variant>(folder: &Path, shared: &Arc<SharedTables<V>>) -> bool {
    let (wanted, path) = (Arc::downgrade(shared), folder.to_path_buf());
    let builder = thread::Builder::new().name("small-tables".into());
    // Threads are started in the same way for all variants.
    let work: Box<dyn FnOnce() + Send> = Box::new(move || build_small(&path, &wanted));
    builder.spawn(work).is_ok()
}

/// Builds what is missing of few pieces, and puts all that there is into its place.
fn build_small<V: Variant>(folder: &Path, wanted: &Weak<SharedTables<V>>) {
    let options = BuildOptions {
        pieces: SMALL_PIECES,
        content: Content::Distances,
        threads: 1,
        memory_bytes: SMALL_MEMORY_BYTES,
    };
    let built = Builder::<V>::new(folder, options)
        .and_then(|mut builder| builder.build(&mut WhileWanted(wanted)));
    let Some(shared) = wanted.upgrade() else { return };
    if let Err(error) = built {
        // A folder that can't be read is named as that.
        let is_readable =
            |error: &TableError| !matches!(error, TableError::UnreadableFolder { .. });
        if shared.first.refused().iter().all(is_readable) {
            note_not_built(folder.parent().unwrap_or(folder), &error);
        }
        let _first = shared.failure.set(error);
    }
    if let Ok(tables) = Tables::open(folder, Wanted::All, CACHE_BYTES) {
        let _first = shared.built.set(tables);
    }
}

struct WhileWanted<'a, V: Variant>(&'a Weak<SharedTables<V>>);

impl<V: Variant> BuildObserver for WhileWanted<'_, V> {
    fn on_progress(&mut self, _: TableProgress) -> Control {
        if self.0.strong_count() == 0 { Control::Stop } else { Control::Continue }
    }

    fn on_table(&mut self, _: &TableInfo) {}
}
