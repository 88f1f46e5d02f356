//! Where the board and what lies beside it are drawn.

use board_engine::{Diagram, Place, Seat, Shade, Square, Stacking};

use crate::{Labels, PictureFrame};

const FRAME: f64 = 26.0;
/// The smallest width, so that there is room for names.
const WIDTH_MIN: f64 = 600.0;
/// How many zones lie side by side.
const ZONES_PER_ROW: usize = 4;

/// Where everything lies in a picture. All its frames have the same layout.
pub(crate) struct Layout {
    pub(crate) width: f64,
    pub(crate) height: f64,
    /// How large texts and what lies beside the board are drawn: wide pictures are looked at as small as others.
    pub(crate) unit: f64,
    pub(crate) has_points: bool,
    pub(crate) cell_height: f64,
    pub(crate) frame: f64,
    /// The size of texts on the board, as on the page.
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

/// Where a zone is drawn.
pub(crate) struct ZonePlace {
    /// Its place in the list of the diagram's zones.
    pub(crate) index: usize,
    pub(crate) area: Area,
}

impl Layout {
    /// The layout for all frames; no frames make an empty picture.
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
        let board_width = if columns > 0.0 { columns * 100.0 + 2.0 * frame } else { 0.0 };
        let board_height = if columns > 0.0 { rows * cell_height + 2.0 * frame } else { 0.0 };
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

    /// Lays names, zones and the board one below the other.
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

    /// Lays zones side by side below `y`, and returns where they end.
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

    /// The upper left corner of a place of the board.
    pub(crate) fn corner(&self, column: u8, row: u8) -> (f64, f64) {
        let (x, y) = (self.board.x + self.frame, self.board.y + self.frame);
        (x + f64::from(column) * 100.0, y + f64::from(row) * self.cell_height)
    }

    /// The upper left corner of a square.
    pub(crate) fn square_corner(&self, diagram: &Diagram, square: Square) -> (f64, f64) {
        let Place { column, row } = shown_place(diagram, square);
        self.corner(column, row)
    }

    /// Where the piece at `index` of a square lies that has `count` pieces.
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

    /// The middle of the line of a player's name: at the bottom for the seat there, the others side by side at the top.
    pub(crate) fn name_place(&self, seat: Seat, seats: usize) -> (f64, f64) {
        if seat == self.bottom {
            return (self.width / 2.0, self.name_ys[1]);
        }
        let place = seat.index() - usize::from(seat.index() > self.bottom.index());
        let part = self.width / number(seats.saturating_sub(1).max(1));
        ((number(place) + 0.5) * part, self.name_ys[0])
    }
}

/// Where a square is drawn. The rows of a place count as the diagram's shades do.
pub(crate) fn shown_place(diagram: &Diagram, square: Square) -> Place {
    diagram.geometry().place(square)
}

/// Whether all squares have one color, so that lines part them.
pub(crate) fn is_uniform(diagram: &Diagram) -> bool {
    let mut places = diagram.geometry().all_places();
    places.all(|place| diagram.shade(place) == Shade::Light) && !diagram.names_squares()
}

/// The seat whose pieces lie lowest on the board, or the first one.
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

/// A count as a length.
pub(crate) fn number(count: usize) -> f64 {
    f64::from(u32::try_from(count).unwrap_or(u32::MAX))
}
