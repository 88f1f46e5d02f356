//! Describes a child's faults in terms that help the plugin's author.

use std::io;
use std::os::unix::process::ExitStatusExt;
use std::process::ExitStatus;
use std::time::Duration;

use games_package::{Failure, FailureKind};

use crate::sandbox::IdleUsage;

/// A child's fault.
#[derive(Debug)]
pub(super) enum Fault {
    /// The player didn't answer in time.
    Late { after: Duration, limit: Duration },
    /// The process has ended.
    Ended {
        end: End,
        /// The part of its standard error to quote, as one line.
        stderr_excerpt: String,
    },
    /// The process sent malformed data.
    Malformed(String),
    /// Not a fault: the answer was no longer needed, but the child was still thinking some time after the stop.
    Withdrawn { after: Duration },
    /// The player thought on its opponent's time.
    BusyWhileIdle(IdleUsage),
    /// This program or this system is at fault.
    Host(io::Error),
}

/// The way in which a child ended.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum End {
    /// The process exited with this code.
    Exited(i32),
    /// The process was killed by this signal.
    Killed(i32),
    /// The process closed its connection without exiting.
    HungUp,
}

/// Linux signals that a program sends to itself or receives because of its own faults.
const SIGNALS: [(i32, &str); 10] = [
    (4, "SIGILL, an illegal instruction"),
    (5, "SIGTRAP"),
    (6, "SIGABRT, an abort"),
    (7, "SIGBUS, a bad address"),
    (8, "SIGFPE, an arithmetic error"),
    (9, "SIGKILL, from the system or a user: memory may have run out"),
    (11, "SIGSEGV, a bad address or a stack overflow"),
    (15, "SIGTERM"),
    (24, "SIGXCPU, after a day of CPU time"),
    (31, "SIGSYS, a system call of another architecture"),
];

/// Messages that the Rust and C++ standard libraries print before they abort because memory has run out.
const NO_MEMORY: [&str; 2] = ["memory allocation of", "std::bad_alloc"];

impl Fault {
    /// The failure of the player `name`. `when` is the point at which it failed, such as "at move 3 in W:W1".
    pub(super) fn failure(&self, name: &str, when: &str) -> Failure {
        let (kind, text) = match self {
            Self::Late { after, limit } => {
                let (after, limit) = (after.as_secs_f64(), limit.as_secs_f64());
                let text =
                    format!("was killed after {after:.2} s: its limit was {limit:.2} s {when}");
                (FailureKind::TimedOut, text)
            }
            Self::Ended { end, stderr_excerpt } => {
                let (kind, text) = end.verdict(stderr_excerpt);
                let said = if stderr_excerpt.is_empty() { "" } else { ": " };
                (kind, format!("{text} {when}{said}{stderr_excerpt}"))
            }
            Self::Malformed(what) => (FailureKind::ProtocolError, format!("sent {what} {when}")),
            Self::Withdrawn { after } => {
                let after = after.as_secs_f64();
                let text = format!(
                    "was killed {after:.2} s after stop {when}: it should call is_stopped often while it thinks"
                );
                (FailureKind::Error, text)
            }
            Self::BusyWhileIdle(idle_usage) => {
                let text = format!(
                    "thought on its opponent's time, {idle_usage}, detected {when}: its threads should end or sleep after each answer"
                );
                (FailureKind::OutOfTurn, text)
            }
            Self::Host(error) => {
                let text = format!("could not be run {when}, which is not its fault: {error}");
                (FailureKind::HostFault, text)
            }
        };
        Failure::new(kind, format!("{name} {text}"))
    }
}

impl End {
    /// Converts a process's exit status.
    pub(super) fn of(status: ExitStatus) -> Self {
        match (status.signal(), status.code()) {
            (Some(signal), _) => Self::Killed(signal),
            (None, code) => Self::Exited(code.unwrap_or_default()),
        }
    }

    /// The kind of failure and a phrase that follows the player's name.
    pub(super) fn verdict(self, stderr_excerpt: &str) -> (FailureKind, String) {
        match self {
            _ if NO_MEMORY.iter().any(|text| stderr_excerpt.contains(text)) => {
                (FailureKind::OutOfMemory, "exceeded its memory limit".into())
            }
            Self::Exited(code) => {
                (FailureKind::Exited, format!("ended its process with exit code {code}"))
            }
            Self::Killed(signal) => {
                let known = SIGNALS.iter().find(|(number, _)| *number == signal);
                let name =
                    known.map_or_else(|| format!("signal {signal}"), |(_, name)| (*name).into());
                (FailureKind::Crashed, format!("was killed by {name},"))
            }
            Self::HungUp => {
                (FailureKind::ProtocolError, "closed its connection but kept running".into())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(fault: &Fault, expected: &str) {
        assert_eq!(fault.failure("fibonacci 1.2", "at move 17 in W:W31").to_string(), expected);
    }

    fn ended(end: End, stderr_excerpt: &str) -> Fault {
        Fault::Ended { end, stderr_excerpt: stderr_excerpt.into() }
    }

    #[test]
    fn fault_messages_help_the_author() {
        let (after, limit) = (Duration::from_millis(2051), Duration::from_secs(2));
        check(
            &Fault::Late { after, limit },
            "timed out: fibonacci 1.2 was killed after 2.05 s: its limit was 2.00 s at move 17 in W:W31",
        );
        check(
            &ended(End::Killed(11), ""),
            "crashed: fibonacci 1.2 was killed by SIGSEGV, a bad address or a stack overflow, at move 17 in W:W31",
        );
        check(
            &ended(End::Killed(6), "memory allocation of 32212254720 bytes failed"),
            "out of memory: fibonacci 1.2 exceeded its memory limit at move 17 in W:W31: memory allocation of 32212254720 bytes failed",
        );
        check(
            &ended(End::Exited(3), "bye"),
            "exited: fibonacci 1.2 ended its process with exit code 3 at move 17 in W:W31: bye",
        );
        check(
            &ended(End::HungUp, ""),
            "protocol error: fibonacci 1.2 closed its connection but kept running at move 17 in W:W31",
        );
        check(
            &Fault::Malformed("a frame of kind 99".into()),
            "protocol error: fibonacci 1.2 sent a frame of kind 99 at move 17 in W:W31",
        );
        check(
            &Fault::Withdrawn { after: Duration::from_millis(204) },
            "error: fibonacci 1.2 was killed 0.20 s after stop at move 17 in W:W31: it should call is_stopped often while it thinks",
        );
        let (used, sampled) = (Duration::from_millis(49), Duration::from_millis(50));
        check(
            &Fault::BusyWhileIdle(IdleUsage { used, sampled }),
            "out of turn: fibonacci 1.2 thought on its opponent's time, 49 ms of CPU time in 50 ms between its moves, detected at move 17 in W:W31: its threads should end or sleep after each answer",
        );
        check(
            &Fault::Host(io::Error::other("no process")),
            "host fault: fibonacci 1.2 could not be run at move 17 in W:W31, which is not its fault: no process",
        );
    }

    #[test]
    fn a_signal_without_a_name_is_shown_by_its_number() {
        check(
            &ended(End::Killed(64), ""),
            "crashed: fibonacci 1.2 was killed by signal 64, at move 17 in W:W31",
        );
    }
}
