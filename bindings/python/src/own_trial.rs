//! Plays a few games with new rules written in Python, and checks everything that the methods return. Mistakes then
//! appear where the game is defined, not in a later search.

use std::time::{Duration, Instant};

use board_engine::{Notation, zobrist};
use pyo3::prelude::*;

use crate::own_game::{OwnGame, Position};
use crate::own_values::{self, shown};
use crate::shared::value_error;

/// The number of games.
const GAMES: u64 = 10;

/// The maximum number of positions in all games together.
const POSITIONS_MAX: u64 = 300;

/// No further position is checked after this time.
const TIME_MAX: Duration = Duration::from_millis(300);

/// Plays random games and checks the rules in every position.
///
/// # Errors
/// The first mistake in the rules, or an exception that they raise.
pub(crate) fn check(game: &OwnGame) -> PyResult<()> {
    let (begin, mut seen) = (Instant::now(), 0);
    let start = game.first()?;
    let sides = board_sides(game, &start)?;
    for number in 0..GAMES {
        let mut position = start.clone();
        loop {
            let moves = check_position(game, &position, sides)?;
            seen += 1;
            if seen >= POSITIONS_MAX || begin.elapsed() > TIME_MAX {
                return Ok(());
            }
            let drawn = zobrist::mix(&[number, seen]) as usize;
            let Some(mv) = drawn.checked_rem(moves.len()).map(|index| &moves[index]) else { break };
            let next = game.next(&position, mv)?;
            if game.next(&position, mv)? != next {
                let state = Python::attach(|py| shown(position.state().bind(py)));
                return Err(value_error(format_args!(
                    "play({state}, {mv:?}) returned two different states; equal arguments need equal states"
                )));
            }
            position = next;
        }
    }
    Ok(())
}

/// Checks the rules in this position. Returns its legal moves; none at the end of the game.
fn check_position(
    game: &OwnGame,
    position: &Position,
    sides: (usize, usize),
) -> PyResult<Vec<String>> {
    Python::attach(|py| check_text(game, position, py))?;
    let found = board_sides(game, position)?;
    if found != sides {
        let [(rows, columns), (first_rows, first_columns)] = [found, sides];
        return Err(value_error(format_args!(
            "board returned {rows}×{columns} squares, but {first_rows}×{first_columns} at the start; the board must keep its size"
        )));
    }
    if position.result().is_some() {
        game.ask("reason", position, |reason| own_values::text("reason", reason))?;
        return Ok(Vec::new());
    }
    game.ask("evaluate", position, own_values::lead)?;
    let moves = game.moves_of(position)?;
    let space = game.action_space();
    if space.count() > 0 {
        let missing = moves.iter().find(|mv| space.named(mv).is_none());
        missing.map_or(Ok(()), |mv| Err(own_values::missing_action(mv)))?;
    }
    Ok(moves)
}

/// Height and width of the board.
fn board_sides(game: &OwnGame, position: &Position) -> PyResult<(usize, usize)> {
    let rows = game.ask("board", position, own_values::rows)?;
    Ok((rows.len(), rows.first().map_or(0, |row| row.chars().count())))
}

/// Checks that the position's text can be parsed. Records, and players that are functions, need the texts of states.
fn check_text(game: &OwnGame, position: &Position, py: Python<'_>) -> PyResult<()> {
    let (rules, state) = (game.rules(py), position.state().bind(py));
    let text = rules.call_method1("to_text", (state,))?;
    own_values::text("to_text", &text)?;
    let why = match rules.call_method1("from_text", (&text,)) {
        Ok(read) if read.eq(state)? => return Ok(()),
        Ok(read) => format!("from_text returns {}", shown(&read)),
        Err(error) => error.to_string(),
    };
    let (state, text) = (shown(state), shown(&text));
    Err(value_error(format_args!(
        "the text of a state can't be read back: to_text({state}) is {text}, but {why}; define to_text and from_text"
    )))
}
