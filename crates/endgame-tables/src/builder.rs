//! Building the tables of a variant, one material after the other.

use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use checkers::Variant;

use tablebase::{
    BuildObserver, BuildOptions, Content, Control, PIECES_MAX, PlannedTable, TableError,
    TableProgress,
};

use crate::folder::{checkpoint_of, file_of};
use crate::generation::{Generation, cells_of, memory_of};
use crate::material::{Material, materials};
use crate::tables::{Tables, Wanted};

/// Builds tables in a variant's folder, and holds it for itself meanwhile.
#[derive(Debug)]
pub struct Builder<V: Variant> {
    options: BuildOptions,
    folder: PathBuf,
    tables: Tables<V>,
    /// Unlocked when it is closed, also by the end of the program.
    _lock: File,
}

/// The name of the file whose lock says that somebody builds.
const LOCK: &str = "building.lock";

/// What the blocks of finished tables take up at most, as a part of the memory that is allowed.
const CACHE_PART: u64 = 4;
/// More than this is never needed: most probes go to blocks that were needed just before.
const CACHE_BYTES_MAX: u64 = 1 << 28;

impl<V: Variant> Builder<V> {
    /// A builder in this folder, which is made if it doesn't exist.
    ///
    /// # Errors
    /// [`TableError`] if the variant has no tables, the number of pieces is wrong, the folder can't be made, or
    /// somebody else builds there.
    pub fn new(folder: &Path, options: BuildOptions) -> Result<Self, TableError> {
        if !(2..=PIECES_MAX).contains(&options.pieces) {
            return Err(TableError::Pieces { pieces: options.pieces });
        }
        let cache_bytes = cache_bytes(options.memory_bytes);
        let wanted = match options.content {
            Content::Values => Wanted::All,
            Content::Distances => Wanted::Distances,
        };
        // The variant is asked about before anything is written.
        let mut tables = Tables::open(folder, wanted, cache_bytes)?;
        fs::create_dir_all(folder).map_err(TableError::io("make", folder))?;
        let path = folder.join(LOCK);
        let lock = File::create(&path).map_err(TableError::io("write", &path))?;
        match lock.try_lock() {
            Ok(()) => {}
            Err(TryLockError::WouldBlock) => {
                return Err(TableError::Busy { folder: folder.into() });
            }
            Err(TryLockError::Error(error)) => return Err(TableError::io("lock", path)(error)),
        }
        // What another builder has made until the lock was free.
        tables = Tables::open(folder, tables.wanted(), cache_bytes)?;
        Ok(Self { options, folder: folder.into(), tables, _lock: lock })
    }

    /// All tables that belong to what was asked for, in the order in which they are built.
    pub fn plan(&self) -> Vec<PlannedTable> {
        let planned = self.wanted().into_iter().map(|material| PlannedTable {
            material: material.to_string(),
            cells: cells_of::<V>(material),
            memory_bytes: memory_of::<V>(material),
            is_present: self.tables.has(material),
        });
        planned.collect()
    }

    /// The materials of [`plan`](Self::plan).
    fn wanted(&self) -> Vec<Material> {
        materials::<V>(self.options.pieces)
    }

    /// The tables that are there.
    pub const fn tables(&self) -> &Tables<V> {
        &self.tables
    }

    /// Builds what is missing.
    ///
    /// # Errors
    /// [`TableError`] if something can't be written or read, the memory is not enough, or the observer wants to stop. What
    /// is finished stays; a table that was begun goes on from its last checkpoint.
    pub fn build(&mut self, observer: &mut dyn BuildObserver) -> Result<(), TableError> {
        for error in self.tables.refused() {
            observer.on_refused(error);
        }
        for material in self.wanted() {
            if self.tables.has(material) {
                continue;
            }
            let memory_bytes = memory_of::<V>(material);
            let needed = memory_bytes.saturating_add(cache_bytes(self.options.memory_bytes) as u64);
            if needed > self.options.memory_bytes {
                let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
                return Err(TableError::Memory {
                    material: material.to_string(),
                    needed: mebibytes(memory_bytes.saturating_mul(CACHE_PART) / (CACHE_PART - 1)),
                    allowed: mebibytes(self.options.memory_bytes),
                });
            }
            self.build_one(material, observer)?;
        }
        Ok(())
    }

    fn build_one(
        &mut self,
        material: Material,
        observer: &mut dyn BuildObserver,
    ) -> Result<(), TableError> {
        let BuildOptions { content, threads, .. } = self.options;
        let file = file_of(&self.folder, material, content);
        let kept = checkpoint_of(&self.folder, material, content);
        let mut generation = Generation::new(material, content, &self.tables, threads.max(1));
        if kept.exists()
            && let Err(error) = generation.restore(&kept)
        {
            observer.on_refused(&error);
            generation = Generation::new(material, content, &self.tables, threads.max(1));
        }
        let total = 2 * cells_of::<V>(material);
        let observer = std::cell::RefCell::new(observer);
        generation.run(
            &mut |done| {
                let material = material.to_string();
                let progress = TableProgress { material, work: [done, total] };
                observer.borrow_mut().on_progress(progress)
            },
            &mut |generation| {
                generation.save_checkpoint(&kept)?;
                observer.borrow_mut().on_checkpoint();
                Ok(())
            },
        )?;
        generation.save(&file)?;
        drop(generation);
        // Without it a whole table would only be made once more.
        let _gone = fs::remove_file(&kept);
        self.tables.add(material, content)?;
        if let Some(info) = self.tables.info_of(material) {
            observer.into_inner().on_table(&info);
        }
        Ok(())
    }

    /// Makes a table that is there once more, without writing it, so that the caller can measure how fast that goes. Returns
    /// how much work it was, as [`TableProgress`] counts it.
    ///
    /// # Errors
    /// [`TableError`] if a table can't be read.
    pub fn rehearse(&self) -> Result<u64, TableError> {
        let present = self.wanted().into_iter().filter(|&material| self.tables.has(material));
        let sized = present.map(|material| (cells_of::<V>(material), material));
        let small = sized.filter(|(cells, _)| *cells <= REHEARSED_CELLS_MAX);
        let Some((cells, material)) = small.max_by_key(|(cells, _)| *cells) else { return Ok(0) };
        let BuildOptions { content, threads, .. } = self.options;
        let mut generation = Generation::new(material, content, &self.tables, threads.max(1));
        generation.run(&mut |_| Control::Continue, &mut |_| Ok(()))?;
        Ok(2 * cells)
    }
}

/// More cells take longer than somebody wants to wait for an estimate.
const REHEARSED_CELLS_MAX: u64 = 1_000_000;

fn cache_bytes(memory_bytes: u64) -> usize {
    usize::try_from((memory_bytes / CACHE_PART).min(CACHE_BYTES_MAX)).unwrap_or(usize::MAX)
}
