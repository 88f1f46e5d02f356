//! Entering and playing a move.

use board_engine::{Square, Turn};
use games_package::Command;

use crate::touch::{LegalMove, Touched, in_every_order, targets, touch};
use crate::view::MatchView;

impl MatchView {
    /// Whether a person may move now in the shown position.
    pub fn may_move(&self) -> bool {
        let is_shown = !self.is_unconfirmed && !self.history.is_in_the_past();
        self.asked.is_some() && is_shown && !self.is_paused()
    }

    /// Why no move can be made now.
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

    /// Touches a square after the squares in `picked`. The parts of a move may be touched in any order.
    pub fn touch(&self, picked: &[Square], square: Square) -> Touched {
        touch(&self.touchable(), picked, square)
    }

    /// The squares that can be touched next, after those in `picked`.
    pub fn targets(&self, picked: &[Square]) -> Vec<Square> {
        targets(&self.touchable(), picked)
    }

    /// The legal moves by all routes on which they can be touched.
    fn touchable(&self) -> Vec<LegalMove> {
        let picture = self.history.picture();
        let is_own = |square: Square| {
            let owner = picture.pieces(square).last().and_then(|glyph| glyph.owner);
            owner.map(Turn::Seat) == self.turn()
        };
        in_every_order(self.history.legal(), is_own)
    }

    /// The legal moves that touch no square, which are chosen by their texts.
    pub fn moves_without_squares(&self) -> Vec<&str> {
        let moves = self.history.legal().iter().filter(|mv| mv.route.is_empty());
        moves.map(|mv| mv.text.as_str()).collect()
    }

    /// Whether there are legal moves and none of them touches a square.
    pub fn has_only_text_moves(&self) -> bool {
        let legal = self.history.legal();
        !legal.is_empty() && legal.iter().all(|mv| mv.route.is_empty())
    }

    /// The squares of a legal move; none if it is not legal or touches none.
    pub fn squares_of(&self, text: &str) -> &[Square] {
        let found = self.history.legal().iter().find(|mv| mv.text == text);
        found.map_or(&[], |mv| mv.route.as_slice())
    }

    /// The legal moves that begin with `typed`, or that it names in another notation.
    pub fn completions(&self, typed: &str) -> Vec<&LegalMove> {
        let typed = typed.trim().to_lowercase();
        let fits = |mv: &&LegalMove| mv.text.to_lowercase().starts_with(&typed);
        let found: Vec<&LegalMove> = self.history.legal().iter().filter(fits).collect();
        if !found.is_empty() || typed.is_empty() {
            return found;
        }
        let named = self.history.resolve(&typed).ok();
        self.history.legal().iter().filter(|mv| named.as_ref() == Some(&mv.text)).collect()
    }

    /// Plays a legal move: shows it at once, and returns the command for the table. None if no move can be made now.
    pub fn play(&mut self, mv: &str) -> Option<Command> {
        let seat = self.asked.filter(|_| self.may_move())?;
        self.is_unconfirmed = true;
        let ply = self.history.plies().len();
        self.history.play_unconfirmed(mv);
        self.animate(ply);
        Some(Command::Answer { seat, ply, text: mv.into() })
    }

    /// The command to answer with typed text, which the table plays or refuses. None if nobody is asked.
    pub fn answer(&self, text: impl Into<String>) -> Option<Command> {
        let seat = self.asked?;
        Some(Command::Answer { seat, ply: self.history.plies().len(), text: text.into() })
    }
}
