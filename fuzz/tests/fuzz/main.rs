//! Fuzzes every reader and protocol with mutated inputs.
//!
//! A target reads one input and checks the reader's guarantees: no panic in any thread, and bounded time and memory. If
//! there is also a writer, the input must survive a round trip. The seeds in `corpus/TARGET` are valid inputs and
//! former failures. Inputs are seeds with edited bytes, words and lines ([`mutation`]). An input that leads to a new
//! kind of answer also becomes a seed.
//!
//! proptest generates the edits and removes edits that a failure doesn't need. Other tests need proptest anyway, and it
//! runs on stable Rust. bolero would add about thirty crates, and its coverage guidance needs an instrumented build of
//! everything. New kinds of answers are a cheap substitute for coverage.
//!
//! ```sh
//! cargo test -p fuzz                       # a fixed number of inputs for each target
//! cargo test -p fuzz -- pdn --seconds 60
//! cargo test -p fuzz -- pdn --file input
//! ```
//!
//! As in other test programs, an argument selects the targets with names that contain it. With `RIVAL_DEEP=1`, each
//! target runs for a minute.

#![forbid(unsafe_code)]
#![expect(clippy::print_stdout, reason = "a program whose output is its result")]

mod child;
mod corpus;
mod mutation;
mod parent;
mod planted;
mod target;
mod targets;

use std::env;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Duration;

use crate::child::{Child, CurrentInput, Finding, Limit, Tally};
use crate::target::Target;
use crate::targets::TARGETS;

/// The time per target in deep tests.
const DEEP: Duration = Duration::from_mins(1);

/// The command-line arguments.
#[derive(Default)]
struct Arguments {
    /// Target names; empty for all targets.
    names: Vec<String>,
    limit: Option<Limit>,
    seed: Option<u64>,
    /// Single inputs to try.
    files: Vec<PathBuf>,
    /// The file for the current input if this process is a child.
    state: Option<PathBuf>,
}

fn main() -> ExitCode {
    // The plugin sandbox starts this program again to test its restrictions.
    if let Some(code) = plugin_host::child_main(None) {
        return code;
    }
    let arguments = match parse(env::args().skip(1)) {
        Ok(arguments) => arguments,
        Err(why) => {
            println!("fuzz: {why}");
            return ExitCode::from(2);
        }
    };
    let is_good = match &arguments.state {
        Some(state) => run_child(&arguments, state),
        None if arguments.files.is_empty() => run_parent(&arguments),
        None => try_files(&arguments),
    };
    if is_good { ExitCode::SUCCESS } else { ExitCode::FAILURE }
}

fn parse(mut words: impl Iterator<Item = String>) -> Result<Arguments, String> {
    let mut arguments = Arguments::default();
    while let Some(word) = words.next() {
        let mut value = || words.next().ok_or_else(|| format!("{word} needs a value"));
        let number = |text: String| {
            text.parse::<u64>().map_err(|error| format!("{word} can't be \"{text}\": {error}"))
        };
        match word.as_str() {
            "--child" => arguments.names.push(value()?),
            "--iterations" => arguments.limit = Some(Limit::Iterations(number(value()?)?)),
            "--seconds" => {
                arguments.limit = Some(Limit::Time(Duration::from_secs(number(value()?)?)));
            }
            "--seed" => arguments.seed = Some(number(value()?)?),
            "--file" => arguments.files.push(value()?.into()),
            "--state" => arguments.state = Some(value()?.into()),
            // Options of the standard test harness that have no effect here.
            "--nocapture" | "--quiet" | "-q" => {}
            name if name.starts_with('-') => return Err(format!("unknown option {name}")),
            _ => arguments.names.push(word),
        }
    }
    Ok(arguments)
}

/// The targets selected by the arguments. An exact name selects one target. Any other word selects all targets whose
/// names contain it. Without arguments, selects all targets except the planted ones.
fn named(arguments: &Arguments) -> Vec<&'static Target> {
    let words = &arguments.names;
    if words.is_empty() {
        return TARGETS.iter().collect();
    }
    let all = || TARGETS.iter().chain(planted::TARGETS);
    let means = |word: &str, target: &Target| {
        let is_whole = all().any(|known| known.name == word);
        target.name == word || (!is_whole && target.name.contains(word))
    };
    all().filter(|target| words.iter().any(|word| means(word, target))).collect()
}

fn run_parent(arguments: &Arguments) -> bool {
    let is_deep = env::var_os("RIVAL_DEEP").is_some_and(|value| value == "1");
    let limit = arguments.limit.or(is_deep.then_some(Limit::Time(DEEP)));
    // Short runs are repeatable. A deep run uses a new seed each time and prints it.
    let seed = arguments.seed.unwrap_or_else(|| if is_deep { app_context::any_seed() } else { 0 });
    println!("seed {seed}");
    if arguments.names.is_empty()
        && let Err(why) = planted::check()
    {
        println!("the fuzzer misses a planted fault: {why}");
        return false;
    }
    parent::run_all(&named(arguments), limit, seed)
}

/// Runs the target for the parent. Prints the result to standard output.
fn run_child(arguments: &Arguments, state: &Path) -> bool {
    let [target] = named(arguments)[..] else { return false };
    let current = match CurrentInput::create(state) {
        Ok(current) => current,
        Err(error) => {
            println!("{} {} can't be written: {error}", parent::FOUND, state.display());
            return false;
        }
    };
    let limit = arguments.limit.unwrap_or(Limit::Iterations(target.iterations));
    match Child::new(target, current).run(target, limit, arguments.seed.unwrap_or_default()) {
        Ok(tally) => {
            println!("{} {}", parent::DONE, described(&tally));
            true
        }
        Err(Finding { input, why }) => {
            // The input tried last is not the one to report.
            let reported = CurrentInput::create(state).and_then(|file| file.write(1, &input));
            println!("{} {why}", parent::FOUND);
            reported.is_ok()
        }
    }
}

#[expect(clippy::cast_precision_loss, reason = "numbers for people")]
fn described(tally: &Tally) -> String {
    let Tally { executions, accepted, kinds, elapsed } = *tally;
    let per_second = executions as f64 / elapsed.as_secs_f64().max(1e-6);
    let share = 100.0 * accepted as f64 / executions.max(1) as f64;
    format!("{executions:>11}{per_second:>10.0}{share:>8.0} %{kinds:>8}")
}

/// Tries single inputs in this process, for a debugger or to see a panic message.
fn try_files(arguments: &Arguments) -> bool {
    let [target] = named(arguments)[..] else {
        println!("fuzz: --file needs one target");
        return false;
    };
    let state = env::temp_dir().join(format!("rival-fuzz-{}", std::process::id()));
    let Ok(current) = CurrentInput::create(&state) else { return false };
    let mut child = Child::new(target, current);
    let mut is_good = true;
    for file in &arguments.files {
        let answer = match std::fs::read(file) {
            Ok(input) => child.judge(&input),
            Err(error) => Err(error.to_string()),
        };
        println!("{}: {answer:?}", file.display());
        is_good &= answer.is_ok();
    }
    let _left_over = std::fs::remove_file(&state);
    is_good
}
