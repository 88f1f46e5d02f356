//! Animates moves with several steps.

use std::time::Duration;

use board_engine::{Diagram, Geometry, Place, Square};

/// The duration of each step.
pub const STEP: Duration = Duration::from_millis(160);

/// A move's intermediate pictures.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Animation {
    pictures: Vec<Diagram>,
    began: Duration,
}

impl Animation {
    /// The animation for a piece that moves along `route`. `None` if there are no intermediate squares.
    pub fn new(
        before: &Diagram,
        after: &Diagram,
        route: &[Square],
        began: Duration,
    ) -> Option<Self> {
        let (&from, rest) = route.split_first()?;
        let steps = rest.split_last().map_or(&[][..], |(_, steps)| steps);
        let glyph = before.glyph(from)?.clone();
        if steps.is_empty() || before.geometry() != after.geometry() {
            return None;
        }
        let vanishes =
            |square: &Square| before.glyph(*square).is_some() && after.glyph(*square).is_none();
        let mut taken = vec![from];
        let mut at = from;
        let mut pictures = Vec::new();
        for &step in steps {
            taken.extend(between(before.geometry(), at, step).into_iter().filter(vanishes));
            at = step;
            let mut picture = without(before, &taken);
            picture.put(at, glyph.clone());
            pictures.push(picture);
        }
        Some(Self { pictures, began })
    }

    /// The picture to show at `now`; `None` after the last step.
    pub fn picture(&self, now: Duration) -> Option<&Diagram> {
        let passed = now.saturating_sub(self.began).as_millis() / STEP.as_millis();
        self.pictures.get(usize::try_from(passed).unwrap_or(usize::MAX))
    }
}

/// The picture without the topmost piece on each of these squares.
fn without(picture: &Diagram, squares: &[Square]) -> Diagram {
    let mut left = picture.clone();
    for &square in squares {
        left.take(square);
    }
    left
}

/// The squares between two squares in the same row, column or diagonal.
fn between(geometry: &Geometry, from: Square, to: Square) -> Vec<Square> {
    if !geometry.contains(from) || !geometry.contains(to) {
        return Vec::new();
    }
    let (from, to) = (geometry.place(from), geometry.place(to));
    let (across, down) = (span(from.column, to.column), span(from.row, to.row));
    let is_line = across == 0 || down == 0 || across.abs() == down.abs();
    let steps = if is_line { across.abs().max(down.abs()) } else { 0 };
    let on_way = |step: i16| {
        let column = u8::try_from(i16::from(from.column) + step * across.signum()).ok()?;
        let row = u8::try_from(i16::from(from.row) + step * down.signum()).ok()?;
        geometry.square_at(Place { column, row })
    };
    (1..steps).filter_map(on_way).collect()
}

fn span(from: u8, to: u8) -> i16 {
    i16::from(to) - i16::from(from)
}

#[cfg(test)]
mod tests {
    use super::*;
    use board_engine::{Coordinates, Glyph, Seat};

    fn piece() -> Glyph {
        Glyph::piece(Seat::FIRST, "man", 'w', '⛀', "man")
    }

    /// A picture of a 5×5 board with pieces on the squares with these numbers.
    fn picture(pieces: &[usize]) -> Diagram {
        let geometry = Geometry::rectangle(5, 5);
        let mut diagram = Diagram::new(geometry, Coordinates::OnSquares, |s| s.index().to_string());
        for &piece_at in pieces {
            diagram.put(Square::new(piece_at), piece());
        }
        diagram
    }

    #[test]
    fn a_capture_removes_its_pieces_one_by_one() {
        let route = [20, 12, 4].map(Square::new);
        let began = Duration::from_secs(1);
        let animation =
            Animation::new(&picture(&[20, 16, 8]), &picture(&[4]), &route, began).unwrap();
        assert_eq!(animation.picture(began), Some(&picture(&[12, 8])));
        assert_eq!(animation.picture(began + STEP), None);
    }

    #[test]
    fn a_single_step_is_shown_at_once() {
        let route = [20, 12].map(Square::new);
        let animation = Animation::new(&picture(&[20]), &picture(&[12]), &route, Duration::ZERO);
        assert_eq!(animation, None);
    }
}
