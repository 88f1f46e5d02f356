//! Hints for selective chess searches.

use board_engine::zobrist;
use chess::{Chess, Move, Position};
use cozy_chess::{
    Color, Piece, get_between_rays, get_bishop_rays, get_knight_moves, get_pawn_attacks,
    get_rook_rays,
};
use search::{Hints, Margins, MoveIndex, Tension};

use super::material::{self, captured_piece, value};

/// Hints for a chess search: captures and queen promotions are noisy, and so is every move out of check.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct ChessHints;

/// The rank of a capture that loses the exchange, below all quiet moves.
const LOSING_CAPTURE: i32 = -500;
/// The rank bonus for a queen promotion.
const PROMOTION: i32 = 700;

impl Hints<Chess> for ChessHints {
    const MARGINS: Option<Margins> =
        Some(Margins { per_ply: 80, capture: 150, exchange: 80, probcut: None });

    /// `None` in check, and if the mover has only pawns and at most one minor piece: zugzwang is
    /// common there.
    #[inline]
    fn null_move(&self, _: &Chess, position: &Position) -> Option<Position> {
        let board = position.board();
        let own = board.colors(board.side_to_move());
        let pieces = own - board.pieces(Piece::Pawn) - board.pieces(Piece::King);
        let large = board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
        let has_few = pieces.len() < 2 && (pieces & large).is_empty();
        if has_few { None } else { position.after_pass() }
    }

    #[inline]
    fn is_in_check(&self, _: &Chess, position: &Position) -> bool {
        !position.board().checkers().is_empty()
    }

    /// Detects only checks by the moving piece, not discovered checks.
    #[inline]
    fn gives_check(&self, _: &Chess, position: &Position, mv: Move) -> bool {
        let board = position.board();
        let own = board.side_to_move();
        let Some(piece) = board.piece_on(mv.from()) else { return false };
        let (king, to) = (board.king(!own), mv.to());
        let reached = match mv.promotion().unwrap_or(piece) {
            Piece::Pawn => return get_pawn_attacks(to, own).has(king),
            Piece::Knight => return get_knight_moves(to).has(king),
            Piece::Bishop => get_bishop_rays(to),
            Piece::Rook => get_rook_rays(to),
            Piece::Queen => get_bishop_rays(to) | get_rook_rays(to),
            Piece::King => return false,
        };
        let others = board.occupied() - mv.from().bitboard();
        reached.has(king) && (get_between_rays(to, king) & others).is_empty()
    }

    #[inline]
    fn gain(&self, _: &Chess, position: &Position, mv: Move) -> i32 {
        let promoted = mv.promotion().map_or(0, |piece| value(piece) - value(Piece::Pawn));
        promoted + captured_piece(position, mv).map_or(0, value)
    }

    #[inline]
    fn exchange_gains(&self, _: &Chess, position: &Position, mv: Move, least: i32) -> bool {
        material::exchange_gains(position, mv, least)
    }

    #[inline]
    fn tension(&self, _: &Chess, position: &Position) -> Tension {
        if position.board().checkers().is_empty() { Tension::Unknown } else { Tension::Noisy }
    }

    #[inline]
    fn is_noisy(&self, _: &Chess, position: &Position, mv: Move) -> bool {
        position.is_capture(mv)
            || mv.promotion() == Some(Piece::Queen)
            || !position.board().checkers().is_empty()
    }

    /// MVV-LVA: most valuable victim, then least valuable attacker. Captures that lose nothing come before quiet moves,
    /// and losing captures come after them.
    #[inline]
    fn rank(&self, _: &Chess, position: &Position, mv: Move) -> i32 {
        let promoted = match mv.promotion() {
            Some(Piece::Queen) => PROMOTION,
            Some(_) => LOSING_CAPTURE,
            None => 0,
        };
        let Some(taken) = captured_piece(position, mv) else { return promoted };
        let taker = position.board().piece_on(mv.from()).unwrap_or(Piece::King);
        let gain = value(taken) - value(taker) / 10;
        let may_lose = taker != Piece::King && value(taken) < value(taker);
        if may_lose && !material::exchange_gains(position, mv, 0) {
            return LOSING_CAPTURE + gain / 10;
        }
        promoted + gain.clamp(10, 900)
    }

    /// The pawn structure.
    #[inline]
    fn structure(&self, _: &Chess, position: &Position) -> Option<u64> {
        let board = position.board();
        let pawns = |color| board.colored_pieces(color, Piece::Pawn).0;
        Some(zobrist::mix(&[pawns(Color::White), pawns(Color::Black)]))
    }

    /// Indexes moves by piece and target square, with separate indices for captures.
    #[inline]
    fn move_index(&self, _: &Chess, position: &Position, mv: Move) -> MoveIndex {
        let board = position.board();
        let piece = board.piece_on(mv.from()).unwrap_or(Piece::Pawn);
        let group = usize::from(position.is_capture(mv));
        MoveIndex::new((group * 6 + piece as usize) * 64 + mv.to() as usize)
    }
}
