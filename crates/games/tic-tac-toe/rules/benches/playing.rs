//! The speed of the rules: perft and random playouts.

use std::hint::black_box;

use board_engine::{Game, Leaves, Status, perft};
use criterion::{Criterion, Throughput, criterion_group, criterion_main};
use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};
use tic_tac_toe::{MnkGame, TicTacToe};

/// Plays one random game and returns its length in plies.
fn playout<G: Game>(game: &G, moves: &mut Vec<G::Move>, rng: &mut ChaCha8Rng) -> u64 {
    let mut position = game.start();
    let mut plies = 0;
    while game.legal_moves(&position, moves) == Status::Ongoing {
        // The high half of a 32-bit product: uniform enough for a benchmark, and without a division.
        let index = (u64::from(rng.next_u32()) * moves.len() as u64) >> 32;
        game.play(&mut position, moves[index as usize]);
        plies += 1;
    }
    plies
}

fn bench_playouts<G: Game>(criterion: &mut Criterion, name: &str, game: &G) {
    const GAMES: u64 = 1_000;
    let mut moves = Vec::new();
    let mut run = |seed| -> u64 {
        let mut rng = ChaCha8Rng::seed_from_u64(seed);
        (0..GAMES).map(|_| playout(game, &mut moves, &mut rng)).sum()
    };
    let mut group = criterion.benchmark_group("playouts");
    group.throughput(Throughput::Elements(run(1)));
    group.bench_function(name, |bencher| bencher.iter(|| black_box(run(1))));
    group.finish();
}

fn playing(criterion: &mut Criterion) {
    bench_playouts(criterion, "3,3,3 in plies", &TicTacToe::default());
    let gomoku = MnkGame::<u128>::new(10, 10, 5).expect("10×10 fits 128 bits");
    bench_playouts(criterion, "10,10,5 in plies", &gomoku);

    let game = TicTacToe::default();
    let mut group = criterion.benchmark_group("perft");
    group.throughput(Throughput::Elements(127_872));
    group.bench_function("3,3,3 depth 9", |bencher| {
        bencher.iter(|| perft(&game, black_box(&game.start()), 9, Leaves::Counted));
    });
    group.finish();
}

criterion_group!(benches, playing);
criterion_main!(benches);
