//! Moves in standard algebraic notation (FIDE's laws, appendix C; S. J. Edwards, "PGN specification", 8.2.3).
//!
//! Written are piece, as much of the starting square as is needed, `x` for a capture, square, promotion, and `+` or `#`:
//! `Nbd7`, `exd6`, `e8=Q+`, `O-O-O`. Read is more: without `x`, `=`, `+` and `#`, with the whole starting square, with `0-0`, and
//! what UCI engines write, with `e.p.` behind a capture in passing, and with `e8(Q)` or `e8/Q`.

use cozy_chess::{File, Piece, Rank, Square, get_bishop_rays, get_knight_moves, get_rook_rays};

use crate::{Chess, Move, Position};

/// What databases and engines write where a side passes, to show what is threatened. The rules know no such move.
pub const NULL_MOVES: [&str; 6] = ["--", "Z0", "null", "@@@@", "0000", "pass"];

/// The text of a legal move.
pub(crate) fn format(position: &Position, moves: &[Move], mv: Move) -> String {
    let mut text = String::new();
    push(position, moves, mv, &mut text);
    text
}

/// Writes the text of one of the legal moves to the end of `text`.
pub(crate) fn push(position: &Position, moves: &[Move], mv: Move, text: &mut String) {
    if position.is_castling(mv) {
        let is_short = mv.from().file() < mv.to().file();
        text.push_str(if is_short { "O-O" } else { "O-O-O" });
    } else {
        push_without_castling(position, moves, mv, text);
    }
    if may_check(position, mv) {
        push_check(position, mv, text);
    }
}

/// Whether a move comes near the lines and the squares from which the other king is attacked. If it doesn't, it gives no
/// check; if it does, it need not give one.
fn may_check(position: &Position, mv: Move) -> bool {
    let board = position.board();
    let king = board.king(!board.side_to_move());
    let lines = get_rook_rays(king) | get_bishop_rays(king);
    lines.has(mv.from())
        || (lines | get_knight_moves(king)).has(mv.to())
        // Two pieces leave their squares.
        || position.is_castling(mv)
        || position.is_en_passant(mv)
}

/// Writes `+` or `#` behind a move that gives check.
fn push_check(position: &Position, mv: Move, text: &mut String) {
    let mut after = position.clone();
    after.play(mv);
    if !after.board().checkers().is_empty() {
        let can_move = after.board().generate_moves(|_| true);
        text.push(if can_move { '+' } else { '#' });
    }
}

fn push_without_castling(position: &Position, moves: &[Move], mv: Move, text: &mut String) {
    let piece = position.board().piece_on(mv.from()).unwrap_or(Piece::Pawn);
    let is_capture = position.is_capture(mv);
    if piece != Piece::Pawn {
        text.push(char::from(piece).to_ascii_uppercase());
        push_origin(position, moves, mv, piece, text);
    } else if is_capture {
        text.push(char::from(mv.from().file()));
    }
    if is_capture {
        text.push('x');
    }
    push_square(mv.to(), text);
    if let Some(promotion) = mv.promotion() {
        text.push('=');
        text.push(char::from(promotion).to_ascii_uppercase());
    }
}

/// Writes as much of the starting square as distinguishes this move from moves of other such pieces to the same square.
fn push_origin(position: &Position, moves: &[Move], mv: Move, piece: Piece, text: &mut String) {
    let is_rival = |other: &&Move| {
        other.to() == mv.to()
            && other.from() != mv.from()
            && !position.is_castling(**other)
            && position.board().piece_on(other.from()) == Some(piece)
    };
    let mut rivals = moves.iter().filter(is_rival).map(|other| other.from()).peekable();
    let (file, rank) = (mv.from().file(), mv.from().rank());
    if rivals.peek().is_none() {
        return;
    }
    let (mut shares_file, mut shares_rank) = (false, false);
    for rival in rivals {
        shares_file |= rival.file() == file;
        shares_rank |= rival.rank() == rank;
    }
    if shares_rank || !shares_file {
        text.push(char::from(file));
    }
    if shares_file {
        text.push(char::from(rank));
    }
}

fn push_square(square: Square, text: &mut String) {
    text.extend([char::from(square.file()), char::from(square.rank())]);
}

/// What a text says of a move; what it leaves out is none.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Description {
    Castling {
        is_short: bool,
    },
    /// Both squares are named, as engines do.
    Squares {
        from: Square,
        to: Square,
        promotion: Option<Piece>,
    },
    Algebraic {
        piece: Piece,
        file: Option<File>,
        rank: Option<Rank>,
        to: Square,
        promotion: Option<Piece>,
    },
}

impl Description {
    /// Reads a move. None if the text is none.
    pub(crate) fn read(text: &str) -> Option<Self> {
        let text = text.trim().trim_end_matches(['+', '#', '!', '?']);
        let text = text.trim_end_matches("e.p.").trim_end_matches("ep").trim_end();
        if is_castling_text(text, "O-O") {
            return Some(Self::Castling { is_short: true });
        }
        if is_castling_text(text, "O-O-O") {
            return Some(Self::Castling { is_short: false });
        }
        if let Some((from, to, promotion)) = Chess::read_uci(text) {
            return Some(Self::Squares { from, to, promotion });
        }
        Self::read_algebraic(text)
    }

    fn read_algebraic(text: &str) -> Option<Self> {
        let (text, promotion) = without_promotion(text)?;
        let piece = text.chars().next().filter(char::is_ascii_uppercase);
        let (piece, rest) = match piece {
            Some(letter) => (Piece::try_from(letter.to_ascii_lowercase()).ok()?, text.get(1..)?),
            None => (Piece::Pawn, text),
        };
        let rest: String = rest.chars().filter(|c| !matches!(c, 'x' | '-' | ':')).collect();
        let (origin, to) = rest.split_at_checked(rest.len().checked_sub(2)?)?;
        let (mut file, mut rank) = (None, None);
        for letter in origin.chars() {
            if let (Ok(found), None, None) = (File::try_from(letter), file, rank) {
                file = Some(found);
            } else if let (Ok(found), None) = (Rank::try_from(letter), rank) {
                rank = Some(found);
            } else {
                return None;
            }
        }
        Some(Self::Algebraic { piece, file, rank, to: to.parse().ok()?, promotion })
    }

    /// Whether the legal move `mv` is described.
    pub(crate) fn fits(self, position: &Position, mv: Move) -> bool {
        let castles = position.is_castling(mv);
        match self {
            Self::Castling { is_short } => {
                castles && (mv.from().file() < mv.to().file()) == is_short
            }
            Self::Squares { from, to, promotion } => {
                Chess::is_between(position, mv, from, to) && mv.promotion() == promotion
            }
            Self::Algebraic { piece, file, rank, to, promotion } => {
                !castles
                    && position.board().piece_on(mv.from()) == Some(piece)
                    && mv.to() == to
                    && mv.promotion() == promotion
                    && file.is_none_or(|file| mv.from().file() == file)
                    && rank.is_none_or(|rank| mv.from().rank() == rank)
            }
        }
    }

    /// Whether the text leaves open what a pawn becomes.
    pub(crate) const fn lacks_promotion(self) -> bool {
        matches!(
            self,
            Self::Squares { promotion: None, .. }
                | Self::Algebraic { piece: Piece::Pawn, promotion: None, .. }
        )
    }

    /// The same move, with what a pawn becomes.
    pub(crate) const fn promoting_to(self, piece: Piece) -> Self {
        let promotion = Some(piece);
        match self {
            Self::Squares { from, to, .. } => Self::Squares { from, to, promotion },
            Self::Algebraic { piece, file, rank, to, .. } => {
                Self::Algebraic { piece, file, rank, to, promotion }
            }
            Self::Castling { .. } => self,
        }
    }
}

/// Whether the text is the standard one, also with zeros or small letters.
fn is_castling_text(text: &str, standard: &str) -> bool {
    let is_same = |(found, wanted): (u8, u8)| {
        found == wanted || (wanted == b'O' && matches!(found, b'o' | b'0'))
    };
    text.len() == standard.len() && text.bytes().zip(standard.bytes()).all(is_same)
}

/// The text without `=Q`, `/Q`, `(Q)` or `Q` at its end, and the piece. None if no pawn becomes that.
fn without_promotion(text: &str) -> Option<(&str, Option<Piece>)> {
    let text = text.trim_end_matches(')');
    let last = text.chars().next_back()?;
    if !last.is_ascii_uppercase() {
        return Some((text, None));
    }
    let piece = Piece::try_from(last.to_ascii_lowercase()).ok()?;
    let promotes = !matches!(piece, Piece::Pawn | Piece::King);
    let text = text.get(..text.len() - 1)?;
    promotes.then_some((text.trim_end_matches(['=', '/', '(']), Some(piece)))
}
