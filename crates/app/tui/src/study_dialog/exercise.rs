//! The match's key moments, and exercises to find better moves.

use std::io;

use analysis::{Analysis, Verdict};
use app_context::CommandResult;

use super::StudyDialog;

impl StudyDialog<'_> {
    /// Shows the match's key moments. Analyzes the match first if the moments are unknown.
    pub(super) fn show_moments(&mut self) -> CommandResult {
        if self.analysis.is_match_complete(&self.study) {
            return Ok(self.tell_moments()?);
        }
        self.tells_moments = true;
        self.analyze_first("Analyzing the match first; key moments follow.")?;
        self.tells_moments &= self.analysis.is_match_running();
        Ok(())
    }

    /// Shows an analyzed match's key moments.
    pub(super) fn tell_moments(&mut self) -> io::Result<()> {
        self.tells_moments = false;
        let moments = self.analysis.report().moments(&**self.study.game(), self.study.record());
        for moment in &moments {
            self.write_wrapped(&moment.text)?;
        }
        if moments.is_empty() {
            self.write_wrapped("No single move decided this match.")?;
        }
        self.prompt()
    }

    /// Prints why the match must be analyzed first, and starts the analysis unless it is running.
    fn analyze_first(&mut self, why: &str) -> CommandResult {
        let count = self.study.record().plies.len();
        if count == 0 {
            return Ok(self.answer("No moves have been played.")?);
        }
        if self.analysis.is_match_running() {
            return Ok(self.answer(why)?);
        }
        self.write_wrapped(why)?;
        self.analyze_match()
    }

    /// Goes to the position before the next mistake and hides the analysis.
    pub(super) fn start_exercise(&mut self) -> CommandResult {
        if !self.analysis.is_match_complete(&self.study) {
            let why = "Analyzing the match first; then type find to look for better moves.";
            return self.analyze_first(why);
        }
        let after = self.exercise.map_or(self.study.ply(), |ply| ply + 1);
        let mistakes: Vec<usize> = self.analysis.report().mistakes().collect();
        let next = mistakes.iter().find(|ply| **ply >= after).or(mistakes.first()).copied();
        let plies = &self.study.record().plies;
        let played = next.and_then(|ply| plies.get(ply).map(|played| (ply, played.mv.clone())));
        let Some((ply, played)) = played else {
            return Ok(self.answer("This match has no mistakes to improve.")?);
        };
        self.analysis.stop_position();
        self.running.keep_wanted(&self.analysis);
        self.study.go_to(ply);
        self.exercise = Some(ply);
        self.write_position()?;
        Ok(self.answer(&format!("Find a better move than {played}, or type solution."))?)
    }

    /// Judges a move tried in place of the move after `ply` plies.
    pub(super) fn judge(&mut self, ply: usize, text: &str) -> io::Result<()> {
        let mv = match self.study.state().resolve_typed(text) {
            Ok(mv) => mv,
            Err(error) => return self.refuse(text, &error),
        };
        let found = self.analysis.report().analysis(ply);
        let found = found.map(|found| (found.verdict_on(&mv), found.best_move().to_owned()));
        match found {
            Some((Verdict::Best, _)) => {
                self.play_solution(&mv, &format!("{mv} is the best move. Type find to continue."))
            }
            Some((Verdict::Good, best)) => {
                let said = format!("{mv} is about as good as {best}. Type find to continue.");
                self.play_solution(&mv, &said)
            }
            Some((Verdict::Wrong, _)) | None => {
                self.answer(&format!("{mv} is wrong. Try again, or type solution."))
            }
        }
    }

    /// Shows the better move.
    pub(super) fn show_solution(&mut self) -> io::Result<()> {
        let found = self.exercise.and_then(|ply| self.analysis.report().analysis(ply));
        let Some(best) = found.map(Analysis::best_move).map(ToOwned::to_owned) else {
            return self.answer("Type find first to look for a better move.");
        };
        self.play_solution(&best, &format!("The better move was {best}. Type find to continue."))
    }

    /// Plays and prints the solution.
    fn play_solution(&mut self, mv: &str, said: &str) -> io::Result<()> {
        self.exercise = None;
        match self.study.play(mv) {
            Ok(_) => {
                self.write_position()?;
                self.answer(said)
            }
            Err(error) => self.refuse(mv, &error),
        }
    }
}
