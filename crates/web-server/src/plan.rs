//! What a client asks for when it makes a match, checked.

use std::sync::Arc;

use board_engine::is_printable;
use games_package::{Ply, TableGame, TimeControl};
use house::{House, PlayerSpec};
use match_view::deals_hidden_hands;
use rand::seq::SliceRandom;
use serde::Deserialize;

use crate::error::Refused;
use crate::share::shared;

/// The longest name of a person, in characters.
const NAME_LENGTH_MAX: usize = 40;

/// The most moves with which a match can start.
const MOVES_MAX: usize = 10_000;

/// The name of a person who gives none.
pub(crate) const ANONYMOUS: &str = "Anonymous";

/// The body of the request.
#[derive(Debug, Deserialize)]
pub(crate) struct NewMatch {
    game: String,
    seats: Vec<SeatRequest>,
    #[serde(default)]
    lot: bool,
    #[serde(default)]
    listed: bool,
    #[serde(default)]
    name: Option<String>,
    #[serde(default)]
    time_control: Option<String>,
    #[serde(default)]
    position: Option<String>,
    #[serde(default)]
    moves: Vec<String>,
}

/// The player of a seat, as it is asked for.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum SeatRequest {
    Me,
    Person,
    Player { player: String },
}

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SeatPlan {
    /// The client that makes the match.
    Me,
    /// Another person, who is to come.
    Person,
    /// A program.
    Program(PlayerSpec),
}

/// A match to be made.
#[derive(Clone, Debug)]
pub(crate) struct MatchPlan {
    pub(crate) game: Arc<dyn TableGame>,
    pub(crate) seats: Vec<SeatPlan>,
    /// How time is counted; none for the default of the configuration, which limits programs alone.
    pub(crate) time_control: Option<TimeControl>,
    pub(crate) position: Option<String>,
    pub(crate) opening: Vec<Ply>,
    /// Whether anybody may take a free seat.
    pub(crate) is_listed: bool,
    /// The name of the client that makes the match.
    pub(crate) name: String,
    /// Whether hands are hidden.
    pub(crate) hides_hands: bool,
}

impl NewMatch {
    /// # Errors
    /// [`Refused`] with the field that is wrong.
    pub(crate) fn check(self) -> Result<MatchPlan, Refused> {
        let game = house::game(&self.game)?;
        let count = game.seat_count();
        if self.seats.len() != count {
            let given = self.seats.len();
            let game = game.name();
            return Err(Refused::bad(format!("seats: {game} has {count} seats, not {given}")));
        }
        let mut seats: Vec<SeatPlan> = self.seats.into_iter().map(SeatPlan::from).collect();
        if self.lot {
            seats.shuffle(&mut rand::rng());
        }
        let hides_hands = deals_hidden_hands(&*game);
        if hides_hands && seats.iter().filter(|seat| **seat == SeatPlan::Me).count() > 1 {
            let why = "seats: one client can't have several hands that are hidden from each other";
            return Err(Refused::bad(why));
        }
        let time_control = time_control(self.time_control.as_deref())?;
        if self.moves.len() > MOVES_MAX {
            return Err(Refused::bad(format!("moves: more than {MOVES_MAX}")));
        }
        Ok(MatchPlan {
            game,
            seats,
            time_control,
            position: self.position,
            opening: self.moves.into_iter().map(Ply::from).collect(),
            is_listed: self.listed,
            name: person_name(self.name.as_deref()),
            hides_hands,
        })
    }
}

impl MatchPlan {
    /// The match with players that take no more than the [share](shared) of somebody elsewhere.
    ///
    /// # Errors
    /// [`Refused`] if more is asked for.
    pub(crate) fn shared(mut self, house: &House) -> Result<Self, Refused> {
        for seat in &mut self.seats {
            if let SeatPlan::Program(spec) = seat {
                *spec = shared(spec.clone(), self.game.name(), house)?;
            }
        }
        Ok(self)
    }
}

impl From<SeatRequest> for SeatPlan {
    fn from(request: SeatRequest) -> Self {
        match request {
            SeatRequest::Me => Self::Me,
            SeatRequest::Person => Self::Person,
            SeatRequest::Player { player } => Self::Program(PlayerSpec::from_network(player)),
        }
    }
}

fn time_control(text: Option<&str>) -> Result<Option<TimeControl>, Refused> {
    match text {
        None | Some("none" | "") => Ok(None),
        Some(text) => {
            let control = text.parse::<TimeControl>();
            control.map(Some).map_err(|error| Refused::bad(format!("time_control: {error}")))
        }
    }
}

/// The name to show for a person: one line of limited length.
pub(crate) fn person_name(text: Option<&str>) -> String {
    let printable: String = text
        .unwrap_or_default()
        .chars()
        .filter(|&c| is_printable(c))
        .take(NAME_LENGTH_MAX)
        .collect();
    let name = printable.split_whitespace().collect::<Vec<_>>().join(" ");
    if name.is_empty() { ANONYMOUS.into() } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn plan(json: &str) -> Result<MatchPlan, String> {
        let request: NewMatch = serde_json::from_str(json).unwrap();
        request.check().map_err(|refused| refused.why().to_owned())
    }

    #[test]
    fn what_is_wrong_in_a_request_is_named() {
        let wrong = |json: &str| plan(json).unwrap_err();
        let me = r#"{"kind":"me"}"#;
        assert!(
            wrong(&format!(r#"{{"game":"chekers","seats":[{me},{me}]}}"#)).contains("checkers")
        );
        assert_eq!(
            wrong(&format!(r#"{{"game":"checkers","seats":[{me}]}}"#)),
            "seats: checkers:english has 2 seats, not 1"
        );
        let hotseat = wrong(&format!(r#"{{"game":"dominoes","seats":[{me},{me}]}}"#));
        assert!(hotseat.starts_with("seats: "), "{hotseat}");
        let time = format!(r#"{{"game":"checkers","seats":[{me},{me}],"time_control":"soon"}}"#);
        assert!(wrong(&time).starts_with("time_control: "));
    }

    #[test]
    fn names_are_one_short_line() {
        assert_eq!(person_name(Some("  Anna\u{1b}[2J \n Maria ")), "Anna[2J Maria");
        assert_eq!(person_name(Some("\u{200b}")), ANONYMOUS);
        assert_eq!(person_name(Some(&"x".repeat(99))).len(), NAME_LENGTH_MAX);
    }
}
