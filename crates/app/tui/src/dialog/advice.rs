//! Hints and the coach. The coach reports how much each move loses.

use std::io::{self, Write};

use analysis::{Advice, Topic};

use super::{Awaited, Dialog, INDENT, write_refusal};
use crate::analyst::advise;
use crate::live::Message;
use crate::plain_text::{columns, wrapped};

impl Dialog<'_> {
    /// Asks for the best move, if it is a human player's turn. Returns `true` if an answer is pending.
    pub(super) fn ask_hint(&mut self, out: &mut dyn Write) -> io::Result<bool> {
        if !matches!(self.awaited, Awaited::Move(_)) {
            return write_refusal(out, "only the player to move can ask for a hint")
                .map(|()| false);
        }
        if self.advice_awaited > 0 {
            return writeln!(out, "Already searching for advice.").map(|()| true);
        }
        self.ask_for(out, Topic::BestMove)?;
        if self.advice_awaited > 0 {
            writeln!(out, "Looking for the best move.")?;
        }
        Ok(self.advice_awaited > 0)
    }

    /// Asks the coach, if it is on, about the last move.
    pub(super) fn ask_coach(&mut self, out: &mut dyn Write) -> io::Result<()> {
        if self.settings.has_coach { self.ask_for(out, Topic::LastMove) } else { Ok(()) }
    }

    fn ask_for(&mut self, out: &mut dyn Write, topic: Topic) -> io::Result<()> {
        let inbox = self.inbox.sender();
        let (game, question) = (self.model.game(), self.model.question(topic));
        let asked = advise(self.app, game, question, move |advice| {
            // The inbox may be closed.
            let _gone = inbox.send(Message::Advice(Box::new(advice)));
        });
        match asked {
            Ok(()) => self.advice_awaited += 1,
            Err(failure) => write_refusal(out, &failure.to_string())?,
        }
        Ok(())
    }

    /// Shows the advice, unless the position has changed since the question.
    pub(super) fn show_advice(&mut self, out: &mut dyn Write, advice: &Advice) -> io::Result<()> {
        self.advice_awaited = self.advice_awaited.saturating_sub(1);
        if !self.model.is_current(advice) {
            return Ok(());
        }
        let is_coach = advice.question.topic == Topic::LastMove;
        let sentence = format!("{}{}", if is_coach { "Coach: " } else { "" }, advice.sentence);
        if self.settings.is_interactive && is_coach {
            // The line may already have a prompt.
            writeln!(out)?;
        }
        writeln!(out, "{}", wrapped(&sentence, columns(), INDENT))?;
        self.write_prompt(out)?;
        out.flush()
    }
}
