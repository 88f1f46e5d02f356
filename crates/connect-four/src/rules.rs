//! The rules.

use board_engine::in_a_row::{self, InARow, InARowError, WIDTH_MAX};
use board_engine::{
    Bitboard, Board, Deterministic, Game, Outcome, PerfectInformation, Repetition, Seat, Square,
    Status, Turn, Word, ZeroSum, zobrist,
};

use crate::Position;

/// A game of falling discs whose boards are words of type `W`.
///
/// `u64` holds 7×6 to 8×7 and `u128` 14×8 (columns × rows).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectGame<W: Word> {
    size: InARow,
    /// The lowest place of each column.
    feet: Bitboard<W>,
    /// The highest place of each column.
    tops: Bitboard<W>,
    /// The columns in the order in which moves are listed; those beyond the width are no moves.
    order: [Move; WIDTH_MAX as usize],
}

/// The game of 7 columns, 6 rows and four in a row, by default.
pub type ConnectFour = ConnectGame<u64>;

/// Connect Four: four in a row on a board of 7×6.
impl Default for ConnectFour {
    fn default() -> Self {
        Self::new(7, 6, 4).expect("Connect Four fits 64 bits")
    }
}

impl<W: Word> ConnectGame<W> {
    /// The game on `width` columns and `height` rows that `in_a_row` discs in a line win.
    ///
    /// # Errors
    /// [`InARowError`] if a number is zero, no line is long enough, or the board has too many places for `W`.
    pub fn new(width: u8, height: u8, in_a_row: u8) -> Result<Self, InARowError> {
        let size = InARow::new(width, height, in_a_row)?;
        let stride = u32::from(height) + 1;
        if u32::from(width) * stride > W::BITS {
            let (places_max, ghosts) = (W::BITS, "one ghost on each column");
            return Err(InARowError::TooManyPlaces { width, height, places_max, ghosts });
        }
        let feet: Bitboard<W> = (0..width.into()).map(|column| column * stride).collect();
        let tops = feet.shifted(i32::from(height) - 1);
        Ok(Self { size, feet, tops, order: center_first(width) })
    }

    /// The number of columns, `1..=26`.
    pub const fn width(&self) -> u8 {
        self.size.width()
    }

    /// The number of rows, `1..=26`.
    pub const fn height(&self) -> u8 {
        self.size.height()
    }

    /// How many discs in a line win.
    pub const fn in_a_row(&self) -> u8 {
        self.size.length()
    }

    /// The distance of two bits whose squares stand side by side: the height and the ghost. The neighbors of a square
    /// are 1, `stride() - 1`, `stride()` and `stride() + 1` bits away.
    #[inline]
    pub const fn stride(&self) -> u32 {
        self.size.height() as u32 + 1
    }

    /// The bit of a square; squares are numbered from the top left, row by row.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 256 squares")]
    pub const fn bit(&self, square: Square) -> u32 {
        let (index, width) = (square.index() as u32, self.size.width() as u32);
        (index % width + 1) * self.stride() - 2 - index / width
    }

    /// Which disc lies on which square.
    pub fn board(&self, position: &Position<W>) -> Board<Seat> {
        let count = usize::from(self.width()) * usize::from(self.height());
        position.board(count, |square| self.bit(square))
    }

    /// All squares.
    #[inline]
    pub fn cells(&self) -> Bitboard<W> {
        (0..self.height().into()).fold(Bitboard::EMPTY, |cells, row| cells | self.feet.shifted(row))
    }

    /// The squares on which a disc would come to lie.
    #[inline]
    pub fn landings(&self, position: &Position<W>) -> Bitboard<W> {
        let occupied = position.occupied();
        Bitboard(occupied.0.plus(self.feet.0)) - occupied - self.tops.shifted(1)
    }

    /// Whether these discs, if they were one seat's, would win.
    #[inline]
    pub fn has_line_in(&self, discs: Bitboard<W>) -> bool {
        in_a_row::has_line::<W, 7, 4>(discs.0, self.stride(), self.size.length().into())
    }

    /// The empty squares on which one disc more beside these would win, whether or not it could fall there now.
    #[inline]
    pub fn completing(&self, position: &Position<W>, discs: Bitboard<W>) -> Bitboard<W> {
        (self.gaps(discs) & self.cells()) - position.occupied()
    }

    /// The squares on which a disc of `mv` would come to lie: one, or none if the column is full.
    #[inline]
    pub fn landing_of(&self, position: &Position<W>, mv: Move) -> Bitboard<W> {
        let occupied = position.occupied();
        Bitboard(occupied.0.plus(self.foot(mv).0)) - occupied - self.tops.shifted(1)
    }

    /// The lowest place of each column.
    pub(crate) const fn feet(&self) -> Bitboard<W> {
        self.feet
    }

    /// The lowest place of the column.
    #[inline]
    fn foot(&self, mv: Move) -> Bitboard<W> {
        Bitboard::single(u32::from(mv.0) * self.stride())
    }

    /// The places on which one disc more beside these would win, also those that are taken or off the board.
    #[inline]
    fn gaps(&self, discs: Bitboard<W>) -> Bitboard<W> {
        let length = self.size.length().into();
        Bitboard(in_a_row::completing::<W, 7, 4>(discs.0, self.stride(), length))
    }
}

/// The columns from the middle outward, the left one of two that are as far first.
fn center_first(width: u8) -> [Move; WIDTH_MAX as usize] {
    let mut order = [Move(0); WIDTH_MAX as usize];
    let distance = |column: u8| (2 * i16::from(column) + 1 - i16::from(width)).abs();
    for (slot, column) in order.iter_mut().zip(0..width) {
        *slot = Move(column);
    }
    order[..width.into()].sort_by_key(|mv| distance(mv.0));
    order
}

impl<W: Word> Game for ConnectGame<W> {
    type Position = Position<W>;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position<W> {
        Position::EMPTY
    }

    #[inline]
    fn turn(&self, position: &Position<W>) -> Turn {
        Turn::Seat(position.mover())
    }

    /// Lists the columns in the middle first, so that a search that takes moves in this order finds good ones early.
    #[expect(
        clippy::inline_always,
        reason = "the search is a seventh faster where nothing is called and the status isn't passed through memory"
    )]
    #[inline(always)]
    fn legal_moves(&self, position: &Position<W>, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        if let over @ Status::Over(_) = self.status(position, moves) {
            return over;
        }
        match self.width() {
            // The same code with the number known, so that nothing is called to copy seven bytes.
            7 => moves.extend_from_slice(&self.order[..7]),
            width => moves.extend_from_slice(&self.order[..width.into()]),
        }
        let full = self.tops & position.occupied();
        if !full.is_empty() {
            moves.retain(|&mv| !full.contains(u32::from(mv.0) * self.stride() + self.stride() - 2));
        }
        Status::Ongoing
    }

    #[inline]
    fn status(&self, position: &Position<W>, _: &mut Vec<Move>) -> Status {
        if self.has_line_in(position.newest()) {
            return Status::Over(Outcome::win(position.last_mover(), self.size.reason()));
        }
        if (self.tops - position.occupied()).is_empty() {
            return Status::Over(Outcome::draw("the board is full"));
        }
        Status::Ongoing
    }

    #[inline]
    fn count_moves(&self, position: &Position<W>, _: &mut Vec<Move>) -> u64 {
        if self.has_line_in(position.newest()) {
            return 0;
        }
        // In most positions no column is full, and nothing has to be counted.
        let full = self.tops & position.occupied();
        let full_count = if full.is_empty() { 0 } else { full.count() };
        u64::from(self.width()) - u64::from(full_count)
    }

    /// A disc that wins has no reply; after any other all columns are open that were, but for the one that it fills.
    #[inline]
    fn count_replies(&self, position: &Position<W>, _: &mut Vec<Move>, _: &mut Vec<Move>) -> u64 {
        if self.has_line_in(position.newest()) {
            return 0;
        }
        let landings = self.landings(position);
        let quiet = landings - self.gaps(position.own());
        u64::from(landings.count() * quiet.count() - (quiet & self.tops).count())
    }

    #[inline]
    fn play(&self, position: &mut Position<W>, mv: Move) {
        drop_disc(position, self.foot(mv));
    }

    /// Draws a column until one is not full: no list has to be made.
    #[inline]
    fn play_random(
        &self,
        position: &mut Position<W>,
        moves: &mut Vec<Move>,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Status {
        if let over @ Status::Over(_) = self.status(position, moves) {
            return over;
        }
        loop {
            let foot = Bitboard::single(draw(self.width().into()) * self.stride());
            let top = foot.shifted(i32::from(self.height()) - 1);
            if !position.occupied().meets(top) {
                drop_disc(position, foot);
                return Status::Ongoing;
            }
        }
    }

    /// The mover's discs plus all discs are a number of their own in each column (J. Tromp).
    #[inline]
    fn key(&self, position: &Position<W>) -> u64 {
        zobrist::mix(&[position.own().0.plus(position.occupied().0).fold()])
    }

    fn irreversible(&self, _: &Position<W>, _: Move) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl<W: Word> ZeroSum for ConnectGame<W> {}
impl<W: Word> Deterministic for ConnectGame<W> {}
impl<W: Word> PerfectInformation for ConnectGame<W> {}

/// Drops a disc of the mover into the column with this foot.
#[inline]
fn drop_disc<W: Word>(position: &mut Position<W>, foot: Bitboard<W>) {
    let occupied = position.occupied();
    position.put(Bitboard(occupied.0.plus(foot.0)) - occupied);
}

/// A disc dropped into a column that is not full.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// The column, from 0 at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0
    }
}
