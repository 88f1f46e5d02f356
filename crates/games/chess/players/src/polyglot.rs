//! Opening books in the Polyglot format (M. Hanssen, "The Polyglot book format").
//!
//! A file is a sorted list of 16-byte entries: a position key, a move, its weight, and a learning value, all
//! big-endian. The crate `polyglot-book-rs`, which contains the table of random numbers, computes the keys.

use std::sync::Arc;

use board_engine::{Game, Notation};
use chess::{Chess, Move, Position};
use cozy_chess::{Piece, Rank, Square, get_pawn_attacks};
use opening_book::{BookFormat, WeightedBook, WeightedBookResult, WeightedMove, WeightedPosition};
use polyglot_book_rs::hash::polyglot_hash;
use polyglot_book_rs::{BoardPosition, types};

/// The book format that most chess programs use.
pub static POLYGLOT: BookFormat = BookFormat { name: "Polyglot", extension: "bin", read, write };

/// The entry size, in bytes.
const ENTRY_LEN: usize = 16;

/// The promotion pieces, by their code in a move.
const PROMOTIONS: [Option<Piece>; 5] =
    [None, Some(Piece::Knight), Some(Piece::Bishop), Some(Piece::Rook), Some(Piece::Queen)];

/// A book in memory.
struct PolyglotBook {
    bytes: Vec<u8>,
}

fn read(bytes: Vec<u8>) -> WeightedBookResult {
    if bytes.is_empty() {
        return Err("it is empty".into());
    }
    if !bytes.len().is_multiple_of(ENTRY_LEN) {
        return Err(format!("its size, {} bytes, is not a multiple of {ENTRY_LEN}", bytes.len()));
    }
    let book = PolyglotBook { bytes };
    if !book.chunks().is_sorted_by_key(|entry| Entry::from_bytes(*entry).key) {
        return Err("its positions are not sorted".into());
    }
    Ok(Arc::new(book))
}

#[derive(Clone, Copy)]
struct Entry {
    key: u64,
    mv: u16,
    weight: u16,
}

impl Entry {
    fn to_bytes(self) -> [u8; ENTRY_LEN] {
        let rest = u64::from(self.mv) << 48 | u64::from(self.weight) << 32;
        (u128::from(self.key) << 64 | u128::from(rest)).to_be_bytes()
    }

    fn from_bytes(bytes: [u8; ENTRY_LEN]) -> Self {
        let [k0, k1, k2, k3, k4, k5, k6, k7, m0, m1, w0, w1, ..] = bytes;
        Self {
            key: u64::from_be_bytes([k0, k1, k2, k3, k4, k5, k6, k7]),
            mv: u16::from_be_bytes([m0, m1]),
            weight: u16::from_be_bytes([w0, w1]),
        }
    }
}

impl PolyglotBook {
    /// The bytes of all entries.
    fn chunks(&self) -> &[[u8; ENTRY_LEN]] {
        self.bytes.as_chunks().0
    }

    /// The entries for a position.
    fn entries(&self, key: u64) -> impl Iterator<Item = Entry> {
        let entries = self.chunks();
        let begin = entries.partition_point(|entry| Entry::from_bytes(*entry).key < key);
        let entries = entries[begin..].iter().map(|entry| Entry::from_bytes(*entry));
        entries.take_while(move |entry| entry.key == key)
    }
}

impl WeightedBook for PolyglotBook {
    fn moves(&self, position: &str) -> Vec<WeightedMove> {
        let game = Chess::default();
        let Ok(position) = game.parse_position(position) else { return Vec::new() };
        let mut legal = Vec::new();
        game.legal_moves(&position, &mut legal);
        let known = self.entries(key(&position)).filter_map(|entry| {
            let mv = *legal.iter().find(|mv| number(**mv) == entry.mv)?;
            Some(WeightedMove { mv: game.format_move(&position, mv), weight: entry.weight })
        });
        let mut moves: Vec<WeightedMove> = known.collect();
        moves.sort_by_key(|known| std::cmp::Reverse(known.weight));
        moves
    }

    fn move_count(&self) -> usize {
        self.bytes.len() / ENTRY_LEN
    }
}

/// The number of moves.
impl std::fmt::Debug for PolyglotBook {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("PolyglotBook").field("moves", &self.move_count()).finish_non_exhaustive()
    }
}

fn write(positions: &[WeightedPosition]) -> Vec<u8> {
    let game = Chess::default();
    let mut entries = Vec::new();
    for WeightedPosition { position, moves } in positions {
        let Ok(position) = game.parse_position(position) else { continue };
        let key = key(&position);
        for WeightedMove { mv, weight } in moves {
            if let Ok(mv) = game.parse_move(&position, mv) {
                entries.push(Entry { key, mv: number(mv), weight: *weight });
            }
        }
    }
    entries.sort_by_key(|entry| (entry.key, std::cmp::Reverse(entry.weight), entry.mv));
    entries.into_iter().flat_map(Entry::to_bytes).collect()
}

/// A move's code: target file and rank, start file and rank, and promotion, in three bits each. Castling is encoded as
/// the king taking its own rook.
fn number(mv: Move) -> u16 {
    let mut promotions = (0..).zip(PROMOTIONS);
    let promotion: u16 =
        promotions.find(|(_, piece)| *piece == mv.promotion()).map_or(0, |(number, _)| number);
    promotion << 12 | (mv.from() as u16) << 6 | mv.to() as u16
}

/// A position's key. An en passant square counts only if a pawn attacks it.
fn key(position: &Position) -> u64 {
    polyglot_hash(&View(position))
}

struct View<'a>(&'a Position);

impl BoardPosition for View<'_> {
    fn piece_at(&self, square: u8) -> types::Piece {
        let board = self.0.board();
        let square = Square::index(usize::from(square));
        let Some((piece, color)) = board.piece_on(square).zip(board.color_on(square)) else {
            return types::Piece::Empty;
        };
        let letter = char::from(piece);
        let is_white = color == cozy_chess::Color::White;
        types::Piece::from_char(if is_white { letter.to_ascii_uppercase() } else { letter })
    }

    fn is_white_to_move(&self) -> bool {
        self.0.board().side_to_move() == cozy_chess::Color::White
    }

    /// White's short and long castling, then Black's, from the lowest bit.
    fn castling_rights(&self) -> u8 {
        let rights = cozy_chess::Color::ALL.map(|color| self.0.board().castle_rights(color));
        let bits = rights.iter().flat_map(|rights| [rights.short.is_some(), rights.long.is_some()]);
        bits.enumerate().fold(0, |all, (index, bit)| all | u8::from(bit) << index)
    }

    fn en_passant_file(&self) -> Option<u8> {
        let board = self.0.board();
        let (file, color) = (board.en_passant()?, board.side_to_move());
        let target = Square::new(file, Rank::Sixth.relative_to(color));
        let pawns = board.colored_pieces(color, Piece::Pawn);
        let attackers = get_pawn_attacks(target, !color) & pawns;
        (!attackers.is_empty()).then_some(file as u8)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The example positions in the format's description.
    #[test]
    fn keys_match_the_format() {
        let check = |moves: &str, expected: u64| {
            let game = Chess::default();
            let mut position = game.start();
            for mv in moves.split_whitespace() {
                let mv = game.parse_move(&position, mv).expect("a legal move");
                game.play(&mut position, mv);
            }
            assert_eq!(key(&position), expected, "{moves}");
        };
        check("", 0x463b_9618_1691_fc9c);
        check("e2e4", 0x823c_9b50_fd11_4196);
        check("e2e4 d7d5", 0x0756_b944_61c5_0fb0);
        check("e2e4 d7d5 e4e5", 0x662f_afb9_65db_29d4);
        check("e2e4 d7d5 e4e5 f7f5", 0x22a4_8b5a_8e47_ff78);
        check("e2e4 d7d5 e4e5 f7f5 e1e2", 0x652a_607c_a3f2_42c1);
        check("e2e4 d7d5 e4e5 f7f5 e1e2 e8f7", 0x00fd_d303_c946_bdd9);
        check("a2a4 b7b5 h2h4 b5b4 c2c4", 0x3c81_23ea_7b06_7637);
        check("a2a4 b7b5 h2h4 b5b4 c2c4 b4c3 a1a3", 0x5c3f_9b82_9b27_9560);
    }

    fn weighted(mv: &str, weight: u16) -> WeightedMove {
        WeightedMove { mv: mv.into(), weight }
    }

    #[test]
    fn books_survive_a_round_trip() {
        let position = |position: &str, moves: &[(&str, u16)]| WeightedPosition {
            position: position.into(),
            moves: moves.iter().map(|(mv, weight)| weighted(mv, *weight)).collect(),
        };
        let start = Chess::default().format_position(&Chess::default().start());
        let castling = "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1";
        let promotion = "1n5k/P7/8/8/8/8/8/K7 w - - 0 1";
        let positions = [
            position(&start, &[("e4", 3), ("d4", 9), ("Nf3", 0)]),
            position(castling, &[("O-O", 2), ("O-O-O", 1)]),
            position(promotion, &[("axb8=N", 1), ("a8=Q", 2)]),
        ];
        let bytes = write(&positions);
        assert_eq!(bytes.len(), 7 * ENTRY_LEN);
        let book = read(bytes).expect("a book");
        assert_eq!(book.moves(&start), [weighted("d4", 9), weighted("e4", 3), weighted("Nf3", 0)]);
        assert_eq!(book.moves(castling), [weighted("O-O", 2), weighted("O-O-O", 1)]);
        assert_eq!(book.moves(promotion), [weighted("a8=Q", 2), weighted("axb8=N", 1)]);
        assert!(book.moves("k7/8/8/8/8/8/8/K6R w - - 0 1").is_empty());
    }

    #[test]
    fn other_files_are_refused() {
        let error = |bytes: &[u8]| read(bytes.into()).expect_err("no book");
        assert_eq!(error(b""), "it is empty");
        assert_eq!(error(b"a text"), "its size, 6 bytes, is not a multiple of 16");
        assert_eq!(error(b"zzzzzzzzzzzzzzzzaaaaaaaaaaaaaaaa"), "its positions are not sorted");
    }
}
