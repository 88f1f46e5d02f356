//! The picture of a position.

use serde::{Deserialize, Serialize};

/// A board with its pieces.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Diagram {
    /// The number of columns.
    pub columns: u8,
    /// The number of rows.
    pub rows: u8,
    /// Where the names of the squares are shown.
    pub coordinates: Coordinates,
    /// The squares that are played on, from the top left, row by row.
    pub squares: Vec<Square>,
    /// Lines that stand beside the board: a hand, a counter, dice.
    pub notes: Vec<String>,
}

/// Where the names of the squares are shown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Coordinates {
    /// On the squares, as in draughts.
    OnSquares,
    /// At the edges, as in chess.
    AtEdges,
    /// Below the columns, where pieces fall.
    Columns,
}

/// A square that is played on.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Square {
    /// Its name in the game's notation: "32", "b4".
    pub name: String,
    /// From 0 at the left.
    pub column: u8,
    /// From 0 at the top.
    pub row: u8,
    /// The piece on it; null if it is empty.
    pub piece: Option<Piece>,
}

/// A piece.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct Piece {
    /// One ASCII character, different for each kind of piece of the game.
    pub letter: char,
    /// One Unicode character that looks like the piece.
    pub symbol: char,
    /// The side that it belongs to; null if pieces of the game have none.
    pub color: Option<Color>,
    /// What it is called: "white king".
    pub name: String,
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
        let square = |square| {
            let place = geometry.place(square);
            Square {
                name: diagram.name(square).into(),
                column: place.column,
                row: place.row,
                piece: diagram.glyph(square).map(Piece::from),
            }
        };
        Self {
            columns: geometry.width(),
            rows: geometry.height(),
            coordinates: diagram.coordinates().into(),
            squares: geometry.squares().map(square).collect(),
            notes: diagram.notes().to_vec(),
        }
    }
}

impl From<&board_engine::Glyph> for Piece {
    fn from(glyph: &board_engine::Glyph) -> Self {
        Self {
            letter: glyph.letter,
            symbol: glyph.symbol,
            color: glyph.color.map(Color::from),
            name: glyph.name.clone(),
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

impl From<board_engine::Coordinates> for Coordinates {
    fn from(coordinates: board_engine::Coordinates) -> Self {
        match coordinates {
            board_engine::Coordinates::OnSquares => Self::OnSquares,
            board_engine::Coordinates::AtEdges => Self::AtEdges,
            board_engine::Coordinates::Columns => Self::Columns,
        }
    }
}
