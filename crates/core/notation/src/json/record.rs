//! A whole match.

use games_package::Thought;
use serde::{Deserialize, Serialize};

use super::ending::Ending;
use super::values::{Score, clock};

/// A match that was played.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Record {
    /// The game with its variant.
    pub game: String,
    /// The players, in seat order.
    pub players: Vec<RecordedPlayer>,
    /// The time control.
    pub time_control: String,
    /// The seed for all randomness.
    pub seed: u64,
    /// The position where the match started.
    pub start: String,
    /// The played moves, including chance moves.
    pub plies: Vec<Ply>,
    /// Moves that were taken back or tried instead.
    pub variations: Vec<Variation>,
    /// The position at the end.
    pub position: String,
    /// The match ending; null if the match can continue.
    pub ending: Option<Ending>,
    /// Tags from the match file, as names with values; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub tags: Vec<(String, String)>,
    /// The comment before the first move; absent if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub preface: String,
    /// The plies after which the match continued although the rules made it a draw.
    pub passed_draws: Vec<PassedDraw>,
}

/// The player of a seat.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct RecordedPlayer {
    /// The player as specified: "alpha-beta:depth=6".
    pub player: String,
    /// The name that the player reports.
    pub name: String,
    /// The player's code and where it ran; null for a built-in player.
    pub origin: Option<String>,
}

/// A move of a match.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Ply {
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The time used, in seconds.
    pub seconds: f64,
    /// The mover's clock after the move, in seconds; null if time was not limited.
    pub clock: Option<f64>,
    /// The mover's score; absent if unknown.
    #[serde(flatten)]
    pub score: Option<Score>,
    /// The search depth behind the score, in plies; absent without a score.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub depth: Option<u32>,
    /// The mark, `!!`, `!`, `!?`, `?!`, `?` or `??`; absent without a mark.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mark: Option<String>,
    /// Numeric annotation glyphs of PGN other than the mark; absent if there are none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub nags: Vec<u8>,
    /// The comment before a move that begins a variation; absent if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub preface: String,
    /// A remark for people; absent if there is none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub remark: String,
}

/// Alternatives to the played moves.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
pub struct Variation {
    /// The number of plies before this variation, counted from the start of the match.
    pub after: usize,
    /// The moves in this variation.
    pub plies: Vec<Ply>,
    /// Variations within this variation.
    pub variations: Vec<Self>,
}

/// A draw by the rules after which the match continued.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
pub struct PassedDraw {
    /// The number of plies before the draw.
    pub after: usize,
    /// The rule.
    pub rule: String,
}

impl Record {
    /// A match with the draws after which it continued.
    pub fn new(record: &games_package::Record, passed: &[games_package::PassedDraw]) -> Self {
        let passed_draw = |draw: &games_package::PassedDraw| PassedDraw {
            after: draw.after,
            rule: draw.rule.into(),
        };
        Self {
            game: record.game.clone(),
            players: record.players.iter().map(RecordedPlayer::from).collect(),
            time_control: record.time_control.to_string(),
            seed: record.seed,
            start: record.start.clone(),
            plies: record.plies.iter().map(Ply::from).collect(),
            variations: record.variations.iter().map(Variation::from).collect(),
            position: record.final_position.clone(),
            ending: record.ending.as_ref().map(Ending::from),
            tags: record.header.tags.clone(),
            preface: record.header.preface.clone(),
            passed_draws: passed.iter().map(passed_draw).collect(),
        }
    }
}

impl From<&games_package::RecordedPlayer> for RecordedPlayer {
    fn from(player: &games_package::RecordedPlayer) -> Self {
        Self {
            player: player.spec.clone(),
            name: player.name.clone(),
            origin: player.origin.clone(),
        }
    }
}

impl From<&games_package::Ply> for Ply {
    fn from(ply: &games_package::Ply) -> Self {
        let thought: Option<Thought> = ply.note.thought;
        Self {
            mv: ply.mv.clone(),
            seconds: ply.elapsed.as_secs_f64(),
            clock: ply.clock.and_then(clock),
            score: thought.map(|thought| thought.valuation.into()),
            depth: thought.map(|thought| thought.depth),
            mark: ply.note.mark.map(|mark| mark.sign().into()),
            nags: ply.note.nags.clone(),
            preface: ply.note.preface.clone(),
            remark: ply.note.remark.clone(),
        }
    }
}

/// Records limit the nesting depth of variations.
impl From<&games_package::Variation> for Variation {
    fn from(variation: &games_package::Variation) -> Self {
        Self {
            after: variation.after,
            plies: variation.plies.iter().map(Ply::from).collect(),
            variations: variation.variations.iter().map(Self::from).collect(),
        }
    }
}
