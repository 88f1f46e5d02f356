//! The rules of Hex.

use board_engine::{
    Bitboard, Deterministic, Game, Outcome, PerfectInformation, Repetition, Seat, Status, Turn,
    ZeroSum, zobrist,
};
use thiserror::Error;

use crate::Position;
use crate::connection::{Places, Sides};

/// The number of columns and rows of the usual board.
pub const SIZE_DEFAULT: u8 = 11;

/// The smallest board.
pub const SIZE_MIN: u8 = 3;

/// The largest board, whose places fit into 128 bits.
pub const SIZE_MAX: u8 = 11;

/// The number of places on the largest board.
const PLACES_MAX: usize = SIZE_MAX as usize * SIZE_MAX as usize;

/// The reason why a game ends.
const REASON: &str = "the two sides are connected";

/// Whether the second player may take over the first stone.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug, Default)]
pub enum Swap {
    /// The second player must not take over the first stone.
    #[default]
    Forbidden,
    /// The second player may answer the first stone with `swap`.
    Allowed,
}

/// Hex on a board of some size.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Hex {
    size: u8,
    swap: Swap,
    sides: Sides,
    /// All places, from the center outward.
    order: Vec<Move>,
}

/// An unsupported board size.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the board size must be {SIZE_MIN} to {SIZE_MAX}, not {0}")]
pub struct SizeError(pub u8);

/// The game on 11×11 without the swap rule.
impl Default for Hex {
    fn default() -> Self {
        Self::new(SIZE_DEFAULT, Swap::Forbidden).expect("the default size is supported")
    }
}

impl Hex {
    /// The game on a board with `size` columns and rows.
    ///
    /// # Errors
    /// [`SizeError`] if the size is not 3 to 11.
    pub fn new(size: u8, swap: Swap) -> Result<Self, SizeError> {
        if !(SIZE_MIN..=SIZE_MAX).contains(&size) {
            return Err(SizeError(size));
        }
        Ok(Self { size, swap, sides: Sides::new(size), order: center_first(size) })
    }

    /// The number of columns and rows.
    pub const fn size(&self) -> u8 {
        self.size
    }

    /// This game's swap rule.
    pub const fn swap(&self) -> Swap {
        self.swap
    }

    /// The seat that has connected its sides; `None` if neither seat has.
    pub fn winner(&self, position: &Position) -> Option<Seat> {
        Seat::all(2).find(|&seat| self.sides.are_connected(position.stones(seat), seat))
    }

    pub(crate) const fn sides(&self) -> &Sides {
        &self.sides
    }

    /// All places.
    #[inline]
    fn places(&self) -> Places {
        Bitboard(u128::MAX >> (u128::BITS - u32::from(self.size) * u32::from(self.size)))
    }

    /// Returns `true` if only the first stone is on the board and may be swapped.
    #[inline]
    pub(crate) fn can_swap(&self, position: &Position) -> bool {
        self.swap == Swap::Allowed
            && position.mover() == Seat::SECOND
            && position.own().is_empty()
            && position.newest().count() == 1
    }

    /// The place mirrored in the board's axis through a1, which swaps the two seats' sides.
    fn mirrored(&self, bit: u32) -> u32 {
        let size = u32::from(self.size);
        bit % size * size + bit / size
    }

    #[inline]
    fn play_swap(&self, position: &mut Position) {
        let stone = position.newest().first().unwrap_or(0);
        let mirrored = Places::single(self.mirrored(stone));
        *position = Position::new([Places::EMPTY, mirrored], Seat::FIRST);
    }
}

/// All places on a board, from the center outward; if two places are at the same distance, the one nearer to the top
/// left comes first.
fn center_first(size: u8) -> Vec<Move> {
    let count = u32::from(size);
    let offset = |line: u32| 2 * line.cast_signed() + 1 - count.cast_signed();
    let mut order: Vec<u32> = (0..count * count).collect();
    // The squared distance between the centers of hexagons.
    order.sort_by_key(|bit| {
        let (right, down) = (offset(bit % count), offset(bit / count));
        right * right + right * down + down * down
    });
    order.into_iter().map(Move::placing).collect()
}

impl Game for Hex {
    type Position = Position;
    type Move = Move;

    fn seats(&self) -> usize {
        2
    }

    fn start(&self) -> Position {
        Position::EMPTY
    }

    #[inline]
    fn turn(&self, position: &Position) -> Turn {
        Turn::Seat(position.mover())
    }

    /// Lists the free places from the center outward, then the swap.
    #[inline]
    fn legal_moves(&self, position: &Position, moves: &mut Vec<Move>) -> Status {
        moves.clear();
        if let over @ Status::Over(_) = self.status(position, moves) {
            return over;
        }
        // Without a branch per place, which the processor couldn't predict.
        let occupied = position.occupied();
        moves.resize(self.order.len(), Move::SWAP);
        let mut count = 0;
        for &mv in &self.order {
            moves[count] = mv;
            count += usize::from(!occupied.contains(u32::from(mv.0)));
        }
        moves.truncate(count);
        if self.can_swap(position) {
            moves.push(Move::SWAP);
        }
        Status::Ongoing
    }

    #[inline]
    fn status(&self, position: &Position, _: &mut Vec<Move>) -> Status {
        let last_mover = position.last_mover();
        if self.sides.are_connected(position.newest(), last_mover) {
            Status::Over(Outcome::win(last_mover, REASON))
        } else {
            Status::Ongoing
        }
    }

    #[inline]
    fn count_moves(&self, position: &Position, scratch: &mut Vec<Move>) -> u64 {
        if self.status(position, scratch) != Status::Ongoing {
            return 0;
        }
        let free = (self.places() - position.occupied()).count();
        u64::from(free) + u64::from(self.can_swap(position))
    }

    #[inline]
    fn play(&self, position: &mut Position, mv: Move) {
        match mv.place() {
            Some(bit) => position.put(Places::single(bit)),
            None => self.play_swap(position),
        }
    }

    /// Fills the board at random and determines the winner once. Stones placed after a connection don't change the
    /// winner.
    #[inline]
    fn random_outcome(
        &self,
        position: &Position,
        draw: &mut impl FnMut(u32) -> u32,
    ) -> Option<Outcome> {
        let mut position = *position;
        if self.can_swap(&position) {
            let count = (self.places() - position.occupied()).count();
            if draw(count + 1) == count {
                self.play_swap(&mut position);
            }
        }
        let (mut free, mut count) = ([0_u8; PLACES_MAX], 0_usize);
        for mv in &self.order {
            free[count] = mv.0;
            count += usize::from(!position.occupied().contains(u32::from(mv.0)));
        }
        // The opponent gets the smaller half of the free places, and the mover gets the rest.
        let mut others = Places::EMPTY;
        for taken in 0..count / 2 {
            let left = u32::try_from(count - taken).unwrap_or(1);
            let drawn = taken + draw(left) as usize;
            free.swap(taken, drawn);
            others |= Places::single(free[taken].into());
        }
        let others = others | position.newest();
        let red = if position.mover() == Seat::FIRST { self.places() - others } else { others };
        let winner =
            if self.sides.are_connected(red, Seat::FIRST) { Seat::FIRST } else { Seat::SECOND };
        Some(Outcome::win(winner, REASON))
    }

    #[inline]
    fn key(&self, position: &Position) -> u64 {
        let [red, blue] = [Seat::FIRST, Seat::SECOND].map(|seat| position.stones(seat).0);
        let words = [red, red >> 64, blue, blue >> 64];
        #[expect(clippy::cast_possible_truncation, reason = "the halves of the words")]
        let key = zobrist::mix(&words.map(|word| word as u64));
        if position.mover() == Seat::FIRST { key } else { !key }
    }

    /// Stones stay on the board, and the swap can follow only the first stone.
    fn irreversible(&self, _: &Position, _: Move) -> bool {
        true
    }

    fn repetition(&self) -> Repetition {
        Repetition::Ignored
    }
}

impl ZeroSum for Hex {}
impl Deterministic for Hex {}
impl PerfectInformation for Hex {}

/// Placing a stone on a free place, or the swap.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Move(u8);

impl Move {
    /// The second player takes over the first stone.
    pub const SWAP: Self = Self(u8::MAX);

    /// Placing a stone on the place with this bit.
    #[inline]
    pub(crate) const fn placing(bit: u32) -> Self {
        Self((bit & 0x7F) as u8)
    }

    /// The bit of the place; `None` for the swap.
    #[inline]
    pub const fn place(self) -> Option<u32> {
        if self.0 == Self::SWAP.0 { None } else { Some(self.0 as u32) }
    }
}
