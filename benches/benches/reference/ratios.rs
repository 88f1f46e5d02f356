//! Measures tasks and computes speed ratios.

use std::fmt;
use std::hint::black_box;
use std::time::{Duration, Instant};

use criterion::Criterion;

/// All tasks' measurements.
#[derive(Debug, Default)]
pub(crate) struct Ratios {
    tasks: Vec<(String, Vec<Measured>)>,
}

/// One library's measurement for a task.
#[derive(Debug)]
struct Measured {
    name: String,
    /// The amount of work: positions, games, plies. The same position for all libraries, if possible.
    amount: u64,
    /// The samples' mean times.
    times: Vec<Duration>,
}

impl Measured {
    fn median(&self) -> Option<Duration> {
        let mut times = self.times.clone();
        times.sort();
        times.get(times.len() / 2).copied()
    }
}

/// A task for several libraries.
pub(crate) struct Task<'a> {
    criterion: &'a mut Criterion,
    name: String,
    measured: &'a mut Vec<Measured>,
}

impl Ratios {
    pub(crate) fn task<'a>(&'a mut self, criterion: &'a mut Criterion, name: &str) -> Task<'a> {
        self.tasks.push((name.into(), Vec::new()));
        let measured = &mut self.tasks.last_mut().expect("it was pushed").1;
        Task { criterion, name: name.into(), measured }
    }
}

impl Task<'_> {
    /// Measures `run`, which returns its amount of work.
    pub(crate) fn measure(&mut self, name: &str, run: impl Fn() -> u64) {
        let mut measured = Measured { name: name.into(), amount: 0, times: Vec::new() };
        let mut group = self.criterion.benchmark_group(&self.name);
        group.bench_function(name, |bencher| {
            bencher.iter_custom(|runs| {
                let begun = Instant::now();
                for _ in 0..runs {
                    measured.amount = black_box(run());
                }
                let time = begun.elapsed();
                let mean = u32::try_from(runs).ok().and_then(|runs| time.checked_div(runs));
                measured.times.extend(mean);
                time
            });
        });
        group.finish();
        self.measured.push(measured);
    }
}

/// One line per task and library: the time, the amount per second, and the time per unit relative to the first library.
impl fmt::Display for Ratios {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (name, all) in &self.tasks {
            writeln!(f, "{name}")?;
            let rate = |measured: &Measured| {
                #[expect(clippy::cast_precision_loss, reason = "for people to read")]
                measured.median().map(|time| measured.amount as f64 / time.as_secs_f64())
            };
            let first = all.first().and_then(rate);
            for measured in all {
                let (Some(time), Some(rate), Some(first)) =
                    (measured.median(), rate(measured), first)
                else {
                    continue;
                };
                let millions = rate / 1e6;
                let Measured { name, amount, .. } = measured;
                writeln!(
                    f,
                    "  {name:<18} {time:>12.3?} {amount:>10} {millions:>10.2} M/s  per unit {:.2}",
                    first / rate
                )?;
            }
        }
        Ok(())
    }
}
