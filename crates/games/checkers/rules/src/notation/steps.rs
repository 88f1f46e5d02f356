//! The steps of moves: a capture has one step for each captured piece.

use std::ops::ControlFlow;

use board_engine::{Square, Step, Steps, Word};

use super::text_rules::TextRules;
use crate::generator::routes::Leg;
use crate::position::{Move, Position};

/// Maximum number of landings to try to find further routes for a position's captures. Each capture's first route is
/// always found.
const LANDINGS_MAX: u32 = 1 << 12;

/// The steps of these legal moves, along all routes of each capture.
pub(super) fn steps<W: Word>(
    rules: TextRules<W>,
    position: &Position<W>,
    moves: &[Move<W>],
    square: impl Fn(u32) -> Option<Square>,
) -> Steps {
    let mut steps = Steps::default();
    let mut left = LANDINGS_MAX;
    for (index, &mv) in moves.iter().enumerate().filter(|(_, mv)| !mv.is_pass()) {
        let (Some(from), Some(to)) = (square(mv.from()), square(mv.to())) else { continue };
        if !mv.is_capture() {
            steps.add_way(index, [Step::new(from, to)]);
            continue;
        }
        let mut add = |legs: &[Leg]| {
            let mut at = from;
            let jumps = legs.iter().filter_map(|leg| {
                let step = Step::new(at, square(leg.to)?).taking(square(leg.over)?);
                at = step.to;
                Some(step)
            });
            steps.add_way(index, jumps);
        };
        add(&rules.route(position, mv));
        rules.moves.visit_routes(position, mv, &mut left, &mut |legs| {
            add(legs);
            ControlFlow::Continue(())
        });
    }
    steps
}
