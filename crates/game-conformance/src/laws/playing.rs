//! Playing a move.

use board_engine::{Notation, Status};

use crate::checked_position::CheckedPosition;
use crate::{Law, Violation};

pub(crate) fn check<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    let before = checked.position.clone();
    let after: Vec<G::Position> = checked.moves.iter().map(|&mv| checked.after(mv)).collect();
    for (&mv, position) in checked.moves.iter().zip(&after) {
        let has_moved = *position != before;
        checked.require_move(mv, has_moved, Law::PlayChangesItsArgumentOnly, || {
            "the position stays as it was".into()
        })?;
        checked.require_move(
            mv,
            checked.after(mv) == *position,
            Law::PlayChangesItsArgumentOnly,
            || "the same move led to another position the second time".into(),
        )?;
    }
    check_original(checked, &before)?;
    check_difference(checked, &after)?;
    check_random_steps(checked, &after)
}

/// Draws each number in turn, so that every move that a step can make is made.
fn check_random_steps<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    after: &[G::Position],
) -> Result<(), Violation> {
    for number in 0..u32::try_from(checked.moves.len()).unwrap_or(u32::MAX).max(1) {
        let mut position = checked.position.clone();
        let mut drawn = number;
        // A game that draws several times gets another number each time.
        let mut draw = |count: u32| {
            drawn = drawn.wrapping_add(1);
            (drawn - 1) % count.max(1)
        };
        let status = checked.game.play_random(&mut position, &mut Vec::new(), &mut draw);
        let is_right = match checked.status {
            Status::Ongoing => after.contains(&position),
            Status::Over(_) => position == *checked.position,
        };
        checked.require(is_right && status == checked.status, Law::RandomStepIsLegal, || {
            format!("{status:?}, and it leads to {}", checked.game.format_position(&position))
        })?;
    }
    Ok(())
}

/// Playing on a copy has changed neither the original position nor the game.
fn check_original<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    before: &G::Position,
) -> Result<(), Violation> {
    let mut moves = Vec::new();
    let status = checked.game.legal_moves(checked.position, &mut moves);
    let is_unchanged =
        checked.position == before && moves == checked.moves && status == checked.status;
    checked.require(is_unchanged, Law::PlayChangesItsArgumentOnly, || {
        "playing on copies has changed the original or its moves".into()
    })
}

fn check_difference<G: Notation>(
    checked: &CheckedPosition<'_, G>,
    after: &[G::Position],
) -> Result<(), Violation> {
    for (index, &mv) in checked.moves.iter().enumerate() {
        let twin = after[..index].iter().position(|earlier| *earlier == after[index]);
        let Some(twin) = twin.map(|twin| checked.moves[twin]) else { continue };
        checked.require_move(mv, false, Law::MovesDiffer, || {
            format!("{} leads there too", checked.game.format_move(checked.position, twin))
        })?;
    }
    Ok(())
}
