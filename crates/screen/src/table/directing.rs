//! Deeds: what a word or a key tells the table, or changes on the screen.

use std::time::Duration;

use analysis::Topic;
use board_engine::Seat;
use games_package::Command;

use super::{Deliberate, Overlay, Table};
use crate::actions::Action;
use crate::message::{Effect, Leaving};

/// The shortest and the longest time that a match waits after a move.
const PACES: (Duration, Duration) = (Duration::from_millis(50), Duration::from_mins(1));

impl Table {
    pub(super) fn perform(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Hint => return self.ask_hint(),
            Action::TakeBack => return vec![Effect::Tell(self.model.take_back())],
            Action::Redo => return vec![Effect::Tell(self.model.redo())],
            Action::Pause if self.model.is_paused() => return vec![Effect::Tell(Command::Resume)],
            Action::Pause => return vec![Effect::Tell(Command::Pause)],
            Action::Resume => return vec![Effect::Tell(Command::Resume)],
            Action::MoveNow => return vec![Effect::Tell(Command::MoveNow)],
            Action::Faster => return self.set_pace(self.pace / 2),
            Action::Slower => return self.set_pace((self.pace * 2).max(PACES.0)),
            Action::OfferDraw => return self.offer_draw(),
            Action::AcceptDraw => return vec![Effect::Tell(Command::AcceptDraw(self.invited()))],
            Action::DeclineDraw => return vec![Effect::Tell(Command::DeclineDraw(self.invited()))],
            Action::SwitchSides => return vec![Effect::Leave(Leaving::SwitchSides)],
            Action::NewGame => return vec![Effect::Leave(Leaving::NewGame)],
            Action::Quit => return vec![Effect::Leave(Leaving::Quit)],
            action => self.perform_here(action),
        }
        Vec::new()
    }

    /// What changes the screen alone, or is asked about first.
    fn perform_here(&mut self, action: Action) {
        match action {
            Action::Help => self.overlay = Some(Overlay::Help(0)),
            Action::Flip => self.is_flipped = !self.is_flipped,
            Action::Thoughts => self.shows_thoughts = !self.shows_thoughts,
            Action::Pieces => {
                self.skin.next_pieces();
                self.say(format!("Pieces: {}.", self.skin.pieces.name()));
            }
            Action::Colors => {
                self.skin.next_palette();
                self.say(format!("Colors: {}.", self.skin.palette.name()));
            }
            Action::Coach => self.set_coach(!self.coaches),
            Action::Newest => self.look(usize::MAX),
            Action::InWords => self.tell_in_words(),
            Action::LegalMoves => self.tell_legal_moves(),
            Action::LastMove => self.tell_last_move(),
            Action::Clocks => self.tell_clocks(),
            Action::Resign if self.model.ending().is_some() => self.say("The match is over."),
            Action::Resign => {
                let seat = self.model.speaker();
                self.overlay = seat.map(|seat| Overlay::Confirm(Deliberate::Resign(seat)));
            }
            Action::Restart => self.overlay = Some(Overlay::Confirm(Deliberate::Restart)),
            Action::Save => {
                let name = self.saved_as.as_ref().map(|file| file.display().to_string());
                self.overlay = Some(Overlay::SaveAs(name.unwrap_or_default()));
            }
            _ => {}
        }
    }

    /// A wait that is shorter than the shortest one is none.
    fn set_pace(&mut self, pace: Duration) -> Vec<Effect> {
        if self.model.has_people() {
            self.say("The pace is set where nobody plays here.");
            return Vec::new();
        }
        self.pace = if pace < PACES.0 { Duration::ZERO } else { pace.min(PACES.1) };
        self.say(match self.pace.as_secs_f64() {
            0.0 => "No pause after a move.".into(),
            seconds => format!("A pause of {seconds:.2} s after each move."),
        });
        vec![Effect::Tell(Command::SetPace(self.pace))]
    }

    /// The person who has to answer the draw offer. If nobody has to, the table refuses the answer.
    fn invited(&self) -> Seat {
        self.model.invited().unwrap_or(Seat::FIRST)
    }

    fn offer_draw(&mut self) -> Vec<Effect> {
        let command = self.model.offer_draw();
        if command.is_none() && self.model.draw_offer().is_some() {
            self.say("A draw is offered already.");
        }
        command.map(Effect::Tell).into_iter().collect()
    }

    pub(super) fn set_coach(&mut self, coaches: bool) {
        self.coaches = coaches;
        self.say(if self.coaches {
            "The coach looks on, and says what your moves lose."
        } else {
            "The coach is gone."
        });
    }

    fn ask_hint(&mut self) -> Vec<Effect> {
        if !self.model.may_move() {
            self.say(self.model.why_not_now());
            return Vec::new();
        }
        self.say("Looking for a good move…");
        vec![Effect::Advise(self.model.question(Topic::BestMove))]
    }
}
