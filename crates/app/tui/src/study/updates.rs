//! Navigates through the moves and handles analysis results.

use std::time::Duration;

use analysis::{
    AnalysisError, AnalysisUpdate, Location, StudyChange, refusal_sentence, table_phrase,
};
use games_package::parse_duration;
use match_view::Thoughts;
use match_view::sentences::not_possible;

use super::exercise::Task;
use super::{StudyEffect, StudyExit, StudyMessage, StudyScreen};

/// The allowed range of pauses in automatic play.
const PAUSE_RANGE: (Duration, Duration) = (Duration::from_millis(125), Duration::from_secs(16));

impl StudyScreen {
    /// Handles a message. `now` is the time since the screen was opened.
    pub fn update(&mut self, now: Duration, message: StudyMessage) -> Vec<StudyEffect> {
        self.now = now;
        match message {
            StudyMessage::Input(input) => self.handle_input(input),
            StudyMessage::Analysis(number, update) => self.handle_analysis(number, *update),
            StudyMessage::Saved(Ok(sentence)) => self.inform(sentence),
            StudyMessage::Saved(Err(sentence)) | StudyMessage::Warned(sentence) => {
                self.complain(sentence)
            }
            StudyMessage::NotAnalyzed(number, why) => {
                let end = Err(AnalysisError::Failed(why));
                self.handle_analysis(number, AnalysisUpdate::End(end))
            }
            StudyMessage::Refused(why) => self.complain(not_possible(&why)),
            StudyMessage::Verified(mv, wins) => self.take_verdict(&mv, wins),
            StudyMessage::Rated(sentence) => self.add_to_message(&sentence),
            StudyMessage::Interrupted => vec![StudyEffect::Exit(StudyExit::Interrupted)],
            StudyMessage::Tick => self.step_by_itself(),
        }
    }

    fn inform(&mut self, sentence: String) -> Vec<StudyEffect> {
        self.table.show_info(sentence);
        Vec::new()
    }

    fn complain(&mut self, sentence: String) -> Vec<StudyEffect> {
        self.table.show_error(sentence);
        Vec::new()
    }
}

/// Navigates and plays moves.
impl StudyScreen {
    /// Shows the new position, and analyzes it if analysis is on.
    pub(super) fn position_changed(&mut self) -> Vec<StudyEffect> {
        self.table.status_message = None;
        self.table.typed.clear();
        self.show_position();
        self.analyze_position()
    }

    /// Plays a move from the current position, in the line or as a variation.
    pub(super) fn play(&mut self, mv: &str) -> Vec<StudyEffect> {
        self.table.typed.clear();
        if self.exercise.is_some() {
            return self.judge(mv);
        }
        match self.study.play(mv) {
            Ok(_played) => {
                self.refresh_tree();
                self.position_changed()
            }
            Err(error) => {
                self.show_position();
                self.complain(not_possible(&error.reason()))
            }
        }
    }

    /// Leaves an exercise, then navigates with `step`. Does nothing if `step` returns `false`.
    pub(super) fn go(
        &mut self,
        step: impl FnOnce(&mut analysis::Study) -> bool,
    ) -> Vec<StudyEffect> {
        if self.exercise.as_ref().is_some_and(|exercise| exercise.task == Task::Puzzle) {
            return self.inform("Find the winning move, or type solution.".into());
        }
        let was_exercise = self.exercise.take().is_some();
        if step(&mut self.study) || was_exercise { self.position_changed() } else { Vec::new() }
    }

    /// Goes to another position in the tree.
    pub(super) fn go_to(&mut self, location: &Location) -> Vec<StudyEffect> {
        self.go(|study| {
            study.go_to_location(location);
            true
        })
    }

    /// Goes to the alternative `by` places below the last move in the list.
    pub(super) fn go_to_alternative(&mut self, by: isize) -> Vec<StudyEffect> {
        let (all, here) = (self.study.alternatives(), self.study.location());
        let index = all.iter().position(|location| *location == here);
        let next = index.and_then(|index| index.checked_add_signed(by));
        match next.and_then(|next| all.get(next)) {
            Some(location) => self.go_to(location),
            None if all.len() < 2 => self.inform("This move has no alternatives.".into()),
            None => Vec::new(),
        }
    }

    /// Starts or stops automatic play.
    /// Starts autoplay with this pause, or turns autoplay on or off without a pause.
    pub(super) fn auto_play(&mut self, pause: &str) {
        if !pause.is_empty() {
            match parse_duration(pause) {
                Ok(pause) => self.set_pause(pause),
                Err(_) => return self.table.show_error("Pass a pause, as in auto 500ms."),
            }
            self.next_step = None;
        }
        self.toggle_auto_play();
    }

    pub(super) fn toggle_auto_play(&mut self) {
        self.next_step = match self.next_step {
            Some(_) => None,
            None => Some(self.now + self.pause),
        };
        let said =
            if self.next_step.is_some() { "Autoplay; press Space to stop." } else { "Stopped." };
        self.table.show_info(said);
    }

    pub(super) fn set_pause(&mut self, pause: Duration) {
        self.pause = pause.clamp(PAUSE_RANGE.0, PAUSE_RANGE.1);
        let seconds = self.pause.as_secs_f64();
        self.table.show_info(format!("A pause of {seconds:.2} s after each move."));
    }

    fn step_by_itself(&mut self) -> Vec<StudyEffect> {
        if self.next_step.is_none_or(|at| at > self.now) {
            return Vec::new();
        }
        if self.exercise.is_some() || self.study.next_ply().is_none() {
            self.next_step = None;
            return Vec::new();
        }
        self.next_step = Some(self.now + self.pause);
        self.go(|study| study.forward().is_some())
    }
}

/// Starts and stops analyses.
impl StudyScreen {
    /// Starts or stops the analysis of the current position.
    pub(super) fn toggle_lines(&mut self) -> Vec<StudyEffect> {
        self.analyzes = !self.analyzes;
        if self.exercise.is_some() {
            return self.inform("The lines are hidden until you find a better move.".into());
        }
        self.analyze_position()
    }

    /// Stops all analyses.
    pub(super) fn stop_analyses(&mut self) -> Vec<StudyEffect> {
        (self.analyzes, self.shows_threat, self.tells_moments) = (false, false, false);
        self.analysis.stop_match();
        let effects = self.analyze_position();
        self.table.show_info("No analysis is running now.");
        effects
    }

    pub(super) fn analyze_position(&mut self) -> Vec<StudyEffect> {
        self.thoughts = Thoughts::default();
        self.shows_threat = false;
        if !self.analyzes || self.exercise.is_some() {
            self.quotes.clear();
            self.analysis.stop_position();
            return Vec::new();
        }
        self.quotes = self.analysis.references().quotes(self.study.state());
        let request = self.analysis.request_position(&self.study);
        request.map(StudyEffect::Analyze).into_iter().collect()
    }

    /// Analyzes the whole match in the background.
    pub(super) fn analyze_match(&mut self) -> Vec<StudyEffect> {
        if self.analysis.is_match_running() {
            return Vec::new();
        }
        if self.study.record().plies.is_empty() {
            return self.inform("No moves yet; type a move, or lines.".into());
        }
        match self.analysis.request_match(&mut self.study) {
            Ok(Some(request)) => vec![StudyEffect::Analyze(request)],
            Ok(None) => {
                self.tell_marked();
                Vec::new()
            }
            Err(error) => self.complain(not_possible(&error.reason())),
        }
    }

    /// Goes to the next mistake. Analyzes the match first, if necessary.
    pub(super) fn next_mistake(&mut self) -> Vec<StudyEffect> {
        if self.analysis.is_match_running() {
            return self.inform("The match is still being analyzed.".into());
        }
        if !self.analysis.is_match_complete(&self.study) {
            let effects = self.analyze_match();
            if !effects.is_empty() {
                self.table.show_info("Analyzing the whole match in the background.");
            }
            return effects;
        }
        let Some(ply) = self.course.next_mistake(self.study.ply()) else {
            return self.inform("No mistakes found.".into());
        };
        self.go(|study| {
            study.go_to(ply + 1);
            true
        })
    }

    fn handle_analysis(&mut self, number: usize, update: AnalysisUpdate) -> Vec<StudyEffect> {
        let change = match self.analysis.update(number, update, &mut self.study) {
            Ok(change) => change,
            Err(error) => return self.complain(not_possible(&error.reason())),
        };
        match change {
            StudyChange::Nothing => {}
            StudyChange::Line(elapsed, thinking) => {
                if let Some(seat) = self.thinking_seat() {
                    self.thoughts.add(seat, elapsed, thinking);
                }
            }
            StudyChange::PositionEnded(Ok(found)) => {
                if let Some(value) = found.table {
                    self.table.show_info(format!("The position is {}.", table_phrase(value)));
                } else if found.is_forced {
                    self.table.show_info(format!("{} is the only move.", found.chosen));
                }
            }
            StudyChange::ThreatEnded(end) => self.tell_threat(&end),
            StudyChange::MatchContinues(request) => {
                self.refresh_tree();
                return vec![StudyEffect::Analyze(request)];
            }
            StudyChange::MatchEnded => self.tell_marked(),
            StudyChange::MatchFailed(why) => {
                self.tells_moments = false;
                return self.complain(refusal_sentence(&why));
            }
            StudyChange::PositionEnded(Err(why)) => {
                return self.complain(refusal_sentence(&why));
            }
        }
        Vec::new()
    }

    fn tell_marked(&mut self) {
        self.refresh_tree();
        let sentence = match self.course.mistakes.len() {
            0 => "The match is analyzed: no mistakes.".into(),
            1 => {
                "The match is analyzed: 1 mistake; press m to see it, type moments for the reason."
                    .into()
            }
            count => format!(
                "The match is analyzed: {count} mistakes; press m for the next, type moments for the reasons."
            ),
        };
        self.table.show_info(sentence);
        if self.tells_moments {
            self.tell_moments();
        }
    }
}
