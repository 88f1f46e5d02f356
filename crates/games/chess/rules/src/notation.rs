//! The strings and diagrams that the table shows.

use board_engine::{
    Action, ActionSpace, Board, Color, Coordinates, Diagram, Game, Geometry, Glyph, JointMove,
    Notation, NotationError, Seat, Shade, Step, Steps, Viewer,
};
use cozy_chess::{File, Piece, Rank, Square};

use crate::fen::{self, ChessPiece, ROLES, letter, shown_at, side_of, square_at};
use crate::objection::objection;
use crate::san::{self, Description, NULL_MOVES};
use crate::summary::SUMMARY;
use crate::{Chess, Move, Position};

impl Notation for Chess {
    const READS_WITHOUT_LIST: bool = true;

    fn seat_name(&self, seat: Seat) -> String {
        if seat == Seat::FIRST { "White".into() } else { "Black".into() }
    }

    fn format_move(&self, position: &Position, mv: Move) -> String {
        san::format(position, mv)
    }

    fn push_move(&self, position: &Position, mv: Move, text: &mut String) {
        san::push(position, mv, text);
    }

    fn parse_move(&self, position: &Position, text: &str) -> Result<Move, NotationError> {
        let described = description(position, text)?;
        if let Some(mv) = described.only_move(position) {
            return Ok(mv);
        }
        let mut moves = Vec::new();
        let outcome = self.legal_moves(position, &mut moves).outcome();
        if let Some(mv) = described.castling_to(position) {
            return Ok(mv);
        }
        // A match played elsewhere can continue after a draw.
        if let Some(outcome) = outcome.filter(|_| moves.is_empty()) {
            let why = format!("the game is over: {}", outcome.reason());
            return Err(refusal(position, text, why));
        }
        Err(misfit(position, &moves, text, described))
    }

    fn format_position(&self, position: &Position) -> String {
        fen::format(position)
    }

    fn parse_position(&self, text: &str) -> Result<Position, NotationError> {
        fen::parse(text)
    }

    fn corrections(&self, text: &str) -> Option<String> {
        fen::corrections(text)
    }

    fn with_colors_reversed(&self, position: &Position) -> Option<Position> {
        fen::parse(&fen::with_colors_reversed(&fen::format(position))).ok()
    }

    /// The piece counts, five bits for each color and kind of piece except the kings.
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

    /// Kings and rooks on their usual squares have castling rights.
    fn format_set_up(&self, board: &Board<usize>, mover: Seat) -> String {
        fen::format_set_up(&board.map(|piece| PIECES[piece]), mover == Seat::FIRST)
    }

    /// A pawn on the last rank becomes another piece.
    fn promotions(&self, piece: &Glyph, square: board_engine::Square) -> Vec<Glyph> {
        let is_pawn = |it: &&ChessPiece| it.role == Piece::Pawn && glyph(**it) == *piece;
        let Some(pawn) = PIECES.iter().find(is_pawn) else { return Vec::new() };
        let last = if pawn.color == Color::White { Rank::Eighth } else { Rank::First };
        let roles = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
        let becomes = roles.map(|role| glyph(ChessPiece::new(pawn.color, role)));
        if square_at(square).rank() == last { becomes.into() } else { Vec::new() }
    }

    /// Castling from the starting squares: the king moves onto its rook or, from the e-file, to its target square.
    fn joint_moves(&self) -> Vec<JointMove> {
        let start = self.start();
        let rights = start.board().castle_rights(cozy_chess::Color::White);
        let king = start.board().king(cozy_chess::Color::White).file();
        let mut joint_moves = Vec::new();
        for color in cozy_chess::Color::ALL {
            let at = |file| shown_at(Square::new(file, Rank::First.relative_to(color)));
            let piece = |role| glyph(ChessPiece::new(side_of(color), role));
            for (rook, king_to, rook_to) in
                [(rights.short, File::G, File::F), (rights.long, File::C, File::D)]
            {
                let Some(rook) = rook else { continue };
                let pieces = vec![
                    (piece(Piece::King), at(king), at(king_to)),
                    (piece(Piece::Rook), at(rook), at(rook_to)),
                ];
                let usual = (king == File::E).then_some(king_to);
                joint_moves.extend(
                    [Some(rook), usual]
                        .into_iter()
                        .flatten()
                        .map(|target| JointMove { target: at(target), pieces: pieces.clone() }),
                );
            }
        }
        joint_moves
    }

    /// The king's start and target squares, also for castling.
    fn route(&self, position: &Position, mv: Move) -> Vec<board_engine::Square> {
        let (from, mut to) = (mv.from(), mv.to());
        if position.is_castling(mv) {
            to = position.castled_king(from, to);
        }
        vec![shown_at(from), shown_at(to)]
    }

    /// A promotion has two steps: the pawn moves, and the user chooses a piece, the queen first. To castle, the king
    /// moves to its target square or onto its rook.
    fn steps(&self, position: &Position, moves: &[Move]) -> Steps {
        let mut steps = Steps::default();
        let mut by_piece: Vec<(usize, Move)> = moves.iter().copied().enumerate().collect();
        by_piece
            .sort_by_key(|(_, mv)| mv.promotion().map(|piece| std::cmp::Reverse(piece as usize)));
        for (index, mv) in by_piece {
            let [from, to] = [mv.from(), mv.to()].map(shown_at);
            let mut step = Step::new(from, to);
            if position.is_castling(mv) {
                let target = position.castled_king(mv.from(), mv.to());
                let is_plain = |other: &Move| other.from() == mv.from() && other.to() == target;
                if target != mv.from() && !moves.iter().any(is_plain) {
                    steps.add_way(index, [Step::new(from, shown_at(target))]);
                }
            } else if position.is_capture(mv) && !position.is_en_passant(mv) {
                step = step.taking(to);
            }
            let color = side_of(position.board().side_to_move());
            let piece = mv.promotion().map(|role| ChessPiece::new(color, role));
            let choice = piece.map(|piece| Step::choice(to, glyph(piece)));
            steps.add_way(index, std::iter::once(step).chain(choice));
        }
        steps
    }

    /// The actions: a move's two squares, and the promotion piece.
    fn action_space(&self) -> ActionSpace {
        let diagram = self.diagram(&self.start(), Viewer::Arbiter);
        let promotions = [Piece::Queen, Piece::Rook, Piece::Bishop, Piece::Knight];
        ActionSpace::moving(&diagram).with_names(promotions.map(|role| ROLES[role as usize]))
    }

    /// To castle, the king moves onto its rook, because in Chess960 its target square can also be that of an ordinary
    /// king move.
    #[inline]
    fn action(&self, space: &ActionSpace, _: &Position, mv: Move) -> Option<Action> {
        match mv.promotion() {
            None => space.between(shown_at(mv.from()), shown_at(mv.to())),
            Some(_) => None,
        }
    }

    fn observe(
        &self,
        position: &Position,
        _: Viewer,
        see: &mut dyn FnMut(board_engine::Square, usize, f32),
    ) {
        let board = position.board();
        for (index, piece) in PIECES.iter().enumerate() {
            let color = match piece.color {
                Color::White => cozy_chess::Color::White,
                Color::Black => cozy_chess::Color::Black,
            };
            for square in board.colored_pieces(color, piece.role) {
                see(shown_at(square), index, 1.0);
            }
        }
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

    fn rules_summary(&self) -> String {
        SUMMARY.into()
    }
}

/// The chess pieces, in selection order.
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

fn refusal(position: &Position, text: &str, why: String) -> NotationError {
    NotationError::Refused { text: text.into(), position: fen::format(position), why }
}

/// Parses a move's description from `text`.
fn description(position: &Position, text: &str) -> Result<Description, NotationError> {
    Description::read(text).ok_or_else(|| {
        if NULL_MOVES.contains(&text.trim()) {
            let why = "a null move is not a move: chess has no passes";
            return refusal(position, text, why.into());
        }
        if text.split_whitespace().next().is_some_and(san::is_castling_word) {
            let why = "type O-O to castle on the king's side, or O-O-O on the queen's side";
            return refusal(position, text, why.into());
        }
        NotationError::malformed_move(text, 0, "a move like e4, Nf3, exd5, e8=Q, O-O or e2e4")
    })
}

/// The reason why the description fits none of the legal `moves`, or more than one.
fn misfit(
    position: &Position,
    moves: &[Move],
    text: &str,
    described: Description,
) -> NotationError {
    let fitting = moves.iter().filter(|&&mv| described.fits(position, mv));
    let candidates: Vec<String> = fitting.map(|&mv| san::format(position, mv)).collect();
    if candidates.is_empty() {
        refusal(position, text, objection(position, moves, described))
    } else {
        NotationError::Ambiguous { text: text.into(), candidates }
    }
}
