//! The rules of the m,n,k games.

use board_engine::in_a_row::{self, InARow, InARowError};
use board_engine::{
    Bitboard, Board, Deterministic, Game, Outcome, PerfectInformation, Repetition, Seat, Square,
    Status, Stones, Turn, Word, ZeroSum, zobrist,
};

/// An m,n,k game for `SEATS` seats, with boards of word type `W`.
///
/// `u16` fits tic-tac-toe, `u32` 5×5, `u64` 7×8 and `u128` 10×11 (columns × rows).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct MnkRules<W: Word, const SEATS: usize> {
    size: InARow,
    cells: Bitboard<W>,
    /// The cells in the order in which moves are listed, in [`TIERS`] sets.
    tiers: [Bitboard<W>; TIERS],
}

/// Tic-tac-toe has three kinds of cells: the center is on 4 lines, a corner on 3, an edge on 2.
const TIERS: usize = 3;

/// An m,n,k game for two players.
pub type MnkGame<W> = MnkRules<W, 2>;

/// An m,n,k game for three players: the first seat to complete a line wins, and the two others lose.
pub type MnkForThree<W> = MnkRules<W, 3>;

/// Tic-tac-toe; the default is the 3,3,3 game.
pub type TicTacToe = MnkGame<u16>;

/// Tic-tac-toe: three in a row on a 3×3 board.
impl<W: Word> Default for MnkGame<W> {
    fn default() -> Self {
        Self::new(3, 3, 3).expect("tic-tac-toe fits every word")
    }
}

impl<W: Word, const SEATS: usize> MnkRules<W, SEATS> {
    /// The game on a board with `width` columns and `height` rows in which a line of `in_a_row` stones wins.
    ///
    /// # Errors
    /// [`InARowError`] if a number is zero, no line is long enough, or the board has too many places for `W`.
    pub fn new(width: u8, height: u8, in_a_row: u8) -> Result<Self, InARowError> {
        let size = InARow::new(width, height, in_a_row)?;
        let stride = u32::from(width) + 1;
        // A step along a diagonal must be less than the number of bits in the word, even on a one-row board. The last
        // ghost needs no bit.
        if (stride * u32::from(height) - 1).max(stride + 2) > W::BITS {
            let (places_max, ghosts) = (W::BITS + 1, "one padding column");
            return Err(InARowError::TooManyPlaces { width, height, places_max, ghosts });
        }
        let bit = |row, column| row * stride + column;
        let row = |row| (0..width.into()).map(move |column| bit(row, column));
        let cells = (0..height.into()).flat_map(row).collect();
        let tiers = tiers(cells, stride, in_a_row);
        Ok(Self { size, cells, tiers })
    }

    /// The number of columns, `1..=26`.
    pub const fn width(&self) -> u8 {
        self.size.width()
    }

    /// The number of rows, `1..=26`.
    pub const fn height(&self) -> u8 {
        self.size.height()
    }

    /// The number of stones in a winning line.
    pub const fn in_a_row(&self) -> u8 {
        self.size.length()
    }

    /// The squares on the board without the ghost column.
    #[inline]
    pub const fn cells(&self) -> Bitboard<W> {
        self.cells
    }

    /// The distance between the bits of two vertically adjacent squares: the width plus the ghost column. The
    /// neighbors of a square are 1, `stride() - 1`, `stride()` and `stride() + 1` bits away.
    #[inline]
    pub const fn stride(&self) -> u32 {
        self.size.width() as u32 + 1
    }

    /// A square's bit; squares are numbered from the top left, row by row.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 256 squares")]
    pub const fn bit(&self, square: Square) -> u32 {
        let index = square.index() as u32;
        let width = self.size.width() as u32;
        index / width * self.stride() + index % width
    }

    /// The square for a bit on the board.
    #[inline]
    pub(crate) fn square_of(&self, bit: u32) -> Square {
        let (row, column) = (bit / self.stride(), bit % self.stride());
        Square::new((row * u32::from(self.width()) + column) as usize)
    }

    /// Returns `true` if the seat has a winning line.
    #[inline]
    pub fn has_line(&self, position: &Stones<W, SEATS>, seat: Seat) -> bool {
        self.has_line_in(position.stones(seat))
    }

    /// Returns `true` if these stones contain a winning line.
    #[inline]
    pub fn has_line_in(&self, stones: Bitboard<W>) -> bool {
        in_a_row::has_line::<W, 4, 3>(stones.0, self.stride(), self.size.length().into())
    }

    /// The empty squares.
    #[inline]
    pub fn empty(&self, position: &Stones<W, SEATS>) -> Bitboard<W> {
        self.cells - position.occupied()
    }

    /// The winner gets 1 and every other seat −1.
    fn won_by(&self, winner: Seat) -> Outcome {
        let mut payoffs = [-1; SEATS];
        payoffs[winner.index()] = 1;
        Outcome::new(&payoffs, self.size.reason())
    }

    /// The stones on their squares.
    pub fn board(&self, position: &Stones<W, SEATS>) -> Board<Seat> {
        let count = usize::from(self.width()) * usize::from(self.height());
        position.board(count, |square| self.bit(square))
    }
}

impl<W: Word, const SEATS: usize> Game for MnkRules<W, SEATS> {
    type Position = Stones<W, SEATS>;
    type Move = Move;

    fn seats(&self) -> usize {
        SEATS
    }

    fn start(&self) -> Stones<W, SEATS> {
        Stones::EMPTY
    }

    #[inline]
    fn turn(&self, position: &Stones<W, SEATS>) -> Turn {
        Turn::Seat(position.mover())
    }

    /// Lists the cells on the most lines first, so a search tries good moves early.
    #[inline]
    fn legal_moves(&self, position: &Stones<W, SEATS>, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        if let over @ Status::Over(_) = self.status(position, moves) {
            return over;
        }
        let empty = self.empty(position);
        for tier in self.tiers {
            moves.extend((empty & tier).into_iter().map(move_to));
        }
        Status::Ongoing
    }

    #[inline]
    fn status(&self, position: &Stones<W, SEATS>, _: &mut Vec<Move>) -> Status {
        if self.has_line_in(position.newest()) {
            return Status::Over(self.won_by(position.last_mover()));
        }
        if self.empty(position).is_empty() {
            return Status::Over(Outcome::new(&[0; SEATS], "the board is full"));
        }
        Status::Ongoing
    }

    #[inline]
    fn count_moves(&self, position: &Stones<W, SEATS>, _: &mut Vec<Move>) -> u64 {
        if self.has_line_in(position.newest()) {
            return 0;
        }
        self.empty(position).count().into()
    }

    /// Draws one of the empty squares without listing them.
    #[inline]
    fn play_random(
        &self,
        position: &mut Stones<W, SEATS>,
        moves: &mut Vec<Move>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Status {
        if let over @ Status::Over(_) = self.status(position, moves) {
            return over;
        }
        let empty = self.empty(position);
        let passed = draw(empty.count());
        let rest = (0..passed).fold(empty.0, |rest, _| rest.without_lowest());
        position.put(Bitboard::single(rest.lowest()));
        Status::Ongoing
    }

    #[inline]
    fn play(&self, position: &mut Stones<W, SEATS>, mv: Move) {
        position.put(Bitboard::single(mv.bit()));
    }

    /// The sets of stones determine the side to move.
    #[inline]
    fn key(&self, position: &Stones<W, SEATS>) -> u64 {
        let mut words = [0; SEATS];
        for (word, seat) in words.iter_mut().zip(Seat::all(SEATS)) {
            *word = position.stones(seat).0.fold();
        }
        zobrist::mix(&words)
    }

    fn irreversible(&self, _: &Stones<W, SEATS>, _: Move) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl<W: Word> ZeroSum for MnkGame<W> {}
impl<W: Word, const SEATS: usize> Deterministic for MnkRules<W, SEATS> {}
impl<W: Word, const SEATS: usize> PerfectInformation for MnkRules<W, SEATS> {}

/// The move to this bit's square.
#[expect(clippy::cast_possible_truncation, reason = "a word has at most 128 bits")]
#[inline]
pub(crate) const fn move_to(bit: u32) -> Move {
    Move(bit as u8)
}

/// Puts a stone on an empty square.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// The square's bit, as counted by [`MnkRules::bit`].
    #[inline]
    pub const fn bit(self) -> u32 {
        self.0 as u32
    }
}

/// Divides the cells into three sets, compared with the cell on the most lines: cells on more than three quarters as
/// many lines, cells on more than half as many, and all others.
pub(crate) fn tiers<W: Word>(cells: Bitboard<W>, stride: u32, length: u8) -> [Bitboard<W>; 3] {
    let count = |cell| line_count(cells, cell, stride, length);
    let most = cells.into_iter().map(count).max().unwrap_or(0);
    let first = cells.into_iter().filter(|&cell| 4 * count(cell) > 3 * most).collect();
    let half: Bitboard<W> = cells.into_iter().filter(|&cell| 2 * count(cell) > most).collect();
    [first, half - first, cells - (half | first)]
}

/// The number of lines with exactly `length` cells through `cell`.
fn line_count<W: Word>(cells: Bitboard<W>, cell: u32, stride: u32, length: u8) -> u32 {
    let steps = if length == 1 { [1].as_slice() } else { &[1, stride, stride + 1, stride - 1] };
    let on_board = |place: Option<u32>| place.is_some_and(|p| p < W::BITS && cells.contains(p));
    let mut count = 0;
    for step in steps {
        for before in 0..length.into() {
            let first = cell.checked_sub(before * step);
            let places = (0..length.into()).map(|index| first.map(|first| first + index * step));
            count += u32::from(places.into_iter().all(on_board));
        }
    }
    count
}
