//! The parser for times per move.

use games_package::{TimeControl, TimeControlError};

pub(super) fn parse_move_time(text: &str) -> Result<TimeControl, String> {
    match text.parse() {
        Ok(control @ (TimeControl::PerMove(_) | TimeControl::Unlimited)) => Ok(control),
        Ok(_) => Err("expected a time per move, like 2s; for a clock use --clock".into()),
        Err(error) => Err(TimeControlError::to_string(&error)),
    }
}
