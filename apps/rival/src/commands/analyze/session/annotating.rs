//! Remarks, marks, and deleting variations.

use std::io;

use games_package::Mark;

use super::{Session, write_wrapped};

/// The longest remark, in characters.
const REMARK_MAX: usize = 1_000;

impl Session<'_> {
    /// Sets the remark on the last move.
    pub(super) fn set_remark(&mut self, text: &str) -> io::Result<()> {
        let Some(ply) = self.study.last_mut() else { return self.say_no_move() };
        ply.note.remark = text.chars().take(REMARK_MAX).collect();
        self.answer(if text.is_empty() { "The remark is deleted." } else { "Noted." })
    }

    /// Marks the last move: "!", "??" …; an empty sign removes its mark.
    pub(super) fn set_mark(&mut self, sign: &str) -> io::Result<()> {
        let mark = Mark::from_sign(sign);
        if mark.is_none() && !sign.is_empty() {
            return self.answer(&format!("There is no mark {sign}: there are ! ? !! ?? !? ?!."));
        }
        let Some(ply) = self.study.last_mut() else { return self.say_no_move() };
        ply.note.mark = mark;
        let said = format!("{}{sign}", ply.mv);
        self.answer(&said)
    }

    fn say_no_move(&self) -> io::Result<()> {
        self.answer("This is the start: no move to annotate.")
    }

    /// Deletes the variation of the current position.
    pub(super) fn delete_variation(&mut self) -> io::Result<()> {
        if !self.study.delete_variation() {
            return self.answer("This is the match itself, which is not deleted.");
        }
        write_wrapped("The variation is deleted.")?;
        self.show_new_position()
    }
}
