//! Hints, and a coach who says what each move has lost.

use std::io::{self, Write};

use house::CommandResult;

use super::showing::write_refusal;
use super::{Awaited, Dialog, INDENT};
use crate::advice::{self, CurrentMatch};
use crate::columns::{columns, wrapped};
use crate::live::{Advice, Message};

impl Dialog<'_> {
    /// Asks for the best move, if a person is to move. Whether an answer will come.
    pub(super) fn ask_hint(&mut self, out: &mut impl Write) -> io::Result<bool> {
        if !matches!(self.awaited, Awaited::Move(_)) {
            return write_refusal(out, "a hint is for who is to move").map(|()| false);
        }
        if self.advice_awaited > 0 {
            return writeln!(out, "Advice is on its way.").map(|()| true);
        }
        let inbox = self.inbox.sender();
        self.ask_for(out, |dialog, standing| {
            let ply = standing.moves.len();
            advice::hint(dialog.house, standing, move |found| {
                // The person may have left.
                let _gone = inbox.send(Message::Advice(Box::new(Advice::Hint(ply, found))));
            })
        })?;
        if self.advice_awaited > 0 {
            writeln!(out, "Looking for the best move.")?;
        }
        Ok(self.advice_awaited > 0)
    }

    /// Lets the coach, if there is one, look at the move that was just played.
    pub(super) fn ask_coach(&mut self, out: &mut impl Write) -> io::Result<()> {
        if !self.manner.coaches {
            return Ok(());
        }
        let inbox = self.inbox.sender();
        self.ask_for(out, |dialog, standing| {
            let ply = standing.moves.len();
            advice::appraise(dialog.house, standing, move |found| {
                // The person may have left.
                let _gone = inbox.send(Message::Advice(Box::new(Advice::Coach(ply, found))));
            })
        })
    }

    fn ask_for(
        &mut self,
        out: &mut impl Write,
        ask: impl FnOnce(&Self, CurrentMatch<'_>) -> CommandResult,
    ) -> io::Result<()> {
        let Some(table) = &self.table else { return Ok(()) };
        let standing =
            CurrentMatch { game: &self.seats.game, start: &table.start, moves: &table.moves };
        match ask(self, standing) {
            Ok(()) => self.advice_awaited += 1,
            Err(failure) => write_refusal(out, &failure.to_string())?,
        }
        Ok(())
    }

    /// Tells advice, unless the match has gone on in another way meanwhile.
    pub(super) fn show_advice(&mut self, advice: &Advice) -> io::Result<()> {
        self.advice_awaited = self.advice_awaited.saturating_sub(1);
        let moves = self.table.as_ref().map_or(&[][..], |table| &table.moves);
        let sentence = match advice {
            Advice::Hint(ply, _) if *ply != moves.len() => return Ok(()),
            Advice::Hint(_, Ok(analysis)) => advice::hint_sentence(analysis),
            Advice::Coach(ply, Some(Ok(appraisal))) => {
                let stands = ply.checked_sub(1).and_then(|last| moves.get(last));
                if stands != Some(&appraisal.played) {
                    return Ok(());
                }
                format!("Coach: {}", advice::appraisal_sentence(appraisal))
            }
            Advice::Coach(_, None) => "Coach: what that move is worth can't be said.".into(),
            Advice::Hint(_, Err(why)) | Advice::Coach(_, Some(Err(why))) => {
                advice::refusal_sentence(why)
            }
        };
        let mut out = io::stdout().lock();
        if self.manner.typed && matches!(advice, Advice::Coach(..)) {
            // The prompt may stand on this line already.
            writeln!(out)?;
        }
        writeln!(out, "{}", wrapped(&sentence, columns(), INDENT))?;
        self.write_prompt(&mut out)?;
        out.flush()
    }
}
