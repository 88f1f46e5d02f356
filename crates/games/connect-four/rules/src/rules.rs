//! The rules of Connect Four.

use board_engine::in_a_row::{self, InARow, InARowError, WIDTH_MAX};
use board_engine::{
    Bitboard, Board, Deterministic, Game, Outcome, PerfectInformation, Repetition, Seat, Square,
    Status, Turn, Word, ZeroSum, zobrist,
};

use crate::Position;

/// A game with falling discs, on boards of word type `W`.
///
/// `u64` fits 7×6 to 8×7 and `u128` 14×8 (columns × rows).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct ConnectGame<W: Word> {
    size: InARow,
    /// The lowest place in each column.
    bottom_row: Bitboard<W>,
    /// The highest place in each column.
    tops: Bitboard<W>,
    /// The columns in the order in which moves are listed; only the first `width` are moves.
    order: [Move; WIDTH_MAX as usize],
}

/// Connect Four, by default with 7 columns, 6 rows and four in a row.
pub type ConnectFour = ConnectGame<u64>;

/// Connect Four: four in a row on a 7×6 board.
impl Default for ConnectFour {
    fn default() -> Self {
        Self::new(7, 6, 4).expect("Connect Four fits 64 bits")
    }
}

impl<W: Word> ConnectGame<W> {
    /// The game on a board with `width` columns and `height` rows in which a line of `in_a_row` discs wins.
    ///
    /// # Errors
    /// [`InARowError`] if a number is zero, no line is long enough, or the board has too many places for `W`.
    pub fn new(width: u8, height: u8, in_a_row: u8) -> Result<Self, InARowError> {
        let size = InARow::new(width, height, in_a_row)?;
        let stride = u32::from(height) + 1;
        if u32::from(width) * stride > W::BITS {
            let (places_max, ghosts) = (W::BITS, "one padding square per column");
            return Err(InARowError::TooManyPlaces { width, height, places_max, ghosts });
        }
        let bottom_row: Bitboard<W> = (0..width.into()).map(|column| column * stride).collect();
        let tops = bottom_row.shifted(i32::from(height) - 1);
        Ok(Self { size, bottom_row, tops, order: center_first(width) })
    }

    /// The number of columns, `1..=26`.
    pub const fn width(&self) -> u8 {
        self.size.width()
    }

    /// The number of rows, `1..=26`.
    pub const fn height(&self) -> u8 {
        self.size.height()
    }

    /// The number of discs in a winning line.
    pub const fn in_a_row(&self) -> u8 {
        self.size.length()
    }

    /// The columns in the order in which moves are listed, from the center outward.
    pub fn columns(&self) -> impl Iterator<Item = Move> {
        self.order.into_iter().take(self.width().into())
    }

    /// The distance between the bits of two horizontally adjacent squares: the height plus the ghost. The neighbors of
    /// a square are 1, `stride() - 1`, `stride()` and `stride() + 1` bits away.
    #[inline]
    pub const fn stride(&self) -> u32 {
        self.size.height() as u32 + 1
    }

    /// A square's bit; squares are numbered from the top left, row by row.
    #[expect(clippy::cast_possible_truncation, reason = "a board has at most 256 squares")]
    pub const fn bit(&self, square: Square) -> u32 {
        let (index, width) = (square.index() as u32, self.size.width() as u32);
        (index % width + 1) * self.stride() - 2 - index / width
    }

    /// The discs on their squares.
    pub fn board(&self, position: &Position<W>) -> Board<Seat> {
        let count = usize::from(self.width()) * usize::from(self.height());
        position.board(count, |square| self.bit(square))
    }

    /// All squares.
    #[inline]
    pub fn cells(&self) -> Bitboard<W> {
        (0..self.height().into())
            .fold(Bitboard::EMPTY, |cells, row| cells | self.bottom_row.shifted(row))
    }

    /// The squares on which a disc can land.
    #[inline]
    pub fn landings(&self, position: &Position<W>) -> Bitboard<W> {
        let occupied = position.occupied();
        Bitboard(occupied.0.plus(self.bottom_row.0)) - occupied - self.tops.shifted(1)
    }

    /// Returns `true` if these discs contain a winning line.
    #[inline]
    pub fn has_line_in(&self, discs: Bitboard<W>) -> bool {
        in_a_row::has_line::<W, 7, 4>(discs.0, self.stride(), self.size.length().into())
    }

    /// The empty squares on which one more disc would complete a line with these discs, whether or not a disc can be
    /// dropped there now.
    #[inline]
    pub fn completing(&self, position: &Position<W>, discs: Bitboard<W>) -> Bitboard<W> {
        (self.gaps(discs) & self.cells()) - position.occupied()
    }

    /// The square on which the disc of `mv` lands; none if the column is full.
    #[inline]
    pub fn landing_of(&self, position: &Position<W>, mv: Move) -> Bitboard<W> {
        let occupied = position.occupied();
        Bitboard(occupied.0.plus(self.bottom(mv).0)) - occupied - self.tops.shifted(1)
    }

    /// The lowest place in each column.
    pub(crate) const fn bottom_row(&self) -> Bitboard<W> {
        self.bottom_row
    }

    /// The lowest place in the column.
    #[inline]
    fn bottom(&self, mv: Move) -> Bitboard<W> {
        Bitboard::single(u32::from(mv.0) * self.stride())
    }

    /// The places on which one more disc would complete a line with these discs, including occupied places and ghosts.
    #[inline]
    fn gaps(&self, discs: Bitboard<W>) -> Bitboard<W> {
        let length = self.size.length().into();
        Bitboard(in_a_row::completing::<W, 7, 4>(discs.0, self.stride(), length))
    }
}

/// The columns from the center outward; if two are at the same distance, the left one comes first.
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

    /// Lists the columns from the center outward, so a search tries good moves early.
    #[expect(
        clippy::inline_always,
        reason = "the search is a seventh faster without the call and if the status isn't passed through memory"
    )]
    #[inline(always)]
    fn legal_moves(&self, position: &Position<W>, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        if let over @ Status::Over(_) = self.status(position, moves) {
            return over;
        }
        match self.width() {
            // The constant length allows copying seven bytes without a function call.
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
        // In most positions no column is full, and counting is skipped.
        let full = self.tops & position.occupied();
        let full_count = if full.is_empty() { 0 } else { full.count() };
        u64::from(self.width()) - u64::from(full_count)
    }

    /// There are no replies to a winning disc. After any other disc, all open columns stay open, unless the disc fills
    /// its column.
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
        drop_disc(position, self.bottom(mv));
    }

    /// Draws columns until one is not full, without listing them.
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
            let bottom = Bitboard::single(draw(self.width().into()) * self.stride());
            let top = bottom.shifted(i32::from(self.height()) - 1);
            if !position.occupied().meets(top) {
                drop_disc(position, bottom);
                return Status::Ongoing;
            }
        }
    }

    /// The sum of the mover's discs and all discs is unique for each column (J. Tromp).
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

/// Drops one of the mover's discs into the column with this bottom place.
#[inline]
fn drop_disc<W: Word>(position: &mut Position<W>, bottom: Bitboard<W>) {
    let occupied = position.occupied();
    position.put(Bitboard(occupied.0.plus(bottom.0)) - occupied);
}

/// Drops a disc into a column that is not full.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// The column, from 0 at the left.
    #[inline]
    pub const fn column(self) -> u8 {
        self.0
    }
}
