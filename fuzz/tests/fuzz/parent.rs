//! Runs targets in child processes, one per CPU core at a time, and reports the results.

use std::collections::VecDeque;
use std::io::Read;
use std::path::{Path, PathBuf};
use std::process::{Child as Process, Command, Stdio};
use std::sync::mpsc::{Receiver, RecvTimeoutError, channel};
use std::sync::{Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::child::{CurrentInput, Finding, Limit, cpu_time};
use crate::corpus;
use crate::target::Target;

/// The interval between checks of a child process.
const LOOK_INTERVAL: Duration = Duration::from_millis(250);

/// The CPU time per input after which a child counts as hung and is killed.
const HANG_CPU_TIME: Duration = Duration::from_secs(5);

/// The wall-clock time per input after which a child that is waiting for something or has not started is killed.
const HANG_WALL_TIME: Duration = Duration::from_mins(2);

/// The first word on the line with the statistics for a run without findings.
pub(crate) const DONE: &str = "done";

/// The first word in a child's report on a finding. The input is in its file.
pub(crate) const FOUND: &str = "found";

/// Runs all these targets. Returns `true` if nothing was found.
pub(crate) fn run_all(targets: &[&'static Target], limit: Option<Limit>, seed: u64) -> bool {
    let waiting = Mutex::new(targets.iter().copied().collect::<VecDeque<_>>());
    let findings = Mutex::new(Vec::new());
    let workers = thread::available_parallelism().map_or(1, Into::into);
    println!("{:<28}{:>12}{:>10}{:>10}{:>8}", "target", "inputs", "per s", "accepted", "kinds");
    thread::scope(|scope| {
        for _ in 0..workers {
            scope.spawn(|| {
                while let Some(target) = next(&waiting) {
                    let limit = limit.unwrap_or(Limit::Iterations(target.iterations));
                    match run(target.name, limit, seed) {
                        Ok(line) => println!("{:<28}{line}", target.name),
                        Err(finding) => {
                            println!("{:<28}  FAILED", target.name);
                            lock(&findings).push((target.name, finding));
                        }
                    }
                }
            });
        }
    });
    let findings = findings.into_inner().unwrap_or_else(PoisonError::into_inner);
    for (name, finding) in &findings {
        report(name, finding);
    }
    findings.is_empty()
}

fn next(waiting: &Mutex<VecDeque<&'static Target>>) -> Option<&'static Target> {
    lock(waiting).pop_front()
}

fn lock<T>(mutex: &Mutex<T>) -> std::sync::MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Prints a finding in a form that can be saved. Also saves the input outside the tree.
fn report(name: &str, finding: &Finding) {
    let Finding { input, why } = finding;
    println!(
        "\n{name}: {why}\nThe input has {} bytes. To keep it as a regression, run",
        input.len()
    );
    println!("  {}", corpus::command(name, input));
    let file = folder().join(format!("{name}.input"));
    match std::fs::write(&file, input) {
        Ok(()) => {
            println!("To try it again: cargo test -p fuzz -- {name} --file {}", file.display());
        }
        Err(error) => println!("{} can't be written: {error}", file.display()),
    }
}

/// The folder for a run's files.
fn folder() -> PathBuf {
    PathBuf::from(env!("CARGO_TARGET_TMPDIR"))
}

/// Runs a target in a child process and returns its statistics.
pub(crate) fn run(name: &str, limit: Limit, seed: u64) -> Result<String, Finding> {
    let state = folder().join(format!("{name}.current"));
    let failed = |why: String| Finding {
        input: CurrentInput::read(&state).map(|(_, input)| input).unwrap_or_default(),
        why,
    };
    let (kind, most) = match limit {
        Limit::Iterations(most) => ("--iterations", most),
        Limit::Time(most) => ("--seconds", most.as_secs()),
    };
    // Remove any file from an earlier run.
    let _missing = std::fs::remove_file(&state);
    let mut process =
        Command::new(std::env::current_exe().map_err(|error| failed(error.to_string()))?)
            .args([
                "--child",
                name,
                kind,
                &most.to_string(),
                "--seed",
                &seed.to_string(),
                "--state",
            ])
            .arg(&state)
            .stdin(Stdio::null())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failed(format!("no child process: {error}")))?;
    let (output, errors) = (text_of(process.stdout.take()), text_of(process.stderr.take()));
    let output = watch(&mut process, &state, &output).map_err(&failed)?;
    let status = process.wait().map_err(|error| failed(error.to_string()))?;
    if let Some(line) = output.strip_prefix(DONE) {
        return Ok(line.trim_end().into());
    }
    if let Some(why) = output.strip_prefix(FOUND) {
        return Err(failed(why.trim().into()));
    }
    let errors = errors.recv().unwrap_or_default();
    Err(failed(format!("the process ended ({status}): {}", errors.trim())))
}

/// Sends the text from a pipe once the pipe ends.
fn text_of(pipe: Option<impl Read + Send + 'static>) -> Receiver<String> {
    let (sender, text) = channel();
    if let Some(mut pipe) = pipe {
        thread::spawn(move || {
            let mut bytes = Vec::new();
            // Output that precedes an error is still useful.
            let _cut_off = pipe.read_to_end(&mut bytes);
            let _nobody_waits = sender.send(String::from_utf8_lossy(&bytes).into_owned());
        });
    }
    text
}

/// Waits for a child's output.
///
/// # Errors
/// The reason why the child was killed, because it didn't finish an input.
fn watch(process: &mut Process, state: &Path, output: &Receiver<String>) -> Result<String, String> {
    let used = |process: &Process| cpu_time(process.id());
    let (mut number, mut since, mut used_before) = (None, Instant::now(), Duration::ZERO);
    loop {
        match output.recv_timeout(LOOK_INTERVAL) {
            Ok(text) => return Ok(text),
            Err(RecvTimeoutError::Disconnected) => return Ok(String::new()),
            Err(RecvTimeoutError::Timeout) => {}
        }
        let newest = CurrentInput::read(state).map(|(number, _)| number);
        if newest != number {
            (number, since, used_before) = (newest, Instant::now(), used(process));
        }
        let cpu = used(process).saturating_sub(used_before);
        let why = if number.is_some_and(|number| number > 0) && cpu > HANG_CPU_TIME {
            format!("no answer after {cpu:.1?} of processor time")
        } else if since.elapsed() > HANG_WALL_TIME {
            format!("no answer after {:.0?}", since.elapsed())
        } else {
            continue;
        };
        process.kill().map_err(|error| format!("{why}, and it can't be ended: {error}"))?;
        process.wait().map_err(|error| format!("{why}, and it doesn't end: {error}"))?;
        return Err(why);
    }
}
