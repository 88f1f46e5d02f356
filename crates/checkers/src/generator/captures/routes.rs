//! The routes of captures: a move says what is taken, a route says in which order and along which squares.

use std::ops::ControlFlow;

use board_engine::Color;

use crate::generator::captures::search::{Partial, Search, Visitor};
use crate::generator::{AnalysisPosition, MoveOf, Side};
use crate::layout::Set;
use crate::variant::Variant;

/// One step of a capture.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Leg {
    /// The bit of the piece that is taken.
    pub(crate) over: u32,
    /// The bit of the square where the capturing piece turns, or the one directly behind the taken piece if it goes
    /// straight on; of the last leg, where the move ends.
    pub(crate) to: u32,
}

/// The most landings that are tried for one question about routes: a set-up can be so contrived that its captures have
/// more routes than anybody could want to see.
const LANDINGS_MAX: u32 = 1 << 18;

/// Calls `visit` with the routes of a legal capture, always in the same order, until it breaks.
pub(crate) fn visit_routes<V: Variant>(
    position: &AnalysisPosition<V>,
    mv: MoveOf<V>,
    visit: &mut dyn FnMut(&[Leg]) -> ControlFlow<()>,
) {
    let routes = Routes::<V> { mv, legs: Vec::new(), left: LANDINGS_MAX, is_over: false, visit };
    match position.turn {
        Color::White => routes.visit_all::<true>(position),
        Color::Black => routes.visit_all::<false>(position),
    }
}

/// The first route of a legal capture; empty for a move that takes nothing.
pub(crate) fn route<V: Variant>(position: &AnalysisPosition<V>, mv: MoveOf<V>) -> Vec<Leg> {
    if !mv.is_capture() {
        return Vec::new();
    }
    let mut first = Vec::new();
    visit_routes::<V>(position, mv, &mut |legs| {
        first = legs.to_vec();
        ControlFlow::Break(())
    });
    first
}

/// The routes of one move among all captures that take nothing but its pieces.
struct Routes<'a, V: Variant> {
    mv: MoveOf<V>,
    /// Where the piece has landed so far, once for each piece that it has taken.
    legs: Vec<Leg>,
    /// How many landings may still be tried.
    left: u32,
    /// Whether the visitor has seen enough.
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
    fn landed(&mut self, over: Set<V>, to: Set<V>, partial: Partial<V::Word>) {
        self.left = self.left.saturating_sub(1);
        let before = partial.taken.count().saturating_sub(1);
        self.legs.truncate(before as usize);
        self.legs.extend(over.first().zip(to.first()).map(|(over, to)| Leg { over, to }));
    }

    fn ended(&mut self, to: Set<V>, partial: Partial<V::Word>) {
        let is_the_move = partial.taken == self.mv.taken() && to.contains(self.mv.to());
        if is_the_move && !self.is_done() {
            self.is_over = (self.visit)(&self.legs).is_break();
        }
    }

    fn is_done(&self) -> bool {
        self.is_over || self.left == 0
    }
}
