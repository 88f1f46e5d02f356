//! Writing tables and checkpoints, and going on from a checkpoint.

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use checkers::Variant;
use tablebase::{Content, Counts, TableError};

use super::{CODE, Generation, NO_POSITION};
use crate::code::{Aim, Code};
use crate::file::{self, TableFile};
use crate::format::{Cells, Header, SideHeader};
use crate::rules;

/// How hard files are compressed, 0 to 9.
const LEVEL: u32 = 6;
/// The same for unfinished tables, which are written often.
const CHECKPOINT_LEVEL: u32 = 1;

impl<V: Variant> Generation<'_, V> {
    /// The value of a cell, if it has a position.
    fn code(&self, side: usize, number: u64) -> Option<Code> {
        let cell = self.cell(side, number).load(Relaxed);
        (cell != NO_POSITION).then_some(Code(cell & CODE))
    }

    fn counts(&self, side: usize) -> Counts {
        let aim = rules::aim::<V>();
        let mut counts = Counts::default();
        for number in 0..self.sides[side].numbering.size() {
            match self.code(side, number) {
                Some(code) if code.wins(aim) => counts.wins += 1,
                Some(code) if code.loses(aim) => counts.losses += 1,
                Some(_) => counts.draws += 1,
                None => {}
            }
        }
        counts
    }

    fn header(&self, cells: Cells, layer: u16, has_counts: bool) -> Header {
        let code_max = Code(self.code_max.load(Relaxed));
        let sides = (0..self.sides.len()).map(|side| SideHeader {
            cells: self.sides[side].numbering.size(),
            counts: if has_counts { self.counts(side) } else { Counts::default() },
        });
        Header {
            game: V::RULES.name.into(),
            rules: rules::fingerprint::<V>(),
            material: self.material.to_string(),
            cells,
            layer,
            plies_max: if cells == Cells::Values { 0 } else { code_max.plies().unwrap_or(0) },
            sides: sides.collect(),
        }
    }

    /// Writes the finished table. Returns the size of the file.
    pub(crate) fn save(&self, path: &Path) -> Result<u64, TableError> {
        let aim = rules::aim::<V>();
        let far = self.code_max.load(Relaxed) > u16::from(u8::MAX);
        let cells = match (self.content, far) {
            (Content::Values, _) => Cells::Values,
            (Content::Distances, false) => Cells::Bytes,
            (Content::Distances, true) => Cells::Pairs,
        };
        let header = self.header(cells, 0, true);
        file::write(path, &header, LEVEL, &|side, number| {
            let code = self.code(side, number)?;
            Some(match self.content {
                Content::Distances => code.0,
                Content::Values => value_cell(code, aim),
            })
        })
    }

    /// Writes what is known between two layers.
    pub(crate) fn save_checkpoint(&self, path: &Path) -> Result<(), TableError> {
        let header = self.header(Cells::Pairs, self.layer.map_or(0, |layer| layer + 1), false);
        let cell = |side, number| Some(self.cell(side, number).load(Relaxed));
        file::write(path, &header, CHECKPOINT_LEVEL, &cell).map(|_bytes| ())
    }

    /// Goes on from a checkpoint, if there is a usable one.
    pub(crate) fn restore(&mut self, path: &Path) -> Result<(), TableError> {
        let file = TableFile::open(path)?;
        let damaged = |what| TableError::Damaged { path: path.into(), what };
        let sizes = self.sides.iter().map(|side| side.numbering.size());
        let fits = file.header.is_of(V::RULES.name, &rules::fingerprint::<V>(), self.material)
            && file.header.cells == Cells::Pairs
            && file.header.layer > 0
            && file.header.sides.iter().map(|side| side.cells).eq(sizes);
        if !fits {
            return Err(damaged("it is of another table"));
        }
        let (per_block, mut block) = (Cells::Pairs.per_block(), 0);
        for side in 0..self.sides.len() {
            let size = self.sides[side].numbering.size();
            for from in (0..size).step_by(usize::try_from(per_block).unwrap_or(usize::MAX)) {
                let words = file.block(block)?;
                block += 1;
                for number in from..size.min(from + per_block) {
                    let (word, bit) = Cells::Pairs.place(number - from);
                    let cell = Cells::Pairs.read(words[word], bit);
                    self.cell(side, number).store(cell, Relaxed);
                }
            }
        }
        let layer = file.header.layer - 1;
        self.layer = Some(layer);
        self.code_max.store(Code::of_plies(file.header.plies_max).0, Relaxed);
        self.done.store(self.size(), Relaxed);
        Ok(())
    }
}

/// What a table without distances has for a code.
fn value_cell(code: Code, aim: Aim) -> u16 {
    match code {
        code if code.wins(aim) => 1,
        code if code.loses(aim) => 2,
        _ => 0,
    }
}
