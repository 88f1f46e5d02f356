//! A child that confines itself and then becomes another program.
//!
//! The child reads its order from standard input, reports its confinement, and starts the program when the host agrees.
//! From then on, the pipes belong to the program. The child must not read any bytes meant for the program, so every
//! read has an exact length.

use std::fs::File;
use std::io::{self, Read, Write};
use std::os::fd::{AsFd, BorrowedFd};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::Command;

use rustix::process::{Signal, set_parent_process_death_signal};

use super::ProgramOrder;
use super::confine::{Access, Bounds, close_inherited, confine, data_place, library_places};
use super::root::Place;
use super::system_calls::Calls;
use crate::sandbox::{Boundary, Order};
use crate::{Confinement, Step};

/// Maximum size of an order in bytes.
const ORDER_BYTES_MAX: usize = 1 << 20;

/// The bytes of a script in which Linux looks for the interpreter.
const SCRIPT_HEAD_BYTES: u64 = 256;

/// A program such as Java names its libraries relative to its own folder (`$ORIGIN`). The dynamic linker finds this
/// folder through `/proc`, which the sandbox hides, and then through this variable (glibc's `dl-origin.c`).
const ORIGIN_VARIABLE: &str = "LD_ORIGIN_PATH";

/// The search path for programs that this program starts.
const SEARCH_PATH: &str = "/usr/local/bin:/usr/bin:/bin";

/// System folders outside the library folders that contain interpreter modules: Perl, Lua, Tcl and others.
const SHARED_PLACES: [&str; 2] = ["/usr/share", "/usr/local/share"];

/// Confines this process and becomes the program that the host has ordered. Returns if the host has ended or doesn't
/// agree.
pub(super) fn become_program() -> io::Result<()> {
    let closed = close_inherited();
    let ProgramOrder { host, order } = receive_order()?;
    let confinement = match order.boundary {
        Boundary::Confined => confine(&bounds(host, &order), closed)?,
        Boundary::Open => {
            // The supervisor also ends this process. This signal is needed if the supervisor itself is killed.
            set_parent_process_death_signal(Some(Signal::KILL))?;
            Confinement::default()
        }
    };
    let report = postcard::to_stdvec(&confinement).map_err(io::Error::other)?;
    let length = u32::try_from(report.len()).map_err(io::Error::other)?;
    let mut output = io::stdout().lock();
    output.write_all(&[&length.to_le_bytes(), report.as_slice()].concat())?;
    output.flush()?;
    let mut agreed = [0];
    if read_exact(&mut agreed).is_err() {
        return Ok(());
    }
    let has_new_root = confinement.has(Step::Root);
    let folder = if has_new_root { Path::new(Order::FOLDER) } else { &order.folder };
    let (name, arguments) = order.arguments.split_first().ok_or(io::ErrorKind::InvalidInput)?;
    let mut command = Command::new(&order.program);
    command.arg0(name).args(arguments).current_dir(folder);
    command.env_clear().env("PATH", SEARCH_PATH).env("LANG", "C.UTF-8").env("HOME", folder);
    command.env(ORIGIN_VARIABLE, origin_of(&folder.join(&order.program)));
    let error = command.exec();
    let why = match interpreter_of(&folder.join(&order.program)) {
        Some(interpreter) if error.kind() == io::ErrorKind::NotFound => format!(
            "its interpreter {interpreter} is missing or not readable; install it below /usr, or name another one in command"
        ),
        _ => error.to_string(),
    };
    Err(io::Error::other(format!("can't start {}: {why}", order.program.display())))
}

/// The folder of the program that Linux runs: the program itself, or a script's interpreter.
fn origin_of(program: &Path) -> PathBuf {
    let runs = interpreter_of(program).map_or_else(|| program.to_owned(), PathBuf::from);
    runs.parent().map(Path::to_owned).unwrap_or_default()
}

/// The interpreter named in a script's first line.
fn interpreter_of(program: &Path) -> Option<String> {
    let mut head = Vec::new();
    File::open(program).ok()?.take(SCRIPT_HEAD_BYTES).read_to_end(&mut head).ok()?;
    let line = head.strip_prefix(b"#!")?.split(|byte| *byte == b'\n').next()?;
    let line = String::from_utf8_lossy(line);
    line.split_ascii_whitespace().next().map(String::from)
}

/// The program's limits.
fn bounds(host: u32, order: &Order) -> Bounds<'_> {
    let folder = Place { source: order.folder.clone(), target: Order::FOLDER.into() };
    let mut places = library_places(Access::Run);
    places.extend(SHARED_PLACES.map(|place| (Place::same(place), Access::Read)));
    places.push((folder, Access::Run));
    places.extend(order.data.as_deref().map(data_place));
    let same = |paths: &[std::path::PathBuf], access| {
        let places: Vec<_> = paths.iter().map(|path| (Place::same(path), access)).collect();
        places
    };
    // Links come first, because folders on the paths to other places can be links.
    places.extend(same(&order.links, Access::Read));
    places.extend(same(&order.reads, Access::Read));
    places.extend(same(&order.runs, Access::Run));
    Bounds {
        host,
        address_space_max: None,
        threads_max: order.limits.threads_max,
        places,
        library: None,
        calls: Calls::OfProgram,
    }
}

fn receive_order() -> io::Result<ProgramOrder> {
    let mut length = [0; 4];
    read_exact(&mut length)?;
    let length = u32::from_le_bytes(length) as usize;
    if length > ORDER_BYTES_MAX {
        return Err(io::Error::other("the host's command is too long"));
    }
    let mut bytes = vec![0; length];
    read_exact(&mut bytes)?;
    postcard::from_bytes(&bytes).map_err(io::Error::other)
}

/// Reads exactly this many bytes from standard input.
fn read_exact(bytes: &mut [u8]) -> io::Result<()> {
    let mut read = 0;
    let input = io::stdin();
    let input: BorrowedFd<'_> = input.as_fd();
    while let Some(rest) = bytes.get_mut(read..).filter(|rest| !rest.is_empty()) {
        match rustix::io::read(input, rest) {
            Ok(0) => return Err(io::ErrorKind::UnexpectedEof.into()),
            Ok(count) => read += count,
            Err(rustix::io::Errno::INTR) => {}
            Err(error) => return Err(error.into()),
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    #[test]
    fn a_scripts_interpreter_is_in_its_first_line() {
        let folder = tempfile::tempdir().unwrap();
        let check = |content: &str, expected: Option<&str>| {
            let program = folder.path().join("run");
            fs::write(&program, content).unwrap();
            assert_eq!(interpreter_of(&program).as_deref(), expected, "{content}");
        };
        check("#!/usr/bin/ruby -w\nputs 1\n", Some("/usr/bin/ruby"));
        check("#! /bin/sh", Some("/bin/sh"));
        check("\x7fELF", None);
        check("#!\n", None);
    }
}
