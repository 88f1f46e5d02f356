//! The layout of the board and its surroundings.

use board_engine::{Diagram, Place, Seat, Shade, Square, Stacking};

use crate::board_picture::hexagon_sizes::{Hexagonal, ROW};
use crate::board_picture::{Labels, PictureFrame};

const FRAME: f64 = 26.0;
/// Minimum width, which leaves room for names.
const WIDTH_MIN: f64 = 600.0;
/// Number of zones side by side.
const ZONES_PER_ROW: usize = 4;

/// A picture's layout, shared by all its frames.
pub(crate) struct Layout {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// The scale for text and zones, because wide pictures are displayed at the same size as others.
    pub(crate) unit: f64,
    pub(crate) has_points: bool,
    pub(crate) cell_height: f64,
    /// The sizes for a hexagonal board.
    pub(crate) hexagonal: Option<Hexagonal>,
    pub(crate) frame: f64,
    /// The scale for text on the board, as on the web page.
    pub(crate) scale: f64,
    pub(crate) caption_y: f64,
    pub(crate) board: Area,
    pub(crate) zones: Vec<ZonePlace>,
    bottom: Seat,
    name_ys: [f64; 2],
}

/// A rectangle.
#[derive(Clone, Copy)]
pub(crate) struct Area {
    pub(crate) x: f64,
    pub(crate) y: f64,
    pub(crate) width: f64,
    pub(crate) height: f64,
}

/// The place of a zone.
pub(crate) struct ZonePlace {
    /// The index in the diagram's list of zones.
    pub(crate) index: usize,
    pub(crate) area: Area,
}

impl Layout {
    /// The layout for all frames. If there are no frames, the picture is empty.
    pub(crate) fn new(frames: &[PictureFrame], labels: &Labels) -> Self {
        let empty = Diagram::without_board();
        let diagram = frames.first().map_or(&empty, |frame| &frame.diagram);
        let geometry = diagram.geometry();
        let (columns, rows) = (f64::from(geometry.width()), f64::from(geometry.height()));
        let has_points = geometry.squares().any(|it| diagram.stacking(it) != Stacking::Upward);
        let cell_height = if has_points { 450.0 } else { 100.0 };
        let scale = (columns.max(rows * cell_height / 100.0) / 8.0).clamp(0.45, 1.8);
        let edges = diagram.edges();
        let labeled = [&edges.top, &edges.right, &edges.bottom, &edges.left];
        let is_framed =
            has_points || labeled.iter().any(|edge| edge.iter().any(|it| !it.is_empty()));
        let frame = if is_framed { FRAME * scale } else { 0.0 };
        let hexagonal = Hexagonal::of(diagram, scale);
        let (board_width, board_height) = match hexagonal {
            Some(Hexagonal { width, height, .. }) => (width, height),
            None if columns > 0.0 => {
                (columns * 100.0 + 2.0 * frame, rows * cell_height + 2.0 * frame)
            }
            None => (0.0, 0.0),
        };
        let width = board_width.max(WIDTH_MIN);
        let unit = (width / 800.0).max(0.8);
        let board = Area {
            x: (width - board_width) / 2.0,
            y: 0.0,
            width: board_width,
            height: board_height,
        };
        let mut layout = Self {
            width,
            height: 0.0,
            unit,
            has_points,
            cell_height,
            hexagonal,
            frame,
            scale,
            caption_y: 0.0,
            board,
            zones: Vec::new(),
            bottom: bottom_seat(diagram),
            name_ys: [0.0; 2],
        };
        layout.stack(frames, diagram, !labels.players.is_empty());
        layout
    }

    /// Stacks names, zones and the board from top to bottom.
    fn stack(&mut self, frames: &[PictureFrame], diagram: &Diagram, has_names: bool) {
        let (unit, bottom) = (self.unit, self.bottom);
        let line = if has_names { 38.0 * unit } else { 0.0 };
        let is_used = |index: &usize| {
            frames.iter().any(|frame| {
                let zone = frame.diagram.zones().get(*index);
                zone.is_some_and(|it| it.squares().any(|it| !frame.diagram.pieces(it).is_empty()))
            })
        };
        let of = |matches: &dyn Fn(Option<Seat>) -> bool| -> Vec<usize> {
            let all = 0..diagram.zones().len();
            all.filter(|index| matches(diagram.zones()[*index].owner())).filter(is_used).collect()
        };
        let mut y = 8.0 * unit;
        self.name_ys[0] = y + 26.0 * unit;
        y += line;
        y = self.strip(y, &of(&|owner| owner.is_some_and(|seat| seat != bottom)));
        self.board.y = y;
        y += self.board.height;
        y = self.strip(y, &of(&|owner| owner.is_none()));
        y = self.strip(y, &of(&|owner| owner == Some(bottom)));
        self.name_ys[1] = y + 26.0 * unit;
        y += line;
        self.caption_y = y;
        let has_caption = frames.iter().any(|frame| !frame.text.is_empty());
        self.height = y + if has_caption { 40.0 * unit } else { 8.0 * unit };
    }

    /// Places zones side by side below `y` and returns their lower edge.
    fn strip(&mut self, mut y: f64, zones: &[usize]) -> f64 {
        let height = 104.0 * self.unit;
        for row in zones.chunks(ZONES_PER_ROW) {
            let width = self.width / number(row.len());
            for (place, &index) in row.iter().enumerate() {
                let area = Area { x: number(place) * width, y, width, height };
                self.zones.push(ZonePlace { index, area });
            }
            y += height;
        }
        y
    }

    /// The upper-left corner of a place on the board.
    pub(crate) fn corner(&self, column: u8, row: u8) -> (f64, f64) {
        let (column, row) = (f64::from(column), f64::from(row));
        if let Some(Hexagonal { left, top, .. }) = self.hexagonal {
            let x = self.board.x + left + column * 100.0 + row * 50.0;
            return (x, self.board.y + top + row * ROW);
        }
        let (x, y) = (self.board.x + self.frame, self.board.y + self.frame);
        (x + column * 100.0, y + row * self.cell_height)
    }

    /// The upper-left corner of a square.
    pub(crate) fn square_corner(&self, diagram: &Diagram, square: Square) -> (f64, f64) {
        let Place { column, row } = shown_place(diagram, square);
        self.corner(column, row)
    }

    /// The position of the piece at `index` on a square with `count` pieces.
    pub(crate) fn piece_at(
        &self,
        diagram: &Diagram,
        square: Square,
        index: usize,
        count: usize,
    ) -> (f64, f64) {
        let (x, y) = self.square_corner(diagram, square);
        let (x, y, index) = (x + 50.0, y + self.cell_height / 2.0, number(index));
        let gaps = number(count.saturating_sub(1).max(1));
        let step = ((self.cell_height - 100.0) / gaps).min(86.0);
        let edge = self.cell_height / 2.0 - 47.0 - index * step;
        match diagram.stacking(square) {
            Stacking::Upward => (x, y - index * 9.0),
            Stacking::FromTop => (x, y - edge),
            Stacking::FromBottom => (x, y + edge),
        }
    }

    /// The center of a player's name: below the board for the bottom seat; above the board, side by side, for the other
    /// seats.
    pub(crate) fn name_place(&self, seat: Seat, seats: usize) -> (f64, f64) {
        if seat == self.bottom {
            return (self.width / 2.0, self.name_ys[1]);
        }
        let place = seat.index() - usize::from(seat.index() > self.bottom.index());
        let part = self.width / number(seats.saturating_sub(1).max(1));
        ((number(place) + 0.5) * part, self.name_ys[0])
    }
}

/// The place where a square is drawn. Rows are numbered like the diagram's shades.
pub(crate) fn shown_place(diagram: &Diagram, square: Square) -> Place {
    diagram.geometry().place(square)
}

/// Returns `true` if all squares have the same color and are separated by lines.
pub(crate) fn is_uniform(diagram: &Diagram) -> bool {
    let mut places = diagram.geometry().all_places();
    let is_plain = |place| matches!(diagram.shade(place), Shade::Light | Shade::Cloth);
    places.all(is_plain) && !diagram.names_squares()
}

/// The seat whose pieces are lowest on the board, or the first seat if there are no pieces.
fn bottom_seat(diagram: &Diagram) -> Seat {
    let mut sums: Vec<(u32, u32)> = Vec::new();
    for square in diagram.geometry().squares() {
        for seat in diagram.pieces(square).iter().filter_map(|glyph| glyph.owner) {
            if sums.len() <= seat.index() {
                sums.resize(seat.index() + 1, (0, 0));
            }
            let (rows, count) = &mut sums[seat.index()];
            *rows += u32::from(shown_place(diagram, square).row);
            *count += 1;
        }
    }
    let mean = |&(rows, count): &(u32, u32)| f64::from(rows) / f64::from(count.max(1));
    let mut lowest = Seat::FIRST;
    for (seat, sum) in Seat::all(sums.len()).zip(&sums) {
        if mean(sum) > mean(&sums[lowest.index()]) {
            lowest = seat;
        }
    }
    lowest
}

/// Converts a count to a length.
pub(crate) fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
