//! The line under the board: the side to move, the possible actions, and reasons for refusals.

use std::sync::Arc;

use board_engine::{Seat, Turn};
use games_package::{Event, TableGame, TableState};
use match_view::History;
use match_view::sentences::{ending_sentence, not_possible, notice, round_sentence};

/// The maximum number of legal moves to list.
const LISTED_MOVES_MAX: usize = 3;

/// Builds the sentences for a match.
#[derive(Clone, Debug)]
pub(crate) struct Speaker {
    game: Arc<dyn TableGame>,
    /// For each seat, its program's name; `None` for a person.
    programs: Vec<Option<String>>,
}

impl Speaker {
    /// Creates the sentence builder for a match in `game`. `programs` contains the name of each seat's program, or
    /// `None` for a person.
    pub(crate) fn new(game: Arc<dyn TableGame>, programs: Vec<Option<String>>) -> Self {
        Self { game, programs }
    }

    /// The rules.
    pub(crate) const fn game(&self) -> &Arc<dyn TableGame> {
        &self.game
    }

    /// The sentence about an event, for clients with these seats; `None` to leave the line unchanged.
    pub(crate) fn sentence(
        &self,
        event: &Event,
        history: &History,
        seats: &[Seat],
    ) -> Option<String> {
        match event {
            Event::TurnStarted { turn, .. } => Some(self.turn_sentence(*turn, history, seats)),
            Event::InputRequested { seat, prompt } => Some(self.prompt_sentence(
                *seat,
                &prompt.question,
                prompt.refusal.as_deref(),
                history,
                seats,
            )),
            Event::MovePlayed(_) | Event::ChanceDecided(_) => {
                history.round_end().map(|how| round_sentence(&how))
            }
            Event::MatchEnded(ending) => Some(format!("{}.", ending_sentence(&*self.game, ending))),
            Event::Paused => Some("The match is paused.".into()),
            Event::ClockExpired(seat) => {
                Some(format!("{} ran out of time.", self.game.seat_name(*seat)))
            }
            Event::MatchStarted(table) | Event::Resynchronized(table) => {
                Some(self.state_sentence(table, history, seats))
            }
            event => notice(&*self.game, event).map(|notice| notice.text),
        }
    }

    /// The sentence about a table's state.
    pub(crate) fn state_sentence(
        &self,
        table: &TableState,
        history: &History,
        seats: &[Seat],
    ) -> String {
        if let Some(ending) = &table.ending {
            return format!("{}.", ending_sentence(&*self.game, ending));
        }
        if table.is_paused {
            return "The match is paused.".into();
        }
        match (table.asked, &table.prompt) {
            (Some(seat), Some(prompt)) => self.prompt_sentence(
                seat,
                &prompt.question,
                prompt.refusal.as_deref(),
                history,
                seats,
            ),
            _ => self.turn_sentence(table.turn, history, seats),
        }
    }

    fn turn_sentence(&self, turn: Turn, history: &History, seats: &[Seat]) -> String {
        let Turn::Seat(seat) = turn else {
            let ended = history.round_end().map(|how| round_sentence(&how));
            return ended.unwrap_or_else(|| "Chance decides.".into());
        };
        if seats.contains(&seat) {
            return self.own_turn(seat, history, seats);
        }
        let name = self.game.seat_name(seat);
        match self.programs.get(seat.index()) {
            Some(Some(program)) => format!("{name} ({program}) is thinking."),
            _ => format!("{name} to move."),
        }
    }

    fn prompt_sentence(
        &self,
        seat: Seat,
        question: &str,
        refusal: Option<&str>,
        history: &History,
        seats: &[Seat],
    ) -> String {
        if !seats.contains(&seat) {
            return self.turn_sentence(Turn::Seat(seat), history, seats);
        }
        let asked =
            if question.is_empty() { self.own_turn(seat, history, seats) } else { question.into() };
        match refusal {
            Some(why) => format!("{}. {asked}", not_possible(why)),
            None => asked,
        }
    }

    /// Formats "Your move." for the holder of one seat, with the legal moves if there are few.
    fn own_turn(&self, seat: Seat, history: &History, seats: &[Seat]) -> String {
        let turn = match seats {
            [_] => "Your move".into(),
            _ => format!("{} to move", self.game.seat_name(seat)),
        };
        let moves: Vec<&str> = history.legal().iter().map(|mv| mv.text.as_str()).collect();
        match moves.as_slice() {
            [only] => format!("{turn}: {only} is the only move."),
            [first @ .., last] if (1..LISTED_MOVES_MAX).contains(&first.len()) => {
                format!("{turn}: {} or {last}.", first.join(", "))
            }
            _ => format!("{turn}."),
        }
    }
}
