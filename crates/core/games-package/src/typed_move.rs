//! Parses moves as people type them.

use board_engine::{NotationError, plain_signs};

use crate::MatchState;

impl dyn MatchState + '_ {
    /// The legal move that a person means by `text`, in standard notation. In addition to the game's notation, the text
    /// may contain a move number ("1. e4", "1... e5"), annotation signs ("Nf3!?"), typographic dashes, spaces within
    /// the move ("e2 e4"), another separator ("e2->e4", "e2 to e4"), a verb ("move e4"), and letters of the wrong case
    /// ("nf3", "E2E4"). Text in the game's notation always keeps its
    /// meaning in that notation: "bxc3" is never the bishop's move.
    ///
    /// # Errors
    /// As [`resolve`](MatchState::resolve).
    pub fn resolve_typed(&self, text: &str) -> Result<String, NotationError> {
        let first = match self.resolve(text.trim()) {
            Err(error @ NotationError::Malformed { .. }) => error,
            resolved => return resolved,
        };
        let plain = without_decoration(text);
        let joined: String = plain.split_whitespace().collect();
        let (bare, dashed) = (without_verb(&plain), with_dashes(&plain));
        let mut refusal = None;
        for candidate in [&*plain, &joined, bare, &dashed] {
            match self.resolve(candidate) {
                Err(NotationError::Malformed { .. }) => {}
                resolved => return resolved,
            }
        }
        // With the wrong case, the text may name a piece that the person doesn't mean, so it is accepted only if the
        // move is legal.
        let small = joined.to_lowercase();
        for candidate in [plain.to_lowercase(), capitalized(&small), small] {
            match self.resolve(&candidate) {
                Ok(mv) => return Ok(mv),
                Err(NotationError::Malformed { .. }) => {}
                Err(error) => refusal = refusal.or(Some(error)),
            }
        }
        self.same_letters(&plain).ok_or(refusal.unwrap_or(first))
    }

    /// The only legal move with the same letters and digits, in any case. A colon begins a command, not a move.
    fn same_letters(&self, text: &str) -> Option<String> {
        if text.starts_with(':') {
            return None;
        }
        let typed = folded(text);
        let mut legal = Vec::new();
        self.legal_moves(&mut legal);
        let mut same = legal.into_iter().filter(|legal| folded(legal) == typed);
        same.next().filter(|_| same.next().is_none())
    }
}

fn capitalized(text: &str) -> String {
    let mut letters = text.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}

/// The move without its number and annotation signs, and with plain dashes.
fn without_decoration(text: &str) -> String {
    let text = plain_signs(text);
    let text = text.trim().trim_end_matches(['!', '?', '.', ',', ';']).trim_end();
    let behind_number = text.trim_start_matches(|c: char| c.is_ascii_digit());
    let behind_dots = behind_number.trim_start_matches(['.', '…']);
    let has_number = behind_number.len() < text.len() && behind_dots.len() < behind_number.len();
    if has_number { behind_dots.trim_start().into() } else { text.into() }
}

/// Words that people type before a move.
const VERBS: [&str; 5] = ["drop", "move", "place", "play", "put"];

/// The move without a verb before it.
fn without_verb(text: &str) -> &str {
    let is_verb = |word: &str| VERBS.iter().any(|verb| verb.eq_ignore_ascii_case(word));
    match text.split_once(char::is_whitespace) {
        Some((first, rest)) if is_verb(first) => rest.trim_start(),
        _ => text,
    }
}

/// The move without a verb, and with a dash for other separators.
fn with_dashes(text: &str) -> String {
    let mut dashed = without_verb(text).to_owned();
    for sign in [" to ", "->", "=>", ">", "/"] {
        dashed = dashed.replace(sign, "-");
    }
    dashed.split_whitespace().collect()
}

/// The letters and digits of a move in lower case. Numbers stay separate.
fn folded(text: &str) -> String {
    let mut folded = String::new();
    let mut is_apart = false;
    for c in text.chars().flat_map(char::to_lowercase) {
        if c.is_whitespace() || matches!(c, '-' | 'x' | ':' | '=' | '+' | '#' | ',' | '*') {
            is_apart = true;
            continue;
        }
        if is_apart && c.is_ascii_digit() && folded.ends_with(|last: char| last.is_ascii_digit()) {
            folded.push('-');
        }
        is_apart = false;
        folded.push(c);
    }
    folded
}
