//! Tournament settings, which users write to a file and runs store.

mod entrant;
mod texts;
mod unstartable;

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use games_package::{MoveLimit, ThinkingLimits, TimeControl};
use serde::{Deserialize, Serialize};
use tablebase::PIECES_MAX;
use thiserror::Error;

pub use self::entrant::{Entrant, EntrantError};
pub use self::unstartable::{Excluded, Unstartable};
use crate::schedule::{Format, FormatError};
use crate::statistics::{Sprt, SprtError};

/// Maximum number of players in a tournament.
pub const PLAYERS_MAX: usize = 1000;

/// The value that lets the program choose the openings.
pub const OPENINGS_AUTO: &str = "auto";

/// Maximum margin. A larger margin would amount to a different time control.
const MARGIN_MAX: Duration = Duration::from_secs(10);

/// The allowed range for the engine startup time limit.
const STARTUP_LIMITS: RangeInclusive<Duration> =
    Duration::from_millis(100)..=Duration::from_hours(1);

/// Minimum number of pieces in a tablebase.
const PIECES_MIN: u8 = 2;

/// Maximum number of sets per encounter.
pub const SETS_MAX: u32 = 1_000_000;

/// A tournament: its game, players, format, number of games and match rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The game with its variant.
    pub game: String,
    /// Number of sets per encounter. A set is one opening played in every seating. With two players, that is a pair of
    /// games with the seats swapped.
    #[serde(default = "one")]
    pub pairs: u32,
    /// Number of sets per encounter after an extension. Greater than the original `pairs`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extended_to: Option<u32>,
    /// The seed, below 2⁶³. If unset, the program chooses a seed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The time control.
    #[serde(default, with = "texts::controls", skip_serializing_if = "is_unlimited")]
    pub time: TimeControl,
    /// The tolerated delay per move.
    #[serde(default, with = "texts::durations", skip_serializing_if = "Duration::is_zero")]
    pub margin: Duration,
    /// Time limit for a move without a clock; the default if unset.
    #[serde(default, with = "texts::move_limits", skip_serializing_if = "Option::is_none")]
    pub move_limit: Option<MoveLimit>,
    /// Time limit for starting an engine; the default if unset.
    #[serde(default, with = "texts::optional_durations", skip_serializing_if = "Option::is_none")]
    pub startup_limit: Option<Duration>,
    /// `true` if players may ponder.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
    /// The players' depth limit, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The players' node limit per move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// `true` to journal the principal variation for each move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub pv: bool,
    /// `true` if a plugin or engine gets a new process for every game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
    /// The policy for players that fail to start.
    #[serde(default, skip_serializing_if = "is_default")]
    pub unstartable: Unstartable,
    /// The openings: "start", "random:PLIES", or the name of a file with one position or one list of moves per line. If
    /// unset, the program chooses the openings.
    #[serde(default = "auto")]
    pub openings: String,
    /// The order in which a file's openings are used.
    #[serde(default, skip_serializing_if = "is_default")]
    pub openings_order: OpeningsOrder,
    /// The number of the opening in a file to start with, in this order, from 1.
    #[serde(default = "one", skip_serializing_if = "is_one")]
    pub openings_start: u32,
    /// The format.
    #[serde(default, deserialize_with = "Format::named_or_written")]
    pub format: Format,
    /// The sequential test that stops the match; only for a duel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// The adjudication rules.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// The players.
    #[serde(default, rename = "player")]
    pub players: Vec<Entrant>,
    /// Players that are excluded because they failed to start.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excluded: Vec<Excluded>,
}

/// The order in which a file's openings are used.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum OpeningsOrder {
    /// Shuffled with the seed.
    #[default]
    Random,
    /// The file order.
    Sequential,
}

/// The adjudication rules. Unset rules are off.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// The game is drawn if both players evaluate the position as even.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// The game is won if both players' evaluations agree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRule>,
    /// A player loses if it evaluates its own position as lost, whatever the opponent reports.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub resign: Option<WinRule>,
    /// The game is drawn after this number of plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies_max: Option<u32>,
    /// Adjudicates positions with at most this many pieces by tablebases.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<u8>,
}

/// Applies if both players' evaluations at their last `moves` moves were within `score` of even.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// The score in the game's units: men, pawns, discs.
    pub score: f64,
    /// Number of moves per player.
    pub moves: u32,
    /// Minimum number of plies played.
    #[serde(default)]
    pub after: u32,
    /// `true` if an irreversible move, such as a capture or a pawn move, resets the move count.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub resets: bool,
}

/// Applies if a player was ahead by `score` at each of the last `moves` moves by the players that the rule considers.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinRule {
    /// The score in the game's units: men, pawns, discs.
    pub score: f64,
    /// Number of moves per player.
    pub moves: u32,
}

/// The reason why settings are invalid.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The settings are not TOML, or contain unknown keys or values.
    #[error("line {line}: {message}")]
    Malformed {
        /// The line number, from 1.
        line: usize,
        /// The error.
        message: String,
    },
    /// A number is out of range.
    #[error("{what} can't be {value}: expected {expected}")]
    Value {
        /// The name of the number.
        what: &'static str,
        /// The number.
        value: String,
        /// The allowed range.
        expected: String,
    },
    /// Two players have the same name.
    #[error("two players are named \"{0}\"; rename one")]
    Name(String),
    /// The format can't be played.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The test is invalid.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// A sequential test requires a duel between two players.
    #[error("sprt needs two players in a round-robin, not {0} in a {1}")]
    SprtFormat(usize, &'static str),
}

impl Settings {
    /// A round robin among `players` with one pair per encounter and no limits.
    pub fn new(game: impl Into<String>, players: impl IntoIterator<Item = String>) -> Self {
        Self {
            game: game.into(),
            pairs: one(),
            extended_to: None,
            seed: None,
            time: TimeControl::Unlimited,
            margin: Duration::ZERO,
            move_limit: None,
            startup_limit: None,
            ponder: false,
            depth: None,
            nodes: None,
            pv: false,
            restart: false,
            unstartable: Unstartable::Stop,
            openings: start(),
            openings_order: OpeningsOrder::Random,
            openings_start: one(),
            format: Format::default(),
            sprt: None,
            adjudication: Adjudication::default(),
            players: players.into_iter().map(Entrant::from).collect(),
            excluded: Vec::new(),
        }
    }

    /// Parses a settings file.
    ///
    /// # Errors
    /// [`SettingsError::Malformed`] with the location of the error.
    pub fn from_text(text: &str) -> Result<Self, SettingsError> {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = 1 + before.matches('\n').count();
            SettingsError::Malformed { line, message: error.message().replace('\n', " ") }
        })
    }

    /// Formats the settings file.
    ///
    /// # Panics
    /// Never for [checked](Self::check) settings, which can always be written.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("numbers, texts and tables of them are TOML")
    }

    /// Checks that these settings are valid for a game with this number of seats.
    ///
    /// # Errors
    /// [`SettingsError`] for the first invalid setting.
    pub fn check(self, seats: usize) -> Result<Self, SettingsError> {
        let count = self.players.len();
        in_range("the number of players", &count, &(1..=PLAYERS_MAX))?;
        in_range("pairs", &self.pairs, &(1..=SETS_MAX))?;
        in_range("openings_start", &self.openings_start, &(1..=u32::MAX))?;
        if let Some(sets) = self.extended_to {
            in_range("extended_to", &sets, &(self.pairs..=SETS_MAX))?;
            self.format.extensible()?;
        }
        in_range("seed", &self.seed.unwrap_or(0), &(0..=u64::MAX >> 1))?;
        let limits = self.players.iter().map(|entrant| (entrant.depth, entrant.nodes));
        for (depth, nodes) in limits.chain([(self.depth, self.nodes)]) {
            in_range("depth", &depth.unwrap_or(1), &(1..=1000))?;
            in_range("nodes", &nodes.unwrap_or(1), &(1..=u64::MAX >> 1))?;
        }
        if self.startup_limit.is_some_and(|limit| !STARTUP_LIMITS.contains(&limit)) {
            let value = self.startup_limit.map(humantime::format_duration).map(|it| it.to_string());
            let (what, expected) = ("startup_limit", "a time from 100ms to 1h".into());
            return Err(SettingsError::Value { what, value: value.unwrap_or_default(), expected });
        }
        if self.margin > MARGIN_MAX {
            let value = humantime::format_duration(self.margin).to_string();
            let expected = humantime::format_duration(MARGIN_MAX);
            let expected = format!("a time up to {expected}");
            return Err(SettingsError::Value { what: "margin", value, expected });
        }
        self.adjudication.check()?;
        let mut names: Vec<String> = self.players.iter().map(Entrant::to_string).collect();
        names.sort();
        if let Some([name, _]) = names.array_windows().find(|[one, other]| one == other) {
            return Err(SettingsError::Name(name.clone()));
        }
        self.format.check(count, seats)?;
        if let Some(sprt) = self.sprt {
            sprt.check()?;
            if (count, seats, self.format) != (2, 2, Format::RoundRobin) {
                return Err(SettingsError::SprtFormat(count, self.format.name()));
            }
            if (0..count).any(|player| self.unstartable_of(player) != Unstartable::Stop) {
                let (what, value) = ("unstartable in an sprt", "another value".into());
                return Err(SettingsError::Value { what, value, expected: "stop".into() });
            }
        }
        Ok(self)
    }

    /// Number of sets per encounter, including an extension.
    pub fn planned_sets(&self) -> u32 {
        self.extended_to.unwrap_or(self.pairs)
    }

    /// Returns `true` if a file's openings are used in the default order, starting with the first opening.
    pub fn has_default_order(&self) -> bool {
        self.openings_order == OpeningsOrder::Random && self.openings_start == 1
    }

    /// Returns `true` if any player has a clock.
    pub fn is_timed(&self) -> bool {
        let mut own = self.players.iter().map(|entrant| entrant.odds().time_control(self.time));
        own.any(|time| time != TimeControl::Unlimited)
    }

    /// Returns `true` if this player may ponder.
    pub fn ponders(&self, player: usize) -> bool {
        self.players.get(player).and_then(|entrant| entrant.ponder).unwrap_or(self.ponder)
    }

    /// Returns `true` if any player may ponder.
    pub fn has_pondering_player(&self) -> bool {
        (0..self.players.len()).any(|player| self.ponders(player))
    }

    /// Returns `true` if any player has no clock.
    pub fn has_untimed_player(&self) -> bool {
        let mut own = self.players.iter().map(|entrant| entrant.odds().time_control(self.time));
        own.any(|time| time == TimeControl::Unlimited)
    }

    /// The time limit for moves without a clock.
    pub fn move_limit(&self) -> MoveLimit {
        self.move_limit.unwrap_or_default()
    }

    /// The time limit per move, formatted for users; `None` if every player has a clock.
    pub fn move_limit_text(&self) -> Option<String> {
        self.has_untimed_player().then(|| self.move_limit().to_string())
    }

    /// This player's node limit per move, if any.
    pub fn nodes_of(&self, player: usize) -> Option<u64> {
        self.players.get(player).and_then(|entrant| entrant.nodes).or(self.nodes)
    }

    /// The policy if this player fails to start.
    pub fn unstartable_of(&self, player: usize) -> Unstartable {
        let own = self.players.get(player).and_then(|entrant| entrant.unstartable);
        own.unwrap_or(self.unstartable)
    }

    /// The depth and node limits.
    pub const fn thinking(&self) -> ThinkingLimits {
        ThinkingLimits { depth: self.depth, nodes: self.nodes }
    }
}

/// Returns `true` if the value is the default, which files omit.
fn is_default<T: Default + PartialEq>(value: &T) -> bool {
    *value == T::default()
}

impl Adjudication {
    /// Returns `true` if the arena never ends a game.
    pub fn is_off(&self) -> bool {
        *self == Self::default()
    }

    fn check(&self) -> Result<(), SettingsError> {
        let wins = [self.win, self.resign].into_iter().flatten();
        let moves = wins.clone().map(|rule| rule.moves).chain(self.draw.map(|rule| rule.moves));
        for moves in moves {
            in_range("the number of adjudication moves", &moves, &(1..=10_000))?;
        }
        let scores = wins.map(|rule| rule.score).chain(self.draw.map(|rule| rule.score));
        for score in scores {
            in_range("the adjudication score", &score, &(0.0..=1_000_000.0))?;
        }
        let pieces = self.tables.unwrap_or(PIECES_MIN);
        in_range("the number of tablebase pieces", &pieces, &(PIECES_MIN..=PIECES_MAX))?;
        in_range("plies_max", &self.plies_max.unwrap_or(1), &(1..=u32::MAX))
    }
}

fn in_range<T: PartialOrd + fmt::Display>(
    what: &'static str,
    value: &T,
    range: &RangeInclusive<T>,
) -> Result<(), SettingsError> {
    if range.contains(value) {
        return Ok(());
    }
    let expected = format!("a number from {} to {}", range.start(), range.end());
    Err(SettingsError::Value { what, value: value.to_string(), expected })
}

const fn one() -> u32 {
    1
}

#[expect(clippy::trivially_copy_pass_by_ref, reason = "serde calls it like this")]
const fn is_one(number: &u32) -> bool {
    *number == 1
}

fn start() -> String {
    "start".into()
}

fn auto() -> String {
    OPENINGS_AUTO.into()
}

fn is_unlimited(time: &TimeControl) -> bool {
    *time == TimeControl::Unlimited
}
