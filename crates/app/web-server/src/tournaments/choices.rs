//! A validated request for a new tournament. Every refusal begins with the name of the invalid field.

use std::fmt::Display;

use app_context::{AppContext, FailureKind, PlayerSpec};
use arena::run_folder::entrants::{check_no_person, resolve};
use arena::run_folder::setup::{self, Plan};
use arena::schedule::{Format, FormatError};
use arena::settings::{Entrant, OPENINGS_AUTO, Settings, SettingsError};
use arena::statistics::Sprt;
use board_engine::is_printable;
use games_package::{MoveLimit, TimeControl};
use serde::Deserialize;

use crate::error::Refused;
use crate::share::shared;
use crate::visitor::Visitor;

/// The maximum number of players in a tournament.
const PLAYERS_MAX: usize = 64;

/// The maximum number of pairs per encounter, also in a test.
const PAIRS_MAX: u32 = 10_000;

/// The maximum number of games in the first round.
const GAMES_MAX: usize = 200_000;

/// The maximum length of a player name, in characters.
const NAME_LENGTH_MAX: usize = 60;

/// The largest seed that a JavaScript number can represent exactly.
const SEED_MAX: u64 = (1 << 53) - 1;

/// The request body.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTournament {
    game: String,
    #[serde(default)]
    name: Option<String>,
    players: Vec<EntrantRequest>,
    #[serde(default)]
    format: FormatRequest,
    #[serde(default = "one")]
    pairs: u32,
    #[serde(default = "auto")]
    openings: String,
    #[serde(default)]
    time_control: Option<String>,
    #[serde(default)]
    move_limit: Option<String>,
    #[serde(default)]
    nodes: Option<u64>,
    #[serde(default)]
    depth: Option<u32>,
    #[serde(default)]
    seed: Option<u64>,
    #[serde(default)]
    test: Option<TestRequest>,
}

/// A player with its options.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct EntrantRequest {
    player: String,
    #[serde(default)]
    name: Option<String>,
}

/// The tournament format with its parameters.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(tag = "name", rename_all = "kebab-case", deny_unknown_fields)]
enum FormatRequest {
    #[default]
    RoundRobin,
    Gauntlet {
        heads: usize,
    },
    Swiss {
        rounds: usize,
    },
    Knockout,
    Groups {
        groups: usize,
        advance: usize,
    },
}

/// A sequential test between two hypotheses, in Elo.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct TestRequest {
    elo0: f64,
    elo1: f64,
}

const fn one() -> u32 {
    1
}

fn auto() -> String {
    OPENINGS_AUTO.into()
}

impl NewTournament {
    /// The requested name, if any.
    pub(crate) fn name(&self) -> Option<&str> {
        self.name.as_deref().filter(|name| !name.is_empty())
    }

    /// The requested game.
    pub(crate) fn game(&self) -> &str {
        &self.game
    }

    /// Returns the tournament, without starting its players. A visitor's players get limited memory and threads.
    ///
    /// # Errors
    /// [`Refused`] with the invalid field.
    pub(super) fn check(&self, app: &AppContext, visitor: Visitor) -> Result<Plan, Refused> {
        let game = app_context::game(&self.game).map_err(|failure| of_field("game", failure))?;
        let mut settings = self.settings(game.name())?;
        settings = setup::with_distinct_names(settings);
        let checked = settings.check(game.seat_count());
        settings = checked.map_err(|error| of_field(field_of(&error), error))?;
        self.check_size(&settings, game.seat_count())?;
        let mut players = Vec::new();
        for (index, entrant) in settings.players.iter_mut().enumerate() {
            let field = format!("players {}", index + 1);
            let mut spec = PlayerSpec::from_network(&entrant.player);
            if visitor == Visitor::Stranger {
                let small = shared(spec, game.name(), app);
                spec = small.map_err(|refused| of_field(&field, refused.why()))?;
            }
            let found = resolve(app, &settings.game, entrant.clone(), &spec);
            let (known, asked) = found.map_err(|failure| of_field(&field, failure))?;
            check_no_person(app, &asked).map_err(|failure| of_field(&field, failure))?;
            let made = app.new_player(game.name(), &asked);
            made.map_err(|failure| of_field(&field, failure))?;
            *entrant = known;
            players.push(asked);
        }
        let tournament = setup::tournament(settings, FailureKind::Usage);
        Ok((tournament.map_err(|failure| of_field("openings", failure))?, players))
    }

    fn settings(&self, game: &str) -> Result<Settings, Refused> {
        let players = self.players.iter().enumerate();
        let players = players.map(|(index, request)| request.entrant(index));
        let mut settings = Settings::new(game, []);
        settings.players = players.collect::<Result<_, _>>()?;
        (settings.pairs, settings.nodes, settings.depth) = (self.pairs, self.nodes, self.depth);
        settings.time = self.time()?;
        settings.move_limit = self.move_limit()?;
        settings.seed = self.seed;
        if self.seed.is_some_and(|seed| seed > SEED_MAX) {
            return Err(Refused::bad(format!("seed: expected a number from 0 to {SEED_MAX}")));
        }
        settings.openings = self.openings()?;
        settings.format = self.format.into();
        settings.sprt = self.test.map(|TestRequest { elo0, elo1 }| Sprt::usual(elo0, elo1));
        Ok(settings)
    }

    fn time(&self) -> Result<TimeControl, Refused> {
        let text = self.time_control.as_deref().filter(|text| !text.is_empty());
        let parsed = text.map_or(Ok(TimeControl::Unlimited), str::parse);
        parsed.map_err(|error| of_field("time_control", error))
    }

    fn move_limit(&self) -> Result<Option<MoveLimit>, Refused> {
        let text = self.move_limit.as_deref().filter(|text| !text.is_empty());
        text.map(str::parse).transpose().map_err(|error| of_field("move_limit", error))
    }

    /// The opening source. Files are not allowed, because any visitor can send the request.
    fn openings(&self) -> Result<String, Refused> {
        let source = self.openings.as_str();
        let plies = source.strip_prefix("random:").map(str::parse::<u32>);
        let is_known = ["start", OPENINGS_AUTO].contains(&source)
            || matches!(plies, Some(Ok(plies)) if (1..=40).contains(&plies));
        let wrong = || {
            Refused::bad("openings: expected \"auto\", \"start\" or \"random:\" with 1 to 40 plies")
        };
        is_known.then(|| source.to_owned()).ok_or_else(wrong)
    }

    fn check_size(&self, settings: &Settings, seats: usize) -> Result<(), Refused> {
        let players = settings.players.len();
        if players > PLAYERS_MAX {
            let why = format!("players: at most {PLAYERS_MAX}, not {players}");
            return Err(Refused::bad(why));
        }
        if self.pairs > PAIRS_MAX {
            let why = format!("pairs: at most {PAIRS_MAX}, not {}", self.pairs);
            return Err(Refused::bad(why));
        }
        let round = settings.format.next_round(players, seats, &[]);
        let encounters = round.map_or(0, |round| round.encounters.len());
        let sets = usize::try_from(self.pairs).unwrap_or(usize::MAX);
        let games = encounters.saturating_mul(sets).saturating_mul(2);
        if games > GAMES_MAX {
            let why =
                format!("pairs: {games} games are too many (at most {GAMES_MAX}); use rival-arena");
            return Err(Refused::bad(why));
        }
        Ok(())
    }
}

impl EntrantRequest {
    fn entrant(&self, index: usize) -> Result<Entrant, Refused> {
        let name = self.name.as_deref().map(str::trim).filter(|name| !name.is_empty());
        let is_fine =
            |name: &str| name.chars().count() <= NAME_LENGTH_MAX && name.chars().all(is_printable);
        if !name.is_none_or(is_fine) {
            let number = index + 1;
            return Err(Refused::bad(format!(
                "players {number}: names can have at most {NAME_LENGTH_MAX} characters, and no control characters"
            )));
        }
        Ok(Entrant { name: name.map(String::from), ..Entrant::from(self.player.clone()) })
    }
}

impl From<FormatRequest> for Format {
    fn from(request: FormatRequest) -> Self {
        match request {
            FormatRequest::RoundRobin => Self::RoundRobin,
            FormatRequest::Gauntlet { heads } => Self::Gauntlet { heads },
            FormatRequest::Swiss { rounds } => Self::Swiss { rounds },
            FormatRequest::Knockout => Self::Knockout,
            FormatRequest::Groups { groups, advance } => Self::Groups { groups, advance },
        }
    }
}

/// A refusal about this field.
fn of_field(field: &str, why: impl Display) -> Refused {
    Refused::bad(format!("{field}: {why}"))
}

/// The field with a settings error.
fn field_of(error: &SettingsError) -> &'static str {
    match error {
        SettingsError::Value { what, .. } => match *what {
            "pairs" | "seed" | "depth" | "nodes" => what,
            "the number of players" => "players",
            _ => "game",
        },
        SettingsError::Name(_) | SettingsError::Format(FormatError::TooFewPlayers { .. }) => {
            "players"
        }
        SettingsError::Format(_) => "format",
        SettingsError::Sprt(_) | SettingsError::SprtFormat(..) => "test",
        _ => "game",
    }
}

#[cfg(test)]
mod tests {
    use app_context::CommonArguments;
    use serde_json::{Value, json};

    use super::*;

    fn check(changes: &[(&str, Value)]) -> Result<Settings, String> {
        check_of(Visitor::Owner, changes)
    }

    fn check_of(visitor: Visitor, changes: &[(&str, Value)]) -> Result<Settings, String> {
        let players = json!([{"player": "greedy"}, {"player": "random"}]);
        let mut request = json!({"game": "tic-tac-toe", "players": players});
        for (field, value) in changes {
            request[*field] = value.clone();
        }
        let folder = tempfile::tempdir().unwrap();
        let config = folder.path().join("rival.toml");
        std::fs::write(&config, "").unwrap();
        let common = CommonArguments { config: Some(config), ..CommonArguments::default() };
        let request: NewTournament =
            serde_json::from_value(request).map_err(|error| error.to_string())?;
        let plan = request.check(&AppContext::open(&common).unwrap(), visitor);
        plan.map(|(tournament, _)| tournament.settings().clone())
            .map_err(|refused| refused.why().to_owned())
    }

    /// Checks that a refusal is about this field.
    #[track_caller]
    fn wrong(field: &str, changes: &[(&str, Value)]) -> String {
        let why = check(changes).unwrap_err();
        assert!(why.starts_with(&format!("{field}: ")), "{field}: {why}");
        why
    }

    #[test]
    fn the_request_becomes_settings() {
        let players = json!([{"player": "greedy"}, {"player": "greedy", "name": "Ada"}]);
        let time = json!("1s");
        let settings =
            check(&[("players", players), ("time_control", time), ("pairs", json!(3))]).unwrap();
        assert_eq!((settings.pairs, settings.time.to_string()), (3, "1s".into()));
        assert_eq!(settings.players[1].label(), "Ada");
        assert!(settings.seed.is_some(), "a seed is drawn and kept");
        assert_eq!(settings.move_limit_text(), None, "every player has a clock");
        let limit = |text: &str| check(&[("move_limit", json!(text))]).unwrap().move_limit_text();
        assert_eq!(
            [limit(""), limit("10s"), limit("none")],
            ["1m", "10s", "none"].map(|it| Some(it.into()))
        );
        let twice = json!([{"player": "greedy"}, {"player": "greedy"}]);
        let settings = check(&[("players", twice)]).unwrap();
        assert_eq!(settings.players[1].label(), "greedy (2)");
    }

    #[test]
    fn each_refusal_names_its_field() {
        wrong("game", &[("game", json!("chekers"))]);
        wrong("pairs", &[("pairs", json!(0))]);
        wrong("pairs", &[("pairs", json!(20_000))]);
        wrong("nodes", &[("nodes", json!(0))]);
        wrong("seed", &[("seed", json!(u64::MAX))]);
        wrong("time_control", &[("time_control", json!("soon"))]);
        wrong("move_limit", &[("move_limit", json!("0s"))]);
        wrong("players", &[("players", json!([]))]);
        wrong("players", &[("players", json!([{"player": "greedy"}]))]);
        let same = json!([{"player": "greedy", "name": "A"}, {"player": "random", "name": "A"}]);
        wrong("players", &[("players", same)]);
        let unknown = json!([{"player": "greedy"}, {"player": "gredy"}]);
        assert!(wrong("players 2", &[("players", unknown)]).contains("greedy"));
        let name = json!([{"player": "greedy", "name": "a\u{1b}[2J"}, {"player": "random"}]);
        wrong("players 1", &[("players", name)]);
        let groups = json!({"name": "groups", "groups": 1, "advance": 1});
        wrong("format", &[("format", groups)]);
        wrong("test", &[("test", json!({"elo0": 5.0, "elo1": 1.0}))]);
        let many: Vec<Value> = (0..65).map(|_| json!({"player": "random"})).collect();
        wrong("players", &[("players", json!(many))]);
    }

    #[test]
    fn strangers_players_have_small_tables() {
        let players = |hash: &str| {
            let pvs = format!("pvs{hash}");
            [("players", json!([{"player": pvs}, {"player": "greedy"}]))]
        };
        let player = |visitor| check_of(visitor, &players("")).unwrap().players[0].player.clone();
        assert_eq!(player(Visitor::Owner), "pvs");
        assert_eq!(player(Visitor::Stranger), "pvs:hash=16");
        let refused = check_of(Visitor::Stranger, &players(":hash=512")).unwrap_err();
        assert_eq!(refused, "players 1: pvs: hash is at most 16 for visitors to this server");
        assert!(check_of(Visitor::Owner, &players(":hash=512")).is_ok());
    }

    #[test]
    fn a_request_starts_no_program_and_reads_no_file() {
        for player in ["engine:uci:touch /tmp/never", "human", "engine:hub:sh"] {
            let players = json!([{"player": "greedy"}, {"player": player}]);
            wrong("players 2", &[("players", players)]);
        }
        for source in ["/etc/passwd", "openings.txt", "random:", "random:99", "random:2/../x", ""] {
            wrong("openings", &[("openings", json!(source))]);
        }
        assert!(check(&[("out", json!("/tmp"))]).is_err(), "unknown fields are refused");
    }
}
