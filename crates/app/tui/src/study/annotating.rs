//! Edits remarks and annotation symbols, and deletes variations.

use games_package::Mark;
use notation::replace_comment_text;

use super::{StudyEffect, StudyScreen};

/// The maximum length of a remark, in characters.
const REMARK_MAX: usize = 1_000;

/// The signs for all marks.
const SIGNS: &str = "! ? !! ?? !? ?!";

impl StudyScreen {
    /// Sets the remark on the last move.
    pub(super) fn set_remark(&mut self, text: &str) {
        let Some(ply) = self.study.last_mut() else { return self.say_no_move() };
        let text: String = text.chars().take(REMARK_MAX).collect();
        ply.note.remark = replace_comment_text(&ply.note.remark, &text);
        self.refresh_tree();
        let said = if text.is_empty() { "Comment deleted." } else { "Noted." };
        self.table.show_info(said);
    }

    /// Marks the last move: "!", "??" …; an empty sign removes the mark.
    pub(super) fn set_mark(&mut self, sign: &str) {
        let mark = Mark::from_sign(sign);
        if mark.is_none() && !sign.is_empty() {
            self.table.show_error(format!("Unknown mark {sign}: expected one of {SIGNS}."));
            return;
        }
        let Some(ply) = self.study.last_mut() else { return self.say_no_move() };
        ply.note.mark = mark;
        self.refresh_tree();
    }

    fn say_no_move(&mut self) {
        self.table.show_info("This is the start; there is no move to annotate.");
    }

    /// Deletes the variation with the current position.
    pub(super) fn delete_variation(&mut self) -> Vec<StudyEffect> {
        if !self.study.delete_variation() {
            self.table.show_info("This is the match itself; only variations can be deleted.");
            return Vec::new();
        }
        self.refresh_tree();
        let effects = self.position_changed();
        self.table.show_info("Variation deleted.");
        effects
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_listed_symbol_is_an_annotation() {
        assert!(SIGNS.split(' ').all(|sign| Mark::from_sign(sign).is_some()));
    }
}
