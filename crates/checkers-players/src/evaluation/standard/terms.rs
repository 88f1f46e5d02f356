//! What is counted.

use board_engine::{Color, Place};
use checkers::rules::Goal;
use checkers::{Checkers, Layout, Position, Set, Variant};

use super::placement::Squares;
use super::structure::count_structure;
use crate::evaluation::count;

/// One of the things that are counted for each side. Most come from the literature: Samuel, "Some Studies in Machine
/// Learning Using the Game of Checkers", 1959; Schaeffer, "One Jump Ahead", 1997, on Chinook.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub enum Term {
    /// A man.
    Man,
    /// A man by its place.
    Place {
        /// How many rows it has come from its back row.
        row: u8,
        /// How many columns it is away from the nearer edge.
        from_edge: u8,
    },
    /// A king.
    King,
    /// A king on the long diagonal.
    MainRoad,
    /// A king at the edge.
    KingEdge,
    /// Having kings where the other side has none.
    SoleKings,
    /// A man while the other side has a king, which can attack it from behind.
    Hunted,
    /// A move without capture of a side without kings.
    MenFreedom,
    /// The same of a side with kings.
    KingsFreedom,
    /// A step of a man after which no man can take it at once; where all lines are diagonals.
    SafeStep,
    /// Each man more on one wing than on the other.
    Imbalance,
    /// A man with a piece of the same side behind it, so that it can't be taken from one side.
    Backed,
    /// A free square between two men of one side on a diagonal: a man that goes there takes or is taken.
    Gap,
    /// Both men of the bridge, the second and the fourth square of the back row, from which two keep the other side from
    /// crowning (Samuel).
    Bridge,
    /// The first man that no man of the other side can stop, by the rows that it is away.
    Runner(u8),
    /// Where the first king wins: 90 less the plies until the first man is crowned, for the side that is first.
    Race,
    /// Being to move.
    Turn,
    /// Being to move with something under attack.
    Attacked,
    /// Pieces more than the other side has, in 64ths of all pieces: the side that is ahead exchanges (Samuel's piece ratio).
    Lead,
}

/// What is made of the terms of a position while they are counted.
pub trait Terms<V: Variant> {
    /// The term counts `times` times more for White, or for Black if that is negative. It may be called for a term
    /// several times.
    fn add(&mut self, term: Term, times: i32);

    /// The men of one color count, by number and place. Returns how many there are, and how many of them stand in the
    /// left half of the board.
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

/// How many pieces a side has.
#[derive(Clone, Copy)]
struct Force {
    men: i32,
    kings: i32,
}

/// Counts everything, and returns how many men there are.
#[inline]
pub(super) fn count_all<V: Variant, T: Terms<V>>(
    position: &Position<V::Word>,
    terms: &mut T,
) -> i32 {
    let [white, black] = Color::ALL.map(|color| pieces::<V, T>(position, color, terms));
    if white.kings + black.kings > 0 {
        kings::<V, T>(position, Color::White, white, black, terms);
        kings::<V, T>(position, Color::Black, black, white, terms);
    }
    for color in Color::ALL {
        count_structure::<V, T>(position, color, terms);
    }
    runners::<V, T>(position, white, black, terms);
    let mover = sign(position.turn());
    terms.add(Term::Turn, mover);
    if Checkers::<V>::can_capture(&position.passed()) {
        terms.add(Term::Attacked, mover);
    }
    let (white_pieces, black_pieces) = (white.men + white.kings, black.men + black.kings);
    if white_pieces != black_pieces {
        terms.add(Term::Lead, (white_pieces - black_pieces) * 64 / (white_pieces + black_pieces));
    }
    white.men + black.men
}

/// Men, kings and their freedom.
#[inline]
fn pieces<V: Variant, T: Terms<V>>(
    position: &Position<V::Word>,
    color: Color,
    terms: &mut T,
) -> Force {
    let (men, left) = terms.add_men(position.men(color), color);
    terms.add(Term::Imbalance, sign(color) * (2 * left - men).abs());
    let kings = position.kings(color);
    let kings = if kings.is_empty() { 0 } else { count(kings) };
    let freedom = sign(color) * Checkers::<V>::mobility(position, color).cast_signed();
    terms.add(if kings > 0 { Term::KingsFreedom } else { Term::MenFreedom }, freedom);
    Force { men, kings }
}

/// What kings add.
fn kings<V: Variant, T: Terms<V>>(
    position: &Position<V::Word>,
    color: Color,
    own: Force,
    other: Force,
    terms: &mut T,
) {
    let (kings, sign) = (position.kings(color), sign(color));
    terms.add(Term::King, sign * own.kings);
    terms.add(Term::MainRoad, sign * count(kings & Layout::<V>::main_road()));
    terms.add(Term::KingEdge, sign * count(kings & Squares::<V>::edge()));
    if other.kings > 0 {
        terms.add(Term::Hunted, sign * own.men);
    } else {
        terms.add(Term::SoleKings, sign);
    }
}

/// Men that no man of the other side can stop.
#[inline]
fn runners<V: Variant, T: Terms<V>>(
    position: &Position<V::Word>,
    white: Force,
    black: Force,
    terms: &mut T,
) {
    let rows = |color: Color, other: Force| {
        let men = position.men(color) & Squares::<V>::far_half(color);
        if men.is_empty() || other.kings > 0 {
            return None;
        }
        let unmet = Layout::<V>::outside_span(men, position.pieces(!color), !color);
        Squares::<V>::rows_to_crown(unmet, color)
    };
    let [to_white, to_black] = [rows(Color::White, black), rows(Color::Black, white)];
    if matches!(V::RULES.goal, Goal::FirstKing) {
        terms.add(Term::Race, race(position.turn(), to_white, to_black));
        return;
    }
    for (color, rows) in [(Color::White, to_white), (Color::Black, to_black)] {
        if let Some(rows) = rows {
            terms.add(Term::Runner(rows), sign(color));
        }
    }
}

/// Where the first king wins: which side is first, the side to move being a step ahead.
fn race(turn: Color, to_white: Option<u8>, to_black: Option<u8>) -> i32 {
    const NEVER: i32 = 100;
    let plies = |rows: Option<u8>, color| {
        let first = i32::from(turn == color);
        rows.map_or(NEVER, |rows| 2 * i32::from(rows) - first)
    };
    let (white, black) = (plies(to_white, Color::White), plies(to_black, Color::Black));
    match white.cmp(&black) {
        std::cmp::Ordering::Less => 90 - white,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => black - 90,
    }
}
