//! Which m,n,k games there are.

use board_engine::Word;
use thiserror::Error;

/// The most columns: they are named by the letters a to z.
pub const WIDTH_MAX: u8 = 26;
/// The most rows.
pub const HEIGHT_MAX: u8 = 26;

/// Why there is no such game.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[non_exhaustive]
pub enum ParametersError {
    /// A number is zero.
    #[error("a board of {width}x{height} with {in_a_row} in a row: each number must be 1 or more")]
    Zero {
        /// Columns.
        width: u8,
        /// Rows.
        height: u8,
        /// The length of a winning line.
        in_a_row: u8,
    },
    /// No line is long enough to win.
    #[error("{in_a_row} in a row do not fit on a board of {width}x{height}")]
    LineTooLong {
        /// Columns.
        width: u8,
        /// Rows.
        height: u8,
        /// The length of a winning line.
        in_a_row: u8,
    },
    /// The board doesn't fit the word, or its columns the alphabet.
    #[error(
        "a board of {width}x{height} is too large: at most {WIDTH_MAX} columns and {HEIGHT_MAX} rows, \
         and {cells_max} places counting one ghost column"
    )]
    BoardTooLarge {
        /// Columns.
        width: u8,
        /// Rows.
        height: u8,
        /// The bits of the word; the last ghost place needs none.
        cells_max: u32,
    },
}

/// `Ok` if a game with these parameters can be played with words of type `W`.
pub(crate) fn check<W: Word>(width: u8, height: u8, in_a_row: u8) -> Result<(), ParametersError> {
    if width == 0 || height == 0 || in_a_row == 0 {
        return Err(ParametersError::Zero { width, height, in_a_row });
    }
    let stride = u32::from(width) + 1;
    // A step along a diagonal must be less than the word has bits, even on a board of one row.
    let bits = (stride * u32::from(height) - 1).max(stride + 2);
    if width > WIDTH_MAX || height > HEIGHT_MAX || bits > W::BITS {
        return Err(ParametersError::BoardTooLarge { width, height, cells_max: W::BITS + 1 });
    }
    if in_a_row > width.max(height) {
        return Err(ParametersError::LineTooLong { width, height, in_a_row });
    }
    Ok(())
}
