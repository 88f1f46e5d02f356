//! The rules of English draughts (WCDF, Rules of Draughts).

use board_engine::{
    Bitboard, Color, Deterministic, Game, Outcome, PerfectInformation, Repetition, Seat, Status,
    Turn, ZeroSum, zobrist,
};

use super::board::{CheckersAnySize, Move, Position, bit, diagonals, single, square};

/// The number of plies without a capture or a man's move that draws the game: 40 moves by each player.
pub(crate) const QUIET_PLIES_MAX: u8 = 80;

impl CheckersAnySize {
    /// The seat that plays this color: Black starts.
    pub const fn seat_of(color: Color) -> Seat {
        match color {
            Color::Black => Seat::FIRST,
            Color::White => Seat::SECOND,
        }
    }

    /// A seat's color.
    pub const fn color_of(seat: Seat) -> Color {
        if seat.index() == 0 { Color::Black } else { Color::White }
    }

    fn add_steps(&self, position: &Position, moves: &mut Vec<Move>) {
        let occupied = position.occupied();
        for from in position.pieces(position.turn) {
            let from = square(from);
            for diagonal in diagonals(position.turn, position.kings.contains(bit(from))) {
                let to = self.next(from, diagonal).filter(|to| !occupied.contains(bit(*to)));
                moves.extend(to.map(|to| Move { from, to, taken: Bitboard::EMPTY }));
            }
        }
    }
}

impl Game for CheckersAnySize {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position {
            pieces: Color::ALL.map(|color| self.men_at_start(color)),
            kings: Bitboard::EMPTY,
            turn: Color::Black,
            quiet_plies: 0,
        }
    }

    fn turn(&self, position: &Position) -> Turn {
        Turn::Seat(Self::seat_of(position.turn))
    }

    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        self.add_captures(position, moves);
        if moves.is_empty() {
            self.add_steps(position, moves);
        }
        if moves.is_empty() {
            let is_gone = position.pieces(position.turn).is_empty();
            let reason = if is_gone { "no piece left" } else { "no legal move" };
            return Status::Over(Outcome::win(Self::seat_of(!position.turn), reason));
        }
        if position.quiet_plies >= QUIET_PLIES_MAX {
            return Status::Over(Outcome::draw_by_counting(
                "40 moves each without a capture or a man's move",
            ));
        }
        Status::Ongoing
    }

    fn play(&self, position: &mut Position, mv: Move) {
        let color = position.turn;
        let by_king = position.kings.contains(bit(mv.from));
        let (from, to) = (single(mv.from), single(mv.to));
        position.pieces[color.index()] = (position.pieces(color) - from) | to;
        position.pieces[(!color).index()] = position.pieces(!color) - mv.taken;
        position.kings = position.kings - from - mv.taken;
        if by_king || self.is_crowning(color, mv.to) {
            position.kings |= to;
        }
        let is_quiet = by_king && !mv.is_capture();
        position.quiet_plies = if is_quiet { position.quiet_plies.saturating_add(1) } else { 0 };
        position.turn = !color;
    }

    fn key(&self, position: &Position) -> u64 {
        let [white, black] = position.pieces;
        let sets = [white, black, position.kings];
        let with = |key: u64, set: &Bitboard<u128>| {
            let half = |shift: u32| u64::try_from(set.0 >> shift & u128::from(u64::MAX));
            let [low, high] = [0, 64].map(|shift| half(shift).unwrap_or(0));
            zobrist::mix(&[key, low, high])
        };
        sets.iter().fold(position.turn.index() as u64, with)
    }

    /// Only a count near its limit matters.
    fn counters_key(&self, position: &Position) -> u64 {
        const NEAR: u8 = QUIET_PLIES_MAX / 2;
        u64::from(position.quiet_plies.saturating_sub(NEAR))
    }

    fn irreversible(&self, position: &Position, mv: Move) -> bool {
        mv.is_capture() || !position.kings.contains(bit(mv.from))
    }

    fn repetition(&self) -> Repetition {
        let outcome = Outcome::draw("threefold repetition");
        Repetition::Ends { occurrences: 3, outcome }
    }
}

impl ZeroSum for CheckersAnySize {}
impl Deterministic for CheckersAnySize {}
impl PerfectInformation for CheckersAnySize {}
