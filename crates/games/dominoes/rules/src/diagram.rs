//! Draws diagrams: the line as a snake, and the zones around it.

use board_engine::{
    Coordinates, Diagram, Edges, Game, Geometry, Glyph, Notation, Seat, Shade, Square, Viewer,
};

use crate::position::{End, Move, Position};
use crate::position_text::seen_hand;
use crate::tile::Tile;
use crate::variant::{Dominoes, Rules};

/// Maximum number of squares for a hand. A diagram has at most 256 squares: 110 for the line in a double-nine game, and
/// four hands.
const HAND_MAX: usize = 32;

/// The squares for the line. The line runs to the right, turns down at the end of the row, continues to the left two
/// rows below, and so on. A tile on the way down is upright:
///
/// ```text
/// >>>>v
///     v
/// v<<<<
/// v
/// >>>>v
/// ```
#[derive(Clone, Copy, Debug)]
struct Snake {
    columns: usize,
    /// The number of tile halves.
    halves: usize,
}

impl Snake {
    /// The tile half at this column and row; `None` if the line can't reach this square.
    fn half_at(self, column: usize, row: usize) -> Option<usize> {
        let last = self.columns - 1;
        let (line, is_between) = (row / 2, !row.is_multiple_of(2));
        let along = if line.is_multiple_of(2) { column } else { last - column };
        let half = line * (self.columns + 1) + along + usize::from(is_between);
        (half < self.halves && (!is_between || along == last)).then_some(half)
    }

    /// A half's square.
    fn square(self, half: usize) -> Square {
        let (line, along) = (half / (self.columns + 1), half % (self.columns + 1));
        let is_backward = !line.is_multiple_of(2) && along < self.columns;
        let in_line = if is_backward { self.columns - 1 - along } else { along };
        Square::new(line * (self.columns + 1) + in_line)
    }

    fn geometry(self) -> Geometry {
        let lines = self.halves.div_ceil(self.columns + 1);
        let size = [self.columns, 2 * lines].map(|size| u8::try_from(size).unwrap_or(u8::MAX));
        Geometry::new(size[0], size[1], |place| {
            self.half_at(place.column.into(), place.row.into()).is_some()
        })
    }
}

impl Dominoes {
    /// The line, then the zones: the boneyard, each seat's hand and points, and in all-fives the pips at the ends.
    pub(crate) fn picture(self, position: &Position, viewer: Viewer) -> Diagram {
        let snake = self.snake();
        let name = |square: Square| square.index().to_string();
        let coordinates = Coordinates::Labels(Edges::default());
        let mut diagram =
            Diagram::new(snake.geometry(), coordinates, name).with_shades(|_| Shade::Blank);
        for (index, ends) in position.laid().enumerate() {
            let squares = [2 * index, 2 * index + 1].map(|half| snake.square(half));
            diagram.lay(squares, Glyph::tile(ends));
        }
        let boneyard = diagram.add_zone("boneyard", 1);
        for _ in 0..self.boneyard_size(position) {
            diagram.put(boneyard[0], Glyph::hidden_tile());
        }
        for seat in Seat::all(self.seats()) {
            self.add_zones_of(seat, position, viewer, &mut diagram);
        }
        if self.rules == Rules::AllFives {
            let ends = diagram.add_zone("ends", 1);
            let total = u32::from(self.ends_total(position));
            diagram.put(ends[0], Glyph::counter(total, None));
        }
        diagram
    }

    fn add_zones_of(self, seat: Seat, position: &Position, viewer: Viewer, diagram: &mut Diagram) {
        let name = self.seat_name(seat);
        let hand = diagram.add_zone_of(seat, name.as_str(), "hand", self.hand_squares());
        let (known, hidden) = seen_hand(position, seat, viewer);
        let known = known.iter().map(|tile| Glyph::tile(tile.ends()));
        let hidden = (0..hidden).map(|_| Glyph::hidden_tile());
        for (index, glyph) in known.chain(hidden).enumerate() {
            // Tiles without their own square share the last square.
            let square = hand[index.min(hand.len() - 1)];
            diagram.put(square, Glyph { owner: Some(seat), ..glyph });
        }
        let points = diagram.add_zone_of(seat, name, "points", 1);
        let score = u32::from(position.scores[self.side(seat)]);
        diagram.put(points[0], Glyph::counter(score, self.target.map(u32::from)));
    }

    /// The square with the tile in the hand and the square with the half that the tile joins; for a draw, the boneyard.
    pub(crate) fn route_of(self, position: &Position, mv: Move) -> Vec<Square> {
        let boneyard = Square::new(self.snake().halves);
        match mv {
            Move::Play(tile, end) => {
                let last = (2 * position.line().len()).saturating_sub(1);
                let half = if end == End::Left { 0 } else { last };
                vec![self.square_in_hand(position, tile), self.snake().square(half)]
            }
            Move::Draw => vec![boneyard],
            Move::Pass | Move::Deal(_) | Move::Shuffle => Vec::new(),
        }
    }

    /// The square with a tile in the mover's hand. A hidden tile comes after the visible tiles.
    fn square_in_hand(self, position: &Position, tile: Tile) -> Square {
        let hand = position.hand(position.mover);
        let known = hand.iter().position(|other| other == tile);
        let place = known.unwrap_or_else(|| hand.len().into()).min(self.hand_squares() - 1);
        let hand = self.snake().halves + 1 + position.mover.index() * (self.hand_squares() + 1);
        Square::new(hand + place)
    }

    const fn snake(self) -> Snake {
        let halves = 2 * self.set_of_tiles().len() as usize;
        Snake { columns: if self.highest > 6 { 17 } else { 13 }, halves }
    }

    /// The number of squares for a hand: its maximum size, including tiles drawn from the boneyard.
    fn hand_squares(self) -> usize {
        let of_others = (self.players - 1) * self.hand_size();
        match self.rules {
            Rules::Block => self.hand_size().into(),
            Rules::Draw | Rules::AllFives => {
                usize::from(self.set_of_tiles().len() - of_others).min(HAND_MAX)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_half_touches_the_next_one() {
        for (columns, halves) in [(13, 56), (17, 110)] {
            let snake = Snake { columns, halves };
            let geometry = snake.geometry();
            assert_eq!(geometry.square_count(), halves);
            let places: Vec<_> =
                (0..halves).map(|half| geometry.place(snake.square(half))).collect();
            for (half, pair) in places.windows(2).enumerate() {
                let (across, down) =
                    (pair[0].column.abs_diff(pair[1].column), pair[0].row.abs_diff(pair[1].row));
                assert_eq!(across + down, 1, "after half {half}");
            }
        }
    }
}
