//! The rules, and draws by insufficient material.

use board_engine::{
    Deterministic, Game, Outcome, PerfectInformation, Repetition, Seat, Status, Turn, ZeroSum,
};
use cozy_chess::{BitBoard, Board, Color, Piece};

use crate::{Move, Position};

/// The highest number of a Chess960 starting position, as numbered by R. Scharnagl from 0. 518 is
/// the usual position.
pub const START_NUMBER_MAX: u16 = 959;

/// The number of the usual starting position.
const USUAL_START: u16 = 518;

/// The point at which repetition or moves without progress end the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum DrawRule {
    /// At the third occurrence of a position and after fifty moves, when a player may claim a draw (FIDE's laws 9.2,
    /// 9.3).
    #[default]
    Claimed,
    /// At the fifth occurrence and after seventy-five moves, without a claim (FIDE's law 9.6).
    Automatic,
}

impl DrawRule {
    /// The number of plies without a capture or a pawn move that draws the game.
    const fn quiet_plies_max(self) -> u8 {
        match self {
            Self::Claimed => 100,
            Self::Automatic => 150,
        }
    }

    const fn quiet_reason(self) -> &'static str {
        match self {
            Self::Claimed => "fifty moves without a capture or a pawn move",
            Self::Automatic => "seventy-five moves without a capture or a pawn move",
        }
    }

    const fn repetition(self) -> Repetition {
        let (occurrences, reason) = match self {
            Self::Claimed => (3, "threefold repetition"),
            Self::Automatic => (5, "fivefold repetition"),
        };
        Repetition::Ends { occurrences, outcome: Outcome::draw(reason) }
    }
}

/// Chess from one of the 960 starting positions.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Chess {
    start_number: u16,
    draw_rule: DrawRule,
}

/// Chess from its usual starting position.
impl Default for Chess {
    fn default() -> Self {
        Self { start_number: USUAL_START, draw_rule: DrawRule::default() }
    }
}

impl Chess {
    /// Chess960 from the starting position with this number, `0..=959`; `None` for other numbers.
    pub const fn chess960(start_number: u16) -> Option<Self> {
        if start_number > START_NUMBER_MAX {
            return None;
        }
        Some(Self { start_number, draw_rule: DrawRule::Claimed })
    }

    /// The variant with this name: `standard`, `75` ([`DrawRule::Automatic`]), or `960,` and the number of a starting
    /// position. `None` for other names.
    pub fn from_variant(variant: &str) -> Option<Self> {
        match variant {
            "standard" => Some(Self::default()),
            "75" => Some(Self::default().with_draw_rule(DrawRule::Automatic)),
            _ => variant.strip_prefix("960,")?.parse().ok().and_then(Self::chess960),
        }
    }

    /// The same game with this draw rule.
    #[must_use]
    pub const fn with_draw_rule(self, draw_rule: DrawRule) -> Self {
        Self { draw_rule, ..self }
    }

    /// The number of the starting position, `0..=959`.
    pub const fn start_number(&self) -> u16 {
        self.start_number
    }

    /// The rule that ends the game after repetition or moves without progress.
    pub const fn draw_rule(&self) -> DrawRule {
        self.draw_rule
    }

    /// The draw by a counting rule or by insufficient material, in a position with legal moves.
    fn draw(self, position: &Position) -> Option<Outcome> {
        if position.quiet_plies() >= self.draw_rule.quiet_plies_max() {
            return Some(Outcome::draw(self.draw_rule.quiet_reason()));
        }
        is_dead(position.board()).then(|| Outcome::draw("neither side can mate"))
    }

    /// The status of a position, given whether it has a legal move.
    #[inline]
    fn status_with(self, position: &Position, can_move: bool) -> Status {
        if can_move {
            return self.draw(position).map_or(Status::Ongoing, Status::Over);
        }
        Status::Over(if position.board().checkers().is_empty() {
            Outcome::draw("stalemate")
        } else {
            Outcome::win(position.mover().opponent(), "checkmate")
        })
    }
}

impl Game for Chess {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position::new(Board::chess960_startpos(self.start_number.into()), 0)
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        Turn::Seat(position.mover())
    }

    #[inline]
    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        position.board().generate_moves(|of_piece| {
            moves.extend(of_piece.into_iter().map(Move));
            false
        });
        self.status_with(position, !moves.is_empty())
    }

    #[inline]
    fn status(&self, position: &Position, _: &mut Vec<Move>) -> Status {
        self.status_with(position, position.board().generate_moves(|_| true))
    }

    #[inline]
    fn count_moves(&self, position: &Position, _: &mut Vec<Move>) -> u64 {
        let mut count = 0;
        position.board().generate_moves(|of_piece| {
            count += of_piece.len() as u64;
            false
        });
        count
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        position.play(mv);
    }

    /// The en passant square counts only if a pawn can capture there (FIDE's law 9.2.3.1).
    #[inline]
    fn key(&self, position: &Position) -> u64 {
        match position.en_passant_file() {
            Some(_) => position.board().hash(),
            None => position.board().hash_without_ep(),
        }
    }

    /// Returns `true` if the seat has the pieces to mate (FIDE's law 6.9).
    fn can_win(&self, position: &Position, seat: Seat) -> bool {
        let color = if seat == Seat::FIRST { Color::White } else { Color::Black };
        can_mate(position.board(), color)
    }

    fn irreversible(&self, position: &Position, mv: Move) -> bool {
        position.is_irreversible(mv)
    }

    fn repetition(&self) -> Repetition {
        self.draw_rule.repetition()
    }
}

impl ZeroSum for Chess {}
impl Deterministic for Chess {}
impl PerfectInformation for Chess {}

/// Returns `true` if the pieces alone show that no sequence of legal moves leads to mate (FIDE's law 5.2.2): kings with
/// at most one knight, or with bishops on squares of one color.
pub(crate) fn is_dead(board: &Board) -> bool {
    let heavy = board.pieces(Piece::Pawn) | board.pieces(Piece::Rook) | board.pieces(Piece::Queen);
    if !heavy.is_empty() {
        return false;
    }
    let (knights, bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    match (knights.len(), bishops.len()) {
        (0, _) => {
            (bishops & BitBoard::DARK_SQUARES).is_empty()
                || (bishops & BitBoard::LIGHT_SQUARES).is_empty()
        }
        (1, 0) => true,
        _ => false,
    }
}

/// Returns `true` if, judging by the pieces alone, some sequence of legal moves might end with mate by `color`. A lone
/// knight needs another piece, other than a queen, that blocks one of the other king's escape squares. Bishops on
/// squares of one color need a piece that can occupy the other color.
pub(crate) fn can_mate(board: &Board, color: Color) -> bool {
    let own = |piece| board.colored_pieces(color, piece);
    let heavy = own(Piece::Pawn) | own(Piece::Rook) | own(Piece::Queen);
    if !heavy.is_empty() {
        return true;
    }
    let (knights, bishops) = (own(Piece::Knight), own(Piece::Bishop));
    let (all_knights, all_bishops) = (board.pieces(Piece::Knight), board.pieces(Piece::Bishop));
    match (knights.len(), bishops.len()) {
        (0, 0) => false,
        (1, 0) => {
            let others =
                board.colors(!color) - board.pieces(Piece::King) - board.pieces(Piece::Queen);
            !others.is_empty()
        }
        (0, _) => {
            let are_on_both = !(all_bishops & BitBoard::DARK_SQUARES).is_empty()
                && !(all_bishops & BitBoard::LIGHT_SQUARES).is_empty();
            are_on_both || !all_knights.is_empty() || !board.pieces(Piece::Pawn).is_empty()
        }
        _ => true,
    }
}
