//! The evaluation terms, and their consumers.

use board_engine::{Color, Place};
use checkers::{Layout, Set, Variant};

use crate::evaluation::count;

/// A feature counted for each side. Most come from the literature: Samuel, "Some Studies in Machine Learning Using the
/// Game of Checkers", 1959; Schaeffer, "One Jump Ahead", 1997, on Chinook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Term {
    /// A man.
    Man,
    /// A man on a certain square.
    Place {
        /// The number of rows from the side's back row.
        row: u8,
        /// The number of columns from the nearer edge.
        from_edge: u8,
    },
    /// A king.
    King,
    /// A king on the long diagonal.
    MainRoad,
    /// A king at the edge.
    KingEdge,
    /// Having kings when the other side has none.
    SoleKings,
    /// A man while the other side has a king, which can attack it from behind.
    Hunted,
    /// A non-capturing move by a side without kings.
    MenFreedom,
    /// A non-capturing move by a side with kings.
    KingsFreedom,
    /// A step after which no man can capture the moved man immediately, in variants with diagonal lines only.
    SafeStep,
    /// The number of men by which one wing outnumbers the other.
    Imbalance,
    /// A man with a friendly piece behind it, which protects it from one side.
    Backed,
    /// A free square on a diagonal between two of a side's men: a man that enters the gap captures or is captured.
    Gap,
    /// Both men of the bridge, on the second and the fourth square of the back row, from where two men keep the other
    /// side from crowning (Samuel).
    Bridge,
    /// The foremost man that no opposing man can stop, by its distance in rows.
    Runner(u8),
    /// Winning the race to the first king: the faster side gets 90 minus the plies until its first man is crowned.
    Race,
    /// Having the move.
    Turn,
    /// Having the move with a piece under attack.
    Attacked,
    /// The lead in pieces, in 64ths of all pieces (Samuel's piece ratio): the side that is ahead should exchange.
    Lead,
}

/// A consumer of a position's terms.
pub trait Terms<V: Variant> {
    /// Adds `times` to the count of a term for White, or for Black if negative. Can be called several times for a term.
    fn add(&mut self, term: Term, times: i32);

    /// Counts one color's men, by number and square. Returns their number, and their number in the left half of the
    /// board.
    #[inline]
    fn add_men(&mut self, men: Set<V>, color: Color) -> (i32, i32) {
        let (width, height) = (Layout::<V>::WIDTH, Layout::<V>::HEIGHT);
        let mut left = 0;
        for Place { column, row } in men.into_iter().filter_map(Layout::<V>::place) {
            let row = if matches!(color, Color::White) { height - 1 - row } else { row };
            self.add(Term::Man, sign(color));
            self.add(Term::Place { row, from_edge: column.min(width - 1 - column) }, sign(color));
            left += i32::from(2 * column < width);
        }
        (count(men), left)
    }
}

/// 1 for White, −1 for Black.
#[inline]
pub(super) const fn sign(color: Color) -> i32 {
    if matches!(color, Color::White) { 1 } else { -1 }
}
