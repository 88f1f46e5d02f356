//! The supervisor's side: starts a program, and later ends it and everything that it has started.

#![expect(
    unsafe_code,
    reason = "the new process dies with this one, and an ended one is not waited for at once"
)]

use std::fs;
use std::io::{self, ErrorKind, Read, Write};
use std::os::unix::net::UnixStream;
use std::os::unix::process::CommandExt;
use std::process::Command;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use rustix::process::{
    Pid, Signal, WaitOptions, getpid, getppid, set_child_subreaper,
    set_parent_process_death_signal, waitpid,
};

use crate::descendants::kill_all;
use crate::message::{Report, receive_order};

/// Maximum wait for killed processes to end.
const KILL_TIME_MAX: Duration = Duration::from_secs(10);

/// Starts the program ordered on standard input, which is a socket. When the socket closes, ends the program and
/// everything that it has started.
pub(crate) fn supervise() -> io::Result<()> {
    set_child_subreaper(Some(getpid()))?;
    let socket = Arc::new(take_socket()?);
    let (words, [stdin, stdout, stderr]) = receive_order(&socket)?;
    let (name, arguments) = words.split_first().ok_or(ErrorKind::InvalidInput)?;
    let mut command = Command::new(name);
    command.args(arguments).stdin(stdin).stdout(stdout).stderr(stderr).process_group(0);
    die_with_this_process(&mut command);
    let started = command.spawn();
    // The pipes belong to the program alone.
    drop(command);
    let first = match started {
        Ok(child) => Pid::from_child(&child),
        Err(error) => {
            let number = error.raw_os_error().unwrap_or(libc::EINVAL);
            return (&*socket).write_all(&Report::Failed(number).to_bytes());
        }
    };
    // From here on, a failure appears to the other side as a closed socket.
    let _gone = (&*socket).write_all(&Report::Started(first.as_raw_nonzero().get()).to_bytes());
    let reports = Arc::clone(&socket);
    let reaper = thread::Builder::new().name("reaper".into());
    if reaper.spawn(move || report_end(first, &reports)).is_ok() {
        await_close(&socket);
    }
    kill_all(first, KILL_TIME_MAX);
    Ok(())
}

/// Takes the socket from standard input, and replaces standard input with `/dev/null`.
fn take_socket() -> io::Result<UnixStream> {
    let socket = rustix::io::fcntl_dupfd_cloexec(io::stdin(), 3)?;
    rustix::stdio::dup2_stdin(&fs::File::open("/dev/null")?)?;
    Ok(socket.into())
}

/// Waits until the other end of the socket is closed. Nothing is sent through it.
fn await_close(mut socket: &UnixStream) {
    loop {
        match socket.read(&mut [0]) {
            Err(error) if error.kind() == ErrorKind::Interrupted => {}
            _ => return,
        }
    }
}

/// Makes the started process die with this process's main thread, which ends last.
fn die_with_this_process(command: &mut Command) {
    let own = Some(getpid());
    let prepare = move || {
        set_parent_process_death_signal(Some(Signal::KILL))?;
        // This process may have ended before the call.
        if getppid() == own { Ok(()) } else { Err(io::Error::from(ErrorKind::NotFound)) }
    };
    // SAFETY: both are plain system calls, and an error without a message doesn't allocate.
    unsafe { command.pre_exec(prepare) };
}

/// Reaps adopted processes as they end. When the first process ends, reports its end but doesn't reap it, so its ID
/// isn't reused while this process lives.
fn report_end(first: Pid, mut socket: &UnixStream) {
    while let Ok((process, status)) = next_end() {
        if process == first {
            // If the other end is closed, the report is not needed.
            let _gone = socket.write_all(&Report::Ended(status).to_bytes());
            return;
        }
        let _ended = waitpid(Some(process), WaitOptions::NOHANG);
    }
}

/// Waits until a child ends, without reaping it. Returns its process ID and its status in the format of `wait`.
fn next_end() -> io::Result<(Pid, i32)> {
    loop {
        let mut found = std::mem::MaybeUninit::<libc::siginfo_t>::zeroed();
        let options = libc::WEXITED | libc::WNOWAIT;
        // SAFETY: the result is written to a local variable.
        let result = unsafe { libc::waitid(libc::P_ALL, 0, found.as_mut_ptr(), options) };
        if result != 0 {
            let error = io::Error::last_os_error();
            if error.kind() == ErrorKind::Interrupted {
                continue;
            }
            return Err(error);
        }
        // SAFETY: zeros are valid, and the call has filled in the value.
        let found = unsafe { found.assume_init() };
        // SAFETY: a `waitid` result contains a process ID.
        let number = unsafe { found.si_pid() };
        // SAFETY: a `waitid` result contains a status.
        let value = unsafe { found.si_status() };
        let status = match found.si_code {
            libc::CLD_EXITED => (value & 0xff) << 8,
            _ => value & 0x7f,
        };
        let process = Pid::from_raw(number).ok_or(ErrorKind::InvalidData)?;
        return Ok((process, status));
    }
}
