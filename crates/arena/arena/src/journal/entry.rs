//! A game in the journal.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use board_engine::{Seat, Turn};
use games_package::{
    EndReason, Ending, Failure, FailureKind, Note, Ply, Record, RecordedPlayer, TableGame,
};
use serde::{Deserialize, Serialize, Serializer};

use crate::tournament::{Job, Tournament};

/// A finished game.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entry {
    /// The game's ID.
    pub id: String,
    /// The round, from 0.
    pub round: usize,
    /// The game's index in its round, from 0.
    pub number: usize,
    /// The index of the game's set in the tournament, from 0. It determines the opening and the chance events.
    pub set: usize,
    /// The players' indices, in seat order.
    pub players: Vec<usize>,
    /// The payoff for each seat.
    pub payoffs: Vec<i16>,
    /// The reason why the game ended.
    #[serde(flatten)]
    pub conclusion: Conclusion,
    /// The starting position.
    pub start: String,
    /// All moves, including the opening, separated by spaces.
    pub moves: String,
    /// The final position.
    pub end: String,
    /// Time per move in microseconds; empty for untimed games.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub elapsed_us: Vec<u64>,
    /// The mover's report for each move; empty without reports.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub thoughts: Vec<Option<Thought>>,
    /// The principal variation for each move, in the game's notation; empty if not recorded.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub lines: Vec<String>,
    /// For each seat, why a line reported by its player is illegal; empty if all lines are legal.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub line_errors: Vec<Option<String>>,
    /// For each seat, the largest node count that its player reported for one move, if it is at least ten times the
    /// limit; otherwise 0. Empty if no player exceeded its limit by that much.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub excess_nodes: Vec<u64>,
    /// The time when the game was journaled, in seconds since 1970 (UTC); `None` for times before 1970.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub finished_at: Option<u64>,
}

/// A player's report on a move. The journal stores these three values as a list.
#[derive(Clone, PartialEq, Eq, Debug, Deserialize)]
pub struct Thought {
    /// The depth in plies.
    pub depth: u32,
    /// The position's score from the mover's point of view: "+0.12", "win in 5".
    pub score: String,
    /// Number of visited nodes; 0 if the player doesn't count them.
    pub nodes: u64,
}

impl Serialize for Thought {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        (self.depth, &self.score, self.nodes).serialize(to)
    }
}

/// The reason why a game ended.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Conclusion {
    /// The reason for the end: "rules", "resigned", "draw agreed", "adjudicated", or a failure's name: "panicked",
    /// "timed out".
    pub reason: String,
    /// The seat that resigned, ran out of time or failed, from 0.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seat: Option<usize>,
    /// The rule that ended the game, or the failure details.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub detail: String,
    /// `true` if a clock ended the game even though there are details.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub on_clock: bool,
}

impl Conclusion {
    /// Converts this reason.
    pub(crate) fn of(reason: &EndReason) -> Self {
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

    /// The end reason, for a game with this number of seats; `None` if the entry is invalid.
    pub fn end_reason(&self, seats: usize) -> Option<EndReason> {
        let seat = || self.seat.filter(|&seat| seat < seats).map(Seat::new);
        Some(match self.reason.as_str() {
            "rules" => EndReason::Rules(self.detail.clone()),
            "resigned" => EndReason::Resigned(seat()?),
            "draw agreed" => EndReason::DrawAgreed,
            "adjudicated" => EndReason::Adjudicated(self.detail.clone()),
            "stopped" => EndReason::Stopped,
            // A timeout without a clock always has details.
            "timed out" if self.on_clock || self.detail.is_empty() => {
                EndReason::TimeExpired(seat()?, self.detail.clone())
            }
            kind => {
                let failure = Failure::new(FailureKind::from_name(kind)?, self.detail.clone());
                EndReason::PlayerFailed(seat()?, failure)
            }
        })
    }

    /// The game rule or adjudication rule that ended the game; empty for other reasons.
    pub fn rule(&self) -> &str {
        if matches!(self.reason.as_str(), "rules" | "adjudicated") { &self.detail } else { "" }
    }

    /// The name of the failure that lost the game; `None` if there was no failure.
    pub fn fault(&self) -> Option<&'static str> {
        FailureKind::from_name(&self.reason).map(FailureKind::name)
    }
}

impl Entry {
    /// Creates the entry for a finished game. Returns `None` if the game was aborted.
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
            lines: Vec::new(),
            line_errors: Vec::new(),
            excess_nodes: Vec::new(),
            finished_at: None,
        })
    }

    /// The job that produced this entry.
    pub fn job(&self) -> Job {
        let Self { round, number, set, .. } = *self;
        Job { round, number, set, players: self.players.clone() }
    }

    /// Sets the entry's time to now.
    pub fn finish(&mut self, now: SystemTime) {
        self.finished_at = now.duration_since(UNIX_EPOCH).ok().map(|since| since.as_secs());
    }

    /// Number of moves.
    pub fn plies(&self) -> usize {
        self.moves.split_ascii_whitespace().count()
    }

    /// The game's ending. `None` if the entry is invalid.
    pub fn ending(&self) -> Option<Ending> {
        let reason = self.conclusion.end_reason(self.players.len())?;
        Some(Ending { payoffs: Some(self.payoffs.clone()), reason })
    }

    /// Converts the game to a record with the players' tournament names. `None` if the entry is invalid.
    pub fn record(&self, tournament: &Tournament) -> Option<Record> {
        let job = self.job();
        let elapsed = self.elapsed_us.iter().copied().chain(std::iter::repeat(0));
        let thoughts = self.thoughts.iter().map(Option::as_ref).chain(std::iter::repeat(None));
        let ply = |((mv, elapsed), thought): ((&str, u64), Option<&Thought>)| Ply {
            elapsed: Duration::from_micros(elapsed),
            note: Note { thought: thought.and_then(to_record), ..Note::default() },
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

/// Converts a thought to its form in records. `None` if the recorded score is invalid.
fn to_record(thought: &Thought) -> Option<games_package::Thought> {
    Some(games_package::Thought { valuation: thought.score.parse().ok()?, depth: thought.depth })
}

/// A game record without moves. `None` if the job contains invalid players.
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
        pondering: job.players.iter().any(|&player| settings.ponders(player)),
        seed: tournament.seed(job),
        start: String::new(),
        plies: Vec::new(),
        variations: Vec::new(),
        final_position: String::new(),
        ending: None,
        header: games_package::Header::default(),
    })
}

/// A move of a finished game.
#[derive(Clone, PartialEq, Debug)]
pub struct PlayedPly {
    /// The mover: a seat, or chance.
    pub mover: Turn,
    /// The move.
    pub mv: String,
    /// The time used; zero in untimed games.
    pub elapsed: Duration,
    /// The mover's report, if there is one.
    pub thought: Option<Thought>,
}

impl Entry {
    /// Replays all moves by the rules of `game`. Returns `None` if a move is illegal.
    pub fn replayed_plies(&self, game: &dyn TableGame) -> Option<Vec<PlayedPly>> {
        let mut state = game.open(Some(&self.start)).ok()?;
        let thoughts = self.thoughts.iter().cloned().chain(std::iter::repeat(None));
        let elapsed = self.elapsed_us.iter().copied().chain(std::iter::repeat(0));
        let moves = self.moves.split_ascii_whitespace();
        let plies = moves.zip(elapsed).zip(thoughts).map(|((mv, elapsed), thought)| {
            let mover = state.turn();
            let mv = state.play(mv).ok()?;
            Some(PlayedPly { mover, mv, elapsed: Duration::from_micros(elapsed), thought })
        });
        plies.collect()
    }
}
