//! The catalog entry for chess, and the themes of chess puzzles.

use std::path::Path;

use board_engine::Game;
use chess::{Chess, DrawRule, Move, Position, START_NUMBER_MAX};
use chess_tablebase::{ChessTablebase, shared};
use cozy_chess::{
    BitBoard, Board, Color, Piece, Square, get_bishop_moves, get_king_moves, get_knight_moves,
    get_pawn_attacks, get_rook_moves,
};
use game_family::{
    CatalogEntry, CatalogError, Duel, EvaluatorInfo, Family, GameInfo, GameMotif, OpenGame, open,
};
use notation::{EngineNotations, SheetFormat};
use opening_book::GameBook;
use tablebase::{Selection, TableError, Tablebase};

use crate::evaluation::ChessEvaluator;
use crate::evaluation::material::{self, attackers, value};
use crate::openings::openings;
use crate::pgn::ChessPgn;
use crate::polyglot::POLYGLOT;
use crate::tables::ChessTableHints;
use crate::uci::uci_game;

/// Chess and Chess960.
pub static FAMILY: &dyn Family = &ChessFamily;

const NAME: &str = "chess";
/// The variant with the usual start, in which draws are claimed.
const STANDARD: &str = "standard";
/// The variant in which only automatic draws end the game.
const AUTOMATIC_DRAWS: &str = "75";
/// The prefix of Chess960 variant names, before the number of the starting position.
const CHESS_960: &str = "960,";

/// The chess entry.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChessEntry {}

impl CatalogEntry for ChessEntry {
    type Game = Chess;
    type Kind = Duel;

    const SHEETS: &'static [&'static dyn SheetFormat] = &[&ChessPgn];

    const MOTIFS: &'static [GameMotif<Chess>] = &[FORK];

    fn engine_notations(game: &Chess) -> EngineNotations {
        EngineNotations { uci: Some(uci_game(*game)), ..EngineNotations::default() }
    }

    fn book(_: &Chess) -> GameBook {
        GameBook { openings: Some(openings), format: Some(&POLYGLOT), ..GameBook::default() }
    }

    type Evaluator = ChessEvaluator;
    type Hints = ChessTableHints;

    const HAS_TABLES: bool = true;

    fn tablebase(game: &Chess) -> Option<&'static dyn Tablebase> {
        Some(match game.draw_rule() {
            DrawRule::Claimed => const { &ChessTablebase::new(DrawRule::Claimed) },
            DrawRule::Automatic => const { &ChessTablebase::new(DrawRule::Automatic) },
        })
    }

    fn hints_with_tables(
        _: &Chess,
        folder: &Path,
        selection: Selection,
    ) -> Result<ChessTableHints, TableError> {
        Ok(ChessTableHints::new(shared(folder, selection)?))
    }

    const EVALUATORS: &'static [(EvaluatorInfo, ChessEvaluator)] = &[
        (
            EvaluatorInfo {
                name: "network",
                description: "a network trained on evaluations by Stockfish 15.1's larger network",
            },
            ChessEvaluator::Network,
        ),
        (
            EvaluatorInfo {
                name: "standard",
                description: "material, squares, mobility, pawns, king safety",
            },
            ChessEvaluator::Standard,
        ),
        (
            EvaluatorInfo { name: "material", description: "material only" },
            ChessEvaluator::Material,
        ),
    ];

    /// Ranks captures of valuable pieces by less valuable ones first, then promotions.
    fn rank(_: &Chess, position: &Position, mv: Move) -> i32 {
        let promoted = mv.promotion().map_or(0, |piece| material::value(piece) - material::PAWN);
        let taken = material::captured_piece(position, mv).map_or(0, |taken| {
            let taker = position.board().piece_on(mv.from()).unwrap_or(Piece::King);
            10 * material::value(taken) - material::value(taker) / 10
        });
        taken + promoted
    }
}

struct ChessFamily;

impl Family for ChessFamily {
    fn name(&self) -> &'static str {
        NAME
    }

    fn aliases(&self) -> &'static [(&'static str, Option<&'static str>)] {
        &[("chess960", Some("960")), ("fischerandom", Some("960"))]
    }

    fn games(&self) -> Vec<GameInfo> {
        vec![
            GameInfo::new(format!("{NAME}:{STANDARD}"), "chess"),
            GameInfo::new(
                format!("{NAME}:{CHESS_960}0"),
                "Chess960 from any of its 960 starts: here the first",
            ),
            GameInfo::new(
                format!("{NAME}:{AUTOMATIC_DRAWS}"),
                "chess with only the draws that need no claim",
            ),
        ]
    }

    fn open(&self, variant: Option<&str>) -> Result<Box<dyn OpenGame>, CatalogError> {
        let variant = variant.unwrap_or(STANDARD);
        let game = Chess::from_variant(variant).ok_or_else(|| {
            let why = format!(
                "expected {STANDARD}, {AUTOMATIC_DRAWS}, or {CHESS_960}NUMBER with a start number from 0 to {START_NUMBER_MAX}"
            );
            CatalogError::parameters(NAME, variant, why)
        })?;
        Ok(open::<ChessEntry>(format!("{NAME}:{variant}"), game))
    }

    /// A random start of Chess960.
    fn drawn(&self, variant: &str, draw: &mut dyn FnMut(u32) -> u32) -> Option<String> {
        let starts = u32::from(START_NUMBER_MAX) + 1;
        (variant == "960").then(|| format!("{CHESS_960}{}", draw(starts)))
    }

    fn starter_puzzles(&self) -> Option<&'static str> {
        Some(include_str!("../puzzles.toml"))
    }
}

/// A piece attacks two others at once, and then captures one of them
/// (<https://en.wikipedia.org/wiki/Fork_(chess)>).
pub(crate) const FORK: GameMotif<Chess> = GameMotif { name: "fork", fits: is_fork };

#[expect(
    clippy::trivially_copy_pass_by_ref,
    reason = "the type is that of the motifs of all games"
)]
fn is_fork(game: &Chess, start: &Position, moves: &[Move]) -> bool {
    let mut position = start.clone();
    moves.chunks(2).enumerate().any(|(index, own_and_reply)| {
        let own = own_and_reply[0];
        game.play(&mut position, own);
        let targets = targets(position.board(), own.to());
        let next = moves.get(2 * index + 2);
        let is_taken = next.is_some_and(|next| next.from() == own.to() && targets.has(next.to()));
        if let Some(&reply) = own_and_reply.get(1) {
            game.play(&mut position, reply);
        }
        is_taken && targets.len() >= 2
    })
}

/// The profitable targets of the piece on `from`, which has just moved: the king, more valuable
/// pieces, and unguarded pieces.
fn targets(board: &Board, from: Square) -> BitBoard {
    let Some((piece, color)) = board.piece_on(from).zip(board.color_on(from)) else {
        return BitBoard::EMPTY;
    };
    let attacked = attacks(piece, color, from, board.occupied()) & board.colors(!color);
    let is_target = |&square: &Square| {
        let Some(target) = board.piece_on(square) else { return false };
        let guards = attackers(board, square, board.occupied()) & board.colors(!color);
        let is_worth_more = piece != Piece::King && value(target) > value(piece);
        target == Piece::King || is_worth_more || guards.is_empty()
    };
    attacked.into_iter().filter(is_target).map(Square::bitboard).fold(BitBoard::EMPTY, |a, b| a | b)
}

/// The squares that a piece attacks.
fn attacks(piece: Piece, color: Color, from: Square, occupied: BitBoard) -> BitBoard {
    match piece {
        Piece::Pawn => get_pawn_attacks(from, color),
        Piece::Knight => get_knight_moves(from),
        Piece::Bishop => get_bishop_moves(from, occupied),
        Piece::Rook => get_rook_moves(from, occupied),
        Piece::Queen => get_bishop_moves(from, occupied) | get_rook_moves(from, occupied),
        Piece::King => get_king_moves(from),
    }
}
