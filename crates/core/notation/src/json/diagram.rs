//! The diagram of a position.

use board_engine::Square as BoardSquare;
use serde::{Deserialize, Serialize};

use super::values::SeatNumber;

/// Everything that a screen draws: the board, its pieces, and the zones next to it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagram {
    /// The number of columns; 0 for a game without a board.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
    /// The shade of each place, one list per row from the top.
    pub shades: Vec<Vec<Shade>>,
    /// The shape and arrangement of the places.
    pub tiling: Tiling,
    /// The seats that own the board's sides.
    pub side_owners: SideOwners,
    /// `true` if square names are on the squares and not at the edges.
    pub names_on_squares: bool,
    /// The labels at the edges.
    pub edges: Edges,
    /// The board squares, from the top left, row by row.
    pub squares: Vec<Square>,
    /// Pieces on or between two board squares.
    pub laid: Vec<Laid>,
    /// The zones next to the board.
    pub zones: Vec<Zone>,
    /// Short facts about the seats' positions that no square shows; empty in most games.
    pub captions: Vec<Caption>,
    /// The numbers of the winning squares, such as a completed line; empty in most games and positions.
    pub won: Vec<usize>,
}

/// The shape and arrangement of the places on a board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tiling {
    /// Squares in rows and columns.
    Squares,
    /// Hexagons; each row begins half a hexagon to the right of the row above it.
    Hexagons,
}

/// The seats that own a board's sides; null for a side without an owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct SideOwners {
    /// The side above the first row.
    pub top: Option<SeatNumber>,
    /// The side to the right of the last column.
    pub right: Option<SeatNumber>,
    /// The side below the last row.
    pub bottom: Option<SeatNumber>,
    /// The side to the left of the first column.
    pub left: Option<SeatNumber>,
}

/// The shade of a place on the board.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shade {
    /// The board's lighter color.
    Light,
    /// The board's darker color.
    Dark,
    /// The place is not part of the board.
    Blank,
    /// Green cloth, with lines between the squares.
    Cloth,
    /// A hole in an upright grid.
    Hole,
}

/// One label per column from the left and per row from the top; an edge without labels is empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

/// A square of the board.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Square {
    /// The square's number, used by moves.
    pub number: usize,
    /// The square's name in the game's notation: "32", "b4".
    pub name: String,
    /// The column, from 0 at the left.
    pub column: u8,
    /// The row, from 0 at the top.
    pub row: u8,
    /// The arrangement of several pieces.
    pub stacking: Stacking,
    /// The pieces on the square, lowest first.
    pub pieces: Vec<Piece>,
}

/// The arrangement of several pieces on one square.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stacking {
    /// A stack.
    Upward,
    /// Side by side in the column, the first one at the upper edge of the square.
    FromTop,
    /// Side by side in the column, the first one at the lower edge of the square.
    FromBottom,
}

/// A tile on two squares, or a piece between two squares.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Laid {
    /// The numbers of the squares. The first end of a tile is on the first square.
    pub squares: [usize; 2],
    /// The piece.
    pub piece: Piece,
}

/// A short fact about a seat's position.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Caption {
    /// The seat.
    pub seat: SeatNumber,
    /// The fact: "167 pips".
    pub text: String,
}

/// A place next to the board: a hand, a bar, dice, counters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Zone {
    /// The name: "hand".
    pub name: String,
    /// The title, with the owner: "White's hand".
    pub title: String,
    /// The seat that owns the zone; null for a common zone.
    pub owner: Option<SeatNumber>,
    /// The zone's squares.
    pub squares: Vec<ZoneSquare>,
}

/// A square of a zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ZoneSquare {
    /// The square's number, used by moves.
    pub number: usize,
    /// The pieces on the square, lowest first.
    pub pieces: Vec<Piece>,
}

/// A piece, a card, a die, a tile or a counter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// The kind of the piece.
    #[serde(flatten)]
    pub kind: Kind,
    /// The owner's seat; null for a neutral piece.
    pub owner: Option<SeatNumber>,
    /// The color of the piece; null in games without colors.
    pub color: Option<Color>,
    /// The piece in ASCII characters without spaces: "w", "Ks", "3-5".
    pub text: String,
    /// A Unicode character that looks like the piece; null for a counter.
    pub symbol: Option<char>,
    /// The name: "white king".
    pub name: String,
}

/// The kind of a piece, named by the field `kind`.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Kind {
    /// A man, a stone, a disc.
    Piece {
        /// The role: "king".
        role: String,
    },
    /// A neutral piece on the board.
    Marker,
    /// A playing card.
    Card {
        /// The rank, "two" to "ace"; null if the card is face down.
        rank: Option<String>,
        /// The suit, "clubs", "diamonds", "hearts" or "spades"; null if the card is face down or the game has one suit.
        suit: Option<String>,
    },
    /// A die.
    Die {
        /// The shown number; null if the die has not been rolled.
        number: Option<u8>,
    },
    /// A domino tile.
    Tile {
        /// The pips on its ends; null if the tile is face down.
        ends: Option<[u8; 2]>,
    },
    /// A number: points, chips, moves.
    Counter {
        /// The current value.
        value: u32,
        /// The maximum; null if there is none.
        limit: Option<u32>,
    },
}

/// A side.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Color {
    /// White.
    White,
    /// Black.
    Black,
}

impl From<&board_engine::Diagram> for Diagram {
    fn from(diagram: &board_engine::Diagram) -> Self {
        let geometry = diagram.geometry();
        let (columns, rows) = (geometry.width(), geometry.height());
        let shade = |column, row| diagram.shade(board_engine::Place { column, row }).into();
        let laid = diagram.laid().iter().map(|laid| Laid {
            squares: laid.squares.map(BoardSquare::index),
            piece: (&laid.glyph).into(),
        });
        Self {
            columns,
            rows,
            shades: (0..rows)
                .map(|row| (0..columns).map(|column| shade(column, row)).collect())
                .collect(),
            tiling: diagram.tiling().into(),
            side_owners: diagram.side_owners().into(),
            names_on_squares: diagram.names_squares(),
            edges: diagram.edges().into(),
            squares: geometry.squares().map(|square| board_square(diagram, square)).collect(),
            laid: laid.collect(),
            zones: diagram.zones().iter().map(|zone| zone_of(diagram, zone)).collect(),
            captions: diagram.captions().iter().map(Caption::from).collect(),
            won: diagram.won().iter().copied().map(BoardSquare::index).collect(),
        }
    }
}

impl From<&board_engine::Caption> for Caption {
    fn from(caption: &board_engine::Caption) -> Self {
        Self { seat: caption.seat.into(), text: caption.text.clone() }
    }
}

fn board_square(diagram: &board_engine::Diagram, square: BoardSquare) -> Square {
    let place = diagram.geometry().place(square);
    Square {
        number: square.index(),
        name: diagram.name(square).into(),
        column: place.column,
        row: place.row,
        stacking: diagram.stacking(square).into(),
        pieces: diagram.pieces(square).iter().map(Piece::from).collect(),
    }
}

fn zone_of(diagram: &board_engine::Diagram, zone: &board_engine::Zone) -> Zone {
    let square = |square: BoardSquare| ZoneSquare {
        number: square.index(),
        pieces: diagram.pieces(square).iter().map(Piece::from).collect(),
    };
    Zone {
        name: zone.name().into(),
        title: zone.title(),
        owner: zone.owner().map(SeatNumber::from),
        squares: zone.squares().map(square).collect(),
    }
}

impl From<&board_engine::Edges> for Edges {
    fn from(edges: &board_engine::Edges) -> Self {
        let board_engine::Edges { top, right, bottom, left } = edges.clone();
        Self { top, right, bottom, left }
    }
}

impl From<board_engine::Tiling> for Tiling {
    fn from(tiling: board_engine::Tiling) -> Self {
        match tiling {
            board_engine::Tiling::Squares => Self::Squares,
            board_engine::Tiling::Hexagons => Self::Hexagons,
        }
    }
}

impl From<board_engine::SideOwners> for SideOwners {
    fn from(owners: board_engine::SideOwners) -> Self {
        let board_engine::SideOwners { top, right, bottom, left } = owners;
        let [top, right, bottom, left] =
            [top, right, bottom, left].map(|owner| owner.map(SeatNumber::from));
        Self { top, right, bottom, left }
    }
}

impl From<board_engine::Shade> for Shade {
    fn from(shade: board_engine::Shade) -> Self {
        match shade {
            board_engine::Shade::Light => Self::Light,
            board_engine::Shade::Dark => Self::Dark,
            board_engine::Shade::Blank => Self::Blank,
            board_engine::Shade::Cloth => Self::Cloth,
            board_engine::Shade::Hole => Self::Hole,
        }
    }
}

impl From<board_engine::Stacking> for Stacking {
    fn from(stacking: board_engine::Stacking) -> Self {
        match stacking {
            board_engine::Stacking::Upward => Self::Upward,
            board_engine::Stacking::FromTop => Self::FromTop,
            board_engine::Stacking::FromBottom => Self::FromBottom,
        }
    }
}

impl From<&board_engine::Glyph> for Piece {
    fn from(glyph: &board_engine::Glyph) -> Self {
        Self {
            kind: glyph.kind.into(),
            owner: glyph.owner.map(SeatNumber::from),
            color: glyph.color.map(Color::from),
            text: glyph.text.clone(),
            symbol: glyph.symbol,
            name: glyph.name.clone(),
        }
    }
}

impl From<board_engine::GlyphKind> for Kind {
    fn from(kind: board_engine::GlyphKind) -> Self {
        use board_engine::GlyphKind;
        match kind {
            GlyphKind::Piece { role } => Self::Piece { role: role.into() },
            GlyphKind::Marker => Self::Marker,
            GlyphKind::Card(face) => Self::Card {
                rank: face.map(|face| face.rank.name().into()),
                suit: face.and_then(|face| face.suit).map(|suit| suit.name().into()),
            },
            GlyphKind::Die(number) => Self::Die { number },
            GlyphKind::Tile(ends) => Self::Tile { ends },
            GlyphKind::Counter { value, limit } => Self::Counter { value, limit },
        }
    }
}

impl From<board_engine::Color> for Color {
    fn from(color: board_engine::Color) -> Self {
        match color {
            board_engine::Color::White => Self::White,
            board_engine::Color::Black => Self::Black,
        }
    }
}
