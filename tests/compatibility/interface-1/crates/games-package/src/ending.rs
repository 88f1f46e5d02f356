//! How a match ended: by the rules of the game, or by those of the table.

use std::fmt;

use board_engine::Seat;

/// The end of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// What each seat gets; nothing if the match was broken off.
    pub payoffs: Option<Vec<i16>>,
    /// Why the match is over.
    pub reason: EndReason,
}

/// Why a match is over.
#[derive(Clone, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum EndReason {
    /// The game itself ended; the phrase names the rule: "no legal move".
    Rules(String),
    /// A seat gave up.
    Resigned(Seat),
    /// The seats agreed on a draw.
    DrawAgreed,
    /// A seat used up its time.
    TimeExpired(Seat),
    /// A player couldn't go on or broke the rules of the table.
    PlayerFailed(Seat, Failure),
    /// The arbiter broke the match off.
    Stopped,
}

/// What a player did wrong.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// What kind of failure it is.
    pub kind: FailureKind,
    /// What happened, as a phrase that its author can act on.
    pub detail: String,
}

/// The ways in which a player can fail. The names are those of reports and records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FailureKind {
    /// It gave up with an error of its own.
    Error,
    /// It panicked.
    Panicked,
    /// Its move is none, or is against the rules.
    IllegalMove,
    /// It answered what it was not asked.
    OutOfTurn,
    /// It is gone without an answer.
    Vanished,
    /// It doesn't take what the table sends.
    Unresponsive,
    /// It couldn't be loaded.
    LoadRefused,
    /// What it sent can't be understood.
    ProtocolError,
}

impl FailureKind {
    /// Every kind, with its name in records: a word or two in lower case.
    const NAMES: [(Self, &'static str); 8] = [
        (Self::Error, "error"),
        (Self::Panicked, "panicked"),
        (Self::IllegalMove, "illegal move"),
        (Self::OutOfTurn, "out of turn"),
        (Self::Vanished, "vanished"),
        (Self::Unresponsive, "unresponsive"),
        (Self::LoadRefused, "load refused"),
        (Self::ProtocolError, "protocol error"),
    ];

    /// The name in records: "illegal move".
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(kind, _)| *kind == self).map_or("error", |(_, name)| name)
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }
}

impl Failure {
    /// A failure of this kind.
    pub fn new(kind: FailureKind, detail: impl Into<String>) -> Self {
        Self { kind, detail: detail.into() }
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.detail.as_str() {
            "" => f.write_str(self.kind.name()),
            detail => write!(f, "{}: {detail}", self.kind.name()),
        }
    }
}
