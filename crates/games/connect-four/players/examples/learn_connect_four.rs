//! Learns Connect Four, and counts the perfect moves of a search with the learned network.
//!
//! ```text
//! cargo run --package connect-four-players --example learn_connect_four -- learn FOLDER MINUTES
//! cargo run --package connect-four-players --example learn_connect_four -- measure FOLDER POSITIONS
//! cargo run --package connect-four-players --example learn_connect_four -- match FOLDER MILLISECONDS PAIRS
//! ```

use std::cell::Cell;
use std::env;
use std::error::Error;
use std::io::{self, Write, stdout};
use std::ops::ControlFlow;
use std::path::Path;
use std::sync::Arc;
use std::thread;
use std::time::{Duration, Instant};

use board_engine::{Game, KeyHistory, Seat, Status};
use connect_four::ConnectFour;
use connect_four_players::{
    ConnectFourEntry, ConnectFourHints, ConnectFourSolver, FAMILY, Threats,
};
use game_family::CatalogEntry;
use learning::{LearnedEvaluator, Phase, RunHost, RunOptions, RunProgress, best_network};
use players::{AnySearch, any_search};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use search::{Depth, Limits, MonteCarlo, MonteCarloOptions, Pvs, PvsOptions, Solver, Zero};

/// The number of discs in the solved positions.
const PLIES: std::ops::RangeInclusive<u32> = 8..=24;
/// Nodes per search.
const NODES: [u64; 2] = [500, 5_000];

fn main() -> Result<(), Box<dyn Error>> {
    let arguments: Vec<String> = env::args().skip(1).collect();
    let arguments: Vec<&str> = arguments.iter().map(String::as_str).collect();
    match arguments[..] {
        ["learn", folder, minutes] => learn(Path::new(folder), minutes.parse()?),
        ["measure", folder, positions] => measure(Path::new(folder), positions.parse()?),
        ["match", folder, milliseconds, pairs] => {
            let time = Duration::from_millis(milliseconds.parse()?);
            play_matches(Path::new(folder), time, pairs.parse()?)
        }
        _ => Err(
            "learn FOLDER MINUTES, measure FOLDER POSITIONS, or match FOLDER MILLISECONDS PAIRS"
                .into(),
        ),
    }
}

fn learn(folder: &Path, minutes: u64) -> Result<(), Box<dyn Error>> {
    let game = FAMILY.open(None)?;
    let learnable = game.learnable().ok_or("the game can't be learned")?;
    let time = Duration::from_secs(60 * minutes);
    let host = Clock { begun: Instant::now(), time, last: Cell::new(None) };
    let threads = thread::available_parallelism()?.get();
    let options = RunOptions { threads, ..RunOptions::new(0, "learn_connect_four".into()) };
    let report = learnable.learn(folder, &options, &host)?;
    writeln!(stdout(), "{report:?}")?;
    Ok(())
}

struct Clock {
    begun: Instant,
    time: Duration,
    /// The generation and phase that were last reported.
    last: Cell<Option<(u32, Phase)>>,
}

impl RunHost for Clock {
    fn is_stopped(&self) -> bool {
        self.begun.elapsed() > self.time
    }

    fn progress(&self, progress: &RunProgress) {
        let now = (progress.generation, progress.phase);
        if self.last.replace(Some(now)) != Some(now) {
            let _closed = writeln!(stdout(), "{:.0?} {progress:?}", self.begun.elapsed());
        }
    }
}

type Search = Box<dyn AnySearch<ConnectFour>>;

/// The searches to compare; the learned one comes first.
fn searches(
    game: &ConnectFour,
    folder: &Path,
) -> Result<[(&'static str, Search); 4], Box<dyn Error>> {
    let inputs = ConnectFourEntry::learning_inputs(game).ok_or("the game can't be learned")?;
    let path = best_network(folder);
    let name = FAMILY.open(None)?.name().to_owned();
    let learned = LearnedEvaluator::from_file(&path, &name, Arc::clone(&inputs), 100)?;
    let nothing = LearnedEvaluator::new(inputs, None, 100);
    let options = PvsOptions { hash_mebibytes: 4, ..PvsOptions::DEFAULT };
    let pvs = || Pvs::with_hints(options, ConnectFourHints);
    Ok([
        ("learned", any_search(learned, pvs())),
        ("pvs without evaluation", any_search(nothing, pvs())),
        ("pvs, threats", any_search(Threats, pvs())),
        ("monte-carlo", any_search(Zero, MonteCarlo::new(MonteCarloOptions::default()))),
    ])
}

/// Plays the learned search against the others, from random four-ply openings, each with both seat orders.
fn play_matches(folder: &Path, time: Duration, pairs: u32) -> Result<(), Box<dyn Error>> {
    let game = ConnectFour::default();
    let [(_, mut learned), others @ ..] = searches(&game, folder)?;
    for (name, mut other) in others {
        let mut rng = ChaCha8Rng::seed_from_u64(7);
        let mut counts = [0; 3];
        for _ in 0..pairs {
            let opening =
                std::iter::repeat_with(|| random_position(&game, 4, &mut rng)).flatten().next();
            let opening = opening.ok_or("no opening")?;
            for seat in [Seat::FIRST, Seat::SECOND] {
                let mut by_seat = [&mut learned, &mut other];
                by_seat.rotate_left(seat.index());
                let payoff =
                    play(&game, opening, by_seat, time) * if seat == Seat::FIRST { 1 } else { -1 };
                counts[usize::try_from(1 - payoff.signum())?] += 1;
            }
        }
        let [won, drawn, lost] = counts;
        writeln!(
            stdout(),
            "learned - {name}, {time:?} a move: {won} won, {drawn} drawn, {lost} lost"
        )?;
    }
    Ok(())
}

/// Plays a game and returns the first seat's payoff.
fn play(
    game: &ConnectFour,
    mut position: connect_four::Position<u64>,
    mut by_seat: [&mut Search; 2],
    time: Duration,
) -> i16 {
    let mut moves = Vec::new();
    for search in &mut by_seat {
        search.forget();
    }
    loop {
        if let Status::Over(outcome) = game.legal_moves(&position, &mut moves) {
            return outcome.payoff(Seat::FIRST);
        }
        let begun = Instant::now();
        let stop = || begun.elapsed() >= time;
        let limits = Limits { depth: Depth::MAX, nodes: None, stop: Some(&stop) };
        let search = &mut *by_seat[position.mover().index()];
        let mut listener = |_: &_| ControlFlow::Continue(());
        let report = search.search(game, &position, None, &limits, &mut listener);
        let best = report.best.unwrap_or(moves[0]);
        game.play(&mut position, best);
    }
}

/// Counts the moves of each search that preserve the result under perfect play.
fn measure(folder: &Path, positions: usize) -> Result<(), Box<dyn Error>> {
    let game = ConnectFour::default();
    let mut searches = searches(&game, folder)?;
    let solved = solved_positions(&game, positions)?;
    for (name, search) in &mut searches {
        for nodes in NODES {
            report(&game, name, search, nodes, &solved)?;
        }
    }
    Ok(())
}

/// Prints the share of moves that don't change the result.
fn report(
    game: &ConnectFour,
    name: &str,
    search: &mut Search,
    nodes: u64,
    solved: &[SolvedPosition],
) -> io::Result<()> {
    let begun = Instant::now();
    let is_perfect = |solved: &&SolvedPosition| {
        search.forget();
        let limits = Limits { depth: Depth::MAX, nodes: Some(nodes), stop: None };
        let mut listener = |_: &_| ControlFlow::Continue(());
        let report = search.search(game, &solved.position, None, &limits, &mut listener);
        report.best.is_some_and(|best| solved.perfect.contains(&best))
    };
    let perfect = solved.iter().filter(is_perfect).count();
    let all = solved.len();
    let time = begun.elapsed();
    writeln!(
        stdout(),
        "{name}, {nodes} nodes: {perfect} of {all} moves keep the result, {time:.1?}"
    )
}

/// A position in which some moves change the result.
struct SolvedPosition {
    position: connect_four::Position<u64>,
    /// The moves that don't change the result.
    perfect: Vec<connect_four::Move>,
}

fn solved_positions(
    game: &ConnectFour,
    positions: usize,
) -> Result<Vec<SolvedPosition>, Box<dyn Error>> {
    let mut solver = ConnectFourSolver::new(game).ok_or("no solver")?;
    let mut rng = ChaCha8Rng::seed_from_u64(2026);
    let mut found = Vec::new();
    while found.len() < positions {
        let plies = rng.random_range(PLIES);
        if let Some(position) = random_position(game, plies, &mut rng) {
            found.extend(solve(game, &mut solver, position)?);
        }
    }
    Ok(found)
}

/// A position after random moves; `None` if the game ends before or at the next move.
fn random_position(
    game: &ConnectFour,
    plies: u32,
    rng: &mut ChaCha8Rng,
) -> Option<connect_four::Position<u64>> {
    let mut position = game.start();
    let mut history = KeyHistory::starting_at(game, &position);
    let mut moves = Vec::new();
    for _ in 0..plies {
        if game.legal_moves(&position, &mut moves) != Status::Ongoing {
            return None;
        }
        history.play(game, &mut position, moves[rng.random_range(0..moves.len())]);
    }
    (game.legal_moves(&position, &mut moves) == Status::Ongoing).then_some(position)
}

/// The position with its perfect moves; `None` if all moves are perfect.
fn solve(
    game: &ConnectFour,
    solver: &mut ConnectFourSolver,
    position: connect_four::Position<u64>,
) -> Result<Option<SolvedPosition>, Box<dyn Error>> {
    let mut moves = Vec::new();
    game.legal_moves(&position, &mut moves);
    let mut payoffs = Vec::new();
    for &mv in &moves {
        let mut after = position;
        game.play(&mut after, mv);
        let payoff = match game.legal_moves(&after, &mut Vec::new()) {
            Status::Over(outcome) => outcome.payoff(position.mover()),
            Status::Ongoing => {
                let value = solver.solve(game, &after, &mut |_| {}, None);
                -value.map_err(|error| format!("not solved: {error:?}"))?.payoff
            }
        };
        payoffs.push(payoff);
    }
    let best = payoffs.iter().copied().max().unwrap_or(0);
    let perfect: Vec<_> = moves
        .iter()
        .zip(&payoffs)
        .filter(|(_, payoff)| **payoff == best)
        .map(|(mv, _)| *mv)
        .collect();
    Ok((perfect.len() < moves.len()).then_some(SolvedPosition { position, perfect }))
}
