//! Measures the minimum CPU time over several runs.

use std::time::{Duration, Instant};

/// The number of runs per task.
const RUNS: u32 = 5;

/// Runs a task that returns a count, checks the count, and prints the minimum time. `prepare` creates a run's input and
/// is not measured.
///
/// # Panics
/// If a run returns a different count.
pub(crate) fn measure<T>(
    name: &str,
    expected: u64,
    prepare: impl Fn() -> T,
    task: impl Fn(T) -> u64,
) {
    let mut least = Duration::MAX;
    for _ in 0..RUNS {
        let input = prepare();
        let before = processor_time();
        let began = Instant::now();
        let count = task(input);
        let elapsed = began.elapsed();
        assert_eq!(count, expected, "{name}");
        let time = match (before, processor_time()) {
            (Some(before), Some(after)) => after.saturating_sub(before),
            _ => elapsed,
        };
        least = least.min(time);
    }
    let ms = least.as_secs_f64() * 1e3;
    #[expect(clippy::cast_precision_loss, reason = "it is shown with two digits")]
    let per_second = expected as f64 / least.as_secs_f64().max(1e-9) / 1e6;
    println!("{name:<104} {expected:>11} {ms:>8.1} {per_second:>8.2}");
}

/// This thread's CPU time, if the system reports it in nanoseconds.
fn processor_time() -> Option<Duration> {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").ok()?;
    let nanoseconds = text.split_whitespace().next()?.parse().ok()?;
    Some(Duration::from_nanos(nanoseconds))
}
