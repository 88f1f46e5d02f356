//! The confinement steps for a plugin's process, with their results.

use std::fmt;

use serde::{Deserialize, Serialize};

/// A restriction on a plugin's process.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize)]
#[non_exhaustive]
pub enum Step {
    /// The child inherits none of this program's open files.
    Descriptors,
    /// The child's memory is limited, and it can't write files or a core dump.
    Limits,
    /// The child runs as `nobody` if this program runs as root. Otherwise the step does nothing.
    Identity,
    /// The child's root folder contains only the system libraries.
    Root,
    /// The child's network, IPC and host name namespaces are new and empty.
    Namespaces,
    /// The child's number of threads is limited.
    Threads,
    /// The child can't gain privileges by running another program.
    Privileges,
    /// The child is killed when this program ends.
    Death,
    /// The child can't open any files except the system libraries.
    Files,
    /// The child can only make system calls for memory, threads, time and open files.
    Calls,
}

impl Step {
    /// The restriction's name, one or two words long.
    const fn name(self) -> &'static str {
        match self {
            Self::Descriptors => "descriptors",
            Self::Limits => "memory",
            Self::Identity => "identity",
            Self::Root => "root folder",
            Self::Namespaces => "network",
            Self::Threads => "threads",
            Self::Privileges => "privileges",
            Self::Death => "termination with the host",
            Self::Files => "files",
            Self::Calls => "system calls",
        }
    }
}

/// The results of all steps, reported before any of the plugin's code runs.
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize)]
pub struct Confinement {
    /// Each attempted step, with the system's error if it failed.
    pub(crate) steps: Vec<(Step, Option<String>)>,
}

impl Confinement {
    /// The failed steps, with the system's error.
    pub fn failed(&self) -> impl Iterator<Item = (Step, &str)> {
        self.steps.iter().filter_map(|(step, error)| Some((*step, error.as_deref()?)))
    }

    /// Returns `true` if this step succeeded.
    pub(crate) fn has(&self, step: Step) -> bool {
        self.steps.iter().any(|(done, error)| *done == step && error.is_none())
    }

    /// Returns `true` if all steps required by the `require` policy succeeded. The other steps are a second line of
    /// defense: for example, creating a socket is refused with or without a network.
    pub fn is_full(&self) -> bool {
        Self::NEEDED.into_iter().all(|step| self.has(step))
    }

    /// Returns `true` if the process can't read any of the user's files. Each of the three steps can be bypassed if it
    /// is the only one: without Landlock, by opening files by name; without a private root folder, through the sockets
    /// of other programs; and without a system call filter, by reading other processes. No two of the steps can be
    /// bypassed together.
    pub fn protects_files(&self) -> bool {
        let held =
            [Step::Files, Step::Root, Step::Calls].into_iter().filter(|step| self.has(*step));
        self.has(Step::Privileges) && held.count() >= 2
    }

    const NEEDED: [Step; 6] =
        [Step::Descriptors, Step::Limits, Step::Privileges, Step::Death, Step::Files, Step::Calls];
}

/// Formats "confined", "partly confined" or "not confined", with the failed steps and their reasons.
impl fmt::Display for Confinement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match (self.is_full(), self.protects_files()) {
            (true, _) => "confined",
            (false, true) => "partly confined",
            (false, false) => "not confined",
        })?;
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
    fn a_child_process_is_confined_if_all_required_steps_succeeded() {
        assert_eq!(confinement(&[]).to_string(), "confined");
        let open = confinement(&[Step::Files, Step::Namespaces]);
        assert!(!open.is_full());
        assert_eq!(open.to_string(), "not confined, without files (not here), network (not here)");
        assert!(confinement(&[Step::Namespaces]).is_full());
        assert!(!Confinement::default().is_full());
    }

    #[test]
    fn files_are_protected_by_any_two_of_three_steps() {
        let three = [Step::Files, Step::Root, Step::Calls];
        for count in 0..8_u8 {
            let held = three.iter().enumerate().filter(|(place, _)| count >> place & 1 == 1);
            let steps = held.map(|(_, step)| *step).chain([Step::Privileges]);
            let confinement = Confinement { steps: steps.map(|step| (step, None)).collect() };
            assert_eq!(confinement.protects_files(), count.count_ones() >= 2, "{confinement:?}");
        }
        let steps = three.map(|step| (step, None)).into();
        assert!(!Confinement { steps }.protects_files(), "it may gain privileges");
        let steps = [Step::Root, Step::Calls, Step::Privileges].map(|step| (step, None)).into();
        assert_eq!(Confinement { steps }.to_string(), "partly confined");
    }
}
