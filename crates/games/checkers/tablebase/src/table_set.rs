//! A variant's tables with the type erased, for probing.

use std::cmp::Ordering;
use std::collections::BTreeMap;
use std::fs;
use std::io::{self, ErrorKind};
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::{Mutex, PoisonError};

use board_engine::{Game, Status, Turn, Word};
use checkers::{AnyVariant, Move, Position, Variant};
use tablebase::{Content, PIECES_MAX, TableError, TableInfo, TableValue, note_unusable};

use crate::cache::BlockCache;
use crate::file::TableFile;
use crate::format::Cells;
use crate::index::{Numbering, View};
use crate::material::{Material, materials_of, sort_by_rank};
use crate::rules::{self, Code, Facts, fingerprint, unsupported_by};

/// The tables to open.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum TableFilter {
    /// All tables; if there are two tables for the same pieces, only the table with distances.
    All,
    /// Only tables with distances.
    Distances,
}

/// The maximum number of men or kings on a side, plus one.
const GROUP: usize = PIECES_MAX as usize + 1;

/// One variant's tables in one folder. The probing code supplies the variant.
#[derive(Debug)]
pub(crate) struct TableSet {
    facts: &'static Facts,
    folder: PathBuf,
    files: Vec<OpenTable>,
    /// For each material with its side to move, the index of its side in `files`.
    sides: Box<[Option<SideIndex>]>,
    opened: Vec<OpenSide>,
    cache: BlockCache,
    /// Maximum number of pieces in a table.
    pieces_max: u32,
    refused: Vec<TableError>,
    failed: Mutex<Vec<TableError>>,
}

type SideIndex = u16;

#[derive(Debug)]
struct OpenTable {
    material: Material,
    file: TableFile,
    /// The number of its first block among the blocks of all files.
    first_block: u32,
    /// `true` if a block could not be read; it is not tried again.
    is_broken: AtomicBool,
}

/// The table for one combination of material and one side to move.
#[derive(Debug)]
struct OpenSide {
    table: usize,
    numbering: Numbering,
    cells: Cells,
    /// The number of the table's first block in the file.
    first_block: u32,
}

impl TableSet {
    /// Opens all tables of up to `pieces` pieces in a variant's folder: see [`Tables::open`](crate::Tables::open).
    ///
    /// # Errors
    /// [`TableError::Unsupported`] if the variant has no tables.
    pub(crate) fn open(
        facts: &'static Facts,
        pieces: u8,
        folder: &Path,
        wanted: TableFilter,
        cache_bytes: usize,
    ) -> Result<Self, TableError> {
        check_supported(facts)?;
        let mut tables = Self {
            facts,
            folder: folder.into(),
            files: Vec::new(),
            sides: vec![None; GROUP.pow(4)].into_boxed_slice(),
            opened: Vec::new(),
            cache: BlockCache::new(cache_bytes),
            pieces_max: 0,
            refused: Vec::new(),
            failed: Mutex::new(Vec::new()),
        };
        let files = paths_in(folder).unwrap_or_else(|error| {
            tables.refused.push(error);
            Vec::new()
        });
        for (material, paths) in present(files, wanted) {
            if material.count() > pieces {
                continue;
            }
            for (content, path) in paths {
                match tables.add_file(material, content, &path) {
                    Ok(()) => break,
                    Err(error) => tables.refused.push(error),
                }
            }
        }
        Ok(tables)
    }

    /// Returns these tables if they include every table with up to `pieces` pieces. The tables come from `folder`.
    ///
    /// # Errors
    /// The reason why a required file was refused, or [`TableError::Incomplete`].
    pub(crate) fn complete(self, pieces: u8, folder: &Path) -> Result<Self, TableError> {
        if self.complete_to() >= pieces {
            return Ok(self);
        }
        let is_missing =
            |error: &TableError| material_of(error).is_none_or(|material| !self.has(material));
        let refused = self.refused.iter().position(is_missing);
        let mut errors = self.refused;
        Err(match refused {
            Some(index) => errors.swap_remove(index),
            None => TableError::Incomplete {
                game: format!("checkers:{}", self.facts.name),
                pieces,
                folder: folder.into(),
            },
        })
    }

    /// Adds the table for a canonical combination of material, which has been written to the folder.
    pub(crate) fn add(&mut self, material: Material, content: Content) -> Result<(), TableError> {
        let path = file_of(&self.folder, material, content);
        self.add_file(material, content, &path)
    }

    fn add_file(
        &mut self,
        material: Material,
        content: Content,
        path: &Path,
    ) -> Result<(), TableError> {
        let file = check_header(self.facts, TableFile::open(path)?, material, content)?;
        let table = self.files.len();
        let first_block = self.files.last().map_or(0, |last| {
            last.first_block + u32::try_from(last.file.blocks()).unwrap_or(u32::MAX)
        });
        let mut first_of_side = 0;
        for (side, of_side) in material.sides().into_iter().enumerate() {
            let numbering = Numbering::of(self.facts, of_side);
            let entry = u16::try_from(self.opened.len()).ok();
            self.sides[key(of_side)] = entry;
            self.opened.push(OpenSide {
                table,
                numbering,
                cells: file.header.cells,
                first_block: first_of_side,
            });
            first_of_side += u32::try_from(file.header.blocks_of(side)).unwrap_or(u32::MAX);
        }
        self.pieces_max = self.pieces_max.max(material.count().into());
        self.files.push(OpenTable {
            material,
            file,
            first_block,
            is_broken: AtomicBool::new(false),
        });
        Ok(())
    }

    /// The value of a position, if its material has a table. A position with all pieces on one side has no value,
    /// because the game is over.
    ///
    /// Nothing is allocated or locked unless a block must be read.
    #[inline]
    pub(crate) fn probe<V: Variant>(&self, position: &Position<V::Word>) -> Option<TableValue> {
        if position.occupied().count() > self.pieces_max {
            return None;
        }
        self.probe_material::<V>(position)
    }

    fn probe_material<V: Variant>(&self, position: &Position<V::Word>) -> Option<TableValue> {
        let material = Material::of::<V>(position)?;
        let side = &self.opened[usize::from(self.sides[key(material)]?)];
        let number = side.numbering.number(&View::<V>::of(position));
        let (block, index) = (number / side.cells.per_block(), number % side.cells.per_block());
        let block = side.first_block + u32::try_from(block).ok()?;
        let (word_index, bit) = side.cells.place(index);
        let table = &self.files[side.table];
        let word = self.cache.word(table.first_block + block, word_index);
        let word = word.or_else(|| self.read(table, block, word_index))?;
        let cell = side.cells.read(word, bit);
        match side.cells {
            Cells::Values => match cell {
                0 => Some(TableValue::Draw),
                1 => Some(TableValue::Win(None)),
                2 => Some(TableValue::Loss(None)),
                _ => None,
            },
            Cells::Bytes | Cells::Pairs => Some(Code(cell).value(rules::aim::<V>())),
        }
    }

    /// Reads a block from its file, caches it, and returns one of its words. An unreadable file is recorded.
    #[cold]
    fn read(&self, table: &OpenTable, block: u32, word: usize) -> Option<u64> {
        if table.is_broken.load(Relaxed) {
            return None;
        }
        match table.file.block(block as usize) {
            Ok(words) => {
                self.cache.put(table.first_block + block, &words);
                Some(words[word])
            }
            Err(error) => {
                if !table.is_broken.swap(true, Relaxed) {
                    note_unusable(&error);
                    self.failed.lock().unwrap_or_else(PoisonError::into_inner).push(error);
                }
                None
            }
        }
    }

    /// Maximum number of pieces in a table; 0 without tables.
    #[inline]
    pub(crate) const fn pieces_max(&self) -> u32 {
        self.pieces_max
    }

    /// The largest number of pieces up to which the tables are complete; less than 2 without complete tables.
    pub(crate) fn complete_to(&self) -> u8 {
        let missing =
            materials_of(self.facts, PIECES_MAX).into_iter().find(|&material| !self.has(material));
        missing.map_or(PIECES_MAX, |material| material.count() - 1)
    }

    /// The canonical combinations of material without a table, up to the largest number of pieces with a table, in
    /// build order.
    pub(crate) fn missing(&self) -> Vec<Material> {
        let pieces = u8::try_from(self.pieces_max).unwrap_or(PIECES_MAX);
        let mut missing = materials_of(self.facts, pieces);
        missing.retain(|&material| !self.has(material));
        missing
    }

    /// Returns `true` if there is a table for this canonical material.
    pub(crate) fn has(&self, material: Material) -> bool {
        self.sides[key(material)].is_some()
    }

    /// The tables in the folder, in build order.
    pub(crate) fn list(&self) -> Vec<TableInfo> {
        let mut files: Vec<&OpenTable> = self.files.iter().collect();
        files.sort_by_cached_key(|table| table.material.rank());
        files.into_iter().map(info).collect()
    }

    /// The table for a canonical combination of material, if it exists.
    pub(crate) fn info_of(&self, material: Material) -> Option<TableInfo> {
        self.files.iter().find(|table| table.material == material).map(info)
    }

    /// The numberings for each side to move in all tables, in build order.
    pub(crate) fn numberings(&self) -> Vec<Numbering> {
        let mut materials: Vec<Material> = self.files.iter().map(|table| table.material).collect();
        sort_by_rank(&mut materials);
        let sides = materials.into_iter().flat_map(Material::sides);
        sides.map(|side| Numbering::of(self.facts, side)).collect()
    }

    /// The reasons why files were refused when the folder was opened.
    pub(crate) fn refused(&self) -> &[TableError] {
        &self.refused
    }

    /// Failures since the last call: each unreadable table is recorded, and ignored from then on.
    pub(crate) fn take_failures(&self) -> Vec<TableError> {
        std::mem::take(&mut *self.failed.lock().unwrap_or_else(PoisonError::into_inner))
    }
}

/// The value of a position in which the rules end the game. Always fills `moves` with the legal moves.
pub(crate) fn value_at_end<W: Word>(
    game: &AnyVariant<W>,
    position: &Position<W>,
    moves: &mut Vec<Move<W>>,
) -> Option<TableValue> {
    let (Status::Over(outcome), Turn::Seat(mover)) =
        (game.legal_moves(position, moves), game.turn(position))
    else {
        return None;
    };
    Some(match outcome.payoff(mover).cmp(&0) {
        Ordering::Greater => TableValue::Win(Some(0)),
        Ordering::Equal => TableValue::Draw,
        Ordering::Less => TableValue::Loss(Some(0)),
    })
}

/// Checks that a variant has tables.
///
/// # Errors
/// [`TableError::Unsupported`] if the variant has no tables.
pub(crate) fn check_supported(facts: &Facts) -> Result<(), TableError> {
    match unsupported_by(facts.rules) {
        None => Ok(()),
        Some(why) => Err(TableError::Unsupported { game: format!("checkers:{}", facts.name), why }),
    }
}

/// A material's index in [`Tables::sides`].
#[inline]
fn key(material: Material) -> usize {
    let Material { mover, other } = material;
    [mover.men, mover.kings, other.men, other.kings]
        .into_iter()
        .fold(0, |key, count| key * GROUP + usize::from(count))
}

/// The material in the table that an error is about, if any.
pub(crate) fn material_of(error: &TableError) -> Option<Material> {
    let name = error.path()?.file_stem()?.to_str()?;
    Material::parse(name)
}

/// The contents of a folder; empty if it doesn't exist.
fn paths_in(folder: &Path) -> Result<Vec<PathBuf>, TableError> {
    let paths: io::Result<Vec<PathBuf>> = match fs::read_dir(folder) {
        Ok(entries) => entries.map(|entry| entry.map(|entry| entry.path())).collect(),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Vec::new()),
        Err(error) => Err(error),
    };
    paths.map_err(|error| {
        // The cause may be a parent folder, which is then reported once for all variants.
        let found = folder.ancestors().find(|path| path.symlink_metadata().is_ok());
        TableError::UnreadableFolder { path: found.unwrap_or(folder).into(), error }
    })
}

/// The selected table files, by material, files with distances first.
fn present(files: Vec<PathBuf>, wanted: TableFilter) -> Vec<(Material, Vec<(Content, PathBuf)>)> {
    let mut found: BTreeMap<Material, Vec<(Content, PathBuf)>> = BTreeMap::new();
    for path in files {
        let part =
            |part: Option<&std::ffi::OsStr>| part.and_then(|text| text.to_str().map(str::to_owned));
        let content = Content::ALL.into_iter().find(|content| {
            part(path.extension()).is_some_and(|extension| extension == content.extension())
        });
        let material = part(path.file_stem()).and_then(|name| Material::parse(&name));
        let (Some(content), Some(material)) = (content, material) else { continue };
        if material == material.canonical()
            && (wanted == TableFilter::All || content == Content::Distances)
        {
            found.entry(material).or_default().push((content, path));
        }
    }
    let mut found: Vec<_> = found.into_iter().collect();
    for (_, paths) in &mut found {
        paths.sort_by_key(|(content, _)| std::cmp::Reverse(*content));
    }
    found
}

/// The file, if its contents match its name.
fn check_header(
    facts: &Facts,
    file: TableFile,
    material: Material,
    content: Content,
) -> Result<TableFile, TableError> {
    let header = &file.header;
    let path = file.path.clone();
    let of = |material: &str, name: &str| format!("{material} of checkers:{name}");
    let name = material.to_string();
    if header.game != facts.name || header.material != name {
        let found = of(&header.material, &header.game);
        return Err(TableError::Foreign { path, found, expected: of(&name, facts.name) });
    }
    if header.rules != fingerprint(facts.rules) {
        return Err(TableError::OtherRules { path, game: format!("checkers:{}", facts.name) });
    }
    let damaged = |what| TableError::Damaged { path: path.clone(), what };
    let sizes = material.sides().into_iter().map(|it| Numbering::of(facts, it).size());
    if !header.sides.iter().map(|side| side.cells).eq(sizes) {
        return Err(damaged("the number of its positions doesn't fit"));
    }
    let holds = if header.cells == Cells::Values { Content::Values } else { Content::Distances };
    if holds != content || header.layer != 0 {
        return Err(damaged("its content doesn't match its file extension"));
    }
    Ok(file)
}

fn info(table: &OpenTable) -> TableInfo {
    let OpenTable { material, file, .. } = table;
    let header = &file.header;
    let content = if header.cells == Cells::Values { Content::Values } else { Content::Distances };
    TableInfo {
        material: material.to_string(),
        pieces: material.count(),
        content,
        cells: header.sides.iter().map(|side| side.cells).sum(),
        bytes: file.bytes,
        plies_max: (content == Content::Distances).then_some(header.plies_max),
        counts: header.sides.iter().map(|side| side.counts).collect(),
        path: file.path.clone(),
    }
}

/// The folder for the variant's tables inside a tables folder.
pub fn folder_of<V: Variant>(folder: &Path) -> PathBuf {
    folder.join(V::RULES.name)
}

/// The file for a canonical combination of material in the variant's folder.
pub(crate) fn file_of(folder: &Path, material: Material, content: Content) -> PathBuf {
    folder.join(format!("{material}.{}", content.extension()))
}

/// The file for an unfinished table.
pub(crate) fn checkpoint_of(folder: &Path, material: Material, content: Content) -> PathBuf {
    folder.join(format!("{material}.{}-checkpoint", content.extension()))
}

/// The file for a finished slice of an unfinished table, by the number of rows left for its men.
pub(crate) fn slice_of(folder: &Path, material: Material, content: Content, rows: u16) -> PathBuf {
    folder.join(format!("{material}.{}-slice-{rows:02}", content.extension()))
}

/// The file for an unfinished slice.
pub(crate) fn slice_checkpoint_of(
    folder: &Path,
    material: Material,
    content: Content,
    rows: u16,
) -> PathBuf {
    folder.join(format!("{material}.{}-slice-{rows:02}-checkpoint", content.extension()))
}

#[cfg(test)]
mod tests {
    use checkers::English;

    use super::*;
    use crate::file::write;
    use crate::format::{Header, SideHeader};

    #[test]
    fn a_table_for_other_rules_is_refused_without_quoting_them() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1k-1k.values");
        let header = Header {
            game: "english".into(),
            rules: "other ones".into(),
            material: "1k-1k".into(),
            cells: Cells::Values,
            layer: 0,
            plies_max: 0,
            sides: vec![SideHeader { cells: 1, ..SideHeader::default() }],
        };
        write(&path, &header, 1, &mut |_, _| Ok(None)).unwrap();
        let facts = Facts::of::<English>();
        let tables = TableSet::open(facts, 2, folder.path(), TableFilter::All, 1 << 20).unwrap();
        let refused: Vec<String> = tables.refused().iter().map(ToString::to_string).collect();
        let why = "was built for different checkers:english rules; remove it and build it again";
        assert_eq!(refused, [format!("{} {why}", path.display())]);
    }
}
