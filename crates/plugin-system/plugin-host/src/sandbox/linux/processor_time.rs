//! A process's CPU time.

#![expect(unsafe_code, reason = "the clock of another process is read")]

use std::time::Duration;

use rustix::process::Pid;

/// The CPU time used by all of a process's threads, including threads that have ended. `None` if the system doesn't
/// report it.
pub(super) fn processor_time(process: Pid) -> Option<Duration> {
    let mut clock: libc::clockid_t = 0;
    // SAFETY: the clock's number is written to a local variable.
    let found =
        unsafe { libc::clock_getcpuclockid(process.as_raw_nonzero().get(), &raw mut clock) };
    let mut time = libc::timespec { tv_sec: 0, tv_nsec: 0 };
    // SAFETY: the time is written to a local variable; an unknown clock is an error.
    let read = unsafe { libc::clock_gettime(clock, &raw mut time) };
    let seconds = u64::try_from(time.tv_sec).ok()?;
    let nanoseconds = u32::try_from(time.tv_nsec).ok()?;
    (found == 0 && read == 0).then(|| Duration::new(seconds, nanoseconds))
}
