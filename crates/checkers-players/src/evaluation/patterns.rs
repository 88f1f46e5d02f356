//! Learned patterns of men beside terms made by hand.

mod learned;
mod windows;

use board_engine::{Color, Seat};
use checkers::{Checkers, Position, Variant};
use search::{Evaluator, Score};

use self::learned::Learned;
use self::windows::Windows;
use crate::evaluation::standard::{self, Phased, Weights};

/// A sum over overlapping windows of eight or twelve squares, with a learned weight for each way to fill one with men
/// (Buro, "From Simple Features to Sophisticated Evaluation Functions", 1998), and beside it the terms of
/// [`Standard`](crate::Standard) with weights that were learned together with those of the windows.
///
/// Where nothing was learned it is the standard evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Patterns;

impl Patterns {
    /// The most windows that are looked at, a window and what it is after a half turn of the board being one.
    pub const WINDOWS_MAX: usize = windows::WINDOWS_MAX;

    /// How many windows there are on this variant's board; 0 where there are none.
    pub const fn window_count<V: Variant>() -> usize {
        Windows::<V>::COUNT
    }

    /// How many ways there are to fill a window of this variant: 6,561 for eight squares, 531,441 for twelve.
    pub const fn contents<V: Variant>() -> usize {
        Windows::<V>::CONTENTS
    }

    /// What stands in each window, a number below [`contents`](Self::contents): first for White, whose weights are added,
    /// then for Black, whose weights are subtracted.
    pub fn indices<V: Variant>(position: &Position<V::Word>) -> [[u32; Self::WINDOWS_MAX]; 2] {
        Windows::<V>::indices(position.men(Color::White), position.men(Color::Black))
    }

    /// What was learned: for each window and each way to fill it, the weight in the opening and that in the ending, in
    /// hundredths of a man, as signed bytes. Nothing for a variant for which nothing was learned.
    pub fn weights<V: Variant>() -> &'static [[u8; 2]] {
        Self::learned::<V>().map_or(&[], |learned| learned.windows)
    }

    /// What was learned for this variant, if anything was.
    ///
    /// # Panics
    /// If there isn't a weight for each way to fill each of its windows. It is called at compile time.
    const fn learned<V: Variant>() -> Option<Learned> {
        let learned = Learned::of(&V::RULES);
        if let Some(learned) = learned {
            assert!(learned.windows.len() == Self::window_count::<V>() * Self::contents::<V>());
        }
        learned
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

/// The sum of the weights of the men in all windows, for White.
#[inline]
fn of_windows<V: Variant>(position: &Position<V::Word>) -> Phased {
    let Some(learned) = (const { Patterns::learned::<V>() }) else { return Phased::ZERO };
    let [upright, turned] = Patterns::indices::<V>(position);
    // Added up by themselves, the two numbers need not be put together window by window.
    let [mut opening, mut ending] = [0; 2];
    for (window, weights) in learned.windows.chunks_exact(Windows::<V>::CONTENTS).enumerate() {
        let [own, other] = [upright[window], turned[window]].map(|index| weight(weights, index));
        opening += own[0] - other[0];
        ending += own[1] - other[1];
    }
    Phased::new(opening, ending)
}

/// The weights of this content of a window in the opening and in the ending.
#[inline]
fn weight(weights: &[[u8; 2]], content: u32) -> [i16; 2] {
    weights[content as usize].map(|byte| byte.cast_signed().into())
}

#[cfg(test)]
mod tests {
    use board_engine::Notation;
    use checkers::{
        Brazilian, English, Frisian, International, InternationalOn, Killer, Pool, Russian,
    };

    use super::*;

    /// Something was learned for each window.
    fn check<V: Variant>() {
        let Learned { windows, .. } = Patterns::learned::<V>().expect("something was learned");
        let mut windows = windows.chunks_exact(Patterns::contents::<V>());
        assert_eq!(windows.len(), Patterns::window_count::<V>());
        assert!(windows.all(|contents| contents.iter().any(|&weight| weight != [0; 2])));
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

    #[test]
    fn a_pair_of_bytes_is_the_opening_and_the_ending() {
        let weights = [[0, 0], [5, (-2_i8).cast_unsigned()]];
        assert_eq!(weight(&weights, 1), [5, -2]);
        assert_eq!(weight(&weights, 0), [0, 0]);
    }

    /// White's men count for White and Black's against White, by what each sees of the same windows.
    #[test]
    fn what_white_sees_is_added_and_what_black_sees_is_subtracted() {
        let game = Checkers::<International>::new();
        let position = game.parse_position("W:W28,32,33,38,43:B8,13,19,23").expect("a position");
        let learned = Patterns::learned::<International>().expect("something was learned");
        let contents = Patterns::contents::<International>();
        let sum = |seen: [u32; Patterns::WINDOWS_MAX], number: usize| -> i16 {
            let windows = learned.windows.chunks_exact(contents).zip(seen);
            windows.map(|(weights, seen)| weight(weights, seen)[number]).sum()
        };
        let [white, black] = Patterns::indices::<International>(&position);
        let [opening, ending] = [0, 1].map(|number| sum(white, number) - sum(black, number));
        assert_ne!([opening, ending], [0, 0]);
        assert_eq!(of_windows::<International>(&position), Phased::new(opening, ending));
    }
}
