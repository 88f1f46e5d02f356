//! Learned patterns of men, and of men and kings, with hand-crafted terms.

mod learned;
mod windows;

use board_engine::{Color, Seat, Word};
use checkers::{Checkers, Layout, Position, Variant};
use search::{Evaluator, Score};

use self::learned::Stored;
use self::windows::{MEN, PIECES, Windows};
use crate::evaluation::standard::{self, Phased, Term, Weights};

/// A sum over overlapping windows of eight or twelve squares, with a learned weight for each way to fill one with men
/// (Buro, "From Simple Features to Sophisticated Evaluation Functions", 1998). Some variants also have windows of men
/// and kings with learned weights, which apply when there are kings. The sum includes the terms of
/// [`Standard`](crate::Standard), whose weights were learned together with the window weights.
///
/// For a variant without learned weights, this is the standard evaluation.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Patterns;

/// The pieces that count in a window.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Window {
    /// Only men, whether or not there are kings on the board.
    Men,
    /// Men and kings, if there are kings on the board. These windows have eight squares.
    Pieces,
}

impl Patterns {
    /// Maximum number of windows to evaluate. A window and its half turn count as one.
    pub const WINDOWS_MAX: usize = windows::WINDOWS_MAX;

    /// Returns `true` if this variant has learned weights.
    pub(crate) const fn are_learned<V: Variant>() -> bool {
        Stored::of(&V::RULES).is_some()
    }

    /// The number of windows on this variant's board, possibly 0.
    pub const fn window_count<V: Variant>(window: Window) -> usize {
        match window {
            Window::Men => Windows::<V, MEN>::COUNT,
            Window::Pieces => Windows::<V, PIECES>::COUNT,
        }
    }

    /// The number of ways to fill one of this variant's windows: 6,561 for eight squares with men, 531,441 for twelve,
    /// 390,625 for eight squares with men and kings.
    pub const fn contents<V: Variant>(window: Window) -> usize {
        match window {
            Window::Men => Windows::<V, MEN>::CONTENTS,
            Window::Pieces => Windows::<V, PIECES>::CONTENTS,
        }
    }

    /// The content of each window, a number below [`contents`](Self::contents): first for White, whose weights are
    /// added, then for Black, whose weights are subtracted. Numbers from [`window_count`](Self::window_count) on are 0.
    /// `None` if this kind of window is not used.
    pub fn indices<V: Variant>(
        window: Window,
        position: &Position<V::Word>,
    ) -> Option<[[u32; Self::WINDOWS_MAX]; 2]> {
        match window {
            Window::Men => Some(Windows::<V, MEN>::indices(position)),
            Window::Pieces => has_kings(position).then(|| Windows::<V, PIECES>::indices(position)),
        }
    }

    /// The learned weights: for each window and each way to fill it, the weights in the opening and in the ending, in
    /// hundredths of a man, as signed bytes. Empty for variants without learned weights.
    pub fn weights<V: Variant>(window: Window) -> &'static [[u8; 2]] {
        let Some(stored) = Stored::of(&V::RULES) else { return &[] };
        let (men, pieces) = (stored.windows)().split_at(men_weights::<V>());
        match window {
            Window::Men => men,
            Window::Pieces => pieces,
        }
    }

    /// Unpacks this variant's learned weights ahead of the first evaluation.
    pub(crate) fn load<V: Variant>() {
        let _unpacked = Self::weights::<V>(Window::Men);
    }

    /// A term's weight in the opening and in the ending, in hundredths of a man.
    pub fn weight_of_term<V: Variant>(term: Term) -> [i32; 2] {
        let weights = <Self as standard::Weighed<V>>::WEIGHTS;
        let weight = match term {
            Term::Place { row, from_edge } => {
                weights.placement(row, from_edge, Layout::<V>::HEIGHT, Layout::<V>::WIDTH)
            }
            _ => weights.of_term(term),
        };
        [weight.at(1, 1), weight.at(0, 1)]
    }
}

/// Number of weights for windows of men.
const fn men_weights<V: Variant>() -> usize {
    Windows::<V, MEN>::COUNT * Windows::<V, MEN>::CONTENTS
}

/// Returns `true` if either side has a king.
#[inline]
fn has_kings<W: Word>(position: &Position<W>) -> bool {
    !(position.kings(Color::White) | position.kings(Color::Black)).is_empty()
}

impl<V: Variant> Evaluator<Checkers<V>> for Patterns {
    #[inline]
    fn evaluate(&self, _: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        standard::evaluate::<V, Self>(position, seat, of_windows::<V>(position))
    }
}

impl<V: Variant> standard::Weighed<V> for Patterns {
    const WEIGHTS: &'static Weights = match Stored::of(&V::RULES) {
        Some(stored) => stored.terms,
        None => <standard::Standard as standard::Weighed<V>>::WEIGHTS,
    };
}

/// The sum of all window weights, for White.
#[inline]
fn of_windows<V: Variant>(position: &Position<V::Word>) -> Phased {
    let Some(stored) = (const { Stored::of(&V::RULES) }) else { return Phased::ZERO };
    let weights = (stored.windows)();
    let men = sum::<V, MEN>(weights, position);
    if !stored.has_pieces || !has_kings(position) {
        return men;
    }
    men.plus(sum::<V, PIECES>(&weights[const { men_weights::<V>() }..], position))
}

/// The sum of these windows' weights, for White. More weights may follow.
#[inline]
fn sum<V: Variant, const HELD: u32>(
    weights: &'static [[u8; 2]],
    position: &Position<V::Word>,
) -> Phased {
    let (count, contents) = (Windows::<V, HELD>::COUNT, Windows::<V, HELD>::CONTENTS);
    let [upright, turned] = Windows::<V, HELD>::indices(position);
    // Two separate sums so that the two numbers needn't be packed for each window.
    let [mut opening, mut ending] = [0; 2];
    for (window, weights) in weights[..count * contents].chunks_exact(contents).enumerate() {
        let [own, other] = [upright[window], turned[window]].map(|index| weight(weights, index));
        opening += own[0] - other[0];
        ending += own[1] - other[1];
    }
    Phased::new(opening, ending)
}

/// The weights for this window content in the opening and in the ending.
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

    /// Checks that each window has a learned weight.
    fn check<V: Variant>() {
        for window in [Window::Men, Window::Pieces] {
            let weights = Patterns::weights::<V>(window);
            let mut windows = weights.chunks_exact(Patterns::contents::<V>(window));
            assert!(window == Window::Pieces || windows.len() > 0);
            assert!(windows.all(|contents| contents.iter().any(|&weight| weight != [0; 2])));
        }
    }

    #[test]
    fn learned_weights_fit_the_board() {
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
    fn a_pair_of_bytes_contains_the_opening_and_endgame_weights() {
        let weights = [[0, 0], [5, (-2_i8).cast_unsigned()]];
        assert_eq!(weight(&weights, 1), [5, -2]);
        assert_eq!(weight(&weights, 0), [0, 0]);
    }

    /// The sum of all window weights in the opening and in the ending. White's view counts for White, Black's view
    /// against White.
    fn sums<V: Variant>(position: &Position<V::Word>) -> [i16; 2] {
        let mut sums = [0; 2];
        for window in [Window::Men, Window::Pieces] {
            let contents = Patterns::contents::<V>(window);
            let Some([white, black]) = Patterns::indices::<V>(window, position) else { continue };
            let tables = Patterns::weights::<V>(window).chunks_exact(contents);
            for (weights, (white, black)) in tables.zip(white.into_iter().zip(black)) {
                for (number, sum) in sums.iter_mut().enumerate() {
                    *sum += weight(weights, white)[number] - weight(weights, black)[number];
                }
            }
        }
        sums
    }

    #[test]
    fn the_view_of_white_adds_and_the_view_of_black_subtracts() {
        let game = Checkers::<International>::new();
        for text in ["W:W28,32,33,38,43:B8,13,19,23", "W:W28,32,33,38,K43:B8,13,K19,23"] {
            let position = game.parse_position(text).expect("a position");
            let [opening, ending] = sums::<International>(&position);
            assert_ne!([opening, ending], [0, 0]);
            assert_eq!(of_windows::<International>(&position), Phased::new(opening, ending));
        }
    }

    #[test]
    fn kings_are_included_if_their_weights_were_learned() {
        let position = |text: &str| Checkers::<English>::new().parse_position(text).expect(text);
        let [men, kings] = ["W:W25,26,30:B5,6,12", "W:WK14,26,30:B5,6,12"].map(position);
        assert_eq!(Patterns::indices::<English>(Window::Pieces, &men), None);
        assert_ne!(Patterns::indices::<English>(Window::Pieces, &kings), None);
        let count = |window| {
            Patterns::window_count::<English>(window) * Patterns::contents::<English>(window)
        };
        assert_eq!(Patterns::weights::<English>(Window::Pieces).len(), count(Window::Pieces));
        assert_eq!(Patterns::weights::<Frisian>(Window::Pieces).len(), 0);
    }
}
