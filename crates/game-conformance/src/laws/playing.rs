//! What a move does.

use board_engine::{Notation, Status};

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
    check_difference(scene, &after)?;
    check_random_steps(scene, &after)
}

/// Draws each number in turn, so that every move that a step can make is made.
fn check_random_steps<G: Notation>(
    scene: &Scene<'_, G>,
    after: &[G::Position],
) -> Result<(), Violation> {
    for number in 0..u32::try_from(scene.moves.len()).unwrap_or(u32::MAX).max(1) {
        let mut position = scene.position.clone();
        let mut drawn = number;
        // A game that draws several times gets another number each time.
        let mut draw = |count: u32| {
            drawn = drawn.wrapping_add(1);
            (drawn - 1) % count.max(1)
        };
        let status = scene.game.play_random(&mut position, &mut Vec::new(), &mut draw);
        let is_right = match scene.status {
            Status::Ongoing => after.contains(&position),
            Status::Over(_) => position == *scene.position,
        };
        scene.demand(is_right && status == scene.status, Law::RandomStepIsLegal, || {
            format!("{status:?}, and it leads to {}", scene.game.format_position(&position))
        })?;
    }
    Ok(())
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
