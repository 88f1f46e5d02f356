//! The table of checks and their expectations.

use super::{Check, Verdict};

/// A check's name and the protocol rule that it tests.
pub(super) type Rule = (&'static str, &'static str);

/// The checks so far.
pub(super) struct Checks {
    rules: &'static [Rule],
    done: Vec<Check>,
}

impl Checks {
    /// An empty table for `rules`.
    pub(super) const fn of(rules: &'static [Rule]) -> Self {
        Self { rules, done: Vec::new() }
    }

    /// Records the result of the next check. Returns `None` if it failed.
    pub(super) fn add(&mut self, result: Result<String, String>) -> Option<()> {
        let verdict = if result.is_ok() { Verdict::Passed } else { Verdict::Failed };
        let passed = result.is_ok();
        self.push(verdict, result.unwrap_or_else(|why| why));
        passed.then_some(())
    }

    /// Records the next check as skipped.
    pub(super) fn skip(&mut self, why: &str) {
        self.push(Verdict::Skipped, why.into());
    }

    fn push(&mut self, verdict: Verdict, found: String) {
        if let Some((name, expected)) = self.rules.get(self.done.len()) {
            self.done.push(Check { name, verdict, expected: (*expected).into(), found });
        }
    }

    /// All checks. Checks that were never reached count as skipped.
    pub(super) fn all(mut self) -> Vec<Check> {
        while self.done.len() < self.rules.len() {
            self.skip("an earlier check failed");
        }
        self.done
    }
}
