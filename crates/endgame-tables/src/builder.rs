//! Building the tables of a variant, one material after the other.

use std::cell::RefCell;
use std::ffi::OsStr;
use std::fs::{self, File, TryLockError};
use std::path::{Path, PathBuf};

use checkers::Variant;

use tablebase::{
    BuildObserver, BuildOptions, Content, Control, PIECES_MAX, PlannedTable, TableError,
    TableProgress,
};

use crate::facts::Facts;
use crate::folder::{checkpoint_of, file_of};
use crate::generation::{NewGeneration, Unfinished, cells_of, memory_of, new_generation};
use crate::material::{Material, materials_of};
use crate::slices::{SliceMaker, SliceObserver, memory_of_slices, remove_slices};
use crate::table_set::{TableSet, Wanted, check_supported};
use crate::tables::Tables;

/// What there is to build in a variant's folder. It makes nothing, and others may build there meanwhile.
#[derive(Debug)]
pub struct Planner<V: Variant> {
    building: Building,
    tables: Tables<V>,
}

/// Builds tables in a variant's folder, and holds it for itself meanwhile.
#[derive(Debug)]
pub struct Builder<V: Variant> {
    planner: Planner<V>,
    /// Unlocked when it is closed, also by the end of the program.
    _lock: File,
}

/// What building needs beside the tables that there are.
#[derive(Debug)]
struct Building {
    facts: &'static Facts,
    new_generation: NewGeneration,
    options: BuildOptions,
    /// The table that is wanted, if not all are.
    only: Option<Material>,
    folder: PathBuf,
}

/// The name of the file whose lock says that somebody builds.
const LOCK: &str = "building.lock";

/// What the blocks of finished tables take up at most, as a part of the memory that is allowed.
const CACHE_PART: u64 = 4;
/// More than this is never needed: most probes go to blocks that were needed just before.
const CACHE_BYTES_MAX: u64 = 1 << 28;

impl<V: Variant> Planner<V> {
    /// A planner for this folder, which may not exist.
    ///
    /// # Errors
    /// [`TableError`] if the variant has no tables or the number of pieces is wrong.
    pub fn new(folder: &Path, options: BuildOptions) -> Result<Self, TableError> {
        let building = Building::new(Facts::of::<V>(), new_generation::<V>, folder, options)?;
        let tables = Tables::of(building.open()?);
        Ok(Self { building, tables })
    }

    /// The builder of what is planned. It makes the folder if it doesn't exist, and knows what has been built there by now.
    ///
    /// # Errors
    /// [`TableError`] if the folder can't be made, or somebody else builds there.
    pub fn into_builder(self) -> Result<Builder<V>, TableError> {
        Builder::of(self.building)
    }

    /// All tables that belong to what was asked for, in the order in which they are built.
    pub fn plan(&self) -> Vec<PlannedTable> {
        self.building.plan(self.tables.set())
    }

    /// From now on, [`plan`](Self::plan) has only the table of these pieces, named as its file is, and those that it is made
    /// from.
    ///
    /// # Errors
    /// [`TableError::NotPlanned`] if the table does not belong to what was asked for, [`TableError::WeakerFirst`] if only its name
    /// is another one.
    pub fn restrict(&mut self, material: &str) -> Result<(), TableError> {
        self.building.restrict(material)
    }

    /// Checks that the memory that is allowed is enough for each table of the [`plan`](Self::plan) that is missing.
    ///
    /// # Errors
    /// [`TableError::Memory`] of the first one for which it is not.
    pub fn check_memory(&self) -> Result<(), TableError> {
        self.building.missing(self.tables.set()).map(|_methods| ())
    }

    /// The tables that are there.
    pub const fn tables(&self) -> &Tables<V> {
        &self.tables
    }

    /// Makes a table that is there once more, without writing it, so that the caller can measure how fast that goes. Returns
    /// how much work it was, as [`TableProgress`] counts it.
    ///
    /// # Errors
    /// [`TableError`] if a table can't be read.
    pub fn rehearse(&self) -> Result<u64, TableError> {
        self.building.rehearse(self.tables.set())
    }
}

impl<V: Variant> Builder<V> {
    /// A builder in this folder, which is made if it doesn't exist.
    ///
    /// # Errors
    /// [`TableError`] if the variant has no tables, the number of pieces is wrong, the folder can't be made, or
    /// somebody else builds there.
    pub fn new(folder: &Path, options: BuildOptions) -> Result<Self, TableError> {
        // Nothing is written for what can't be built.
        Self::of(Building::new(Facts::of::<V>(), new_generation::<V>, folder, options)?)
    }

    /// The same for what is to be built.
    fn of(building: Building) -> Result<Self, TableError> {
        let lock = locked(&building.folder)?;
        // Until the lock was free, another builder may have made some.
        let tables = Tables::of(building.open()?);
        Ok(Self { planner: Planner { building, tables }, _lock: lock })
    }

    /// All tables that belong to what was asked for, in the order in which they are built.
    pub fn plan(&self) -> Vec<PlannedTable> {
        self.planner.plan()
    }

    /// The tables that are there.
    pub const fn tables(&self) -> &Tables<V> {
        self.planner.tables()
    }

    /// What there is to build.
    pub const fn planner(&self) -> &Planner<V> {
        &self.planner
    }

    /// The same, to be restricted.
    pub const fn planner_mut(&mut self) -> &mut Planner<V> {
        &mut self.planner
    }

    /// Builds what is missing.
    ///
    /// # Errors
    /// [`TableError`] if something can't be written or read, the observer wants to stop, or the memory is not enough for one of
    /// the tables, which is found before the first is begun. What
    /// is finished stays; a table that was begun goes on from its last checkpoint.
    pub fn build(&mut self, observer: &mut dyn BuildObserver) -> Result<(), TableError> {
        let Planner { building, tables } = &mut self.planner;
        building.build(tables.set_mut(), observer)
    }
}

/// The lock of a folder, which is made if it doesn't exist.
fn locked(folder: &Path) -> Result<File, TableError> {
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
    /// What building in this folder needs.
    ///
    /// # Errors
    /// [`TableError`] if the variant has no tables or the number of pieces is wrong.
    fn new(
        facts: &'static Facts,
        new_generation: NewGeneration,
        folder: &Path,
        options: BuildOptions,
    ) -> Result<Self, TableError> {
        check_supported(facts)?;
        if !(2..=PIECES_MAX).contains(&options.pieces) {
            return Err(TableError::Pieces { pieces: options.pieces });
        }
        Ok(Self { facts, new_generation, options, only: None, folder: folder.into() })
    }

    /// The tables that are there.
    fn open(&self) -> Result<TableSet, TableError> {
        let cache_bytes = cache_bytes(self.options.memory_bytes);
        let wanted = match self.options.content {
            Content::Values => Wanted::All,
            Content::Distances => Wanted::Distances,
        };
        TableSet::open(self.facts, PIECES_MAX, &self.folder, wanted, cache_bytes)
    }

    fn restrict(&mut self, material: &str) -> Result<(), TableError> {
        let pieces = self.options.pieces;
        let planned = materials_of(self.facts, pieces);
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
        let planned = self.wanted().into_iter().map(|material| PlannedTable {
            material: material.to_string(),
            cells: cells_of(self.facts, material),
            memory_bytes: self.method_of(material).memory_bytes,
            is_present: tables.has(material),
        });
        planned.collect()
    }

    /// The materials of [`plan`](Self::plan).
    fn wanted(&self) -> Vec<Material> {
        let mut wanted = materials_of(self.facts, self.options.pieces);
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
        let wanted = self.wanted();
        for error in tables.refused().iter().filter(|error| is_of(error, &wanted)) {
            observer.on_refused(error);
        }
        // Nobody should wait for hours until a table is refused.
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

    /// The tables that are to be built, and how each is made.
    ///
    /// # Errors
    /// [`TableError::Memory`] if too little memory is allowed for one of them.
    fn missing(&self, tables: &TableSet) -> Result<Vec<(Material, Method)>, TableError> {
        let allowed = self.options.memory_bytes;
        let mebibytes = |bytes: u64| bytes.div_ceil(1 << 20);
        let missing = self.wanted().into_iter().filter(|&material| !tables.has(material));
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

    /// How a table is made: as a whole if enough memory is allowed, or else in the way that needs least.
    fn method_of(&self, material: Material) -> Method {
        let whole = with_caches(memory_of(self.facts, material), 1);
        // Beside the blocks of finished tables those of the slice before.
        let slices = with_caches(memory_of_slices(self.facts, material), 2);
        let in_slices = whole > self.options.memory_bytes.max(slices);
        Method { in_slices, memory_bytes: if in_slices { slices } else { whole } }
    }

    /// Makes a table in memory.
    fn build_whole(
        &self,
        tables: &TableSet,
        material: Material,
        observer: &mut dyn BuildObserver,
    ) -> Result<(), TableError> {
        let BuildOptions { content, threads, .. } = self.options;
        let kept = checkpoint_of(&self.folder, material, content);
        let mut known = Unfinished::new(self.facts, material, content, threads.max(1));
        if kept.exists()
            && let Err(error) = known.restore(&kept)
        {
            observer.on_refused(&error);
            known.begin_anew();
        }
        let mut generation = (self.new_generation)(known, tables);
        let observer = &RefCell::new(OfTable::of(self.facts, material, observer));
        generation.run(&mut |done| observer.borrow_mut().on_done(done), &mut |known| {
            known.save_checkpoint(&kept)?;
            observer.borrow_mut().on_checkpoint();
            Ok(())
        })?;
        generation.known().save(&file_of(&self.folder, material, content))?;
        Ok(())
    }

    /// Makes a table that doesn't fit into memory.
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
            facts: self.facts,
            new_generation: self.new_generation,
            tables,
            threads: threads.max(1),
            cache_bytes: cache_bytes(memory_bytes),
        };
        let file = file_of(&self.folder, material, content);
        maker.run(&file, &mut OfTable::of(self.facts, material, observer))
    }

    /// Takes a table that has been written among those that are there, and removes what was kept of it.
    fn finish(
        &self,
        tables: &mut TableSet,
        material: Material,
        observer: &mut dyn BuildObserver,
    ) -> Result<(), TableError> {
        let content = self.options.content;
        // Without it a whole table would only be made once more.
        let _gone = fs::remove_file(checkpoint_of(&self.folder, material, content));
        remove_slices(self.facts, &self.folder, material, content);
        tables.add(material, content)?;
        if let Some(info) = tables.info_of(material) {
            observer.on_table(&info);
        }
        Ok(())
    }

    fn rehearse(&self, tables: &TableSet) -> Result<u64, TableError> {
        let present = self.wanted().into_iter().filter(|&material| tables.has(material));
        let sized = present.map(|material| (cells_of(self.facts, material), material));
        let small = sized.filter(|(cells, _)| *cells <= REHEARSED_CELLS_MAX);
        let Some((cells, material)) = small.max_by_key(|(cells, _)| *cells) else { return Ok(0) };
        let BuildOptions { content, threads, .. } = self.options;
        let known = Unfinished::new(self.facts, material, content, threads.max(1));
        let mut generation = (self.new_generation)(known, tables);
        generation.run(&mut |_| Control::Continue, &mut |_| Ok(()))?;
        Ok(2 * cells)
    }
}

/// Whether an error is about the table of one of these materials, or about no file.
fn is_of(error: &TableError, materials: &[Material]) -> bool {
    let name = error.path().and_then(Path::file_stem).and_then(OsStr::to_str);
    name.is_none_or(|name| materials.iter().any(|material| material.to_string() == name))
}

/// How a table is made.
#[derive(Clone, Copy, Debug)]
struct Method {
    /// One slice after the other in memory, and the others in files.
    in_slices: bool,
    /// What must be allowed for the cells in memory, and the blocks of what is finished.
    memory_bytes: u64,
}

/// Tells the observer of a builder how far a table is.
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

/// More cells take longer than somebody wants to wait for an estimate.
const REHEARSED_CELLS_MAX: u64 = 1_000_000;

/// How much memory must be allowed for so many bytes beside so many caches.
fn with_caches(bytes: u64, caches: u64) -> u64 {
    let in_part = bytes.saturating_mul(CACHE_PART) / (CACHE_PART - caches);
    in_part.min(bytes.saturating_add(caches * CACHE_BYTES_MAX))
}

/// What a cache takes up at most where so much memory is allowed.
fn cache_bytes(memory_bytes: u64) -> usize {
    usize::try_from((memory_bytes / CACHE_PART).min(CACHE_BYTES_MAX)).unwrap_or(usize::MAX)
}
