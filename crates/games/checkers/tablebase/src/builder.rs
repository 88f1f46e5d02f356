//! Builds a variant's tables, one after another.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use checkers::Variant;
use tablebase::{
    BuildObserver, BuildOptions, Content, Control, PIECES_MAX, PlannedTable, TableError,
    TableProgress,
};

use crate::generation::{NewGeneration, Unfinished, cells_of, memory_of, new_generation};
use crate::material::{Material, materials_of};
use crate::rules::Facts;
use crate::slices::{SliceMaker, SliceObserver, memory_of_slices, remove_slices};
use crate::table_set::{TableFilter, TableSet, check_supported, checkpoint_of, file_of};
use crate::tables::Tables;

/// The tables left to build in a variant's folder. A planner doesn't build anything, and other programs can build
/// tables in the folder in the meantime.
#[derive(Debug)]
pub struct Planner<V: Variant> {
    building: Building,
    tables: Tables<V>,
}

/// Builds tables in a variant's folder, which stays locked.
#[derive(Debug)]
pub struct Builder<V: Variant> {
    planner: Planner<V>,
    /// The lock file. The lock is released when it is closed or when the program ends.
    _lock: File,
}

/// A variant's facts, and the constructor for its table generation.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Making {
    pub(crate) facts: &'static Facts,
    pub(crate) new_generation: NewGeneration,
}

impl Making {
    pub(crate) const fn of<V: Variant>() -> Self {
        Self { facts: Facts::of::<V>(), new_generation: new_generation::<V> }
    }
}

/// The state of a build besides the existing tables.
#[derive(Debug)]
struct Building {
    making: Making,
    options: BuildOptions,
    /// The requested table, if not all are requested.
    only: Option<Material>,
    folder: PathBuf,
}

/// The file whose lock marks a build in progress.
const LOCK: &str = "building.lock";

/// The allowed memory divided by this number is for the blocks of finished tables.
const CACHE_PART: u64 = 4;
/// Maximum cache size in bytes. More is never needed, because most probes hit recently used blocks.
const CACHE_BYTES_MAX: u64 = 1 << 28;

impl<V: Variant> Planner<V> {
    /// A planner for this folder, which need not exist.
    ///
    /// # Errors
    /// [`TableError`] if the variant has no tables or the number of pieces is wrong.
    pub fn new(folder: &Path, options: BuildOptions) -> Result<Self, TableError> {
        let building = Building::new(Making::of::<V>(), folder, options)?;
        let tables = Tables::of(building.open()?);
        Ok(Self { building, tables })
    }

    /// Returns a builder for this plan. Creates the folder if it doesn't exist, and checks which tables exist there by
    /// now.
    ///
    /// # Errors
    /// [`TableError`] if the folder can't be created, or another program builds there.
    pub fn into_builder(self) -> Result<Builder<V>, TableError> {
        Builder::of(self.building)
    }

    /// All requested tables, in build order.
    pub fn plan(&self) -> Vec<PlannedTable> {
        self.building.plan(self.tables.set())
    }

    /// Restricts [`plan`](Self::plan) to the table for these pieces and its dependencies. The table is named like its
    /// file.
    ///
    /// # Errors
    /// [`TableError::NotPlanned`] if the table was not requested, [`TableError::WeakerFirst`] if it has another name.
    pub fn restrict(&mut self, material: &str) -> Result<(), TableError> {
        self.building.restrict(material)
    }

    /// Checks that the allowed memory suffices for each missing table in the [`plan`](Self::plan).
    ///
    /// # Errors
    /// [`TableError::Memory`] for the first table that needs more.
    pub fn check_memory(&self) -> Result<(), TableError> {
        self.building.missing(self.tables.set()).map(|_methods| ())
    }

    /// The existing tables.
    pub const fn tables(&self) -> &Tables<V> {
        &self.tables
    }

    /// Rebuilds an existing table without writing it, so the caller can measure the speed. Returns the amount of work,
    /// in [`TableProgress`] units.
    ///
    /// # Errors
    /// [`TableError`] if a table can't be read.
    pub fn rehearse(&self) -> Result<u64, TableError> {
        self.building.rehearse(self.tables.set())
    }
}

impl<V: Variant> Builder<V> {
    /// Creates a builder for this folder, and the folder if it doesn't exist.
    ///
    /// # Errors
    /// [`TableError`] if the variant has no tables, the number of pieces is wrong, the folder can't
    /// be created, or another program builds there.
    pub fn new(folder: &Path, options: BuildOptions) -> Result<Self, TableError> {
        // If tables can't be built, nothing is written.
        Self::of(Building::new(Making::of::<V>(), folder, options)?)
    }

    /// Creates a builder for this build.
    fn of(building: Building) -> Result<Self, TableError> {
        let lock = lock(&building.folder)?;
        // Another builder may have built some tables while this one waited for the lock.
        let tables = Tables::of(building.open()?);
        Ok(Self { planner: Planner { building, tables }, _lock: lock })
    }

    /// All requested tables, in build order.
    pub fn plan(&self) -> Vec<PlannedTable> {
        self.planner.plan()
    }

    /// The existing tables.
    pub const fn tables(&self) -> &Tables<V> {
        self.planner.tables()
    }

    /// The build plan.
    pub const fn planner(&self) -> &Planner<V> {
        &self.planner
    }

    /// The build plan, mutably, to restrict it.
    pub const fn planner_mut(&mut self) -> &mut Planner<V> {
        &mut self.planner
    }

    /// Builds the missing tables.
    ///
    /// # Errors
    /// [`TableError`] if a file can't be written or read, the observer stops the build, or the memory is too small for
    /// one of the tables, which is detected before the build starts. Finished tables stay; an unfinished table resumes
    /// from its last checkpoint.
    pub fn build(&mut self, observer: &mut dyn BuildObserver) -> Result<(), TableError> {
        let Planner { building, tables } = &mut self.planner;
        building.build(tables.set_mut(), observer)
    }
}

/// Builds the missing tables in a variant's folder, like a [`Builder`].
///
/// # Errors
/// [`TableError`] as for [`Builder::new`] and [`Builder::build`].
pub(crate) fn build(
    making: Making,
    folder: &Path,
    options: BuildOptions,
    observer: &mut dyn BuildObserver,
) -> Result<(), TableError> {
    let building = Building::new(making, folder, options)?;
    let _lock = lock(&building.folder)?;
    let mut tables = building.open()?;
    building.build(&mut tables, observer)
}

/// Locks a folder, which is created if it doesn't exist.
fn lock(folder: &Path) -> Result<File, TableError> {
    fs::create_dir_all(folder).map_err(TableError::io("make", folder))?;
    let path = folder.join(LOCK);
    let lock = File::create(&path).map_err(TableError::io("write", &path))?;
    match lock.try_lock() {
        Ok(()) => Ok(lock),
        Err(TryLockError::WouldBlock) => Err(TableError::Busy { folder: folder.into() }),
        Err(TryLockError::Error(error)) => Err(TableError::io("lock", path)(error)),
    }
}

impl Building {
    /// The state of a build in this folder.
    ///
    /// # Errors
    /// [`TableError`] if the variant has no tables or the number of pieces is wrong.
    fn new(making: Making, folder: &Path, options: BuildOptions) -> Result<Self, TableError> {
        check_supported(making.facts)?;
        if !(2..=PIECES_MAX).contains(&options.pieces) {
            return Err(TableError::Pieces { pieces: options.pieces });
        }
        Ok(Self { making, options, only: None, folder: folder.into() })
    }

    /// The existing tables.
    fn open(&self) -> Result<TableSet, TableError> {
        let cache_bytes = cache_bytes(self.options.memory_bytes);
        let wanted = match self.options.content {
            Content::Values => TableFilter::All,
            Content::Distances => TableFilter::Distances,
        };
        TableSet::open(self.making.facts, PIECES_MAX, &self.folder, wanted, cache_bytes)
    }

    fn restrict(&mut self, material: &str) -> Result<(), TableError> {
        let pieces = self.options.pieces;
        let planned = materials_of(self.making.facts, pieces);
        let parsed = Material::parse(material);
        let canonical = parsed.map(Material::canonical).filter(|named| planned.contains(named));
        let material = material.into();
        match canonical {
            None => Err(TableError::NotPlanned { material, pieces }),
            Some(named) if parsed != canonical => {
                Err(TableError::WeakerFirst { material, pieces, name: named.to_string() })
            }
            Some(named) => {
                self.only = Some(named);
                Ok(())
            }
        }
    }

    fn plan(&self, tables: &TableSet) -> Vec<PlannedTable> {
        let planned = self.planned_materials().into_iter().map(|material| PlannedTable {
            material: material.to_string(),
            cells: cells_of(self.making.facts, material),
            memory_bytes: self.method_of(material).memory_bytes,
            is_present: tables.has(material),
        });
        planned.collect()
    }

    /// The material combinations in [`plan`](Self::plan).
    fn planned_materials(&self) -> Vec<Material> {
        let mut wanted = materials_of(self.making.facts, self.options.pieces);
        if let Some(only) = self.only {
            wanted.retain(|&material| only.leads_to(material));
        }
        wanted
    }

    fn build(
        &self,
        tables: &mut TableSet,
        observer: &mut dyn BuildObserver,
    ) -> Result<(), TableError> {
        let wanted = self.planned_materials();
        for error in tables.refused().iter().filter(|error| is_of(error, &wanted)) {
            observer.on_refused(error);
        }
        // A table that can't be built is refused immediately, not after hours.
        for (material, method) in self.missing(tables)? {
            if method.in_slices {
                self.build_in_slices(tables, material, observer)?;
            } else {
                self.build_whole(tables, material, observer)?;
            }
            self.finish(tables, material, observer)?;
        }
        Ok(())
    }

    /// The tables to build, each with its build method.
    ///
    /// # Errors
    /// [`TableError::Memory`] if the memory limit is too low for one of them.
    fn missing(&self, tables: &TableSet) -> Result<Vec<(Material, Method)>, TableError> {
        let allowed = self.options.memory_bytes;
        let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
        let missing =
            self.planned_materials().into_iter().filter(|&material| !tables.has(material));
        let planned = missing.map(|material| {
            let method = self.method_of(material);
            if method.memory_bytes <= allowed {
                return Ok((material, method));
            }
            Err(TableError::Memory {
                material: material.to_string(),
                needed: mebibytes(method.memory_bytes),
                allowed: mebibytes(allowed),
            })
        });
        planned.collect()
    }

    /// A table's build method: in one piece if the memory limit allows it, otherwise the method that needs the least
    /// memory.
    fn method_of(&self, material: Material) -> Method {
        let whole = with_caches(memory_of(self.making.facts, material), 1);
        // The blocks of the previous slice count in addition to the finished tables' blocks.
        let slices = with_caches(memory_of_slices(self.making.facts, material), 2);
        let in_slices = whole > self.options.memory_bytes.max(slices);
        Method { in_slices, memory_bytes: if in_slices { slices } else { whole } }
    }

    /// Builds a table in memory.
    fn build_whole(
        &self,
        tables: &TableSet,
        material: Material,
        observer: &mut dyn BuildObserver,
    ) -> Result<(), TableError> {
        let BuildOptions { content, threads, .. } = self.options;
        let kept = checkpoint_of(&self.folder, material, content);
        let mut known = Unfinished::new(self.making.facts, material, content, threads.max(1));
        if kept.exists()
            && let Err(error) = known.restore(&kept)
        {
            observer.on_refused(&error);
            known.begin_anew();
        }
        let mut generation = (self.making.new_generation)(known, tables);
        let observer = &RefCell::new(OfTable::of(self.making.facts, material, observer));
        generation.run(&mut |done| observer.borrow_mut().on_done(done), &mut |known| {
            known.save_checkpoint(&kept)?;
            observer.borrow_mut().on_checkpoint();
            Ok(())
        })?;
        generation.known().save(&file_of(&self.folder, material, content))?;
        Ok(())
    }

    /// Builds a table that doesn't fit into memory.
    fn build_in_slices(
        &self,
        tables: &TableSet,
        material: Material,
        observer: &mut dyn BuildObserver,
    ) -> Result<(), TableError> {
        let BuildOptions { content, threads, memory_bytes, .. } = self.options;
        let maker = SliceMaker {
            folder: &self.folder,
            material,
            content,
            facts: self.making.facts,
            new_generation: self.making.new_generation,
            tables,
            threads: threads.max(1),
            cache_bytes: cache_bytes(memory_bytes),
        };
        let file = file_of(&self.folder, material, content);
        maker.run(&file, &mut OfTable::of(self.making.facts, material, observer))
    }

    /// Adds a finished table to the existing ones, and removes its intermediate files.
    fn finish(
        &self,
        tables: &mut TableSet,
        material: Material,
        observer: &mut dyn BuildObserver,
    ) -> Result<(), TableError> {
        let content = self.options.content;
        // If this file remained, a whole table would be built again in the worst case.
        let _gone = fs::remove_file(checkpoint_of(&self.folder, material, content));
        remove_slices(self.making.facts, &self.folder, material, content);
        tables.add(material, content)?;
        if let Some(info) = tables.info_of(material) {
            observer.on_table(&info);
        }
        Ok(())
    }

    fn rehearse(&self, tables: &TableSet) -> Result<u64, TableError> {
        let present = self.planned_materials().into_iter().filter(|&material| tables.has(material));
        let sized = present.map(|material| (cells_of(self.making.facts, material), material));
        let small = sized.filter(|(cells, _)| *cells <= REHEARSED_CELLS_MAX);
        let Some((cells, material)) = small.max_by_key(|(cells, _)| *cells) else { return Ok(0) };
        let BuildOptions { content, threads, .. } = self.options;
        let known = Unfinished::new(self.making.facts, material, content, threads.max(1));
        let mut generation = (self.making.new_generation)(known, tables);
        generation.run(&mut |_| Control::Continue, &mut |_| Ok(()))?;
        Ok(2 * cells)
    }
}

/// Returns `true` if the error concerns the table for one of `materials`, or no file.
fn is_of(error: &TableError, materials: &[Material]) -> bool {
    let name = error.path().and_then(Path::file_stem).and_then(OsStr::to_str);
    name.is_none_or(|name| materials.iter().any(|material| material.to_string() == name))
}

/// A table's build method.
#[derive(Clone, Copy, Debug)]
struct Method {
    /// `true` if only one slice at a time is in memory, with the others in files.
    in_slices: bool,
    /// The memory needed for the cells and the blocks of finished tables.
    memory_bytes: u64,
}

/// Reports a table's progress to a builder's observer.
struct OfTable<'a> {
    material: String,
    total: u64,
    observer: &'a mut dyn BuildObserver,
}

impl<'a> OfTable<'a> {
    fn of(facts: &Facts, material: Material, observer: &'a mut dyn BuildObserver) -> Self {
        Self { material: material.to_string(), total: 2 * cells_of(facts, material), observer }
    }
}

impl SliceObserver for OfTable<'_> {
    fn on_done(&mut self, done: u64) -> Control {
        let material = self.material.clone();
        self.observer.on_progress(TableProgress { material, work: [done, self.total] })
    }

    fn on_checkpoint(&mut self) {
        self.observer.on_checkpoint();
    }

    fn on_refused(&mut self, error: &TableError) {
        self.observer.on_refused(error);
    }
}

/// Maximum number of cells to rebuild for an estimate, so the estimate is quick.
const REHEARSED_CELLS_MAX: u64 = 1_000_000;

/// The total memory for this number of bytes and caches.
fn with_caches(bytes: u64, caches: u64) -> u64 {
    let in_part = bytes.saturating_mul(CACHE_PART) / (CACHE_PART - caches);
    in_part.min(bytes.saturating_add(caches * CACHE_BYTES_MAX))
}

/// The maximum cache size with this memory limit.
fn cache_bytes(memory_bytes: u64) -> usize {
    usize::try_from((memory_bytes / CACHE_PART).min(CACHE_BYTES_MAX)).unwrap_or(usize::MAX)
}
