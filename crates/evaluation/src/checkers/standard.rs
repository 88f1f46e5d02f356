//! The evaluation that is taken where nothing is said.

mod endings;
mod placement;
mod weights;

use board_engine::{Color, Seat};
use checkers::rules::Goal;
use checkers::{Checkers, Layout, Position, Variant};
use search::{Evaluator, Score};

use self::placement::Placement;
use self::weights::{Phased, Weights};
use crate::checkers::count;

/// A hand-made judgement of every variant: men, where they stand and how far they have come, kings, freedom, balance
/// between left and right, men whom nobody can stop, and endings that are drawn whatever the material says.
///
/// What a man's place is worth lies between two numbers, one for the opening and one for the ending, by how many men
/// are left (a *tapered* evaluation). All terms are computed from whole sets of squares.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Standard;

impl<V: Variant> Evaluator<Checkers<V>> for Standard {
    #[inline]
    fn evaluate(&self, _: &Checkers<V>, position: &Position<V::Word>, seat: Seat) -> Score {
        let white = for_white::<V>(position);
        let is_white = matches!(Checkers::<V>::color_of(seat), Color::White);
        Score::new(if is_white { white } else { -white })
    }
}

/// What the position is worth for White, in hundredths of a man.
fn for_white<V: Variant>(position: &Position<V::Word>) -> i32 {
    let weights = const { Weights::of(&V::RULES) };
    let [white, black] = Color::ALL.map(|color| Side::of::<V>(position, color));
    let mut value = weights.man * (white.men - black.men);
    value += (white.places - black.places).at(white.men + black.men, 2 * men_at_the_start::<V>());
    value += weights.imbalance * (white.imbalance - black.imbalance);
    if white.kings + black.kings == 0 {
        value += weights.men_freedom * (white.freedom - black.freedom);
    } else {
        value += kings_value::<V>(weights, position, white, black);
    }
    value += runners::<V>(weights, position, white, black);
    endings::scaled::<V>(position, value)
}

/// What is counted for one side.
#[derive(Clone, Copy)]
struct Side {
    men: i32,
    kings: i32,
    /// What the places of its men are worth.
    places: Phased,
    /// How many men it has more on one wing than on the other.
    imbalance: i32,
    /// How many moves without capture it could make.
    freedom: i32,
}

impl Side {
    #[inline]
    fn of<V: Variant>(position: &Position<V::Word>, color: Color) -> Self {
        let tally = Placement::<V>::of(position.men(color), color);
        let (men, left) = tally.counts();
        let kings = position.kings(color);
        Self {
            men,
            kings: if kings.is_empty() { 0 } else { count(kings) },
            places: tally.places(),
            imbalance: (2 * left - men).abs(),
            freedom: Checkers::<V>::mobility(position, color).cast_signed(),
        }
    }
}

const fn men_at_the_start<V: Variant>() -> i32 {
    Layout::<V>::PIECES_MAX.cast_signed()
}

/// What kings add, and what freedom is worth as soon as there are some.
fn kings_value<V: Variant>(
    weights: &Weights,
    position: &Position<V::Word>,
    white: Side,
    black: Side,
) -> i32 {
    let side = |color, own: Side, other: Side| {
        let kings = position.kings(color);
        let freedom = if own.kings > 0 { weights.kings_freedom } else { weights.men_freedom };
        let sole = if own.kings > 0 && other.kings == 0 { weights.sole_kings } else { 0 };
        weights.king * own.kings
            + weights.main_road * count(kings & Layout::<V>::main_road())
            + weights.king_edge * count(kings & Placement::<V>::edge())
            + freedom * own.freedom
            + sole
    };
    side(Color::White, white, black) - side(Color::Black, black, white)
}

/// What men are worth that no man of the other side can meet any more: the first one to be crowned counts.
#[inline]
fn runners<V: Variant>(
    weights: &Weights,
    position: &Position<V::Word>,
    white: Side,
    black: Side,
) -> i32 {
    let distance = |color: Color, other: Side| {
        let men = position.men(color) & Placement::<V>::far_half(color);
        if men.is_empty() || other.kings > 0 {
            return None;
        }
        let unmet = Layout::<V>::outside_span(men, position.pieces(!color), !color);
        Placement::<V>::rows_to_crown(unmet, color)
    };
    let (to_white, to_black) = (distance(Color::White, black), distance(Color::Black, white));
    if matches!(V::RULES.goal, Goal::FirstKing) {
        return race(position.turn(), to_white, to_black, weights.runner);
    }
    let worth = |steps: Option<i32>| {
        steps.map_or(0, |steps| (weights.runner - weights.runner_step * steps).max(0))
    };
    worth(to_white) - worth(to_black)
}

/// Where the first king wins: who is first, the side to move being a step ahead.
fn race(turn: Color, to_white: Option<i32>, to_black: Option<i32>, worth: i32) -> i32 {
    const NEVER: i32 = 100;
    let plies = |steps: Option<i32>, color| {
        let first = i32::from(turn == color);
        steps.map_or(NEVER, |steps| 2 * steps - first)
    };
    let (white, black) = (plies(to_white, Color::White), plies(to_black, Color::Black));
    match white.cmp(&black) {
        std::cmp::Ordering::Less => worth - 10 * white,
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => 10 * black - worth,
    }
}
