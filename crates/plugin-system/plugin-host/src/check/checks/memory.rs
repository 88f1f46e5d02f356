//! Checks that a player's memory doesn't grow.

use std::fs;

use board_engine::{Seat, Turn};
use games_package::{AfterEnd, Command, Control, Event};

use super::super::error::CheckError;
use super::super::matches::{MatchDriver, play};
use super::super::subject::{Rules, Subject};
use super::{CheckResult, Segments};

/// Plies per round.
const ROUND_PLIES: usize = 8;

/// Maximum memory growth per move after the warm-up, in bytes.
const GROWTH_MAX: u64 = 64 << 10;

/// The number of rounds in a measurement.
#[derive(Clone, Copy)]
struct Rounds {
    warm: usize,
    measured: usize,
}

/// The first measurement, which most players pass.
const SHORT: Rounds = Rounds { warm: 3, measured: 12 };

/// The second measurement. A garbage-collected heap grows at first and then stabilizes. A leak keeps growing at the
/// same rate.
const LONG: Rounds = Rounds { warm: 24, measured: 60 };

/// Number of windows in a measurement. Only the minimum in each window counts, because a garbage collector frees memory
/// late.
const WINDOWS: usize = 6;

/// Restarts the match repeatedly. After the warm-up, measures the memory after each round.
struct MemoryGrowth {
    rounds: Segments,
    measured: usize,
    seat: Seat,
    own: u64,
    samples: Vec<u64>,
}

impl MatchDriver for MemoryGrowth {
    fn on_event(&mut self, event: &Event, control: &Control) {
        let is_own =
            matches!(event, Event::MovePlayed(played) if played.turn == Turn::Seat(self.seat));
        let is_measured = self.rounds.left < self.measured && self.samples.len() <= self.measured;
        self.own += u64::from(is_own && is_measured);
        // The player's process ends with the last segment, which is not measured.
        let is_end = self.rounds.end(event, control);
        if is_end && self.rounds.left <= self.measured && self.samples.len() <= self.measured {
            self.samples.extend(resident_bytes());
        }
    }
}

/// The memory growth during a measurement, and the number of moves that the player made.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
struct Growth {
    bytes: u64,
    moves: u64,
}

impl Growth {
    /// The growth between window minima, without the largest step, because a garbage collector can enlarge its heap
    /// once. `moves` is the number of moves between the first and the last sample.
    fn of(samples: &[u64], moves: u64) -> Self {
        let size = samples.len().div_ceil(WINDOWS).max(1);
        let minima: Vec<u64> =
            samples.chunks(size).filter_map(|window| window.iter().min().copied()).collect();
        let steps = minima.array_windows().map(|[before, after]| after.saturating_sub(*before));
        let total = match minima[..] {
            [first, .., last] => last.saturating_sub(first),
            _ => 0,
        };
        let bytes = total.saturating_sub(steps.max().unwrap_or_default());
        let counted = minima.len().saturating_sub(2) as u64;
        Self { bytes, moves: moves * counted / minima.len().max(1) as u64 }
    }

    const fn is_leak(self) -> bool {
        let moves = if self.moves == 0 { 1 } else { self.moves };
        self.bytes > moves * GROWTH_MAX
    }

    fn text(self) -> String {
        format!("{} KiB in {} moves", self.bytes >> 10, self.moves)
    }
}

/// Checks that memory doesn't grow from round to round.
pub(super) fn memory(subject: &Subject<'_>, game: &Rules) -> CheckResult {
    let Some(short) = measure(subject, game, SHORT)? else { return Ok("not measured".into()) };
    if !short.is_leak() {
        return Ok(short.text());
    }
    let Some(long) = measure(subject, game, LONG)? else { return Ok("not measured".into()) };
    let grown = long.text();
    if !long.is_leak() {
        return Ok(format!("{grown}, after a warm-up"));
    }
    let allowed = GROWTH_MAX >> 10;
    Err(CheckError::Fault(format!(
        "its memory grows: {grown}; the limit is {allowed} KiB per move"
    )))
}

/// The growth during these rounds, or `None` if the system doesn't report memory.
fn measure(
    subject: &Subject<'_>,
    game: &Rules,
    Rounds { warm, measured }: Rounds,
) -> Result<Option<Growth>, CheckError> {
    let seat = Seat::FIRST;
    let rounds = Segments::of(ROUND_PLIES, warm + measured, || Command::Restart);
    let mut growth = MemoryGrowth { rounds, measured, seat, own: 0, samples: Vec::new() };
    let mut observed_match = subject.setup(game, seat, None)?;
    observed_match.setup.after_end = AfterEnd::Stay;
    play(observed_match, &mut growth)?;
    let MemoryGrowth { own, samples, .. } = growth;
    Ok((samples.len() > measured).then(|| Growth::of(&samples, own)))
}

/// The resident memory of this process and its descendants in bytes, or `None` without `/proc`.
fn resident_bytes() -> Option<u64> {
    let mut bytes = 0;
    let mut processes = vec![String::from("self")];
    while let Some(process) = processes.pop() {
        // A child can end before its memory is read, but this process can't.
        match resident_bytes_of(&process) {
            Some(resident) => bytes += resident,
            None if process == "self" => return None,
            None => {}
        }
        processes.extend(children_of(&process));
    }
    Some(bytes)
}

fn resident_bytes_of(process: &str) -> Option<u64> {
    let text = fs::read_to_string(format!("/proc/{process}/status")).ok()?;
    let line = text.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kibibytes: u64 = line.split_ascii_whitespace().next()?.parse().ok()?;
    Some(kibibytes * 1024)
}

/// The child processes that any thread of a process has started.
fn children_of(process: &str) -> Vec<String> {
    let threads = fs::read_dir(format!("/proc/{process}/task")).into_iter().flatten().flatten();
    let lists =
        threads.filter_map(|thread| fs::read_to_string(thread.path().join("children")).ok());
    lists
        .flat_map(|list| list.split_ascii_whitespace().map(Into::into).collect::<Vec<_>>())
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    const MOVES: u64 = 240;

    /// Checks the verdict if this is the memory in KiB after each of 61 rounds of four moves.
    #[track_caller]
    fn check(kibibytes: impl Fn(u64) -> u64, is_leak: bool) {
        let samples: Vec<u64> = (0..=60).map(|round| kibibytes(round) << 10).collect();
        let growth = Growth::of(&samples, MOVES);
        assert_eq!(growth.is_leak(), is_leak, "{growth:?}");
    }

    #[test]
    fn constant_growth_is_a_leak() {
        check(|round| 20_000 + round * 4 * 100, true);
        check(|round| 20_000 + round * 4 * 100 + (round % 7) * 1000, true);
        check(|round| 20_000 + round * 4 * 40, false);
    }

    #[test]
    fn a_garbage_collector_that_frees_late_does_not_leak() {
        // A sawtooth whose first sample is low and whose last sample is high.
        check(|round| 20_000 + (round % 9) * 4 * 500, false);
        // The heap grows only once.
        check(|round| if round < 31 { 20_000 } else { 52_000 }, false);
        check(|_| 20_000, false);
    }
}
