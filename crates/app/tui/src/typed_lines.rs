//! A queue of typed lines, shared by a session's menu, matches and studies.

use std::collections::VecDeque;

use app_context::Failure;

use crate::live::{Inbox, Message};

/// Lines that were read but not yet processed.
#[derive(Debug, Default)]
pub struct TypedLines {
    unread: VecDeque<String>,
    has_ended: bool,
}

impl TypedLines {
    /// Adds a line.
    pub fn push(&mut self, line: String) {
        self.unread.push_back(line);
    }

    /// Records the end of the input.
    pub const fn end(&mut self) {
        self.has_ended = true;
    }

    /// Returns `true` if no more lines follow.
    pub const fn has_ended(&self) -> bool {
        self.has_ended
    }

    /// The oldest unprocessed line.
    pub fn front(&self) -> Option<&String> {
        self.unread.front()
    }

    /// Removes the oldest line.
    pub fn pop(&mut self) -> Option<String> {
        self.unread.pop_front()
    }

    /// Waits for the next line and removes it. Returns `None` at the end of the input.
    ///
    /// # Errors
    /// [`Failure`] if the user interrupts.
    pub fn next(&mut self, inbox: &Inbox) -> Result<Option<String>, Failure> {
        while self.unread.is_empty() && !self.has_ended {
            match inbox.messages.recv() {
                Ok(Message::Line(line)) => self.push(line),
                Ok(Message::EndOfInput) | Err(_) => self.end(),
                Ok(Message::Interrupted(by)) => return Err(by.into()),
                Ok(_) => {}
            }
        }
        Ok(self.pop())
    }
}
