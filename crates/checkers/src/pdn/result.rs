//! Results, and who they are about.
//!
//! The first number of a result belongs to the side that **starts**, not to White (PDN 2.0, 6.1.1.1.1.5): in English
//! draughts `1-0` is a win of Black.

use board_engine::{Color, Outcome, Seat};

use crate::pdn::{PdnGame, PlaceInFile, Tag};
use crate::rules::Rules;

/// How a game ended, by the seats' order.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum PdnResult {
    /// The side that starts has won.
    FirstWins,
    /// The other side has won.
    SecondWins,
    /// Nobody has won.
    Draw,
    /// Both have lost.
    BothLose,
    /// Not known, or not over.
    Unknown,
}

/// In which numbers a variant's results are written.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum ResultKind {
    /// `1-0`, `0-1`, `1/2-1/2`.
    Default,
    /// `2-0`, `0-2`, `1-1`.
    International,
}

impl ResultKind {
    /// The numbers of this variant (PDN 3.0: international for the game types 20 and 27, default for all others).
    pub const fn of(rules: &Rules) -> Self {
        if matches!(rules.style.game_type, Some(20 | 27)) {
            Self::International
        } else {
            Self::Default
        }
    }
}

impl PdnResult {
    /// What an outcome is in PDN.
    pub fn of(outcome: Option<Outcome>) -> Self {
        match outcome.map(|outcome| (outcome.payoff(Seat::FIRST), outcome.payoff(Seat::SECOND))) {
            None => Self::Unknown,
            Some((first, second)) if first > second => Self::FirstWins,
            Some((first, second)) if first < second => Self::SecondWins,
            Some((-1, -1)) => Self::BothLose,
            Some(_) => Self::Draw,
        }
    }

    /// The text that the standard has for it.
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

    /// What a text means, in whichever numbers it is written. `None` for a text that is no result.
    pub fn parse(text: &str) -> Option<Self> {
        match text.trim() {
            "1-0" | "2-0" => Some(Self::FirstWins),
            "0-1" | "0-2" => Some(Self::SecondWins),
            "1/2-1/2" | "1-1" | "1+ - 1-" | "1- - 1+" => Some(Self::Draw),
            "0-0" => Some(Self::BothLose),
            "*" | "?" | "" => Some(Self::Unknown),
            _ => None,
        }
    }

    /// The color that has won, where somebody has.
    pub const fn winner(self, rules: &Rules) -> Option<Color> {
        match (self, rules.starts) {
            (Self::FirstWins, Color::White) | (Self::SecondWins, Color::Black) => {
                Some(Color::White)
            }
            (Self::FirstWins, Color::Black) | (Self::SecondWins, Color::White) => {
                Some(Color::Black)
            }
            _ => None,
        }
    }
}

impl PdnGame {
    /// Writes the result into the tag `Result`, and who has won into the tag `Winner`, which no other program writes:
    /// it can't be misunderstood where Black starts.
    pub fn set_result(&mut self, result: PdnResult, rules: &Rules) {
        self.set_tag("Result", Some(result.text(ResultKind::of(rules)).into()));
        self.set_tag("Winner", result.winner(rules).map(|color| color.to_string()));
    }

    fn set_tag(&mut self, name: &str, value: Option<String>) {
        let place = PlaceInFile { line: 1, column: 1 };
        let index = self.tags.iter().position(|tag| tag.name == name);
        match (index, value) {
            (Some(index), Some(value)) => self.tags[index].value = value,
            (None, Some(value)) => self.tags.push(Tag { name: name.into(), value, place }),
            (Some(index), None) => drop(self.tags.remove(index)),
            (None, None) => {}
        }
    }

    /// The result that the game claims: what the tag `Winner` says, else the tag `Result`, else the end of the body.
    pub fn claimed_result(&self, rules: &Rules) -> PdnResult {
        let starts = |name: &str| name.eq_ignore_ascii_case(&rules.starts.to_string());
        let color =
            |name: &&str| ["white", "black"].iter().any(|color| name.eq_ignore_ascii_case(color));
        if let Some(name) = self.tag("Winner").filter(color) {
            return if starts(name) { PdnResult::FirstWins } else { PdnResult::SecondWins };
        }
        let known = |text| PdnResult::parse(text).filter(|result| *result != PdnResult::Unknown);
        let texts = [self.tag("Result"), self.result.as_deref()];
        texts.into_iter().flatten().find_map(known).unwrap_or(PdnResult::Unknown)
    }
}
