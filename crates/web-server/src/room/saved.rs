//! What a match has beside its record, as it is kept.

use std::sync::Arc;

use games_package::{Ply, Record, RecordedPlayer};
use house::{HUMAN, PlayerSpec, any_seed};
use match_view::deals_hidden_hands;
use serde::{Deserialize, Serialize};

use super::{Inner, Restored, Room, RoomParts, SeatState};
use crate::plan::{MatchPlan, SeatPlan};
use crate::secret::TokenHash;
use crate::store::Loaded;

/// Everything but the record.
#[derive(Debug, Serialize, Deserialize)]
struct Saved {
    seats: Vec<SavedSeat>,
    director: Option<TokenHash>,
    is_listed: bool,
    has_time_control: bool,
    has_begun: bool,
}

/// A seat; a program's has neither.
#[derive(Debug, Serialize, Deserialize)]
struct SavedSeat {
    token: Option<TokenHash>,
    person: Option<String>,
}

impl Room {
    /// What the record lacks, as JSON.
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
        // All keys are strings and no value fails.
        serde_json::to_string(&saved).unwrap_or_default()
    }

    /// A match that was kept. None if what was kept can't be read.
    pub(crate) fn restored(name: &str, loaded: Loaded) -> Option<Arc<Self>> {
        let saved: Saved = serde_json::from_str(&loaded.room).ok()?;
        let record = loaded.record;
        let hides_hands = deals_hidden_hands(&*loaded.game);
        let plan_of = |(seat, player): (&SavedSeat, &RecordedPlayer)| match seat.token {
            Some(_) => SeatPlan::Person,
            None => SeatPlan::Program(PlayerSpec::from_network(player.spec.as_str())),
        };
        let plan = MatchPlan {
            game: loaded.game,
            seats: saved.seats.iter().zip(&record.players).map(plan_of).collect(),
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

    /// The record of a match that has not begun.
    pub(super) fn first_record(&self) -> Option<Record> {
        let plan = &self.plan;
        let mut state = plan.game.open(plan.position.as_deref()).ok()?;
        let start = state.position(board_engine::Viewer::Arbiter);
        for Ply { mv, .. } in &plan.opening {
            state.play(mv).ok()?;
        }
        let player = |plan: &SeatPlan| RecordedPlayer {
            spec: match plan {
                SeatPlan::Program(spec) => spec.text().into(),
                SeatPlan::Me | SeatPlan::Person => HUMAN.into(),
            },
            name: String::new(),
            origin: None,
            odds: games_package::Odds::default(),
        };
        Some(Record {
            game: plan.game.name().into(),
            players: plan.seats.iter().map(player).collect(),
            time_control: plan.time_control.unwrap_or_default(),
            thinking: games_package::ThinkingLimits::default(),
            pondering: false,
            seed: any_seed(),
            start,
            plies: plan.opening.clone(),
            variations: Vec::new(),
            final_position: state.position(board_engine::Viewer::Arbiter),
            ending: None,
        })
    }
}
