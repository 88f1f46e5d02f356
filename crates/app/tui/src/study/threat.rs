//! The opponent's threat in the current position.

use analysis::{Analysis, AnalysisError, refusal_sentence, threat_sentence};
use board_engine::{Seat, Turn};

use super::{StudyEffect, StudyScreen};

impl StudyScreen {
    /// Shows the opponent's best move after a pass, or returns to the lines in the position.
    pub(super) fn toggle_threat(&mut self) -> Vec<StudyEffect> {
        if self.exercise.is_some() {
            self.table.show_info("Threats are hidden until you find the move.");
            return Vec::new();
        }
        if self.shows_threat {
            return self.analyze_position();
        }
        let Some(request) = self.analysis.request_threat(&self.study) else {
            let effects = self.analyze_position();
            self.table.show_info("Passing is not allowed here, so there is no threat to show.");
            return effects;
        };
        let Some((mover, opponent)) = self.sides() else { return Vec::new() };
        self.thoughts = match_view::Thoughts::default();
        self.shows_threat = true;
        self.table.show_info(format!(
            "{opponent}'s move if {mover} passed; threat shows the lines again."
        ));
        vec![StudyEffect::Analyze(request)]
    }

    /// Shows the result.
    pub(super) fn tell_threat(&mut self, end: &Result<Analysis, AnalysisError>) {
        let Some((mover, opponent)) = self.sides() else { return };
        match end {
            Ok(found) => self.table.show_info(threat_sentence(&mover, &opponent, found)),
            Err(why) => self.table.show_error(refusal_sentence(why)),
        }
    }

    /// The seat with the displayed lines.
    pub(super) fn thinking_seat(&self) -> Option<Seat> {
        let Turn::Seat(mover) = self.study.state().turn() else { return None };
        Some(if self.shows_threat { mover.opponent() } else { mover })
    }

    /// The names of the mover and the opponent in a two-player game.
    fn sides(&self) -> Option<(String, String)> {
        let game = self.study.game();
        let Turn::Seat(mover) = self.study.state().turn() else { return None };
        if game.seat_count() != 2 {
            return None;
        }
        Some((game.seat_name(mover), game.seat_name(mover.opponent())))
    }
}
