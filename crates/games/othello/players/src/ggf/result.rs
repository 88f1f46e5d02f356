//! The result of a match: Black's lead at the end.

use board_engine::{Game, Notation, Seat};
use notation::Sheet;
use othello::{Goal, Othello, Position};

/// Black's lead at the end. `None` for a result that GGF can't express.
pub(super) fn result(game: &Othello, last: &Position, sheet: &Sheet) -> Option<String> {
    let Some(payoffs) = sheet.payoffs.as_deref() else { return Some("?".into()) };
    let &[black, white] = payoffs else { return None };
    if i32::from(black) != -i32::from(white) {
        return None;
    }
    let lead = match game.goal() {
        Goal::Discs => i64::from(black),
        Goal::Win => i64::from(black.signum()) * winning_lead(game, last, black),
    };
    Some(format!("{lead:+}.000"))
}

/// The winner's lead. Empty squares belong to the winner. If the match ended early, the lead is the number of squares
/// on the board.
fn winning_lead(game: &Othello, last: &Position, black: i16) -> i64 {
    let [own, other] = [Seat::FIRST, Seat::SECOND].map(|seat| i64::from(last.discs(seat).count()));
    let lead = i64::from(black.signum()) * (own - other);
    let squares = i64::from(game.squares().count());
    let is_over = game.legal_moves(last, &mut Vec::new()).outcome().is_some();
    if is_over && lead > 0 { squares - (own + other - lead) } else { squares }
}

/// The position after the last legal move on the sheet.
pub(super) fn last_position(game: &Othello, sheet: &Sheet) -> Position {
    let start = sheet.start.as_ref().and_then(|(text, _)| game.parse_position(text).ok());
    let mut position = start.unwrap_or_else(|| game.start());
    for mv in &sheet.moves {
        let Ok(mv) = game.parse_move(&position, &mv.text) else { break };
        game.play(&mut position, mv);
    }
    position
}

/// The payoffs, computed from Black's lead, such as "+12.000:r"; `None` if unknown.
pub(super) fn payoffs(result: &str, goal: Goal) -> Option<Vec<i16>> {
    let number = result.split(':').next().unwrap_or_default().trim();
    let lead: f64 = number.parse().ok().filter(|lead| (-64.0..=64.0).contains(lead))?;
    let black = match goal {
        Goal::Win => i16::from(lead > 0.0) - i16::from(lead < 0.0),
        Goal::Discs => number.split('.').next()?.parse().ok()?,
    };
    Some(vec![black, -black])
}
