//! The routes of captures: a move says what is taken, a route says in which order and along which squares.

use std::ops::ControlFlow;

use board_engine::{Bitboard, Color};

use crate::generator::{MoveOf, PositionOf};
use crate::layout::{DIRECTIONS, Directions, Layout, Set, opposite};
use crate::rules::{Kings, MenCapture, Promotion, Taken};
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

/// The most legs that are tried for one question about routes: a set-up can be so contrived that its captures have
/// more routes than anybody could want to see.
const LEGS_MAX: u32 = 1 << 17;

/// Calls `visit` with the routes of a legal capture, always in the same order, until it breaks. Returns what it broke
/// with.
pub(crate) fn find_route<V: Variant, T>(
    position: &PositionOf<V>,
    mv: MoveOf<V>,
    visit: &mut dyn FnMut(&[Leg]) -> ControlFlow<T>,
) -> Option<T> {
    let color = position.turn;
    let from = Bitboard::single(mv.from());
    let mut walk = Walk::<V, T> {
        color,
        mv,
        free: (Layout::<V>::board() - position.occupied()) | from,
        legs: Vec::new(),
        legs_left: LEGS_MAX,
        visit,
    };
    let king = position.kings.meets(from);
    walk.go_on(mv.from(), king, Arrival::Start, mv.taken()).break_value().flatten()
}

/// The first route of a legal capture; empty for a move that takes nothing.
pub(crate) fn route<V: Variant>(position: &PositionOf<V>, mv: MoveOf<V>) -> Vec<Leg> {
    if !mv.is_capture() {
        return Vec::new();
    }
    find_route::<V, _>(position, mv, &mut |legs| ControlFlow::Break(legs.to_vec()))
        .unwrap_or_default()
}

/// How the piece came to where it is.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Arrival {
    Start,
    /// In this direction, landing directly behind the taken piece.
    Behind(usize),
    /// In this direction, landing further away.
    Beyond(usize),
}

struct Walk<'a, V: Variant, T> {
    color: Color,
    mv: MoveOf<V>,
    free: Set<V>,
    legs: Vec<Leg>,
    legs_left: u32,
    visit: &'a mut dyn FnMut(&[Leg]) -> ControlFlow<T>,
}

impl<V: Variant, T> Walk<'_, V, T> {
    /// Takes what is `left` to take. It breaks with `None` when it gives up.
    fn go_on(
        &mut self,
        at: u32,
        king: bool,
        came: Arrival,
        left: Set<V>,
    ) -> ControlFlow<Option<T>> {
        if left.is_empty() {
            return if at == self.mv.to() {
                (self.visit)(&self.legs).map_break(Some)
            } else {
                ControlFlow::Continue(())
            };
        }
        (0..DIRECTIONS).try_for_each(|direction| {
            let goes = self.may_go(direction, king, came);
            let over = goes.then(|| self.next_piece(at, direction, king, left)).flatten();
            match over.filter(|&over| left.contains(over)) {
                Some(over) => self.land(over, direction, king, left - Bitboard::single(over)),
                None => ControlFlow::Continue(()),
            }
        })
    }

    fn may_go(&self, direction: usize, king: bool, came: Arrival) -> bool {
        let all = const { Directions::all(V::RULES.lines, true) };
        let men_go_back = matches!(V::RULES.men_capture, MenCapture::AllAround);
        let directions =
            if king || men_go_back { all } else { all.forward(self.color == Color::White) };
        let allowed = match came {
            Arrival::Start => true,
            // Straight on is the same from wherever a king lands.
            Arrival::Beyond(before) if before == direction => false,
            Arrival::Behind(before) | Arrival::Beyond(before) => {
                !(matches!(V::RULES.taken, Taken::AtOnceWithoutTurningBack)
                    && opposite(before) == direction)
            }
        };
        allowed && directions.has(direction)
    }

    /// The squares that can be passed while these pieces are left to take.
    fn free(&self, left: Set<V>) -> Set<V> {
        match V::RULES.taken {
            Taken::AtTheEnd => self.free,
            Taken::AtOnce | Taken::AtOnceWithoutTurningBack => self.free | (self.mv.taken() - left),
        }
    }

    /// The next square in this direction that is not free.
    fn next_piece(&self, at: u32, direction: usize, king: bool, left: Set<V>) -> Option<u32> {
        let free = self.free(left);
        let mut next = Layout::<V>::neighbor(at, direction)?;
        while flies::<V>(king) && free.contains(next) {
            next = Layout::<V>::neighbor(next, direction)?;
        }
        Some(next)
    }

    /// Lands behind the piece on `over` and goes on.
    fn land(
        &mut self,
        over: u32,
        direction: usize,
        king: bool,
        left: Set<V>,
    ) -> ControlFlow<Option<T>> {
        let free = self.free(left);
        let mut came = Arrival::Behind(direction);
        let mut landing = Layout::<V>::neighbor(over, direction).filter(|&to| free.contains(to));
        while let Some(to) = landing {
            self.legs_left = self.legs_left.saturating_sub(1);
            if self.legs_left == 0 {
                return ControlFlow::Break(None);
            }
            let crowned = Layout::<V>::crown(self.color).contains(to);
            let now_king = king || (crowned && matches!(V::RULES.promotion, Promotion::AtOnce));
            let stops = !king && crowned && matches!(V::RULES.promotion, Promotion::EndsTheMove);
            if !stops || left.is_empty() {
                self.legs.push(Leg { over, to });
                self.go_on(to, now_king, came, left)?;
                self.legs.pop();
            }
            let further = flies::<V>(king) && !matches!(V::RULES.kings, Kings::LandingBehind);
            landing =
                Layout::<V>::neighbor(to, direction).filter(|&to| further && free.contains(to));
            came = Arrival::Beyond(direction);
        }
        ControlFlow::Continue(())
    }
}

/// Whether the piece passes over free squares.
fn flies<V: Variant>(king: bool) -> bool {
    king && !matches!(V::RULES.kings, Kings::Short)
}
