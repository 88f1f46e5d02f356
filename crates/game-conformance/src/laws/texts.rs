//! Moves and positions as text, and back.

use std::collections::HashMap;

use board_engine::Notation;

use crate::scene::Scene;
use crate::{Law, Violation};

pub(crate) fn check<G: Notation>(scene: &Scene<'_, G>) -> Result<(), Violation> {
    check_position_text(scene)?;
    // After the end there is nothing to play: the list is there for perft alone.
    if scene.status.outcome().is_some() {
        return Ok(());
    }
    let texts = move_texts(scene)?;
    for (&mv, text) in scene.moves.iter().zip(&texts) {
        let read = scene.game.parse_move(scene.position, text);
        scene.demand_of(mv, read == Ok(mv), Law::MoveTextIsReadBack, || {
            format!("{text:?} is read as {read:?}")
        })?;
    }
    Ok(())
}

/// The text of each legal move.
fn move_texts<G: Notation>(scene: &Scene<'_, G>) -> Result<Vec<String>, Violation> {
    let Scene { game, position, moves, .. } = scene;
    let texts: Vec<String> = moves.iter().map(|&mv| game.format_move(position, mv)).collect();
    let mut owners = HashMap::new();
    for (&mv, text) in moves.iter().zip(&texts) {
        let mut pushed = String::from("1. ");
        game.push_move(position, mv, &mut pushed);
        scene.demand_of(
            mv,
            pushed.strip_prefix("1. ") == Some(text),
            Law::MoveTextsAgree,
            || format!("{text:?} is pushed as {pushed:?}"),
        )?;
        let is_word = !text.is_empty() && !text.contains(char::is_whitespace);
        scene.demand_of(mv, is_word, Law::MoveTextIsOneWord, || format!("{text:?}"))?;
        let twin = owners.insert(text, mv);
        scene
            .demand_of(mv, twin.is_none(), Law::MoveTextsDiffer, || format!("{twin:?}, {mv:?}"))?;
    }
    Ok(texts)
}

fn check_position_text<G: Notation>(scene: &Scene<'_, G>) -> Result<(), Violation> {
    let Scene { game, position, moves, .. } = scene;
    let text = game.format_position(position);
    let read = game.parse_position(&text);
    let Ok(read) = read else {
        return scene.demand(false, Law::PositionTextIsReadBack, || format!("{read:?}"));
    };
    let text_again = game.format_position(&read);
    scene.demand(text_again == text, Law::PositionTextIsReadBack, || {
        format!("written again as {text_again}")
    })?;
    scene.demand(read == **position, Law::PositionTextIsReadBack, || {
        format!("{position:?} is read as {read:?}")
    })?;
    let mut moves_again = Vec::new();
    let status = game.legal_moves(&read, &mut moves_again);
    let plays_alike =
        moves_again == *moves && status == scene.status && game.turn(&read) == game.turn(position);
    scene.demand(plays_alike, Law::PositionTextIsReadBack, || {
        format!("it had the moves {moves:?}, now {moves_again:?}")
    })?;
    let keys = (game.key(position), game.key(&read));
    scene.demand(keys.0 == keys.1, Law::EqualPositionsShareKeys, || {
        format!("{:#018x} played, {:#018x} read", keys.0, keys.1)
    })
}
