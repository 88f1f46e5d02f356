//! The hand-crafted evaluation, which every variant has.

mod counting;
mod endings;
mod placement;
mod structure;
mod terms;
mod weights;

use std::marker::PhantomData;

use board_engine::{Color, Seat};
use checkers::{Checkers, Layout, Position, Set, Variant};
use search::{Evaluator, Score};

use self::placement::Placement;
pub use self::terms::{Term, Terms};
pub(super) use self::weights::{Phased, Weights};

/// A hand-crafted evaluation for every variant: men, their squares and progress, kings, mobility, the structure of men,
/// unstoppable men, and endings that are drawn regardless of the material.
///
/// The evaluation is a sum of [`Term`] weights, each multiplied by the term's count for White minus its count for
/// Black. A term's weight is interpolated between the opening and the ending by the number of men left (a *tapered*
/// evaluation). All terms are computed from whole sets of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standard;

impl Standard {
    /// Counts the terms in the position, and returns the game phase: the share of the men left, 0 to 1.
    pub fn count<V: Variant, T: Terms<V>>(position: &Position<V::Word>, terms: &mut T) -> f64 {
        f64::from(counting::count_all::<V, T>(position, terms)) / f64::from(men_max::<V>())
    }
}

impl<V: Variant> Evaluator<Checkers<V>> for Standard {
    #[inline]
    fn evaluate(&self, _: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        evaluate::<V, Self>(position, seat, Phased::ZERO)
    }
}

/// The weights of an evaluation's terms.
pub(super) trait Weighed<V: Variant> {
    const WEIGHTS: &'static Weights;
}

impl<V: Variant> Weighed<V> for Standard {
    const WEIGHTS: &'static Weights = Weights::of(&V::RULES);
}

/// The position's score for `seat`, in hundredths of a man: the terms with `E`'s weights, plus `E`'s other parts for
/// White.
#[inline]
pub(super) fn evaluate<V: Variant, E: Weighed<V>>(
    position: &Position<V::Word>,
    seat: Seat,
    more: Phased,
) -> Score {
    let mut sum = Sum::<V, E>(more, PhantomData);
    let men = counting::count_all::<V, Sum<V, E>>(position, &mut sum);
    let white = endings::scaled::<V>(position, sum.0.at(men, men_max::<V>()));
    let is_white = matches!(Checkers::<V>::color_of(seat), Color::White);
    Score::new(if is_white { white } else { -white })
}

const fn men_max<V: Variant>() -> i32 {
    2 * Layout::<V>::PIECES_MAX.cast_signed()
}

/// The sum of the terms.
struct Sum<V, E>(Phased, PhantomData<(V, E)>);

impl<V: Variant, E: Weighed<V>> Terms<V> for Sum<V, E> {
    // The term is a constant in every call, so its weight is a constant too, and a term with weight zero costs nothing.
    #[inline]
    fn add(&mut self, term: Term, times: i32) {
        self.0 = self.0.plus(const { E::WEIGHTS }.of_term(term).times(times));
    }

    #[inline]
    fn add_men(&mut self, men: Set<V>, color: Color) -> (i32, i32) {
        let tally = Placement::<V, E>::of(men, color);
        let (count, left) = tally.counts();
        self.0 = self.0.plus(tally.placement().times(terms::sign(color)));
        self.add(Term::Man, terms::sign(color) * count);
        (count, left)
    }
}

#[cfg(test)]
mod tests {
    use checkers::{English, International, Italian, Losing, Turkish};
    use proptest::prelude::*;

    use super::*;
    use crate::evaluation::visits::visit_each;

    /// The sum of the terms, man by man.
    struct OneByOne<V: Variant>(Phased, PhantomData<V>);

    impl<V: Variant> Terms<V> for OneByOne<V> {
        fn add(&mut self, term: Term, times: i32) {
            let weights = Weights::of(&V::RULES);
            let weight = match term {
                Term::Place { row, from_edge } => {
                    weights.placement(row, from_edge, Layout::<V>::HEIGHT, Layout::<V>::WIDTH)
                }
                _ => weights.of_term(term),
            };
            self.0 = self.0.plus(weight.times(times));
        }
    }

    fn check<V: Variant>(choices: &[usize]) {
        visit_each::<V>(choices, |position| {
            let (mut sum, mut one_by_one) = (
                Sum::<V, Standard>(Phased::ZERO, PhantomData),
                OneByOne::<V>(Phased::ZERO, PhantomData),
            );
            let phases =
                (Standard::count(position, &mut sum), Standard::count(position, &mut one_by_one));
            assert_eq!((sum.0, phases.0), (one_by_one.0, phases.1), "{position:?}");
        });
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 32, failure_persistence: None, ..ProptestConfig::default() })]

        #[test]
        fn men_looked_up_at_once_add_up_to_the_single_men(
            choices in prop::collection::vec(0..1_000_usize, 100),
        ) {
            check::<English>(&choices);
            check::<International>(&choices);
            check::<Italian>(&choices);
            check::<Losing>(&choices);
            check::<Turkish>(&choices);
        }
    }
}
