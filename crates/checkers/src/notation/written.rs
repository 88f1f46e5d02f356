//! A move as it is written, and whether a legal move fits it.

use std::ops::ControlFlow;

use crate::generator::routes::{self, Leg};
use crate::generator::{AnalysisPosition, MoveOf};
use crate::layout::{DIRECTIONS, Layout};
use crate::variant::Variant;

/// A move as it is written: at least two squares.
pub(super) struct Written {
    pub(super) squares: Vec<u32>,
    /// Whether a sign between the squares says that pieces are taken.
    pub(super) captures: bool,
}

/// Whether a route of a capture passes over these squares in this order.
pub(super) fn squares_fit<V: Variant>(
    position: &AnalysisPosition<V>,
    mv: MoveOf<V>,
    squares: &[u32],
) -> bool {
    any_route::<V>(position, mv, |legs| {
        is_subsequence(squares, &passed_squares::<V>(mv.from(), legs))
    })
}

pub(super) fn any_route<V: Variant>(
    position: &AnalysisPosition<V>,
    mv: MoveOf<V>,
    fits: impl Fn(&[Leg]) -> bool,
) -> bool {
    let mut found = false;
    routes::visit_routes::<V>(position, mv, &mut |legs| {
        found = fits(legs);
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    });
    found
}

pub(super) fn is_subsequence(part: &[u32], whole: &[u32]) -> bool {
    let mut rest = whole.iter();
    part.iter().all(|square| rest.any(|other| other == square))
}

/// All free squares that a route passes over or lands on, its start and end included.
fn passed_squares<V: Variant>(from: u32, legs: &[Leg]) -> Vec<u32> {
    let mut passed = vec![from];
    let mut at = from;
    for leg in legs {
        let on_the_way = |direction: &usize| line::<V>(at, leg.to, *direction).is_some();
        if let Some(line) =
            (0..DIRECTIONS).find(on_the_way).and_then(|direction| line::<V>(at, leg.to, direction))
        {
            passed.extend(line.into_iter().filter(|&bit| bit != leg.over));
        }
        at = leg.to;
    }
    passed
}

/// The squares after `from` up to `to` in this direction, if it leads there.
fn line<V: Variant>(from: u32, to: u32, direction: usize) -> Option<Vec<u32>> {
    let mut squares = Vec::new();
    let mut at = from;
    while at != to {
        at = Layout::<V>::neighbor(at, direction)?;
        squares.push(at);
    }
    Some(squares)
}
