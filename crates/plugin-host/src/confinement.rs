//! How well the process of a plugin is confined: what each step has achieved.

use std::fmt;

use serde::{Deserialize, Serialize};

/// One restriction on the process of a plugin.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Step {
    /// It has no open file of this program's.
    Descriptors,
    /// It can take no more than so much memory, writes no files, and leaves no core.
    Limits,
    /// It is nobody, where this program is the system's administrator. Elsewhere there is nothing to do.
    Identity,
    /// It has a root folder of its own, with the system's libraries alone.
    Root,
    /// It has a network, a table of objects between programs and a host name of its own: they say nothing.
    Namespaces,
    /// It can have no more than so many threads.
    Threads,
    /// It can't get more rights by running something.
    Privileges,
    /// It dies with this program.
    Death,
    /// It can open no file but the system's libraries.
    Files,
    /// It can ask the system for nothing but memory, threads, time and what it has open.
    Calls,
}

impl Step {
    /// What the step shuts, in a word or two.
    const fn name(self) -> &'static str {
        match self {
            Self::Descriptors => "descriptors",
            Self::Limits => "memory",
            Self::Identity => "identity",
            Self::Root => "root folder",
            Self::Namespaces => "network",
            Self::Threads => "threads",
            Self::Privileges => "privileges",
            Self::Death => "death with its host",
            Self::Files => "files",
            Self::Calls => "system calls",
        }
    }
}

/// What the steps have achieved. It is told before any code of the plugin runs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Confinement {
    /// Each step that was tried, with what the system said if it failed.
    pub(crate) steps: Vec<(Step, Option<String>)>,
}

impl Confinement {
    /// The steps that failed, with what the system said.
    pub fn failed(&self) -> impl Iterator<Item = (Step, &str)> {
        self.steps.iter().filter_map(|(step, error)| Some((*step, error.as_deref()?)))
    }

    /// Whether this step was tried and did not fail.
    pub(crate) fn has(&self, step: Step) -> bool {
        self.steps.iter().any(|(done, error)| *done == step && error.is_none())
    }

    /// Whether all that is needed is shut: `require` accepts nothing less. The steps that are not needed are second
    /// locks: a call for a socket is refused whether there is a network or not.
    pub fn is_full(&self) -> bool {
        Self::NEEDED.into_iter().all(|step| self.has(step))
    }

    const NEEDED: [Step; 6] =
        [Step::Descriptors, Step::Limits, Step::Privileges, Step::Death, Step::Files, Step::Calls];
}

/// "confined", or what is left open and why.
impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.is_full() { "confined" } else { "not confined" })?;
        for (index, (step, why)) in self.failed().enumerate() {
            let separator = if index == 0 { ", without" } else { "," };
            write!(f, "{separator} {} ({why})", step.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn confinement(failed: &[Step]) -> Confinement {
        let steps = Confinement::NEEDED.into_iter().chain([Step::Namespaces]);
        let result = |step| (step, failed.contains(&step).then(|| "not here".into()));
        Confinement { steps: steps.map(result).collect() }
    }

    #[test]
    fn a_child_process_is_confined_if_all_that_is_needed_is_shut() {
        assert_eq!(confinement(&[]).to_string(), "confined");
        let open = confinement(&[Step::Files, Step::Namespaces]);
        assert!(!open.is_full());
        assert_eq!(open.to_string(), "not confined, without files (not here), network (not here)");
        assert!(confinement(&[Step::Namespaces]).is_full());
        assert!(!Confinement::default().is_full());
    }
}
