//! Speed of the rules: perft leaves compared with a hand-written loop around the same kernels, and
//! random playouts.

use std::hint::black_box;

use board_engine::{Game, Leaves, Status, perft};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use othello::Othello;

/// The kernels alone, without the rest of the rules.
#[path = "../src/flips.rs"]
mod flips;

/// The perft depth: 390,216 leaves.
const DEPTH: u32 = 8;

/// The mover's discs and the opponent's.
#[derive(Clone, Copy, Debug)]
struct Discs {
    own: u64,
    opposing: u64,
}

impl Discs {
    const START: Self = Self { own: 1 << 28 | 1 << 35, opposing: 1 << 27 | 1 << 36 };

    fn placings(self) -> u64 {
        flips::line_ends(self.own, self.opposing) & !(self.own | self.opposing)
    }

    fn after_pass(self) -> Self {
        Self { own: self.opposing, opposing: self.own }
    }

    fn after(self, square: u32) -> Self {
        let flips = flips::flips(self.own, self.opposing, square);
        Self { own: self.opposing ^ flips, opposing: self.own | flips | 1 << square }
    }
}

/// Counts the leaves `depth` plies below; the moves of the last ply are counted without being made.
fn count(discs: Discs, depth: u32) -> u64 {
    let mut placings = discs.placings();
    if depth == 1 {
        return placings.count_ones().max(1).into();
    }
    if placings == 0 {
        return count(discs.after_pass(), depth - 1);
    }
    let mut sum = 0;
    while placings != 0 {
        sum += count(discs.after(placings.trailing_zeros()), depth - 1);
        placings &= placings - 1;
    }
    sum
}

/// Like [`count`], but makes each leaf.
fn make(discs: Discs, depth: u32) -> u64 {
    if depth == 0 {
        black_box(&discs);
        return 1;
    }
    let mut placings = discs.placings();
    if placings == 0 {
        return make(discs.after_pass(), depth - 1);
    }
    let mut sum = 0;
    while placings != 0 {
        sum += make(discs.after(placings.trailing_zeros()), depth - 1);
        placings &= placings - 1;
    }
    sum
}

fn leaves(criterion: &mut Criterion) {
    let game = Othello::default();
    let leaves = perft(&game, &game.start(), DEPTH, Leaves::Counted);
    assert_eq!([count(Discs::START, DEPTH), make(Discs::START, DEPTH)], [leaves; 2]);
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(leaves));
    for leaves in [Leaves::Counted, Leaves::Made] {
        group.bench_function(format!("{leaves:?}"), |bencher| {
            bencher.iter(|| perft(&game, black_box(&game.start()), DEPTH, leaves));
        });
        let by_hand = if leaves == Leaves::Counted { count } else { make };
        group.bench_function(format!("{leaves:?}, by hand"), |bencher| {
            bencher.iter(|| by_hand(black_box(Discs::START), DEPTH));
        });
    }
    group.finish();
}

fn playouts(criterion: &mut Criterion) {
    let game = Othello::default();
    let mut moves = Vec::new();
    criterion.bench_function("playout", |bencher| {
        let mut random = 1_u64;
        let mut draw = |count: u32| {
            // Marsaglia, "Xorshift RNGs" (2003).
            random ^= random << 13;
            random ^= random >> 7;
            random ^= random << 17;
            u32::try_from((u128::from(random) * u128::from(count)) >> 64).unwrap_or_default()
        };
        bencher.iter(|| {
            let mut position = game.start();
            while game.play_random(&mut position, &mut moves, &mut draw) == Status::Ongoing {}
            position
        });
    });
}

criterion_group!(benches, leaves, playouts);
criterion_main!(benches);
