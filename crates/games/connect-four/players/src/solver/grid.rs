//! The board in the solver's representation: one word for the discs of the side to move and one for all discs.

use board_engine::in_a_row::{completing, has_line};

/// A board, with the sets of squares that a solver needs.
#[derive(Clone, Debug)]
pub(crate) struct Grid {
    /// The distance between neighboring columns: the height plus one ghost square.
    stride: u32,
    length: u32,
    /// The lowest square in each column.
    bottom: u64,
    squares: u64,
    /// The squares that the side to move can get if the other side always drops its disc on top of the last one.
    followed: u64,
    /// The squares in each column, from the center column outward.
    columns: Vec<u64>,
    width: u32,
}

/// The discs in a position.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Discs {
    /// The discs of the side to move.
    pub(crate) own: u64,
    /// Both sides' discs.
    pub(crate) all: u64,
}

impl Discs {
    /// The discs after the side to move has put a disc on this square.
    #[inline]
    pub(crate) const fn after(self, square: u64) -> Self {
        Self { own: self.own ^ self.all, all: self.all | square }
    }

    /// The opponent's discs.
    #[inline]
    pub(crate) const fn other(self) -> u64 {
        self.own ^ self.all
    }
}

impl Grid {
    /// A board that fits into a word with a ghost on each column; `columns` lists the columns in search order.
    pub(crate) fn new(
        width: u32,
        height: u32,
        length: u32,
        columns: impl Iterator<Item = u32>,
    ) -> Self {
        let stride = height + 1;
        let column: u64 = (1 << height) - 1;
        let bottom: u64 = (0..width).fold(0, |bottom, column| bottom | 1 << (column * stride));
        let rows = |rows: u64| bottom.wrapping_mul(rows);
        // From the top down: the second, the fourth, … square in a column.
        let followed = (0..height).filter(|row| (height - row).is_multiple_of(2));
        let followed = followed.fold(0, |rows, row| rows | 1 << row);
        Self {
            stride,
            length,
            bottom,
            squares: rows(column),
            followed: rows(followed),
            columns: columns.map(|index| column << (index * stride)).collect(),
            width,
        }
    }

    /// The number of squares.
    pub(crate) const fn count(&self) -> i32 {
        self.squares.count_ones().cast_signed()
    }

    /// The squares on which a disc can land.
    #[inline]
    pub(crate) const fn landings(&self, all: u64) -> u64 {
        all.wrapping_add(self.bottom) & self.squares
    }

    /// The free squares on which one more disc completes a line of these discs.
    #[inline]
    pub(crate) fn threats(&self, discs: u64, all: u64) -> u64 {
        completing::<u64, 7, 4>(discs, self.stride, self.length) & self.squares & !all
    }

    /// Returns `true` if these squares contain a line.
    #[inline]
    pub(crate) fn has_line(&self, squares: u64) -> bool {
        has_line::<u64, 7, 4>(squares, self.stride, self.length)
    }

    /// The landing squares after which the other side can't win immediately. If there are none, the other side wins
    /// with its next disc.
    #[inline]
    pub(crate) fn safe_landings(&self, discs: Discs) -> u64 {
        let landings = self.landings(discs.all);
        let threats = self.threats(discs.other(), discs.all);
        let forced = landings & threats;
        let allowed = match forced {
            0 => landings,
            // One disc can't answer two threats.
            _ if forced & (forced - 1) != 0 => 0,
            _ => forced,
        };
        allowed & !(threats >> 1)
    }

    /// Returns `true` if the side to move might still win: there is a line that it can complete. If every column has an
    /// even number of free squares, the other side can take half of them by always dropping its disc on top of the last
    /// one.
    #[inline]
    pub(crate) fn may_win(&self, discs: Discs) -> bool {
        let free = self.squares & !discs.all;
        let is_followed = self.landings(discs.all) & !self.followed == 0;
        let reached = if is_followed { free & self.followed } else { free };
        self.has_line(discs.own | reached)
    }

    /// Returns `true` if the other side might still win; `safe` contains the squares on which the side to move can put
    /// a disc now.
    #[inline]
    pub(crate) fn other_may_win(&self, discs: Discs, safe: u64) -> bool {
        let free = self.squares & !discs.all;
        let odd = self.landings(discs.all) & !self.followed;
        let is_followed = odd.is_power_of_two() && odd & safe != 0;
        let reached = if is_followed { free & !odd & self.followed } else { free };
        self.has_line(discs.other() | reached)
    }

    /// The squares in each column, in search order.
    #[inline]
    pub(crate) fn columns(&self) -> &[u64] {
        &self.columns
    }

    /// A number unique to the position: the discs of the side to move, with a marker bit on each column.
    #[inline]
    pub(crate) const fn key(&self, discs: Discs) -> u64 {
        discs.own.wrapping_add(discs.all).wrapping_add(self.bottom)
    }

    /// A key shared by the position and its mirror image, which have the same value.
    #[inline]
    pub(crate) fn symmetric_key(&self, discs: Discs) -> u64 {
        let key = self.key(discs);
        key.min(self.mirror(key))
    }

    fn mirror(&self, key: u64) -> u64 {
        let column = (1 << self.stride) - 1;
        (0..self.width).fold(0, |mirrored, index| {
            mirrored << self.stride | key >> (index * self.stride) & column
        })
    }
}
