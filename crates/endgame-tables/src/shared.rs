//! Tables that all players of a program share.

use std::any::{Any, TypeId};
use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, OnceLock, PoisonError, Weak};
use std::thread;

use checkers::Variant;
use tablebase::{
    BuildObserver, BuildOptions, Content, Control, SMALL_PIECES, Selection, TableError, TableInfo,
    TableProgress,
};

use crate::builder::Builder;
use crate::folder::folder_of;
use crate::table_set::Wanted;
use crate::tables::Tables;

/// What the decoded blocks of one variant's tables take up at most.
const CACHE_BYTES: usize = 1 << 26;

/// The memory with which small tables are built.
const SMALL_MEMORY_BYTES: u64 = 1 << 28;

/// Tables of a variant, or a place where they will be.
#[derive(Debug)]
pub struct SharedTables<V: Variant> {
    tables: OnceLock<Tables<V>>,
    failure: OnceLock<TableError>,
}

impl<V: Variant> SharedTables<V> {
    /// The tables, as soon as they are there.
    #[inline]
    pub fn get(&self) -> Option<&Tables<V>> {
        self.tables.get()
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
/// With [`Selection::Present`] a thread builds what is missing of up to [`SMALL_PIECES`] pieces, with distances; the tables
/// are there when it is done. It ends early when nobody wants them anymore.
///
/// # Errors
/// [`TableError`] if the variant has no tables, or if one is missing with [`Selection::UpTo`].
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
    let shared = SharedTables { tables: OnceLock::new(), failure: OnceLock::new() };
    let shared = Arc::new(shared);
    if let Selection::UpTo(pieces) = selection {
        let tables = Tables::open_up_to(pieces, folder, Wanted::All, CACHE_BYTES)?;
        let _first = shared.tables.set(tables.complete(pieces, folder)?);
        return Ok(shared);
    }
    let tables = Tables::open(folder, Wanted::All, CACHE_BYTES)?;
    if tables.complete_to() >= SMALL_PIECES {
        let _first = shared.tables.set(tables);
        return Ok(shared);
    }
    let (wanted, path) = (Arc::downgrade(&shared), folder.to_path_buf());
    let builder = thread::Builder::new().name("small-tables".into());
    // Threads are started in the same way for all variants.
    let work: Box<dyn FnOnce() + Send> = Box::new(move || build_small(&path, &wanted));
    if builder.spawn(work).is_err() {
        // What there is can be used without it.
        let _first = shared.tables.set(tables);
    }
    Ok(shared)
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
        let _first = shared.failure.set(error);
    }
    if let Ok(tables) = Tables::open(folder, Wanted::All, CACHE_BYTES) {
        let _first = shared.tables.set(tables);
    }
}

struct WhileWanted<'a, V: Variant>(&'a Weak<SharedTables<V>>);

impl<V: Variant> BuildObserver for WhileWanted<'_, V> {
    fn on_progress(&mut self, _: TableProgress) -> Control {
        if self.0.strong_count() == 0 { Control::Stop } else { Control::Continue }
    }

    fn on_table(&mut self, _: &TableInfo) {}
}
