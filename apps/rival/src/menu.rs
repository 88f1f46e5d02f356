//! What `rival` alone does in a terminal: asks for a game, an opponent and a side.

use std::io::{self, Write, stdin, stdout};

use house::{Failure, House};

use crate::arguments::{PlayArguments, SeatArgument};

/// Asks for the game, the opponent and the side. None if the person quits.
pub(crate) fn choose(house: &House) -> Result<Option<PlayArguments>, Failure> {
    let mut out = stdout().lock();
    writeln!(
        out,
        "Rival: play against artificial players. Enter takes the first choice, q leaves.\n"
    )?;
    let games: Vec<MenuLine> =
        house.games().into_iter().map(|info| (info.name, info.description)).collect();
    let Some(game) = choose_from(&mut out, "Game", &games)? else { return Ok(None) };
    let game = &games[game].0;
    let opponents = house.opponents(game)?;
    let Some(opponent) = choose_from(&mut out, "Opponent", &opponents)? else { return Ok(None) };
    let rules = house::game(game)?;
    let sides: Vec<MenuLine> = board_engine::Seat::all(rules.seat_count())
        .map(|seat| (rules.seat_name(seat), order(seat.index())))
        .collect();
    let Some(side) = choose_from(&mut out, "Your side", &sides)? else { return Ok(None) };
    writeln!(out)?;
    let others = (0..sides.len()).filter(|&index| index != side);
    let seats = others
        .map(|index| SeatArgument { number: index + 1, player: opponents[opponent].0.clone() })
        .collect();
    Ok(Some(PlayArguments { game: Some(game.clone()), seats, ..PlayArguments::default() }))
}

fn order(index: usize) -> String {
    if index == 0 { "moves first".into() } else { String::new() }
}

/// The width of the narrowest terminals in use, in characters.
const LINE_WIDTH_MAX: usize = 80;

/// A name with a description.
type MenuLine = (String, String);

/// The index of the choice. None if the person quits.
fn choose_from(
    out: &mut impl Write,
    title: &str,
    choices: &[MenuLine],
) -> io::Result<Option<usize>> {
    writeln!(out, "{title}:")?;
    let width = choices.iter().map(|(name, _)| name.chars().count()).max().unwrap_or(0);
    for (index, (name, description)) in choices.iter().enumerate() {
        let line = format!("  {:>2}  {name:<width$}  {description}", index + 1);
        writeln!(out, "{}", truncated(line.trim_end()))?;
    }
    loop {
        write!(out, "{title} [1]: ")?;
        out.flush()?;
        let Some(answer) = read_answer()? else { return Ok(None) };
        match index_of(&answer, choices) {
            Some(index) => return Ok(Some(index)),
            None => writeln!(
                out,
                "There is no {answer}; type a number from 1 to {}, or a name.",
                choices.len()
            )?,
        }
    }
}

/// The line, cut to [`LINE_WIDTH_MAX`].
fn truncated(line: &str) -> String {
    let width = LINE_WIDTH_MAX;
    if line.chars().count() <= width {
        line.into()
    } else {
        line.chars().take(width - 1).chain(['…']).collect()
    }
}

/// None if the person quits.
fn read_answer() -> io::Result<Option<String>> {
    let mut line = String::new();
    let read = stdin().read_line(&mut line)?;
    let answer = line.trim();
    Ok((read > 0 && !matches!(answer, "q" | "quit")).then(|| answer.into()))
}

fn index_of(answer: &str, choices: &[MenuLine]) -> Option<usize> {
    if answer.is_empty() {
        return Some(0);
    }
    let numbered = answer
        .parse()
        .ok()
        .filter(|number| (1..=choices.len()).contains(number))
        .map(|number: usize| number - 1);
    numbered.or_else(|| choices.iter().position(|(name, _)| name.eq_ignore_ascii_case(answer)))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_choice_is_a_number_or_a_name_or_enter() {
        let choices: Vec<MenuLine> =
            ["Black", "White"].map(|name| (name.into(), String::new())).into();
        let chosen =
            ["", "1", "2", "white", "0", "3", "red"].map(|answer| index_of(answer, &choices));
        assert_eq!(chosen, [Some(0), Some(0), Some(1), Some(1), None, None, None]);
    }
}
