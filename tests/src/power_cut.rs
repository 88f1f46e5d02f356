//! Simulates power cuts that lose a program's unsynced writes.
//!
//! The program runs under `strace`, which records its file system calls. The calls are replayed up to some moment on a
//! simulated disk. The disk retains each file's synced content and a random prefix of the later writes. A created,
//! renamed or removed name is on disk once its folder is synced, or possibly earlier. Folders themselves are assumed to
//! be on disk immediately. Each process has its own file descriptors, and new processes inherit none.

use std::collections::{BTreeMap, HashMap};
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{SystemTime, UNIX_EPOCH};

/// The calls to record.
const CALLS: &str = "openat,write,pwrite64,ftruncate,fdatasync,fsync,rename,renameat,renameat2,unlink,unlinkat,lseek,close,clone,clone3";

/// The maximum number of bytes to record per write.
const WRITE_BYTES_MAX: &str = "4194304";

/// The name prefix of trace files.
const TRACE: &str = "trace";

/// Whether calls can be recorded on this system. If not, prints why a test is skipped.
#[expect(clippy::print_stderr, reason = "the reason why a test is skipped")]
pub fn can_cut_power() -> bool {
    let traced =
        Command::new("strace").args(["-o", "/dev/null", "true"]).stderr(Stdio::null()).status();
    let can = traced.is_ok_and(|status| status.success());
    if !can {
        eprintln!(
            "skipped: power cuts are simulated by strace, which is missing or not permitted here"
        );
    }
    can
}

/// The same command, with its calls recorded in `folder`, which must be empty.
pub fn recorded(command: &Command, folder: &Path) -> Command {
    let mut recorded = Command::new("strace");
    recorded.args(["-f", "-ff", "--seccomp-bpf", "-ttt", "-T", "-y", "-xx", "-s", WRITE_BYTES_MAX]);
    recorded.args(["-e", &format!("trace={CALLS}"), "-o"]).arg(folder.join(TRACE)).arg("--");
    recorded.arg(command.get_program()).args(command.get_args());
    for (name, value) in command.get_envs() {
        match value {
            Some(value) => recorded.env(name, value),
            None => recorded.env_remove(name),
        };
    }
    if let Some(current) = command.get_current_dir() {
        recorded.current_dir(current);
    }
    recorded
}

/// The current time in trace format: seconds since 1970.
///
/// # Panics
/// If the clock is before 1970.
#[expect(clippy::disallowed_methods, reason = "a trace has the time of day")]
pub fn trace_time() -> f64 {
    SystemTime::now().duration_since(UNIX_EPOCH).expect("the clock is right").as_secs_f64()
}

/// A program's calls on the files in a folder.
#[derive(Debug)]
pub struct Trace {
    folder: PathBuf,
    /// The calls, in the order they took effect.
    calls: Vec<TracedCall>,
}

#[derive(Debug)]
struct TracedCall {
    /// The time when the call took effect, in seconds. This is the end of the call, except for `close`: another thread
    /// can reuse a closed file's descriptor before `close` returns.
    time: f64,
    process: i32,
    call: Call,
}

#[derive(Debug)]
enum Call {
    Open { fd: i32, path: PathBuf, truncates: bool, appends: bool },
    Write { fd: i32, at: Option<u64>, bytes: Vec<u8> },
    Truncate { fd: i32, length: u64 },
    Seek { fd: i32, to: u64 },
    Sync { fd: i32 },
    Close { fd: i32 },
    Rename { from: PathBuf, to: PathBuf },
    Remove { path: PathBuf },
}

impl Trace {
    /// Reads the calls in `trace` on files below `folder`. Relative paths start at `folder`.
    ///
    /// # Panics
    /// If the trace can't be read.
    pub fn read(trace: &Path, folder: &Path) -> Self {
        let texts: Vec<(i32, String)> = fs::read_dir(trace)
            .expect("there is a trace")
            .map(|entry| {
                let path = entry.expect("an entry").path();
                let extension = path.extension().and_then(|extension| extension.to_str());
                let thread = extension.and_then(|number| number.parse().ok());
                (
                    thread.expect("the number of a thread"),
                    fs::read_to_string(&path).expect("a trace"),
                )
            })
            .collect();
        let parents: HashMap<i32, i32> = texts
            .iter()
            .flat_map(|(parent, text)| {
                text.lines().filter_map(started_thread).map(|thread| (thread, *parent))
            })
            .collect();
        let mut calls = Vec::new();
        for (thread, text) in &texts {
            let mut process = *thread;
            while let Some(parent) = parents.get(&process) {
                process = *parent;
            }
            let parsed = text.lines().filter_map(|line| parse(line, folder));
            calls.extend(parsed.map(|(time, call)| TracedCall { time, process, call }));
        }
        calls.sort_by(|one, other| one.time.total_cmp(&other.time));
        Self { folder: folder.into(), calls }
    }

    /// The times when the first and last calls took effect.
    ///
    /// # Panics
    /// If there are no calls.
    pub fn times(&self) -> (f64, f64) {
        let time = |call: Option<&TracedCall>| call.expect("files were written").time;
        (time(self.calls.first()), time(self.calls.last()))
    }

    /// Writes the folder's content after a power cut at this time to `into`. `chance` returns a random number below its
    /// argument, which determines how much unsynced data reached the disk anyway.
    ///
    /// # Panics
    /// If the content can't be written.
    pub fn cut_at(&self, time: f64, chance: &mut dyn FnMut(usize) -> usize, into: &Path) {
        let mut disk = Disk::default();
        for traced in self.calls.iter().take_while(|traced| traced.time <= time) {
            disk.carry_out(traced.process, &traced.call);
        }
        let names = if chance(2) == 0 { &disk.synced_names } else { &disk.names };
        for (path, file) in names {
            let Ok(rest) = path.strip_prefix(&self.folder) else { continue };
            let file = &disk.files[*file];
            let mut content = file.synced.clone();
            let kept = chance(file.unsynced.len() + 1);
            file.unsynced[..kept].iter().for_each(|change| change.apply(&mut content));
            if let Some(Change::Write(at, bytes)) = file.unsynced.get(kept) {
                let torn = bytes[..chance(bytes.len() + 1)].to_vec();
                Change::Write(*at, torn).apply(&mut content);
            }
            let path = into.join(rest);
            fs::create_dir_all(path.parent().expect("a file is in a folder")).expect("a folder");
            fs::write(path, content).expect("a file");
        }
    }
}

/// A disk, with changes that the system has not yet written.
#[derive(Default)]
struct Disk {
    files: Vec<DiskFile>,
    names: BTreeMap<PathBuf, usize>,
    synced_names: BTreeMap<PathBuf, usize>,
    /// The open files, by process and file descriptor.
    open: HashMap<Fd, OpenFile>,
}

/// A process and one of its file descriptors.
type Fd = (i32, i32);

#[derive(Default)]
struct DiskFile {
    now: Vec<u8>,
    synced: Vec<u8>,
    unsynced: Vec<Change>,
}

struct OpenFile {
    path: PathBuf,
    /// `None` for a folder.
    file: Option<usize>,
    position: u64,
    appends: bool,
}

#[derive(Clone)]
enum Change {
    Write(u64, Vec<u8>),
    Truncate(u64),
}

impl Change {
    fn apply(&self, content: &mut Vec<u8>) {
        let index = |number: u64| usize::try_from(number).expect("files are small");
        match self {
            Self::Write(at, bytes) => {
                let (from, to) = (index(*at), index(*at) + bytes.len());
                content.resize(content.len().max(to), 0);
                content[from..to].copy_from_slice(bytes);
            }
            Self::Truncate(length) => content.resize(index(*length), 0),
        }
    }
}

impl Disk {
    fn carry_out(&mut self, process: i32, call: &Call) {
        match call {
            Call::Open { fd, path, truncates, appends } => {
                self.open((process, *fd), path, *truncates, *appends);
            }
            Call::Write { fd, at, bytes } => self.write((process, *fd), *at, bytes),
            Call::Truncate { fd, length } => self.change((process, *fd), Change::Truncate(*length)),
            Call::Seek { fd, to } => {
                if let Some(open) = self.open.get_mut(&(process, *fd)) {
                    open.position = *to;
                }
            }
            Call::Sync { fd } => self.sync((process, *fd)),
            Call::Close { fd } => {
                self.open.remove(&(process, *fd));
            }
            Call::Rename { from, to } => {
                if let Some(file) = self.names.remove(from) {
                    self.names.insert(to.clone(), file);
                }
            }
            Call::Remove { path } => {
                self.names.remove(path);
            }
        }
    }

    fn open(&mut self, fd: Fd, path: &Path, truncates: bool, appends: bool) {
        let file = (!path.is_dir()).then(|| {
            *self.names.entry(path.into()).or_insert_with(|| {
                self.files.push(DiskFile::default());
                self.files.len() - 1
            })
        });
        self.open.insert(fd, OpenFile { path: path.into(), file, position: 0, appends });
        if truncates {
            self.change(fd, Change::Truncate(0));
        }
    }

    fn write(&mut self, fd: Fd, at: Option<u64>, bytes: &[u8]) {
        let Some(open) = self.open.get_mut(&fd) else { return };
        let Some(file) = open.file else { return };
        let end = self.files[file].now.len() as u64;
        let from = at.unwrap_or(if open.appends { end } else { open.position });
        if at.is_none() {
            open.position = from + bytes.len() as u64;
        }
        self.change(fd, Change::Write(from, bytes.into()));
    }

    fn change(&mut self, fd: Fd, change: Change) {
        if let Some(file) = self.open.get(&fd).and_then(|open| open.file) {
            let file = &mut self.files[file];
            change.apply(&mut file.now);
            file.unsynced.push(change);
        }
    }

    fn sync(&mut self, fd: Fd) {
        let Some(open) = self.open.get(&fd) else { return };
        if let Some(file) = open.file {
            let file = &mut self.files[file];
            file.synced.clone_from(&file.now);
            file.unsynced.clear();
        } else {
            let is_in = |path: &Path| path.parent() == Some(open.path.as_path());
            self.synced_names.retain(|path, _| !is_in(path));
            let names = self.names.iter().filter(|(path, _)| is_in(path));
            self.synced_names.extend(names.map(|(path, file)| (path.clone(), *file)));
        }
    }
}

/// The new thread if the call on this line started a thread in the same process. `None` for other calls and for new
/// processes.
fn started_thread(line: &str) -> Option<i32> {
    let (call, result) = line.rsplit_once(") = ")?;
    let is_thread = call.contains(" clone") && call.contains("CLONE_FILES");
    is_thread.then(|| result.split_whitespace().next()?.parse().ok())?
}

/// Parses a trace line: when the call took effect, and its effect. Returns `None` if the call failed or didn't affect
/// the folder.
fn parse(line: &str, folder: &Path) -> Option<(f64, Call)> {
    let (start, rest) = line.split_once(' ')?;
    let (name, rest) = rest.split_once('(')?;
    let (arguments, result) = rest.rsplit_once(") = ")?;
    let arguments: Vec<&str> = arguments.split(", ").collect();
    let (result, took) = result.rsplit_once(" <")?;
    let result = result.trim_start();
    let number = |text: &str| {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        text.get(..digits)?.parse::<u64>().ok()
    };
    let value = number(result)?;
    let start = start.parse::<f64>().ok()?;
    let end = start + took.trim_end_matches('>').parse::<f64>().ok()?;
    let fd = |text: &str| i32::try_from(number(text)?).ok();
    let path = |text: &str| Some(folder.join(String::from_utf8(unhex(text)).ok()?));
    let first = arguments.first()?;
    let call = match name {
        "openat" => {
            let path = path(result.split_once('<')?.1.trim_end_matches('>'))?;
            if !path.starts_with(folder) || path.to_string_lossy().contains(" (deleted)") {
                return None;
            }
            let flags = arguments.get(2)?;
            let (truncates, appends) = (flags.contains("O_TRUNC"), flags.contains("O_APPEND"));
            Call::Open { fd: fd(result)?, path, truncates, appends }
        }
        "write" | "pwrite64" => {
            if !path(first.split_once('<')?.1)?.starts_with(folder) {
                return None;
            }
            assert!(!arguments[1].ends_with("..."), "a write is too long for the trace");
            let bytes = unhex(arguments.get(1)?);
            let bytes = bytes.get(..usize::try_from(value).ok()?)?.to_vec();
            let at = if name == "write" { None } else { Some(number(arguments.get(3)?)?) };
            Call::Write { fd: fd(first)?, at, bytes }
        }
        "ftruncate" => Call::Truncate { fd: fd(first)?, length: number(arguments.get(1)?)? },
        "lseek" => Call::Seek { fd: fd(first)?, to: value },
        "fsync" | "fdatasync" => Call::Sync { fd: fd(first)? },
        "close" => Call::Close { fd: fd(first)? },
        "rename" => Call::Rename { from: path(first)?, to: path(arguments.get(1)?)? },
        "renameat" | "renameat2" => {
            Call::Rename { from: path(arguments.get(1)?)?, to: path(arguments.get(3)?)? }
        }
        "unlink" => Call::Remove { path: path(first)? },
        "unlinkat" => Call::Remove { path: path(arguments.get(1)?)? },
        _ => return None,
    };
    let time = if matches!(call, Call::Close { .. }) { start } else { end };
    Some((time, call))
}

/// Decodes a string such as `"\x61\x62"`.
fn unhex(text: &str) -> Vec<u8> {
    let digits = text.trim_matches('"').split("\\x").skip(1);
    digits.filter_map(|digits| u8::from_str_radix(digits.get(..2)?, 16).ok()).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The content of the file `a` after a power cut at the end of this Python code.
    fn after(lines: &str, is_lucky: bool) -> Option<String> {
        let (trace, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let begin = "import os\n\
            def put(name, text, flags=0):\n\
            \x20 file = os.open(name, os.O_WRONLY | os.O_CREAT | flags)\n\
            \x20 os.write(file, text)\n\
            \x20 return file\n\
            def sync_folder(): os.fsync(os.open('.', 0))\n";
        let mut command = Command::new("/usr/bin/python3");
        command.args(["-I", "-c", &format!("{begin}{lines}")]).current_dir(folder.path());
        assert!(recorded(&command, trace.path()).status().unwrap().success());
        let read = Trace::read(trace.path(), folder.path());
        let disk = tempfile::tempdir().unwrap();
        let mut chance = |below| if is_lucky { below - 1 } else { 0 };
        read.cut_at(read.times().1, &mut chance, disk.path());
        fs::read_to_string(disk.path().join("a")).ok()
    }

    #[test]
    fn unsynced_data_is_lost() {
        if !can_cut_power() {
            return;
        }
        let put = "put('a', b'one')";
        assert_eq!(after(put, false), None);
        assert_eq!(after(put, true).as_deref(), Some("one"));
        assert_eq!(after(&format!("{put}\nsync_folder()"), false).as_deref(), Some(""));
        let synced = format!("os.fsync({put})\nsync_folder()\n");
        assert_eq!(after(&synced, false).as_deref(), Some("one"));
        let appended = format!("{synced}put('a', b'two', os.O_APPEND)");
        assert_eq!(after(&appended, false).as_deref(), Some("one"));
        assert_eq!(after(&appended, true).as_deref(), Some("onetwo"));
        let renamed = format!("{synced}put('b', b'two')\nos.rename('b', 'a')\n");
        assert_eq!(after(&renamed, false).as_deref(), Some("one"), "the name was not synced");
        let renamed = format!("{renamed}sync_folder()");
        assert_eq!(after(&renamed, false).as_deref(), Some(""), "the content was not synced");
    }

    /// The content of the file `a` after a power cut at the end of these traces, one per thread.
    fn after_traces(threads: &[(i32, &str)]) -> Option<String> {
        let (trace, folder) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let hex = |text: &str| {
            let bytes: Vec<String> = text.bytes().map(|byte| format!("\\x{byte:02x}")).collect();
            bytes.concat()
        };
        let (file, home) = (folder.path().join("a"), folder.path());
        for (thread, lines) in threads {
            let lines = lines
                .replace("FILE", &hex(file.to_str().unwrap()))
                .replace("FOLDER", &hex(home.to_str().unwrap()))
                .replace("TEXT", &hex("one"));
            fs::write(trace.path().join(format!("{TRACE}.{thread}")), lines).unwrap();
        }
        let read = Trace::read(trace.path(), home);
        let disk = tempfile::tempdir().unwrap();
        read.cut_at(read.times().1, &mut |_| 0, disk.path());
        fs::read_to_string(disk.path().join("a")).ok()
    }

    const SYNCED: &str = "1.3 openat(AT_FDCWD, \"FILE\", O_RDWR|O_CREAT, 0644) = 7<FILE> <0.1>\n\
        2.1 write(7<FILE>, \"TEXT\", 3) = 3 <0.1>\n\
        2.3 fsync(7<FILE>) = 0 <0.1>\n\
        3.1 openat(AT_FDCWD, \"FOLDER\", O_RDONLY) = 8<FOLDER> <0.1>\n\
        3.3 fsync(8<FOLDER>) = 0 <0.1>\n";

    #[test]
    fn a_descriptor_can_be_reused_by_other_threads_before_close_returns() {
        let clone = "0.1 clone3({flags=CLONE_VM|CLONE_FILES|CLONE_THREAD}, 88) = 2 <0.1>\n";
        let socket = "1.2 close(7<TCP>) = 0 <0.5>\n3.0 close(8<TCP>) = 0 <0.2>\n";
        let text = after_traces(&[(1, &format!("{clone}{SYNCED}")), (2, socket)]);
        assert_eq!(text.as_deref(), Some("one"));
    }

    #[test]
    fn processes_have_their_own_descriptors() {
        let fork = "0.1 clone(flags=CLONE_CHILD_CLEARTID|SIGCHLD) = 2 <0.1>\n";
        let child = "2.0 close(7<FILE>) = 0 <0.1>\n3.25 close(8<FOLDER>) = 0 <0.01>\n";
        let text = after_traces(&[(1, &format!("{fork}{SYNCED}")), (2, child)]);
        assert_eq!(text.as_deref(), Some("one"));
    }
}
