//! Moves in standard algebraic notation (FIDE's laws, appendix C; S. J. Edwards, "PGN specification", 8.2.3).
//!
//! A written move consists of the piece, as much of the starting square as needed, `x` for a capture, the target
//! square, the promotion, and `+` or `#`: `Nbd7`, `exd6`, `e8=Q+`, `O-O-O`. The parser accepts more: missing `x`, `=`,
//! `+` and `#`, the whole starting square, `0-0` and `OO`, figurines (`♘f3`), `e.p.` after an en passant capture,
//! `e8(Q)`, `e8/Q` or `e8=queen`, `Kg1` for `O-O`, and words: "knight to f3", "castle kingside".
//!
//! Moves in UCI notation are also accepted: "e2e4", "e7e8q", and "g1-f3" with a sign between the squares. From the
//! usual squares, castling is a king move over two squares, "e1g1". Otherwise the king captures its own rook, "e1h1"
//! (UCI's option `UCI_Chess960`).

use std::borrow::Cow;

use board_engine::plain_signs;
use cozy_chess::{
    BitBoard, Board, File, Piece, Rank, Square, get_bishop_rays, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_rays,
};

use crate::fen::{ROLES, castles_as_usual};
use crate::{Chess, Move, Position};

/// The null moves with which databases and engines show a threat. Null moves are not legal moves.
pub const NULL_MOVES: [&str; 6] = ["--", "Z0", "null", "@@@@", "0000", "pass"];

/// A legal move in SAN.
pub(crate) fn format(position: &Position, mv: Move) -> String {
    let mut text = String::new();
    push(position, mv, &mut text);
    text
}

/// Appends a legal move in SAN to `text`.
pub(crate) fn push(position: &Position, mv: Move, text: &mut String) {
    if position.is_castling(mv) {
        let is_short = mv.from().file() < mv.to().file();
        text.push_str(if is_short { "O-O" } else { "O-O-O" });
    } else {
        push_without_castling(position, mv, text);
    }
    if may_check(position, mv) {
        push_check(position, mv, text);
    }
}

/// Returns `true` if a move touches the lines and squares from which the other king can be attacked. Only a move of
/// this kind can give check.
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

/// Appends `+` or `#` to a move that gives check.
fn push_check(position: &Position, mv: Move, text: &mut String) {
    let mut after = position.clone();
    after.play(mv);
    if !after.board().checkers().is_empty() {
        let can_move = after.board().generate_moves(|_| true);
        text.push(if can_move { '+' } else { '#' });
    }
}

fn push_without_castling(position: &Position, mv: Move, text: &mut String) {
    let piece = position.board().piece_on(mv.from()).unwrap_or(Piece::Pawn);
    let is_capture = position.is_capture(mv);
    if piece != Piece::Pawn {
        text.push(char::from(piece).to_ascii_uppercase());
        push_origin(position, mv, piece, text);
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

/// Appends as much of the starting square as needed to distinguish this move from moves to the same square by other
/// pieces of the same kind.
fn push_origin(position: &Position, mv: Move, piece: Piece, text: &mut String) {
    let board = position.board();
    let others = origins(board, piece, mv.to()) - mv.from().bitboard();
    let mut rivals = others.into_iter().filter(|&from| is_legal(board, from, mv.to())).peekable();
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

/// The mover's pieces of this kind that could reach the square on an empty board: the candidates for a move to that
/// square.
fn origins(board: &Board, piece: Piece, to: Square) -> BitBoard {
    let mover = board.side_to_move();
    let reach = match piece {
        Piece::Pawn => to.file().bitboard() | get_pawn_attacks(to, !mover),
        Piece::Knight => get_knight_moves(to),
        Piece::Bishop => get_bishop_rays(to),
        Piece::Rook => get_rook_rays(to),
        Piece::Queen => get_bishop_rays(to) | get_rook_rays(to),
        Piece::King => get_king_moves(to),
    };
    reach & board.colored_pieces(mover, piece)
}

/// Returns `true` if the piece on `from` can move to `to`, except by a promotion.
fn is_legal(board: &Board, from: Square, to: Square) -> bool {
    board.is_legal(cozy_chess::Move { from, to, promotion: None })
}

/// The castling moves for which the mover has the right, legal or not.
fn castling_moves(board: &Board) -> impl Iterator<Item = Move> {
    let mover = board.side_to_move();
    let (from, rights) = (board.king(mover), board.castle_rights(mover));
    [rights.short, rights.long].into_iter().flatten().map(move |file| {
        let to = Square::new(file, Rank::First.relative_to(mover));
        Move(cozy_chess::Move { from, to, promotion: None })
    })
}

fn push_square(square: Square, text: &mut String) {
    text.extend([char::from(square.file()), char::from(square.rank())]);
}

/// A move as described in a string; omitted parts are `None`.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Description {
    Castling {
        is_short: bool,
    },
    /// Both squares are given, as in engine notation.
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
    /// Parses a move. `None` if the string is not a move.
    pub(crate) fn read(text: &str) -> Option<Self> {
        Self::read_notation(text).or_else(|| Self::read_words(text))
    }

    fn read_notation(text: &str) -> Option<Self> {
        let text = with_letters(plain_signs(text));
        let is_mark = |letter| matches!(letter, '+' | '#' | '!' | '?');
        let text = text.trim().trim_end_matches(is_mark);
        // Few strings end like this, and searching all of them takes time.
        let text = if text.ends_with(['.', 'p']) {
            text.trim_end_matches("e.p.").trim_end_matches("ep")
        } else {
            text
        };
        let text = text.trim_end();
        if text.starts_with(['N', 'B', 'R', 'Q', 'K']) {
            return Self::read_algebraic(text);
        }
        if is_castling_text(text, "O-O") || is_castling_text(text, "OO") {
            return Some(Self::Castling { is_short: true });
        }
        if is_castling_text(text, "O-O-O") || is_castling_text(text, "OOO") {
            return Some(Self::Castling { is_short: false });
        }
        let squares = without_separator(text);
        if let Some((from, to, promotion)) = Chess::read_uci(squares.as_deref().unwrap_or(text)) {
            return Some(Self::Squares { from, to, promotion });
        }
        Self::read_algebraic(text)
    }

    /// Parses a move in words: "knight takes e5", "pawn to e8 queen", "castle queenside".
    fn read_words(text: &str) -> Option<Self> {
        let text = text.trim().to_ascii_lowercase();
        let mut words = text.split([' ', '-']).filter(|word| !word.is_empty());
        if is_castling_word(text.split(' ').next()?) {
            return match words.nth(1)? {
                "kingside" | "king" | "short" => Some(Self::Castling { is_short: true }),
                "queenside" | "queen" | "long" => Some(Self::Castling { is_short: false }),
                _ => None,
            };
        }
        let (mut notation, mut has_word) = (String::new(), false);
        for word in words {
            let role = ROLES.iter().position(|role| *role == word);
            has_word |= role.is_some();
            match (word, role) {
                (
                    "pawn" | "to" | "from" | "on" | "at" | "check" | "checkmate" | "mate"
                    | "promotes" | "promote" | "equals",
                    _,
                ) => {}
                ("takes" | "take" | "captures" | "capture" | "x", _) => notation.push('x'),
                (_, Some(role)) => {
                    notation.push(char::from(Piece::ALL[role]).to_ascii_uppercase());
                }
                (_, None) if word.len() <= 2 => notation.push_str(word),
                (_, None) => return None,
            }
        }
        if !has_word {
            return None;
        }
        Self::read_algebraic(&notation)
    }

    fn read_algebraic(text: &str) -> Option<Self> {
        let (text, promotion) = without_promotion(text)?;
        let piece = text.chars().next().filter(char::is_ascii_uppercase);
        let (piece, rest) = match piece {
            Some(letter) => (Piece::try_from(letter.to_ascii_lowercase()).ok()?, text.get(1..)?),
            None => (Piece::Pawn, text),
        };
        let mut letters = rest.chars().rev().filter(|c| !matches!(c, 'x' | '-' | ':'));
        let to_rank = Rank::try_from(letters.next()?).ok()?;
        let to = Square::new(File::try_from(letters.next()?).ok()?, to_rank);
        let mut origin = letters.peekable();
        let rank = origin.peek().and_then(|&letter| Rank::try_from(letter).ok());
        if rank.is_some() {
            origin.next();
        }
        let file = origin.next().map(File::try_from).transpose().ok()?;
        origin.next().is_none().then_some(Self::Algebraic { piece, file, rank, to, promotion })
    }

    /// The legal move that the description fits; `None` if it fits none or several. Doesn't list the legal moves, which
    /// would take most of the time needed to read a game.
    pub(crate) fn only_move(self, position: &Position) -> Option<Move> {
        let board = position.board();
        let fits = |mv: &Move| self.fits(position, *mv) && board.is_legal(mv.0);
        let only = |moves: &mut dyn Iterator<Item = Move>| {
            let mut fitting = moves.filter(fits);
            fitting.next().filter(|_| fitting.next().is_none())
        };
        match self {
            Self::Castling { .. } => only(&mut castling_moves(board)),
            Self::Squares { from, to, promotion } => {
                let named = Move(cozy_chess::Move { from, to, promotion });
                let castling = castling_moves(board).filter(|&mv| mv != named);
                only(&mut std::iter::once(named).chain(castling))
            }
            Self::Algebraic { piece, to, promotion, .. } => {
                let move_from = |from| Move(cozy_chess::Move { from, to, promotion });
                only(&mut origins(board, piece, to).into_iter().map(move_from))
            }
        }
    }

    /// The legal castling move after which the king stands on the described square: some people write `Kg1` for `O-O`.
    pub(crate) fn castling_to(self, position: &Position) -> Option<Move> {
        let Self::Algebraic { piece: Piece::King, to, .. } = self else { return None };
        let ends_there = |mv: &Move| position.castled_king(mv.from(), mv.to()) == to;
        castling_moves(position.board())
            .find(|mv| ends_there(mv) && position.board().is_legal(mv.0))
    }

    /// Returns `true` if the description fits the legal move `mv`.
    pub(crate) fn fits(self, position: &Position, mv: Move) -> bool {
        match self {
            Self::Castling { is_short } => {
                position.is_castling(mv) && (mv.from().file() < mv.to().file()) == is_short
            }
            Self::Squares { from, to, promotion } => {
                Chess::is_between(position, mv, from, to) && mv.promotion() == promotion
            }
            Self::Algebraic { piece, file, rank, to, promotion } => {
                mv.to() == to
                    && mv.promotion() == promotion
                    && file.is_none_or(|file| mv.from().file() == file)
                    && rank.is_none_or(|rank| mv.from().rank() == rank)
                    && position.board().piece_on(mv.from()) == Some(piece)
                    && !position.is_castling(mv)
            }
        }
    }

    /// Returns `true` if the description leaves the promotion open.
    pub(crate) const fn lacks_promotion(self) -> bool {
        matches!(
            self,
            Self::Squares { promotion: None, .. }
                | Self::Algebraic { piece: Piece::Pawn, promotion: None, .. }
        )
    }

    /// The same move with this promotion.
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

/// The string with letters instead of figurines.
fn with_letters(text: Cow<'_, str>) -> Cow<'_, str> {
    let letter = |sign: char| match sign {
        '♔' | '♚' => 'K',
        '♕' | '♛' => 'Q',
        '♖' | '♜' => 'R',
        '♗' | '♝' => 'B',
        '♘' | '♞' => 'N',
        '♙' | '♟' => 'P',
        sign => sign,
    };
    if text.is_ascii() { text } else { Cow::Owned(text.chars().map(letter).collect()) }
}

/// Removes the sign between two squares, as in `e2-e4` or `e4xd5`. `None` if there is no sign.
fn without_separator(text: &str) -> Option<String> {
    let (from, rest) = text.split_at_checked(2)?;
    let rest = rest.strip_prefix(['-', 'x', ':'])?;
    Some(format!("{from}{rest}"))
}

/// Returns `true` if a person who types this word wants to castle.
pub(crate) fn is_castling_word(word: &str) -> bool {
    ["castle", "castles", "castling"].iter().any(|it| it.eq_ignore_ascii_case(word))
}

/// Returns `true` if `text` is `standard` castling notation, possibly with zeros or in lower case.
fn is_castling_text(text: &str, standard: &str) -> bool {
    let is_same = |(found, wanted): (u8, u8)| {
        found == wanted || (wanted == b'O' && matches!(found, b'o' | b'0'))
    };
    text.len() == standard.len() && text.bytes().zip(standard.bytes()).all(is_same)
}

/// The string without `=Q`, `=queen`, `/Q`, `(Q)` or `Q` at its end, and the piece. `None` if a pawn can't promote to that piece.
fn without_promotion(text: &str) -> Option<(&str, Option<Piece>)> {
    let text = text.strip_suffix(')').unwrap_or(text);
    if let Some((text, name)) = text.split_once('=')
        && let Some(piece) = Piece::ALL.into_iter().find(|&piece| ROLES[piece as usize] == name)
    {
        let promotes = !matches!(piece, Piece::Pawn | Piece::King);
        return promotes.then_some((text, Some(piece)));
    }
    let last = text.chars().next_back()?;
    if !last.is_ascii_uppercase() {
        return Some((text, None));
    }
    let piece = Piece::try_from(last.to_ascii_lowercase()).ok()?;
    let promotes = !matches!(piece, Piece::Pawn | Piece::King);
    let text = text.get(..text.len() - 1)?;
    promotes.then_some((text.trim_end_matches(['=', '/', '(']), Some(piece)))
}

impl Chess {
    /// A legal move in UCI notation. With `is_chess960`, castling is written as the king taking its own rook.
    pub fn uci_move(&self, position: &Position, mv: Move, is_chess960: bool) -> String {
        let (from, mut to) = (mv.from(), mv.to());
        if position.is_castling(mv) && !is_chess960 && castles_as_usual(position.board()) {
            to = position.castled_king(from, to);
        }
        let promotion = mv.promotion().map(char::from).map(String::from).unwrap_or_default();
        format!("{from}{to}{promotion}")
    }

    /// The squares and the promotion in UCI notation, legal or not.
    pub(crate) fn read_uci(text: &str) -> Option<(Square, Square, Option<Piece>)> {
        let squares = text.split_at_checked(4)?;
        let (from, to) = squares.0.split_at_checked(2)?;
        let promotion = squares.1.trim_start_matches('=');
        let mut letters = promotion.chars();
        let piece = match (letters.next(), letters.next()) {
            (None, _) => None,
            (Some(letter), None) => Some(Piece::try_from(letter.to_ascii_lowercase()).ok()?),
            _ => return None,
        };
        Some((from.parse().ok()?, to.parse().ok()?, piece))
    }

    /// Returns `true` if these squares specify the legal move `mv`.
    pub(crate) fn is_between(position: &Position, mv: Move, from: Square, to: Square) -> bool {
        let lands =
            |mv: Move| position.is_castling(mv) && position.castled_king(from, mv.to()) == to;
        mv.from() == from && (mv.to() == to || (lands(mv) && castles_as_usual(position.board())))
    }
}
