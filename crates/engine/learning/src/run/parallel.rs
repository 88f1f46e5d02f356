//! Jobs on several threads. Each job's result depends only on its number.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::sync::mpsc::{self, RecvTimeoutError, Sender};
use std::thread;
use std::time::Duration;

/// The interval between queries of the host while no job reports.
const PATIENCE: Duration = Duration::from_millis(50);

/// The connection between a job and the thread that started it.
#[derive(Debug)]
pub(super) struct Line<'a, M> {
    is_stopped: &'a AtomicBool,
    messages: Sender<M>,
}

impl<M> Line<'_, M> {
    /// Returns `true` if the job must stop.
    pub(super) fn is_stopped(&self) -> bool {
        self.is_stopped.load(Relaxed)
    }

    /// Reports progress.
    pub(super) fn send(&self, message: M) {
        // The receiver lives longer than all jobs.
        let _received = self.messages.send(message);
    }
}

/// Runs the jobs 0 to `count` − 1 on up to `threads` threads, each with its own state from `new_state`. `listen`
/// receives the messages on the calling thread, and `None` if no message has arrived for a while. If `listen` returns
/// `true`, the jobs stop. Returns the results by job number; `None` if a job returned `None`, for example because it
/// was stopped.
pub(super) fn run<S, M: Send, R: Send>(
    threads: usize,
    count: usize,
    new_state: impl Fn() -> S + Sync,
    job: impl Fn(&mut S, usize, &Line<'_, M>) -> Option<R> + Sync,
    mut listen: impl FnMut(Option<M>) -> bool,
) -> Option<Vec<R>> {
    let (next, is_stopped) = (AtomicUsize::new(0), AtomicBool::new(false));
    let (messages, received) = mpsc::channel();
    let work = |line: Line<'_, M>| {
        let (mut state, mut results) = (new_state(), Vec::new());
        loop {
            let number = next.fetch_add(1, Relaxed);
            if number >= count || line.is_stopped() {
                return results;
            }
            results.push((number, job(&mut state, number, &line)));
        }
    };
    let mut results = thread::scope(|scope| {
        let workers: Vec<_> = (0..threads.clamp(1, count.max(1)))
            .map(|_| {
                let line = Line { is_stopped: &is_stopped, messages: messages.clone() };
                scope.spawn(|| work(line))
            })
            .collect();
        drop(messages);
        loop {
            let message = match received.recv_timeout(PATIENCE) {
                Ok(message) => Some(message),
                Err(RecvTimeoutError::Timeout) => None,
                Err(RecvTimeoutError::Disconnected) => break,
            };
            if !is_stopped.load(Relaxed) && listen(message) {
                is_stopped.store(true, Relaxed);
            }
        }
        let finished = workers.into_iter().map(thread::ScopedJoinHandle::join);
        // A job's panic propagates to this thread.
        let results = finished
            .map(|results| results.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        results.flatten().collect::<Vec<_>>()
    });
    results.sort_unstable_by_key(|(number, _)| *number);
    let results: Vec<R> = results.into_iter().map(|(_, result)| result).collect::<Option<_>>()?;
    (results.len() == count).then_some(results)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_in_order_on_any_number_of_threads() {
        for threads in [1, 2, 5, 100] {
            let mut heard = 0;
            let job = |state: &mut usize, number: usize, line: &Line<'_, usize>| {
                *state += 1;
                line.send(number);
                Some(number * 2)
            };
            let results = run(
                threads,
                20,
                || 0,
                job,
                |message| {
                    heard += usize::from(message.is_some());
                    false
                },
            );
            assert_eq!(results, Some((0..20).map(|number| number * 2).collect()));
            assert_eq!(heard, 20);
        }
        let nothing = run(2, 0, || (), |(), _, _: &Line<'_, ()>| Some(()), |_| false);
        assert_eq!(nothing, Some(Vec::new()));
    }

    #[test]
    fn stopped_jobs_have_no_results() {
        let job = |(): &mut (), number: usize, line: &Line<'_, usize>| {
            line.send(number);
            while !line.is_stopped() {
                thread::yield_now();
            }
            None::<()>
        };
        assert_eq!(run(2, 8, || (), job, |_| true), None);
    }
}
