//! Carries out commands. Most commands are sent to the match. Some change the screen.

use std::num::NonZeroUsize;
use std::time::Duration;

use analysis::Topic;
use board_engine::Seat;
use games_package::Command;

use crate::actions::Action;
use crate::message::{Effect, ExitReason};
use crate::pace;
use crate::plain_text::{NOTHING_TO_TAKE_BACK, played_moves, rules_of};
use crate::table::{Confirmable, HelpSubject, Overlay, Table};

/// Leaves a finished match for a rematch.
fn rematch(swaps_sides: bool) -> Vec<Effect> {
    vec![Effect::Exit(ExitReason::Rematch { swaps_sides })]
}

impl Table {
    pub(super) fn perform(&mut self, action: Action) -> Vec<Effect> {
        match action {
            Action::Hint => return self.ask_hint(),
            Action::TakeBack => return self.take_back(NonZeroUsize::MIN),
            Action::Redo => return vec![Effect::Send(self.model.redo())],
            Action::Pause if self.model.is_paused() => return vec![Effect::Send(Command::Resume)],
            Action::Pause => return vec![Effect::Send(Command::Pause)],
            Action::Resume => return vec![Effect::Send(Command::Resume)],
            Action::MoveNow => return vec![Effect::Send(Command::MoveNow)],
            Action::Faster => return self.set_pace(pace::faster(self.pace)),
            Action::Slower => return self.set_pace(pace::slower(self.pace)),
            Action::OfferDraw => return self.offer_draw(),
            Action::AcceptDraw => {
                return vec![Effect::Send(Command::AcceptDraw(self.draw_responder()))];
            }
            Action::DeclineDraw => {
                return vec![Effect::Send(Command::DeclineDraw(self.draw_responder()))];
            }
            Action::SwitchSides if self.model.ending().is_some() => return rematch(true),
            Action::Restart | Action::Rematch if self.model.ending().is_some() => {
                return rematch(false);
            }
            Action::SwitchSides => return vec![Effect::Exit(ExitReason::SwitchSides)],
            Action::NewGame => return vec![Effect::Exit(ExitReason::NewGame)],
            Action::Study => return vec![Effect::Exit(ExitReason::Study)],
            Action::Quit => return vec![Effect::Exit(ExitReason::Quit)],
            action => self.perform_on_screen(action),
        }
        Vec::new()
    }

    /// Takes back moves or, in a move that isn't finished, a step.
    pub(super) fn take_back(&mut self, moves: NonZeroUsize) -> Vec<Effect> {
        if self.model.steps().made().len() > 0 {
            self.escape();
            return Vec::new();
        }
        if let Some(command) = self.model.take_back(moves) {
            return vec![Effect::Send(command)];
        }
        self.show_info(NOTHING_TO_TAKE_BACK);
        Vec::new()
    }

    /// Performs an action that changes only the screen or needs confirmation.
    fn perform_on_screen(&mut self, action: Action) {
        match action {
            Action::Help => self.overlay = Some(Overlay::Help(HelpSubject::Match, 0)),
            Action::Flip => self.is_flipped = !self.is_flipped,
            Action::Thoughts => self.shows_thoughts = !self.shows_thoughts,
            Action::NextPieces => self.change_pieces(),
            Action::NextColors => self.change_colors(),
            Action::Coach => self.set_coach(!self.coaches),
            Action::ShowNewest => self.show_ply(usize::MAX),
            Action::ShowPieces => self.show_pieces(),
            Action::ShowRules => self.show_text(rules_of(&**self.model.game())),
            Action::Position => self.show_position(),
            Action::ShowLegalMoves => self.show_legal_moves(),
            Action::ShowLastMove => self.show_last_move(),
            Action::ShowMoves => self.show_text(played_moves(self.model.history())),
            Action::ShowClocks => self.show_clocks(),
            Action::Details => self.show_details(),
            Action::Resign if self.model.ending().is_some() => self.show_info("The match is over."),
            Action::Resign => {
                let seat = self.model.acting_seat();
                self.overlay = seat.map(|seat| Overlay::Confirm(Confirmable::Resign(seat)));
            }
            Action::Rematch => {
                self.show_info("The match is unfinished; type restart to start over.");
            }
            Action::Restart => self.overlay = Some(Overlay::Confirm(Confirmable::Restart)),
            Action::Save => {
                let name = self.saved_as.as_ref().map(|file| file.display().to_string());
                self.overlay = Some(Overlay::SaveAs(name.unwrap_or_default().into()));
            }
            _ => {}
        }
    }

    /// Switches to the next set of pieces.
    pub(crate) fn change_pieces(&mut self) {
        self.skin.next_pieces();
        self.show_info(format!("Pieces: {}.", self.skin.pieces.name()));
    }

    /// Switches to the next palette.
    pub(crate) fn change_colors(&mut self) {
        self.skin.next_palette();
        self.show_info(format!("Colors: {}.", self.skin.palette.name()));
    }

    /// Sets the pause after each move. Anything below the shortest pause means no pause.
    fn set_pace(&mut self, pace: Duration) -> Vec<Effect> {
        if self.model.has_people() {
            self.show_info(pace::ONLY_WATCHED);
            return Vec::new();
        }
        self.pace = pace;
        self.show_info(pace::sentence(pace));
        vec![Effect::Send(Command::SetPace(pace))]
    }

    /// The person to answer the draw offer. Without an offer, the table rejects the answer.
    fn draw_responder(&self) -> Seat {
        self.model.draw_responder().unwrap_or(Seat::FIRST)
    }

    fn offer_draw(&mut self) -> Vec<Effect> {
        let command = self.model.offer_draw();
        if command.is_none() && self.model.draw_offer().is_some() {
            self.show_info("A draw offer is already pending.");
        }
        command.map(Effect::Send).into_iter().collect()
    }

    pub(super) fn set_coach(&mut self, coaches: bool) {
        self.coaches = coaches;
        self.show_info(if self.coaches {
            "The coach is on and comments on your mistakes."
        } else {
            "The coach is off."
        });
    }

    fn ask_hint(&mut self) -> Vec<Effect> {
        if !self.model.may_move() {
            self.show_why_not_now();
            return Vec::new();
        }
        self.show_info("Looking for a good move…");
        vec![Effect::Advise(self.model.question(Topic::BestMove))]
    }
}
