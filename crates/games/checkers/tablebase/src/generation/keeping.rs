//! Writes tables and checkpoints, and resumes from a checkpoint.

use std::path::Path;
use std::sync::atomic::Ordering::Relaxed;

use tablebase::{Content, Counts, TableError};

use super::unfinished::Unfinished;
use super::{CODE, NO_POSITION};
use crate::file::{self, TableFile};
use crate::format::{Cells, Header, SideHeader};
use crate::material::Material;
use crate::rules::{Aim, Code, Facts, fingerprint};

/// The compression level for files, 0 to 9.
const LEVEL: u32 = 6;
/// The compression level for unfinished tables, which are written often.
const CHECKPOINT_LEVEL: u32 = 1;

impl Unfinished {
    /// A cell's value, if the cell has a position.
    fn code(&self, side: usize, number: u64) -> Option<Code> {
        let cell = self.cell(side, number).load(Relaxed);
        (cell != NO_POSITION).then_some(Code(cell & CODE))
    }

    /// This build's name in headers.
    pub(super) fn name(&self) -> String {
        match self.sides[0].part.rows() {
            Some(rows) => slice_name(self.material, rows),
            None => self.material.to_string(),
        }
    }

    /// The cell statistics for each side to move, and the plies to the most distant end.
    fn summary(&self) -> (Vec<SideHeader>, u16) {
        let (aim, mut code_max) = (self.facts.aim, Code::DRAW);
        let of_side = |side: usize| {
            let (cells, mut counts) = (self.sides[side].part.size(), Counts::default());
            for code in (0..cells).filter_map(|number| self.code(side, number)) {
                code_max = code_max.max(code);
                match code {
                    code if code.wins(aim) => counts.wins += 1,
                    code if code.loses(aim) => counts.losses += 1,
                    _ => counts.draws += 1,
                }
            }
            SideHeader { cells, counts }
        };
        let sides = (0..self.sides.len()).map(of_side).collect();
        (sides, code_max.plies().unwrap_or(0))
    }

    /// The header for a file that stores the cells as they are in memory.
    fn header(&self, layer: u16, plies_max: u16, sides: Vec<SideHeader>) -> Header {
        let (game, rules) = (self.facts.name.into(), fingerprint(self.facts.rules));
        let (material, cells) = (self.name(), Cells::Pairs);
        Header { game, rules, material, cells, layer, plies_max, sides }
    }

    /// Writes the finished table. Returns the file size.
    pub(crate) fn save(&self, path: &Path) -> Result<u64, TableError> {
        let (sides, plies_max) = self.summary();
        let cells = &mut |side, number| Ok(self.code(side, number));
        write_table(self.facts, path, (self.material, self.content), plies_max, sides, cells)
    }

    /// Writes the finished slice.
    pub(crate) fn save_slice(&self, path: &Path) -> Result<u64, TableError> {
        let (sides, plies_max) = self.summary();
        let cell = |code: Option<Code>| code.map_or(NO_POSITION, |code| code.0);
        let header = self.header(0, plies_max, sides);
        let cells = &mut |side, number| Ok(Some(cell(self.code(side, number))));
        file::write(path, &header, CHECKPOINT_LEVEL, cells)
    }

    /// The name in headers while initial values are missing.
    fn name_at_first(&self) -> String {
        format!("{} at first", self.name())
    }

    /// Writes the known cells, and the number of processed cells in this layer for each side to move.
    pub(crate) fn save_checkpoint(&self, path: &Path) -> Result<(), TableError> {
        let pieces = self.pieces();
        let done = &pieces[..self.pieces_done];
        let sides = self.sides.iter().enumerate().map(|(index, side)| {
            let of_side = done.iter().filter(|(of, _)| *of == index);
            let draws = of_side.map(|(_, cells)| cells.end).max().unwrap_or(0);
            SideHeader { cells: side.part.size(), counts: Counts { draws, ..Counts::default() } }
        });
        let plies_max = Code(self.code_max.load(Relaxed)).plies().unwrap_or(0);
        let layer = self.layer.unwrap_or(0) + 1;
        let mut header = self.header(layer, plies_max, sides.collect());
        if self.layer.is_none() {
            header.material = self.name_at_first();
        }
        let cell = &mut |side, number| Ok(Some(self.cell(side, number).load(Relaxed)));
        file::write(path, &header, CHECKPOINT_LEVEL, cell).map(|_bytes| ())
    }

    /// Resumes from a checkpoint.
    ///
    /// # Errors
    /// If the checkpoint can't be read, or belongs to another table. The table must then be
    /// [restarted](Self::begin_anew).
    pub(crate) fn restore(&mut self, path: &Path) -> Result<(), TableError> {
        let file = TableFile::open(path)?;
        let damaged = |what| TableError::Damaged { path: path.into(), what };
        let sizes = self.sides.iter().map(|side| side.part.size());
        let (game, rules) = (self.facts.name, fingerprint(self.facts.rules));
        let is_at_first = file.header.is_of(game, &rules, &self.name_at_first());
        let fits = (is_at_first || file.header.is_of(game, &rules, &self.name()))
            && file.header.cells == Cells::Pairs
            && file.header.layer > 0
            && file.header.sides.iter().map(|side| side.cells).eq(sizes);
        if !fits {
            return Err(damaged("it belongs to another table"));
        }
        let is_possible = file.header.plies_max <= Code::PLIES_MAX
            && file.header.sides.iter().all(|side| side.counts.draws <= side.cells);
        if !is_possible {
            return Err(damaged("the counts in its header are too large"));
        }
        let (per_block, mut block) = (Cells::Pairs.per_block(), 0);
        for side in 0..self.sides.len() {
            let size = self.sides[side].part.size();
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
        let dealt_with = |side: usize| file.header.sides[side].counts.draws;
        let pieces = self.pieces();
        let done = pieces.iter().take_while(|(side, cells)| cells.end <= dealt_with(*side));
        self.pieces_done = done.count();
        self.layer = (!is_at_first).then_some(file.header.layer - 1);
        self.code_max.store(Code::of_plies(file.header.plies_max).0, Relaxed);
        let begun: u64 = (0..self.sides.len()).map(dealt_with).sum();
        self.done.store(if is_at_first { begun } else { self.size() }, Relaxed);
        Ok(())
    }
}

/// A slice's name in headers.
pub(crate) fn slice_name(material: Material, rows: u16) -> String {
    format!("{material} {rows}")
}

/// Writes a finished table. Returns the file size.
pub(crate) fn write_table(
    facts: &Facts,
    path: &Path,
    (material, content): (Material, Content),
    plies_max: u16,
    sides: Vec<SideHeader>,
    codes: &mut dyn FnMut(usize, u64) -> std::io::Result<Option<Code>>,
) -> Result<u64, TableError> {
    let (aim, far) = (facts.aim, Code::of_plies(plies_max).0 > u16::from(u8::MAX));
    let (cells, plies_max) = match (content, far) {
        (Content::Values, _) => (Cells::Values, 0),
        (Content::Distances, false) => (Cells::Bytes, plies_max),
        (Content::Distances, true) => (Cells::Pairs, plies_max),
    };
    let (game, rules) = (facts.name.into(), fingerprint(facts.rules));
    let material = material.to_string();
    let header = Header { game, rules, material, cells, layer: 0, plies_max, sides };
    file::write(path, &header, LEVEL, &mut |side, number| {
        let cell = |code: Code| match content {
            Content::Distances => code.0,
            Content::Values => value_cell(code, aim),
        };
        Ok(codes(side, number)?.map(cell))
    })
}

/// The code for a value in a table without distances.
fn value_cell(code: Code, aim: Aim) -> u16 {
    match code {
        code if code.wins(aim) => 1,
        code if code.loses(aim) => 2,
        _ => 0,
    }
}

#[cfg(test)]
mod tests {
    use checkers::English;

    use super::*;

    #[test]
    fn a_checkpoint_with_impossible_counts_is_refused() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("1k-1k.values-checkpoint");
        let material = Material::parse("1k-1k").unwrap();
        let mut known = Unfinished::new(Facts::of::<English>(), material, Content::Values, 1);
        let mut restored = |plies_max, draws| {
            let counts = Counts { draws, ..Counts::default() };
            let side = SideHeader { cells: known.size(), counts };
            let header = known.header(1, plies_max, vec![side]);
            file::write(&path, &header, CHECKPOINT_LEVEL, &mut |_, _| Ok(Some(0))).unwrap();
            known.restore(&path).map_err(|error| error.to_string())
        };
        assert_eq!(restored(Code::PLIES_MAX, 32 * 31), Ok(()));
        let why =
            "is damaged (the counts in its header are too large); remove it and build it again";
        let refused = Err(format!("{} {why}", path.display()));
        assert_eq!(restored(u16::MAX, 0), refused);
        assert_eq!(restored(0, u64::MAX), refused);
    }
}
