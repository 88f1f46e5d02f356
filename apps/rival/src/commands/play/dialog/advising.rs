//! Hints, and a coach who says what each move has lost.

use std::io::{self, Write};

use analysis::{Advice, Topic};

use super::showing::write_refusal;
use super::{Awaited, Dialog, INDENT};
use crate::adviser::advise;
use crate::columns::{columns, wrapped};
use crate::live::Message;

impl Dialog<'_> {
    /// Asks for the best move, if a person is to move. Whether an answer will come.
    pub(super) fn ask_hint(&mut self, out: &mut impl Write) -> io::Result<bool> {
        if !matches!(self.awaited, Awaited::Move(_)) {
            return write_refusal(out, "a hint is for the person who is to move").map(|()| false);
        }
        if self.advice_awaited > 0 {
            return writeln!(out, "Advice is on its way.").map(|()| true);
        }
        self.ask_for(out, Topic::BestMove)?;
        if self.advice_awaited > 0 {
            writeln!(out, "Looking for the best move.")?;
        }
        Ok(self.advice_awaited > 0)
    }

    /// Lets the coach, if there is one, judge the move that was just played.
    pub(super) fn ask_coach(&mut self, out: &mut impl Write) -> io::Result<()> {
        if self.manner.coaches { self.ask_for(out, Topic::LastMove) } else { Ok(()) }
    }

    fn ask_for(&mut self, out: &mut impl Write, topic: Topic) -> io::Result<()> {
        let inbox = self.inbox.sender();
        let (game, question) = (self.model.game(), self.model.question(topic));
        let asked = advise(self.house, game, question, move |advice| {
            // The person may have left.
            let _gone = inbox.send(Message::Advice(Box::new(advice)));
        });
        match asked {
            Ok(()) => self.advice_awaited += 1,
            Err(failure) => write_refusal(out, &failure.to_string())?,
        }
        Ok(())
    }

    /// Shows advice, unless the match has gone on in another way meanwhile.
    pub(super) fn show_advice(&mut self, advice: &Advice) -> io::Result<()> {
        self.advice_awaited = self.advice_awaited.saturating_sub(1);
        if !self.model.is_current(advice) {
            return Ok(());
        }
        let is_coach = advice.question.topic == Topic::LastMove;
        let sentence = format!("{}{}", if is_coach { "Coach: " } else { "" }, advice.sentence);
        let mut out = io::stdout().lock();
        if self.manner.typed && is_coach {
            // The prompt may stand on this line already.
            writeln!(out)?;
        }
        writeln!(out, "{}", wrapped(&sentence, columns(), INDENT))?;
        self.write_prompt(&mut out)?;
        out.flush()
    }
}
