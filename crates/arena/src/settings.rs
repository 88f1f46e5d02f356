//! The settings of a tournament: the content of a file that people write, and that a run keeps.

mod texts;

use std::fmt;
use std::ops::RangeInclusive;
use std::time::Duration;

use games_package::{Odds, ThinkingLimits, TimeControl};
use serde::{Deserialize, Serialize};
use tablebase::PIECES_MAX;
use thiserror::Error;

use crate::schedule::{Format, FormatError};
use crate::statistics::{Sprt, SprtError};

/// The most players of a tournament.
pub const PLAYERS_MAX: usize = 1000;

/// The value for openings that a program chooses.
pub const OPENINGS_AUTO: &str = "auto";

/// The longest margin: more would be another time control.
const MARGIN_MAX: Duration = Duration::from_secs(10);

/// The fewest pieces on the board that tables are made for.
const PIECES_MIN: u8 = 2;

/// The most sets of games of one encounter.
pub const SETS_MAX: u32 = 1_000_000;

/// A tournament: its game, players, format, number of games and match rules.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Settings {
    /// The game with its variant.
    pub game: String,
    /// How many sets each encounter has. A set is one opening with every seating: for two players a pair of games with
    /// the seats swapped.
    #[serde(default = "one")]
    pub pairs: u32,
    /// How many sets each encounter has since the run was extended: more than `pairs`, with which it began.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub extended_to: Option<u32>,
    /// The seed, below 2⁶³; chosen by the program if unset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seed: Option<u64>,
    /// The time control.
    #[serde(default, with = "texts::controls", skip_serializing_if = "is_unlimited")]
    pub time: TimeControl,
    /// How late a move may come and still count.
    #[serde(default, with = "texts::durations", skip_serializing_if = "Duration::is_zero")]
    pub margin: Duration,
    /// Whether players may think while others are to move.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub ponder: bool,
    /// The depth limit of the players, in plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The node limit of the players for a move.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Whether a plugin that runs apart gets a new process for every game.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
    /// Where games start: "start", "random:PLIES", or the name of a file with a position or a list of moves on each
    /// line. Chosen by the program if unset.
    #[serde(default = "auto")]
    pub openings: String,
    /// The format.
    #[serde(default)]
    pub format: Format,
    /// When to stop; only for a duel.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sprt: Option<Sprt>,
    /// When the arena ends a game.
    #[serde(default)]
    pub adjudication: Adjudication,
    /// The players.
    #[serde(default, rename = "player")]
    pub players: Vec<Entrant>,
}

/// The players.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// The player with its options.
    pub player: String,
    /// Its name in tables; the player's specification if unset.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// The hash of its code, if the program that wrote the settings knew it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub code: Option<String>,
    /// Its time control, if that differs from the others' (time odds).
    #[serde(default, with = "texts::optional_controls", skip_serializing_if = "Option::is_none")]
    pub time: Option<TimeControl>,
    /// Its depth limit, in plies, if that differs from the others'.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// Its node limit for a move, if that differs from the others'.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub nodes: Option<u64>,
    /// Whether it gets a new process for every game, also where others don't.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub restart: bool,
}

/// When the arena ends a game; no adjudication if unset.
#[derive(Clone, Copy, PartialEq, Debug, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Adjudication {
    /// The game is drawn when neither player evaluates either side as ahead.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub draw: Option<DrawRule>,
    /// The game is won when both evaluations agree.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub win: Option<WinRule>,
    /// The game is drawn after this number of plies.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub plies_max: Option<u32>,
    /// The game has the value that it has in the endgame tables, as soon as it comes to a position with at most so many pieces.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub tables: Option<u8>,
}

/// Both players have evaluated the positions of their last `moves` moves within `score` of even.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DrawRule {
    /// In the game's unit: a man, a pawn, a disc.
    pub score: f64,
    /// How many moves of each player.
    pub moves: u32,
    /// Not before this number of plies.
    #[serde(default)]
    pub after: u32,
}

/// Both players have evaluated the same one as ahead by `score` or more on each of their last `moves` moves.
#[derive(Clone, Copy, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct WinRule {
    /// In the game's unit: a man, a pawn, a disc.
    pub score: f64,
    /// How many moves of each player.
    pub moves: u32,
}

/// Why settings are invalid.
#[derive(Clone, PartialEq, Debug, Error)]
#[non_exhaustive]
pub enum SettingsError {
    /// The text is not TOML, or has unknown keys or values.
    #[error("line {line}: {message}")]
    Malformed {
        /// From 1.
        line: usize,
        /// The error.
        message: String,
    },
    /// A number is out of its range.
    #[error("{what} can't be {value}: expected {expected}")]
    Value {
        /// The name of the number.
        what: &'static str,
        /// The number.
        value: String,
        /// The allowed range.
        expected: String,
    },
    /// Two players have one name.
    #[error("two players are called \"{0}\": give one of them another name")]
    Name(String),
    /// The format can't be played.
    #[error(transparent)]
    Format(#[from] FormatError),
    /// The test is invalid.
    #[error(transparent)]
    Sprt(#[from] SprtError),
    /// A test compares two players.
    #[error("sprt is a test of two players in a round-robin, not of {0} in a {1}")]
    SprtFormat(usize, &'static str),
}

impl Settings {
    /// A round robin of `players` with one pair for each encounter, without limits.
    pub fn new(game: impl Into<String>, players: impl IntoIterator<Item = String>) -> Self {
        Self {
            game: game.into(),
            pairs: one(),
            extended_to: None,
            seed: None,
            time: TimeControl::Unlimited,
            margin: Duration::ZERO,
            ponder: false,
            depth: None,
            nodes: None,
            restart: false,
            openings: start(),
            format: Format::default(),
            sprt: None,
            adjudication: Adjudication::default(),
            players: players.into_iter().map(Entrant::from).collect(),
        }
    }

    /// The settings that the text of a file describes.
    ///
    /// # Errors
    /// [`SettingsError::Malformed`] with the place of what is wrong.
    pub fn from_text(text: &str) -> Result<Self, SettingsError> {
        toml::from_str(text).map_err(|error: toml::de::Error| {
            let before = error.span().and_then(|span| text.get(..span.start)).unwrap_or_default();
            let line = 1 + before.matches('\n').count();
            SettingsError::Malformed { line, message: error.message().replace('\n', " ") }
        })
    }

    /// The settings as the text of a file.
    ///
    /// # Panics
    /// Never for [`checked`](Self::checked) settings: they can all be written.
    pub fn to_text(&self) -> String {
        toml::to_string(self).expect("numbers, texts and tables of them are TOML")
    }

    /// These settings, if they are valid for a game with this number of seats.
    ///
    /// # Errors
    /// [`SettingsError`] for the first invalid setting.
    pub fn checked(self, seats: usize) -> Result<Self, SettingsError> {
        let count = self.players.len();
        in_range("the number of players", &count, &(1..=PLAYERS_MAX))?;
        in_range("pairs", &self.pairs, &(1..=SETS_MAX))?;
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
        self.format.checked(count, seats)?;
        if let Some(sprt) = self.sprt {
            sprt.checked()?;
            if (count, seats, self.format) != (2, 2, Format::RoundRobin) {
                return Err(SettingsError::SprtFormat(count, self.format.name()));
            }
        }
        Ok(self)
    }

    /// How many sets each encounter has, those included by which the run was extended.
    pub fn planned_sets(&self) -> u32 {
        self.extended_to.unwrap_or(self.pairs)
    }

    /// Whether any player has a clock.
    pub fn is_timed(&self) -> bool {
        let mut own = self.players.iter().map(|entrant| entrant.odds().time_control(self.time));
        own.any(|time| time != TimeControl::Unlimited)
    }

    /// The limits on depth and nodes.
    pub const fn thinking(&self) -> ThinkingLimits {
        ThinkingLimits { depth: self.depth, nodes: self.nodes }
    }
}

impl Adjudication {
    /// Whether the arena never ends a game.
    pub fn is_off(&self) -> bool {
        *self == Self::default()
    }

    fn check(&self) -> Result<(), SettingsError> {
        let moves = [self.draw.map(|rule| rule.moves), self.win.map(|rule| rule.moves)];
        for moves in moves.into_iter().flatten() {
            in_range("the moves of an adjudication", &moves, &(1..=10_000))?;
        }
        let scores = [self.draw.map(|rule| rule.score), self.win.map(|rule| rule.score)];
        for score in scores.into_iter().flatten() {
            in_range("the score of an adjudication", &score, &(0.0..=1_000_000.0))?;
        }
        let pieces = self.tables.unwrap_or(PIECES_MIN);
        in_range("the pieces of endgame tables", &pieces, &(PIECES_MIN..=PIECES_MAX))?;
        in_range("plies_max", &self.plies_max.unwrap_or(1), &(1..=u32::MAX))
    }
}

/// Without a separate name or odds.
impl From<String> for Entrant {
    fn from(player: String) -> Self {
        Self {
            player,
            name: None,
            code: None,
            time: None,
            depth: None,
            nodes: None,
            restart: false,
        }
    }
}

impl Entrant {
    /// Its odds.
    pub const fn odds(&self) -> Odds {
        let thinking = ThinkingLimits { depth: self.depth, nodes: self.nodes };
        Odds { time_control: self.time, thinking }
    }

    /// Its name in tables.
    pub fn label(&self) -> &str {
        self.name.as_deref().unwrap_or(&self.player)
    }
}

/// The name in tables.
impl fmt::Display for Entrant {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.label())
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

fn start() -> String {
    "start".into()
}

fn auto() -> String {
    OPENINGS_AUTO.into()
}

fn is_unlimited(time: &TimeControl) -> bool {
    *time == TimeControl::Unlimited
}
