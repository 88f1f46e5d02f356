//! Deadlines for computations that use the rules.
//!
//! Input from a file, a visitor or a plugin is played move by move: a line, a variation tree, or all matches in a file.
//! Each step is bounded, but the sender chooses the number of steps. After a deadline, [`TableGame`](crate::TableGame)
//! and [`MatchState`](crate::MatchState) refuse the next step with
//! [`NotationError::OutOfTime`](board_engine::NotationError::OutOfTime). Every loop over moves then ends as it would at
//! an illegal move. The deadline is set per thread, because the loops are in many crates that don't know about it.

use std::cell::Cell;
use std::time::Instant;

use thiserror::Error;

thread_local! {
    static DEADLINE: Cell<Option<Deadline>> = const { Cell::new(None) };
}

/// A deadline, and whether a step was refused because of it.
#[derive(Clone, Copy, Debug)]
struct Deadline {
    at: Instant,
    is_missed: bool,
}

/// A computation was stopped at its deadline.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Error)]
#[error("the computation took too long and was stopped")]
pub struct OutOfTime;

/// Restores the previous deadline, even after a panic.
struct Restored(Option<Deadline>);

impl Drop for Restored {
    fn drop(&mut self) {
        DEADLINE.set(self.0);
    }
}

/// Runs `work` on this thread. After `deadline`, the rules refuse to open any position or play any move for it. An
/// earlier deadline of an enclosing computation stays in force. Work that doesn't use the rules is not stopped.
///
/// # Errors
/// [`OutOfTime`] if a step was refused; the result of `work` is then incomplete.
pub fn until<T>(deadline: Instant, work: impl FnOnce() -> T) -> Result<T, OutOfTime> {
    let outer = DEADLINE.get();
    let at = outer.map_or(deadline, |outer| outer.at.min(deadline));
    let mut restored = Restored(outer);
    DEADLINE.set(Some(Deadline { at, is_missed: false }));
    let result = work();
    let is_missed = DEADLINE.get().is_some_and(|deadline| deadline.is_missed);
    if let (true, Some(outer)) = (is_missed, &mut restored.0) {
        outer.is_missed |= outer.at <= at;
    }
    if is_missed { Err(OutOfTime) } else { Ok(result) }
}

/// Returns `true` if this thread's deadline has passed, and records the fact.
pub(crate) fn has_passed() -> bool {
    let Some(deadline) = DEADLINE.get() else { return false };
    let has_passed = Instant::now() >= deadline.at;
    if has_passed {
        DEADLINE.set(Some(Deadline { is_missed: true, ..deadline }));
    }
    has_passed
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn a_deadline_ends_with_its_computation() {
        let (past, later) = (Instant::now(), Instant::now() + Duration::from_hours(1));
        assert_eq!(until(past, has_passed), Err(OutOfTime));
        assert_eq!(until(past, || 1), Ok(1));
        assert_eq!(until(later, has_passed), Ok(false));
        assert!(!has_passed());
    }

    #[test]
    fn the_earlier_of_two_deadlines_applies() {
        let (past, later) = (Instant::now(), Instant::now() + Duration::from_hours(1));
        assert_eq!(until(past, || until(later, has_passed)), Err(OutOfTime));
        assert_eq!(until(later, || until(past, has_passed)), Ok(Err(OutOfTime)));
    }
}
