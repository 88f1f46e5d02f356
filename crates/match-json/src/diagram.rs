//! The picture of a position.

use board_engine::Square as BoardSquare;
use serde::{Deserialize, Serialize};

use crate::values::SeatNumber;

/// Everything that a screen draws: the board, what lies on it, and what lies beside it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagram {
    /// The number of columns; 0 for a game without a board.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
    /// The shade of each place, one list for each row from the top.
    pub shades: Vec<Vec<Shade>>,
    /// Whether the names of the squares stand on them, and not at the edges.
    pub names_on_squares: bool,
    /// The labels at the edges.
    pub edges: Edges,
    /// The squares of the board, from the top left, row by row.
    pub squares: Vec<Square>,
    /// What lies on two squares of the board or between them.
    pub laid: Vec<Laid>,
    /// What lies beside the board.
    pub zones: Vec<Zone>,
    /// The numbers of the squares that have won, such as those of a complete line; empty in most games and positions.
    pub won: Vec<usize>,
}

/// How a place of the board is colored.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Shade {
    /// The lighter color of the board.
    Light,
    /// The darker one.
    Dark,
    /// The place is no part of the board.
    Blank,
}

/// One label for each column from the left and for each row from the top; an edge without labels is empty.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
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

/// A square of the board that is played on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Square {
    /// Its number, by which moves name it.
    pub number: usize,
    /// Its name in the game's notation: "32", "b4".
    pub name: String,
    /// From 0 at the left.
    pub column: u8,
    /// From 0 at the top.
    pub row: u8,
    /// Where several pieces lie.
    pub stacking: Stacking,
    /// What lies on it, the lowest piece first.
    pub pieces: Vec<Piece>,
}

/// Where several pieces on one square lie.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Stacking {
    /// One upon the other.
    Upward,
    /// Side by side in the column, the first one at the upper edge of the square.
    FromTop,
    /// Side by side in the column, the first one at the lower edge of the square.
    FromBottom,
}

/// A tile that covers two squares, or something that lies between them.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Laid {
    /// The numbers of the squares. The first end of a tile lies on the first one.
    pub squares: [usize; 2],
    /// What lies there.
    pub piece: Piece,
}

/// A place beside the board: a hand, a bar, dice, counters.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Zone {
    /// What it is called: "hand".
    pub name: String,
    /// What stands above it, with its owner: "White's hand".
    pub title: String,
    /// The seat that it belongs to; null if it is everyone's.
    pub owner: Option<SeatNumber>,
    /// Its squares.
    pub squares: Vec<ZoneSquare>,
}

/// A square of a zone.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct ZoneSquare {
    /// Its number, by which moves name it.
    pub number: usize,
    /// What lies on it, the lowest piece first.
    pub pieces: Vec<Piece>,
}

/// A piece, a card, a die, a tile or a counter.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// What it is.
    #[serde(flatten)]
    pub kind: Kind,
    /// The seat that it belongs to; null if it is nobody's.
    pub owner: Option<SeatNumber>,
    /// Whether it is a light or a dark piece; null if pieces of the game have no color.
    pub color: Option<Color>,
    /// ASCII characters without a blank: "w", "Ks", "3-5".
    pub text: String,
    /// One Unicode character that looks like it; null for a counter.
    pub symbol: Option<char>,
    /// What it is called: "white king".
    pub name: String,
}

/// What kind of thing a piece is; the field `kind` names it.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
pub enum Kind {
    /// A man, a stone, a disc.
    Piece {
        /// How it moves: "king".
        role: String,
    },
    /// Something on the board that belongs to nobody.
    Marker,
    /// A playing card.
    Card {
        /// "two" to "ace"; null if it lies face down.
        rank: Option<String>,
        /// "clubs", "diamonds", "hearts" or "spades"; null if it lies face down or the game has one suit.
        suit: Option<String>,
    },
    /// A die.
    Die {
        /// What it shows; null if it has not been rolled.
        number: Option<u8>,
    },
    /// A domino tile.
    Tile {
        /// The pips of its ends; null if it lies face down.
        ends: Option<[u8; 2]>,
    },
    /// A number: points, chips, moves.
    Counter {
        /// What it stands at.
        value: u32,
        /// What it counts up to; null if there is no limit.
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
            names_on_squares: diagram.names_squares(),
            edges: diagram.edges().into(),
            squares: geometry.squares().map(|square| board_square(diagram, square)).collect(),
            laid: laid.collect(),
            zones: diagram.zones().iter().map(|zone| zone_of(diagram, zone)).collect(),
            won: diagram.won().iter().copied().map(BoardSquare::index).collect(),
        }
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

impl From<board_engine::Shade> for Shade {
    fn from(shade: board_engine::Shade) -> Self {
        match shade {
            board_engine::Shade::Light => Self::Light,
            board_engine::Shade::Dark => Self::Dark,
            board_engine::Shade::Blank => Self::Blank,
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
