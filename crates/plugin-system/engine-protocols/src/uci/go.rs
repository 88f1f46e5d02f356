//! `go`: the search limits and the moves to search.

use std::time::Duration;

use board_engine::Seat;
use games_package::ThinkingLimits;

use crate::level::{Clock, Level, TIME_MAX};

/// The contents of a `go` command.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub(super) struct Go {
    pub(super) level: Level,
    pub(super) is_infinite: bool,
    pub(super) pondering: bool,
    /// The moves to choose from; empty for all moves.
    pub(super) among: Vec<String>,
}

/// The keywords of a `go` command.
const WORDS: [&str; 12] = [
    "searchmoves",
    "ponder",
    "wtime",
    "btime",
    "winc",
    "binc",
    "movestogo",
    "depth",
    "nodes",
    "mate",
    "movetime",
    "infinite",
];

impl Go {
    /// Parses the text after `go`. `mover` is the side to move. Ignores malformed parts, as the protocol requires.
    pub(super) fn parse(rest: &str, mover: Seat) -> Self {
        let mut found = Self::default();
        let (time, increment) =
            if mover == Seat::FIRST { ("wtime", "winc") } else { ("btime", "binc") };
        let (mut left, mut added, mut moves) = (None, Duration::ZERO, None);
        let mut words = rest.split_ascii_whitespace().peekable();
        while let Some(word) = words.next() {
            match word {
                "infinite" => found.is_infinite = true,
                "ponder" => found.pondering = true,
                "searchmoves" => {
                    while let Some(mv) = words.next_if(|word| !WORDS.contains(word)) {
                        found.among.push(mv.into());
                    }
                }
                _ if WORDS.contains(&word) => {
                    let Some(value) = words.next_if(|word| !WORDS.contains(word)) else { continue };
                    let thinking = &mut found.level.thinking;
                    match word {
                        "depth" => thinking.depth = positive(value),
                        "nodes" => thinking.nodes = positive(value),
                        "mate" => thinking.depth = positive(value).map(plies_of_mate),
                        "movetime" => found.level.move_time = milliseconds(value),
                        "movestogo" => moves = positive(value),
                        _ if word == time => left = milliseconds(value),
                        _ if word == increment => added = milliseconds(value).unwrap_or_default(),
                        _ => {}
                    }
                }
                _ => {}
            }
        }
        found.level.clock =
            left.map(|left| Clock { time: left, base: left, increment: added, moves });
        let has_none = found.level.thinking == ThinkingLimits::default()
            && found.level.move_time.is_none()
            && left.is_none();
        found.is_infinite |= has_none && !found.pondering;
        found
    }
}

fn positive<T: std::str::FromStr + Default + PartialOrd>(text: &str) -> Option<T> {
    text.parse().ok().filter(|number| *number > T::default())
}

/// The number of plies to a mate in which the winning side makes `moves` moves.
fn plies_of_mate(moves: u32) -> u32 {
    moves.saturating_mul(2) - 1
}

/// Parses a time in milliseconds. The time on an expired clock can be negative.
fn milliseconds(text: &str) -> Option<Duration> {
    let time: i64 = text.parse().ok()?;
    Some(Duration::from_millis(time.max(0).unsigned_abs()).min(TIME_MAX))
}

#[cfg(test)]
mod tests {
    use games_package::TimeControl;

    use super::*;

    fn check(rest: &str, budgets_ms: [Option<u64>; 2]) {
        for (seat, budget) in Seat::all(2).zip(budgets_ms) {
            let time = Go::parse(rest, seat).level.move_time();
            assert_eq!(time.map(|time| time.budget), budget.map(Duration::from_millis), "{rest}");
        }
    }

    #[test]
    fn all_forms_are_understood() {
        check("movetime 100", [Some(95); 2]);
        check("wtime 60000 btime 30000", [Some(2000), Some(1000)]);
        check("wtime 60000 btime 30000 winc 1000 binc 0", [Some(2900), Some(1000)]);
        check("wtime 10000 btime 10000 movestogo 9", [Some(1000); 2]);
        check("depth 5", [None; 2]);
        check("nodes 5 depth 3", [None; 2]);
        let go = Go::parse("searchmoves e2e4 d2d4 depth 3 ponder", Seat::FIRST);
        assert_eq!(
            (go.among.as_slice(), go.pondering),
            (&["e2e4".into(), "d2d4".into()][..], true)
        );
        assert_eq!((go.level.thinking.depth, go.is_infinite), (Some(3), false));
        assert_eq!(Go::parse("mate 3", Seat::FIRST).level.thinking.depth, Some(5));
        assert!(Go::parse("infinite", Seat::FIRST).is_infinite);
        assert!(Go::parse("", Seat::FIRST).is_infinite);
    }

    #[test]
    fn a_clock_is_managed_by_the_player() {
        let control = Go::parse("wtime 60000 btime 1 winc 2000", Seat::FIRST).level.time_control();
        let increment = Duration::from_secs(2);
        assert_eq!(control, TimeControl::Increment { initial: TIME_MAX, increment });
    }

    #[test]
    fn nonsense_sets_no_limit() {
        for rest in ["depth", "depth x", "depth -1 nodes 0", "movetime soon", "wtime", "bogus 3"] {
            assert!(Go::parse(rest, Seat::FIRST).is_infinite, "{rest}");
        }
        check("wtime -5 btime 30000", [Some(0), Some(1000)]);
    }
}
