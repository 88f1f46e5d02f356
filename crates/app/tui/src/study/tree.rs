//! A study's move tree, in reading order.

use analysis::{Location, Study};
use board_engine::{Seat, Turn};
use games_package::{Mark, MatchState, Ply, Variation};
use notation::without_commands;

/// A move in the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TreeMove {
    /// The position after the move.
    pub(crate) location: Location,
    /// The mover.
    pub(crate) turn: Turn,
    /// The move's number. With two seats, the first seat's move and the reply have the same number.
    pub(crate) number: usize,
    /// The move with its mark.
    pub(crate) text: String,
    /// `true` if the move has a remark.
    pub(crate) has_remark: bool,
}

impl TreeMove {
    /// The nesting depth of the move's variation.
    pub(crate) const fn depth(&self) -> usize {
        self.location.path.len()
    }
}

/// All moves in a study. Each move is followed by its alternatives.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(crate) struct Tree(pub(crate) Vec<TreeMove>);

impl Tree {
    /// A study's tree.
    pub(crate) fn of(study: &Study) -> Self {
        let (game, record) = (study.game(), study.record());
        let Ok(state) = game.open(Some(&record.start)) else { return Self::default() };
        let has_two_seats = game.seat_count() == 2;
        let mut reader = TreeReader { state, has_two_seats, path: Vec::new(), moves: Vec::new() };
        reader.add_line(&record.plies, &record.variations, 0);
        Self(reader.moves)
    }

    /// Replaces the leading ply number in a sentence about a match move with the tree's move number. The move comes
    /// after `ply` plies.
    pub(crate) fn numbered(&self, ply: usize, sentence: &str) -> String {
        let place = Location { path: Vec::new(), ply: ply + 1 };
        let mv = self.index_of(&place).and_then(|index| self.0.get(index));
        let (Some(mv), Some((_, rest))) = (mv, sentence.split_once(' ')) else {
            return sentence.into();
        };
        // Unless there are two seats, the number is the ply number.
        let is_reply = mv.number != mv.location.ply && mv.turn == Turn::Seat(Seat::SECOND);
        format!("{}{} {rest}", mv.number, if is_reply { "…" } else { "." })
    }

    /// The index of the move that leads to this location; `None` for the start.
    pub(crate) fn index_of(&self, location: &Location) -> Option<usize> {
        self.0.iter().position(|mv| mv.location == *location)
    }
}

/// Builds the move tree by replaying the moves.
struct TreeReader {
    state: Box<dyn MatchState>,
    has_two_seats: bool,
    path: Vec<usize>,
    moves: Vec<TreeMove>,
}

impl TreeReader {
    /// Adds a line with its variations, then returns to the line's start. `firsts` is the number of moves that the
    /// first seat made before the line. If the second seat moved first, the missing first move counts too.
    fn add_line(&mut self, plies: &[Ply], variations: &[Variation], mut firsts: usize) {
        let first = self.state.ply();
        for ply in plies {
            let turn = self.state.turn();
            let is_first = turn == Turn::Seat(Seat::FIRST);
            self.add_move(ply, turn, firsts + usize::from(is_first));
            self.add_variations(variations, firsts);
            if self.state.play_on(&ply.mv).is_err() {
                break;
            }
            firsts += usize::from(is_first || (firsts == 0 && turn == Turn::Seat(Seat::SECOND)));
        }
        if self.state.ply() == first + plies.len() {
            self.add_variations(variations, firsts);
        }
        while self.state.ply() > first && self.state.take_back() {}
    }

    /// Adds the variations from the current position.
    fn add_variations(&mut self, variations: &[Variation], firsts: usize) {
        let here = self.state.ply();
        for (index, variation) in variations.iter().enumerate() {
            if variation.after == here {
                self.path.push(index);
                self.add_line(&variation.plies, &variation.variations, firsts);
                self.path.pop();
            }
        }
    }

    fn add_move(&mut self, ply: &Ply, turn: Turn, number: usize) {
        let location = Location { path: self.path.clone(), ply: self.state.ply() + 1 };
        let number = if self.has_two_seats { number.max(1) } else { location.ply };
        let mark = ply.note.mark.map(Mark::sign).unwrap_or_default();
        let (text, has_remark) =
            (format!("{}{mark}", ply.mv), !without_commands(&ply.note.remark).is_empty());
        self.moves.push(TreeMove { location, turn, number, text, has_remark });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use games_package::Rules;

    use super::*;

    #[test]
    fn a_sentence_about_a_move_has_its_number_from_the_tree() {
        let game = Rules::new("tic-tac-toe", tic_tac_toe::TicTacToe::default());
        let mut study = Study::of_position(Arc::new(game), None, "human").unwrap();
        for mv in ["a1", "b1", "c3", "b2"] {
            study.play(mv).unwrap();
        }
        let tree = Tree::of(&study);
        assert_eq!(tree.numbered(2, "3. X: c3??"), "2. X: c3??");
        assert_eq!(tree.numbered(3, "4. O: b2"), "2… O: b2");
        assert_eq!(tree.numbered(9, "10. O: b2"), "10. O: b2");
    }

    #[test]
    fn a_reply_at_the_start_has_its_own_number() {
        let game = Rules::new("tic-tac-toe", tic_tac_toe::TicTacToe::default());
        let mut study = Study::of_position(Arc::new(game), Some("3/1x1/3 o"), "human").unwrap();
        for mv in ["a1", "b1", "c3"] {
            study.play(mv).unwrap();
        }
        let numbers: Vec<usize> = Tree::of(&study).0.iter().map(|mv| mv.number).collect();
        assert_eq!(numbers, [1, 2, 2]);
    }
}
