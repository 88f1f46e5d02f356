//! Sentences about the current position and the match: for the status line and text overlays.

use analysis::Location;
use board_engine::Turn;
use games_package::Mark;
use match_view::sentences;
use notation::without_commands;

use super::{StudyEffect, StudyScreen};
use crate::plain_text::move_list;
use crate::words::one_line;

/// The maximum width of the graph in characters, and the width of a text overlay's frame.
const GRAPH_MAX: u16 = 56;
const FRAME: u16 = 4;

/// Sentences for the status line.
impl StudyScreen {
    /// The side to move, or the result.
    pub(super) fn state_sentence(&self) -> String {
        let (game, state) = (self.study.game(), self.study.state());
        let is_at_end = self.study.ply() == self.study.record().plies.len();
        let recorded = self.study.record().ending.clone();
        let recorded = recorded.filter(|_| is_at_end && !self.study.is_in_variation());
        match (state.ending().or(recorded), state.turn()) {
            (Some(ending), _) => sentences::ending_sentence(&**game, &ending),
            (None, Turn::Seat(seat)) => format!("{} to move", game.seat_name(seat)),
            (None, Turn::Chance) => "Chance to move: type the result".into(),
        }
    }

    /// Facts about the last move and the position. An exercise omits the opening name, which doesn't help the user find
    /// a move.
    pub(super) fn known(&self) -> Vec<String> {
        let opening = self.opening.clone();
        let quotes = self.quotes.iter().filter(|_| self.exercise.is_none()).cloned();
        self.annotation().into_iter().chain(opening).chain(quotes).collect()
    }

    /// The last move's annotation: "9-14?! +0.20 depth 12: a remark".
    fn annotation(&self) -> Option<String> {
        let last = self.study.last()?;
        let mark = last.note.mark.map(Mark::sign).unwrap_or_default();
        let thought = last.note.thought;
        let thought = thought.map(|it| format!(" {} depth {}", it.valuation, it.depth));
        let before = self.study.ply() - 1;
        let report = self.analysis.report();
        let is_of_match = !self.study.is_in_variation();
        let better = report.appraisal(before).filter(|it| is_of_match && it.mark().is_some());
        let better = better.map(|it| format!("; better was {} {}", it.best, it.best_text()));
        let remark = Some(without_commands(&last.note.remark)).filter(|remark| !remark.is_empty());
        let remark = remark.map(|remark| format!(" · {}", one_line(&remark)));
        let parts = [thought, better, remark].map(Option::unwrap_or_default);
        Some(format!("{}{mark}{}", last.mv, parts.concat()))
    }
}

/// Texts shown as overlays.
impl StudyScreen {
    /// Shows all information next to the board, on any screen size, and the match graph.
    pub(super) fn show_details(&mut self) {
        let message = self.table.newest_message();
        let lines = self.thoughts.lines.iter().filter(|_| self.exercise.is_none());
        let lines: Vec<String> = lines.map(sentences::line_sentence).collect();
        let whose = if self.shows_threat { "Threat:\n" } else { "" };
        let lines = Some(lines).filter(|it| !it.is_empty());
        let lines = lines.map(|lines| format!("{whose}{}", lines.join("\n")));
        let position = std::iter::once(self.state_sentence()).chain(self.known());
        let parts = std::iter::once(position.collect::<Vec<String>>().join("\n"));
        let parts = parts.chain(message).chain(lines).chain(self.graph());
        self.table.show_text(parts.collect::<Vec<String>>().join("\n \n"));
    }

    /// Lists the moves of the match.
    pub(super) fn show_moves(&mut self) {
        self.table.show_text(move_list(&self.study));
    }

    /// Shows the match graph with the mistakes.
    pub(super) fn show_graph(&mut self) {
        match self.graph() {
            Some(graph) => self.table.show_text(graph),
            None if self.exercise.is_some() => {
                self.table.show_info("The graph is hidden until you find the move.");
            }
            None => {
                self.table.show_info("The score is unknown; type mistakes to analyze the match.");
            }
        }
    }

    /// The match graph and the mistakes; `None` if no score is known, or during an exercise.
    fn graph(&self) -> Option<String> {
        let width = self.table.area.width.saturating_sub(FRAME).min(GRAPH_MAX);
        let graph = self.analysis.report().graph(&**self.study.game(), width.into());
        let shown = Some(graph).filter(|it| !it.is_empty() && self.exercise.is_none())?;
        let mistake = |ply: &usize| {
            let played = self.study.record().plies.get(*ply)?;
            let mark = played.note.mark.map(Mark::sign).unwrap_or_default();
            let place = Location { path: Vec::new(), ply: ply + 1 };
            let mv = self.tree.0.get(self.tree.index_of(&place)?)?;
            Some(format!("{} {}{mark}", mv.number?, played.mv))
        };
        let mistakes: Vec<String> = self.course.mistakes.iter().filter_map(mistake).collect();
        Some(format!("{shown}{}", mistakes.join(", ")))
    }

    /// Shows the match's key moments. Analyzes the match first if the moments are unknown.
    pub(super) fn show_moments(&mut self) -> Vec<StudyEffect> {
        if self.analysis.is_match_complete(&self.study) {
            self.tell_moments();
            return Vec::new();
        }
        self.tells_moments = true;
        let effects = self.analyze_match();
        if self.analysis.is_match_running() {
            self.table.show_info("Analyzing the match first; key moments follow.");
        } else {
            self.tells_moments = false;
        }
        effects
    }

    /// Shows an analyzed match's key moments.
    pub(super) fn tell_moments(&mut self) {
        self.tells_moments = false;
        let (game, record) = (self.study.game(), self.study.record());
        let moments = self.analysis.report().moments(&**game, record);
        let texts: Vec<String> = moments.into_iter().map(|moment| moment.text).collect();
        if texts.is_empty() {
            self.table.show_info("No single move decided this match.");
        } else {
            self.table.show_text(texts.join("\n \n"));
        }
    }
}
