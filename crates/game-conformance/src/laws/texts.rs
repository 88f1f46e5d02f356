//! Moves and positions as text, and back.

use std::collections::HashMap;

use board_engine::Notation;

use crate::checked_position::CheckedPosition;
use crate::{Law, Violation};

pub(crate) fn check<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    check_position_text(checked)?;
    // After the end no move can be played: the list is for perft only.
    if checked.status.outcome().is_some() {
        return Ok(());
    }
    let texts = move_texts(checked)?;
    for (&mv, text) in checked.moves.iter().zip(&texts) {
        let CheckedPosition { game, position, moves, .. } = checked;
        for read in [game.parse_move(position, text), game.parse_move_among(position, moves, text)]
        {
            checked.require_move(mv, read == Ok(mv), Law::MoveTextIsReadBack, || {
                format!("{text:?} is read as {read:?}")
            })?;
        }
    }
    Ok(())
}

/// The text of each legal move.
fn move_texts<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<Vec<String>, Violation> {
    let CheckedPosition { game, position, moves, .. } = checked;
    let texts: Vec<String> = moves.iter().map(|&mv| game.format_move(position, mv)).collect();
    let mut owners = HashMap::new();
    for (&mv, text) in moves.iter().zip(&texts) {
        let mut pushed = String::from("1. ");
        game.push_move(position, mv, &mut pushed);
        let mut pushed_among = String::from("1. ");
        game.push_move_among(position, moves, mv, &mut pushed_among);
        for pushed in [pushed, pushed_among] {
            let agrees = pushed.strip_prefix("1. ") == Some(text);
            checked.require_move(mv, agrees, Law::MoveTextsAgree, || {
                format!("{text:?} is pushed as {pushed:?}")
            })?;
        }
        let is_word = !text.is_empty() && !text.contains(char::is_whitespace);
        checked.require_move(mv, is_word, Law::MoveTextIsOneWord, || format!("{text:?}"))?;
        let twin = owners.insert(text, mv);
        checked.require_move(mv, twin.is_none(), Law::MoveTextsDiffer, || {
            format!("{twin:?}, {mv:?}")
        })?;
    }
    Ok(texts)
}

fn check_position_text<G: Notation>(checked: &CheckedPosition<'_, G>) -> Result<(), Violation> {
    let CheckedPosition { game, position, moves, .. } = checked;
    let text = game.format_position(position);
    let read = game.parse_position(&text);
    let Ok(read) = read else {
        return checked.require(false, Law::PositionTextIsReadBack, || format!("{read:?}"));
    };
    let text_again = game.format_position(&read);
    checked.require(text_again == text, Law::PositionTextIsReadBack, || {
        format!("written again as {text_again}")
    })?;
    checked.require(read == **position, Law::PositionTextIsReadBack, || {
        format!("{position:?} is read as {read:?}")
    })?;
    let mut moves_again = Vec::new();
    let status = game.legal_moves(&read, &mut moves_again);
    let plays_alike = moves_again == *moves
        && status == checked.status
        && game.turn(&read) == game.turn(position);
    checked.require(plays_alike, Law::PositionTextIsReadBack, || {
        format!("it had the moves {moves:?}, now {moves_again:?}")
    })?;
    let keys = (game.key(position), game.key(&read));
    checked.require(keys.0 == keys.1, Law::EqualPositionsShareKeys, || {
        format!("{:#018x} played, {:#018x} read", keys.0, keys.1)
    })
}
