//! What a move does.

use board_engine::Notation;

use crate::scene::Scene;
use crate::{Law, Violation};

pub(crate) fn check<G: Notation>(scene: &Scene<'_, G>) -> Result<(), Violation> {
    let before = scene.position.clone();
    let after: Vec<G::Position> = scene.moves.iter().map(|&mv| scene.after(mv)).collect();
    for (&mv, position) in scene.moves.iter().zip(&after) {
        let has_moved = *position != before;
        scene.demand_of(mv, has_moved, Law::PlayChangesItsArgumentOnly, || {
            "the position stays as it was".into()
        })?;
        scene.demand_of(
            mv,
            scene.after(mv) == *position,
            Law::PlayChangesItsArgumentOnly,
            || "the same move led to another position the second time".into(),
        )?;
    }
    check_surroundings(scene, &before)?;
    check_difference(scene, &after)
}

/// The position that was copied is as before, and so is the game.
fn check_surroundings<G: Notation>(
    scene: &Scene<'_, G>,
    before: &G::Position,
) -> Result<(), Violation> {
    let mut moves = Vec::new();
    let status = scene.game.legal_moves(scene.position, &mut moves);
    let is_unchanged = scene.position == before && moves == scene.moves && status == scene.status;
    scene.demand(is_unchanged, Law::PlayChangesItsArgumentOnly, || {
        "playing on copies has changed the original or its moves".into()
    })
}

fn check_difference<G: Notation>(
    scene: &Scene<'_, G>,
    after: &[G::Position],
) -> Result<(), Violation> {
    for (index, &mv) in scene.moves.iter().enumerate() {
        let twin = after[..index].iter().position(|earlier| *earlier == after[index]);
        let Some(twin) = twin.map(|twin| scene.moves[twin]) else { continue };
        scene.demand_of(mv, false, Law::MovesDiffer, || {
            format!("{} leads there too", scene.game.format_move(scene.position, twin))
        })?;
    }
    Ok(())
}
