//! Updates the table for each message: keys, the mouse, match events and commands.

mod commands;
mod keys;
mod selection;
mod typing;
mod updates;

use std::time::Duration;

use match_view::sentences::not_possible;

use crate::message::{Effect, Message};
use crate::table::Table;

impl Table {
    /// Handles a message. `now` is the time since the screen was opened.
    pub fn update(&mut self, now: Duration, message: Message) -> Vec<Effect> {
        self.model.set_time(now);
        match message {
            Message::Input(input) => self.handle_input(&input),
            Message::Table(event) => self.handle_event(now, &event),
            Message::Advice(advice) => {
                self.handle_advice(&advice);
                Vec::new()
            }
            Message::Saved(result) => {
                self.handle_saved(result);
                Vec::new()
            }
            Message::Refused(why) => {
                self.model.handle_refusal();
                self.show_error(not_possible(&why));
                Vec::new()
            }
            Message::Warned(sentence) => {
                self.show_error(sentence);
                Vec::new()
            }
            Message::Tick => Vec::new(),
        }
    }
}
