//! Positions and moves as text, and their picture.

mod explain;
mod fen;
mod read;
mod write;
mod written;

use board_engine::{
    Board, Color, Coordinates, Diagram, Glyph, Notation, NotationError, Piece, Seat, Shade, Square,
    Viewer,
};

pub(crate) use self::fen::impossible;
use crate::game::Checkers;
use crate::generator::{AnalysisPosition, MoveOf};
use crate::layout::Layout;
use crate::names::Naming;
use crate::position::{Position, Role};
use crate::rules::Names;
use crate::variant::Variant;

/// The pieces of the game.
const PIECES: [Piece<Role>; 4] = [
    Piece::new(Color::White, Role::Man),
    Piece::new(Color::White, Role::King),
    Piece::new(Color::Black, Role::Man),
    Piece::new(Color::Black, Role::King),
];

/// The text of a move of a side that has none and passes.
pub(crate) const PASS: &str = "pass";

impl<V: Variant> Notation for Checkers<V> {
    fn seat_name(&self, seat: Seat) -> String {
        Self::color_of(seat).to_string()
    }

    /// As PDN 3.0 writes moves: `32-28`, `28x19`; captures that share their ends with another legal move with every
    /// square where they turn or land.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String {
        let mut text = String::with_capacity(write::USUAL_LENGTH);
        self.push_move(position, mv, &mut text);
        text
    }

    fn push_move(&self, position: &Self::Position, mv: Self::Move, text: &mut String) {
        write::push_move::<V>(position, mv, text);
    }

    fn push_move_among(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
        mv: Self::Move,
        text: &mut String,
    ) {
        write::push_among::<V>(position, mv, moves, text);
    }

    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        read::parse_move::<V>(position, text)
    }

    fn parse_move_among(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        let passes = moves.iter().all(|mv| mv.is_pass());
        read::parse_among::<V>(position, if passes { &[] } else { moves }, text)
    }

    fn with_colors_reversed(&self, position: &Self::Position) -> Option<Self::Position> {
        let of = |color| Layout::<V>::turned(position.pieces(color));
        let kings = position.kings(Color::White) | position.kings(Color::Black);
        let pieces = [of(Color::Black), of(Color::White)];
        Some(Position::new(pieces, Layout::<V>::turned(kings), !position.turn()))
    }

    /// Eight bits for each color and rank.
    fn material_key(&self, position: &Self::Position) -> Option<u64> {
        let counts = Color::ALL.map(|color| [position.men(color), position.kings(color)]);
        let counts = counts.as_flattened().iter().map(|squares| u64::from(squares.count()));
        Some(counts.fold(0, |key, count| key << 8 | count))
    }

    /// A FEN of PDN 3.0. Counters of draw rules that are not zero follow in sections of their own.
    fn format_position(&self, position: &Self::Position) -> String {
        fen::format_position(Layout::<V>::SQUARES, position)
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        fen::parse_position::<V>(text, Naming::Own)
    }

    fn pieces_to_set_up(&self) -> Vec<Glyph> {
        PIECES.map(glyph::<V>).into()
    }

    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String {
        let mut position: Self::Position = Position::empty(Self::color_of(mover));
        for (square, piece) in board.pieces() {
            position.put(Layout::<V>::bit(square), PIECES[piece]);
        }
        fen::format_position(Layout::<V>::SQUARES, &position)
    }

    fn route(&self, position: &Self::Position, mv: Self::Move) -> Vec<Square> {
        if mv.is_pass() {
            return Vec::new();
        }
        let bits = write::path::<V>(position, mv);
        bits.into_iter().filter_map(Layout::<V>::square).collect()
    }

    fn diagram(&self, position: &Self::Position, _viewer: Viewer) -> Diagram {
        diagram::<V>(position)
    }
}

impl<V: Variant> Checkers<V> {
    /// The squares that a legal move touches, in order: where it starts, where it turns or lands, where it ends.
    pub fn path(&self, position: &AnalysisPosition<V>, mv: MoveOf<V>) -> Vec<u32> {
        write::path::<V>(position, mv)
    }

    /// The text of a move whose squares are named by `naming`, rewritten with the variant's own names; unchanged if it is
    /// no move.
    pub fn renamed_move(&self, text: &str, naming: Naming) -> String {
        if naming == Naming::Own {
            text.into()
        } else {
            read::renamed(Layout::<V>::SQUARES, text, naming)
        }
    }

    /// The position that `text` describes with squares named by `naming`.
    ///
    /// # Errors
    /// [`NotationError`] as of [`parse_position`](Notation::parse_position).
    pub fn parse_renamed_position(
        &self,
        text: &str,
        naming: Naming,
    ) -> Result<AnalysisPosition<V>, NotationError> {
        fen::parse_position::<V>(text, naming)
    }
}

fn diagram<V: Variant>(position: &AnalysisPosition<V>) -> Diagram {
    let coordinates = if matches!(V::RULES.style.names, Names::Letters) {
        Coordinates::AtEdges
    } else {
        Coordinates::OnSquares
    };
    let board = Layout::<V>::geometry();
    let name = |square| Layout::<V>::name(Layout::<V>::bit(square));
    // Where all places play, as in Turkish draughts, the board is checkered like the others.
    let all_play = board.all_places().count() == board.square_count();
    let shade = |place| match board.square_at(place) {
        _ if all_play => Shade::checkered(place),
        Some(_) => Shade::Dark,
        None => Shade::Light,
    };
    let mut diagram = Diagram::new(board.clone(), coordinates, name).with_shades(shade);
    for bit in position.occupied() {
        if let (Some(square), Some(piece)) = (Layout::<V>::square(bit), position.piece_on(bit)) {
            diagram.put(square, glyph::<V>(piece));
        }
    }
    let counted = diagram.add_zone("plies without a capture or a man's move", 1);
    let limit = V::RULES.draws.king_plies.count;
    if position.king_plies() > 0 {
        diagram.put(counted[0], Glyph::counter(position.king_plies().into(), Some(limit.into())));
    }
    diagram
}

fn glyph<V: Variant>(piece: Piece<Role>) -> Glyph {
    let (letter, symbol, name) = match (piece.color, piece.role) {
        (Color::White, Role::Man) => ('w', '⛀', "white man"),
        (Color::White, Role::King) => ('W', '⛁', "white king"),
        (Color::Black, Role::Man) => ('b', '⛂', "black man"),
        (Color::Black, Role::King) => ('B', '⛃', "black king"),
    };
    let role = if piece.role == Role::King { "king" } else { "man" };
    Glyph::piece(Checkers::<V>::seat_of(piece.color), role, letter, symbol, name)
        .colored(piece.color)
}
