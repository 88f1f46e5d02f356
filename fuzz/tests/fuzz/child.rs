//! Runs one target in a child process. A crash or a hang ends only this process.
//!
//! The child writes each input to a file before trying it, so the parent can see which input killed the child.

use std::fs::File;
use std::io;
use std::os::unix::fs::FileExt;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use peak_alloc::PeakAlloc;
use proptest::strategy::{Strategy, ValueTree};
use proptest::test_runner::{Config, RngAlgorithm, TestRng, TestRunner};

use crate::corpus;
use crate::mutation::{Pool, recipes};
use crate::target::{Answer, Check, Target, Verdict};

#[global_allocator]
static MEMORY: PeakAlloc = PeakAlloc;

/// The maximum total CPU time per input over all threads, even in an unoptimized build.
pub(crate) const CPU_TIME_MAX: Duration = Duration::from_secs(1);

/// The maximum wall-clock time per input. The limit leaves readers time to wait for something.
const WALL_TIME_MAX: Duration = Duration::from_secs(20);

/// The maximum number of seeds per target, including seeds found during the run.
const SEEDS_MAX: usize = 512;

/// Time limit for minimizing a failing input.
const SHRINK_TIME: Duration = Duration::from_secs(20);

/// The messages from all panics since the last input, in any thread.
static PANICS: Mutex<Vec<String>> = Mutex::new(Vec::new());

/// A run's limit.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Limit {
    Iterations(u64),
    Time(Duration),
}

/// An input that violates a property.
#[derive(Debug)]
pub(crate) struct Finding {
    pub(crate) input: Vec<u8>,
    pub(crate) why: String,
}

/// A run's statistics.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Tally {
    pub(crate) executions: u64,
    pub(crate) accepted: u64,
    pub(crate) kinds: usize,
    pub(crate) elapsed: Duration,
}

/// The target and its run's state.
pub(crate) struct Child {
    check: Check,
    memory_bytes_max: usize,
    current: CurrentInput,
    tally: Tally,
    kinds: std::collections::BTreeSet<Answer>,
}

/// The file with the current input: the number of earlier inputs, the input's length, and its bytes.
pub(crate) struct CurrentInput(File);

impl CurrentInput {
    pub(crate) fn create(path: &Path) -> io::Result<Self> {
        let current = Self(File::create(path)?);
        current.write(0, &[])?;
        Ok(current)
    }

    pub(crate) fn write(&self, number: u64, input: &[u8]) -> io::Result<()> {
        let mut bytes = number.to_le_bytes().to_vec();
        bytes.extend_from_slice(&(input.len() as u64).to_le_bytes());
        bytes.extend_from_slice(input);
        self.0.write_all_at(&bytes, 0)
    }

    /// The input in this file, with its number.
    pub(crate) fn read(path: &Path) -> Option<(u64, Vec<u8>)> {
        let bytes = std::fs::read(path).ok()?;
        let (number, rest) = bytes.split_first_chunk::<8>()?;
        let (length, rest) = rest.split_first_chunk::<8>()?;
        let length = usize::try_from(u64::from_le_bytes(*length)).ok()?;
        Some((u64::from_le_bytes(*number), rest.get(..length)?.to_vec()))
    }
}

impl Child {
    pub(crate) fn new(target: &Target, current: CurrentInput) -> Self {
        std::panic::set_hook(Box::new(|panic| {
            let thread = std::thread::current();
            let name = thread.name().unwrap_or("without a name").to_owned();
            let text = format!("thread {name} panicked: {panic}");
            PANICS.lock().unwrap_or_else(PoisonError::into_inner).push(text);
        }));
        Self {
            check: (target.prepare)(),
            memory_bytes_max: target.memory_bytes_max,
            current,
            tally: Tally::default(),
            kinds: std::collections::BTreeSet::new(),
        }
    }

    /// Tries all seeds, followed by mutated inputs up to the limit.
    ///
    /// # Errors
    /// The first input that violates a property, minimized.
    pub(crate) fn run(
        &mut self,
        target: &Target,
        limit: Limit,
        seed: u64,
    ) -> Result<Tally, Finding> {
        let started = Instant::now();
        let mut pool = Pool::default();
        for (name, input) in corpus::seeds(target.name) {
            let answer = self.judge(&input).map_err(|why| self.smallest(input.clone(), why))?;
            if !answer.is_accepted && name.starts_with(corpus::VALID) {
                let why = format!("the seed {name} is refused: {}", answer.kind);
                return Err(Finding { input, why });
            }
            pool.add(input, answer.is_accepted);
            self.kinds.insert(answer);
        }
        if pool.len() == 0 {
            let why = format!("no seeds in corpus/{}", target.name);
            return Err(Finding { input: Vec::new(), why });
        }
        let mut runner = runner(seed);
        let recipes = recipes();
        while self.is_before(limit, started) {
            let Ok(mut tree) = recipes.new_tree(&mut runner) else { continue };
            let input = pool.cook(&tree.current());
            match self.judge(&input) {
                Ok(answer) => {
                    let is_accepted = answer.is_accepted;
                    if self.kinds.insert(answer) && pool.len() < SEEDS_MAX {
                        pool.add(input, is_accepted);
                    }
                }
                Err(why) => {
                    let (input, why) = self.simplest(&pool, &mut tree, input, why);
                    return Err(self.smallest(input, why));
                }
            }
        }
        self.tally.kinds = self.kinds.len();
        self.tally.elapsed = started.elapsed();
        Ok(self.tally)
    }

    fn is_before(&self, limit: Limit, started: Instant) -> bool {
        match limit {
            Limit::Iterations(most) => self.tally.executions < most,
            Limit::Time(most) => started.elapsed() < most,
        }
    }

    /// Checks an input with time and memory limits.
    pub(crate) fn judge(&mut self, input: &[u8]) -> Verdict {
        let answer = self.measured(input)?;
        self.tally.accepted += u64::from(answer.is_accepted);
        Ok(answer)
    }

    fn measured(&mut self, input: &[u8]) -> Verdict {
        let before = MEMORY.current_usage();
        MEMORY.reset_peak_usage();
        let started = Instant::now();
        let verdict = self.caught(input);
        let elapsed = started.elapsed();
        let allocated = MEMORY.peak_usage().saturating_sub(before);
        let answer = verdict?;
        if allocated > self.memory_bytes_max {
            return Err(format!("{} MiB were allocated", allocated >> 20));
        }
        if elapsed > WALL_TIME_MAX {
            return Err(format!("the answer took {elapsed:.0?}"));
        }
        // A busy machine slows everything down, so CPU time counts. Reading the CPU time takes longer than most inputs.
        if elapsed > CPU_TIME_MAX {
            let before = cpu_time(std::process::id());
            self.caught(input)?;
            let used = cpu_time(std::process::id()).saturating_sub(before);
            if used > CPU_TIME_MAX {
                return Err(format!("{used:.1?} of processor time were used"));
            }
        }
        Ok(answer)
    }

    /// Checks an input. A panic in any thread is a failure.
    fn caught(&mut self, input: &[u8]) -> Verdict {
        self.tally.executions += 1;
        // Without the file, a crash is still reported, but without its input.
        let _unwritten = self.current.write(self.tally.executions, input);
        let verdict = catch_unwind(AssertUnwindSafe(|| (self.check)(input)));
        let panics = std::mem::take(&mut *PANICS.lock().unwrap_or_else(PoisonError::into_inner));
        match (verdict, panics.first()) {
            (_, Some(panic)) => Err(panic.clone()),
            (Ok(verdict), None) => verdict,
            (Err(_payload), None) => Err("a panic without a message".into()),
        }
    }

    /// Reduces the failing input to as few edits as possible.
    fn simplest(
        &mut self,
        pool: &Pool,
        tree: &mut impl ValueTree<Value = crate::mutation::Recipe>,
        mut input: Vec<u8>,
        mut why: String,
    ) -> (Vec<u8>, String) {
        let end = Instant::now() + SHRINK_TIME / 2;
        while Instant::now() < end && tree.simplify() {
            loop {
                let candidate = pool.cook(&tree.current());
                if let Err(reason) = self.judge(&candidate) {
                    (input, why) = (candidate, reason);
                    break;
                }
                if Instant::now() > end || !tree.complicate() {
                    return (input, why);
                }
            }
        }
        (input, why)
    }

    /// Reduces the failing input to as few bytes as possible. First tries removing ranges of half the length, and
    /// finally single bytes.
    fn smallest(&mut self, mut input: Vec<u8>, mut why: String) -> Finding {
        let end = Instant::now() + SHRINK_TIME / 2;
        let mut size = input.len() / 2;
        while size > 0 && Instant::now() < end {
            let mut at = 0;
            while at < input.len() && Instant::now() < end {
                let mut candidate = input.clone();
                candidate.drain(at..(at + size).min(input.len()));
                match self.judge(&candidate) {
                    Err(reason) => (input, why) = (candidate, reason),
                    Ok(_) => at += size,
                }
            }
            size /= 2;
        }
        Finding { input, why }
    }
}

fn runner(seed: u64) -> TestRunner {
    let mut bytes = [0; 32];
    bytes[..8].copy_from_slice(&seed.to_le_bytes());
    let rng = TestRng::from_seed(RngAlgorithm::ChaCha, &bytes);
    TestRunner::new_with_rng(Config::default(), rng)
}

/// A process's CPU time in steps of 10 ms; zero if the process has ended.
pub(crate) fn cpu_time(process: u32) -> Duration {
    let status = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap_or_default();
    let fields = status.rsplit_once(')').map_or("", |(_, fields)| fields);
    // The 14th and 15th fields in proc(5). The first two fields precede the closing parenthesis.
    let ticks: u64 = fields
        .split_whitespace()
        .skip(11)
        .take(2)
        .filter_map(|ticks| ticks.parse::<u64>().ok())
        .sum();
    Duration::from_millis(10 * ticks)
}
