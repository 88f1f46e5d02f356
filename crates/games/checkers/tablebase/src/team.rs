//! Divides work among scoped threads.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use tablebase::TableError;

/// A thread's work on a piece, including the thread's private state.
pub(crate) type Work<'a> = Box<dyn FnMut(usize) -> Result<(), TableError> + 'a>;

/// Processes the pieces `0..count` with `threads` threads, including this one; each thread calls `new_work` once.
/// `is_wanted` is called occasionally on this thread, after a piece. If the closure returns `false`, the threads end
/// early. Returns the number of leading pieces that are finished.
///
/// # Errors
/// The error from processing a piece.
pub(crate) fn share_out<'a>(
    threads: usize,
    count: usize,
    new_work: &(dyn Fn() -> Work<'a> + Sync),
    is_wanted: &mut dyn FnMut() -> bool,
) -> Result<usize, TableError> {
    let (next, stops) = (AtomicUsize::new(0), AtomicBool::new(false));
    // A claimed piece is always finished, so there is no gap before the last finished piece.
    let take = || {
        let piece = if stops.load(Relaxed) { count } else { next.fetch_add(1, Relaxed) };
        (piece < count).then_some(piece)
    };
    let work_off = |mut is_wanted: Option<&mut dyn FnMut() -> bool>| {
        let mut work = new_work();
        while let Some(piece) = take() {
            let done = work(piece);
            if done.is_err() || is_wanted.as_mut().is_some_and(|is_wanted| !is_wanted()) {
                stops.store(true, Relaxed);
                return done;
            }
        }
        Ok(())
    };
    let helpers = threads.min(count).saturating_sub(1);
    let all_done: Result<(), TableError> = thread::scope(|scope| {
        let helpers: Vec<_> = (0..helpers)
            .map_while(|index| {
                let name = format!("table-builder-{index}");
                // If the system can't start more threads, the existing threads do the work.
                thread::Builder::new().name(name).spawn_scoped(scope, || work_off(None)).ok()
            })
            .collect();
        let own = work_off(Some(is_wanted));
        let others = helpers
            .into_iter()
            .map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        let all: Vec<Result<(), TableError>> = std::iter::once(own).chain(others).collect();
        all.into_iter().collect()
    });
    all_done.map(|()| next.load(Relaxed).min(count))
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn each_work_item_is_done_once() {
        for threads in [1, 2, 5] {
            let sum = AtomicU64::new(0);
            let done = share_out(
                threads,
                100,
                &|| {
                    Box::new(|piece| {
                        sum.fetch_add(1 + piece as u64, Relaxed);
                        Ok(())
                    })
                },
                &mut || true,
            );
            assert_eq!(done.unwrap(), 100);
            assert_eq!(sum.into_inner(), 5_050);
        }
    }

    #[test]
    fn an_error_ends_the_work() {
        let missing = || TableError::Missing { material: "x".into() };
        let fails = |piece| if piece == 3 { Err(missing()) } else { Ok(()) };
        let done = share_out(2, 100, &|| Box::new(fails), &mut || true);
        assert!(matches!(done, Err(TableError::Missing { .. })));
    }

    #[test]
    fn the_first_work_items_are_done_if_the_work_ends_early() {
        for threads in [1, 3] {
            let done_of: Vec<AtomicBool> = (0..1_000).map(|_| AtomicBool::new(false)).collect();
            let mut left = 5;
            let done = share_out(
                threads,
                done_of.len(),
                &|| {
                    Box::new(|piece: usize| {
                        done_of[piece].store(true, Relaxed);
                        Ok(())
                    })
                },
                &mut || {
                    left -= 1;
                    left > 0
                },
            );
            let done = done.unwrap();
            assert!(threads > 1 || done == 5, "{done}");
            let expected = (0..done_of.len()).map(|piece| piece < done);
            assert!(done_of.into_iter().map(AtomicBool::into_inner).eq(expected), "{done}");
        }
    }
}
