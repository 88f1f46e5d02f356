//! Shares open tables among all players in a program.

use std::marker::PhantomData;
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread;

use checkers::{Position, Variant};
use tablebase::{
    BuildObserver, BuildOptions, Content, Control, PIECES_MAX, SMALL_PIECES, Selection, TableError,
    TableInfo, TableProgress, TableValue, note_built_again, note_not_built, note_unusable,
};

use crate::builder::{Making, build};
use crate::table_set::{TableFilter, TableSet, folder_of, material_of};

/// The maximum memory for decoded blocks from one variant's tables.
const CACHE_BYTES: usize = 1 << 26;

/// The memory with which small tables are built.
const SMALL_MEMORY_BYTES: u64 = 1 << 28;

/// A variant's tables, to which small tables may be added. All clones share the same tables.
#[derive(Clone, Debug)]
pub struct SharedTables<V> {
    sets: Arc<SharedSets>,
    variant: PhantomData<V>,
}

impl<V: Variant> SharedTables<V> {
    /// The current maximum number of pieces in a table; 0 without tables.
    #[inline]
    pub fn pieces_max(&self) -> u32 {
        self.sets.get().pieces_max()
    }

    /// The largest number of pieces up to which the tables are currently complete; less than 2 without complete tables.
    pub fn complete_to(&self) -> u8 {
        self.sets.get().complete_to()
    }

    /// The value of a position: see [`Tables::probe`](crate::Tables::probe).
    #[inline]
    pub fn probe(&self, position: &Position<V::Word>) -> Option<TableValue> {
        self.sets.get().probe::<V>(position)
    }

    /// The reason why tables could not be built.
    pub fn failure(&self) -> Option<&TableError> {
        self.sets.failure.get()
    }

    /// Returns `true` if both share the same tables in memory.
    pub fn is_same(&self, other: &Self) -> bool {
        Arc::ptr_eq(&self.sets, &other.sets)
    }
}

/// The tables with their variant's type erased.
#[derive(Debug)]
struct SharedSets {
    /// The tables at the start.
    first: TableSet,
    /// The tables after the small ones were built.
    built: OnceLock<TableSet>,
    failure: OnceLock<TableError>,
}

impl SharedSets {
    /// The initial state with these tables.
    const fn of(first: TableSet) -> Self {
        Self { first, built: OnceLock::new(), failure: OnceLock::new() }
    }

    /// The tables that exist now.
    #[inline]
    fn get(&self) -> &TableSet {
        self.built.get().unwrap_or(&self.first)
    }
}

/// The shared tables, while a player holds them.
static SHARED: Mutex<Vec<CachedTables>> = Mutex::new(Vec::new());

struct CachedTables {
    /// The variant's folder.
    folder: PathBuf,
    selection: Selection,
    sets: Weak<SharedSets>,
}

/// A variant's tables in this tables folder, shared by players with the same request.
///
/// With [`Selection::Present`] a thread builds missing tables of up to [`SMALL_PIECES`] pieces, with distances. These
/// tables become available when the thread is done; existing tables are available immediately. The thread stops early
/// if no player uses the tables anymore. Unusable files are recorded.
///
/// # Errors
/// [`TableError::Unsupported`] if the variant has no tables. With [`Selection::UpTo`] also
/// [`TableError::Incomplete`] if a table is missing, or the reason why a file can't be used.
pub fn shared<V: Variant>(
    folder: &Path,
    selection: Selection,
) -> Result<SharedTables<V>, TableError> {
    let sets = shared_sets(Making::of::<V>(), folder_of::<V>(folder), selection)?;
    Ok(SharedTables { sets, variant: PhantomData })
}

/// The shared tables of the variant with these facts, in its own folder.
fn shared_sets(
    making: Making,
    folder: PathBuf,
    selection: Selection,
) -> Result<Arc<SharedSets>, TableError> {
    let mut all = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|shared| shared.sets.strong_count() > 0);
    let same = all.iter().find(|shared| shared.folder == folder && shared.selection == selection);
    if let Some(sets) = same.and_then(|shared| shared.sets.upgrade()) {
        return Ok(sets);
    }
    let sets = open(making, &folder, selection)?;
    all.push(CachedTables { folder, selection, sets: Arc::downgrade(&sets) });
    Ok(sets)
}

fn open(
    making: Making,
    folder: &Path,
    selection: Selection,
) -> Result<Arc<SharedSets>, TableError> {
    let open = |pieces| TableSet::open(making.facts, pieces, folder, TableFilter::All, CACHE_BYTES);
    if let Selection::UpTo(pieces) = selection {
        let set = open(pieces)?.complete(pieces, folder)?;
        set.refused().iter().for_each(note_unusable);
        return Ok(Arc::new(SharedSets::of(set)));
    }
    let shared = Arc::new(SharedSets::of(open(PIECES_MAX)?));
    let are_built =
        shared.first.complete_to() < SMALL_PIECES && spawn_builder(making, folder, &shared);
    for error in shared.first.refused() {
        let note = if are_built && is_small(error) { note_built_again } else { note_unusable };
        note(error);
    }
    Ok(shared)
}

/// Returns `true` if an error is about the file of a small table.
fn is_small(error: &TableError) -> bool {
    material_of(error).is_some_and(|material| material.count() <= SMALL_PIECES)
}

/// Starts building the small tables. Returns `true` if a thread could be started; otherwise the existing tables are
/// used.
fn spawn_builder(making: Making, folder: &Path, shared: &Arc<SharedSets>) -> bool {
    let (wanted, path) = (Arc::downgrade(shared), folder.to_path_buf());
    let builder = thread::Builder::new().name("small-tables".into());
    builder.spawn(move || build_small(making, &path, &wanted)).is_ok()
}

/// Builds the missing small tables, and publishes all existing tables.
fn build_small(making: Making, folder: &Path, wanted: &Weak<SharedSets>) {
    let options = BuildOptions {
        pieces: SMALL_PIECES,
        content: Content::Distances,
        threads: 1,
        memory_bytes: SMALL_MEMORY_BYTES,
    };
    let built = build(making, folder, options, &mut WhileWanted(wanted));
    let Some(shared) = wanted.upgrade() else { return };
    if let Err(error) = built {
        // An unreadable folder has already been reported.
        let is_readable =
            |error: &TableError| !matches!(error, TableError::UnreadableFolder { .. });
        if shared.first.refused().iter().all(is_readable) {
            note_not_built(folder.parent().unwrap_or(folder), &error);
        }
        let _first = shared.failure.set(error);
    }
    if let Ok(set) = TableSet::open(making.facts, PIECES_MAX, folder, TableFilter::All, CACHE_BYTES)
    {
        set.refused().iter().for_each(note_unusable);
        let _first = shared.built.set(set);
    }
}

struct WhileWanted<'a>(&'a Weak<SharedSets>);

impl BuildObserver for WhileWanted<'_> {
    fn on_progress(&mut self, _: TableProgress) -> Control {
        if self.0.strong_count() == 0 { Control::Stop } else { Control::Continue }
    }

    fn on_table(&mut self, _: &TableInfo) {}
}
