//! A plugin's attacks on its process, its system and its host.

#![expect(unsafe_code, reason = "harm is done in ways that no safe function offers")]
#![expect(clippy::print_stdout, clippy::print_stderr, reason = "printing without end is a fault")]

use std::fs;
use std::hint::black_box;
use std::io;
use std::net::{SocketAddr, TcpListener, TcpStream};
use std::os::unix::fs::OpenOptionsExt;
use std::os::unix::process::CommandExt;
use std::process::{self, Command};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, Once};
use std::thread;
use std::time::Duration;

use plugin_sdk::{Host, PlayerError, Prompt, Thinking, Valuation};

use super::wire::Call;
use super::{own_process, wire};

pub(super) const FOREVER: Duration = Duration::from_hours(1);
pub(super) const MIB: usize = 1 << 20;

fn fork() -> io::Result<()> {
    system_call(libc::SYS_clone, [libc::c_long::from(libc::SIGCHLD), 0, 0])
}

fn write_a_file() -> io::Result<()> {
    expect_refused(fs::write(std::env::temp_dir().join("rival-was-here"), "x"))
}

/// Commits the fault, and returns if the process survives. A refused attempt is not an error.
pub(super) fn act(fault: &str, host: &dyn Host, call: &Call<'_>) -> Result<(), PlayerError> {
    match fault {
        "abort" => process::abort(),
        "segmentation fault" => segmentation_fault(),
        "stack overflow" => drop(black_box(overflow(black_box(1)))),
        "illegal instruction" => raise(libc::SIGILL),
        "exit 0" => exit(0),
        "exit 3" => exit(3),
        "endless loop" => endless_loop(),
        "sleep" => thread::park_timeout(FOREVER),
        "deadlock" => deadlock(),
        "ignores SIGTERM" => ignore_and_loop(),
        "30 GB" => drop(black_box(vec![1_u8; 30_000 * MIB])),
        "1 GB" => drop(black_box(vec![1_u8; 1_000 * MIB])),
        "leak" => Vec::leak(black_box(vec![1_u8; 10 * MIB])).fill(2),
        "shares memory" => share_memory()?,
        "5000 threads" => many_threads()?,
        "late crash" => crash_later(),
        "spins at rest" => spin_at_rest(4),
        "a thread spins at rest" => spin_at_rest(1),
        "goes on by itself" => go_on_by_itself(),
        "logs a lot" => (0..1000).for_each(|_| host.log("again")),
        "reads the host's name" => expect_refused(host_name())?,
        "reads where links lead" => {
            for link in ["exe", "cwd", "root", "fd/2", "fd/3", "fd/4"] {
                expect_refused(fs::read_link(format!("/proc/self/{link}")))?;
            }
        }
        "looks for the user's files" => {
            for place in ["/code", "/root", "/etc/passwd", "/proc/self", "/tmp", "/usr/bin"] {
                expect_refused(fs::symlink_metadata(place))?;
            }
        }
        "reads /etc/passwd" => expect_refused(fs::read("/etc/passwd"))?,
        "holds /etc/passwd" => {
            expect_refused(
                fs::OpenOptions::new().read(true).custom_flags(libc::O_PATH).open("/etc/passwd"),
            )?;
        }
        "lists the root folder" => expect_refused(fs::read_dir("/"))?,
        "reads its host's environment" => expect_refused(fs::read(of_the_host("environ")))?,
        "writes a file" => write_a_file()?,
        "writes its host's memory" => {
            expect_refused(fs::OpenOptions::new().write(true).open(of_the_host("mem")))?;
        }
        "connects" => expect_refused(TcpStream::connect(SocketAddr::from(([127, 0, 0, 1], 80))))?,
        "listens" => expect_refused(TcpListener::bind(SocketAddr::from(([127, 0, 0, 1], 0))))?,
        "forks" => fork()?,
        "fork bomb" => (0..10_000).try_for_each(|_| fork())?,
        "runs a program" => expect_refused(Command::new("/bin/true").spawn())?,
        "becomes a program" => expect_refused::<()>(Err(Command::new("/bin/true").exec()))?,
        "kills its host" => system_call(libc::SYS_kill, [parent(), 9, 0])?,
        "stops its host" => system_call(libc::SYS_tgkill, [parent(), parent(), 19])?,
        "kills everybody" => system_call(libc::SYS_kill, [-1, 9, 0])?,
        "traces its host" => system_call(libc::SYS_ptrace, [16, parent(), 0])?,
        "takes its host's processors" => {
            system_call(libc::SYS_sched_setaffinity, [parent(), 8, 0])?;
        }
        "has its host signalled" => system_call(libc::SYS_fcntl, [3, 8, parent()])?,
        "outlives its host" => system_call(libc::SYS_prctl, [1, 0, 0])?,
        "prints 1 GB" => print_without_end(1000, 50),
        "closes all descriptors" => close_all(),
        "floods its host" => flood(host),
        "floods the log" => (0..20_000).for_each(|_| host.log(&"again ".repeat(20))),
        "reports nonsense" => report_nonsense(host),
        "asks" => drop(host.ask(&Prompt { question: "which?\x1b[2J".into(), refusal: None })),
        _ => return own_process::act(fault).unwrap_or_else(|| wire::act(fault, call)),
    }
    Ok(())
}

pub(super) fn segmentation_fault() {
    let nowhere = std::ptr::without_provenance_mut::<u8>(64);
    // SAFETY: none; this undefined behavior is the fault under test.
    unsafe { nowhere.write_volatile(1) }
}

/// Recurses deeper than any stack allows.
fn overflow(depth: u64) -> u64 {
    let frame = black_box([depth; 64]);
    if frame[7] == u64::MAX { 0 } else { frame[3] + overflow(black_box(frame[5] + 1)) }
}

pub(super) fn raise(signal: i32) {
    // SAFETY: the call has no arguments that could be wrong.
    let _returned = unsafe { libc::raise(signal) };
}

#[expect(clippy::exit, reason = "this is the fault")]
pub(super) fn exit(code: i32) {
    process::exit(code);
}

pub(super) fn endless_loop() {
    loop {
        black_box(());
    }
}

fn deadlock() {
    let mutex = Mutex::new(());
    let _held = mutex.lock();
    let _never = mutex.lock();
}

fn ignore_and_loop() {
    // SAFETY: ignoring a signal runs no code.
    unsafe { libc::signal(libc::SIGTERM, libc::SIG_IGN) };
    endless_loop();
}

/// Creates memory that survives the release of its pages and doesn't count as resident.
fn share_memory() -> io::Result<()> {
    let (access, kind) =
        (libc::PROT_READ | libc::PROT_WRITE, libc::MAP_SHARED | libc::MAP_ANONYMOUS);
    // SAFETY: the system chooses the address, and nothing uses it.
    let place = unsafe { libc::mmap(std::ptr::null_mut(), MIB, access, kind, -1, 0) };
    expect_refused(if place == libc::MAP_FAILED {
        Err(io::Error::last_os_error())
    } else {
        Ok(())
    })?;
    // SAFETY: the name is a constant string.
    let file = unsafe { libc::memfd_create(c"kept".as_ptr(), 0) };
    expect_refused(if file < 0 { Err(io::Error::last_os_error()) } else { Ok(()) })
}

/// Starts as many threads as possible, which is fewer than it tries.
fn many_threads() -> io::Result<()> {
    for _ in 0..5000 {
        let thread = thread::Builder::new().stack_size(64 << 10);
        if thread.spawn(|| thread::park_timeout(FOREVER)).is_err() {
            return Ok(());
        }
    }
    Err(io::Error::other("5000 threads were started"))
}

/// Starts threads that continue to compute after the move is played.
fn spin_at_rest(threads: usize) {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        for _ in 0..threads {
            thread::spawn(endless_loop);
        }
    });
}

/// Starts threads that resume the process when it is stopped.
fn go_on_by_itself() {
    static BEGUN: Once = Once::new();
    BEGUN.call_once(|| {
        for _ in 0..2 {
            thread::spawn(|| {
                loop {
                    raise_in_process(libc::SIGCONT);
                }
            });
        }
    });
}

fn raise_in_process(signal: i32) {
    let own = i32::try_from(process::id()).unwrap_or_default();
    // SAFETY: the call has no arguments that could be wrong.
    let _refused = unsafe { libc::kill(own, signal) };
}

/// The machine's host name.
fn host_name() -> io::Result<u8> {
    let mut name = [0_u8; 256];
    // SAFETY: the buffer for the name is an array of this length.
    match unsafe { libc::gethostname(name.as_mut_ptr().cast(), name.len()) } {
        0 => Ok(name[0]),
        _ => Err(io::Error::last_os_error()),
    }
}

/// Crashes between the first answer and the second.
fn crash_later() {
    static BEGUN: AtomicBool = AtomicBool::new(false);
    if BEGUN.swap(true, Ordering::Relaxed) {
        loop {
            thread::park();
        }
    }
    thread::spawn(|| {
        thread::park_timeout(Duration::from_millis(1));
        process::abort();
    });
}

/// Turns success into an error, because the attempt should have been refused.
fn expect_refused<T>(done: io::Result<T>) -> io::Result<()> {
    done.map_or(Ok(()), |_| Err(io::Error::other("it was allowed")))
}

fn parent() -> libc::c_long {
    std::os::unix::process::parent_id().into()
}

fn of_the_host(file: &str) -> String {
    format!("/proc/{}/{file}", parent())
}

pub(super) fn system_call(
    call: libc::c_long,
    [first, second, third]: [libc::c_long; 3],
) -> io::Result<()> {
    // SAFETY: none of the calls tried here takes an address.
    let result = unsafe { libc::syscall(call, first, second, third, 0, 0) };
    if result == 0 && call == libc::SYS_clone {
        // This is the new process.
        thread::park_timeout(FOREVER);
    }
    expect_refused(if result < 0 { Err(io::Error::last_os_error()) } else { Ok(()) })
}

fn print_without_end(mib: usize, complaints_mib: usize) {
    let page = "x".repeat(MIB);
    (0..mib).for_each(|_| println!("{page}"));
    (0..complaints_mib).for_each(|_| eprintln!("{page}"));
}

fn close_all() {
    for descriptor in 0..64 {
        // SAFETY: none, because other owners in this process use them.
        unsafe { libc::close(descriptor) };
    }
    endless_loop();
}

fn flood(host: &dyn Host) {
    loop {
        host.log("again");
        host.report(&Thinking::default());
    }
}

/// Reports more lines than any position has moves, each with absurd numbers and an impossible string.
fn report_nonsense(host: &dyn Host) {
    for rank in 0..2_000 {
        host.report(&Thinking {
            depth: u32::MAX,
            nodes: u64::MAX,
            evaluations: u64::MAX,
            cutoffs: u64::MAX,
            valuation: Valuation::WinIn(u32::MAX),
            line_error: None,
            line: "\x1b[2J\u{202e}\0 ".repeat(100),
            selective_depth: Some(u32::MAX),
            table_use: Some(u16::MAX),
            rank,
        });
    }
}
