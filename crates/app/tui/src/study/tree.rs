//! A study's move tree, in reading order.

use analysis::{Location, MoveNumber, MoveNumbers, Study};
use board_engine::Turn;
use games_package::{Mark, MatchState, Ply, Variation};
use notation::without_commands;

/// A move in the tree.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct TreeMove {
    /// The position after the move.
    pub(crate) location: Location,
    /// The mover.
    pub(crate) turn: Turn,
    /// The move's number; `None` for a chance event.
    pub(crate) number: Option<MoveNumber>,
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
        let mut reader = TreeReader { state, path: Vec::new(), moves: Vec::new() };
        reader.add_line(&record.plies, &record.variations, MoveNumbers::of(&**game));
        Self(reader.moves)
    }

    /// Names the position after the move that leads to this location: "move 2… Nf6 of 4". In a variation, only
    /// "move 2… e5".
    pub(crate) fn place(&self, location: &Location) -> String {
        let place = match self.index_of(location).and_then(|index| self.0.get(index)) {
            None => "move 0".into(),
            Some(TreeMove { number: Some(number), text, .. }) => format!("move {number} {text}"),
            Some(TreeMove { text, .. }) => format!("({text})"),
        };
        if !location.path.is_empty() {
            return place;
        }
        let mut numbers = self.0.iter().filter(|mv| mv.depth() == 0).filter_map(|mv| mv.number);
        format!("{place} of {}", numbers.next_back().map_or(0, |last| last.number))
    }

    /// The index of the move that leads to this location; `None` for the start.
    pub(crate) fn index_of(&self, location: &Location) -> Option<usize> {
        self.0.iter().position(|mv| mv.location == *location)
    }
}

/// Builds the move tree by replaying the moves.
struct TreeReader {
    state: Box<dyn MatchState>,
    path: Vec<usize>,
    moves: Vec<TreeMove>,
}

impl TreeReader {
    /// Adds a line with its variations, then returns to the line's start. `numbers` is the numbering before the line.
    fn add_line(&mut self, plies: &[Ply], variations: &[Variation], mut numbers: MoveNumbers) {
        let first = self.state.ply();
        for ply in plies {
            let turn = self.state.turn();
            let before = numbers;
            let number = numbers.add(turn);
            self.add_move(ply, turn, number);
            self.add_variations(variations, before);
            if self.state.play_on(&ply.mv).is_err() {
                break;
            }
        }
        if self.state.ply() == first + plies.len() {
            self.add_variations(variations, numbers);
        }
        while self.state.ply() > first && self.state.take_back() {}
    }

    /// Adds the variations from the current position.
    fn add_variations(&mut self, variations: &[Variation], numbers: MoveNumbers) {
        let here = self.state.ply();
        for (index, variation) in variations.iter().enumerate() {
            if variation.after == here {
                self.path.push(index);
                self.add_line(&variation.plies, &variation.variations, numbers);
                self.path.pop();
            }
        }
    }

    fn add_move(&mut self, ply: &Ply, turn: Turn, number: Option<MoveNumber>) {
        let location = Location { path: self.path.clone(), ply: self.state.ply() + 1 };
        let mark = ply.note.mark.map(Mark::sign).unwrap_or_default();
        let (text, has_remark) =
            (format!("{}{mark}", ply.mv), !without_commands(&ply.note.remark).is_empty());
        self.moves.push(TreeMove { location, turn, number, text, has_remark });
    }
}

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use games_package::{Rules, TableGame};

    use super::*;

    /// The number of each move, played from this position.
    fn numbers(game: Arc<dyn TableGame>, position: Option<&str>, moves: &[&str]) -> Vec<String> {
        let mut study = Study::of_position(game, position, "human").unwrap();
        for mv in moves {
            study.play(mv).unwrap();
        }
        Tree::of(&study).0.iter().map(|mv| mv.number.unwrap().to_string()).collect()
    }

    #[test]
    fn moves_are_numbered_as_the_game_does() {
        let chess = Arc::new(Rules::new("chess", chess::Chess::default()));
        assert_eq!(numbers(chess.clone(), None, &["e4", "e5", "Nf3"]), ["1.", "1…", "2."]);
        let start = Some("4k3/8/8/8/8/8/4P3/4K3 b - - 0 1");
        assert_eq!(numbers(chess, start, &["Kd7", "e4", "Kd6"]), ["1…", "2.", "2…"]);
        let stones = Arc::new(Rules::new("tic-tac-toe", tic_tac_toe::TicTacToe::default()));
        assert_eq!(numbers(stones, None, &["a1", "b1", "c3"]), ["1.", "2.", "3."]);
    }
}
