//! One game in the journal.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use board_engine::{Seat, Viewer};
use games_package::{EndReason, Ending, Failure, FailureKind, Note, Ply, Record, RecordedPlayer};
use serde::{Deserialize, Serialize, Serializer};

use crate::tournament::{Job, Tournament};

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The name of the game.
    pub id: String,
    /// The round, from 0.
    pub round: usize,
    /// The number of the game in its round, from 0.
    pub number: usize,
    /// The number of its set in the whole tournament, from 0, which determines its opening and its chance.
    #[serde(default)]
    pub set: usize,
    /// The players by their indices, in seat order.
    pub players: Vec<usize>,
    /// The payoff of each seat.
    pub payoffs: Vec<i16>,
    /// Why the game is over.
    #[serde(flatten)]
    pub conclusion: Conclusion,
    /// The position in which it began.
    pub start: String,
    /// All moves, those of the opening included, separated by blanks.
    pub moves: String,
    /// The position in which it ended.
    pub end: String,
    /// The time of each move, in microseconds; empty for untimed games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elapsed_us: Vec<u64>,
    /// The mover's report on each move; empty if there was none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<Option<Thought>>,
    /// When the game was put into the journal, in seconds since the beginning of 1970 (UTC); none in older journals.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<u64>,
}

/// A player's report on a move; in the journal a list of these three values.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Thought {
    /// The depth in plies.
    pub depth: u32,
    /// The score of the position for the mover: "+0.12", "win in 5".
    pub score: String,
    /// The number of positions it visited; 0 if it doesn't count them.
    #[serde(default)]
    pub nodes: u64,
}

impl Serialize for Thought {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (self.depth, &self.score, self.nodes).serialize(to)
    }
}

/// Why a game is over.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Conclusion {
    /// "rules", "resigned", "draw agreed", "adjudicated", or the name of a failure: "panicked", "timed out".
    pub reason: String,
    /// The seat that resigned, ran out of time or failed, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The rule, or the details of a failure.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// Whether a clock ended the game and there are details of it all the same.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_clock: bool,
}

impl Conclusion {
    fn of(reason: &EndReason) -> Self {
        let (name, seat, detail) = match reason {
            EndReason::Rules(rule) | EndReason::Adjudicated(rule) => {
                (reason.name(), None, rule.as_str())
            }
            EndReason::Resigned(seat) => (reason.name(), Some(*seat), ""),
            EndReason::TimeExpired(seat, detail) => (reason.name(), Some(*seat), detail.as_str()),
            EndReason::PlayerFailed(seat, failure) => {
                (failure.kind.name(), Some(*seat), failure.detail.as_str())
            }
            _ => (reason.name(), None, ""),
        };
        let on_clock = matches!(reason, EndReason::TimeExpired(..)) && !detail.is_empty();
        Self { reason: name.into(), seat: seat.map(Seat::index), detail: detail.into(), on_clock }
    }

    /// The ending in a game with this number of seats; none if it is invalid there.
    pub fn end_reason(&self, seats: usize) -> Option<EndReason> {
        let seat = || self.seat.filter(|&seat| seat < seats).map(Seat::new);
        Some(match self.reason.as_str() {
            "rules" => EndReason::Rules(self.detail.clone()),
            "resigned" => EndReason::Resigned(seat()?),
            "draw agreed" => EndReason::DrawAgreed,
            "adjudicated" => EndReason::Adjudicated(self.detail.clone()),
            "stopped" => EndReason::Stopped,
            // Where no clock ended the game there are always details.
            name if EndReason::is_time_expired(name)
                && (self.on_clock || self.detail.is_empty()) =>
            {
                EndReason::TimeExpired(seat()?, self.detail.clone())
            }
            kind => {
                let failure = Failure::new(FailureKind::from_name(kind)?, self.detail.clone());
                EndReason::PlayerFailed(seat()?, failure)
            }
        })
    }

    /// The rule of the game or of adjudication that ended the game; empty for all other reasons.
    pub fn rule(&self) -> &str {
        if matches!(self.reason.as_str(), "rules" | "adjudicated") { &self.detail } else { "" }
    }

    /// The fault by which a player lost: the name of a failure; none for any other end.
    pub fn fault(&self) -> Option<&'static str> {
        let late = EndReason::is_time_expired(&self.reason).then_some(FailureKind::TimedOut);
        late.or_else(|| FailureKind::from_name(&self.reason)).map(FailureKind::name)
    }
}

impl Entry {
    /// The entry of a game that was played to an end. `None` if it was broken off.
    pub fn new(
        tournament: &Tournament,
        job: &Job,
        record: &Record,
        thoughts: Vec<Option<Thought>>,
    ) -> Option<Self> {
        let ending = record.ending.as_ref()?;
        let is_timed = record.plies.iter().any(|ply| !ply.elapsed.is_zero());
        let elapsed = |ply: &Ply| u64::try_from(ply.elapsed.as_micros()).unwrap_or(u64::MAX);
        let mut moves = String::with_capacity(record.plies.len() * 6);
        for mv in record.moves() {
            if !moves.is_empty() {
                moves.push(' ');
            }
            moves.push_str(mv);
        }
        Some(Self {
            id: tournament.id(job.round, job.number),
            round: job.round,
            number: job.number,
            set: job.set,
            players: job.players.clone(),
            payoffs: ending.payoffs.clone()?,
            conclusion: Conclusion::of(&ending.reason),
            start: record.start.clone(),
            moves,
            end: record.final_position.clone(),
            elapsed_us: if is_timed {
                record.plies.iter().map(elapsed).collect()
            } else {
                Vec::new()
            },
            thoughts: if thoughts.iter().any(Option::is_some) { thoughts } else { Vec::new() },
            finished_at: None,
        })
    }

    /// The entry of a game that `player` lost before its first move, since it could not start. `None` if the player is
    /// not in it, or the opening can't be played.
    pub fn forfeited(
        tournament: &Tournament,
        job: &Job,
        player: usize,
        why: impl Into<String>,
    ) -> Option<Self> {
        let opening = tournament.opening(job);
        let seat = Seat::new(job.players.iter().position(|&index| index == player)?);
        let mut state = tournament.game().open(opening.position.as_deref()).ok()?;
        let start = state.position(Viewer::Arbiter);
        let plies = opening.moves.iter().map(|mv| state.play(mv).ok().map(Ply::from));
        let plies = plies.collect::<Option<_>>()?;
        let failure = Failure::new(FailureKind::LoadRefused, why);
        let ending = Some(Ending::failed(job.players.len(), seat, failure));
        let final_position = state.position(Viewer::Arbiter);
        let record = Record { start, plies, final_position, ending, ..blank(tournament, job)? };
        Self::new(tournament, job, &record, Vec::new())
    }

    /// The job of the entry.
    pub fn job(&self) -> Job {
        let Self { round, number, set, .. } = *self;
        Job { round, number, set, players: self.players.clone() }
    }

    /// Sets the time of the entry to now.
    pub fn finish(&mut self, now: SystemTime) {
        self.finished_at = now.duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs());
    }

    /// How many moves were made.
    pub fn plies(&self) -> usize {
        self.moves.split_ascii_whitespace().count()
    }

    /// How the game ended. `None` if the entry is invalid.
    pub fn ending(&self) -> Option<Ending> {
        let reason = self.conclusion.end_reason(self.players.len())?;
        Some(Ending { payoffs: Some(self.payoffs.clone()), reason })
    }

    /// The game as a record, with the players' names in the tournament. `None` if the entry is invalid.
    pub fn record(&self, tournament: &Tournament) -> Option<Record> {
        let job = self.job();
        let elapsed = self.elapsed_us.iter().copied().chain(std::iter::repeat(0));
        let thoughts = self.thoughts.iter().map(Option::as_ref).chain(std::iter::repeat(None));
        let ply = |((mv, elapsed), thought): ((&str, u64), Option<&Thought>)| Ply {
            elapsed: Duration::from_micros(elapsed),
            note: Note { thought: thought.and_then(recorded), ..Note::default() },
            ..Ply::from(mv)
        };
        let moves = self.moves.split_ascii_whitespace();
        Some(Record {
            start: self.start.clone(),
            plies: moves.zip(elapsed).zip(thoughts).map(ply).collect(),
            final_position: self.end.clone(),
            ending: Some(self.ending()?),
            ..blank(tournament, &job)?
        })
    }
}

/// A thought as a record has it. `None` if its score is invalid.
fn recorded(thought: &Thought) -> Option<games_package::Thought> {
    Some(games_package::Thought { valuation: thought.score.parse().ok()?, depth: thought.depth })
}

/// The record of a game without its moves. `None` if it names invalid players.
fn blank(tournament: &Tournament, job: &Job) -> Option<Record> {
    let settings = tournament.settings();
    let player = |index: &usize| {
        let entrant = settings.players.get(*index)?;
        let (spec, name) = (entrant.player.clone(), entrant.to_string());
        Some(RecordedPlayer { spec, name, origin: None, odds: entrant.odds() })
    };
    Some(Record {
        game: tournament.game().name().into(),
        players: job.players.iter().map(player).collect::<Option<_>>()?,
        time_control: settings.time,
        thinking: settings.thinking(),
        pondering: settings.ponder,
        seed: tournament.seed(job),
        start: String::new(),
        plies: Vec::new(),
        variations: Vec::new(),
        final_position: String::new(),
        ending: None,
    })
}
