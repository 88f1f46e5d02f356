//! Positions as numbers: a plane for each feature, with a number for each square.

use rival_games::{Diagram, Explorer, Glyph, GlyphKind, Square, TableGame, Turn, Viewer};

/// The planes after the piece planes.
const OTHERS: [&str; 9] = [
    "marker",
    "face down",
    "rank of a card",
    "suit of a card",
    "die",
    "first end of a tile",
    "second end of a tile",
    "counter",
    "to move",
];
const MARKER: usize = 0;
const FACE_DOWN: usize = 1;
const RANK: usize = 2;
const SUIT: usize = 3;
const DIE: usize = 4;
const ENDS: [usize; 2] = [5, 6];
const COUNTER: usize = 7;
const TO_MOVE: usize = 8;

/// The layout of a game's observations. Board squares keep their places; zones follow in rows below.
pub(crate) struct Encoding {
    seats: usize,
    /// The roles of pieces, each with a plane per seat. An unlisted role counts as the first.
    roles: Vec<&'static str>,
    rows: usize,
    columns: usize,
    /// The index of each square within a plane.
    cells: Vec<usize>,
}

impl Encoding {
    /// The encoding of this game.
    pub(crate) fn of(table: &dyn TableGame, start: &dyn Explorer) -> Self {
        let mut roles: Vec<&'static str> = Vec::new();
        for glyph in table.pieces_to_set_up() {
            if let GlyphKind::Piece { role } = glyph.kind
                && !roles.contains(&role)
            {
                roles.push(role);
            }
        }
        if roles.is_empty() {
            roles.push("piece");
        }
        let diagram = start.diagram(Viewer::Arbiter);
        let (columns, board_rows, cells) = cells(&diagram);
        let rows = cells.iter().map(|cell| cell / columns + 1).max().unwrap_or(1).max(board_rows);
        Self { seats: table.seat_count(), roles, rows, columns, cells }
    }

    /// The numbers of planes, rows and columns.
    pub(crate) fn shape(&self) -> (usize, usize, usize) {
        (self.seats * self.roles.len() + OTHERS.len(), self.rows, self.columns)
    }

    /// The names of the planes.
    pub(crate) fn plane_names(&self, table: &dyn TableGame) -> Vec<String> {
        let seats = rival_games::Seat::all(self.seats).map(|seat| table.seat_name(seat));
        let pieces =
            seats.flat_map(|seat| self.roles.iter().map(move |role| format!("{seat} {role}")));
        pieces.chain(OTHERS.map(String::from)).collect()
    }

    /// The planes of a position, one after another, row by row.
    pub(crate) fn planes(&self, position: &dyn Explorer, viewer: Viewer) -> Vec<f32> {
        let (count, rows, columns) = self.shape();
        let size = rows * columns;
        let mut planes = vec![0.0; count * size];
        let others = count - OTHERS.len();
        let diagram = position.diagram(viewer);
        let mut add = |square: Square, plane: usize, value: f32| {
            if let Some(cell) = self.cells.get(square.index()) {
                planes[plane * size + cell] += value;
            }
        };
        for square in diagram.squares() {
            for glyph in diagram.pieces(square) {
                self.add_glyph(glyph, others, &mut |plane, value| add(square, plane, value));
            }
        }
        for laid in diagram.laid() {
            for square in laid.squares {
                match laid.end_on(square) {
                    Some(pips) => add(square, others + ENDS[0], f32::from(pips) + 1.0),
                    None => add(square, others + MARKER, 1.0),
                }
            }
        }
        if is_to_move(position, viewer) {
            planes[(others + TO_MOVE) * size..].fill(1.0);
        }
        planes
    }

    fn add_glyph(&self, glyph: &Glyph, others: usize, add: &mut dyn FnMut(usize, f32)) {
        match glyph.kind {
            GlyphKind::Piece { role } => {
                let role = self.roles.iter().position(|known| *known == role).unwrap_or(0);
                match glyph.owner {
                    Some(seat) => add(seat.index() * self.roles.len() + role, 1.0),
                    None => add(others + MARKER, 1.0),
                }
            }
            GlyphKind::Marker => add(others + MARKER, 1.0),
            GlyphKind::Card(None) | GlyphKind::Die(None) | GlyphKind::Tile(None) => {
                add(others + FACE_DOWN, 1.0);
            }
            GlyphKind::Card(Some(face)) => {
                add(others + RANK, f32::from(face.rank as u8) + 2.0);
                add(others + SUIT, face.suit.map_or(0.0, |suit| f32::from(suit as u8) + 1.0));
            }
            GlyphKind::Die(Some(number)) => add(others + DIE, f32::from(number)),
            GlyphKind::Tile(Some(ends)) => {
                for (plane, pips) in ENDS.into_iter().zip(ends) {
                    add(others + plane, f32::from(pips) + 1.0);
                }
            }
            #[expect(clippy::cast_precision_loss, reason = "counters are small")]
            GlyphKind::Counter { value, .. } => add(others + COUNTER, value as f32),
        }
    }
}

/// Returns `true` if the viewer is to move. For a viewer that sees everything, this is always the case in an unfinished
/// game.
fn is_to_move(position: &dyn Explorer, viewer: Viewer) -> bool {
    position.outcome().is_none()
        && match (position.turn(), viewer) {
            (Turn::Seat(mover), Viewer::Seat(seat)) => mover == seat,
            (Turn::Seat(_), _) => true,
            (Turn::Chance, _) => false,
        }
}

/// The columns and rows of the board, and the index of each square within a plane.
fn cells(diagram: &Diagram) -> (usize, usize, Vec<usize>) {
    let geometry = diagram.geometry();
    let on_board = geometry.square_count();
    let beside = diagram.squares().len() - on_board;
    let (width, height) = (usize::from(geometry.width()), usize::from(geometry.height()));
    let columns = if width == 0 { beside.max(1) } else { width };
    let of_board = geometry.squares().map(|square| {
        let place = geometry.place(square);
        usize::from(place.row) * columns + usize::from(place.column)
    });
    let cells = of_board.chain((0..beside).map(|index| height * columns + index)).collect();
    (columns, height, cells)
}
