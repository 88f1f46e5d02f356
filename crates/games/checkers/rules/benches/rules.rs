//! Speed of the rules: perft leaves and random playouts, with one benchmark for each variant with a different speed.

use std::hint::black_box;

use board_engine::{Game, Leaves, Status, perft};
use checkers::{Checkers, English, International, VARIANTS, Variant, VariantVisitor, with_variant};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};

/// The leaf count at which perft stops: a few hundred thousand leaves take a few milliseconds.
const LEAVES_MIN: u64 = 400_000;

struct Perft<'a>(&'a mut Criterion);

impl VariantVisitor for Perft<'_> {
    type Output = ();

    fn visit<V: Variant>(self) {
        let game = Checkers::<V>::new();
        let start = game.start();
        let count = |depth| perft(&game, &start, depth, Leaves::Counted);
        let depth = (1..20).find(|&depth| count(depth) >= LEAVES_MIN).unwrap_or(1);
        for leaves in [Leaves::Counted, Leaves::Made] {
            let mut group = self.0.benchmark_group(format!("perft/{leaves:?}"));
            group.throughput(Throughput::Elements(count(depth)));
            group.bench_function(V::RULES.name, |bencher| {
                bencher.iter(|| perft(&game, black_box(&start), depth, leaves));
            });
        }
    }
}

/// Plays one random game and returns its number of plies.
fn playout<V: Variant>(seed: u64, moves: &mut Vec<checkers::Move<V::Word>>) -> usize {
    let game = Checkers::<V>::new();
    let mut position = game.start();
    let mut random = seed;
    let mut plies = 0;
    while plies < 1000 && game.legal_moves(&position, moves) == Status::Ongoing {
        // Marsaglia, "Xorshift RNGs" (2003).
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        let index = (u128::from(random) * moves.len() as u128) >> 64;
        let mv = moves[usize::try_from(index).unwrap_or_default()];
        game.play(&mut position, mv);
        plies += 1;
    }
    plies
}

fn playouts<V: Variant>(criterion: &mut Criterion) {
    let mut moves = Vec::new();
    let seeds = 1..=100_u64;
    let plies: usize = seeds.clone().map(|seed| playout::<V>(seed << 32 | seed, &mut moves)).sum();
    let mut group = criterion.benchmark_group("playouts");
    group.throughput(Throughput::Elements(plies as u64));
    group.bench_function(V::RULES.name, |bencher| {
        bencher.iter(|| {
            seeds
                .clone()
                .map(|seed| playout::<V>(black_box(seed << 32 | seed), &mut moves))
                .sum::<usize>()
        });
    });
}

fn benches(criterion: &mut Criterion) {
    for variant in VARIANTS {
        with_variant(variant.name, Perft(criterion));
    }
    playouts::<English>(criterion);
    playouts::<International>(criterion);
}

criterion_group! {
    name = rules;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(2));
    targets = benches
}
criterion_main!(rules);
