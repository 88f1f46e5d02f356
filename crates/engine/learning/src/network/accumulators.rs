//! The accumulators of each thread, updated by the difference between the inputs of positions.

use std::cell::RefCell;

use fearless_simd::prelude::*;
use fearless_simd::{dispatch, i16x32};

use super::Network;
use crate::fixed_point::UNIT_MAX;
use crate::weights::{ACCUMULATORS_STEP, OUTPUTS};

/// The number of views with accumulators: one for each seat.
const VIEWS: usize = 2;

/// The accumulators for the last position in one view.
#[derive(Debug)]
struct Accumulators {
    /// The network that the sums belong to; 0 if there is none.
    network: u32,
    /// The position's inputs, one bit each.
    inputs: Vec<u64>,
    sums: Vec<i16>,
}

impl Accumulators {
    const EMPTY: Self = Self { network: 0, inputs: Vec::new(), sums: Vec::new() };
}

/// The accumulators of a thread, and scratch lists.
#[derive(Debug)]
struct ThreadState {
    views: [Accumulators; VIEWS],
    now: Vec<u64>,
    added: Vec<u16>,
    removed: Vec<u16>,
    units: Vec<i16>,
}

thread_local! {
    static STATE: RefCell<ThreadState> = const {
        RefCell::new(ThreadState {
            views: [Accumulators::EMPTY; VIEWS],
            now: Vec::new(),
            added: Vec::new(),
            removed: Vec::new(),
            units: Vec::new(),
        })
    };
}

/// The network's outputs for these inputs.
pub(super) fn logits(network: &Network, inputs: &[u16], view: usize) -> [i32; OUTPUTS] {
    STATE.with_borrow_mut(|state| {
        let ThreadState { views, now, added, removed, units } = state;
        let accumulators = &mut views[view % VIEWS];
        if accumulators.network != network.number {
            accumulators.network = network.number;
            accumulators.inputs.clear();
            accumulators.inputs.resize(network.shape.inputs.div_ceil(64), 0);
            accumulators.sums.clear();
            accumulators.sums.extend_from_slice(network.biases());
        }
        list_changes(&accumulators.inputs, inputs, now, added, removed);
        if added.len() + removed.len() > inputs.len() {
            // The positions have little in common.
            accumulators.sums.copy_from_slice(network.biases());
            added.clear();
            removed.clear();
            for (index, &now) in now.iter().enumerate() {
                push_ones(added, index, now);
            }
        }
        std::mem::swap(&mut accumulators.inputs, now);
        units.resize(network.width(), 0);
        let sums = &mut accumulators.sums;
        dispatch!(network.level, simd => simd.vectorize(
            #[inline(always)]
            || {
                update(simd, network, sums, [added, removed], units);
                network.layers.outputs(simd, units)
            }
        ))
    })
}

/// Lists the inputs that differ between two positions. `now` receives the bits of the new position.
fn list_changes(
    before: &[u64],
    inputs: &[u16],
    now: &mut Vec<u64>,
    added: &mut Vec<u16>,
    removed: &mut Vec<u16>,
) {
    now.clear();
    now.resize(before.len(), 0);
    for &input in inputs {
        now[usize::from(input / 64)] |= 1 << (input % 64);
    }
    added.clear();
    removed.clear();
    for (index, (&now, &before)) in now.iter().zip(before).enumerate() {
        push_ones(added, index, now & !before);
        push_ones(removed, index, before & !now);
    }
}

fn push_ones(list: &mut Vec<u16>, word: usize, mut bits: u64) {
    while bits != 0 {
        let input = word * 64 + bits.trailing_zeros() as usize;
        list.extend(u16::try_from(input));
        bits &= bits - 1;
    }
}

/// Updates the sums and writes the clipped sums to `units`.
#[expect(clippy::inline_always, reason = "it shall be compiled for the widest instructions")]
#[inline(always)]
fn update<S: Simd>(
    simd: S,
    network: &Network,
    sums: &mut [i16],
    [added, removed]: [&[u16]; 2],
    units: &mut [i16],
) {
    let (zero, most) = (i16x32::splat(simd, 0), i16x32::splat(simd, UNIT_MAX));
    let tiles = sums.chunks_exact_mut(ACCUMULATORS_STEP);
    for (tile, (sums, units)) in tiles.zip(units.chunks_exact_mut(ACCUMULATORS_STEP)).enumerate() {
        let place = tile * ACCUMULATORS_STEP..(tile + 1) * ACCUMULATORS_STEP;
        let mut sum = i16x32::from_slice(simd, sums);
        for &input in added {
            sum += i16x32::from_slice(simd, &network.row(input)[place.clone()]);
        }
        for &input in removed {
            sum -= i16x32::from_slice(simd, &network.row(input)[place.clone()]);
        }
        sum.store_slice(sums);
        sum.max(zero).min(most).store_slice(units);
    }
}
