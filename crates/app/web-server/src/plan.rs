//! A validated request to create a match.

use std::sync::Arc;

use app_context::{AppContext, PlayerSpec};
use board_engine::is_printable;
use games_package::{Odds, Ply, TableGame, TimeControl};
use match_view::deals_hidden_hands;
use rand::RngExt;
use rand::seq::SliceRandom;
use serde::Deserialize;

use crate::error::Refused;
use crate::share::shared;

/// The maximum length of a person's name, in characters.
const NAME_LENGTH_MAX: usize = 40;

/// The maximum number of moves before a match starts.
const MOVES_MAX: usize = 10_000;

/// The displayed name for an unnamed person.
pub(crate) const ANONYMOUS: &str = "Anonymous";

/// The request body.
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

/// A requested seat.
#[derive(Clone, Debug, Deserialize)]
struct SeatRequest {
    #[serde(flatten)]
    player: PlayerRequest,
    /// This seat's time control; the match's time control by default.
    #[serde(default)]
    time_control: Option<String>,
}

/// The requested player for a seat.
#[derive(Clone, Debug, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case")]
enum PlayerRequest {
    Me,
    Person,
    Player { player: String },
}

/// The player in a seat.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum SeatPlan {
    /// The client that creates the match.
    Me,
    /// Another person, who is invited.
    Person,
    /// A program.
    Program(PlayerSpec),
}

/// A match to create.
#[derive(Clone, Debug)]
pub(crate) struct MatchPlan {
    pub(crate) game: Arc<dyn TableGame>,
    pub(crate) seats: Vec<SeatPlan>,
    /// Each seat's odds.
    pub(crate) odds: Vec<Odds>,
    /// The time control; `None` for the configured default, which limits only programs.
    pub(crate) time_control: Option<TimeControl>,
    pub(crate) position: Option<String>,
    pub(crate) opening: Vec<Ply>,
    /// `true` if any visitor may take a free seat.
    pub(crate) is_listed: bool,
    /// The displayed name of the person who creates the match.
    pub(crate) name: String,
    /// `true` if hands are hidden.
    pub(crate) hides_hands: bool,
}

impl NewMatch {
    /// # Errors
    /// [`Refused`] with the invalid field.
    pub(crate) fn check(self) -> Result<MatchPlan, Refused> {
        let mut rng = rand::rng();
        let drawn = game_catalog::drawn_game(&self.game, &mut |count| rng.random_range(0..count));
        let game = app_context::game(drawn.as_deref().unwrap_or(&self.game))?;
        let count = game.seat_count();
        if self.seats.len() != count {
            let given = self.seats.len();
            let game = game.name();
            return Err(Refused::bad(format!("seats: {game} has {count} seats, not {given}")));
        }
        let mut requests = self.seats;
        if self.lot {
            requests.shuffle(&mut rng);
        }
        let odds: Vec<Odds> = requests.iter().map(SeatRequest::odds).collect::<Result<_, _>>()?;
        let seats: Vec<SeatPlan> =
            requests.into_iter().map(|request| request.player.into()).collect();
        let hides_hands = deals_hidden_hands(&*game);
        if hides_hands && seats.iter().filter(|seat| **seat == SeatPlan::Me).count() > 1 {
            let why = "seats: one client cannot hold several hidden hands";
            return Err(Refused::bad(why));
        }
        let time_control = time_control(self.time_control.as_deref())?;
        if self.moves.len() > MOVES_MAX {
            return Err(Refused::bad(format!("moves: at most {MOVES_MAX}")));
        }
        Ok(MatchPlan {
            game,
            seats,
            odds,
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
    /// Each seat's time control.
    pub(crate) fn times(&self) -> impl Iterator<Item = TimeControl> {
        let of_match = self.time_control.unwrap_or_default();
        self.odds.iter().map(move |odds| odds.time_control(of_match))
    }

    /// Limits the match's players to a remote client's [share](shared).
    ///
    /// # Errors
    /// [`Refused`] if the request exceeds the limits.
    pub(crate) fn shared(mut self, app: &AppContext) -> Result<Self, Refused> {
        for seat in &mut self.seats {
            if let SeatPlan::Program(spec) = seat {
                *spec = shared(spec.clone(), self.game.name(), app)?;
            }
        }
        Ok(self)
    }
}

impl SeatRequest {
    /// # Errors
    /// [`Refused`] for an invalid time control.
    fn odds(&self) -> Result<Odds, Refused> {
        let wrong = |error| Refused::bad(format!("seats: {error}"));
        let control = self.time_control.as_deref().map(str::parse::<TimeControl>);
        Ok(Odds { time_control: control.transpose().map_err(wrong)?, ..Odds::default() })
    }
}

impl From<PlayerRequest> for SeatPlan {
    fn from(request: PlayerRequest) -> Self {
        match request {
            PlayerRequest::Me => Self::Me,
            PlayerRequest::Person => Self::Person,
            PlayerRequest::Player { player } => Self::Program(PlayerSpec::from_network(player)),
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

/// A person's displayed name: one line of limited length.
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
    fn a_requests_wrong_field_is_named() {
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
        let odds =
            r#"{"game":"chess","seats":[{"kind":"me","time_control":"soon"},{"kind":"me"}]}"#;
        assert!(wrong(odds).starts_with("seats: malformed time \"soon\""));
    }

    #[test]
    fn a_seat_keeps_its_own_time_whichever_side_it_draws() {
        let json = r#"{"game":"chess","lot":true,"time_control":"5m+3s",
            "seats":[{"kind":"me","time_control":"1m+0s"},{"kind":"person"}]}"#;
        for _ in 0..20 {
            let plan = plan(json).unwrap();
            let own = plan.seats.iter().position(|seat| *seat == SeatPlan::Me).unwrap();
            let times: Vec<String> = plan.times().map(|time| time.to_string()).collect();
            assert_eq!((times[own].as_str(), times[1 - own].as_str()), ("1m+0s", "5m+3s"));
        }
    }

    #[test]
    fn names_are_one_short_line() {
        assert_eq!(person_name(Some("  Anna\u{1b}[2J \n Maria ")), "Anna[2J Maria");
        assert_eq!(person_name(Some("\u{200b}")), ANONYMOUS);
        assert_eq!(person_name(Some(&"x".repeat(99))).len(), NAME_LENGTH_MAX);
    }
}
