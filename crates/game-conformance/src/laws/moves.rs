//! The list of legal moves.

use board_engine::{Notation, Status, Turn};

use crate::checked_position::CheckedPosition;
use crate::{Law, Violation};

pub(crate) fn check<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    check_turn(checked)?;
    check_listing(checked)?;
    let CheckedPosition { game, position, moves, .. } = checked;
    for (index, &mv) in moves.iter().enumerate() {
        checked.require_move(mv, !moves[..index].contains(&mv), Law::MovesAreListedOnce, || {
            format!("{mv:?} stands twice in a list of {}", moves.len())
        })?;
    }
    let has_moves = checked.status != Status::Ongoing || !moves.is_empty();
    checked.require(has_moves, Law::OngoingHasMoves, || "the list is empty".into())?;
    let count = game.count_moves(position, &mut Vec::new());
    checked.require(count == moves.len() as u64, Law::CountIsLength, || {
        format!("{count} counted, {} listed", moves.len())
    })?;
    let status = game.status(position, &mut Vec::new());
    checked.require(status == checked.status, Law::StatusIsThatOfTheList, || {
        format!("{status:?}, with the list {:?}", checked.status)
    })
}

/// Lists the moves again into a list that is not empty.
fn check_listing<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    let CheckedPosition { game, position, moves, .. } = checked;
    let mut again = moves.clone();
    let status = game.legal_moves(position, &mut again);
    let is_prefixed = again.len() > moves.len() && again.starts_with(moves) && !moves.is_empty();
    checked.require(!is_prefixed, Law::ListIsCleared, || {
        format!("{} moves, then {} with the same list", moves.len(), again.len())
    })?;
    checked.require(again == *moves && status == checked.status, Law::ListIsRepeatable, || {
        format!("first {:?} {moves:?}, then {status:?} {again:?}", checked.status)
    })
}

fn check_turn<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    let CheckedPosition { game, position, moves, .. } = checked;
    match game.turn(position) {
        Turn::Seat(seat) => {
            checked.require(seat.index() < game.seats(), Law::TurnIsASeat, || seat.to_string())
        }
        Turn::Chance => moves.iter().try_for_each(|&mv| {
            let is_possible = game.weight(position, mv) > 0;
            checked.require_move(mv, is_possible, Law::ChanceHasWeights, || "weight 0".into())
        }),
    }
}
