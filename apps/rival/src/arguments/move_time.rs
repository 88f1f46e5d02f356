//! The parser for times per move.

use games_package::{TimeControl, TimeControlError};

pub(super) fn parse_move_time(text: &str) -> Result<TimeControl, String> {
    match text.parse() {
        Ok(control @ (TimeControl::PerMove(_) | TimeControl::Unlimited)) => Ok(control),
        Ok(_) => Err("expected a time per move, like 2s; for a clock use --clock".into()),
        Err(TimeControlError { text }) => {
            Err(format!("malformed time \"{text}\": expected a time like 250ms, 2s or 1m"))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_time_per_move_is_all_that_is_asked_for() {
        let refused = |text: &str| parse_move_time(text).unwrap_err();
        let malformed = "malformed time \"0s\": expected a time like 250ms, 2s or 1m";
        assert_eq!(refused("0s"), malformed);
        assert_eq!(refused("1m+1s"), "expected a time per move, like 2s; for a clock use --clock");
        assert!(parse_move_time("none").is_ok());
    }
}
