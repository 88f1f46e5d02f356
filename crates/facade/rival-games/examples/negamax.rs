//! A twenty-line search for any two-player game without chance or hidden information: negamax to a fixed depth.
//!
//! `cargo run --example negamax -- GAME DEPTH [POSITION]`

#![expect(clippy::print_stdout, reason = "a program that prints a move")]

use std::env;
use std::error::Error;

use rival_games::{Explorer, Turn, explore};

/// The value for the side to move after `depth` more plies of best play (1 for a win, −1 for a loss, 0 for neither),
/// and the index of the best move.
fn negamax(position: &dyn Explorer, depth: u32) -> (i16, Option<usize>) {
    let Turn::Seat(mover) = position.turn() else { return (0, None) };
    if let Some(outcome) = position.outcome() {
        return (outcome.payoff(mover), None);
    }
    if depth == 0 {
        return (0, None);
    }
    let mut best = (i16::MIN, None);
    for index in 0..position.move_count() {
        let mut child = position.fork();
        child.play(index);
        let value = negamax(&*child, depth - 1).0;
        let value = if child.turn() == Turn::Seat(mover) { value } else { -value };
        if value > best.0 {
            best = (value, Some(index));
        }
    }
    best
}

/// The best move found by a search to `depth`, with its value: "b2 (+1)".
pub(crate) fn answer(
    game: &str,
    depth: u32,
    position: Option<&str>,
) -> Result<String, Box<dyn Error>> {
    let position = explore(game, position)?;
    let (value, best) = negamax(&*position, depth);
    let text = best.map_or_else(|| "no move".into(), |index| position.moves()[index].clone());
    Ok(format!("{text} ({value:+})"))
}

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let [game, depth, position @ ..] = arguments.as_slice() else {
        return Err("usage: negamax GAME DEPTH [POSITION]".into());
    };
    println!("{}", answer(game, depth.parse()?, position.first().map(String::as_str))?);
    Ok(())
}
