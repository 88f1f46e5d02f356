//! Capture routes: a move consists of its ends and the captured pieces; a route adds the squares and the order of the
//! captures.

use std::ops::ControlFlow;

use board_engine::Color;

use super::QUESTION_LANDINGS_MAX;
use super::search::{Partial, Search, Visitor};
use crate::generator::{AnalysisPosition, MoveOf, Side};
use crate::layout::Set;
use crate::variant::Variant;

/// One step in a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leg {
    /// The captured piece's bit.
    pub(crate) over: u32,
    /// The bit of the square on which the capturing piece turns, or of the square directly behind the captured piece if
    /// the capturing piece continues straight ahead. For the last leg, the end of the move.
    pub(crate) to: u32,
}

/// Calls `visit` with the routes of a legal capture, always in the same order, until it breaks or `left` landings have
/// been tried. Subtracts the landings from `left`.
pub(crate) fn visit_routes<V: Variant>(
    position: &AnalysisPosition<V>,
    mv: MoveOf<V>,
    left: &mut u32,
    visit: &mut dyn FnMut(&[Leg]) -> ControlFlow<()>,
) {
    let along = None;
    visit_all(position, Routes::<V> { mv, along, legs: Vec::new(), left, is_over: false, visit });
}

/// Returns `true` if a capture has a route that starts, turns or lands on exactly these squares. No other routes are
/// tried, so this takes no longer than playing the route.
pub(crate) fn has_route_along<V: Variant>(
    position: &AnalysisPosition<V>,
    mv: MoveOf<V>,
    squares: &[u32],
) -> bool {
    if !mv.is_capture() {
        return false;
    }
    let (mut found, left) = (false, &mut { QUESTION_LANDINGS_MAX });
    let visit = &mut |legs: &[Leg]| {
        found = legs.len() + 1 == squares.len();
        if found { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    };
    let along = Some(squares);
    visit_all(position, Routes::<V> { mv, along, legs: Vec::new(), left, is_over: false, visit });
    found
}

fn visit_all<V: Variant>(position: &AnalysisPosition<V>, routes: Routes<'_, V>) {
    match position.turn {
        Color::White => routes.visit_all::<true>(position),
        Color::Black => routes.visit_all::<false>(position),
    }
}

/// The routes of one move among all captures that take only its pieces.
struct Routes<'a, V: Variant> {
    mv: MoveOf<V>,
    /// The squares that a route must touch, in order; `None` for any route.
    along: Option<&'a [u32]>,
    /// The landings so far, one for each captured piece.
    legs: Vec<Leg>,
    /// The number of landings that may still be tried.
    left: &'a mut u32,
    /// `true` if the visitor has seen enough.
    is_over: bool,
    visit: &'a mut dyn FnMut(&[Leg]) -> ControlFlow<()>,
}

impl<V: Variant> Routes<'_, V> {
    fn visit_all<const WHITE: bool>(self, position: &AnalysisPosition<V>) {
        let from = self.mv.from();
        let mut search = Search::<V, WHITE, _>::new(&Side::of(position), self.mv.taken(), self);
        if position.kings.contains(from) {
            search.capture_with::<true>(from);
        } else {
            search.capture_with::<false>(from);
        }
    }
}

impl<V: Variant> Visitor<V> for Routes<'_, V> {
    fn on_landing(&mut self, over: Set<V>, to: Set<V>, partial: Partial<V::Word>) {
        *self.left = self.left.saturating_sub(1);
        let before = partial.taken.count().saturating_sub(1);
        self.legs.truncate(before as usize);
        self.legs.extend(over.first().zip(to.first()).map(|(over, to)| Leg { over, to }));
    }

    fn follows(&self, to: Set<V>) -> bool {
        let is_next = |squares: &[u32]| {
            squares.get(self.legs.len()).is_some_and(|&square| to.contains(square))
        };
        self.along.is_none_or(is_next)
    }

    fn on_end(&mut self, to: Set<V>, partial: Partial<V::Word>) {
        let is_the_move = partial.taken == self.mv.taken() && to.contains(self.mv.to());
        if is_the_move && self.follows(to) && !self.is_done() {
            self.is_over = (self.visit)(&self.legs).is_break();
        }
    }

    fn is_done(&self) -> bool {
        self.is_over || *self.left == 0
    }
}
