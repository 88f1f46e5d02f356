//! Short helpers for testing the rules.

use backgammon::{Backgammon, Position, Stakes};
use board_engine::{Game, Notation, zobrist};

pub(crate) const START: &str = "4HPwATDgc/ABMA";

pub(crate) fn game(stakes: Stakes) -> Backgammon {
    Backgammon::new(stakes).unwrap()
}

pub(crate) const fn money() -> Stakes {
    Stakes::Money { jacoby: false }
}

/// Makes these moves from the position with this identifier. Returns the new position, or the reason for refusing a
/// move.
pub(crate) fn after(stakes: Stakes, start: &str, moves: &[&str]) -> Result<Position, String> {
    let game = game(stakes);
    let mut position = game.parse_position(start).map_err(|error| error.reason())?;
    for text in moves {
        let mv = game.parse_move(&position, text).map_err(|error| error.reason())?;
        game.play(&mut position, mv);
    }
    Ok(position)
}

/// The legal moves in a single game after these moves.
pub(crate) fn moves(start: &str, moves: &[&str]) -> Vec<String> {
    let position = after(Stakes::Single, start, moves).unwrap();
    let mut list = Vec::new();
    let game = Backgammon::default();
    game.legal_moves(&position, &mut list);
    list.into_iter().map(|mv| game.format_move(&position, mv)).collect()
}

/// Numbers `0..count`, drawn from a seed.
pub(crate) fn numbers(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |count| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        u32::try_from(zobrist::scramble(state) % u64::from(count)).unwrap()
    }
}

/// An XGID with these checkers for White and for Black, each counted from its own ace point, and White to roll.
pub(crate) fn xgid(white: &[(usize, u8)], black: &[(usize, u8)]) -> String {
    let mut letters = [b'-'; 26];
    for &(place, count) in white {
        letters[place] = b'A' + count - 1;
    }
    for &(place, count) in black {
        letters[25 - place] = b'a' + count - 1;
    }
    format!("XGID={}:0:0:1:00:0:0:0:0:10", String::from_utf8(letters.to_vec()).unwrap())
}
