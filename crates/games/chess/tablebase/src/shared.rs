//! Shares open tables among all players in a program.

use std::path::{Path, PathBuf};
use std::sync::{Arc, Mutex, PoisonError, Weak};

use tablebase::{Selection, TableError};

use crate::material::PIECES_MAX;
use crate::tables::{SyzygyTables, folder_of};

/// The memory for whole files, in bytes; enough for all tables with four pieces.
const MEMORY_BYTES: usize = 1 << 26;

/// The shared tables, while a player holds them.
static SHARED: Mutex<Vec<CachedTables>> = Mutex::new(Vec::new());

struct CachedTables {
    folder: PathBuf,
    selection: Selection,
    tables: Weak<SyzygyTables>,
}

/// The Syzygy tables in this tables folder, shared by players with the same request. Unusable files are recorded.
///
/// # Errors
/// With [`Selection::UpTo`], [`TableError::MissingFiles`] if a table is missing, or the reason why a file can't be
/// used.
pub fn shared(folder: &Path, selection: Selection) -> Result<Arc<SyzygyTables>, TableError> {
    let folder = folder_of(folder);
    let mut all = SHARED.lock().unwrap_or_else(PoisonError::into_inner);
    all.retain(|shared| shared.tables.strong_count() > 0);
    let same = all.iter().find(|shared| shared.folder == folder && shared.selection == selection);
    if let Some(tables) = same.and_then(|shared| shared.tables.upgrade()) {
        return Ok(tables);
    }
    let tables = match selection {
        Selection::Present => SyzygyTables::open(&folder, PIECES_MAX, MEMORY_BYTES),
        Selection::UpTo(pieces) => {
            SyzygyTables::open(&folder, pieces, MEMORY_BYTES).complete(pieces, &folder)?
        }
    };
    let tables = Arc::new(tables);
    all.push(CachedTables { folder, selection, tables: Arc::downgrade(&tables) });
    Ok(tables)
}
