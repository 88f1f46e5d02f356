//! Position diagrams, with everything that a screen needs to draw any game.

mod glyph;
mod text;
mod tiling;

use crate::{Direction, Geometry, Place, Seat, Square};

pub use self::glyph::{CardFace, Glyph, GlyphKind, Rank, Suit};
pub use self::tiling::{SideOwners, Tiling};

/// A board's coordinate style.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Coordinates {
    /// Each square has its own number, as in draughts: the names are on the squares.
    OnSquares,
    /// Squares are named by column and row, as in chess: letters below, numbers on the left.
    AtEdges,
    /// Only the columns are named, with numbers below the board, from left to right, as in games with falling pieces.
    Columns,
    /// Other labels at the edges.
    Labels(Edges),
}

impl Coordinates {
    /// The labels at the edges of this board.
    fn edges(self, geometry: &Geometry) -> Edges {
        let (columns, rows) = (0..geometry.width(), 0..geometry.height());
        match self {
            Self::OnSquares => Edges::default(),
            Self::AtEdges => Edges {
                left: rows.rev().map(|row| (u16::from(row) + 1).to_string()).collect(),
                bottom: columns.map(|column| column_letter(column).to_string()).collect(),
                ..Edges::default()
            },
            Self::Columns => Edges {
                bottom: columns.map(|column| (u16::from(column) + 1).to_string()).collect(),
                ..Edges::default()
            },
            Self::Labels(edges) => edges,
        }
    }
}

fn column_letter(column: u8) -> char {
    char::from(b'a'.saturating_add(column))
}

/// A board's edge labels: one for each column from the left, one for each row from the top. An edge without labels is
/// empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edges {
    /// The labels above the columns.
    pub top: Vec<String>,
    /// The labels to the right of the rows.
    pub right: Vec<String>,
    /// The labels below the columns.
    pub bottom: Vec<String>,
    /// The labels to the left of the rows.
    pub left: Vec<String>,
}

impl Edges {
    /// The labels as seen from the other side of the board. If only one of two opposite edges has labels, they stay at
    /// that edge of the diagram.
    #[must_use]
    pub fn turned(&self) -> Self {
        let [top, bottom] = turned_pair(&self.top, &self.bottom);
        let [left, right] = turned_pair(&self.left, &self.right);
        Self { top, right, bottom, left }
    }
}

/// The labels at two opposite edges after half a turn.
fn turned_pair(one: &[String], other: &[String]) -> [Vec<String>; 2] {
    let [one, other] = [one, other].map(|labels| labels.iter().rev().cloned().collect::<Vec<_>>());
    if one.is_empty() || other.is_empty() { [one, other] } else { [other, one] }
}

/// The shade of a place on the board.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shade {
    /// The board's lighter color.
    Light,
    /// The board's darker color.
    Dark,
    /// None: the place is not part of the board.
    Blank,
    /// Green cloth, with lines between the squares.
    Cloth,
    /// A hole in an upright grid.
    Hole,
}

impl Shade {
    /// The shades of a chessboard: dark at the lower left of a board with an even number of rows.
    pub const fn checkered(place: Place) -> Self {
        if place.column % 2 == place.row % 2 { Self::Light } else { Self::Dark }
    }
}

/// The arrangement of several pieces on one square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stacking {
    /// A stack: the topmost piece is visible, with the height.
    Upward,
    /// Side by side in the column, the first one at the upper edge of the square.
    FromTop,
    /// Side by side in the column, the first one at the lower edge of the square.
    FromBottom,
}

impl Stacking {
    /// The same stacking as seen from the other side of the board.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Upward => Self::Upward,
            Self::FromTop => Self::FromBottom,
            Self::FromBottom => Self::FromTop,
        }
    }
}

/// A piece on two neighboring board squares or on the line between them: a domino tile, a wall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laid {
    /// The squares. The first end of a tile is on the first square.
    pub squares: [Square; 2],
    /// The piece: a [`Tile`](GlyphKind::Tile) covers both squares, everything else is between them.
    pub glyph: Glyph,
}

impl Laid {
    /// The pips of the tile's end on `square`.
    pub fn end_on(&self, square: Square) -> Option<u8> {
        let GlyphKind::Tile(Some(ends)) = self.glyph.kind else { return None };
        self.squares.iter().zip(ends).find(|(lies_on, _)| **lies_on == square).map(|(_, pips)| pips)
    }

    /// Returns `true` if this piece covers `square` and hides everything else there.
    pub fn covers(&self, square: Square) -> bool {
        matches!(self.glyph.kind, GlyphKind::Tile(_)) && self.squares.contains(&square)
    }
}

/// A position diagram: the board's shape, its square names, the pieces, and the named [`Zone`]s next to the board.
///
/// Squares are numbered consecutively: first the board's as in its [`Geometry`], then the zones' in the order they were
/// added. A move may touch both kinds ([`Notation::route`](crate::Notation::route)).
///
/// `Display` draws the diagram as ASCII text, one line per row. A format with a width, as in `{:40}`, limits the line
/// length if the board allows it:
///
/// ```text
/// 3 . . o
/// 2 . x .
/// 1 . . .
///   a b c
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Diagram {
    geometry: Geometry,
    tiling: Tiling,
    side_owners: SideOwners,
    names_squares: bool,
    edges: Edges,
    /// The shade of each place, row by row.
    shades: Vec<Shade>,
    /// The stacking on each board square.
    stacking: Vec<Stacking>,
    /// The name of each square, like `pieces`.
    names: Vec<String>,
    pieces: Vec<Vec<Glyph>>,
    zones: Vec<Zone>,
    captions: Vec<Caption>,
    laid: Vec<Laid>,
    won: Vec<Square>,
    spent: Vec<Square>,
    turned: bool,
}

/// Constructors and changes.
impl Diagram {
    /// An empty board with squares named by `name`. All places are light.
    pub fn new(
        geometry: Geometry,
        coordinates: Coordinates,
        name: impl Fn(Square) -> String,
    ) -> Self {
        let count = geometry.square_count();
        Self {
            tiling: Tiling::default(),
            side_owners: SideOwners::default(),
            names_squares: coordinates == Coordinates::OnSquares,
            edges: coordinates.edges(&geometry),
            shades: vec![
                Shade::Light;
                usize::from(geometry.width()) * usize::from(geometry.height())
            ],
            stacking: vec![Stacking::Upward; count],
            names: geometry.squares().map(name).collect(),
            pieces: vec![Vec::new(); count],
            zones: Vec::new(),
            captions: Vec::new(),
            laid: Vec::new(),
            won: Vec::new(),
            spent: Vec::new(),
            turned: false,
            geometry,
        }
    }

    /// A table without a board: everything is in zones.
    pub fn without_board() -> Self {
        Self::new(Geometry::rectangle(0, 0), Coordinates::OnSquares, |_| String::new())
    }

    /// The same board with `shade` applied to each place.
    #[must_use]
    pub fn with_shades(mut self, shade: impl Fn(Place) -> Shade) -> Self {
        self.shades = self.geometry.all_places().map(shade).collect();
        self
    }

    /// The same board with this tiling.
    #[must_use]
    pub fn with_tiling(self, tiling: Tiling) -> Self {
        Self { tiling, ..self }
    }

    /// The same board with sides that belong to seats.
    #[must_use]
    pub fn with_side_owners(self, side_owners: SideOwners) -> Self {
        Self { side_owners, ..self }
    }

    /// The same board with `stacking` applied to each square.
    #[must_use]
    pub fn with_stacking(mut self, stacking: impl Fn(Square) -> Stacking) -> Self {
        self.stacking = self.geometry.squares().map(stacking).collect();
        self
    }

    /// Adds a common zone with `count` squares, and returns them. All diagrams in a game have the same zones: a hand
    /// has a square for each card that it can hold.
    ///
    /// # Panics
    /// If the board and its zones have more than 256 squares.
    pub fn add_zone(&mut self, name: impl Into<String>, count: usize) -> Vec<Square> {
        self.push_zone(name.into(), None, count)
    }

    /// Adds a zone that belongs to a seat; `owner` is the seat's name.
    ///
    /// # Panics
    /// If the board and its zones have more than 256 squares.
    pub fn add_zone_of(
        &mut self,
        seat: Seat,
        owner: impl Into<String>,
        name: impl Into<String>,
        count: usize,
    ) -> Vec<Square> {
        self.push_zone(name.into(), Some((seat, owner.into())), count)
    }

    fn push_zone(
        &mut self,
        name: String,
        owner: Option<(Seat, String)>,
        count: usize,
    ) -> Vec<Square> {
        let first = self.names.len();
        self.names.extend(std::iter::repeat_n(name.clone(), count));
        self.pieces.resize(first + count, Vec::new());
        let zone = Zone { name, owner, first, count };
        let squares = zone.squares().collect();
        self.zones.push(zone);
        squares
    }

    /// Adds a caption for a seat: a short fact about the position that no square shows, such as "167 pips". `owner` is
    /// the seat's name.
    pub fn add_caption(&mut self, seat: Seat, owner: impl Into<String>, text: impl Into<String>) {
        self.captions.push(Caption { seat, owner: owner.into(), text: text.into() });
    }

    /// Replaces the text of a seat's caption. A seat without a caption gets none.
    pub fn set_caption(&mut self, seat: Seat, text: impl Into<String>) {
        if let Some(caption) = self.captions.iter_mut().find(|caption| caption.seat == seat) {
            caption.text = text.into();
        }
    }

    /// Marks the pieces on these squares as used up in the current move, such as dice. Replaces earlier marks.
    pub fn set_spent(&mut self, squares: Vec<Square>) {
        self.spent = squares;
    }

    /// Puts `glyph` on top of `square`.
    ///
    /// # Panics
    /// If the square does not exist.
    pub fn put(&mut self, square: Square, glyph: Glyph) {
        self.pieces[square.index()].push(glyph);
    }

    /// Takes the topmost piece off `square`.
    ///
    /// # Panics
    /// If the square does not exist.
    pub fn take(&mut self, square: Square) -> Option<Glyph> {
        self.pieces[square.index()].pop()
    }

    /// Lays `glyph` on two board squares or on the line between them.
    ///
    /// # Panics
    /// If the squares are not neighbors in a row or column of the board.
    pub fn lay(&mut self, squares: [Square; 2], glyph: Glyph) {
        let [one, other] = squares;
        let is_next =
            |&direction: &Direction| self.geometry.neighbor(one, direction) == Some(other);
        let mut straight = Direction::STRAIGHT.iter();
        assert!(straight.any(is_next), "the squares are neighbors in a row or column");
        self.laid.push(Laid { squares, glyph });
    }

    /// The same diagram with these squares marked as winning, such as a completed line.
    #[must_use]
    pub fn with_won(self, won: Vec<Square>) -> Self {
        Self { won, ..self }
    }

    /// The same diagram, which `Display` draws from the other side of the board.
    #[must_use]
    pub fn turned(self) -> Self {
        Self { turned: !self.turned, ..self }
    }
}

/// Reading a diagram.
impl Diagram {
    /// The shape of the board.
    pub const fn geometry(&self) -> &Geometry {
        &self.geometry
    }

    /// The shape and arrangement of the places.
    pub const fn tiling(&self) -> Tiling {
        self.tiling
    }

    /// The seats that own the board's sides.
    pub const fn side_owners(&self) -> SideOwners {
        self.side_owners
    }

    /// All squares, the board's first.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + use<> {
        (0..self.names.len()).map(Square::new)
    }

    /// The pieces on `square`, the lowest first.
    ///
    /// # Panics
    /// If the square does not exist.
    pub fn pieces(&self, square: Square) -> &[Glyph] {
        &self.pieces[square.index()]
    }

    /// The topmost piece on `square`.
    ///
    /// # Panics
    /// If the square does not exist.
    pub fn glyph(&self, square: Square) -> Option<&Glyph> {
        self.pieces(square).last()
    }

    /// All pieces on the board and in zones, with their squares.
    pub fn glyphs(&self) -> impl Iterator<Item = (Square, &Glyph)> {
        let lying = self.laid.iter().map(|laid| (laid.squares[0], &laid.glyph));
        let on = |square| self.pieces(square).iter().map(move |glyph| (square, glyph));
        self.squares().flat_map(on).chain(lying)
    }

    /// The name of `square`: "32", "b4"; in a zone, the zone's name.
    ///
    /// # Panics
    /// If the square does not exist.
    pub fn name(&self, square: Square) -> &str {
        &self.names[square.index()]
    }

    /// Returns `true` if square names are on the squares and not at the edges.
    pub const fn names_squares(&self) -> bool {
        self.names_squares
    }

    /// The labels at the edges.
    pub const fn edges(&self) -> &Edges {
        &self.edges
    }

    /// The shade of a place; blank outside the board.
    pub fn shade(&self, place: Place) -> Shade {
        let (width, row) = (usize::from(self.geometry.width()), usize::from(place.row));
        let is_inside = usize::from(place.column) < width;
        let shade = self.shades.get(row * width + usize::from(place.column));
        shade.copied().filter(|_| is_inside).unwrap_or(Shade::Blank)
    }

    /// The arrangement of several pieces on `square`.
    pub fn stacking(&self, square: Square) -> Stacking {
        self.stacking.get(square.index()).copied().unwrap_or(Stacking::Upward)
    }

    /// The zones next to the board.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// The seats' captions.
    pub fn captions(&self) -> &[Caption] {
        &self.captions
    }

    /// The winning squares, such as a completed line; empty in most games and positions.
    pub fn won(&self) -> &[Square] {
        &self.won
    }

    /// The squares of pieces that the current move has used up, such as dice; empty before the first step of a move.
    pub fn spent(&self) -> &[Square] {
        &self.spent
    }

    /// The pieces on or between two board squares.
    pub fn laid(&self) -> &[Laid] {
        &self.laid
    }
}

/// A short fact about a seat's position, such as "167 pips".
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Caption {
    /// The seat.
    pub seat: Seat,
    /// The seat's name: "White".
    pub owner: String,
    /// The fact: "167 pips".
    pub text: String,
}

impl Caption {
    /// The text with the seat's name: "White: 167 pips".
    pub fn title(&self) -> String {
        format!("{}: {}", self.owner, self.text)
    }
}

/// A named part of the table next to the board, with its own squares: a hand, a bar, a pot, dice.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Zone {
    name: String,
    owner: Option<(Seat, String)>,
    first: usize,
    count: usize,
}

impl Zone {
    /// The name: "hand".
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The zone's owner; `None` for a common zone.
    pub fn owner(&self) -> Option<Seat> {
        self.owner.as_ref().map(|(seat, _)| *seat)
    }

    /// The owner's name: "White".
    pub fn owner_name(&self) -> Option<&str> {
        self.owner.as_ref().map(|(_, name)| name.as_str())
    }

    /// The zone's name with the owner's name: "White's hand".
    pub fn title(&self) -> String {
        self.owner_name()
            .map_or_else(|| self.name.clone(), |owner| format!("{owner}'s {}", self.name))
    }

    /// The zone's squares, in display order.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + use<> {
        (self.first..self.first + self.count).map(Square::new)
    }
}
