//! Deeds: what a word or a key tells the table, or changes on the screen.

use std::time::Duration;

use analysis::{Question, Topic};
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
            Action::TakeBack => {
                // Where nobody plays one move is enough.
                let plies = if self.people.contains(&true) {
                    self.history.plies_back_to(|seat| self.is_person(seat))
                } else {
                    1
                };
                return vec![Effect::Tell(Command::TakeBack { plies })];
            }
            Action::Redo => {
                let plies = self.undone.last().map_or(1, |&plies| plies.max(1));
                return vec![Effect::Tell(Command::Redo { plies })];
            }
            Action::Pause if self.is_paused => return vec![Effect::Tell(Command::Resume)],
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
            Action::Resign if self.ending.is_some() => self.say("The match is over."),
            Action::Resign => {
                let seat = self.speaker();
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
        if self.people.contains(&true) {
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

    /// Whose words these are: the person's who is asked, or else the first person's here.
    fn speaker(&self) -> Option<Seat> {
        let first = Seat::all(self.people.len()).find(|&seat| self.is_person(seat));
        self.asked.or(first)
    }

    /// Who has to answer the draw offer: the first person who didn't make it.
    fn invited(&self) -> Seat {
        let mut people = Seat::all(self.people.len()).filter(|&seat| self.is_person(seat));
        people.find(|&seat| Some(seat) != self.offer).unwrap_or(Seat::FIRST)
    }

    /// Offers a draw, or accepts the one that is offered by another.
    fn offer_draw(&mut self) -> Vec<Effect> {
        let Some(seat) = self.speaker() else { return Vec::new() };
        let Some(by) = self.offer else {
            return vec![Effect::Tell(Command::OfferDraw(seat))];
        };
        let mut others = Seat::all(self.people.len()).filter(|&other| other != by);
        if let Some(invited) = others.find(|&other| self.is_person(other)) {
            return vec![Effect::Tell(Command::AcceptDraw(invited))];
        }
        self.say("A draw is offered already.");
        Vec::new()
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
        if !self.may_move() {
            self.say(self.why_not_now());
            return Vec::new();
        }
        self.say("Looking for a good move…");
        vec![Effect::Advise(self.question(Topic::BestMove))]
    }

    /// What is asked of the adviser about the newest position.
    pub(super) fn question(&mut self, topic: Topic) -> Question {
        self.asked_advice += 1;
        Question {
            number: self.asked_advice,
            start: self.history.start().into(),
            moves: self.history.plies().iter().map(|ply| ply.mv.clone()).collect(),
            topic,
        }
    }
}
