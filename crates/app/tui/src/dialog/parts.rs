//! Makes and takes back the parts of a move.

use std::io::{self, Write};

use match_view::Touched;

use super::{Dialog, DialogEnd};
use crate::plain_text::{NOTHING_TO_TAKE_BACK, moves_to_take_back};

impl Dialog<'_> {
    /// Makes typed steps of a move, and plays the move once it is finished. `None` if the text is not a sequence of
    /// legal steps.
    pub(super) fn type_steps(
        &mut self,
        out: &mut dyn Write,
        line: &str,
    ) -> io::Result<Option<DialogEnd>> {
        let Some(touched) = self.model.type_steps(line) else { return Ok(None) };
        let texts = |indexes: &[usize]| -> Vec<String> {
            let legal = self.model.history().legal();
            indexes.iter().filter_map(|&index| legal.get(index)).map(|mv| mv.text.clone()).collect()
        };
        let finished = match &touched {
            Touched::Move(index) => texts(&[*index]),
            Touched::Several(indexes) => texts(indexes),
            _ => self.model.finished_move().map(String::from).into_iter().collect(),
        };
        let next = match finished.as_slice() {
            [] => self.tell_next_steps(out)?,
            [mv] => {
                self.model.undo_steps();
                self.play_move(out, mv)?
            }
            several => {
                self.model.undo_steps();
                self.answer(out, &format!("Which one: {}?", several.join(", ")))?
            }
        };
        Ok(Some(next))
    }

    /// Names the steps that can continue the move.
    fn tell_next_steps(&self, out: &mut dyn Write) -> io::Result<DialogEnd> {
        let next = self.model.next_steps_sentence();
        self.answer(out, &format!("{next}; undo takes back a step."))
    }

    /// Takes back moves or, in a move that isn't finished, a step.
    pub(super) fn take_back(
        &mut self,
        out: &mut dyn Write,
        argument: &str,
    ) -> io::Result<DialogEnd> {
        if self.model.steps().made().len() > 0 {
            self.model.undo_step();
            return if self.model.steps().made().len() > 0 {
                self.tell_next_steps(out)
            } else {
                self.answer(out, "The move is taken back.")
            };
        }
        let moves = match moves_to_take_back(argument) {
            Ok(moves) => moves,
            Err(why) => return self.answer(out, why),
        };
        let Some(command) = self.model.take_back(moves) else {
            return self.answer(out, NOTHING_TO_TAKE_BACK);
        };
        self.send_command(out, command)?;
        out.flush()?;
        Ok(DialogEnd::Stay)
    }
}
