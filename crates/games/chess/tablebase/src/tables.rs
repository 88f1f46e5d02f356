//! The table files in a folder.

use std::io;
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};
use std::sync::{Mutex, OnceLock, PoisonError};
use std::{env, fs};

use cozy_chess::{Board, Color};
use tablebase::{Content, TableError, TableInfo, note_unusable};

use crate::fault::{Fault, Read, damaged};
use crate::material::{Material, PIECES_MAX};
use crate::probing::{self, Lookup};
use crate::source::Budget;
use crate::table::{Distance, Kind, Table};
use crate::wdl::Wdl;

/// The name of the game's subfolder in a tables folder.
const FOLDER: &str = "chess";

/// Syzygy tables for chess. Any number of threads can probe the tables at once.
///
/// A file is opened when it is first probed. A damaged file is recorded and ignored from then on.
#[derive(Debug)]
pub struct SyzygyTables {
    /// The files for each material, with the number that identifies the material.
    entries: Vec<(u64, Entry)>,
    pieces_max: u32,
    refused: Vec<TableError>,
    failures: Mutex<Vec<TableError>>,
    budget: Budget,
}

/// The files for one material.
#[derive(Debug)]
struct Entry {
    material: Material,
    wdl: Option<Slot>,
    dtz: Option<Slot>,
}

/// A file that may not be open yet.
#[derive(Debug)]
struct Slot {
    path: PathBuf,
    bytes: u64,
    table: OnceLock<Option<Table>>,
    is_broken: AtomicBool,
}

/// The folder with Syzygy files in a tables folder: the subfolder `chess`, or the tables folder itself if it contains
/// Syzygy files. A list of folders, as in the variable `PATH`, stays unchanged.
pub fn folder_of(folder: &Path) -> PathBuf {
    let own = folder.join(FOLDER);
    let is_list = !folder.exists() && env::split_paths(folder).count() > 1;
    if is_list || !own.exists() && has_files(folder) { folder.into() } else { own }
}

/// Returns `true` if a folder contains a file with a Syzygy suffix.
fn has_files(folder: &Path) -> bool {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.into_iter().any(|entry| kind_of(&entry.path()).is_some())
}

/// A file's kind, by its suffix.
fn kind_of(path: &Path) -> Option<Kind> {
    let extension = path.extension()?;
    Kind::ALL.into_iter().find(|kind| extension == kind.extension())
}

impl SyzygyTables {
    /// Finds the files with up to `pieces` pieces in a folder, or in a list of folders as in the variable `PATH`. Files
    /// of up to `memory_bytes` in total are read into memory when first probed. Unusable files are
    /// [refused](Self::refused) and recorded. A folder that doesn't exist has no files.
    pub fn open(folder: &Path, pieces: u8, memory_bytes: usize) -> Self {
        let mut tables = Self {
            entries: Vec::new(),
            pieces_max: 0,
            refused: Vec::new(),
            failures: Mutex::default(),
            budget: Budget::new(memory_bytes),
        };
        if folder.exists() {
            tables.add_folder(folder, pieces);
        } else {
            env::split_paths(folder).for_each(|folder| tables.add_folder(&folder, pieces));
        }
        tables.entries.sort_by_key(|(key, _)| *key);
        let with_values = tables.entries.iter().filter(|(_, entry)| entry.wdl.is_some());
        let most = with_values.map(|(_, entry)| u32::from(entry.material.count())).max();
        tables.pieces_max = most.unwrap_or(0);
        tables.refused.iter().for_each(note_unusable);
        tables
    }

    fn add_folder(&mut self, folder: &Path, pieces: u8) {
        let files = fs::read_dir(folder).and_then(Iterator::collect::<io::Result<Vec<_>>>);
        let mut paths: Vec<PathBuf> = match files {
            Ok(files) => files.into_iter().map(|file| file.path()).collect(),
            Err(error) if error.kind() == io::ErrorKind::NotFound => return,
            Err(error) => {
                // If so, a parent folder is a file.
                let existing = folder.ancestors().find(|folder| folder.exists());
                let path = existing.unwrap_or(folder).into();
                return self.refused.push(TableError::UnreadableFolder { path, error });
            }
        };
        paths.sort_unstable();
        for path in paths {
            let name = path.file_stem().and_then(|stem| stem.to_str()).unwrap_or_default();
            let Some((kind, material)) = kind_of(&path).zip(name.parse::<Material>().ok()) else {
                continue;
            };
            if material.count() <= pieces {
                self.add(path, kind, material);
            }
        }
    }

    /// Adds a file, unless the material already has one of this kind.
    fn add(&mut self, path: PathBuf, kind: Kind, material: Material) {
        let key = material.key();
        let known = self.entries.iter().position(|(known, _)| *known == key);
        let bytes = match Table::check(&path, material, kind) {
            Ok(bytes) => bytes,
            Err(error) => return self.refused.push(error),
        };
        let known = known.unwrap_or_else(|| {
            self.entries.push((key, Entry { material, wdl: None, dtz: None }));
            self.entries.len() - 1
        });
        let (table, is_broken) = (OnceLock::new(), AtomicBool::new(false));
        let slot = Slot { path, bytes, table, is_broken };
        self.entries[known].1.slot_mut(kind).get_or_insert(slot);
    }

    /// The tables, if all material with up to `pieces` pieces has WDL tables.
    ///
    /// # Errors
    /// The reason why a file is refused, or [`TableError::MissingFiles`].
    pub fn complete(mut self, pieces: u8, folder: &Path) -> Result<Self, TableError> {
        let missing = (3..=pieces.min(PIECES_MAX + 1)).flat_map(Material::all);
        let Some(missing) = missing.into_iter().find(|material| !self.has_values(*material)) else {
            return Ok(self);
        };
        let material = missing.to_string();
        let is_of_missing = |error: &TableError| match error {
            TableError::UnreadableFolder { .. } => true,
            error => error.path().and_then(Path::file_stem).is_some_and(|stem| *stem == *material),
        };
        if let Some(index) = self.refused.iter().position(is_of_missing) {
            return Err(self.refused.swap_remove(index));
        }
        Err(TableError::MissingFiles { pieces, folder: folder.into(), material })
    }

    fn has_values(&self, material: Material) -> bool {
        self.entry(material.key()).is_some_and(|entry| entry.wdl.is_some())
    }

    /// Maximum number of pieces in a WDL table; 0 without WDL tables.
    #[inline]
    pub const fn pieces_max(&self) -> u32 {
        self.pieces_max
    }

    /// The value of a position after a capture or a pawn move; `None` if a table is missing, or if a side has castling
    /// rights.
    pub fn wdl(&self, board: &Board) -> Option<Wdl> {
        self.may_know(board).then(|| probing::wdl(self, board))?
    }

    /// The plies to the next capture or pawn move, or to the end, under best play. The number is negative if the side
    /// to move loses, 0 for a draw, and 100 more for cursed wins and blessed losses. The distance can be one ply too
    /// small, unless the last ply before the fifty-move rule decides the game. `None` as for [`wdl`](Self::wdl).
    pub fn dtz(&self, board: &Board) -> Option<i32> {
        self.may_know(board).then(|| probing::distance(self, board))?
    }

    /// Returns `true` if the position has few pieces and no castling rights.
    fn may_know(&self, board: &Board) -> bool {
        let castles = |color| {
            let rights = board.castle_rights(color);
            rights.short.is_some() || rights.long.is_some()
        };
        board.occupied().len() <= self.pieces_max && !Color::ALL.into_iter().any(castles)
    }

    /// The tables, those with fewer pieces first. A combination's value file and distance file are listed as one item.
    pub fn list(&self) -> Vec<TableInfo> {
        let materials = (3..=PIECES_MAX).flat_map(Material::all);
        let entries = materials.into_iter().filter_map(|material| self.entry(material.key()));
        entries.map(Entry::info).collect()
    }

    /// The reasons why files were refused when the folder was opened.
    pub fn refused(&self) -> &[TableError] {
        &self.refused
    }

    /// Failures since the last call.
    pub fn take_failures(&self) -> Vec<TableError> {
        std::mem::take(&mut self.failures.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The largest number of pieces up to which all material has WDL tables; 0 without tables.
    pub fn complete_to(&self) -> u8 {
        if self.pieces_max == 0 {
            return 0;
        }
        let is_complete =
            |pieces: &u8| Material::all(*pieces).into_iter().all(|it| self.has_values(it));
        (3..=PIECES_MAX).take_while(is_complete).last().unwrap_or(2)
    }

    /// The material without a WDL table, up to the largest number of pieces with a WDL table.
    pub fn missing(&self) -> Vec<String> {
        let most = u8::try_from(self.pieces_max).unwrap_or(PIECES_MAX);
        let all = (3..=most).flat_map(Material::all);
        all.filter(|material| !self.has_values(*material)).map(|it| it.to_string()).collect()
    }

    /// The material with a WDL table.
    pub(crate) fn materials(&self) -> Vec<Material> {
        let known = self.entries.iter().filter(|(_, entry)| entry.wdl.is_some());
        known.map(|(_, entry)| entry.material).collect()
    }

    fn entry(&self, key: u64) -> Option<&Entry> {
        let index = self.entries.binary_search_by_key(&key, |(key, _)| *key).ok()?;
        self.entries.get(index).map(|(_, entry)| entry)
    }

    /// The files for a position.
    fn entry_of(&self, board: &Board) -> Option<&Entry> {
        let material = Material::of_board(board);
        self.entry(material.key()).or_else(|| self.entry(material.reversed().key()))
    }

    /// The result of `probe` on a file; `None` if the file can't be used.
    fn probe<T>(
        &self,
        material: Material,
        kind: Kind,
        slot: &Slot,
        probe: impl FnOnce(&Table) -> Read<T>,
    ) -> Option<T> {
        if slot.is_broken.load(Relaxed) {
            return None;
        }
        let open = || match Table::open(&slot.path, material, kind, &self.budget) {
            Ok(table) => Some(table),
            Err(error) => {
                self.note(slot, error);
                None
            }
        };
        match probe(slot.table.get_or_init(open).as_ref()?) {
            Ok(found) => Some(found),
            Err(fault) => {
                self.note(slot, fault.of_file(&slot.path));
                None
            }
        }
    }

    /// Records an error in a file, which is ignored from now on.
    fn note(&self, slot: &Slot, error: TableError) {
        if !slot.is_broken.swap(true, Relaxed) {
            note_unusable(&error);
            self.failures.lock().unwrap_or_else(PoisonError::into_inner).push(error);
        }
    }
}

impl Lookup for SyzygyTables {
    fn wdl(&self, board: &Board) -> Option<Wdl> {
        let entry = self.entry_of(board)?;
        let slot = entry.wdl.as_ref()?;
        self.probe(entry.material, Kind::Wdl, slot, |table| table.wdl(board))
    }

    fn distance(&self, board: &Board, value: Wdl) -> Option<Distance> {
        let entry = self.entry_of(board)?;
        let slot = entry.dtz.as_ref()?;
        self.probe(entry.material, Kind::Dtz, slot, |table| table.distance(board, value))
    }

    fn note_contradiction(&self, board: &Board) {
        const CONTRADICTION: Fault = damaged("it has positions for neither side to move");
        let slot = self.entry_of(board).and_then(|entry| entry.dtz.as_ref());
        if let Some(slot) = slot {
            self.note(slot, CONTRADICTION.of_file(&slot.path));
        }
    }
}

impl Entry {
    const fn slot_mut(&mut self, kind: Kind) -> &mut Option<Slot> {
        match kind {
            Kind::Wdl => &mut self.wdl,
            Kind::Dtz => &mut self.dtz,
        }
    }

    fn info(&self) -> TableInfo {
        let slots = || self.wdl.iter().chain(&self.dtz);
        TableInfo {
            material: self.material.to_string(),
            pieces: self.material.count(),
            content: if self.dtz.is_some() { Content::Distances } else { Content::Values },
            cells: 0,
            bytes: slots().map(|slot| slot.bytes).sum(),
            plies_max: None,
            counts: Vec::new(),
            path: slots().next().map(|slot| slot.path.clone()).unwrap_or_default(),
        }
    }
}
