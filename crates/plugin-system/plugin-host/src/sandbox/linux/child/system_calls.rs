//! The system calls that a child may make. All others fail with "not permitted", and the plugin continues.
//!
//! This is an allow list, so calls that newer kernels add are denied. A plugin needs memory, threads, time and its open
//! files, and reads libraries during loading. Calls that take a process ID are allowed only for this process, or not at
//! all. Otherwise a child of the same user could send signals to its host, change the host's limits or priority, or
//! make the kernel send a signal when a descriptor becomes ready. Calls that could reveal the user's name are denied:
//! reading links, the paths of descriptors, and the host name.

use std::collections::BTreeMap;
use std::env::consts::ARCH;

use rustix::process::getpid;
use seccompiler::SeccompCmpArgLen::{Dword, Qword};
use seccompiler::SeccompCmpOp::{Eq, MaskedEq, Ne};
use seccompiler::{
    BpfProgram, SeccompAction, SeccompCmpArgLen, SeccompCmpOp, SeccompCondition, SeccompFilter,
    SeccompRule, TargetArch,
};

type Rules = BTreeMap<i64, Vec<SeccompRule>>;
type Result<T> = std::result::Result<T, Box<dyn std::error::Error>>;

/// System calls that are allowed with any arguments.
const FREE: &[i64] = &[
    // Memory.
    libc::SYS_brk,
    libc::SYS_munmap,
    libc::SYS_mremap,
    libc::SYS_mprotect,
    libc::SYS_madvise,
    libc::SYS_membarrier,
    // This process's threads; another filter refuses `clone3`.
    libc::SYS_clone3,
    libc::SYS_exit,
    libc::SYS_exit_group,
    libc::SYS_futex,
    libc::SYS_gettid,
    libc::SYS_getpid,
    libc::SYS_rseq,
    libc::SYS_sched_getaffinity,
    libc::SYS_sched_yield,
    libc::SYS_set_robust_list,
    libc::SYS_set_tid_address,
    libc::SYS_getcpu,
    // Signals within this process.
    libc::SYS_restart_syscall,
    libc::SYS_rt_sigaction,
    libc::SYS_rt_sigprocmask,
    libc::SYS_rt_sigreturn,
    libc::SYS_sigaltstack,
    // Time and randomness.
    libc::SYS_clock_getres,
    libc::SYS_clock_gettime,
    libc::SYS_clock_nanosleep,
    libc::SYS_getrandom,
    libc::SYS_getrusage,
    libc::SYS_gettimeofday,
    libc::SYS_nanosleep,
    libc::SYS_times,
    // Open files, and opening files that Landlock permits.
    libc::SYS_close,
    libc::SYS_dup,
    libc::SYS_faccessat,
    libc::SYS_faccessat2,
    libc::SYS_fstat,
    libc::SYS_getcwd,
    libc::SYS_getdents64,
    libc::SYS_lseek,
    libc::SYS_newfstatat,
    libc::SYS_ppoll,
    libc::SYS_pread64,
    libc::SYS_read,
    libc::SYS_readv,
    libc::SYS_statx,
    libc::SYS_write,
    libc::SYS_writev,
    // User, group and system information.
    libc::SYS_getegid,
    libc::SYS_geteuid,
    libc::SYS_getgid,
    libc::SYS_getppid,
    libc::SYS_getuid,
    libc::SYS_sysinfo,
];

/// System calls that are also allowed, with any arguments, for programs and their interpreters: to start, to wait for
/// several pipes at once, and to query information about themselves. This reveals nothing about other processes or
/// users, because the program's root folder, host name and user differ from the system's.
const FREE_FOR_PROGRAMS: &[i64] = &[
    libc::SYS_capget,
    libc::SYS_chdir,
    libc::SYS_close_range,
    libc::SYS_dup3,
    libc::SYS_epoll_create1,
    libc::SYS_epoll_ctl,
    libc::SYS_epoll_pwait,
    libc::SYS_eventfd2,
    libc::SYS_execve,
    libc::SYS_fadvise64,
    libc::SYS_fchdir,
    libc::SYS_fstatfs,
    libc::SYS_get_mempolicy,
    libc::SYS_get_robust_list,
    libc::SYS_getgroups,
    libc::SYS_getpgid,
    libc::SYS_getpriority,
    libc::SYS_getresgid,
    libc::SYS_getresuid,
    libc::SYS_getsid,
    libc::SYS_mincore,
    libc::SYS_msync,
    libc::SYS_pipe2,
    libc::SYS_pkey_alloc,
    libc::SYS_pkey_free,
    libc::SYS_pkey_mprotect,
    libc::SYS_preadv,
    libc::SYS_pselect6,
    libc::SYS_readlinkat,
    libc::SYS_rt_sigpending,
    libc::SYS_rt_sigsuspend,
    libc::SYS_rt_sigtimedwait,
    libc::SYS_sched_get_priority_max,
    libc::SYS_sched_get_priority_min,
    libc::SYS_sched_getparam,
    libc::SYS_sched_getscheduler,
    libc::SYS_setitimer,
    libc::SYS_getitimer,
    libc::SYS_statfs,
    libc::SYS_timerfd_create,
    libc::SYS_timerfd_settime,
    libc::SYS_umask,
    libc::SYS_uname,
];

/// Older calls that are also allowed for programs and only exist on some architectures.
#[cfg(target_arch = "x86_64")]
const FREE_FOR_PROGRAMS_HERE: &[i64] = &[
    libc::SYS_alarm,
    libc::SYS_epoll_create,
    libc::SYS_epoll_wait,
    libc::SYS_getdents,
    libc::SYS_getpgrp,
    libc::SYS_pause,
    libc::SYS_pipe,
    libc::SYS_readlink,
    libc::SYS_select,
];
#[cfg(not(target_arch = "x86_64"))]
const FREE_FOR_PROGRAMS_HERE: &[i64] = &[];

/// The `ioctl` commands that are allowed for programs: query whether a descriptor is a terminal, its size and the
/// number of readable bytes; set close-on-exec and blocking.
const PROGRAM_DEVICE_COMMANDS: [u64; 5] =
    [libc::TIOCGWINSZ, libc::FIONREAD, libc::FIOCLEX, libc::FIONCLEX, libc::FIONBIO];

/// The set of allowed system calls.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Calls {
    /// The calls that a library needs once it has been opened.
    OfLibrary,
    /// The additional calls that a program needs to start.
    OfProgram,
}

/// Older calls that are also allowed and only exist on some architectures.
#[cfg(target_arch = "x86_64")]
const FREE_HERE: &[i64] = &[
    libc::SYS_access,
    libc::SYS_arch_prctl,
    libc::SYS_dup2,
    libc::SYS_getrlimit,
    libc::SYS_lstat,
    libc::SYS_poll,
    libc::SYS_stat,
    libc::SYS_time,
];
#[cfg(target_arch = "riscv64")]
const FREE_HERE: &[i64] = &[libc::SYS_riscv_flush_icache];
#[cfg(not(any(target_arch = "x86_64", target_arch = "riscv64")))]
const FREE_HERE: &[i64] = &[];

/// Flags that open a file for anything but reading. Landlock permits `O_PATH` on any file.
const BEYOND_READING: i32 = libc::O_ACCMODE | libc::O_CREAT | libc::O_TRUNC | libc::O_PATH;

/// Flags that create a new process, or a thread in new namespaces.
const BEYOND_A_THREAD: i32 = libc::CLONE_NEWCGROUP
    | libc::CLONE_NEWIPC
    | libc::CLONE_NEWNET
    | libc::CLONE_NEWNS
    | libc::CLONE_NEWPID
    | libc::CLONE_NEWUSER
    | libc::CLONE_NEWUTS;

/// The bits for a mapping's type: private, shared, or a type that newer kernels define.
const MAPPING_KINDS: i32 = 0xf;

/// The allowed `fcntl` commands. None of these commands selects who receives signals.
const DESCRIPTOR_COMMANDS: [i32; 5] =
    [libc::F_DUPFD, libc::F_DUPFD_CLOEXEC, libc::F_GETFD, libc::F_SETFD, libc::F_GETFL];

/// The allowed `prctl` commands: naming threads and memory.
const NAMING_COMMANDS: [i32; 3] = [libc::PR_SET_NAME, libc::PR_GET_NAME, libc::PR_SET_VMA];

/// Restricts this thread and its children to the allowed system calls.
pub(super) fn restrict(calls: Calls) -> Result<()> {
    let machine = TargetArch::try_from(ARCH)?;
    // If the kernel lacks `clone3`, the C library falls back to `clone`. A filter can't see the arguments of `clone3`.
    let unknown: Rules = BTreeMap::from([(libc::SYS_clone3, vec![])]);
    let refuse = SeccompAction::Errno(libc::ENOSYS.unsigned_abs());
    let unknown = SeccompFilter::new(unknown, SeccompAction::Allow, refuse, machine)?;
    let refuse = SeccompAction::Errno(libc::EPERM.unsigned_abs());
    let allowed = SeccompFilter::new(rules(calls)?, refuse, SeccompAction::Allow, machine)?;
    // The second filter forbids adding further filters.
    for filter in [unknown, allowed] {
        seccompiler::apply_filter(&BpfProgram::try_from(filter)?)?;
    }
    Ok(())
}

fn rules(calls: Calls) -> Result<Rules> {
    let mut rules: Rules = FREE.iter().chain(FREE_HERE).map(|&call| (call, Vec::new())).collect();
    let own = number(getpid().as_raw_nonzero().get());
    let flags = |argument, mask: i32, value: i32| {
        condition(argument, Qword, MaskedEq(number(mask)), number(value))
    };
    let mut allow_if = |call, conditions: Vec<SeccompCondition>| -> Result<()> {
        rules.entry(call).or_default().push(SeccompRule::new(conditions)?);
        Ok(())
    };
    // While a process is being stopped, its own threads must not resume it by sending a signal at the same time.
    for (call, signal) in [(libc::SYS_kill, 1), (libc::SYS_tgkill, 2)] {
        let goes_on = number(libc::SIGCONT);
        let rule = vec![condition(0, Dword, Eq, own)?, condition(signal, Dword, Ne, goes_on)?];
        allow_if(call, rule)?;
    }
    allow_if(libc::SYS_prlimit64, vec![condition(0, Dword, Eq, 0)?])?;
    let thread = flags(0, libc::CLONE_THREAD | BEYOND_A_THREAD, libc::CLONE_THREAD)?;
    allow_if(libc::SYS_clone, vec![thread])?;
    allow_if(libc::SYS_openat, vec![flags(2, BEYOND_READING, libc::O_RDONLY)?])?;
    #[cfg(target_arch = "x86_64")]
    allow_if(libc::SYS_open, vec![flags(1, BEYOND_READING, libc::O_RDONLY)?])?;
    for command in DESCRIPTOR_COMMANDS {
        allow_if(libc::SYS_fcntl, vec![condition(1, Dword, Eq, number(command))?])?;
    }
    for command in NAMING_COMMANDS {
        allow_if(libc::SYS_prctl, vec![condition(0, Dword, Eq, number(command))?])?;
    }
    // Shared memory without a file outlives its mappings and doesn't count as the process's resident memory. Mapping a
    // file is harmless because no file can be written.
    let is_private = flags(3, MAPPING_KINDS, libc::MAP_PRIVATE)?;
    let is_file = flags(3, libc::MAP_ANONYMOUS, 0)?;
    for allowed in [is_private, is_file] {
        allow_if(libc::SYS_mmap, vec![allowed])?;
    }
    // Query whether a descriptor is a terminal.
    allow_if(libc::SYS_ioctl, vec![condition(1, Dword, Eq, libc::TCGETS)?])?;
    if calls == Calls::OfProgram {
        for command in PROGRAM_DEVICE_COMMANDS {
            allow_if(libc::SYS_ioctl, vec![condition(1, Dword, Eq, command)?])?;
        }
        // A descriptor may be made non-blocking but may not send signals.
        let no_signals = flags(2, libc::O_ASYNC, 0)?;
        let set = condition(1, Dword, Eq, number(libc::F_SETFL))?;
        allow_if(libc::SYS_fcntl, vec![set, no_signals])?;
        let programs = FREE_FOR_PROGRAMS.iter().chain(FREE_FOR_PROGRAMS_HERE);
        rules.extend(programs.map(|&call| (call, Vec::new())));
    }
    Ok(rules)
}

fn condition(
    argument: u8,
    width: SeccompCmpArgLen,
    operator: SeccompCmpOp,
    value: u64,
) -> Result<SeccompCondition> {
    Ok(SeccompCondition::new(argument, width, operator, value)?)
}

/// A non-negative C library constant as the kernel sees it.
fn number(value: i32) -> u64 {
    u64::from(value.unsigned_abs())
}
