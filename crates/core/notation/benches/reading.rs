//! Measures the speed of parsing match files.

use std::hint::black_box;

use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use notation::pdn::Reader;

const GAMES: u64 = 1_000;

fn reading(criterion: &mut Criterion) {
    let game = "[White \"A\"]\n[Black \"B\"]\n[GameType \"20\"]\n[Result \"2-0\"]\n\
        1. 32-28 {[%clk 0:01:00]} 19-23 2. 28x19 14x23! (2... 13x24 3. 37-32) 3. 37-32 10-14 *\n\n";
    let text = game.repeat(1_000);
    let mut group = criterion.benchmark_group("pdn");
    group.throughput(Throughput::Elements(GAMES));
    group.bench_function("read", |bencher| {
        bencher.iter(|| Reader::new(black_box(text.as_bytes())).count());
    });
}

criterion_group! {
    name = benches;
    config = Criterion::default().sample_size(20).measurement_time(std::time::Duration::from_secs(2));
    targets = reading
}
criterion_main!(benches);
