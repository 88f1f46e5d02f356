//! Learned patterns of men beside terms made by hand.

mod learned;
mod windows;

use board_engine::{Color, Seat};
use checkers::{Checkers, Position, Variant};
use search::{Evaluator, Score};

use self::learned::Learned;
use self::windows::Windows;
use crate::checkers::standard::{self, Phased, Weights};

/// A sum over overlapping windows of eight squares, with a learned weight for each of the 6,561 ways to fill one with men
/// (Buro, "From Simple Features to Sophisticated Evaluation Functions", 1998), and beside it the terms of
/// [`Standard`](crate::Standard) with weights that were learned together with those of the windows.
///
/// Where nothing was learned it is the standard evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Patterns;

impl Patterns {
    /// The most windows that are looked at, a window and what it is after a half turn of the board being one.
    pub const WINDOWS_MAX: usize = windows::WINDOWS_MAX;

    /// How many ways there are to fill a window.
    pub const CONTENTS: usize = windows::CONTENTS;

    /// How many windows there are on this variant's board; 0 where there are none.
    pub const fn window_count<V: Variant>() -> usize {
        Windows::<V>::COUNT
    }

    /// What stands in each window, a number below [`CONTENTS`](Self::CONTENTS): first for White, whose weights are added, then for Black, whose
    /// weights are subtracted.
    pub fn indices<V: Variant>(position: &Position<V::Word>) -> [[u16; Self::WINDOWS_MAX]; 2] {
        Windows::<V>::indices(position.men(Color::White), position.men(Color::Black))
    }

    /// What was learned for this variant, if anything was.
    const fn learned<V: Variant>() -> Option<Learned> {
        Learned::of(&V::RULES)
    }
}

impl<V: Variant> Evaluator<Checkers<V>> for Patterns {
    #[inline]
    fn evaluate(&self, _: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        standard::evaluate::<V, Self>(position, seat, of_windows::<V>(position))
    }
}

impl<V: Variant> standard::Weighed<V> for Patterns {
    const WEIGHTS: &'static Weights = match Self::learned::<V>() {
        Some(learned) => learned.terms,
        None => <standard::Standard as standard::Weighed<V>>::WEIGHTS,
    };
}

/// What the men in all windows are worth for White.
#[inline]
fn of_windows<V: Variant>(position: &Position<V::Word>) -> Phased {
    let Some(learned) = (const { Patterns::learned::<V>() }) else { return Phased::ZERO };
    let [upright, turned] = Patterns::indices::<V>(position);
    let mut sum = Phased::ZERO;
    for window in 0..Patterns::window_count::<V>() {
        let weights = &learned.windows[window];
        sum = sum.plus(weights[usize::from(upright[window])]);
        sum = sum.minus(weights[usize::from(turned[window])]);
    }
    sum
}

#[cfg(test)]
mod tests {
    use board_engine::Notation;
    use checkers::{
        Brazilian, English, Frisian, International, InternationalOn, Killer, Pool, Russian,
    };

    use super::*;

    /// The file of a variant has a table for each of its windows, and no more.
    fn check<V: Variant>() {
        let learned = Patterns::learned::<V>().expect("something was learned");
        let is_learned = |table: &[Phased]| table.iter().any(|&weight| weight != Phased::ZERO);
        let count = learned.windows.iter().filter(|table| is_learned(*table)).count();
        assert_eq!(count, Patterns::window_count::<V>());
        assert!(is_learned(&learned.windows[count - 1]));
    }

    #[test]
    fn what_was_learned_fits_the_board() {
        check::<English>();
        check::<International>();
        check::<Russian>();
        check::<Brazilian>();
        check::<Frisian>();
        check::<Pool>();
        check::<Killer>();
        check::<InternationalOn<u64, 8, 3>>();
    }

    /// White's men count for White and Black's against White, by what each sees of the same windows.
    #[test]
    fn what_white_sees_is_added_and_what_black_sees_is_subtracted() {
        let game = Checkers::<International>::new();
        let position = game.parse_position("W:W28,32,33,38,43:B8,13,19,23").expect("a position");
        let learned = Patterns::learned::<International>().expect("something was learned");
        let worth = |seen: [u16; Patterns::WINDOWS_MAX]| {
            let windows = learned.windows.iter().zip(seen);
            windows.fold(Phased::ZERO, |sum, (table, index)| sum.plus(table[usize::from(index)]))
        };
        let [white, black] = Patterns::indices::<International>(&position).map(worth);
        assert_ne!(white, black);
        assert_eq!(of_windows::<International>(&position), white.minus(black));
    }
}
