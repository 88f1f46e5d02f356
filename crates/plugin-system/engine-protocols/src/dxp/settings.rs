//! The user's connection settings: the address and its options.

use std::time::Duration;

use games_package::{Options, ThinkingLimits, TimeControl};

use crate::dxp::address::{Endpoint, Role};
use crate::dxp::opponent::GameTime;
use crate::process::{CommandError, settings};

/// The user's connection settings.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Settings {
    pub(crate) endpoint: Endpoint,
    pub(crate) role: Role,
    minutes: Option<u16>,
    moves: Option<u16>,
}

impl Settings {
    /// Parses an address with options, `localhost:27531?role=follower&minutes=5`, and adds `options`.
    pub(crate) fn parse(address: &str, options: &Options) -> Result<Self, CommandError> {
        let (address, mut values) = settings(address)?;
        values.extend(options.iter().map(|(name, value)| (name.to_string(), value.to_string())));
        let malformed = |text: String| CommandError::DxpOption { text };
        let (mut listens, mut role, mut minutes, mut moves) = (false, Role::Initiator, None, None);
        for (name, value) in values {
            let number = || value.parse::<u16>().ok().filter(|number| *number <= 999);
            let is_known = match (name.as_str(), value.as_str()) {
                ("listen", "true" | "false") => {
                    listens = value == "true";
                    true
                }
                ("role", "initiator") => true,
                ("role", "follower") => {
                    role = Role::Follower;
                    true
                }
                ("minutes", _) => {
                    minutes = number().filter(|number| *number > 0);
                    minutes.is_some()
                }
                ("moves", _) => {
                    moves = number();
                    moves.is_some()
                }
                _ => false,
            };
            if !is_known {
                return Err(malformed(format!("{name}={value}")));
            }
        }
        let endpoint = if listens { Endpoint::listen(address) } else { Endpoint::connect(address) };
        let no_address = || CommandError::NoAddress { text: address.into() };
        Ok(Self { endpoint: endpoint.ok_or_else(no_address)?, role, minutes, moves })
    }

    /// Approximates this time control in the protocol's units.
    pub(crate) fn time(&self, control: TimeControl, thinking: ThinkingLimits) -> GameTime {
        let minutes_of = |time: Duration| u16::try_from(time.as_secs().div_ceil(60)).unwrap_or(999);
        let (minutes, moves) = match control {
            TimeControl::Increment { initial, .. } => (minutes_of(initial), 0),
            TimeControl::Period { moves, time, .. } => {
                (minutes_of(time), u16::try_from(moves).unwrap_or(999))
            }
            TimeControl::PerMove(time) => minutes_and_moves(time),
            TimeControl::Unlimited if thinking == ThinkingLimits::default() => {
                minutes_and_moves(Duration::from_secs(1))
            }
            TimeControl::Unlimited => (999, 0),
        };
        let minutes = self.minutes.unwrap_or(minutes).clamp(1, 999);
        GameTime { minutes, moves: self.moves.unwrap_or(moves).min(999) }
    }
}

/// A number of whole minutes and a number of moves that allow at most `time` per move, if such numbers exist.
fn minutes_and_moves(time: Duration) -> (u16, u16) {
    let millis = time.as_millis().max(1);
    let minutes = (999 * millis / 60_000).clamp(1, 999);
    let moves = (minutes * 60_000).div_ceil(millis).clamp(1, 999);
    (u16::try_from(minutes).unwrap_or(999), u16::try_from(moves).unwrap_or(999))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(control: TimeControl, address: &str) -> (u16, u16) {
        let settings = Settings::parse(address, &Options::default()).expect("an address");
        let GameTime { minutes, moves } = settings.time(control, ThinkingLimits::default());
        (minutes, moves)
    }

    #[test]
    fn time_is_sent_as_minutes_and_moves() {
        let per_move = |millis| TimeControl::PerMove(Duration::from_millis(millis));
        assert_eq!(time(per_move(100), "x"), (1, 600));
        assert_eq!(time(per_move(1000), "x"), (16, 960));
        assert_eq!(time(per_move(1), "x"), (1, 999), "the protocol knows nothing faster");
        let increment = Duration::from_secs(2);
        let clock = TimeControl::Increment { initial: Duration::from_secs(90), increment };
        assert_eq!(time(clock, "x"), (2, 0));
        let hour = Duration::from_hours(1);
        let period = TimeControl::Period { moves: 50, time: hour, increment: Duration::ZERO };
        assert_eq!(time(period, "x"), (60, 50));
        assert_eq!(time(period, "x?minutes=5&moves=75"), (5, 75));
    }

    #[test]
    fn address_options_are_checked() {
        for text in [
            "x?minutes=0",
            "x?minutes=1000",
            "x?role=boss",
            "x?listen=maybe",
            "x?depth=3",
            "x?moves=-1",
        ] {
            let refused = Settings::parse(text, &Options::default());
            assert!(matches!(refused, Err(CommandError::DxpOption { .. })), "{text}: {refused:?}");
        }
        for text in ["", "x:y", "?minutes=5"] {
            let refused = Settings::parse(text, &Options::default());
            assert!(matches!(refused, Err(CommandError::NoAddress { .. })), "{text}: {refused:?}");
        }
    }
}
