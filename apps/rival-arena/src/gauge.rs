//! Whether threads run when they should: how late they wake, and how long they wait for a core.

use std::collections::BTreeMap;
use std::fs;
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use arena::settings::Settings;
use games_package::TimeControl;

/// How long the gauge sleeps to see how late it wakes.
const NAP: Duration = Duration::from_millis(1);

/// How long it waits between two such naps: it must not be a load itself.
const PAUSE: Duration = Duration::from_millis(4);

/// So many naps at least say something.
const NAPS_MIN: usize = 20;

/// So many naps are kept, the newest ones.
const NAPS_MAX: usize = 10_000;

/// So much time of threads at least says something.
const TIME_MIN: Duration = Duration::from_millis(50);

/// One nap in so many may be later than what is called usual.
const ODD_ONE: usize = 100;

/// The share of the time for a move that the table advises players to leave for the way to it and back: who is woken
/// later than that loses by it.
const SPARE_SHARE: u32 = 20;

/// The moves of a game for which a clock without a period must do, for the time of one move.
const MOVES: u32 = 40;

/// The shortest time that any player has for a move, and how late a thread may wake there; none if nobody's time is
/// counted.
fn tightest(settings: &Settings) -> Option<(TimeControl, Duration)> {
    let own = settings.players.iter().map(|player| player.odds().time_control(settings.time));
    let timed = own.filter_map(|control| {
        let time = match control {
            TimeControl::Unlimited => return None,
            TimeControl::PerMove(time) => time,
            TimeControl::Increment { initial, increment } => initial / MOVES + increment,
            TimeControl::Period { moves, time } => time / moves.max(1),
        };
        Some((control, time / SPARE_SHARE + settings.margin))
    });
    timed.min_by_key(|(_, spare)| *spare)
}

/// How late threads wake, the newest naps.
#[derive(Debug, Default)]
struct Naps {
    lateness: Vec<Duration>,
    next: usize,
}

impl Naps {
    fn note(&mut self, lateness: Duration) {
        match self.lateness.get_mut(self.next) {
            Some(oldest) => *oldest = lateness,
            None => self.lateness.push(lateness),
        }
        self.next = (self.next + 1) % NAPS_MAX;
    }

    /// Ninety-nine of a hundred naps are no later than this; none if there were too few.
    fn usual(&self) -> Option<Duration> {
        if self.lateness.len() < NAPS_MIN {
            return None;
        }
        let mut sorted = self.lateness.clone();
        sorted.sort_unstable();
        sorted.get(sorted.len() - 1 - sorted.len() / ODD_ONE).copied()
    }
}

/// What a thread has had of the cores since it began.
#[derive(Clone, Copy, Debug, Default)]
struct Turns {
    ran: Duration,
    /// It could have run and had no core.
    waited: Duration,
}

/// What all threads have had of the cores since the gauge was started.
#[derive(Debug, Default)]
struct Cores {
    /// By the number of the thread, as it was seen last.
    threads: BTreeMap<u64, Turns>,
    sum: Turns,
}

impl Cores {
    /// Notes what the threads that there are have had until now.
    fn note(&mut self, now: BTreeMap<u64, Turns>) {
        for (thread, turns) in &now {
            let before = self.threads.get(thread).copied().unwrap_or_default();
            self.sum.ran += turns.ran.saturating_sub(before.ran);
            self.sum.waited += turns.waited.saturating_sub(before.waited);
        }
        self.threads = now;
    }

    /// The share of the time in which threads waited that could have run, from 0 to 1; none if there was too little.
    fn waiting_share(&self) -> Option<f64> {
        let wanted = self.sum.ran + self.sum.waited;
        (wanted >= TIME_MIN).then(|| self.sum.waited.as_secs_f64() / wanted.as_secs_f64())
    }
}

/// What the gauge has seen.
#[derive(Debug, Default)]
struct Seen {
    naps: Naps,
    cores: Cores,
}

impl Seen {
    /// What there is to say to who plays with this time control, in which a thread may wake so late.
    fn warning(&self, (control, spare): (TimeControl, Duration)) -> Option<String> {
        let late = self.naps.usual().filter(|usual| *usual > spare).map(|usual| {
            let worst = self.naps.lateness.iter().max().copied().unwrap_or_default();
            let (usual, worst) = (milliseconds(usual), milliseconds(worst));
            format!("1 thread in {ODD_ONE} wakes {usual} late or more, the latest {worst}")
        });
        let most = 1.0 / f64::from(SPARE_SHARE);
        let waiting = self.cores.waiting_share().filter(|share| *share > most);
        let waiting = waiting
            .map(|share| format!("threads wait for a core {:.0} % of their time", 100.0 * share));
        let why: Vec<String> = late.into_iter().chain(waiting).collect();
        (!why.is_empty()).then(|| {
            format!(
                "the machine is too busy for {control}: {}: play fewer games at a time (--concurrency), give more \
                 time, or grant a --margin",
                why.join(", and ")
            )
        })
    }
}

fn milliseconds(time: Duration) -> String {
    format!("{:.1} ms", 1000.0 * time.as_secs_f64())
}

/// Measures all the time whether threads run when they should, where time is counted.
#[derive(Debug)]
pub(crate) struct Gauge {
    seen: Arc<Mutex<Seen>>,
    tightest: Option<(TimeControl, Duration)>,
}

impl Gauge {
    /// Begins to measure, until the gauge is dropped.
    pub(crate) fn start(settings: &Settings) -> Self {
        let gauge = Self { seen: Arc::default(), tightest: tightest(settings) };
        if gauge.tightest.is_some() {
            let seen = Arc::downgrade(&gauge.seen);
            let watch = move || {
                while let Some(seen) = seen.upgrade() {
                    let (lateness, threads) = (nap(), threads());
                    let mut seen = seen.lock().unwrap_or_else(PoisonError::into_inner);
                    seen.naps.note(lateness);
                    seen.cores.note(threads);
                    drop(seen);
                    thread::sleep(PAUSE);
                }
            };
            // Without a thread nothing is measured, and nothing is said.
            let _watching = thread::Builder::new().name("gauge".into()).spawn(watch);
        }
        gauge
    }

    /// What there is to say about the machine, if it is too busy.
    pub(crate) fn warning(&self) -> Option<String> {
        self.seen.lock().unwrap_or_else(PoisonError::into_inner).warning(self.tightest?)
    }
}

/// Sleeps for a moment. How much longer it took.
fn nap() -> Duration {
    let begin = Instant::now();
    thread::sleep(NAP);
    begin.elapsed().saturating_sub(NAP)
}

/// What the threads of this process have had of the cores, where the system tells: Linux, in `schedstat` (`proc(5)`).
fn threads() -> BTreeMap<u64, Turns> {
    let Ok(tasks) = fs::read_dir("/proc/self/task") else { return BTreeMap::new() };
    let turns = tasks.filter_map(|task| {
        let task = task.ok()?;
        let number = task.file_name().to_str()?.parse().ok()?;
        Some((number, turns_in(&fs::read_to_string(task.path().join("schedstat")).ok()?)?))
    });
    turns.collect()
}

/// Nanoseconds on a core, nanoseconds of waiting for one.
fn turns_in(schedstat: &str) -> Option<Turns> {
    let mut numbers = schedstat.split_ascii_whitespace().map(|number| number.parse().ok());
    let (ran, waited) = (numbers.next()??, numbers.next()??);
    Some(Turns { ran: Duration::from_nanos(ran), waited: Duration::from_nanos(waited) })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What is said, before the advice, with this time control.
    fn said(control: &str, seen: &Seen) -> Option<String> {
        let mut settings = Settings::new("any", ["a".to_owned(), "b".to_owned()]);
        settings.time = control.parse().unwrap();
        let said = seen.warning(tightest(&settings)?)?;
        said.split(": play").next().map(String::from)
    }

    /// What is said where each nap is so many microseconds late.
    fn check(control: &str, lateness: &[u64], expected: Option<&str>) {
        let mut seen = Seen::default();
        for &late in lateness {
            seen.naps.note(Duration::from_micros(late));
        }
        assert_eq!(said(control, &seen).as_deref(), expected, "{control}");
    }

    #[test]
    fn a_busy_machine_is_told_of_with_numbers() {
        let busy: Vec<u64> = (0..100).map(|nap| if nap < 90 { 60 } else { 3200 }).collect();
        let late = "1 thread in 100 wakes 3.2 ms late or more, the latest 3.2 ms";
        check("10ms", &busy, Some(&format!("the machine is too busy for 10ms: {late}")));
        check("1s", &busy, None);
        check("none", &busy, None);
        check("1s+1ms", &busy, Some(&format!("the machine is too busy for 1s+1ms: {late}")));
        check("1m+1s", &busy, None);
        check("40/1m", &busy, None);
    }

    #[test]
    fn a_few_late_naps_and_too_few_naps_say_nothing() {
        let calm: Vec<u64> = (0..100).map(|nap| if nap < 99 { 60 } else { 9000 }).collect();
        check("10ms", &calm, None);
        check("10ms", &[9000; NAPS_MIN - 1], None);
    }

    #[test]
    fn only_the_newest_naps_are_kept() {
        let mut naps = vec![9000; NAPS_MAX];
        naps.extend(vec![60; NAPS_MAX]);
        check("10ms", &naps, None);
    }

    #[test]
    fn threads_that_wait_for_cores_are_told_of() {
        let turns = |ran, waited| {
            let time = Duration::from_millis;
            Turns { ran: time(ran), waited: time(waited) }
        };
        let mut seen = Seen::default();
        seen.cores.note([(1, turns(10, 10))].into());
        assert_eq!(said("1m", &seen), None, "too little time to say anything");
        seen.cores.note([(1, turns(60, 30)), (2, turns(10, 0))].into());
        seen.cores.note([(2, turns(50, 10))].into());
        let expected = "the machine is too busy for 1m: threads wait for a core 27 % of their time";
        assert_eq!(said("1m", &seen).as_deref(), Some(expected));
        seen.cores.note([(2, turns(2000, 10))].into());
        assert_eq!(said("1m", &seen), None, "it was busy for a moment");
    }

    #[test]
    fn the_systems_numbers_are_read() {
        let turns = turns_in("1500000 2500000 7\n").unwrap();
        assert_eq!((turns.ran.as_micros(), turns.waited.as_micros()), (1500, 2500));
        assert!(turns_in("1500000").is_none() && turns_in("a b").is_none());
    }
}
