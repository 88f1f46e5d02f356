//! Question numbers, including numbers for canceled questions.

use std::collections::VecDeque;

use board_engine::zobrist;

/// Maximum number of abandoned questions to remember.
const LET_GO_MAX: usize = 64;

/// Generates question numbers. A program can't predict the numbers, so it can't answer a question that it hasn't read.
/// Matches with equal seeds have equal numbers.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct QuestionIds {
    seed: u64,
    count: u64,
}

impl QuestionIds {
    /// Creates a generator for a match with this seed.
    pub(crate) const fn new(seed: u64) -> Self {
        Self { seed, count: 0 }
    }

    /// The number of the next question, below 2^31: a program may store it in a signed 32-bit integer.
    pub(crate) fn next(&mut self) -> u64 {
        self.count += 1;
        zobrist::mix(&[self.seed, self.count]) >> 33
    }
}

/// The newest questions that were abandoned while the program pondered. The program may read a stop late, so answers to
/// several of these questions may still arrive.
#[derive(Debug, Default)]
pub(crate) struct LetGo(VecDeque<u64>);

impl LetGo {
    pub(crate) fn add(&mut self, id: u64) {
        if self.0.len() == LET_GO_MAX {
            self.0.pop_front();
        }
        self.0.push_back(id);
    }

    /// Returns whether this is the first answer to one of these questions.
    pub(crate) fn take(&mut self, id: u64) -> bool {
        let place = self.0.iter().position(|let_go| *let_go == id);
        place.and_then(|place| self.0.remove(place)).is_some()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_question_number_fits_into_a_signed_32_bit_integer() {
        let numbers = |seed| {
            let mut ids = QuestionIds::new(seed);
            (0..100).map(move |_| ids.next())
        };
        assert_eq!((0..100).flat_map(numbers).find(|id| i32::try_from(*id).is_err()), None);
    }
}
