//! Short ways to ask the rules.

use board_engine::{Game, Notation, zobrist};
use othello::{Goal, Othello, Position};

/// Whether long tests go all the way.
pub(crate) fn deep() -> bool {
    std::env::var("RIVAL_DEEP").is_ok_and(|value| value == "1")
}

/// The game on a board of this size, for a win.
pub(crate) fn game(size: u8) -> Othello {
    Othello::new(size, Goal::Win).unwrap()
}

pub(crate) fn position(text: &str) -> Position {
    Othello::default().parse_position(text).unwrap()
}

/// The legal moves, in the order in which they are listed.
pub(crate) fn moves(position: &Position) -> Vec<String> {
    let game = Othello::default();
    let mut moves = Vec::new();
    game.legal_moves(position, &mut moves);
    moves.into_iter().map(|mv| game.format_move(position, mv)).collect()
}

/// The position after the moves of a transcript, or the reason against one of them.
pub(crate) fn after(position: &str, transcript: &str) -> Result<Position, String> {
    let game = Othello::default();
    let mut position = self::position(position);
    for text in transcript.split_whitespace() {
        let mv = game.parse_move(&position, text).map_err(|error| error.reason())?;
        game.play(&mut position, mv);
    }
    Ok(position)
}

/// Numbers `0..count`, drawn from a seed.
pub(crate) fn numbers(seed: u64) -> impl FnMut(u32) -> u32 {
    let mut state = seed;
    move |count| {
        state = state.wrapping_add(0x9E37_79B9_7F4A_7C15);
        u32::try_from(zobrist::scramble(state) % u64::from(count)).unwrap()
    }
}

pub(crate) const START: &str = "---------------------------OX------XO--------------------------- X";
