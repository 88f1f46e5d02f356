//! The pause after each move of a watched match.

use std::time::Duration;

/// The shortest and the longest pause after each move.
const PACE_RANGE: (Duration, Duration) = (Duration::from_millis(50), Duration::from_mins(1));

/// The answer to a command about the pause in a match with people.
pub(crate) const ONLY_WATCHED: &str = "The pace can be set only in watched matches.";

/// Half the pause. Anything shorter than the shortest pause means no pause.
pub(crate) fn faster(pace: Duration) -> Duration {
    let half = pace / 2;
    if half < PACE_RANGE.0 { Duration::ZERO } else { half }
}

/// Twice the pause.
pub(crate) fn slower(pace: Duration) -> Duration {
    (pace * 2).clamp(PACE_RANGE.0, PACE_RANGE.1)
}

/// The pause, as a sentence.
pub(crate) fn sentence(pace: Duration) -> String {
    match pace.as_secs_f64() {
        0.0 => "No pause after a move.".into(),
        seconds => format!("A pause of {seconds:.2} s after each move."),
    }
}
