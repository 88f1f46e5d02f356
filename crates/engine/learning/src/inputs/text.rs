//! Facts that a diagram doesn't show, derived from the position's notation: castling rights, en passant squares.

use std::collections::BTreeSet;

use board_engine::Seat;

/// Printable ASCII characters. Each character has an input per word in the notation.
const CHARACTERS: usize = 95;
/// Maximum length of a word with inputs. Longer words describe the board.
const WORD_MAX: usize = 8;
/// Maximum number of words with inputs. Later words are ignored.
const WORDS_MAX: usize = 8;

/// The words in a position's notation that have inputs.
///
/// A word counts if its value varies and it doesn't just name the side to move. Numbers are counters and have no
/// inputs.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct TextWords {
    words: Vec<usize>,
}

/// Collects the values of each word.
#[derive(Debug, Default)]
pub(super) struct WordValues {
    values: [[BTreeSet<String>; WORDS_MAX]; 2],
}

impl WordValues {
    pub(super) fn add(&mut self, text: &str, mover: Seat) {
        let Some(values) = self.values.get_mut(mover.index()) else { return };
        for (values, word) in values.iter_mut().zip(text.split_whitespace()) {
            values.insert(word.to_owned());
        }
    }

    pub(super) fn words(&self) -> TextWords {
        let counts = |word: &usize| {
            let values = self.values.each_ref().map(|of_seat| &of_seat[*word]);
            let mut all = values.iter().flat_map(|values| values.iter());
            values.iter().any(|values| values.len() > 1)
                && all.clone().all(|value| value.len() <= WORD_MAX)
                && !all.all(|value| value.bytes().all(|byte| byte.is_ascii_digit()))
        };
        TextWords { words: (0..WORDS_MAX).filter(counts).collect() }
    }
}

impl TextWords {
    pub(super) fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// The number of inputs for both sides to move.
    pub(super) fn count(&self) -> usize {
        2 * self.words.len() * CHARACTERS
    }

    /// Maximum number of active inputs for one position.
    pub(super) fn active_max(&self) -> usize {
        self.words.len() * WORD_MAX
    }

    /// Calls `add` with the inputs for a position's notation, numbered from 0. Each character in a word has an input,
    /// regardless of its place in the word.
    pub(super) fn each(&self, text: &str, mover: Seat, add: &mut dyn FnMut(usize)) {
        for (place, word) in text.split_whitespace().enumerate() {
            let Some(index) = self.words.iter().position(|&known| known == place) else { continue };
            let first = (index * 2 + mover.index().min(1)) * CHARACTERS;
            for byte in word.bytes().filter(u8::is_ascii_graphic).take(WORD_MAX) {
                add(first + usize::from(byte - b' '));
            }
        }
    }

    /// The indices of the words, for the layout.
    pub(super) fn numbers(&self) -> &[usize] {
        &self.words
    }
}
