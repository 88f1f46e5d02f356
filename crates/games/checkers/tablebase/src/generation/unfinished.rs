//! An unfinished table's state, and the order of its steps, shared by all variants.

use std::ops::Range;
use std::sync::atomic::Ordering::Relaxed;
use std::sync::atomic::{AtomicU16, AtomicU64};

use tablebase::{Content, Control, TableError};

use super::{Finished, PIECE};
use crate::material::Material;
use crate::part::Part;
use crate::rules::{Code, Facts};
use crate::team::{Work, share_out};

/// A table, or a table slice, being built.
pub(crate) struct Unfinished {
    pub(super) facts: &'static Facts,
    pub(super) material: Material,
    /// The previous slice, if there is one.
    pub(super) before: Option<Finished>,
    pub(super) content: Content,
    pub(super) sides: Vec<Side>,
    threads: usize,
    /// The code for the longest known distance to the end.
    pub(super) code_max: AtomicU16,
    /// The next layer; `None` until all initial values exist.
    pub(super) layer: Option<u16>,
    /// The number of leading [pieces](Self::pieces) of work that are finished in this layer.
    pub(super) pieces_done: usize,
    /// The number of processed cells. Each cell counts twice: for its initial value, and when its
    /// predecessors are updated.
    pub(super) done: AtomicU64,
}

/// The cells for one side to move.
pub(super) struct Side {
    pub(super) part: Part,
    cells: Vec<AtomicU16>,
}

/// Cells that a thread processes at a time: the index of the side to move, and the cell numbers.
pub(crate) type Piece = (usize, Range<u64>);

/// Builds a table by its variant's rules.
pub(crate) trait Generate: Sync {
    /// The table's state.
    fn known(&self) -> &Unfinished;

    /// The table's state, mutably.
    fn known_mut(&mut self) -> &mut Unfinished;

    /// A thread's work on these pieces. Without a code, gives each cell its initial value. With a code, updates the
    /// predecessors of the cells with that code.
    fn work<'a>(&'a self, pieces: &'a [Piece], code: Option<Code>) -> Work<'a>;
}

/// The number of cells in the table for this canonical material.
pub(crate) fn cells_of(facts: &Facts, material: Material) -> u64 {
    let sides = material.sides().into_iter();
    sides.map(|it| crate::index::Numbering::of(facts, it).size()).fold(0, u64::saturating_add)
}

impl Unfinished {
    /// An empty table for this canonical material. The tables that the build uses must include all material after
    /// captures and promotions.
    pub(crate) fn new(
        facts: &'static Facts,
        material: Material,
        content: Content,
        threads: usize,
    ) -> Self {
        let parts = material.sides().into_iter().map(|it| Part::whole(facts, it)).collect();
        Self::of_parts(facts, material, content, threads, parts, None)
    }

    /// An empty table slice, one part for each side to move.
    pub(crate) fn of_parts(
        facts: &'static Facts,
        material: Material,
        content: Content,
        threads: usize,
        parts: Vec<Part>,
        before: Option<Finished>,
    ) -> Self {
        let sides = parts.into_iter().map(|part| {
            let cells = (0..part.size()).map(|_| AtomicU16::new(0)).collect();
            Side { part, cells }
        });
        Self {
            facts,
            material,
            before,
            content,
            sides: sides.collect(),
            threads,
            code_max: AtomicU16::new(0),
            layer: None,
            pieces_done: 0,
            done: AtomicU64::new(0),
        }
    }

    /// Discards all results.
    pub(crate) fn begin_anew(&mut self) {
        self.layer = None;
        self.pieces_done = 0;
        *self.code_max.get_mut() = 0;
        *self.done.get_mut() = 0;
    }

    /// The number of processed cells, up to twice [`cells_of`].
    fn done(&self) -> u64 {
        self.done.load(Relaxed)
    }

    pub(super) fn size(&self) -> u64 {
        self.sides.iter().map(|side| side.part.size()).sum()
    }

    /// The index of the side to move after this side's move.
    #[inline]
    pub(super) const fn other(&self, side: usize) -> usize {
        if self.sides.len() == 1 { 0 } else { 1 - side }
    }

    #[inline]
    pub(super) fn cell(&self, side: usize, number: u64) -> &AtomicU16 {
        &self.sides[side].cells[usize::try_from(number).unwrap_or(usize::MAX)]
    }

    /// The code for a position that is one ply farther from the end.
    #[inline]
    pub(super) fn one_more(&self, code: Code) -> Result<u16, TableError> {
        let is_near = code.plies().is_some_and(|plies| plies < Code::PLIES_MAX);
        if is_near { Ok(code.0 + 1) } else { Err(self.too_far()) }
    }

    #[cold]
    fn too_far(&self) -> TableError {
        TableError::TooFar { material: self.material.to_string(), plies_max: Code::PLIES_MAX }
    }

    /// Returns `true` if no layer is left.
    fn is_finished(&self) -> bool {
        self.layer.is_some_and(|layer| Code::of_plies(layer).0 > self.code_max.load(Relaxed))
    }

    /// All cells, in the order of processing.
    pub(super) fn pieces(&self) -> Vec<Piece> {
        let mut pieces = Vec::new();
        for (index, side) in self.sides.iter().enumerate() {
            let size = side.part.size();
            let starts = (0..size).step_by(usize::try_from(PIECE).unwrap_or(usize::MAX));
            pieces.extend(starts.map(|from| (index, from..size.min(from + PIECE))));
        }
        pieces
    }
}

impl dyn Generate + '_ {
    /// Resumes and runs to the end. `control` is called often, with the number of finished cells; a checkpoint is
    /// written as soon as the threads have finished their current pieces.
    ///
    /// When a layer is resumed, searching again for cells with its code is safe, because processing the layer never
    /// assigns that code.
    pub(crate) fn run(
        &mut self,
        control: &mut dyn FnMut(u64) -> Control,
        checkpoint: &mut dyn FnMut(&Unfinished) -> Result<(), TableError>,
    ) -> Result<(), TableError> {
        let pieces = self.known().pieces();
        while !self.known().is_finished() {
            let left = &pieces[self.known().pieces_done..];
            let (done, wish) = self.work_off(left, control)?;
            let known = self.known_mut();
            known.pieces_done += done;
            if known.pieces_done == pieces.len() {
                known.pieces_done = 0;
                known.layer = Some(known.layer.map_or(0, |layer| layer + 1));
            }
            match wish {
                Control::Continue => {}
                Control::Checkpoint => checkpoint(self.known())?,
                Control::Stop => {
                    checkpoint(self.known())?;
                    return Err(TableError::Stopped);
                }
            }
        }
        let known = self.known();
        known.done.store(2 * known.size(), Relaxed);
        Ok(())
    }

    /// Lets all threads process these pieces until all are done, or until `control` makes a request. Returns the number
    /// of leading pieces that are finished, and the request.
    fn work_off(
        &self,
        pieces: &[Piece],
        control: &mut dyn FnMut(u64) -> Control,
    ) -> Result<(usize, Control), TableError> {
        let known = self.known();
        let code = known.layer.map(Code::of_plies);
        let mut wish = Control::Continue;
        let mut is_wanted = || {
            wish = control(known.done());
            wish == Control::Continue
        };
        let new_work = || self.work(pieces, code);
        let done = share_out(known.threads, pieces.len(), &new_work, &mut is_wanted)?;
        Ok((done, wish))
    }
}
