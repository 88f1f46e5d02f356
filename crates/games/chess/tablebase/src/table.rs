//! A file with the values of all positions with the same material.

use std::path::Path;

use cozy_chess::{Board, Color, Piece};
use tablebase::TableError;

use crate::fault::{Fault, Read, damaged};
use crate::geometry::{file_mirrored, rank_mirrored};
use crate::groups::{Groups, Order, Placed, code, leading_pawn, leading_side};
use crate::material::{Material, PIECES_MAX};
use crate::pairs::Pairs;
use crate::source::{Budget, Cursor, Source};
use crate::wdl::Wdl;

/// A file's contents.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    /// Wins, draws and losses.
    Wdl,
    /// Distances to the next capture or pawn move.
    Dtz,
}

impl Kind {
    pub(crate) const ALL: [Self; 2] = [Self::Wdl, Self::Dtz];

    /// The file suffix.
    pub(crate) const fn extension(self) -> &'static str {
        match self {
            Self::Wdl => "rtbw",
            Self::Dtz => "rtbz",
        }
    }

    /// The first bytes of such a file.
    const fn magic(self) -> [u8; 4] {
        match self {
            Self::Wdl => [0x71, 0xE8, 0x23, 0x5D],
            Self::Dtz => [0xD7, 0x66, 0x0C, 0xA5],
        }
    }
}

/// The flag for a file with separate tables for each side to move.
const IS_SPLIT: u8 = 1;
/// The flag for a file with pawns.
const HAS_PAWNS: u8 = 2;

/// The flag for a part with distances for the second-named side to move.
const SECOND_SIDE: u8 = 1;
/// The flag for distances that are indices into a list, with the most frequent distance first.
const IS_MAPPED: u8 = 2;
/// The flag for won positions' distances in plies instead of moves.
const WIN_PLIES: u8 = 4;
/// The flag for lost positions' distances in plies instead of moves.
const LOSS_PLIES: u8 = 8;
/// The flag for distance lists with two bytes per entry.
const IS_WIDE: u8 = 16;

/// The size of the checksum at the end, which programs ignore when they probe.
const CHECKSUM_BYTES: u64 = 16;

/// A position's value in a DTZ file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Distance {
    /// Plies to the next capture or pawn move, or to the end.
    Plies(i32),
    /// The file contains only positions with the other side to move.
    OtherSide,
}

/// An open file.
#[derive(Debug)]
pub(crate) struct Table {
    material: Material,
    kind: Kind,
    source: Source,
    /// The parts for each file of the leading pawn; a single entry without pawns.
    files: Vec<FileParts>,
}

/// The parts of a table with the leading pawn on a file.
#[derive(Debug)]
struct FileParts {
    /// One part for each side to move, or one for both.
    parts: Vec<Part>,
    /// The lists of distances for wins, losses, cursed wins and blessed losses.
    distances: [Vec<u16>; 4],
}

#[derive(Debug)]
struct Part {
    groups: Groups,
    pairs: Pairs,
}

impl Table {
    /// Checks a file's first bytes and size.
    ///
    /// # Errors
    /// [`TableError`] if the file can't be read or is not such a table.
    pub(crate) fn check(path: &Path, material: Material, kind: Kind) -> Result<u64, TableError> {
        let checked = Source::open(path, &Budget::new(0)).and_then(|source| {
            check_start(&source, material, kind)?;
            Ok(source.length)
        });
        checked.map_err(|fault| fault.of_file(path))
    }

    /// Opens a file and reads its header.
    ///
    /// # Errors
    /// [`TableError`] if the file can't be read or is not such a table.
    pub(crate) fn open(
        path: &Path,
        material: Material,
        kind: Kind,
        budget: &Budget,
    ) -> Result<Self, TableError> {
        let read = Source::open(path, budget).and_then(|source| Self::read(source, material, kind));
        read.map_err(|fault| fault.of_file(path))
    }

    fn read(source: Source, material: Material, kind: Kind) -> Read<Self> {
        check_start(&source, material, kind)?;
        let mut cursor = Cursor::new(&source, 5);
        let has_pawns = material.has_pawns();
        let sides = if kind == Kind::Wdl && !material.is_symmetric() { 2 } else { 1 };
        let mut all_groups = Vec::new();
        for file in 0..if has_pawns { 4 } else { 1 } {
            all_groups.push(read_groups(&mut cursor, material, sides, file)?);
        }
        cursor.align(2);
        let mut files = Vec::new();
        for of_file in all_groups {
            let mut parts = Vec::new();
            for groups in of_file {
                let pairs = Pairs::read(&mut cursor, groups.size)?;
                parts.push(Part { groups, pairs });
            }
            files.push(FileParts { parts, distances: Default::default() });
        }
        if kind == Kind::Dtz {
            for file in &mut files {
                file.distances = read_distances(&mut cursor, file.parts[0].pairs.flags)?;
            }
            cursor.align(2);
        }
        for place in [Pairs::place_sparse, Pairs::place_lengths, Pairs::place_blocks] {
            for part in files.iter_mut().flat_map(|file| &mut file.parts) {
                place(&mut part.pairs, &mut cursor)?;
            }
        }
        Ok(Self { material, kind, source, files })
    }

    /// The value of a position, ignoring its captures. The material must be the table's.
    pub(crate) fn wdl(&self, board: &Board) -> Read<Wdl> {
        debug_assert_eq!(self.kind, Kind::Wdl, "distances are not values");
        let seen = Seen::new(self.material, board)?;
        let part = self.file(&seen)?.parts.get(seen.side_to_move);
        let number = self.number(part, &seen)?;
        Wdl::from_number(number).ok_or(damaged("a value is not one of five"))
    }

    /// The distance for a decided position with a known value.
    pub(crate) fn distance(&self, board: &Board, value: Wdl) -> Read<Distance> {
        debug_assert_eq!(self.kind, Kind::Dtz, "values are not distances");
        let seen = Seen::new(self.material, board)?;
        let FileParts { parts, distances } = self.file(&seen)?;
        let flags = parts.first().map_or(0, |part| part.pairs.flags);
        let has_both_sides = self.material.is_symmetric() && !self.material.has_pawns();
        if usize::from(flags & SECOND_SIDE) != seen.side_to_move && !has_both_sides {
            return Ok(Distance::OtherSide);
        }
        let number = self.number(parts.first(), &seen)?;
        let (list, is_in_plies) = match value {
            Wdl::Win => (0, flags & WIN_PLIES != 0),
            Wdl::Loss => (1, flags & LOSS_PLIES != 0),
            Wdl::CursedWin => (2, false),
            Wdl::BlessedLoss => (3, false),
            Wdl::Draw => return Ok(Distance::Plies(0)),
        };
        let number = if flags & IS_MAPPED == 0 {
            number
        } else {
            let listed = distances[list].get(usize::from(number));
            *listed.ok_or(damaged("a distance is not in its list"))?
        };
        let plies = i32::from(number) * if is_in_plies { 1 } else { 2 } + 1;
        let is_by_rule = matches!(value, Wdl::CursedWin | Wdl::BlessedLoss);
        Ok(Distance::Plies(value.sign() * (plies + if is_by_rule { 100 } else { 0 })))
    }

    fn file(&self, seen: &Seen) -> Read<&FileParts> {
        let index = if self.files.len() > 1 { seen.file } else { 0 };
        self.files.get(index).ok_or(damaged("a part is missing"))
    }

    fn number(&self, part: Option<&Part>, seen: &Seen) -> Read<u16> {
        let part = part.ok_or(damaged("a part is missing"))?;
        let index = part.groups.index(seen.pieces())?;
        part.pairs.value(&self.source, index)
    }
}

/// Returns an error if a file is not this kind of table for this material.
fn check_start(source: &Source, material: Material, kind: Kind) -> Read<()> {
    if source.length < 4 || source.bytes(0, 4)?.as_ref() != kind.magic() {
        return Err(Fault::Foreign);
    }
    let flags = source.bytes(4, 1)?[0];
    let is_split = flags & IS_SPLIT != 0;
    if is_split == material.is_symmetric() || (flags & HAS_PAWNS != 0) != material.has_pawns() {
        return Err(Fault::Foreign);
    }
    if source.length % 64 != CHECKSUM_BYTES {
        return Err(damaged("its size is wrong for a Syzygy table"));
    }
    Ok(())
}

/// The pieces in the tables with the leading pawn on a file, one list for each side to move.
fn read_groups(
    cursor: &mut Cursor<'_>,
    material: Material,
    sides: usize,
    file: usize,
) -> Read<Vec<Groups>> {
    let has_pawns = |side| material.of(side, Piece::Pawn) > 0;
    let are_on_both = has_pawns(0) && has_pawns(1);
    let first = cursor.byte()?;
    let pawns = if are_on_both { Some(cursor.byte()?) } else { None };
    let pieces = cursor.bytes(usize::from(material.count()))?;
    let of_side = |side: usize| {
        let half = |byte: u8| if side == 0 { byte & 0xF } else { byte >> 4 };
        let order = Order { first: half(first), pawns: pawns.map(half) };
        Groups::new(material, pieces.iter().map(|byte| half(*byte)).collect(), order, file)
    };
    (0..sides).map(of_side).collect()
}

/// The distance lists for a part with these flags.
fn read_distances(cursor: &mut Cursor<'_>, flags: u8) -> Read<[Vec<u16>; 4]> {
    let mut lists: [Vec<u16>; 4] = Default::default();
    if flags & IS_MAPPED == 0 {
        return Ok(lists);
    }
    if flags & IS_WIDE != 0 {
        cursor.align(2);
    }
    for list in &mut lists {
        *list = if flags & IS_WIDE != 0 {
            let count = cursor.word()?;
            cursor.words(usize::from(count))?
        } else {
            let count = cursor.byte()?;
            cursor.bytes(usize::from(count))?.iter().map(|byte| u16::from(*byte)).collect()
        };
    }
    Ok(lists)
}

/// A position as its table sees it: the first-named side has the white pieces.
struct Seen {
    placed: [Placed; PIECES_MAX as usize],
    count: usize,
    /// The side to move: 0 for the first-named side.
    side_to_move: usize,
    /// The file of the leading pawn, 0 to 3.
    file: usize,
}

impl Seen {
    fn new(material: Material, board: &Board) -> Read<Self> {
        let other = damaged("it has other pieces");
        let is_black_to_move = board.side_to_move() == Color::Black;
        let of_board = Material::of_board(board);
        // In a table with the same pieces for both sides, White is always to move.
        let is_reversed =
            if material.is_symmetric() { is_black_to_move } else { of_board != material };
        let mut seen = Self {
            placed: [Placed { code: 0, square: 0 }; PIECES_MAX as usize],
            count: 0,
            side_to_move: usize::from(is_black_to_move != is_reversed),
            file: 0,
        };
        for square in board.occupied() {
            let piece = board.piece_on(square).zip(board.color_on(square));
            let Some((piece, color)) = piece else { continue };
            let side = usize::from((color == Color::Black) != is_reversed);
            let square = square as usize;
            let square = if is_reversed { rank_mirrored(square) } else { square };
            let place = seen.placed.get_mut(seen.count);
            let Some(place) = place else { return Err(other) };
            *place = Placed { code: code(piece, side), square };
            seen.count += 1;
        }
        if material.has_pawns() {
            let wanted = code(Piece::Pawn, leading_side(material));
            let pawns = seen.pieces().iter().filter(|placed| placed.code == wanted);
            let squares: Vec<usize> = pawns.map(|placed| placed.square).collect();
            let leading = leading_pawn(&squares);
            seen.file = (leading % 8).min(file_mirrored(leading) % 8);
        }
        Ok(seen)
    }

    fn pieces(&self) -> &[Placed] {
        &self.placed[..self.count]
    }
}
