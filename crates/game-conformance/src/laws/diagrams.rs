//! Pictures.

use std::collections::HashSet;

use board_engine::{Notation, Seat, Viewer};

use crate::scene::Scene;
use crate::{Law, Violation};

pub(crate) fn check<G: Notation>(scene: &Scene<'_, G>) -> Result<(), Violation> {
    let Scene { game, position, .. } = scene;
    let start = game.diagram(&game.start(), Viewer::Arbiter);
    let seats = Seat::all(game.seats()).map(Viewer::Seat);
    for viewer in [Viewer::Arbiter, Viewer::Public].into_iter().chain(seats) {
        let diagram = game.diagram(position, viewer);
        let is_same = diagram.geometry() == start.geometry();
        scene.demand(is_same, Law::DiagramsShareSquares, || {
            let counts = (start.geometry().square_count(), diagram.geometry().square_count());
            format!("{} squares at the start, {} for {viewer:?}", counts.0, counts.1)
        })?;
        let squares = diagram.geometry().squares();
        let names: HashSet<&str> = squares.map(|square| diagram.name(square)).collect();
        let count = diagram.geometry().square_count();
        let is_named = names.len() == count && !names.contains("");
        scene.demand(is_named, Law::DiagramsShareSquares, || {
            format!("{} names for {count} squares", names.len())
        })?;
    }
    for &mv in &scene.moves {
        let count = start.geometry().square_count();
        let mut after = (*position).clone();
        game.play(&mut after, mv);
        let picture = game.diagram_after(position, mv, &after, Viewer::Arbiter);
        let is_same = picture.geometry() == start.geometry();
        scene.demand_of(mv, is_same, Law::DiagramsShareSquares, || {
            format!("{} squares after the move", picture.geometry().square_count())
        })?;
        let route = game.route(position, mv);
        let is_on_board = route.iter().all(|square| square.index() < count);
        scene.demand_of(mv, is_on_board, Law::RoutesAreOnTheBoard, || {
            format!("{route:?} on {count} squares")
        })?;
    }
    Ok(())
}
