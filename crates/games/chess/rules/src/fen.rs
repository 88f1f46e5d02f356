//! Positions as text: Forsyth–Edwards notation (S. J. Edwards, "PGN specification", 16.1).
//!
//! Castling rights are written as `KQkq` if kings and rooks are on their usual squares, and otherwise as the files of
//! the rooks (Shredder-FEN: `HAha`). Both forms are accepted, and `K` means the outermost rook on that side (X-FEN).
//! The fields after the board are optional; without the second one, it is White's turn. Underscores can replace spaces,
//! as in web addresses.
//!
//! Extended position descriptions (EPD) are also accepted: their operations may follow the fourth field or the
//! counters. Other programs' mistakes are corrected. A castling right without its king and rook is dropped, which
//! [`corrections`] reports. An en passant square is dropped if the pawn in front of it can't have just moved. The move
//! number 0 becomes 1.

mod epd;

use board_engine::{NotationError, push_number};
use cozy_chess::{
    Board, BoardBuilder, BoardBuilderError, Color, File, Piece, Rank, Square, get_king_moves,
};

use crate::Position;

/// The fields of a FEN, in order, each with its expected form.
const FIELDS: [&str; 6] = [
    "the pieces, row by row",
    "the side to move, w or b",
    "the castling rights, like KQkq or -",
    "the en passant square, like e3, or -",
    "the halfmove clock, 0 to 255",
    "the move number, from 1",
];

/// The fields of an EPD before its operations.
const EPD_FIELDS: usize = 4;

/// The last two fields if a FEN omits them.
const COUNTERS_DEFAULT: [&str; 2] = ["0", "1"];

/// The XOR mask that mirrors a square number from rank to rank.
const RANKS_REVERSED: usize = 0b11_1000;

/// The board square of a diagram square: diagrams have the eighth rank at the top.
pub(crate) const fn square_at(shown: board_engine::Square) -> Square {
    Square::index_const(shown.index() ^ RANKS_REVERSED)
}

/// The diagram square of a board square.
#[inline]
pub(crate) const fn shown_at(square: Square) -> board_engine::Square {
    board_engine::Square::new(square as usize ^ RANKS_REVERSED)
}

pub(crate) fn format(position: &Position) -> String {
    let board = position.board();
    let mut text = pieces(board).to_rows(8, |piece| letter(piece.role, piece.color));
    let is_whites_turn = board.side_to_move() == Color::White;
    text.push_str(if is_whites_turn { " w " } else { " b " });
    push_castling(board, &mut text);
    text.push(' ');
    match board.en_passant() {
        Some(file) => text.extend([char::from(file), if is_whites_turn { '6' } else { '3' }]),
        None => text.push('-'),
    }
    for number in [position.quiet_plies().into(), board.fullmove_number().into()] {
        text.push(' ');
        push_number(number, &mut text);
    }
    text
}

/// Writes the castling rights: `KQkq`, or the files of the rooks if kings or rooks have unusual
/// squares.
fn push_castling(board: &Board, text: &mut String) {
    let (is_as_usual, begin) = (castles_as_usual(board), text.len());
    for color in Color::ALL {
        let rights = board.castle_rights(color);
        for (file, letter) in [(rights.short, 'k'), (rights.long, 'q')] {
            let Some(file) = file else { continue };
            let right = if is_as_usual { letter } else { char::from(file) };
            text.push(if color == Color::White { right.to_ascii_uppercase() } else { right });
        }
    }
    if text.len() == begin {
        text.push('-');
    }
}

/// The FEN for a board that a user set up, which need not be possible. Kings and rooks on their usual squares have
/// castling rights.
pub(crate) fn format_set_up(
    board: &board_engine::Board<ChessPiece>,
    is_whites_turn: bool,
) -> String {
    let rows = board.to_rows(8, |piece| letter(piece.role, piece.color));
    let turn = if is_whites_turn { 'w' } else { 'b' };
    let stands = |square: Square, role, color| {
        board.piece_on(shown_at(square)) == Some(ChessPiece::new(color, role))
    };
    let rights = [
        (board_engine::Color::White, Square::E1, Square::H1),
        (board_engine::Color::White, Square::E1, Square::A1),
        (board_engine::Color::Black, Square::E8, Square::H8),
        (board_engine::Color::Black, Square::E8, Square::A8),
    ];
    let castling: String = rights
        .into_iter()
        .zip("KQkq".chars())
        .filter(|((color, king, rook), _)| {
            stands(*king, Piece::King, *color) && stands(*rook, Piece::Rook, *color)
        })
        .map(|(_, right)| right)
        .collect();
    let castling = if castling.is_empty() { "-" } else { &castling };
    format!("{rows} {turn} {castling} - 0 1")
}

/// The FEN of the position with the colors reversed and the ranks in reverse order.
pub(crate) fn with_colors_reversed(fen: &str) -> String {
    let swapped = |character: char| {
        if character.is_ascii_uppercase() {
            character.to_ascii_lowercase()
        } else {
            character.to_ascii_uppercase()
        }
    };
    let reversed = fen.split(' ').enumerate().map(|(index, field)| match index {
        0 => field.rsplit('/').collect::<Vec<_>>().join("/").chars().map(swapped).collect(),
        1 => if field == "w" { "b" } else { "w" }.to_owned(),
        2 => field.chars().map(swapped).collect(),
        3 => field.replace('3', "!").replace('6', "3").replace('!', "6"),
        _ => field.to_owned(),
    });
    reversed.collect::<Vec<_>>().join(" ")
}

/// A piece in a diagram or a FEN.
pub(crate) type ChessPiece = board_engine::Piece<Piece>;

/// The board with its eighth rank on top.
pub(crate) fn pieces(board: &Board) -> board_engine::Board<ChessPiece> {
    board_engine::Board::from_fn(64, |shown| {
        let at = square_at(shown);
        let (role, color) = board.piece_on(at).zip(board.color_on(at))?;
        Some(ChessPiece::new(side_of(color), role))
    })
}

pub(crate) const fn side_of(color: Color) -> board_engine::Color {
    match color {
        Color::White => board_engine::Color::White,
        Color::Black => board_engine::Color::Black,
    }
}

/// The piece names, in the order of [`Piece`].
pub(crate) const ROLES: [&str; 6] = ["pawn", "knight", "bishop", "rook", "queen", "king"];

/// The letter of a piece: upper case for White.
pub(crate) fn letter(piece: Piece, side: board_engine::Color) -> char {
    let letter = char::from(piece);
    if side == board_engine::Color::White { letter.to_ascii_uppercase() } else { letter }
}

/// Returns `true` if only a king on the e-file can castle, and only with rooks on the a- and h-files.
pub(crate) fn castles_as_usual(board: &Board) -> bool {
    Color::ALL.into_iter().all(|color| {
        let rights = board.castle_rights(color);
        let has_rights = rights.short.is_some() || rights.long.is_some();
        rights.short.is_none_or(|file| file == File::H)
            && rights.long.is_none_or(|file| file == File::A)
            && (!has_rights || board.king(color).file() == File::E)
    })
}

pub(crate) fn parse(text: &str) -> Result<Position, NotationError> {
    let fields = fields(text)?;
    let field = |index: usize| fields.get(index).map(|&(_, field)| field);
    let malformed = |index: usize| {
        let offset = fields.get(index).map_or(text.len(), |&(offset, _)| offset);
        NotationError::malformed_position(text, offset, FIELDS[index])
    };
    let mut builder = BoardBuilder::empty();
    read_pieces(text, &fields, &mut builder)?;
    builder.side_to_move = match field(1) {
        None if fields.len() == 1 => Color::White,
        Some("w" | "W") => Color::White,
        Some("b" | "B") => Color::Black,
        _ => return Err(malformed(1)),
    };
    let impossible = |why: String| NotationError::Impossible { text: text.into(), why };
    check_pieces(&builder).map_err(impossible)?;
    read_castling(field(2).unwrap_or("-"), &mut builder).ok_or_else(|| malformed(2))?;
    builder.en_passant = match field(3) {
        None | Some("-") => None,
        Some(square) => Some(square.parse().map_err(|_no_square| malformed(3))?),
    };
    let quiet_plies: u8 =
        field(4).unwrap_or(COUNTERS_DEFAULT[0]).parse().map_err(|_no_number| malformed(4))?;
    builder.halfmove_clock = quiet_plies.min(100);
    let number: u16 =
        field(5).unwrap_or(COUNTERS_DEFAULT[1]).parse().map_err(|_no_number| malformed(5))?;
    builder.fullmove_number = number.max(1);
    let board = build(&mut builder).map_err(impossible)?;
    if get_king_moves(board.king(Color::White)).has(board.king(Color::Black)) {
        return Err(impossible("the kings are adjacent".into()));
    }
    Ok(Position::new(board, quiet_plies))
}

/// Builds the board. Drops the en passant square if no pawn can just have passed it.
fn build(builder: &mut BoardBuilder) -> Result<Board, String> {
    let built = match builder.build() {
        Err(BoardBuilderError::InvalidEnPassant) => {
            builder.en_passant = None;
            builder.build()
        }
        built => built,
    };
    built.map_err(|error| match error {
        BoardBuilderError::InvalidCastlingRights => {
            "the castling rights don't match the king and rooks".into()
        }
        _ => "the side that has just moved is in check".into(),
    })
}

/// The fields with their offsets. Counters from EPD operations fill missing fields.
fn fields(text: &str) -> Result<Vec<(usize, &str)>, NotationError> {
    let mut fields = Vec::new();
    let is_address = !text.trim().contains(|sign: char| sign.is_ascii_whitespace());
    let is_space = |sign: char| sign.is_ascii_whitespace() || (is_address && sign == '_');
    for field in text.split(is_space).filter(|field| !field.is_empty()) {
        let offset = field.as_ptr().addr() - text.as_ptr().addr();
        if fields.len() >= EPD_FIELDS && epd::is_opcode(field) {
            let counters = epd::read(text, offset)?;
            let missing = [counters.quiet_plies, counters.number].into_iter().enumerate();
            for (index, counter) in missing.skip(fields.len() - EPD_FIELDS) {
                fields.push(counter.unwrap_or((offset, COUNTERS_DEFAULT[index])));
            }
            return Ok(fields);
        }
        // Some opening lists end their lines with a semicolon.
        let field = if fields.len() >= EPD_FIELDS { field.trim_end_matches(';') } else { field };
        if field.is_empty() {
            continue;
        }
        if fields.len() == FIELDS.len() {
            let expected = format!("the end after {} fields", FIELDS.len());
            return Err(NotationError::malformed_position(text, offset, expected));
        }
        fields.push((offset, field));
    }
    Ok(fields)
}

fn read_pieces(
    text: &str,
    fields: &[(usize, &str)],
    builder: &mut BoardBuilder,
) -> Result<(), NotationError> {
    let (start, board) = fields.first().copied().unwrap_or_default();
    let (head, _) = text.split_at(start + board.len());
    // Leading spaces are not part of the board.
    let shown = head.trim_start();
    let piece = |letter: char| {
        let role = Piece::try_from(letter.to_ascii_lowercase()).ok()?;
        Some((role, if letter.is_ascii_uppercase() { Color::White } else { Color::Black }))
    };
    let letters = "P, N, B, R, Q, K in upper or lower case";
    let board = board_engine::Board::parse_rows(shown, shown.len(), [8, 8], letters, piece)?;
    for (shown, piece) in board.pieces() {
        *builder.square_mut(square_at(shown)) = Some(piece);
    }
    Ok(())
}

/// The reason why the pieces are invalid, with their names.
fn check_pieces(builder: &BoardBuilder) -> Result<(), String> {
    for color in Color::ALL {
        let name = if color == Color::White { "White" } else { "Black" };
        let of = |wanted: Option<Piece>| {
            let pieces = builder.board.iter().flatten();
            let is_meant = |piece| wanted.is_none_or(|wanted| wanted == piece);
            pieces.filter(|&&(piece, owner)| owner == color && is_meant(piece)).count()
        };
        match of(Some(Piece::King)) {
            1 => {}
            count => return Err(format!("{name} has {count} kings")),
        }
        match (of(Some(Piece::Pawn)), of(None)) {
            (pawns, _) if pawns > 8 => return Err(format!("{name} has {pawns} pawns")),
            (_, pieces) if pieces > 16 => return Err(format!("{name} has {pieces} pieces")),
            _ => {}
        }
    }
    let last_ranks = Rank::First.bitboard() | Rank::Eighth.bitboard();
    let is_pawn =
        |square: &Square| builder.square(*square).is_some_and(|(piece, _)| piece == Piece::Pawn);
    match last_ranks.into_iter().find(is_pawn) {
        Some(square) => Err(format!("a pawn on the first or last rank, {square}")),
        None => Ok(()),
    }
}

/// The castling rights that [`parse`] drops, as a phrase; `None` if it drops none.
pub(crate) fn corrections(text: &str) -> Option<String> {
    let fields = fields(text).ok()?;
    let mut builder = BoardBuilder::empty();
    read_pieces(text, &fields, &mut builder).ok()?;
    let (_, field) = fields.get(2)?;
    let dropped = read_castling(field, &mut builder)?;
    match dropped.chars().count() {
        0 => None,
        1 => Some(format!(
            "dropped the castling right {dropped}: the king and the rook are not in place"
        )),
        _ => Some(format!(
            "dropped the castling rights {dropped}: the kings and rooks are not in place"
        )),
    }
}

/// Sets the castling rights for which there is a king and a rook, and returns the others. `None` if the field is
/// malformed.
fn read_castling(field: &str, builder: &mut BoardBuilder) -> Option<String> {
    let mut dropped = String::new();
    if field == "-" {
        return Some(dropped);
    }
    for right in field.chars() {
        let color = if right.is_ascii_uppercase() { Color::White } else { Color::Black };
        let rank = Rank::First.relative_to(color);
        let stands =
            |file: File, piece| builder.square(Square::new(file, rank)) == Some((piece, color));
        let mut files = File::ALL.into_iter();
        let rook = match right.to_ascii_lowercase() {
            'k' => files.rev().find(|&file| stands(file, Piece::Rook)),
            'q' => files.find(|&file| stands(file, Piece::Rook)),
            letter => Some(File::try_from(letter).ok()?),
        };
        let king = File::ALL.into_iter().find(|&file| stands(file, Piece::King));
        let Some((king, rook)) = king.zip(rook) else {
            dropped.push(right);
            continue;
        };
        let is_short = match right.to_ascii_lowercase() {
            'k' => true,
            'q' => false,
            _ => rook > king,
        };
        if stands(rook, Piece::Rook) && (rook > king) == is_short {
            let rights = builder.castle_rights_mut(color);
            *(if is_short { &mut rights.short } else { &mut rights.long }) = Some(rook);
        } else {
            dropped.push(right);
        }
    }
    Some(dropped)
}
