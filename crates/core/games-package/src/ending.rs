//! The ending of a match: by the rules of the game or the table.

use std::fmt;

use board_engine::{Outcome, Seat, printable};

/// The end of a match.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Ending {
    /// The payoff of each seat; `None` if the match was aborted or is void.
    pub payoffs: Option<Vec<i16>>,
    /// The reason why the match is over.
    pub reason: EndReason,
}

/// The reason why a match is over.
#[derive(Clone, PartialEq, Eq, Debug)]
pub enum EndReason {
    /// The game itself ended; the phrase names the rule: "no legal move".
    Rules(String),
    /// A seat resigned.
    Resigned(Seat),
    /// The seats agreed on a draw.
    DrawAgreed,
    /// A seat used up its time: the fault [`FailureKind::TimedOut`]. The string contains details, such as the last
    /// lines of an engine's output, if the player was killed for this; otherwise it is empty.
    TimeExpired(Seat, String),
    /// A player failed or broke the table's rules.
    PlayerFailed(Seat, Failure),
    /// The arbiter ended the match with a result; the phrase states the reason.
    Adjudicated(String),
    /// A file states the result without a reason.
    Unstated,
    /// The arbiter aborted the match.
    Stopped,
}

/// A player's failure.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Failure {
    /// The kind of failure.
    pub kind: FailureKind,
    /// The details, as a phrase that the player's author can act on.
    pub detail: String,
}

/// The kinds of failures, named as in reports and records.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
#[non_exhaustive]
pub enum FailureKind {
    /// The player returned an error.
    Error,
    /// The player panicked.
    Panicked,
    /// The player's move was malformed or illegal.
    IllegalMove,
    /// The player answered, or continued thinking, out of turn.
    OutOfTurn,
    /// The player ended without an answer.
    Vanished,
    /// The player doesn't read its messages.
    Unresponsive,
    /// The player couldn't be loaded.
    LoadRefused,
    /// The player sent something that can't be parsed.
    ProtocolError,
    /// The player didn't answer in time. If the player's clock didn't end the match, the player was killed.
    TimedOut,
    /// A signal terminated the player's process, for example after an abort or an invalid memory access.
    Crashed,
    /// The player's process exited.
    Exited,
    /// The player exceeded its memory limit.
    OutOfMemory,
    /// The player couldn't be run, through no fault of its own: for example, no process could be created. No player
    /// loses by this.
    HostFault,
    /// The player failed to start: its program is missing, exited immediately or never became ready. No player loses by
    /// this.
    StartFailed,
}

impl EndReason {
    /// The name in records and reports: "rules", "timed out", "player failed".
    pub fn name(&self) -> &'static str {
        match self {
            Self::Rules(_) => "rules",
            Self::Resigned(_) => "resigned",
            Self::DrawAgreed => "draw agreed",
            Self::TimeExpired(..) => FailureKind::TimedOut.name(),
            Self::PlayerFailed(..) => "player failed",
            Self::Adjudicated(_) => "adjudicated",
            Self::Unstated => "unstated",
            Self::Stopped => "stopped",
        }
    }

    /// A seat used up its time, without further details.
    pub const fn time_expired(seat: Seat) -> Self {
        Self::TimeExpired(seat, String::new())
    }

    /// The seat that lost by its own failure, and that failure; `None` for any other end.
    pub fn failure(&self) -> Option<(Seat, Failure)> {
        match self {
            Self::TimeExpired(seat, detail) => {
                Some((*seat, Failure::new(FailureKind::TimedOut, detail.as_str())))
            }
            Self::PlayerFailed(seat, failure) => Some((*seat, failure.clone())),
            _ => None,
        }
    }
}

impl FailureKind {
    /// Every kind, with its name in records: a word or two in lower case.
    const NAMES: [(Self, &'static str); 14] = [
        (Self::Error, "error"),
        (Self::Panicked, "panicked"),
        (Self::IllegalMove, "illegal move"),
        (Self::OutOfTurn, "out of turn"),
        (Self::Vanished, "vanished"),
        (Self::Unresponsive, "unresponsive"),
        (Self::LoadRefused, "load refused"),
        (Self::ProtocolError, "protocol error"),
        (Self::TimedOut, "timed out"),
        (Self::Crashed, "crashed"),
        (Self::Exited, "exited"),
        (Self::OutOfMemory, "out of memory"),
        (Self::HostFault, "host fault"),
        (Self::StartFailed, "start failed"),
    ];

    /// The name in records: "illegal move".
    pub fn name(self) -> &'static str {
        Self::NAMES.iter().find(|(kind, _)| *kind == self).map_or("error", |(_, name)| name)
    }

    /// Returns `true` if a match that ends with this failure has no result.
    pub const fn is_void(self) -> bool {
        matches!(self, Self::HostFault | Self::StartFailed)
    }

    /// The kind with this name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::NAMES.iter().find(|(_, known)| *known == name).map(|(kind, _)| *kind)
    }
}

impl Failure {
    /// A failure of this kind. The detail can quote another program; it becomes one [printable] line.
    pub fn new(kind: FailureKind, detail: impl AsRef<str>) -> Self {
        Self { kind, detail: printable(detail.as_ref()) }
    }

    /// This failure as a failure to start, for which no player loses.
    #[must_use]
    pub fn at_start(self) -> Self {
        match self.kind {
            kind if kind.is_void() => self,
            FailureKind::Error | FailureKind::LoadRefused => {
                Self { kind: FailureKind::StartFailed, ..self }
            }
            _ => Self::new(FailureKind::StartFailed, self.to_string()),
        }
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

impl Ending {
    /// The ending by the rules of the game.
    pub fn by_rules(outcome: &Outcome) -> Self {
        Self {
            payoffs: Some(outcome.payoffs().to_vec()),
            reason: EndReason::Rules(outcome.reason().into()),
        }
    }

    /// `loser` loses by the table's rules.
    pub fn forfeit(seat_count: usize, loser: Seat, reason: EndReason) -> Self {
        Self { payoffs: Some(forfeit_payoffs(seat_count, loser)), reason }
    }

    /// `seat` has used up its time: it loses, unless none of the opponents [can](crate::MatchState::can_win) still win.
    pub fn out_of_time(seat_count: usize, seat: Seat, can_win: impl Fn(Seat) -> bool) -> Self {
        let reason = EndReason::time_expired(seat);
        if Seat::all(seat_count).any(|other| other != seat && can_win(other)) {
            return Self::forfeit(seat_count, seat, reason);
        }
        Self { payoffs: Some(vec![0; seat_count]), reason }
    }

    /// The player of `seat` failed: it loses, unless that was not its fault.
    pub fn failed(seat_count: usize, seat: Seat, failure: Failure) -> Self {
        let is_void = failure.kind.is_void();
        let reason = EndReason::PlayerFailed(seat, failure);
        if is_void {
            Self { payoffs: None, reason }
        } else {
            Self::forfeit(seat_count, seat, reason)
        }
    }

    /// Returns `true` if a player couldn't be started. Such a match has no result, and can be continued later.
    pub fn is_failed_start(&self) -> bool {
        self.payoffs.is_none()
            && matches!(&self.reason, EndReason::PlayerFailed(_, failure) if failure.kind == FailureKind::StartFailed)
    }

    /// A draw by agreement.
    pub fn draw_agreed(seat_count: usize) -> Self {
        Self { payoffs: Some(vec![0; seat_count]), reason: EndReason::DrawAgreed }
    }

    /// Aborted, without a result.
    pub const fn stopped() -> Self {
        Self { payoffs: None, reason: EndReason::Stopped }
    }

    /// This ending with the payoffs that the table's rules give for its reason; `can_win` tests which seats [can
    /// win](crate::MatchState::can_win). `None` if the reason is a rule of the game.
    pub fn with_table_payoffs(
        &self,
        seat_count: usize,
        can_win: impl Fn(Seat) -> bool,
    ) -> Option<Self> {
        match &self.reason {
            EndReason::Rules(_) => None,
            EndReason::DrawAgreed => Some(Self::draw_agreed(seat_count)),
            EndReason::Adjudicated(_) | EndReason::Unstated => Some(self.clone()),
            EndReason::Stopped => Some(Self::stopped()),
            // A tournament can score a player that can't start as a forfeit.
            reason @ EndReason::PlayerFailed(seat, failure)
                if failure.kind == FailureKind::StartFailed && self.payoffs.is_some() =>
            {
                Some(Self::forfeit(seat_count, *seat, reason.clone()))
            }
            EndReason::PlayerFailed(seat, failure) => {
                Some(Self::failed(seat_count, *seat, failure.clone()))
            }
            reason @ EndReason::TimeExpired(seat, _) => {
                let Self { payoffs, .. } = Self::out_of_time(seat_count, *seat, can_win);
                Some(Self { payoffs, reason: reason.clone() })
            }
            reason @ EndReason::Resigned(loser) => {
                Some(Self::forfeit(seat_count, *loser, reason.clone()))
            }
        }
    }

    /// A result from a file that gives no reason.
    pub const fn unstated(payoffs: Vec<i16>) -> Self {
        Self { payoffs: Some(payoffs), reason: EndReason::Unstated }
    }

    /// The end in a sentence, with the seat names from `seat_name`: "Black wins: White has resigned".
    pub fn describe(&self, seat_name: impl Fn(Seat) -> String) -> String {
        let reason = match &self.reason {
            EndReason::Rules(rule) => rule.clone(),
            EndReason::Resigned(seat) => format!("{} resigned", seat_name(*seat)),
            EndReason::DrawAgreed => "by agreement".into(),
            EndReason::TimeExpired(seat, detail) => {
                let failure = Failure::new(FailureKind::TimedOut, detail.as_str());
                format!("{} {failure}", seat_name(*seat))
            }
            EndReason::PlayerFailed(seat, failure) => {
                format!("{} failed ({failure})", seat_name(*seat))
            }
            EndReason::Adjudicated(why) => format!("adjudicated, {why}"),
            EndReason::Unstated => return self.result(seat_name),
            EndReason::Stopped => return "The match was aborted".into(),
        };
        format!("{}: {reason}", self.result(seat_name))
    }

    /// The result: "Black wins", "Draw", "Both players lose", or the payoffs of more than two seats.
    fn result(&self, seat_name: impl Fn(Seat) -> String) -> String {
        match self.payoffs.as_deref() {
            None => "No result".into(),
            Some(payoffs) if payoffs.iter().all(|&payoff| payoff == 0) => "Draw".into(),
            Some(&[first, second]) if first < 0 && second < 0 => "Both players lose".into(),
            Some(&[first, second]) if first != second => {
                let winner = if first > second { Seat::FIRST } else { Seat::SECOND };
                format!("{} wins", seat_name(winner))
            }
            Some(payoffs) => {
                let of_seat = |(seat, payoff)| format!("{} {payoff:+}", seat_name(seat));
                Seat::all(payoffs.len()).zip(payoffs).map(of_seat).collect::<Vec<_>>().join(", ")
            }
        }
    }
}

/// The forfeiting seat pays one to each opponent: payoffs cancel in every game.
fn forfeit_payoffs(seat_count: usize, loser: Seat) -> Vec<i16> {
    let others = i16::try_from(seat_count - 1).unwrap_or(i16::MAX);
    Seat::all(seat_count).map(|seat| if seat == loser { -others } else { 1 }).collect()
}
