//! A plugin's attacks on its own process, threads and signals.

#![expect(unsafe_code, reason = "signals and threads are used as no safe function allows")]

use std::ffi::c_int;
use std::thread;

use plugin_sdk::PlayerError;

use super::hostile::{FOREVER, endless_loop, exit, raise, segmentation_fault, system_call};

/// Commits the fault if it belongs to this module.
pub(super) fn act(fault: &str) -> Option<Result<(), PlayerError>> {
    match fault {
        "stops itself" => raise(libc::SIGSTOP),
        "kills itself" => raise(libc::SIGKILL),
        "ends its main thread" => end_thread(),
        "unwinds its main thread" => unwind_thread(),
        "handles every signal" => handle_every_signal(),
        "handles SIGSEGV" => {
            handle(libc::SIGSEGV);
            segmentation_fault();
        }
        "blocks every signal and loops" => {
            block_every_signal();
            endless_loop();
        }
        "system call of 32 bits" => old_system_call(),
        // The same calls in the system call table for 32-bit addresses.
        "system call of x32" => return Some(refused(0x4000_0000 + libc::SYS_getpid, [0; 3])),
        "sets an alarm" => return Some(refused(SET_TIMER, [0; 3])),
        "exits in another thread" => {
            thread::spawn(|| exit(5));
            thread::park_timeout(FOREVER);
        }
        _ => return None,
    }
    Some(Ok(()))
}

/// The system call that requests a signal after some time.
const SET_TIMER: libc::c_long = libc::SYS_setitimer;

fn refused(call: libc::c_long, arguments: [libc::c_long; 3]) -> Result<(), PlayerError> {
    Ok(system_call(call, arguments)?)
}

/// Ends only this thread, without notice.
fn end_thread() {
    // SAFETY: none, because this thread never releases what it holds.
    let _never = unsafe { libc::syscall(libc::SYS_exit, 0) };
}

/// Ends this thread as C programs do, by unwinding all of its frames, including the host's.
fn unwind_thread() {
    // SAFETY: none, because the frames don't support this.
    unsafe { libc::pthread_exit(std::ptr::null_mut()) }
}

extern "C" fn ignore(_signal: c_int) {}

fn handle(signal: c_int) {
    let handler = ignore as extern "C" fn(c_int);
    // SAFETY: the handler does nothing.
    let _unless_it_can_not_be_handled = unsafe { libc::signal(signal, handler as usize) };
}

fn handle_every_signal() {
    (1..=64).for_each(handle);
    block_every_signal();
}

fn block_every_signal() {
    // SAFETY: a signal set consists of numbers, for which zero is a valid value.
    let mut all: libc::sigset_t = unsafe { std::mem::zeroed() };
    // SAFETY: the set is writable.
    unsafe { libc::sigfillset(&raw mut all) };
    // SAFETY: the call only reads the set and doesn't request the old one.
    unsafe { libc::sigprocmask(libc::SIG_BLOCK, &raw const all, std::ptr::null_mut()) };
}

/// Calls `getpid` like a 32-bit program.
#[cfg(target_arch = "x86_64")]
fn old_system_call() {
    // SAFETY: the call has no arguments, and its result is ignored.
    unsafe { std::arch::asm!("int 0x80", inout("eax") 20 => _) };
}

/// Does nothing: other architectures have only one table of system calls.
#[cfg(not(target_arch = "x86_64"))]
fn old_system_call() {}
