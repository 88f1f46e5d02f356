//! The strong search.

mod exactness;

use std::ops::ControlFlow;

use board_engine::{Deterministic, PerfectInformation, ZeroSum};
use search::{Depth, Evaluator, Limits, Pvs, PvsOptions, Report, Task, Technique, Techniques};

/// One thread, a small table, and these techniques.
fn options(techniques: Techniques) -> PvsOptions {
    PvsOptions { hash_mebibytes: 1, threads: 1, lines: 1, techniques }
}

/// What a search with a fresh table reports.
fn report<G, E>(options: PvsOptions, task: &Task<'_, G, E>, limits: &Limits<'_>) -> Report<G::Move>
where
    G: ZeroSum + Deterministic + PerfectInformation,
    E: Evaluator<G> + ?Sized,
{
    Pvs::new(options).search(task, limits, &mut |_| ControlFlow::Continue(()))
}
