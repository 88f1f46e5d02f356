//! What the table, the adviser and the disk say.

use std::time::Duration;

use analysis::Advice;
use board_engine::{Seat, Turn, Viewer};
use games_package::{Event, PlayedMove, TableState};

use super::{Manner, NO_LIMIT, Overlay, Remark, Table};
use crate::animation::Animation;
use crate::message::Effect;
use crate::thoughts::Thoughts;

impl Table {
    pub(super) fn hear(&mut self, event: Event) -> Vec<Effect> {
        match event {
            Event::MatchStarted(table) => {
                self.undone.clear();
                self.remark = None;
                self.see(&table);
            }
            Event::TurnStarted { turn, clocks, .. } => self.start_turn(turn, clocks),
            Event::InputRequested { seat, prompt } => self.ask(seat, prompt.refusal),
            Event::ThinkingReported { seat, elapsed, thinking } => {
                self.thoughts.hear(seat, elapsed, thinking);
            }
            Event::MovePlayed(played) | Event::ChanceDecided(played) => {
                self.see_move(&played);
                return vec![Effect::Keep];
            }
            Event::MoveTakenBack(table) => {
                self.undone.push(self.history.plies().len().saturating_sub(table.moves.len()));
                self.see(&table);
                self.say(format!("Taken back to move {}.", table.moves.len() + 1));
                return vec![Effect::Keep];
            }
            Event::MoveRedone(table) => {
                self.undone.pop();
                self.see(&table);
                self.say(format!("Played again up to move {}.", table.moves.len()));
                return vec![Effect::Keep];
            }
            Event::Resynchronized(table) => self.see_all(&table),
            Event::MatchEnded(ending) => {
                self.stop_clocks();
                self.ending = Some(ending);
                self.asked = None;
                self.thoughts.are_old = true;
                let closed = self.close_hands();
                return [Effect::Keep].into_iter().chain(closed).collect();
            }
            other => self.hear_talk(other),
        }
        Vec::new()
    }

    /// Everything that doesn't change the board.
    fn hear_talk(&mut self, event: Event) {
        match event {
            Event::DrawOffered(seat) => {
                self.offer = Some(seat);
                self.say(format!("{} offers a draw.", self.game.seat_name(seat)));
            }
            Event::DrawDeclined(seat) => {
                self.offer = None;
                self.say(format!("{} declines the draw.", self.game.seat_name(seat)));
            }
            Event::Paused => {
                self.stop_clocks();
                self.is_paused = true;
                self.asked = None;
            }
            Event::Resumed => {
                self.is_paused = false;
                self.clocks_read = self.now;
            }
            Event::MoveRejected { seat, text, why } => {
                let name = self.game.seat_name(seat);
                self.complain(format!("{name}: {text} is refused: {why}"));
            }
            _ => {}
        }
    }

    /// The whole table is new to us.
    fn see(&mut self, table: &TableState) {
        self.names.clone_from(&table.players);
        self.time_control = table.time_control;
        self.history.see(table);
        self.turn = Some(table.turn);
        self.clocks.clone_from(&table.clocks);
        self.clocks_read = self.now;
        self.ending.clone_from(&table.ending);
        self.asked = None;
        self.is_ahead = false;
        self.is_paused = table.is_paused;
        self.offer = table.draw_offer.as_ref().map(|offer| offer.by);
        self.animation = None;
        self.thoughts = Thoughts::default();
        self.let_go();
    }

    /// The whole table is new to us, and with other eyes if a hand was hidden.
    fn see_all(&mut self, table: &TableState) {
        if self.hides_hands {
            self.history.forget();
        }
        if self.covered_for == self.seen_by || table.ending.is_some() {
            self.covered_for = None;
        }
        self.see(table);
        self.asked = table.asked.filter(|_| table.prompt.is_some());
    }

    /// Nobody's hand is to be seen any more.
    fn close_hands(&mut self) -> Option<Effect> {
        if self.seen_by.take().is_none() {
            self.covered_for = None;
            return None;
        }
        Some(Effect::See(Viewer::Public))
    }

    fn start_turn(&mut self, turn: Turn, clocks: Vec<Duration>) {
        self.turn = Some(turn);
        self.clocks = clocks;
        self.clocks_read = self.now;
        self.is_paused = false;
        self.hurried = false;
        self.ending = None;
        self.thoughts.are_old = true;
    }

    /// A person is asked for a move, perhaps since the last one was refused.
    fn ask(&mut self, seat: Seat, refusal: Option<String>) {
        self.asked = Some(seat);
        if self.hides_hands && self.seen_by != Some(seat) {
            self.covered_for = Some(seat);
        }
        if self.is_ahead {
            self.is_ahead = false;
            self.history.take_back_ahead();
        }
        if let Some(why) = refusal {
            self.complain(format!("That is not possible: {why}"));
        }
    }

    fn see_move(&mut self, played: &PlayedMove) {
        self.stop_clocks();
        self.asked = None;
        self.is_ahead = false;
        if let (Turn::Seat(seat), Some(clock)) = (played.turn, played.clock)
            && let Some(shown) = self.clocks.get_mut(seat.index())
        {
            *shown = clock;
        }
        self.turn = None;
        if self.offer.is_some_and(|seat| played.turn != Turn::Seat(seat)) {
            self.offer = None;
        }
        if self.history.play(played) {
            self.let_go();
            self.animate(played.ply);
        }
    }

    /// Shows the move of this number step by step, if it has steps.
    pub(super) fn animate(&mut self, ply: usize) {
        if self.history.looks_back() {
            return;
        }
        let route = self.history.last_route().to_vec();
        self.animation = self
            .history
            .picture_before(ply)
            .and_then(|before| Animation::new(&before, self.history.picture(), &route, self.now));
    }

    /// Nothing is chosen or hinted at any more.
    pub(super) fn let_go(&mut self) {
        self.picked.clear();
        self.hint.clear();
        self.word = 0;
        if matches!(self.overlay, Some(Overlay::Choose(..))) {
            self.overlay = None;
        }
    }

    /// What the clocks show now stays.
    fn stop_clocks(&mut self) {
        let seats = Seat::all(self.clocks.len());
        self.clocks = seats.map(|seat| self.clock(seat).unwrap_or(NO_LIMIT)).collect();
        self.clocks_read = self.now;
    }

    pub(super) fn hear_advice(&mut self, advice: &Advice) {
        if advice.question.number != self.asked_advice {
            return;
        }
        if let Some(best) = &advice.best {
            self.point_at(best);
        }
        self.say(advice.sentence.clone());
    }

    pub(super) fn hear_saved(&mut self, result: Result<Option<String>, String>) {
        match result {
            Ok(Some(sentence)) => self.say(sentence),
            Ok(None) => {}
            Err(sentence) => self.complain(sentence),
        }
    }

    pub(super) fn say(&mut self, text: impl Into<String>) {
        self.remark = Some(Remark { text: text.into(), manner: Manner::Plain });
    }

    pub(super) fn complain(&mut self, text: impl Into<String>) {
        self.remark = Some(Remark { text: text.into(), manner: Manner::Complaint });
    }
}
