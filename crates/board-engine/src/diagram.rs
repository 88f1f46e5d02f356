//! Diagrams of positions: what a screen needs to draw any game.

mod glyph;
mod text;
mod zone;

use crate::{Direction, Geometry, Place, Seat, Square};

pub use self::glyph::{CardFace, Glyph, GlyphKind, Rank, Suit};
pub use self::zone::Zone;

/// Where the names of the squares are shown.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum Coordinates {
    /// Each square has its own number, as in draughts: the names stand on the squares.
    OnSquares,
    /// A square is named by its column and row, as in chess: letters stand below and numbers on the left.
    AtEdges,
    /// A column alone is named, by its number from the left, as where pieces fall: the numbers stand below.
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

/// The labels at the edges of a board: one for each column from the left, one for each row from the top. An edge
/// without labels is empty.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Edges {
    /// Above the columns.
    pub top: Vec<String>,
    /// On the right of the rows.
    pub right: Vec<String>,
    /// Below the columns.
    pub bottom: Vec<String>,
    /// On the left of the rows.
    pub left: Vec<String>,
}

impl Edges {
    /// The labels as they are seen from the other side of the board. Where one of two opposite edges alone has labels,
    /// they stay at that edge of the diagram.
    #[must_use]
    pub fn turned(&self) -> Self {
        let [top, bottom] = turned_pair(&self.top, &self.bottom);
        let [left, right] = turned_pair(&self.left, &self.right);
        Self { top, right, bottom, left }
    }
}

/// The labels of two opposite edges after half a turn.
fn turned_pair(one: &[String], other: &[String]) -> [Vec<String>; 2] {
    let [one, other] = [one, other].map(|labels| labels.iter().rev().cloned().collect::<Vec<_>>());
    if one.is_empty() || other.is_empty() { [one, other] } else { [other, one] }
}

/// How a place of the board is colored.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Shade {
    /// The lighter color of the board.
    Light,
    /// The darker one.
    Dark,
    /// Not at all: the place is no part of the board.
    Blank,
}

impl Shade {
    /// The shades of a chessboard: dark at the lower left of a board with an even number of rows.
    pub const fn checkered(place: Place) -> Self {
        if place.column % 2 == place.row % 2 { Self::Light } else { Self::Dark }
    }
}

/// Where several pieces on one square lie.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Stacking {
    /// One upon the other: the topmost is seen, and how many there are.
    Upward,
    /// Side by side in the column, the first one at the upper edge of the square.
    FromTop,
    /// Side by side in the column, the first one at the lower edge of the square.
    FromBottom,
}

impl Stacking {
    /// The same as it is seen from the other side of the board.
    #[must_use]
    pub const fn turned(self) -> Self {
        match self {
            Self::Upward => Self::Upward,
            Self::FromTop => Self::FromBottom,
            Self::FromBottom => Self::FromTop,
        }
    }
}

/// A piece that lies on two neighboring squares of the board or on the line between them: a domino tile, a wall.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Laid {
    /// The squares. The first end of a tile lies on the first one.
    pub squares: [Square; 2],
    /// What lies there: a [`Tile`](GlyphKind::Tile) covers both squares, everything else lies between them.
    pub glyph: Glyph,
}

impl Laid {
    /// The pips of the tile's end that lies on `square`.
    pub fn end_on(&self, square: Square) -> Option<u8> {
        let GlyphKind::Tile(Some(ends)) = self.glyph.kind else { return None };
        self.squares.iter().zip(ends).find(|(lies_on, _)| **lies_on == square).map(|(_, pips)| pips)
    }

    /// Whether it covers `square`, so that nothing else can be seen there.
    pub fn covers(&self, square: Square) -> bool {
        matches!(self.glyph.kind, GlyphKind::Tile(_)) && self.squares.contains(&square)
    }
}

/// The diagram of a position: the shape of the board and what its squares are called, what lies on each square, and
/// what lies beside the board in named [`Zone`]s.
///
/// Squares are numbered through: first those of the board as in its [`Geometry`], then those of the zones in the order
/// in which they were added. A move touches squares of both kinds ([`Notation::route`](crate::Notation::route)).
///
/// `Display` draws it as text, one line per row, in ASCII. A format with a width, as in `{:40}`, keeps
/// the lines within that many characters where the board allows it:
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
    names_squares: bool,
    edges: Edges,
    /// For each place, row by row.
    shades: Vec<Shade>,
    /// For each square of the board.
    stacking: Vec<Stacking>,
    /// For each square, as is the next one.
    names: Vec<String>,
    pieces: Vec<Vec<Glyph>>,
    zones: Vec<Zone>,
    laid: Vec<Laid>,
    won: Vec<Square>,
    turned: bool,
}

/// Making a diagram.
impl Diagram {
    /// An empty board whose squares are called by `name`. All its places are light.
    pub fn new(
        geometry: Geometry,
        coordinates: Coordinates,
        name: impl Fn(Square) -> String,
    ) -> Self {
        let count = geometry.square_count();
        Self {
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
            laid: Vec::new(),
            won: Vec::new(),
            turned: false,
            geometry,
        }
    }

    /// A table without a board: all that there is lies in zones.
    pub fn without_board() -> Self {
        Self::new(Geometry::rectangle(0, 0), Coordinates::OnSquares, |_| String::new())
    }

    /// The same board with a shade for each place.
    #[must_use]
    pub fn with_shades(mut self, shade: impl Fn(Place) -> Shade) -> Self {
        self.shades = self.geometry.all_places().map(shade).collect();
        self
    }

    /// The same board with where several pieces on a square lie.
    #[must_use]
    pub fn with_stacking(mut self, stacking: impl Fn(Square) -> Stacking) -> Self {
        self.stacking = self.geometry.squares().map(stacking).collect();
        self
    }

    /// Adds a zone that belongs to nobody, with `count` squares, and returns them. All diagrams of a game have the same
    /// zones: a hand has a square for each card that it can hold.
    ///
    /// # Panics
    /// If there are more than 256 squares on the board and in its zones.
    pub fn add_zone(&mut self, name: impl Into<String>, count: usize) -> Vec<Square> {
        self.push_zone(name.into(), None, count)
    }

    /// Adds a zone that belongs to a seat, which is called `owner`.
    ///
    /// # Panics
    /// If there are more than 256 squares on the board and in its zones.
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

    /// Puts `glyph` on `square`, on top of what lies there.
    ///
    /// # Panics
    /// If there is no such square.
    pub fn put(&mut self, square: Square, glyph: Glyph) {
        self.pieces[square.index()].push(glyph);
    }

    /// Takes the topmost piece off `square`.
    ///
    /// # Panics
    /// If there is no such square.
    pub fn take(&mut self, square: Square) -> Option<Glyph> {
        self.pieces[square.index()].pop()
    }

    /// Lays `glyph` on two squares of the board or on the line between them.
    ///
    /// # Panics
    /// If they are not neighbors in a row or column of the board.
    pub fn lay(&mut self, squares: [Square; 2], glyph: Glyph) {
        let [one, other] = squares;
        let is_next =
            |&direction: &Direction| self.geometry.neighbor(one, direction) == Some(other);
        let mut straight = Direction::STRAIGHT.iter();
        assert!(straight.any(is_next), "the squares are neighbors in a row or column");
        self.laid.push(Laid { squares, glyph });
    }

    /// The same diagram, in which these squares have won: a line that is complete.
    #[must_use]
    pub fn with_won(self, won: Vec<Square>) -> Self {
        Self { won, ..self }
    }

    /// The same diagram, drawn by `Display` as it is seen from the other side of the board.
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

    /// All squares, those of the board first.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + ExactSizeIterator + use<> {
        (0..self.names.len()).map(Square::new)
    }

    /// What lies on `square`, the lowest piece first.
    ///
    /// # Panics
    /// If there is no such square.
    pub fn pieces(&self, square: Square) -> &[Glyph] {
        &self.pieces[square.index()]
    }

    /// The topmost piece on `square`.
    ///
    /// # Panics
    /// If there is no such square.
    pub fn glyph(&self, square: Square) -> Option<&Glyph> {
        self.pieces(square).last()
    }

    /// Everything that lies on the board and beside it, with its squares.
    pub fn glyphs(&self) -> impl Iterator<Item = (Square, &Glyph)> {
        let lying = self.laid.iter().map(|laid| (laid.squares[0], &laid.glyph));
        let on = |square| self.pieces(square).iter().map(move |glyph| (square, glyph));
        self.squares().flat_map(on).chain(lying)
    }

    /// What `square` is called: "32", "b4"; in a zone, as the zone is.
    ///
    /// # Panics
    /// If there is no such square.
    pub fn name(&self, square: Square) -> &str {
        &self.names[square.index()]
    }

    /// Whether the names of the squares stand on them, and not at the edges.
    pub const fn names_squares(&self) -> bool {
        self.names_squares
    }

    /// The labels at the edges.
    pub const fn edges(&self) -> &Edges {
        &self.edges
    }

    /// How a place is colored; one that lies off the board is blank.
    pub fn shade(&self, place: Place) -> Shade {
        let (width, row) = (usize::from(self.geometry.width()), usize::from(place.row));
        let is_inside = usize::from(place.column) < width;
        let shade = self.shades.get(row * width + usize::from(place.column));
        shade.copied().filter(|_| is_inside).unwrap_or(Shade::Blank)
    }

    /// Where several pieces on `square` lie.
    pub fn stacking(&self, square: Square) -> Stacking {
        self.stacking.get(square.index()).copied().unwrap_or(Stacking::Upward)
    }

    /// What lies beside the board.
    pub fn zones(&self) -> &[Zone] {
        &self.zones
    }

    /// The squares that have won, like those of a line; none in most games and positions.
    pub fn won(&self) -> &[Square] {
        &self.won
    }

    /// What lies on two squares of the board or between them.
    pub fn laid(&self) -> &[Laid] {
        &self.laid
    }
}
