//! Observations: positions as planes of numbers.

use board_engine::{
    Action, ActionSpace, Diagram, Feature, Game, Notation, Outcome, Square, Turn, UnfinishedMove,
    Viewer,
};

/// The layout of a game's observations: a plane for each of the game's features, then a plane that is 1 if the viewer
/// is to move. Board squares keep their places; zones follow in rows below.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Planes {
    features: Vec<Feature>,
    rows: usize,
    columns: usize,
    /// Each square's index in a plane.
    cells: Vec<usize>,
}

impl Planes {
    pub(crate) fn of<G: Notation>(game: &G) -> Self {
        let diagram = game.diagram(&game.start(), Viewer::Arbiter);
        let (columns, board_rows, cells) = cells(&diagram);
        let rows = cells.iter().map(|cell| cell / columns + 1).max().unwrap_or(1).max(board_rows);
        Self { features: game.features(), rows, columns, cells }
    }

    /// The numbers of planes, rows and columns.
    pub(crate) const fn shape(&self) -> [usize; 3] {
        [self.features.len() + 1, self.rows, self.columns]
    }

    /// The plane names.
    pub(crate) fn names<G: Notation>(&self, game: &G) -> Vec<String> {
        let name = |feature: &Feature| match feature {
            Feature::Piece { owner, .. } => format!("{} {feature}", game.seat_name(*owner)),
            _ => feature.to_string(),
        };
        self.features.iter().map(name).chain(["to move".into()]).collect()
    }

    /// Writes the planes of a position, one after another, row by row. `made` contains the actions of an unfinished
    /// move.
    ///
    /// # Panics
    /// If `planes` doesn't have the length of the shape.
    pub(crate) fn write<G: Notation>(&self, game: &G, at: &At<'_, G>, planes: &mut [f32]) {
        let size = self.rows * self.columns;
        assert_eq!(planes.len(), (self.features.len() + 1) * size, "as long as the shape");
        planes.fill(0.0);
        let (pieces, to_move) = planes.split_at_mut(self.features.len() * size);
        let mut see = |square: Square, plane: usize, value: f32| {
            if let Some(cell) = self.cells.get(square.index()) {
                pieces[plane * size + cell] += value;
            }
        };
        if at.made.is_empty() {
            game.observe(at.position, at.viewer, &mut see);
        } else {
            let unfinished =
                UnfinishedMove { position: at.position, moves: at.moves, made: at.made };
            game.observe_unfinished(at.space, &unfinished, at.viewer, &mut see);
        }
        if at.is_to_move(game) {
            to_move.fill(1.0);
        }
    }
}

/// A position, possibly in the middle of a move, as seen by a viewer.
pub(crate) struct At<'a, G: Game> {
    pub(crate) position: &'a G::Position,
    pub(crate) moves: &'a [G::Move],
    pub(crate) outcome: Option<Outcome>,
    pub(crate) viewer: Viewer,
    pub(crate) space: &'a ActionSpace,
    /// The actions of the unfinished move.
    pub(crate) made: &'a [Action],
}

impl<G: Notation> At<'_, G> {
    /// Returns `true` if the viewer is to move. A viewer that sees everything is always to move while the game is not
    /// over.
    fn is_to_move(&self, game: &G) -> bool {
        self.outcome.is_none()
            && match (game.turn(self.position), self.viewer) {
                (Turn::Seat(mover), Viewer::Seat(seat)) => mover == seat,
                (Turn::Seat(_), _) => true,
                (Turn::Chance, _) => false,
            }
    }
}

/// The board's columns and rows, and each square's index in a plane.
fn cells(diagram: &Diagram) -> (usize, usize, Vec<usize>) {
    let geometry = diagram.geometry();
    let on_board = geometry.square_count();
    let in_zones = diagram.squares().len() - on_board;
    let (width, height) = (usize::from(geometry.width()), usize::from(geometry.height()));
    let columns = if width == 0 { in_zones.max(1) } else { width };
    let of_board = geometry.squares().map(|square| {
        let place = geometry.place(square);
        usize::from(place.row) * columns + usize::from(place.column)
    });
    let cells = of_board.chain((0..in_zones).map(|index| height * columns + index)).collect();
    (columns, height, cells)
}
