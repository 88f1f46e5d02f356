//! Handles moves that are entered as text or by touching squares, and detects games with hidden hands.

use board_engine::{Square, Steps, Turn, Viewer};
use games_package::{Command, TableGame};

use crate::touch::{LegalMove, MoveInSteps, Touched};
use crate::view::MatchView;

impl MatchView {
    /// Returns `true` if a person can move now in the shown position.
    pub fn may_move(&self) -> bool {
        let is_shown = !self.is_unconfirmed && !self.history.is_in_the_past();
        self.asked.is_some() && is_shown && !self.is_paused()
    }

    /// The reason why no move can be made now.
    pub fn why_not_now(&self) -> String {
        match self.turn() {
            _ if self.ending().is_some() => {
                "The match is over: undo takes back, restart begins again.".into()
            }
            _ if self.is_paused() => "The clocks are stopped: resume continues the match.".into(),
            Some(Turn::Seat(seat)) => format!("It is {}'s turn.", self.game().seat_name(seat)),
            _ => "Wait a moment.".into(),
        }
    }

    /// The move in progress.
    pub const fn steps(&self) -> &MoveInSteps {
        &self.steps
    }

    /// Touches a square: see [`MoveInSteps::touch`].
    pub fn touch(&mut self, square: Square) -> Touched {
        self.change_steps(|steps| steps.touch(square))
    }

    /// Makes the first step of the piece on this square: see [`MoveInSteps::play_first`].
    pub fn play_first(&mut self, square: Square) -> Touched {
        self.change_steps(|steps| steps.play_first(square))
    }

    /// Undoes the last step of the move in progress, or deselects its piece. Returns `false` if there is nothing to
    /// undo.
    pub fn undo_step(&mut self) -> bool {
        self.change_steps(MoveInSteps::undo)
    }

    /// Undoes all steps of the move in progress.
    pub fn undo_steps(&mut self) {
        self.change_steps(MoveInSteps::restart);
    }

    /// The legal move made by the steps so far, if awaiting confirmation.
    pub fn move_to_confirm(&self) -> Option<&str> {
        let [mv] = self.steps.ends() else { return None };
        let legal = self.history.legal().get(*mv).filter(|_| self.steps.made().len() > 0)?;
        Some(&legal.text)
    }

    /// The squares to mark because they can be touched next. If a piece can be placed on every empty square, the empty
    /// squares are not marked.
    pub fn targets(&self) -> Vec<Square> {
        if !self.may_move() {
            return Vec::new();
        }
        let mut targets = self.steps.targets();
        let picture = self.picture();
        let squares = picture.geometry().squares();
        let empty: Vec<Square> =
            squares.filter(|square| picture.pieces(*square).is_empty()).collect();
        if self.steps.picked().is_none() && empty.iter().all(|square| targets.contains(square)) {
            targets.retain(|square| !empty.contains(square));
        }
        targets
    }

    pub(crate) fn change_steps<T>(&mut self, change: impl FnOnce(&mut MoveInSteps) -> T) -> T {
        let result = change(&mut self.steps);
        let has_steps = self.steps.made().len() > 0;
        self.stepped = has_steps.then(|| self.steps.show(self.history.picture()));
        result
    }

    /// Begins the move for the person with the open question.
    pub(crate) fn renew_steps(&mut self) {
        let steps = if self.asked.is_some() { self.history.steps() } else { Steps::default() };
        self.steps = MoveInSteps::new(steps);
        self.stepped = None;
    }

    /// The legal moves that don't touch any square and are chosen by name.
    pub fn moves_without_squares(&self) -> Vec<&str> {
        let moves = self.history.legal().iter().filter(|mv| mv.route.is_empty());
        moves.map(|mv| mv.text.as_str()).collect()
    }

    /// Returns `true` if there are legal moves and none of them touches a square.
    pub fn has_only_text_moves(&self) -> bool {
        let legal = self.history.legal();
        !legal.is_empty() && legal.iter().all(|mv| mv.route.is_empty())
    }

    /// A legal move's squares; empty if the move is not legal or doesn't touch any square.
    pub fn squares_of(&self, text: &str) -> &[Square] {
        let found = self.history.legal().iter().find(|mv| mv.text == text);
        found.map_or(&[], |mv| mv.route.as_slice())
    }

    /// The legal moves that begin with `typed`, or that `typed` represents in another notation. If `typed` is empty,
    /// returns the moves that begin with the steps so far.
    pub fn completions(&self, typed: &str) -> Vec<&LegalMove> {
        let typed = typed.trim().to_lowercase();
        if typed.is_empty() && self.steps.made().len() > 0 {
            let reachable = self.steps.reachable().into_iter();
            return reachable.filter_map(|index| self.history.legal().get(index)).collect();
        }
        let fits = |mv: &&LegalMove| mv.text.to_lowercase().starts_with(&typed);
        let found: Vec<&LegalMove> = self.history.legal().iter().filter(fits).collect();
        if !found.is_empty() || typed.is_empty() {
            return found;
        }
        let named = self.history.resolve(&typed).ok();
        self.history.legal().iter().filter(|mv| named.as_ref() == Some(&mv.text)).collect()
    }

    /// Plays a legal move: shows the move immediately and returns the command for the table. `None` if no move can be
    /// made now.
    pub fn play(&mut self, mv: &str) -> Option<Command> {
        let seat = self.asked.filter(|_| self.may_move())?;
        self.is_unconfirmed = true;
        let was_seen = self.steps.made().len() > 0;
        self.undo_steps();
        let ply = self.history.plies().len();
        self.history.play_unconfirmed(mv);
        if !was_seen {
            self.animate(ply);
        }
        Some(Command::Answer { seat, ply, text: mv.into() })
    }

    /// The command that answers the open question with typed text. The table plays the move or refuses it. `None` if no
    /// person has an open question.
    pub fn answer(&self, text: impl Into<String>) -> Option<Command> {
        let seat = self.asked?;
        Some(Command::Answer { seat, ply: self.history.plies().len(), text: text.into() })
    }
}

/// Returns `true` if the first position after the deal has hidden information.
pub fn deals_hidden_hands(game: &dyn TableGame) -> bool {
    let Ok(mut state) = game.open(None) else { return false };
    while state.turn() == Turn::Chance && state.play_drawn(&mut |_| 0).is_some() {}
    state.position(Viewer::Public) != state.position(Viewer::Arbiter)
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::effort::{amount, clock};

    #[test]
    fn hands_are_hidden_and_boards_are_not() {
        let hides = |name| deals_hidden_hands(&*game_catalog::table_game(name).unwrap());
        assert!(hides("dominoes") && hides("kuhn-poker"));
        assert!(!hides("checkers") && !hides("backgammon"));
    }

    #[test]
    fn large_numbers_and_long_times_are_abbreviated() {
        assert_eq!([9_999, 120_400, 31_000_000].map(amount), ["9999", "120 k", "31 M"]);
        let times = [4_250, 19_999, 64_001, 65_000, 3_600_000].map(Duration::from_millis);
        assert_eq!(times.map(clock), ["4.2 s", "20.0 s", "1:05", "1:05", "60:00"]);
    }
}
