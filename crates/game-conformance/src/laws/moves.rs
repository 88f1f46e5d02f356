//! The list of legal moves.

use board_engine::{Notation, Status, Turn};

use crate::scene::Scene;
use crate::{Law, Violation};

pub(crate) fn check<G: Notation>(scene: &Scene<'_, G>) -> Result<(), Violation> {
    check_turn(scene)?;
    check_listing(scene)?;
    let Scene { game, position, moves, .. } = scene;
    for (index, &mv) in moves.iter().enumerate() {
        scene.demand_of(mv, !moves[..index].contains(&mv), Law::MovesAreListedOnce, || {
            format!("{mv:?} stands twice in a list of {}", moves.len())
        })?;
    }
    let has_moves = scene.status != Status::Ongoing || !moves.is_empty();
    scene.demand(has_moves, Law::OngoingHasMoves, || "the list is empty".into())?;
    let count = game.count_moves(position, &mut Vec::new());
    scene.demand(count == moves.len() as u64, Law::CountIsLength, || {
        format!("{count} counted, {} listed", moves.len())
    })?;
    let status = game.status(position, &mut Vec::new());
    scene.demand(status == scene.status, Law::StatusIsThatOfTheList, || {
        format!("{status:?}, with the list {:?}", scene.status)
    })
}

/// Asks again with a list that is not empty.
fn check_listing<G: Notation>(scene: &Scene<'_, G>) -> Result<(), Violation> {
    let Scene { game, position, moves, .. } = scene;
    let mut again = moves.clone();
    let status = game.legal_moves(position, &mut again);
    let is_prefixed = again.len() > moves.len() && again.starts_with(moves) && !moves.is_empty();
    scene.demand(!is_prefixed, Law::ListIsCleared, || {
        format!("{} moves, then {} with the same list", moves.len(), again.len())
    })?;
    scene.demand(again == *moves && status == scene.status, Law::ListIsRepeatable, || {
        format!("first {:?} {moves:?}, then {status:?} {again:?}", scene.status)
    })
}

fn check_turn<G: Notation>(scene: &Scene<'_, G>) -> Result<(), Violation> {
    let Scene { game, position, moves, .. } = scene;
    match game.turn(position) {
        Turn::Seat(seat) => {
            scene.demand(seat.index() < game.seats(), Law::TurnIsOfASeat, || seat.to_string())
        }
        Turn::Chance => moves.iter().try_for_each(|&mv| {
            let is_possible = game.weight(position, mv) > 0;
            scene.demand_of(mv, is_possible, Law::ChanceHasWeights, || "weight 0".into())
        }),
    }
}
