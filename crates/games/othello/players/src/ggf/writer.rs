//! Writes sheets as GGF.

use std::fmt::Write as _;

use super::result::{payoffs, result};
use super::{
    BEGIN, DATE, GAME, NAME, PASS, RESULT, SECONDS_MAX, TAGS, TYPE, day, is_other, one_line, rules,
    size,
};
use board_engine::{Game, Notation, Seat};
use games_package::Valuation;
use notation::{Comment, Sheet, SheetError};

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
        let time = time.map(|time| format!("/{:.2}", time.as_secs_f64()));
        let score = comment.thought.and_then(|thought| discs(thought.valuation, position.mover()));
        // Writing to a string can't fail.
        let _ = match (score, time) {
            (None, None) => write!(moves, "{name}[{square}]"),
            (score, time) => {
                let [score, time] = [score, time].map(Option::unwrap_or_default);
                write!(moves, "{name}[{square}/{score}{time}]")
            }
        };
        moves.push_str(&property("C", &comment.remark));
        game.play(&mut position, known);
    }
    let mut text = format!("{BEGIN}{}[{}]", GAME.0, GAME.1);
    for (own, tag) in TAGS {
        text.push_str(&property(own, sheet.tag(tag).unwrap_or_default()));
    }
    for (name, value) in sheet.tags.iter().filter(|(name, _)| is_other(name)) {
        text.push_str(&property(name, value));
    }
    let date = sheet.tag("Date").unwrap_or_default();
    let as_read = sheet.tag(DATE).filter(|text| day(text) == date);
    text.push_str(&property(DATE, as_read.unwrap_or(date)));
    for (own, player) in ["PB", "PW"].into_iter().zip(&sheet.players) {
        text.push_str(&property(own, player));
    }
    let own_size = game.size();
    let kind = sheet.tag(TYPE).filter(|text| size(text) == Some(own_size));
    text.push_str(&property(TYPE, kind.unwrap_or(&own_size.to_string())));
    let states_result = |text: &&str| {
        let stated = payoffs(text, game.goal());
        stated.is_some() && stated == sheet.payoffs
    };
    if let Some(as_read) = sheet.tag(RESULT).filter(states_result) {
        text.push_str(&property(RESULT, as_read));
    } else {
        let result = result(&game, &position, sheet)
            .ok_or_else(|| unwritable("a result without a winner's lead".into()))?;
        let _ = write!(text, "{RESULT}[{result}]");
    }
    let _ = write!(text, "BO[{own_size} {board}]");
    Ok(text + &moves + ";)\n")
}

/// The mover's score in discs; a sheet has scores from White's view. `None` for a win or a loss without a number.
fn discs(valuation: Valuation, mover: Seat) -> Option<String> {
    let Valuation::Centi(white) = valuation else { return None };
    let own = if mover == Seat::FIRST { -f64::from(white) } else { f64::from(white) };
    // Adding zero turns a negative zero into zero.
    Some(format!("{:.2}", own / 100.0 + 0.0))
}

/// Formats a property: `PB[Ada]`; nothing for an empty value.
fn property(name: &str, value: &str) -> String {
    let value = one_line(value);
    if value.is_empty() {
        return String::new();
    }
    format!("{name}[{}]", value.replace('\\', "\\\\").replace(']', "\\]"))
}
