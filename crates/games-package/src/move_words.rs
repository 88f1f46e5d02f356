//! Moves of several words in a text of moves.

use board_engine::NotationError;

use crate::MatchState;

/// The most words that a move is written in: a double of backgammon has four, of two words each at most.
pub(crate) const WORDS_MAX: usize = 8;

/// Plays the moves of a text, with blanks between them, and returns their standard texts. A move may be written in several
/// words, as in `31 8/5 6/5 64`: where the first word alone can't be played, more of them are taken. Where chance has a single
/// thing to do, as between two rounds, that may be left out.
///
/// # Errors
/// [`NotationError`] for the first word that begins no legal move; what stands before it has been played.
pub fn play_moves(state: &mut dyn MatchState, text: &str) -> Result<Vec<String>, NotationError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut left = &words[..];
    let mut played = Vec::new();
    while let Some(first) = left.first() {
        let (mv, count) = match state.play(first) {
            Ok(mv) => (mv, 1),
            Err(error) => match play_joined(state, left) {
                Some(joined) => joined,
                None => (play_only_draw(state).ok_or(error)?, 0),
            },
        };
        played.push(mv);
        left = &left[count..];
    }
    Ok(played)
}

/// Plays the move of at least two words that these begin with, and says how many they are.
fn play_joined(state: &mut dyn MatchState, words: &[&str]) -> Option<(String, usize)> {
    (2..=words.len().min(WORDS_MAX)).find_map(|count| {
        let mv = state.play(&words[..count].join(" ")).ok()?;
        Some((mv, count))
    })
}

/// Plays the only thing that chance can do; none if it can do several, or a seat is to move.
fn play_only_draw(state: &mut dyn MatchState) -> Option<String> {
    if state.weights().len() == 1 { state.play_drawn(&mut |_| 0) } else { None }
}
