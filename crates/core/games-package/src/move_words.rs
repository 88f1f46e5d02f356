//! Moves of several words in a move list.

use board_engine::NotationError;

use crate::MatchState;

/// Maximum number of words per move in a move list: four parts of two words each.
pub const MOVE_WORDS_MAX: usize = 8;

/// Plays the moves in a string and returns them in standard notation. Spaces separate the moves, except in transcripts
/// such as `f5d6c3` (see [`MatchState::play_first`]). A move can have several words, as in `31 8/5 6/5 64`: if the
/// first word is not a move, it is tried together with the following words. A chance event with a single possible
/// result, such as between two rounds, can be omitted. Moves may be numbered: `1. e4 e5 2. Nf3`, `1.e4`, `1 e4`.
///
/// # Errors
/// [`NotationError`] for the first word that doesn't begin a legal move. The moves before it have been played.
pub fn play_moves(state: &mut dyn MatchState, text: &str) -> Result<Vec<String>, NotationError> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let mut left = &words[..];
    let mut played = Vec::new();
    while let Some(&first) = left.first() {
        let one = match state.play(first) {
            Ok(mv) => Some((mv, 1)),
            Err(_) => play_joined(state, left).or_else(|| Some((play_only_draw(state)?, 0))),
        };
        let (mv, count) = match one {
            Some(one) => one,
            None if left.len() > 1 && is_number(state, first) => {
                left = &left[1..];
                continue;
            }
            None => (play_transcript(state, without_number(first), &mut played)?, 1),
        };
        played.push(mv);
        left = &left[count..];
    }
    Ok(played)
}

/// Plays a move of at least two words at the start of `words`, and returns the number of words it has.
fn play_joined(state: &mut dyn MatchState, words: &[&str]) -> Option<(String, usize)> {
    (2..=words.len().min(MOVE_WORDS_MAX)).find_map(|count| {
        let mv = state.play(&words[..count].join(" ")).ok()?;
        Some((mv, count))
    })
}

/// The word without its move number: `1.e4`, `1...e5`.
fn without_number(word: &str) -> &str {
    let behind = word.trim_start_matches(|sign: char| sign.is_ascii_digit());
    let mv = behind.trim_start_matches(['.', '…']);
    if behind.len() < word.len() && mv.len() < behind.len() { mv } else { word }
}

/// Returns `true` if the word is a move number. A number without a dot counts only if it is the next move's number and
/// no legal move is written as a number.
fn is_number(state: &dyn MatchState, word: &str) -> bool {
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    if without_number(word).is_empty() {
        return true;
    }
    let mut legal = Vec::new();
    state.legal_moves(&mut legal);
    word.parse() == Ok(state.ply() / 2 + 1) && !legal.iter().any(|mv| is_digits(mv))
}

/// Plays the only chance move; `None` if there are several, or a seat is to move.
fn play_only_draw(state: &mut dyn MatchState) -> Option<String> {
    if state.weights().len() == 1 { state.play_drawn(&mut |_| 0) } else { None }
}

/// Plays the moves in a word that is not a single move, and returns the last one. All other words are added to
/// `played`.
fn play_transcript(
    state: &mut dyn MatchState,
    word: &str,
    played: &mut Vec<String>,
) -> Result<String, NotationError> {
    let (mut last, mut rest) = state.play_first(word)?;
    while !rest.is_empty() {
        let (mv, after) = state.play_first(rest)?;
        played.push(std::mem::replace(&mut last, mv));
        rest = after;
    }
    Ok(last)
}
