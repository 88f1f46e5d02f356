//! Work in pieces, shared out among threads that end before the answer.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering::Relaxed};
use std::thread;

use tablebase::TableError;

/// What a thread does with a piece; it holds what the thread needs for itself.
pub(crate) type Work<'a> = Box<dyn FnMut(usize) -> Result<(), TableError> + 'a>;

/// Does the pieces `0..count` with `threads` threads, this one among them, each of which calls `new_work` once.
/// `is_wanted` is called now and then on this thread: if it says no, the threads end early.
///
/// # Errors
/// [`TableError::Stopped`] if it ended early, or the error of a piece.
pub(crate) fn share_out<'a>(
    threads: usize,
    count: usize,
    new_work: &(dyn Fn() -> Work<'a> + Sync),
    is_wanted: &mut dyn FnMut() -> bool,
) -> Result<(), TableError> {
    let (next, stops) = (AtomicUsize::new(0), AtomicBool::new(false));
    let take = || {
        let piece = next.fetch_add(1, Relaxed);
        (piece < count && !stops.load(Relaxed)).then_some(piece)
    };
    let work_off = |mut is_wanted: Option<&mut dyn FnMut() -> bool>| {
        let mut work = new_work();
        while let Some(piece) = take() {
            let goes_on = is_wanted.as_mut().is_none_or(|is_wanted| is_wanted());
            let done = if goes_on { work(piece) } else { Err(TableError::Stopped) };
            if done.is_err() {
                stops.store(true, Relaxed);
                return done;
            }
        }
        Ok(())
    };
    let helpers = threads.min(count).saturating_sub(1);
    thread::scope(|scope| {
        let helpers: Vec<_> = (0..helpers)
            .map_while(|index| {
                let name = format!("table-builder-{index}");
                // Where the system has no room for more threads, those that there are do the work.
                thread::Builder::new().name(name).spawn_scoped(scope, || work_off(None)).ok()
            })
            .collect();
        let own = work_off(Some(is_wanted));
        let others = helpers
            .into_iter()
            .map(|helper| helper.join().unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        // An error says more than that the others stopped for it.
        let all: Vec<Result<(), TableError>> = std::iter::once(own).chain(others).collect();
        all.into_iter().find(Result::is_err).unwrap_or(Ok(()))
    })
}

#[cfg(test)]
mod tests {
    use std::sync::atomic::AtomicU64;

    use super::*;

    #[test]
    fn each_piece_is_done_once() {
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
            assert!(done.is_ok());
            assert_eq!(sum.into_inner(), 5_050);
        }
    }

    #[test]
    fn an_error_or_a_wish_to_stop_ends_it() {
        let missing = || TableError::Missing { material: "x".into() };
        let fails = |piece| if piece == 3 { Err(missing()) } else { Ok(()) };
        let done = share_out(2, 100, &|| Box::new(fails), &mut || true);
        assert!(matches!(done, Err(TableError::Missing { .. })));
        let done = share_out(2, 100, &|| Box::new(|_| Ok(())), &mut || false);
        assert!(matches!(done, Err(TableError::Stopped)));
    }
}
