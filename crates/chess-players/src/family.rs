//! The entry of chess in the catalog.

use chess::{Chess, Move, Position, START_NUMBER_MAX};
use cozy_chess::Piece;
use game_family::{
    CatalogEntry, CatalogError, Duel, EvaluatorInfo, Family, GameInfo, GameMotif, OpenGame, open,
};
use games_package::SheetFormat;
use opening_book::GameBook;

use crate::evaluation::{ChessEvaluator, ChessHints, material};
use crate::motifs::FORK;
use crate::openings::openings;
use crate::pgn::ChessPgn;

/// Chess and Chess960.
pub static FAMILY: &dyn Family = &ChessFamily;

const NAME: &str = "chess";
/// The variant with the usual start and the draws that players claim.
const STANDARD: &str = "standard";
/// The variant in which only the draws that need no claim end the game.
const AUTOMATIC_DRAWS: &str = "75";
/// The beginning of the names of variants of Chess960, before the number of the start.
const CHESS_960: &str = "960,";

/// The entry of chess.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum ChessEntry {}

impl CatalogEntry for ChessEntry {
    type Game = Chess;
    type Kind = Duel;

    const SHEETS: &'static [&'static dyn SheetFormat] = &[&ChessPgn];

    const MOTIFS: &'static [GameMotif<Chess>] = &[FORK];

    fn book(_: &Chess) -> GameBook {
        GameBook { openings: Some(openings), ..GameBook::default() }
    }

    type Evaluator = ChessEvaluator;
    type Hints = ChessHints;

    const EVALUATORS: &'static [(EvaluatorInfo, ChessEvaluator)] = &[
        (
            EvaluatorInfo {
                name: "network",
                description: "a network that was learned from what the larger one of Stockfish 15.1 finds",
            },
            ChessEvaluator::Network,
        ),
        (
            EvaluatorInfo {
                name: "standard",
                description: "material, squares, mobility, pawns, safety of the king",
            },
            ChessEvaluator::Standard,
        ),
        (
            EvaluatorInfo { name: "material", description: "the pieces alone" },
            ChessEvaluator::Material,
        ),
    ];

    /// Captures of large pieces by small ones first, then promotions.
    fn rank(_: &Chess, position: &Position, mv: Move) -> i32 {
        let promoted = mv.promotion().map_or(0, |piece| material::value(piece) - material::PAWN);
        let taken = material::taken(position, mv).map_or(0, |taken| {
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
        let game = Chess::named(variant).ok_or_else(|| {
            let why = format!(
                "expected {STANDARD}, {AUTOMATIC_DRAWS}, or {CHESS_960}NUMBER with the number of a start from 0 to {START_NUMBER_MAX}"
            );
            CatalogError::parameters(NAME, variant, why)
        })?;
        Ok(open::<ChessEntry>(format!("{NAME}:{variant}"), game))
    }
}
