//! Writes sheets as GGF.

use std::fmt::Write as _;

use board_engine::{Game, Notation, Seat};
use notation::{Comment, Sheet, SheetError};
use othello::{Goal, Othello, Position};

use super::{BEGIN, GAME, NAME, PASS, SECONDS_MAX, TAGS, one_line, rules};

/// Formats a match.
///
/// # Errors
/// [`SheetError::Unwritable`] for other games, and for an illegal move.
pub(super) fn write(sheet: &Sheet) -> Result<String, SheetError> {
    let unwritable = |what: String| SheetError::Unwritable { format: NAME, what };
    let name = sheet.game.as_deref().unwrap_or_default();
    let game = rules(name).ok_or_else(|| unwritable(format!("{name} matches")))?;
    let mut position = match &sheet.start {
        Some((text, place)) => game
            .parse_position(text)
            .map_err(|error| SheetError::malformed(*place, error.to_string()))?,
        None => game.start(),
    };
    let board = game.format_position(&position).replace('X', "*");
    let mut moves = property("C", &sheet.preface);
    for mv in &sheet.moves {
        let known = game.parse_move(&position, &mv.text);
        let known = known.map_err(|_illegal| unwritable(format!("the move \"{}\"", mv.text)))?;
        let name = if position.mover() == Seat::FIRST { "B" } else { "W" };
        let square = known.square().map_or(PASS.into(), |_| game.format_move(&position, known));
        let comment = Comment::parse(&mv.comment);
        // Rounding can increase the time by a second.
        let time = comment.elapsed.filter(|time| time.as_secs() + 1 < SECONDS_MAX);
        let time = time.map(|time| format!("//{:.2}", time.as_secs_f64()));
        // Writing to a string can't fail.
        let _ = write!(moves, "{name}[{square}{}]", time.unwrap_or_default());
        moves.push_str(&property("C", &comment.remark));
        game.play(&mut position, known);
    }
    let mut text = format!("{BEGIN}{}[{}]", GAME.0, GAME.1);
    for (own, tag) in TAGS {
        text.push_str(&property(own, sheet.tag(tag).unwrap_or_default()));
    }
    text.push_str(&property("DT", sheet.tag("Date").unwrap_or_default()));
    for (own, player) in ["PB", "PW"].into_iter().zip(&sheet.players) {
        text.push_str(&property(own, player));
    }
    let size = game.size();
    let result = result(&game, &position, sheet)
        .ok_or_else(|| unwritable("a result without a winner's lead".into()))?;
    let _ = write!(text, "TY[{size}]RE[{result}]BO[{size} {board}]");
    Ok(text + &moves + ";)\n")
}

/// Formats a property: `PB[Ada]`; nothing for an empty value.
fn property(name: &str, value: &str) -> String {
    let value = one_line(value);
    if value.is_empty() {
        return String::new();
    }
    format!("{name}[{}]", value.replace('\\', "\\\\").replace(']', "\\]"))
}

/// Black's lead at the end. `None` for a result that GGF can't express.
fn result(game: &Othello, last: &Position, sheet: &Sheet) -> Option<String> {
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
