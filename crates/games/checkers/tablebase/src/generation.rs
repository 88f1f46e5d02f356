//! Builds the table for one combination of material.
//!
//! A table is built for both sides to move together. First each position gets the value that can be determined without
//! its neighbors. In a position with a capture, all moves lead to positions with fewer pieces. The tables for those
//! positions already exist, so the value is final. The same applies to promotions. Then, layer by layer, all positions
//! that end in 0, 1, 2, … plies update the positions from which a quiet move leads to them. If the position is lost,
//! each predecessor is a win one ply longer. If the position is won, a predecessor is lost if all of its moves lead to
//! positions that are already known to be won (Ströhlein, "Untersuchungen über kombinatorische Spiele", 1970;
//! <https://www.chessprogramming.org/Retrograde_Analysis>). All remaining positions are drawn.
//!
//! Tables without distances are built with different numbers: a position with other material counts as if the game
//! ended there, so a layer is the distance to the next capture or promotion.
//!
//! The unit of a build is the whole table or a [slice](crate::part) of it. In a slice, moves to the previous slice
//! count like captures, because the values there are final.

mod finished;
mod keeping;
mod unfinished;

use std::ops::{ControlFlow, Range};
use std::sync::atomic::AtomicU16;
use std::sync::atomic::Ordering::Relaxed;

use board_engine::{Color, Game};
use checkers::rules::Goal;
use checkers::{AnyVariant, Checkers, Move, Position, Variant};
use tablebase::{Content, TableError};

use crate::index::{Positions, View};
use crate::material::Material;
use crate::rules::{self, Aim, Code, Facts};
use crate::steps::{self, Stepped, Way};
use crate::table_set::{TableSet, value_at_end};
use crate::team::Work;

pub(crate) use self::finished::Finished;
pub(crate) use self::keeping::{slice_name, write_table};
pub(crate) use self::unfinished::{Generate, Piece, Unfinished, cells_of};

/// The mask for the [`Code`] in a cell.
const CODE: u16 = 0x3FFF;
/// The flag for a cell that no neighbor changes, because the position has captures, or no quiet move within the
/// material.
const FINAL: u16 = 0x8000;
/// The flag for a position in which some move to other material doesn't lose.
const SAFE: u16 = 0x4000;
/// Marks a number without a position.
pub(crate) const NO_POSITION: u16 = u16::MAX;

/// The number of cells that a thread processes at a time.
const PIECE: u64 = 1 << 14;

/// A variant's table that is being built.
pub(crate) struct Generation<'a, V: Variant> {
    known: Unfinished,
    tables: &'a TableSet,
    game: AnyVariant<V::Word>,
}

/// Starts building a table: a variant's [`new_generation`].
pub(crate) type NewGeneration = for<'a> fn(Unfinished, &'a TableSet) -> Box<dyn Generate + 'a>;

/// A thread's private state.
struct Tools<V: Variant> {
    positions: Vec<Positions<V>>,
    moves: Vec<Move<V::Word>>,
}

/// The memory in bytes needed to build the table for this material.
pub(crate) fn memory_of(facts: &Facts, material: Material) -> u64 {
    memory_of_cells(cells_of(facts, material))
}

/// The memory in bytes for this many cells.
pub(crate) const fn memory_of_cells(cells: u64) -> u64 {
    cells.saturating_mul(size_of::<AtomicU16>() as u64)
}

impl<V: Variant> Generate for Generation<'_, V> {
    fn known(&self) -> &Unfinished {
        &self.known
    }

    fn known_mut(&mut self) -> &mut Unfinished {
        &mut self.known
    }

    fn work<'a>(&'a self, pieces: &'a [Piece], code: Option<Code>) -> Work<'a> {
        let numberings = self.known.sides.iter().map(|side| side.part.numbering);
        let positions = numberings.map(Positions::new).collect();
        let mut tools = Tools { positions, moves: Vec::new() };
        Box::new(move |piece| {
            let (side, cells) = pieces[piece].clone();
            match code {
                None => self.begin(&mut tools, side, cells),
                Some(code) => self.spread(&mut tools, side, cells, code),
            }
        })
    }
}

/// Starts building a table from this state; `tables` contains the tables for positions with less material.
pub(crate) fn new_generation<V: Variant>(
    known: Unfinished,
    tables: &TableSet,
) -> Box<dyn Generate + '_> {
    Box::new(Generation::<V> { known, tables, game: rules::any_variant::<V>() })
}

impl<V: Variant> Generation<'_, V> {
    /// Gives each cell the value that can be determined without its neighbors.
    fn begin(
        &self,
        tools: &mut Tools<V>,
        side: usize,
        cells: Range<u64>,
    ) -> Result<(), TableError> {
        let mut code_max = 0;
        for number in cells.clone() {
            let cell = match self.position(tools, side, number) {
                Some(view) => self.first_cell(&view, side, &mut tools.moves)?,
                None => NO_POSITION,
            };
            if cell != NO_POSITION {
                code_max = code_max.max(cell & CODE);
            }
            self.known.cell(side, number).store(cell, Relaxed);
        }
        self.known.code_max.fetch_max(code_max, Relaxed);
        self.known.done.fetch_add(cells.end - cells.start, Relaxed);
        Ok(())
    }

    /// The position at this place.
    #[inline]
    fn position(&self, tools: &mut Tools<V>, side: usize, place: u64) -> Option<View<V>> {
        tools.positions[side].at(self.known.sides[side].part.number(place))
    }

    fn first_cell(
        &self,
        view: &View<V>,
        side: usize,
        moves: &mut Vec<Move<V::Word>>,
    ) -> Result<u16, TableError> {
        let position = view.position();
        if Checkers::<V>::is_drawn_by_rule(&position) {
            return Ok(FINAL);
        }
        let mut best = BestExit::new(rules::aim::<V>());
        if Checkers::<V>::can_capture(&position) {
            self.game.legal_moves(&position, moves);
            for &mv in moves.iter() {
                let mut after = position;
                self.game.play(&mut after, mv);
                best.take(self.outside(&after)?);
            }
            return self.cell_of(&best, Stays::Never);
        }
        let (mut stays, mut has_moves) = (Stays::Never, false);
        let outcome = steps::for_each(view, Way::Forward, |after, stepped| {
            has_moves = true;
            match self.final_code(after, stepped, self.known.other(side)) {
                Ok(Some(code)) => best.take(code),
                Ok(None) => stays = Stays::Possibly,
                Err(error) => return ControlFlow::Break(error),
            }
            ControlFlow::Continue(())
        });
        if let ControlFlow::Break(error) = outcome {
            return Err(error);
        }
        if !has_moves {
            return Ok(FINAL | Code::of_plies(0).0);
        }
        self.cell_of(&best, stays)
    }

    /// The code for the position after a step that leads to other material or to another slice; `None` if the step
    /// leads to a cell. `after` is in the view of the side that made the step; the other side is `side`.
    #[inline]
    fn final_code(
        &self,
        after: &View<V>,
        stepped: Stepped,
        side: usize,
    ) -> Result<Option<Code>, TableError> {
        match stepped {
            Stepped::Crowned => self.outside(&after.position().passed()).map(Some),
            Stepped::King => Ok(None),
            Stepped::Man => {
                let passed = after.pass();
                if self.known.sides[side].part.holds(&passed) {
                    return Ok(None);
                }
                let known =
                    self.known.before.as_ref().and_then(|before| before.code(side, &passed));
                known.ok_or_else(|| TableError::Missing { material: self.known.name() })?.map(Some)
            }
        }
    }

    /// A position's cell, given the best result among its moves to other material.
    fn cell_of(&self, best: &BestExit, stays: Stays) -> Result<u16, TableError> {
        let safe = if best.is_safe { SAFE } else { 0 };
        match (best.win, stays) {
            (Some(code), Stays::Possibly) => Ok(self.known.one_more(code)? | safe),
            (Some(code), Stays::Never) => Ok(self.known.one_more(code)? | FINAL),
            (None, Stays::Possibly) => Ok(safe),
            (None, Stays::Never) if best.is_safe => Ok(FINAL),
            (None, Stays::Never) => Ok(self.known.one_more(best.loss)? | FINAL),
        }
    }

    /// The code for a position with other material.
    fn outside(&self, position: &Position<V::Word>) -> Result<Code, TableError> {
        let aim = rules::aim::<V>();
        let is_empty = |color| position.pieces(color).is_empty();
        let has_king = || Color::ALL.iter().any(|&color| !position.kings(color).is_empty());
        let is_over = is_empty(Color::White)
            || is_empty(Color::Black)
            || (matches!(V::RULES.goal, Goal::FirstKing) && has_king());
        let value = if is_over {
            value_at_end(&self.game, position, &mut Vec::new())
        } else {
            self.tables.probe::<V>(position)
        };
        let value = value.ok_or_else(|| {
            let mut failures = self.tables.take_failures();
            let material = Material::of::<V>(position)
                .map_or_else(String::new, |material| material.canonical().to_string());
            failures.pop().unwrap_or(TableError::Missing { material })
        })?;
        let is_far = self.known.content == Content::Distances;
        Ok(Code::of_value(if is_far { value } else { value.without_plies() }, aim))
    }

    /// Updates the predecessors of the cells with this code.
    fn spread(
        &self,
        tools: &mut Tools<V>,
        side: usize,
        cells: Range<u64>,
        code: Code,
    ) -> Result<(), TableError> {
        let mut told = 0;
        for number in cells {
            let cell = self.known.cell(side, number).load(Relaxed);
            if cell & CODE != code.0 || cell == NO_POSITION {
                continue;
            }
            told += 1;
            if let Some(view) = self.position(tools, side, number) {
                self.spread_from(&view, side, code)?;
            }
        }
        self.known.done.fetch_add(told, Relaxed);
        Ok(())
    }

    fn spread_from(&self, view: &View<V>, side: usize, code: Code) -> Result<(), TableError> {
        let before = self.known.other(side);
        let part = &self.known.sides[before].part;
        let wins = code.wins(rules::aim::<V>());
        let view = view.pass();
        let men = part.men(&view);
        let outcome = steps::for_each(&view, Way::Backward, |earlier, stepped| {
            let men = if stepped == Stepped::King { men } else { part.men(earlier) };
            // Positions in the next slice probe this slice on their own.
            let Some(men) = men else { return ControlFlow::Continue(()) };
            let cell = self.known.cell(before, part.numbering.number_of_kings(men, earlier));
            let known = cell.load(Relaxed);
            if known & FINAL != 0 {
                return ControlFlow::Continue(());
            }
            let told = if wins {
                if known == 0 { self.loss(earlier, before, code) } else { Ok(None) }
            } else {
                self.known.one_more(code).map(|win| {
                    let is_better = known & CODE == 0 || known & CODE > win;
                    is_better.then_some(win | SAFE)
                })
            };
            match told {
                Ok(Some(new)) => {
                    cell.store(new, Relaxed);
                    self.known.code_max.fetch_max(new & CODE, Relaxed);
                }
                Ok(None) => {}
                Err(error) => return ControlFlow::Break(error),
            }
            ControlFlow::Continue(())
        });
        match outcome {
            ControlFlow::Continue(()) => Ok(()),
            ControlFlow::Break(error) => Err(error),
        }
    }

    /// The code for a position from which all moves lead to wins by the other side. Wins within the material are at
    /// most `code` away. `None` if there is another move.
    fn loss(&self, view: &View<V>, side: usize, code: Code) -> Result<Option<u16>, TableError> {
        let aim = rules::aim::<V>();
        let after_side = self.known.other(side);
        let (mut farthest, mut leaves) = (Code::DRAW, false);
        let escape = steps::for_each(view, Way::Forward, |after, stepped| {
            let place = match stepped {
                Stepped::Crowned => None,
                _ => self.known.sides[after_side].part.place(&after.pass()),
            };
            let Some(place) = place else {
                leaves = true;
                return ControlFlow::Continue(());
            };
            let known = Code(self.known.cell(after_side, place).load(Relaxed) & CODE);
            if known > code || !known.wins(aim) {
                return ControlFlow::Break(());
            }
            farthest = farthest.max(known);
            ControlFlow::Continue(())
        });
        if escape.is_break() {
            return Ok(None);
        }
        if leaves {
            // None of these moves is safe, or the cell would be marked. All these moves lead to wins by the other side.
            let outcome = steps::for_each(view, Way::Forward, |after, stepped| {
                match self.final_code(after, stepped, after_side) {
                    Ok(Some(code)) => farthest = farthest.max(code),
                    Ok(None) => {}
                    Err(error) => return ControlFlow::Break(error),
                }
                ControlFlow::Continue(())
            });
            if let ControlFlow::Break(error) = outcome {
                return Err(error);
            }
        }
        self.known.one_more(farthest).map(Some)
    }
}

/// The side to move's moves that stay within the material.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stays {
    Never,
    Possibly,
}

/// The best result among moves to other material.
struct BestExit {
    aim: Aim,
    /// The other side's nearest loss.
    win: Option<Code>,
    /// `true` if one of these moves doesn't lose.
    is_safe: bool,
    /// The other side's most distant win.
    loss: Code,
}

impl BestExit {
    const fn new(aim: Aim) -> Self {
        Self { aim, win: None, is_safe: false, loss: Code::DRAW }
    }

    /// Records the value that the other side has after a move.
    fn take(&mut self, code: Code) {
        if code.wins(self.aim) {
            self.loss = self.loss.max(code);
            return;
        }
        self.is_safe = true;
        if code.loses(self.aim) {
            self.win = Some(self.win.map_or(code, |win| win.min(code)));
        }
    }
}
