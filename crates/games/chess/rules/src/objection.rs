//! The reason why a move is illegal.

use cozy_chess::{
    BitBoard, Board, File, Piece, Rank, Square, get_between_rays, get_bishop_moves, get_king_moves,
    get_knight_moves, get_pawn_attacks, get_pawn_quiets, get_rook_moves,
};

use crate::fen::ROLES;
use crate::san::{self, Description};
use crate::{Move, Position};

/// Each piece's movement, in the order of [`ROLES`].
const MOVEMENTS: [&str; 6] = [
    "a pawn moves one square ahead, or two from its first square, and captures diagonally",
    "a knight moves two squares along a line and one to the side",
    "a bishop moves diagonally",
    "a rook moves along ranks and files",
    "a queen moves along ranks, files and diagonals",
    "a king moves one square",
];

/// The reason why no legal move fits the description.
pub(crate) fn objection(position: &Position, moves: &[Move], described: Description) -> String {
    if described.lacks_promotion() {
        let queens = described.promoting_to(Piece::Queen);
        if let Some(&mv) = moves.iter().find(|&&mv| queens.fits(position, mv)) {
            let text = san::format(position, mv);
            return format!("specify the promotion piece, as in {text}");
        }
    }
    match described {
        Description::Castling { is_short } => castling_objection(position, is_short),
        Description::Squares { from, to, .. } => squares_objection(position, moves, from, to),
        Description::Algebraic { piece, file, rank, to, .. } => {
            let own = position.board().colored_pieces(position.board().side_to_move(), piece);
            let is_meant = |from: &Square| {
                file.is_none_or(|file| from.file() == file)
                    && rank.is_none_or(|rank| from.rank() == rank)
            };
            let meant: Vec<Square> = own.into_iter().filter(is_meant).collect();
            let reaches = |from: &&Square| targets(position, piece, **from).has(to);
            let reaches_when_empty =
                |from: &&Square| targets_on_empty_board(position.board(), piece, **from).has(to);
            let only = if let [only] = meant.as_slice() { Some(only) } else { None };
            let first = meant.iter().find(reaches).or(only);
            if let Some(&from) = first.or_else(|| meant.iter().find(reaches_when_empty)) {
                return piece_objection(position, moves, from, to);
            }
            let is_in_check = !position.board().checkers().is_empty();
            let check = if is_in_check { ", and the king is in check" } else { "" };
            format!("no {} can go to {to}{check}", ROLES[piece as usize])
        }
    }
}

fn squares_objection(position: &Position, moves: &[Move], from: Square, to: Square) -> String {
    let board = position.board();
    match board.color_on(from) {
        None => format!("there is no piece on {from}"),
        Some(color) if color != board.side_to_move() => {
            format!("the piece on {from} is the opponent's")
        }
        Some(_) => piece_objection(position, moves, from, to),
    }
}

/// The reason why the mover's piece on `from` can't move to `to`.
fn piece_objection(position: &Position, moves: &[Move], from: Square, to: Square) -> String {
    let board = position.board();
    let piece = board.piece_on(from).unwrap_or(Piece::Pawn);
    let name = ROLES[piece as usize];
    if moves.iter().any(|mv| (mv.from(), mv.to()) == (from, to)) {
        return format!("there is no promotion on {to}");
    }
    if piece == Piece::King && means_castling(board, from, to) {
        return castling_objection(position, from.file() < to.file());
    }
    if let Some(own) = board.piece_on(to).filter(|_| board.color_on(to) == board.color_on(from)) {
        return format!("{to} is occupied by a {} of the same side", ROLES[own as usize]);
    }
    if !targets(position, piece, from).has(to) {
        return reach_objection(board, piece, from, to);
    }
    if piece == Piece::King {
        format!("the king would be in check on {to}")
    } else if !board.checkers().is_empty() {
        "the king is in check".into()
    } else if board.pinned().has(from) {
        format!("the {name} on {from} is pinned")
    } else {
        "the king would be in check".into()
    }
}

/// The reason why a piece doesn't reach a square, given that no piece of its own side is there.
fn reach_objection(board: &Board, piece: Piece, from: Square, to: Square) -> String {
    let between = match piece {
        Piece::Pawn if get_pawn_attacks(from, board.side_to_move()).has(to) => {
            return "a pawn moves diagonally only to capture".into();
        }
        Piece::Pawn => get_between_rays(from, to) | to.bitboard(),
        _ => get_between_rays(from, to),
    };
    let blocker = (between & board.occupied()).into_iter().next();
    if let Some(blocker) = blocker.filter(|_| targets_on_empty_board(board, piece, from).has(to)) {
        return format!("the path from {from} to {to} is blocked on {blocker}");
    }
    let (name, moves) = (ROLES[piece as usize], MOVEMENTS[piece as usize]);
    format!("the {name} on {from} can't go to {to}: {moves}")
}

/// The reason why the mover can't castle on this side.
fn castling_objection(position: &Position, is_short: bool) -> String {
    let board = position.board();
    let color = board.side_to_move();
    if !board.checkers().is_empty() {
        return "a king in check can't castle".into();
    }
    let rights = board.castle_rights(color);
    let Some(rook_file) = (if is_short { rights.short } else { rights.long }) else {
        return "the king or the rook has moved, so castling is no longer possible".into();
    };
    let on_first_rank = |file| Square::new(file, Rank::First.relative_to(color));
    let (king, rook) = (board.king(color), on_first_rank(rook_file));
    let (king_file, rook_file) = if is_short { (File::G, File::F) } else { (File::C, File::D) };
    let (king_to, rook_to) = (on_first_rank(king_file), on_first_rank(rook_file));
    let way = |from, to: Square| get_between_rays(from, to) | to.bitboard();
    let both = king.bitboard() | rook.bitboard();
    let others = board.occupied() - both;
    let crossed = way(king, king_to) | way(rook, rook_to);
    if let Some(blocker) = (crossed & others).into_iter().next() {
        return format!("castling is blocked by the piece on {blocker}");
    }
    let attacked = way(king, king_to).into_iter().find(|&at| is_attacked(board, at, others));
    match attacked {
        Some(attacked) => format!("the king can't castle: {attacked} is attacked"),
        None => "castling needs the right to castle, empty squares between, and no attack on the king's path"
            .into(),
    }
}

/// Returns `true` if the king's move to this square has the form of castling: two squares from the king's usual square,
/// or onto its own rook.
fn means_castling(board: &Board, king: Square, to: Square) -> bool {
    let color = board.side_to_move();
    let rank = Rank::First.relative_to(color);
    let is_usual = king.file() == File::E && matches!(to.file(), File::C | File::G);
    (king.rank(), to.rank()) == (rank, rank)
        && (is_usual || board.colored_pieces(color, Piece::Rook).has(to))
}

/// The target squares of the mover's piece if checks are ignored.
fn targets(position: &Position, piece: Piece, from: Square) -> BitBoard {
    let board = position.board();
    let color = board.side_to_move();
    let passed = |file| Square::new(file, Rank::Sixth.relative_to(color)).bitboard();
    let reached = match piece {
        Piece::Pawn => {
            let victims = board.colors(!color) | board.en_passant().map_or(BitBoard::EMPTY, passed);
            (get_pawn_attacks(from, color) & victims)
                | get_pawn_quiets(from, color, board.occupied())
        }
        _ => moves_of(piece, from, board.occupied()),
    };
    reached - board.colors(color)
}

/// The squares that the mover's piece can reach without a capture if the board is otherwise empty.
fn targets_on_empty_board(board: &Board, piece: Piece, from: Square) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_quiets(from, board.side_to_move(), BitBoard::EMPTY),
        _ => moves_of(piece, from, BitBoard::EMPTY),
    }
}

/// The target squares of a piece other than a pawn, with these blockers.
fn moves_of(piece: Piece, from: Square, blockers: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => BitBoard::EMPTY,
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, blockers),
        Piece::Rook => get_rook_moves(from, blockers),
        Piece::Queen => get_bishop_moves(from, blockers) | get_rook_moves(from, blockers),
        Piece::King => get_king_moves(from),
    }
}

/// Returns `true` if the mover's opponent attacks the square, with these blockers.
fn is_attacked(board: &Board, square: Square, blockers: BitBoard) -> bool {
    let color = board.side_to_move();
    let attackers =
        |piece, from_square: BitBoard| from_square & board.colored_pieces(!color, piece);
    let by_pawn = attackers(Piece::Pawn, get_pawn_attacks(square, color));
    let pieces = [Piece::Knight, Piece::Bishop, Piece::Rook, Piece::Queen, Piece::King];
    let all = pieces
        .into_iter()
        .fold(by_pawn, |all, piece| all | attackers(piece, moves_of(piece, square, blockers)));
    !all.is_empty()
}
