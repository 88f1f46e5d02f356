//! Results.
//!
//! The first number of a result belongs to the side that **starts**, not to White (PDN 2.0, 6.1.1.1.1.5): in English
//! draughts `1-0` is a win for Black.

use board_engine::{Color, plain_signs};

use super::PdnGame;
use crate::stated_result::StatedResult;

/// A game result, in seat order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PdnResult {
    /// The starting side has won.
    FirstWins,
    /// The other side has won.
    SecondWins,
    /// Neither side has won.
    Draw,
    /// Both players have lost.
    BothLose,
    /// Unknown, or not over.
    Unknown,
}

/// The number system used for results.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultKind {
    /// `1-0`, `0-1`, `1/2-1/2`.
    Default,
    /// `2-0`, `0-2`, `1-1`.
    International,
}

impl ResultKind {
    /// The number system for a game type (PDN 3.0: international for 20 and 27, default for all others).
    pub const fn of(game_type: Option<u16>) -> Self {
        if matches!(game_type, Some(20 | 27)) { Self::International } else { Self::Default }
    }
}

impl PdnResult {
    /// The result with these payoffs for the starting side and the other side; unknown without payoffs.
    pub fn of_payoffs(payoffs: Option<[i16; 2]>) -> Self {
        match payoffs {
            None => Self::Unknown,
            Some([first, second]) if first > second => Self::FirstWins,
            Some([first, second]) if first < second => Self::SecondWins,
            Some([-1, -1]) => Self::BothLose,
            Some(_) => Self::Draw,
        }
    }

    /// The payoffs of the starting side and the other side, 1, 0 or −1; `None` if unknown.
    pub const fn payoffs(self) -> Option<[i16; 2]> {
        match self {
            Self::FirstWins => Some([1, -1]),
            Self::SecondWins => Some([-1, 1]),
            Self::Draw => Some([0, 0]),
            Self::BothLose => Some([-1, -1]),
            Self::Unknown => None,
        }
    }

    /// This result as written in the standard.
    pub const fn text(self, kind: ResultKind) -> &'static str {
        match (self, kind) {
            (Self::FirstWins, ResultKind::Default) => "1-0",
            (Self::SecondWins, ResultKind::Default) => "0-1",
            (Self::Draw, ResultKind::Default) => "1/2-1/2",
            (Self::FirstWins, ResultKind::International) => "2-0",
            (Self::SecondWins, ResultKind::International) => "0-2",
            (Self::Draw, ResultKind::International) => "1-1",
            (Self::BothLose, _) => "0-0",
            (Self::Unknown, _) => "*",
        }
    }

    /// The result stated by a string, in either number system or as a forfeit (`+/-`, `1-0F`); `None` for any other
    /// string.
    pub fn parse(text: &str) -> Option<Self> {
        let plain = plain_signs(text).replace(char::is_whitespace, "");
        match plain.as_str() {
            "1+-1-" | "1--1+" => Some(Self::Draw),
            _ => StatedResult::parse(text).map(|stated| Self::of_payoffs(stated.payoffs)),
        }
    }

    /// Returns `true` if the string states a result without play: `+/-`, `1-0F`.
    pub fn is_forfeit(text: &str) -> bool {
        let is_marked = plain_signs(text).trim_start().starts_with(['+', '-']);
        Self::parse(text).is_some() && (is_marked || text.contains(['F', 'f']))
    }

    /// The winner's color, if any, in a game that `first` starts.
    pub fn winner(self, first: Color) -> Option<Color> {
        match self {
            Self::FirstWins => Some(first),
            Self::SecondWins => Some(!first),
            Self::Draw | Self::BothLose | Self::Unknown => None,
        }
    }
}

impl PdnGame {
    /// Writes the result of a game that `first` starts into the tag `Result`, and the winner's color into the tag
    /// `Winner`, which is unambiguous even if Black starts.
    pub fn set_result(&mut self, result: PdnResult, kind: ResultKind, first: Color) {
        self.set_tag("Result", Some(result.text(kind).into()));
        self.set_tag("Winner", result.winner(first).map(|color| color.to_string()));
    }

    /// The result stated by a game that `first` starts: from the tag `Winner`, else from the tag `Result`, else from
    /// the end of the body.
    pub fn claimed_result(&self, first: Color) -> PdnResult {
        let is = |name: &str, color: Color| name.eq_ignore_ascii_case(&color.to_string());
        match self.tag("Winner") {
            Some(name) if is(name, first) => return PdnResult::FirstWins,
            Some(name) if is(name, !first) => return PdnResult::SecondWins,
            _ => {}
        }
        self.stated_result().and_then(PdnResult::parse).unwrap_or(PdnResult::Unknown)
    }

    /// Returns `true` if the result that the game states is a forfeit.
    pub fn is_forfeit(&self) -> bool {
        self.stated_result().is_some_and(PdnResult::is_forfeit)
    }

    /// The value of the tag `Result`, or else the result at the end of the body; `None` if the result is unknown.
    fn stated_result(&self) -> Option<&str> {
        let is_known =
            |text: &&str| PdnResult::parse(text).is_some_and(|result| result != PdnResult::Unknown);
        [self.tag("Result"), self.result.as_deref()].into_iter().flatten().find(is_known)
    }
}
