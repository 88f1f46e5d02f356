//! Measures how fast each algorithm solves tic-tac-toe from the empty board, without a table.

use std::hint::black_box;

use board_engine::Game;
use criterion::{Criterion, criterion_group, criterion_main};
use search::{Algorithm, AlphaBeta, Depth, Limits, Minimax, Negamax, Negascout, Task, Zero};
use tic_tac_toe::TicTacToe;

fn bench(criterion: &mut Criterion, name: &str, mut algorithm: impl Algorithm<TicTacToe>) {
    let game = TicTacToe::default();
    let position = game.start();
    let task = Task { game: &game, evaluator: &Zero, position: &position, history: None };
    let limits = Limits::to_depth(Depth::new(9));
    criterion.bench_function(&format!("tic-tac-toe solved by {name}"), |bencher| {
        bencher.iter(|| algorithm.search(black_box(&task), &limits));
    });
}

fn solving(criterion: &mut Criterion) {
    bench(criterion, "minimax", Minimax);
    bench(criterion, "negamax", Negamax);
    bench(criterion, "alpha-beta", AlphaBeta);
    bench(criterion, "negascout", Negascout);
}

criterion_group!(benches, solving);
criterion_main!(benches);
