//! The variant properties that are needed to parse and write moves.

use std::marker::PhantomData;
use std::ops::ControlFlow;

use board_engine::Word;

use crate::generator::routes::{self, Leg};
use crate::generator::{self, QUESTION_LANDINGS_MAX};
use crate::layout::{Layout, Squares};
use crate::position::{Move, Position};
use crate::rules::Goal;
use crate::variant::Variant;

/// A variant as a value, for the code that parses and writes moves. That code is compiled once for all variants.
#[derive(Clone, Copy)]
pub(crate) struct TextRules<W: Word> {
    pub(crate) squares: Squares,
    pub(super) moves: &'static dyn MovesOf<W>,
}

impl<W: Word> TextRules<W> {
    /// The rules of `V`.
    pub(crate) const fn of<V: Variant<Word = W>>() -> Self {
        Self { squares: Layout::<V>::SQUARES, moves: &Of::<V>(PhantomData) }
    }

    /// Returns `true` if a side without a move passes.
    pub(super) const fn passes(self) -> bool {
        matches!(self.squares.rules.goal, Goal::MorePieces)
    }

    /// The first route of a legal capture; empty for a move without captures.
    pub(super) fn route(self, position: &Position<W>, mv: Move<W>) -> Vec<Leg> {
        if !mv.is_capture() {
            return Vec::new();
        }
        let mut first = Vec::new();
        self.moves.visit_routes(position, mv, &mut { QUESTION_LANDINGS_MAX }, &mut |legs| {
            first = legs.to_vec();
            ControlFlow::Break(())
        });
        first
    }
}

/// A variant's moves: the generator's functions with these names.
pub(crate) trait MovesOf<W: Word>: Sync {
    fn list(&self, position: &Position<W>, moves: &mut Vec<Move<W>>);

    fn visit_routes(
        &self,
        position: &Position<W>,
        mv: Move<W>,
        left: &mut u32,
        visit: &mut dyn FnMut(&[Leg]) -> ControlFlow<()>,
    );

    fn has_route_along(&self, position: &Position<W>, mv: Move<W>, squares: &[u32]) -> bool;
}

struct Of<V>(PhantomData<V>);

impl<V: Variant<Word = W>, W: Word> MovesOf<W> for Of<V> {
    fn list(&self, position: &Position<W>, moves: &mut Vec<Move<W>>) {
        generator::list::<V>(position, moves);
    }

    fn visit_routes(
        &self,
        position: &Position<W>,
        mv: Move<W>,
        left: &mut u32,
        visit: &mut dyn FnMut(&[Leg]) -> ControlFlow<()>,
    ) {
        routes::visit_routes::<V>(position, mv, left, visit);
    }

    fn has_route_along(&self, position: &Position<W>, mv: Move<W>, squares: &[u32]) -> bool {
        routes::has_route_along::<V>(position, mv, squares)
    }
}
