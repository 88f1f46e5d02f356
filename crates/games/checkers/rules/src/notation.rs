//! Converts positions and moves to text and back, and draws positions as diagrams.

mod explain;
mod fen;
mod read;
mod steps;
mod summary;
mod text_rules;
mod write;

use board_engine::{
    Action, ActionSpace, Board, Color, Coordinates, Diagram, Feature, Game, Glyph, Notation,
    NotationError, Piece, Seat, Shade, Square, Steps, Viewer, Word,
};

pub(crate) use self::fen::impossible;
pub(crate) use self::summary::ANY_SIZE as ANY_SIZE_SUMMARY;
pub(crate) use self::text_rules::TextRules;
use crate::draws;
use crate::game::Checkers;
use crate::generator::{self, AnalysisPosition, MoveOf};
use crate::layout::{Layout, Squares};
use crate::names::Naming;
use crate::position::{Position, Role};
use crate::rules::{Names, Rules};
use crate::variant::Variant;

/// The kinds of pieces.
const PIECES: [Piece<Role>; 4] = [
    Piece::new(Color::White, Role::Man),
    Piece::new(Color::White, Role::King),
    Piece::new(Color::Black, Role::Man),
    Piece::new(Color::Black, Role::King),
];

/// The notation for a pass by a side without moves.
pub(crate) const PASS: &str = "pass";

impl<V: Variant> Notation for Checkers<V> {
    fn seat_name(&self, seat: Seat) -> String {
        Self::color_of(seat).to_string()
    }

    /// Moves as in PDN 3.0: `32-28`, `28x19`; captures that share their ends with another legal move include every
    /// square where they turn or land.
    fn format_move(&self, position: &Self::Position, mv: Self::Move) -> String {
        let mut text = String::with_capacity(write::USUAL_LENGTH);
        self.push_move(position, mv, &mut text);
        text
    }

    fn push_move(&self, position: &Self::Position, mv: Self::Move, text: &mut String) {
        write::push_move(TextRules::of::<V>(), position, mv, text);
    }

    fn push_move_among(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
        mv: Self::Move,
        text: &mut String,
    ) {
        write::push_among(TextRules::of::<V>(), position, mv, moves, text);
    }

    fn parse_move(
        &self,
        position: &Self::Position,
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        read::parse_move(TextRules::of::<V>(), position, text)
    }

    fn parse_move_among(
        &self,
        position: &Self::Position,
        moves: &[Self::Move],
        text: &str,
    ) -> Result<Self::Move, NotationError> {
        let passes = moves.iter().all(|mv| mv.is_pass());
        read::parse_among(TextRules::of::<V>(), position, if passes { &[] } else { moves }, text)
    }

    fn with_colors_reversed(&self, position: &Self::Position) -> Option<Self::Position> {
        let of = |color| Layout::<V>::turned(position.pieces(color));
        let kings = position.kings(Color::White) | position.kings(Color::Black);
        let pieces = [of(Color::Black), of(Color::White)];
        Some(Position::new(pieces, Layout::<V>::turned(kings), !position.turn()))
    }

    /// The piece counts, eight bits for each color and role.
    fn material_key(&self, position: &Self::Position) -> Option<u64> {
        let counts = Color::ALL.map(|color| [position.men(color), position.kings(color)]);
        let counts = counts.as_flattened().iter().map(|squares| u64::from(squares.count()));
        Some(counts.fold(0, |key, count| key << 8 | count))
    }

    /// A PDN 3.0 FEN. Nonzero draw counters follow in separate sections.
    fn format_position(&self, position: &Self::Position) -> String {
        fen::format_position(Layout::<V>::SQUARES, position)
    }

    fn parse_position(&self, text: &str) -> Result<Self::Position, NotationError> {
        self.parse_renamed_position(text, Naming::Own)
    }

    fn pieces_to_set_up(&self) -> Vec<Glyph> {
        PIECES.map(|piece| glyph(&V::RULES, piece)).into()
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
        let bits = write::path(TextRules::of::<V>(), position, mv);
        bits.into_iter().filter_map(Layout::<V>::square).collect()
    }

    fn steps(&self, position: &Self::Position, moves: &[Self::Move]) -> Steps {
        steps::steps(TextRules::of::<V>(), position, moves, Layout::<V>::square)
    }

    /// The actions: the two squares of a step or a jump, and a pass if the variant has passes.
    fn action_space(&self) -> ActionSpace {
        let space = ActionSpace::moving(&diagram(Layout::<V>::SQUARES, &self.start()));
        if generator::passes::<V>() { space.with_names([PASS]) } else { space }
    }

    fn action(&self, space: &ActionSpace, _: &Self::Position, mv: Self::Move) -> Option<Action> {
        if mv.is_pass() {
            return space.nth_name(0);
        }
        let squares = Layout::<V>::square(mv.from()).zip(Layout::<V>::square(mv.to()));
        squares.filter(|_| !mv.is_capture()).and_then(|(from, to)| space.between(from, to))
    }

    /// The features: the pieces and, if the variant limits them, the plies that count toward a draw.
    fn features(&self) -> Vec<Feature> {
        let pieces = PIECES.map(|piece| Feature::Piece {
            owner: seat_of(&V::RULES, piece.color),
            role: role_name(piece.role),
        });
        let counter = (V::RULES.draws.king_plies.count > 0).then_some(Feature::Counter);
        pieces.into_iter().chain(counter).collect()
    }

    fn observe(
        &self,
        position: &Self::Position,
        _: Viewer,
        see: &mut dyn FnMut(Square, usize, f32),
    ) {
        for (index, piece) in PIECES.iter().enumerate() {
            let pieces = match piece.role {
                Role::Man => position.men(piece.color),
                Role::King => position.kings(piece.color),
            };
            for square in pieces.into_iter().filter_map(Layout::<V>::square) {
                see(square, index, 1.0);
            }
        }
        if position.king_plies() > 0 {
            let counter = Square::new(Layout::<V>::SQUARE_COUNT);
            see(counter, PIECES.len(), position.king_plies().into());
        }
    }

    fn diagram(&self, position: &Self::Position, _viewer: Viewer) -> Diagram {
        diagram(Layout::<V>::SQUARES, position)
    }

    fn rules_summary(&self) -> String {
        summary::of(&V::RULES)
    }
}

impl<V: Variant> Checkers<V> {
    /// The squares that a legal move touches, in order: start, turns or landings, end.
    pub fn path(&self, position: &AnalysisPosition<V>, mv: MoveOf<V>) -> Vec<u32> {
        write::path(TextRules::of::<V>(), position, mv)
    }

    /// Rewrites a move with squares named by `naming` in the variant's own names; other strings stay unchanged.
    pub fn renamed_move(&self, text: &str, naming: Naming) -> String {
        if naming == Naming::Own {
            text.into()
        } else {
            read::rename(Layout::<V>::SQUARES, text, naming)
        }
    }

    /// Parses a position with squares named by `naming`.
    ///
    /// # Errors
    /// [`NotationError`] as for [`parse_position`](Notation::parse_position).
    pub fn parse_renamed_position(
        &self,
        text: &str,
        naming: Naming,
    ) -> Result<AnalysisPosition<V>, NotationError> {
        let position = fen::parse_position(Layout::<V>::SQUARES, text, naming)?;
        Ok(draws::with_known_counters::<V>(position))
    }
}

fn diagram<W: Word>(squares: Squares, position: &Position<W>) -> Diagram {
    let rules = squares.rules;
    let coordinates = if matches!(rules.style.names, Names::Letters) {
        Coordinates::AtEdges
    } else {
        Coordinates::OnSquares
    };
    let board = squares.geometry();
    let name = |square| squares.name(squares.bit(square));
    // Boards with all squares in play, as in Turkish draughts, are also drawn checkered.
    let all_play = board.all_places().count() == board.square_count();
    let shade = |place| match board.square_at(place) {
        _ if all_play => Shade::checkered(place),
        Some(_) => Shade::Dark,
        None => Shade::Light,
    };
    let mut diagram = Diagram::new(board.clone(), coordinates, name).with_shades(shade);
    for bit in position.occupied() {
        if let (Some(square), Some(piece)) = (squares.square(bit), position.piece_on(bit)) {
            diagram.put(square, glyph(rules, piece));
        }
    }
    let counted = diagram.add_zone("plies without a capture or a man's move", 1);
    let limit = rules.draws.king_plies.count;
    if position.king_plies() > 0 {
        diagram.put(counted[0], Glyph::counter(position.king_plies().into(), Some(limit.into())));
    }
    diagram
}

fn glyph(rules: &Rules, piece: Piece<Role>) -> Glyph {
    let (letter, symbol, name) = match (piece.color, piece.role) {
        (Color::White, Role::Man) => ('w', '⛀', "white man"),
        (Color::White, Role::King) => ('W', '⛁', "white king"),
        (Color::Black, Role::Man) => ('b', '⛂', "black man"),
        (Color::Black, Role::King) => ('B', '⛃', "black king"),
    };
    let (seat, role) = (seat_of(rules, piece.color), role_name(piece.role));
    Glyph::piece(seat, role, letter, symbol, name).colored(piece.color)
}

fn seat_of(rules: &Rules, color: Color) -> Seat {
    if color == rules.starts { Seat::FIRST } else { Seat::SECOND }
}

const fn role_name(role: Role) -> &'static str {
    match role {
        Role::Man => "man",
        Role::King => "king",
    }
}
