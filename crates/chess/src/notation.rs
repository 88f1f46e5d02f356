//! Texts and pictures for the table.

use board_engine::{
    Board, Color, Coordinates, Diagram, Game, Geometry, Glyph, Notation, NotationError, Seat,
    Shade, Viewer,
};
use cozy_chess::{Piece, Square};

use crate::fen::{self, ChessPiece, letter, shown_at, square_at};
use crate::san::{self, Description, NULL_MOVES};
use crate::{Chess, Move, Position};

impl Notation for Chess {
    fn seat_name(&self, seat: Seat) -> String {
        if seat == Seat::FIRST { "White".into() } else { "Black".into() }
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        let mut moves = Vec::new();
        self.legal_moves(position, &mut moves);
        san::format(position, &moves, mv)
    }

    fn push_move_among(&self, position: &Position, moves: &[Move], mv: Move, text: &mut String) {
        san::push(position, moves, mv, text);
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let described = description(position, text)?;
        let mut moves = Vec::new();
        if let Some(outcome) = self.legal_moves(position, &mut moves).outcome() {
            let why = format!("the game is over: {}", outcome.reason());
            return Err(refused(position, text, why));
        }
        described_move(position, &moves, text, described)
    }

    fn parse_move_among(
        &self,
        position: &Position,
        moves: &[Move],
        text: &str,
    ) -> Result<Move, NotationError> {
        described_move(position, moves, text, description(position, text)?)
    }

    fn format_position(&self, position: &Position) -> String {
        fen::format(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        fen::parse(text)
    }

    fn with_colors_reversed(&self, position: &Position) -> Option<Position> {
        fen::parse(&fen::with_colors_reversed(&fen::format(position))).ok()
    }

    /// Five bits for each color and piece but the kings.
    fn material_key(&self, position: &Position) -> Option<u64> {
        let board = position.board();
        let count = |(color, piece)| board.colored_pieces(color, piece).len();
        let pieces = [Piece::Pawn, Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen];
        let all =
            cozy_chess::Color::ALL.into_iter().flat_map(|color| pieces.map(|piece| (color, piece)));
        Some(all.map(count).fold(0, |key, count| key << 5 | u64::from(count)))
    }

    fn pieces_to_set_up(&self) -> Vec<Glyph> {
        PIECES.map(glyph).into()
    }

    /// Kings and rooks that stand as at the start of a game may castle.
    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String {
        fen::format_set_up(&board.map(|piece| PIECES[piece]), mover == Seat::FIRST)
    }

    /// The king's squares, of castling as well.
    fn route(&self, position: &Position, mv: Move) -> Vec<board_engine::Square> {
        let (from, mut to) = (mv.from(), mv.to());
        if position.is_castling(mv) {
            to = position.castled_king(from, to);
        }
        vec![shown_at(from), shown_at(to)]
    }

    fn diagram(&self, position: &Position, _: Viewer) -> Diagram {
        let name = |shown| square_at(shown).to_string();
        let mut diagram = Diagram::new(Geometry::rectangle(8, 8), Coordinates::AtEdges, name)
            .with_shades(Shade::checkered);
        for (shown, piece) in fen::pieces(position.board()).pieces() {
            diagram.put(shown, glyph(piece));
        }
        diagram
    }
}

/// The pieces of the game, as they are offered.
const PIECES: [ChessPiece; 12] = {
    let roles = [Piece::King, Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight, Piece::Pawn];
    let mut pieces = [ChessPiece::new(Color::White, Piece::King); 12];
    let mut index = 0;
    while index < roles.len() {
        pieces[index] = ChessPiece::new(Color::White, roles[index]);
        pieces[index + roles.len()] = ChessPiece::new(Color::Black, roles[index]);
        index += 1;
    }
    pieces
};

const ROLES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

fn glyph(ChessPiece { color, role }: ChessPiece) -> Glyph {
    let (seat, symbols) = match color {
        Color::White => (Seat::FIRST, ['♙', '♘', '♗', '♖', '♕', '♔']),
        Color::Black => (Seat::SECOND, ['♟', '♞', '♝', '♜', '♛', '♚']),
    };
    let role_name = ROLES[role as usize];
    let name = format!("{} {role_name}", color.to_string().to_lowercase());
    let symbol = symbols[role as usize];
    Glyph::piece(seat, role_name, letter(role, color), symbol, name).colored(color)
}

fn refused(position: &Position, text: &str, why: String) -> NotationError {
    NotationError::Refused { text: text.into(), position: fen::format(position), why }
}

/// What `text` says of a move.
fn description(position: &Position, text: &str) -> Result<Description, NotationError> {
    if NULL_MOVES.contains(&text.trim()) {
        let why = "a null move is no move: in chess nobody may pass";
        return Err(refused(position, text, why.into()));
    }
    Description::read(text).ok_or_else(|| {
        NotationError::malformed_move(text, 0, "a move like e4, Nf3, exd5, e8=Q, O-O or e2e4")
    })
}

/// The only one of the legal `moves` that is described by `text`.
fn described_move(
    position: &Position,
    moves: &[Move],
    text: &str,
    described: Description,
) -> Result<Move, NotationError> {
    let mut fitting = moves.iter().copied().filter(|&mv| described.fits(position, mv));
    match (fitting.next(), fitting.next()) {
        (Some(mv), None) => Ok(mv),
        (None, _) => Err(refused(position, text, objection(position, moves, described))),
        (Some(first), Some(second)) => {
            let all = [first, second].into_iter().chain(fitting);
            let candidates = all.map(|mv| san::format(position, moves, mv)).collect();
            Err(NotationError::Ambiguous { text: text.into(), candidates })
        }
    }
}

/// Why no legal move fits the description.
fn objection(position: &Position, moves: &[Move], described: Description) -> String {
    if described.lacks_promotion() {
        let queens = described.promoting_to(Piece::Queen);
        if let Some(&mv) = moves.iter().find(|&&mv| queens.fits(position, mv)) {
            let text = san::format(position, moves, mv);
            return format!("say what the pawn becomes, like {text}");
        }
    }
    let in_check = !position.board().checkers().is_empty();
    match described {
        Description::Castling { .. } if in_check => "a king in check can't castle".into(),
        Description::Castling { .. } => castling_objection(position),
        Description::Squares { from, to, .. } => squares_objection(position, from, to),
        Description::Algebraic { piece, to, .. } => {
            let name = ROLES[piece as usize];
            let check = if in_check { ", and the king is in check" } else { "" };
            format!("no {name} can go to {to}{check}")
        }
    }
}

fn castling_objection(position: &Position) -> String {
    let rights = position.board().castle_rights(position.board().side_to_move());
    if rights.short.is_none() && rights.long.is_none() {
        "the king or the rook has moved, so castling is no longer possible".into()
    } else {
        "castling needs its right, empty squares between, and no attack on the king's way".into()
    }
}

fn squares_objection(position: &Position, from: Square, to: Square) -> String {
    let board = position.board();
    match board.color_on(from) {
        None => format!("there is no piece on {from}"),
        Some(color) if color != board.side_to_move() => {
            format!("the piece on {from} is the opponent's")
        }
        Some(_) if !board.checkers().is_empty() => {
            format!("the piece on {from} can't go to {to}: the king is in check")
        }
        Some(_) => format!("the piece on {from} can't go to {to}"),
    }
}
