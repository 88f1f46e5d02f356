//! Monitors the machine's load: thread wakeup delays, and the time that threads wait for a core.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use crate::settings::Settings;
use games_package::TimeControl;

/// The monitor sleeps for this time, then measures its wakeup delay.
const SLEEP: Duration = Duration::from_millis(1);

/// Pause between two measurements. The pause keeps the monitor itself from causing load.
const PAUSE: Duration = Duration::from_millis(4);

/// Minimum number of delays needed for a judgment.
const DELAYS_MIN: usize = 20;

/// Maximum number of delays to store. Older delays are dropped.
const DELAYS_MAX: usize = 10_000;

/// Minimum thread time needed for a judgment.
const TIME_MIN: Duration = Duration::from_millis(50);

/// The largest 1/N of the delays are outliers.
const OUTLIER: usize = 100;

/// The table advises its players to leave 1/N of the time per move for latency. A thread that wakes up later than that
/// can lose on time.
const SPARE_SHARE: u32 = 20;

/// The assumed number of moves in a game with a clock but without a period, for computing the time per move.
const MOVES: u32 = 40;

/// The time control with the least time per move, and its tolerance for wakeup delays. `None` without clocks.
fn tightest(settings: &Settings) -> Option<(TimeControl, Duration)> {
    let own = settings.players.iter().map(|player| player.odds().time_control(settings.time));
    let timed = own.filter_map(|control| {
        let time = match control {
            TimeControl::Unlimited => return None,
            TimeControl::PerMove(time) => time,
            TimeControl::Increment { initial, increment } => initial / MOVES + increment,
            TimeControl::Period { moves, time, increment } => time / moves.max(1) + increment,
        };
        Some((control, time / SPARE_SHARE + settings.margin))
    });
    timed.min_by_key(|(_, spare)| *spare)
}

/// The newest wakeup delays of threads.
#[derive(Debug, Default)]
struct WakeupDelays {
    delays: Vec<Duration>,
    next: usize,
}

impl WakeupDelays {
    fn note(&mut self, delay: Duration) {
        match self.delays.get_mut(self.next) {
            Some(oldest) => *oldest = delay,
            None => self.delays.push(delay),
        }
        self.next = (self.next + 1) % DELAYS_MAX;
    }

    /// The 99th percentile of the delays; `None` with too few delays.
    fn usual(&self) -> Option<Duration> {
        if self.delays.len() < DELAYS_MIN {
            return None;
        }
        let mut sorted = self.delays.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() - 1 - sorted.len() / OUTLIER).copied()
    }
}

/// A thread's CPU time since its start.
#[derive(Clone, Copy, Debug, Default)]
struct CpuTime {
    ran: Duration,
    /// Time during which the thread was ready but had no core.
    waited: Duration,
}

/// All threads' CPU time since the monitor started.
#[derive(Debug, Default)]
struct CpuUse {
    /// The last measurement for each thread, by thread ID.
    threads: BTreeMap<u64, CpuTime>,
    sum: CpuTime,
}

impl CpuUse {
    /// Records the CPU times of the current threads.
    fn note(&mut self, now: BTreeMap<u64, CpuTime>) {
        for (thread, times) in &now {
            let before = self.threads.get(thread).copied().unwrap_or_default();
            self.sum.ran += times.ran.saturating_sub(before.ran);
            self.sum.waited += times.waited.saturating_sub(before.waited);
        }
        self.threads = now;
    }

    /// The share of time that ready threads spent waiting for a core, from 0 to 1; `None` if they ran too briefly.
    fn waiting_share(&self) -> Option<f64> {
        let wanted = self.sum.ran + self.sum.waited;
        (wanted >= TIME_MIN).then(|| self.sum.waited.as_secs_f64() / wanted.as_secs_f64())
    }
}

/// The monitor's measurements.
#[derive(Debug, Default)]
struct Measurements {
    delays: WakeupDelays,
    cores: CpuUse,
}

impl Measurements {
    /// A warning about this time control if threads wake up too late for it.
    fn warning(&self, (control, spare): (TimeControl, Duration)) -> Option<String> {
        let late = self.delays.usual().filter(|usual| *usual > spare).map(|usual| {
            let worst = self.delays.delays.iter().max().copied().unwrap_or_default();
            let (usual, worst) = (milliseconds(usual), milliseconds(worst));
            format!("1 in {OUTLIER} wakeups is at least {usual} late, at worst {worst}")
        });
        let most = 1.0 / f64::from(SPARE_SHARE);
        let waiting = self.cores.waiting_share().filter(|share| *share > most);
        let waiting = waiting
            .map(|share| format!("threads wait for a core {:.0} % of their time", 100.0 * share));
        let why: Vec<String> = late.into_iter().chain(waiting).collect();
        (!why.is_empty()).then(|| {
            format!(
                "the machine is too busy for {control}: {}; lower --concurrency, increase the time or add a --margin",
                why.join(", and ")
            )
        })
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", 1000.0 * time.as_secs_f64())
}

/// If the run has clocks, continuously measures whether threads run on time.
#[derive(Debug)]
pub struct LoadMonitor {
    measured: Arc<Mutex<Measurements>>,
    tightest: Option<(TimeControl, Duration)>,
}

impl LoadMonitor {
    /// Measures until the monitor is dropped.
    pub fn start(settings: &Settings) -> Self {
        let monitor = Self { measured: Arc::default(), tightest: tightest(settings) };
        if monitor.tightest.is_some() {
            let measured = Arc::downgrade(&monitor.measured);
            let watch = move || {
                while let Some(measured) = measured.upgrade() {
                    let (delay, threads) = (wakeup_delay(), threads());
                    let mut measured = measured.lock().unwrap_or_else(PoisonError::into_inner);
                    measured.delays.note(delay);
                    measured.cores.note(threads);
                    drop(measured);
                    thread::sleep(PAUSE);
                }
            };
            // Without a thread, there are no measurements and no warnings.
            let _watching = thread::Builder::new().name("monitor".into()).spawn(watch);
        }
        monitor
    }

    /// A warning if the machine is too busy.
    pub fn warning(&self) -> Option<String> {
        self.measured.lock().unwrap_or_else(PoisonError::into_inner).warning(self.tightest?)
    }
}

/// Sleeps briefly. Returns the wakeup delay.
fn wakeup_delay() -> Duration {
    let begin = Instant::now();
    thread::sleep(SLEEP);
    begin.elapsed().saturating_sub(SLEEP)
}

/// The CPU time of each thread in this process, if the system reports it: on Linux, in `schedstat` (`proc(5)`).
fn threads() -> BTreeMap<u64, CpuTime> {
    let Ok(tasks) = fs::read_dir("/proc/self/task") else { return BTreeMap::new() };
    let times = tasks.filter_map(|task| {
        let task = task.ok()?;
        let number = task.file_name().to_str()?.parse().ok()?;
        Some((number, parse_schedstat(&fs::read_to_string(task.path().join("schedstat")).ok()?)?))
    });
    times.collect()
}

/// Parses the nanoseconds spent on a core and those spent waiting for a core.
fn parse_schedstat(schedstat: &str) -> Option<CpuTime> {
    let mut numbers = schedstat.split_ascii_whitespace().map(|number| number.parse().ok());
    let (ran, waited) = (numbers.next()??, numbers.next()??);
    Some(CpuTime { ran: Duration::from_nanos(ran), waited: Duration::from_nanos(waited) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The warning for this time control, without the advice.
    fn warning(control: &str, measured: &Measurements) -> Option<String> {
        let mut settings = Settings::new("any", ["a".to_owned(), "b".to_owned()]);
        settings.time = control.parse().unwrap();
        let said = measured.warning(tightest(&settings)?)?;
        said.split("; lower").next().map(String::from)
    }

    /// Checks the warning for delays in microseconds.
    fn check(control: &str, delays: &[u64], expected: Option<&str>) {
        let mut measured = Measurements::default();
        for &late in delays {
            measured.delays.note(Duration::from_micros(late));
        }
        assert_eq!(warning(control, &measured).as_deref(), expected, "{control}");
    }

    #[test]
    fn a_busy_machine_is_reported_with_numbers() {
        let busy: Vec<u64> = (0..100).map(|index| if index < 90 { 60 } else { 3200 }).collect();
        let late = "1 in 100 wakeups is at least 3.2 ms late, at worst 3.2 ms";
        check("10ms", &busy, Some(&format!("the machine is too busy for 10ms: {late}")));
        check("1s", &busy, None);
        check("none", &busy, None);
        check("1s+1ms", &busy, Some(&format!("the machine is too busy for 1s+1ms: {late}")));
        check("1m+1s", &busy, None);
        check("40/1m", &busy, None);
    }

    #[test]
    fn a_few_late_wakeups_and_too_few_wakeups_are_not_reported() {
        let calm: Vec<u64> = (0..100).map(|index| if index < 99 { 60 } else { 9000 }).collect();
        check("10ms", &calm, None);
        check("10ms", &[9000; DELAYS_MIN - 1], None);
    }

    #[test]
    fn only_the_newest_delays_count() {
        let mut delays = vec![9000; DELAYS_MAX];
        delays.extend(vec![60; DELAYS_MAX]);
        check("10ms", &delays, None);
    }

    #[test]
    fn threads_waiting_for_cores_are_reported() {
        let times = |ran, waited| {
            let time = Duration::from_millis;
            CpuTime { ran: time(ran), waited: time(waited) }
        };
        let mut measured = Measurements::default();
        measured.cores.note([(1, times(10, 10))].into());
        assert_eq!(warning("1m", &measured), None, "too little time to say anything");
        measured.cores.note([(1, times(60, 30)), (2, times(10, 0))].into());
        measured.cores.note([(2, times(50, 10))].into());
        let expected = "the machine is too busy for 1m: threads wait for a core 27 % of their time";
        assert_eq!(warning("1m", &measured).as_deref(), Some(expected));
        measured.cores.note([(2, times(2000, 10))].into());
        assert_eq!(warning("1m", &measured), None, "it was busy for a moment");
    }

    #[test]
    fn system_load_figures_are_parsed() {
        let times = parse_schedstat("1500000 2500000 7\n").unwrap();
        assert_eq!((times.ran.as_micros(), times.waited.as_micros()), (1500, 2500));
        assert!(parse_schedstat("1500000").is_none() && parse_schedstat("a b").is_none());
    }
}
