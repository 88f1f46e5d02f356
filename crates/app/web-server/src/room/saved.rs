//! A match's saved data besides its record.

use std::sync::Arc;

use app_context::{HUMAN, PlayerSpec, any_seed};
use games_package::{Odds, Ply, Record, RecordedPlayer, TimeControl};
use match_view::deals_hidden_hands;
use serde::{Deserialize, Serialize};

use super::{Inner, Restored, Room, RoomParts, SeatState};
use crate::plan::{MatchPlan, SeatPlan};
use crate::secret::TokenHash;
use crate::store::Loaded;

/// All data besides the record.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    seats: Vec<SavedSeat>,
    director: Option<TokenHash>,
    is_listed: bool,
    has_time_control: bool,
    has_begun: bool,
}

/// A seat. A program's seat has no token and no name.
#[derive(Debug, Serialize, Deserialize)]
struct SavedSeat {
    token: Option<TokenHash>,
    person: Option<String>,
}

impl Room {
    /// The data besides the record, as JSON.
    pub(super) fn saved(&self, inner: &Inner, has_begun: bool) -> String {
        let seat =
            |state: &SeatState| SavedSeat { token: state.token, person: state.person.clone() };
        let saved = Saved {
            seats: inner.seats.iter().map(seat).collect(),
            director: inner.director,
            is_listed: self.plan.is_listed,
            has_time_control: self.plan.time_control.is_some(),
            has_begun,
        };
        // All keys are strings, so serialization can't fail.
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// Restores a saved match. `None` if the saved data is invalid.
    pub(crate) fn restored(name: &str, loaded: Loaded) -> Option<Arc<Self>> {
        let saved: Saved = serde_json::from_str(&loaded.room).ok()?;
        let record = loaded.record;
        let hides_hands = deals_hidden_hands(&*loaded.game);
        let plan_of = |(seat, player): (&SavedSeat, &RecordedPlayer)| match seat.token {
            Some(_) => SeatPlan::Person,
            None => SeatPlan::Program(PlayerSpec::from_network(player.spec.as_str())),
        };
        // If the match has no time control, the table lifts the default limit for people.
        let is_lifted = |odds: &Odds| {
            !saved.has_time_control && odds.time_control == Some(TimeControl::Unlimited)
        };
        let odds_of = |player: &RecordedPlayer| {
            if is_lifted(&player.odds) { Odds::default() } else { player.odds }
        };
        let plan = MatchPlan {
            game: loaded.game,
            seats: saved.seats.iter().zip(&record.players).map(plan_of).collect(),
            odds: record.players.iter().map(odds_of).collect(),
            time_control: saved.has_time_control.then_some(record.time_control),
            position: Some(record.start.clone()),
            opening: record.plies.clone(),
            is_listed: saved.is_listed,
            name: String::new(),
            hides_hands,
        };
        let state = |seat: SavedSeat| SeatState::new(seat.token, seat.person);
        Some(Self::of_parts(RoomParts {
            name: name.into(),
            plan,
            seats: saved.seats.into_iter().map(state).collect(),
            director: saved.director,
            restored: saved
                .has_begun
                .then_some(Restored { record, turn_elapsed: loaded.turn_elapsed }),
        }))
    }

    /// The record for a match that has not begun.
    pub(super) fn first_record(&self) -> Option<Record> {
        let plan = &self.plan;
        let mut state = plan.game.open(plan.position.as_deref()).ok()?;
        let start = state.position(board_engine::Viewer::Arbiter);
        for Ply { mv, .. } in &plan.opening {
            state.play(mv).ok()?;
        }
        let player = |(plan, odds): (&SeatPlan, &Odds)| RecordedPlayer {
            spec: match plan {
                SeatPlan::Program(spec) => spec.text().into(),
                SeatPlan::Me | SeatPlan::Person => HUMAN.into(),
            },
            name: String::new(),
            origin: None,
            odds: *odds,
        };
        Some(Record {
            game: plan.game.name().into(),
            players: plan.seats.iter().zip(&plan.odds).map(player).collect(),
            time_control: plan.time_control.unwrap_or_default(),
            thinking: games_package::ThinkingLimits::default(),
            pondering: false,
            seed: any_seed(),
            start,
            plies: plan.opening.clone(),
            variations: Vec::new(),
            final_position: state.position(board_engine::Viewer::Arbiter),
            ending: None,
            header: games_package::Header::default(),
        })
    }
}
