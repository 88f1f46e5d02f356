//! The numbering of inputs by the square, kind and owner of each diagram part.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::fmt::Write as _;

use board_engine::{Diagram, Geometry, Glyph, GlyphKind, Seat, Square};

use super::symmetry::BoardTurn;
use super::text::TextWords;

/// Maximum number of copies of a part to count on one square or in one zone.
const COPIES_MAX: usize = 16;

/// The kind of a counter.
pub(super) const COUNTER: &str = "counter";

/// The owners of a part from a seat's view: the seat, the opponent, none.
pub(super) const SIDES: usize = 3;

/// The parts found in a game's positions.
#[derive(Debug, Default)]
pub(super) struct Parts {
    on_board: Copies,
    in_zones: Copies,
    has_neutral: bool,
}

/// The maximum number of copies of each kind of part in one cell.
type Copies = BTreeMap<String, usize>;

impl Parts {
    /// Adds the parts of a diagram.
    pub(super) fn add(&mut self, diagram: &Diagram) {
        let on_board = diagram.geometry().square_count();
        each_part(diagram, |square, kind, owner, copy| {
            let is_on_board = square.index() < on_board;
            let kinds = if is_on_board { &mut self.on_board } else { &mut self.in_zones };
            match kinds.get_mut(&*kind) {
                Some(copies) => *copies = (*copies).max(copy + 1),
                None => _ = kinds.insert(kind.into_owned(), copy + 1),
            }
            self.has_neutral |= owner.is_none();
        });
    }

    /// Adds a piece that users can set up.
    pub(super) fn add_glyph(&mut self, glyph: &Glyph) {
        self.on_board.entry(kind_of(glyph).into_owned()).or_insert(1);
    }
}

/// The inputs for one owner's parts of one kind in one cell: one input for each copy.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) struct PartInputs {
    pub(super) first: usize,
    pub(super) copies: usize,
}

/// The inputs for one owner in a cell, numbered from 0.
#[derive(Debug)]
struct Kinds {
    kinds: Vec<(String, PartInputs)>,
    count: usize,
}

impl Kinds {
    fn new(copies: Copies) -> Self {
        let mut count = 0;
        let inputs = |(kind, copies): (String, usize)| {
            let inputs = PartInputs { first: count, copies: copies.min(COPIES_MAX) };
            count += inputs.copies;
            (kind, inputs)
        };
        let kinds = copies.into_iter().map(inputs).collect();
        Self { kinds, count }
    }

    fn inputs(&self, kind: &str) -> Option<PartInputs> {
        self.kinds.iter().find(|(known, _)| known == kind).map(|(_, inputs)| *inputs)
    }
}

/// The numbering of diagram parts. Inputs begin with the side to move.
#[derive(Debug)]
pub(super) struct Layout {
    on_board: Kinds,
    in_zones: Kinds,
    sides: usize,
    /// The number of board squares. The zones are the cells after the board squares.
    squares: usize,
    zones: usize,
    /// The cell of each square in each seat's view.
    cell_of: [Vec<usize>; 2],
    /// The board turn in the second seat's view; `None` if each seat has its own inputs.
    turn: Option<BoardTurn>,
    pub(super) words: TextWords,
}

impl Layout {
    /// The layout for a game that starts with the diagram `start` and is unchanged by `turn` and a swap of the seats.
    pub(super) fn new(
        start: &Diagram,
        parts: Parts,
        words: TextWords,
        turn: Option<BoardTurn>,
    ) -> Self {
        let of_second = turn.unwrap_or(BoardTurn::Same);
        let cell_of = [Seat::FIRST, Seat::SECOND].map(|seat| cells(start, seat, of_second));
        let sides = if parts.has_neutral { SIDES } else { SIDES - 1 };
        Self {
            on_board: Kinds::new(parts.on_board),
            in_zones: Kinds::new(parts.in_zones),
            sides,
            squares: start.geometry().square_count(),
            zones: start.zones().len(),
            cell_of,
            turn,
            words,
        }
    }

    /// The number of inputs.
    pub(super) fn count(&self) -> usize {
        self.first_of_words() + self.words.count()
    }

    /// The number of part inputs in one view.
    fn parts(&self) -> usize {
        self.first_of_cell(self.squares + self.zones)
    }

    /// The number of part inputs in the cells before this one.
    fn first_of_cell(&self, cell: usize) -> usize {
        let squares = cell.min(self.squares);
        self.sides * (squares * self.on_board.count + (cell - squares) * self.in_zones.count)
    }

    /// Calls `add` with the inputs of a diagram in `seat`'s view.
    pub(super) fn each(&self, diagram: &Diagram, seat: Seat, add: &mut dyn FnMut(usize)) {
        each_part(diagram, |square, kind, owner, copy| {
            if let Some(inputs) = self.inputs(square, &kind, owner, seat) {
                add(inputs.first + copy.min(inputs.copies - 1));
            }
        });
    }

    /// The inputs for a part in `seat`'s view; `None` if the layout has no such square or kind.
    pub(super) fn inputs(
        &self,
        square: Square,
        kind: &str,
        owner: Option<Seat>,
        seat: Seat,
    ) -> Option<PartInputs> {
        let cell = *self.cell_of[seat.index().min(1)].get(square.index())?;
        let kinds = if cell < self.squares { &self.on_board } else { &self.in_zones };
        let PartInputs { first, copies } = kinds.inputs(kind)?;
        let side = match owner {
            Some(owner) => usize::from(owner != seat),
            None => (SIDES - 1).min(self.sides - 1),
        };
        let before = self.first_of_view(seat) + self.first_of_cell(cell) + side * kinds.count;
        Some(PartInputs { first: before + first, copies })
    }

    /// The first part input in `seat`'s view.
    fn first_of_view(&self, seat: Seat) -> usize {
        let is_apart = self.turn.is_none() && seat != Seat::FIRST;
        if is_apart { 2 + self.parts() } else { 2 }
    }

    /// The input that each input becomes when the board is turned; `None` if the board doesn't fit on itself.
    pub(super) fn turned(&self, geometry: &Geometry, turn: BoardTurn) -> Option<Vec<u16>> {
        let on_board = geometry.squares().map(|square| turn.square(geometry, square));
        let mut cells: Vec<usize> =
            on_board.map(|square| square.map(Square::index)).collect::<Option<_>>()?;
        cells.extend((0..self.zones).map(|zone| self.squares + zone));
        let views = (self.count() - 2) / self.parts().max(1);
        let of_view = |view: usize| {
            let first = 2 + view * self.parts();
            cells
                .iter()
                .flat_map(move |&cell| self.first_of_cell(cell)..self.first_of_cell(cell + 1))
                .map(move |part| first + part)
        };
        let inputs = [0, 1].into_iter().chain((0..views).flat_map(of_view));
        inputs.map(|input| u16::try_from(input).ok()).collect()
    }

    /// The first input for words in the notation.
    pub(super) fn first_of_words(&self) -> usize {
        let views = if self.turn.is_none() { 2 } else { 1 };
        2 + views * self.parts()
    }

    /// A hash of what all inputs mean.
    pub(super) fn hash(&self) -> u64 {
        let kinds: Vec<&str> = self.on_board.kinds.iter().map(|(kind, _)| &**kind).collect();
        let mut meaning = format!(
            "{kinds:?} 1 {} {:?} {:?} {:?}",
            self.sides,
            self.cell_of,
            self.turn,
            self.words.numbers()
        );
        let in_zones = self.in_zones.kinds.iter().map(|part| (part, "in a zone"));
        let stacked = self.on_board.kinds.iter().filter(|(_, inputs)| inputs.copies > 1);
        let stacked = stacked.map(|part| (part, "on a square"));
        for ((kind, PartInputs { copies, .. }), place) in in_zones.chain(stacked) {
            let _infallible = write!(meaning, " {copies} {kind} {place}");
        }
        let bytes = blake3::hash(meaning.as_bytes());
        bytes.as_bytes().iter().take(8).fold(0, |hash, &byte| hash << 8 | u64::from(byte))
    }
}

/// Calls `visit` with each part: its square, kind and owner, and the number of equal parts before it on this square or
/// in this zone. Parts in a zone count as if they were on its first square.
fn each_part(diagram: &Diagram, mut visit: impl FnMut(Square, Cow<'_, str>, Option<Seat>, usize)) {
    for square in diagram.geometry().squares() {
        let pieces = diagram.pieces(square);
        for (index, glyph) in pieces.iter().enumerate() {
            let is_equal = |other: &&Glyph| other.owner == glyph.owner && other.kind == glyph.kind;
            let copy = pieces[..index].iter().filter(is_equal).count();
            each_level(glyph, copy, |copy| visit(square, kind_of(glyph), glyph.owner, copy));
        }
    }
    for zone in diagram.zones() {
        let mut before: Vec<&Glyph> = Vec::new();
        let Some(first) = zone.squares().next() else { continue };
        for glyph in zone.squares().flat_map(|square| diagram.pieces(square)) {
            let owner = glyph.owner.or_else(|| zone.owner());
            let is_equal = |other: &&&Glyph| other.owner == glyph.owner && other.kind == glyph.kind;
            let copy = before.iter().filter(is_equal).count();
            each_level(glyph, copy, |copy| visit(first, kind_of(glyph), owner, copy));
            before.push(glyph);
        }
    }
    for laid in diagram.laid() {
        let [one, other] = laid.squares;
        let lies = if other.index() == one.index() + 1 { "across" } else { "along" };
        let kind = format!("{} {lies}", kind_of(&laid.glyph));
        visit(one, Cow::Owned(kind), laid.glyph.owner, 0);
    }
}

/// Calls `visit` once for a piece, and once for each unit of a counter.
fn each_level(glyph: &Glyph, copy: usize, mut visit: impl FnMut(usize)) {
    match glyph.kind {
        GlyphKind::Counter { value, .. } => (0..value as usize).take(COPIES_MAX).for_each(visit),
        _ => visit(copy),
    }
}

/// The kind of a piece, without its owner.
fn kind_of(glyph: &Glyph) -> Cow<'_, str> {
    match glyph.kind {
        GlyphKind::Piece { role } => Cow::Borrowed(role),
        GlyphKind::Counter { .. } => Cow::Borrowed(COUNTER),
        _ => Cow::Borrowed(&glyph.text),
    }
}

/// The cell of each square in a seat's view.
fn cells(start: &Diagram, seat: Seat, turn: BoardTurn) -> Vec<usize> {
    let geometry = start.geometry();
    let turn = if seat == Seat::FIRST { BoardTurn::Same } else { turn };
    let on_board =
        geometry.squares().map(|square| turn.square(geometry, square).map_or(0, Square::index));
    let mut cells: Vec<usize> = on_board.collect();
    let zones = start.zones();
    for (index, zone) in zones.iter().enumerate() {
        let is_mirror = |other: &&board_engine::Zone| {
            other.name() == zone.name() && other.owner() == zone.owner().map(Seat::opponent)
        };
        let mirror = zones.iter().position(|other| is_mirror(&other));
        let seen = if seat == Seat::FIRST { index } else { mirror.unwrap_or(index) };
        cells.extend(zone.squares().map(|_| geometry.square_count() + seen));
    }
    cells
}
