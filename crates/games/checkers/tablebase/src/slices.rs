//! Builds a table that doesn't fit into memory, [slice](crate::part) by slice. Each slice has its own file until all
//! are merged.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::Arc;

use tablebase::{Content, Control, TableError};

use crate::cache::Block;
use crate::file::TableFile;
use crate::format::{BLOCK_BYTES, Cells, SideHeader};
use crate::generation::{
    Finished, NO_POSITION, NewGeneration, Unfinished, memory_of_cells, slice_name, write_table,
};
use crate::index::Numbering;
use crate::material::Material;
use crate::part::{MenByRows, Part, slices};
use crate::rules::{Code, Facts};
use crate::table_set::{TableSet, slice_checkpoint_of, slice_of};

/// Builds a table in slices.
pub(crate) struct SliceMaker<'a> {
    pub(crate) facts: &'static Facts,
    pub(crate) new_generation: NewGeneration,
    pub(crate) folder: &'a Path,
    pub(crate) material: Material,
    pub(crate) content: Content,
    pub(crate) tables: &'a TableSet,
    pub(crate) threads: usize,
    /// The maximum memory for the previous slice's decoded blocks.
    pub(crate) cache_bytes: usize,
}

/// Monitors a table that is being built in slices.
pub(crate) trait SliceObserver {
    /// Reports the number of processed cells; each cell counts twice.
    fn on_done(&mut self, done: u64) -> Control;

    /// Reports a written checkpoint.
    fn on_checkpoint(&mut self);

    /// Reports an unusable file that is being rebuilt.
    fn on_refused(&mut self, error: &TableError);
}

/// The memory in bytes needed to build the largest slice for this material.
pub(crate) fn memory_of_slices(facts: &Facts, material: Material) -> u64 {
    let largest = slices(facts, material).into_iter().map(|(_, size)| size).max().unwrap_or(0);
    let sides = material.sides().len() as u64;
    memory_of_cells(largest.saturating_mul(sides)).saturating_add(men_bytes(facts, material))
}

/// The memory in bytes for the lists of placements of men: each placement's rows, place and start.
fn men_bytes(facts: &Facts, material: Material) -> u64 {
    const BYTES: u64 = 32;
    let men = |it| Numbering::of(facts, it).men().into_iter().fold(0, u64::saturating_add);
    let ways = material.sides().into_iter().map(men);
    ways.fold(0, u64::saturating_add).saturating_mul(BYTES)
}

impl SliceMaker<'_> {
    /// Builds all missing slices, and merges the slices into the table file `path`.
    pub(crate) fn run(
        &self,
        path: &Path,
        observer: &mut dyn SliceObserver,
    ) -> Result<(), TableError> {
        let sides = self.material.sides().into_iter();
        let men: Vec<Arc<MenByRows>> =
            sides.map(|it| Arc::new(MenByRows::of(self.facts, it))).collect();
        let (mut done, mut before, mut files) = (0, None, Vec::new());
        for (rows, _) in slices(self.facts, self.material) {
            let parts: Vec<Part> = men.iter().map(|men| Part::slice(men, rows)).collect();
            let cells: u64 = parts.iter().map(Part::size).sum();
            let file = slice_of(self.folder, self.material, self.content, rows);
            let name = slice_name(self.material, rows);
            let open = || Finished::open(self.facts, &file, &name, parts.clone(), self.cache_bytes);
            let finished = match open() {
                Ok(finished) => finished,
                Err(error) => {
                    if file.exists() {
                        observer.on_refused(&error);
                    }
                    self.make(rows, parts.clone(), before.take(), done, observer)?;
                    open()?
                }
            };
            before = Some(finished);
            done += 2 * cells;
            files.push((rows, file));
        }
        drop(before);
        self.put_together(path, &men, &files)
    }

    /// Builds a slice, after this number of cells are `done`.
    fn make(
        &self,
        rows: u16,
        parts: Vec<Part>,
        before: Option<Finished>,
        done: u64,
        observer: &mut dyn SliceObserver,
    ) -> Result<(), TableError> {
        let Self { facts, folder, material, content, threads, .. } = *self;
        let kept = slice_checkpoint_of(folder, material, content, rows);
        let mut known = Unfinished::of_parts(facts, material, content, threads, parts, before);
        if kept.exists()
            && let Err(error) = known.restore(&kept)
        {
            observer.on_refused(&error);
            known.begin_anew();
        }
        let mut generation = (self.new_generation)(known, self.tables);
        let observer = std::cell::RefCell::new(observer);
        generation.run(&mut |more| observer.borrow_mut().on_done(done + more), &mut |known| {
            known.save_checkpoint(&kept)?;
            observer.borrow_mut().on_checkpoint();
            Ok(())
        })?;
        generation.known().save_slice(&slice_of(folder, material, content, rows))?;
        // If this file remained, a slice would be built again in the worst case.
        let _gone = fs::remove_file(&kept);
        Ok(())
    }

    /// Merges the slices into the table.
    fn put_together(
        &self,
        path: &Path,
        men: &[Arc<MenByRows>],
        files: &[(u16, PathBuf)],
    ) -> Result<(), TableError> {
        let files: Vec<(u16, TableFile)> = files
            .iter()
            .map(|(rows, file)| Ok((*rows, TableFile::open(file)?)))
            .collect::<Result<_, TableError>>()?;
        let plies_max = files.iter().map(|(_, file)| file.header.plies_max).max().unwrap_or(0);
        let mut sides = vec![SideHeader::default(); men.len()];
        for (_, file) in &files {
            for (sum, side) in sides.iter_mut().zip(&file.header.sides) {
                sum.cells += side.cells;
                sum.counts.wins += side.counts.wins;
                sum.counts.draws += side.counts.draws;
                sum.counts.losses += side.counts.losses;
            }
        }
        let mut streams: Vec<Vec<Option<Stream<'_>>>> =
            (0..men.len()).map(|side| streams(&files, side)).collect();
        let mut rows = 0;
        let codes = &mut |side: usize, number: u64| {
            let (kings, men) = (men[side].kings(), &men[side]);
            if number.is_multiple_of(kings) {
                rows = usize::from(men.rows_of(number / kings));
            }
            let stream = streams[side].get_mut(rows).and_then(Option::as_mut);
            let cell = stream.map_or(Ok(NO_POSITION), Stream::next);
            let code = |cell| (cell != NO_POSITION).then_some(Code(cell));
            cell.map(code).map_err(std::io::Error::other)
        };
        write_table(self.facts, path, (self.material, self.content), plies_max, sides, codes)
            .map(|_bytes| ())
    }
}

/// Removes the remaining slice files of a finished table. If these files stayed, a whole table would be built again in
/// the worst case.
pub(crate) fn remove_slices(facts: &Facts, folder: &Path, material: Material, content: Content) {
    for (rows, _) in slices(facts, material) {
        let _gone = fs::remove_file(slice_of(folder, material, content, rows));
        let _gone = fs::remove_file(slice_checkpoint_of(folder, material, content, rows));
    }
}

/// The cells for one side to move in each slice, by the slice's rows.
fn streams(files: &[(u16, TableFile)], side: usize) -> Vec<Option<Stream<'_>>> {
    let mut streams = Vec::new();
    for (rows, file) in files {
        let rows = usize::from(*rows);
        streams.resize_with(streams.len().max(rows + 1), || None);
        let blocks_before: u64 = (0..side).map(|side| file.header.blocks_of(side)).sum();
        let block = usize::try_from(blocks_before).unwrap_or(usize::MAX);
        let (words, place) = (Box::new([0; BLOCK_BYTES / 8]), Cells::Pairs.per_block());
        streams[rows] = Some(Stream { file, block, words, place });
    }
    streams
}

/// A slice's cells, in order.
struct Stream<'a> {
    file: &'a TableFile,
    /// The next block.
    block: usize,
    words: Box<Block>,
    /// The index of the next cell in its block; past the end, the next block must be read.
    place: u64,
}

impl Stream<'_> {
    fn next(&mut self) -> Result<u16, TableError> {
        if self.place == Cells::Pairs.per_block() {
            self.words = self.file.block(self.block)?;
            self.block += 1;
            self.place = 0;
        }
        let (word, bit) = Cells::Pairs.place(self.place);
        self.place += 1;
        Ok(Cells::Pairs.read(self.words[word], bit))
    }
}
