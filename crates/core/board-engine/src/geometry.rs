//! Board geometry: places and their neighbors.

use crate::Square;

/// One of the eight directions from a square, with row 0 at the top of the page.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Direction {
    /// Up.
    North,
    /// Up and right.
    NorthEast,
    /// Right.
    East,
    /// Down and right.
    SouthEast,
    /// Down.
    South,
    /// Down and left.
    SouthWest,
    /// Left.
    West,
    /// Up and left.
    NorthWest,
}

impl Direction {
    /// All eight directions, clockwise from north.
    pub const ALL: [Self; 8] = [
        Self::North,
        Self::NorthEast,
        Self::East,
        Self::SouthEast,
        Self::South,
        Self::SouthWest,
        Self::West,
        Self::NorthWest,
    ];
    /// The four directions along rows and columns.
    pub const STRAIGHT: [Self; 4] = [Self::North, Self::East, Self::South, Self::West];
    /// The four diagonal directions.
    pub const DIAGONAL: [Self; 4] =
        [Self::NorthEast, Self::SouthEast, Self::SouthWest, Self::NorthWest];

    /// The step as (columns to the right, rows down), each −1, 0 or 1.
    pub const fn step(self) -> (i8, i8) {
        match self {
            Self::North => (0, -1),
            Self::NorthEast => (1, -1),
            Self::East => (1, 0),
            Self::SouthEast => (1, 1),
            Self::South => (0, 1),
            Self::SouthWest => (-1, 1),
            Self::West => (-1, 0),
            Self::NorthWest => (-1, -1),
        }
    }

    /// The opposite direction.
    #[must_use]
    pub const fn opposite(self) -> Self {
        Self::ALL[(self as usize + 4) % 8]
    }
}

/// Column and row of a place, each from 0 at the top left.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Place {
    /// The column, from 0 at the left.
    pub column: u8,
    /// The row, from 0 at the top.
    pub row: u8,
}

/// A rectangular board on which only some places may be in play. The squares are the places in play, numbered from 0 at
/// the top left, row by row.
///
/// ```
/// use board_engine::{Direction, Geometry, Square};
///
/// let draughts = Geometry::new(8, 8, |place| (place.column + place.row) % 2 == 1);
/// assert_eq!(draughts.square_count(), 32);
/// let ray: Vec<_> = draughts.ray(Square::new(0), Direction::SouthWest).map(Square::index).collect();
/// assert_eq!(ray, [4]);
/// ```
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Geometry {
    width: u8,
    height: u8,
    /// The square at each place, row by row; `None` if the place is not in play.
    squares: Vec<Option<Square>>,
    /// The place of each square.
    places: Vec<Place>,
}

impl Geometry {
    /// A board with `width` columns and `height` rows; the squares are the places that `plays` accepts.
    ///
    /// # Panics
    /// If the board would have more than 256 squares.
    pub fn new(width: u8, height: u8, plays: impl Fn(Place) -> bool) -> Self {
        let mut squares = Vec::new();
        let mut places = Vec::new();
        for row in 0..height {
            for column in 0..width {
                let place = Place { column, row };
                let square = plays(place).then(|| Square::new(places.len()));
                squares.push(square);
                places.extend(square.map(|_| place));
            }
        }
        Self { width, height, squares, places }
    }

    /// A board where every place is a square; it has no squares if the width or height is 0.
    ///
    /// # Panics
    /// If the board would have more than 256 squares.
    pub fn rectangle(width: u8, height: u8) -> Self {
        Self::new(width, height, |_| true)
    }

    /// The number of columns.
    pub const fn width(&self) -> u8 {
        self.width
    }

    /// The number of rows.
    pub const fn height(&self) -> u8 {
        self.height
    }

    /// The number of squares.
    pub fn square_count(&self) -> usize {
        self.places.len()
    }

    /// Returns `true` if the square is on this board.
    pub fn contains(&self, square: Square) -> bool {
        square.index() < self.square_count()
    }

    /// All squares, from the top left, row by row.
    pub fn squares(&self) -> impl DoubleEndedIterator<Item = Square> + use<> {
        (0..self.places.len()).map(Square::new)
    }

    /// All places, from the top left, row by row, in play or not.
    pub fn all_places(&self) -> impl Iterator<Item = Place> + use<> {
        let (width, height) = (self.width, self.height);
        (0..height).flat_map(move |row| (0..width).map(move |column| Place { column, row }))
    }

    /// The square at this place, if the place is on the board and in play.
    pub fn square_at(&self, place: Place) -> Option<Square> {
        if place.column >= self.width || place.row >= self.height {
            return None;
        }
        self.squares[usize::from(place.row) * usize::from(self.width) + usize::from(place.column)]
    }

    /// The place of a square.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn place(&self, square: Square) -> Place {
        self.places[square.index()]
    }

    /// A square's name as in chess: the letter of its column, from `a` at the left, and the number of its row, from 1
    /// at the bottom. Boards with such names have at most 26 columns.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn algebraic_name(&self, square: Square) -> String {
        let Place { column, row } = self.place(square);
        format!("{}{}", char::from(b'a'.saturating_add(column)), self.height - row)
    }

    /// The square with this [name](Self::algebraic_name), in upper or lower case; `None` if there is no such square.
    pub fn square_named(&self, name: &str) -> Option<Square> {
        let letter = name.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase();
        let number = name.get(1..).filter(|text| text.bytes().all(|byte| byte.is_ascii_digit()))?;
        let row =
            self.height.checked_sub(number.parse().ok().filter(|&number: &u8| number > 0)?)?;
        self.square_at(Place { column: letter - b'a', row })
    }

    /// The square one step away; `None` if there is no such square.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn neighbor(&self, square: Square, direction: Direction) -> Option<Square> {
        let Place { column, row } = self.place(square);
        let (right, down) = direction.step();
        self.square_at(Place {
            column: column.checked_add_signed(right)?,
            row: row.checked_add_signed(down)?,
        })
    }

    /// The squares one step away, clockwise from north.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn neighbors(&self, square: Square) -> impl Iterator<Item = Square> {
        Direction::ALL.into_iter().filter_map(move |direction| self.neighbor(square, direction))
    }

    /// The squares in one direction, nearest first, up to the edge.
    ///
    /// # Panics
    /// If the square is not on this board.
    pub fn ray(&self, square: Square, direction: Direction) -> impl Iterator<Item = Square> {
        std::iter::successors(self.neighbor(square, direction), move |&next| {
            self.neighbor(next, direction)
        })
    }
}
