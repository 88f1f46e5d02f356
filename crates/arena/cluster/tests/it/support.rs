//! Runs for tests.

use std::sync::Arc;

use arena::journal::{Conclusion, Entry};
use arena::openings::Openings;
use arena::run::Run;
use arena::settings::Settings;
use arena::tournament::{Job, Tournament};
use board_engine::Viewer;
use cluster::message::{Build, Heartbeat, Pair, PairAttempt, PairResult, Report, RunId, RunStatus};
use games_package::{Rules, TableGame};
use tic_tac_toe::TicTacToe;

/// A match with this many pairs.
pub(crate) fn tournament(pairs: u32) -> Arc<Tournament> {
    let game: Arc<dyn TableGame> = Arc::new(Rules::new("tic-tac-toe", TicTacToe::default()));
    let mut settings = Settings::new("tic-tac-toe", ["new".into(), "old".into()]);
    settings.pairs = pairs;
    settings.seed = Some(7);
    Arc::new(Tournament::new(settings, game, Openings::start()).unwrap())
}

pub(crate) fn run(pairs: u32) -> Run {
    Run::new(tournament(pairs), &[]).unwrap()
}

/// A game with `payoff` as the first seat's payoff.
pub(crate) fn entry(tournament: &Tournament, job: &Job, payoff: i16) -> Entry {
    let moves = match payoff {
        1 => "a1 b1 a2 b2 a3",
        -1 => "a1 b1 a2 b2 c3 b3",
        _ => "b2 a1 c1 a3 a2 c2 b3 b1 c3",
    };
    let mut state = tournament.game().open(None).unwrap();
    let start = state.position(Viewer::Arbiter);
    moves.split(' ').for_each(|mv| drop(state.play(mv).unwrap()));
    let outcome = state.outcome().unwrap();
    let detail = outcome.reason().to_string();
    Entry {
        id: tournament.id(job.round, job.number),
        round: job.round,
        number: job.number,
        set: job.set,
        players: job.players.clone(),
        payoffs: outcome.payoffs().to_vec(),
        conclusion: Conclusion { reason: "rules".into(), detail, ..Conclusion::default() },
        start,
        moves: moves.into(),
        end: state.position(Viewer::Arbiter),
        elapsed_us: Vec::new(),
        thoughts: Vec::new(),
        lines: Vec::new(),
        line_errors: Vec::new(),
        excess_nodes: Vec::new(),
        finished_at: None,
    }
}

/// A report from a worker that has played the pair. The result depends only on the games.
pub(crate) fn report(tournament: &Tournament, pair: &Pair, worker: &str) -> Report {
    let payoff = |job: &Job| i16::try_from(job.number % 3).unwrap() - 1;
    let entries = pair.jobs().map(|job| entry(tournament, &job, payoff(&job))).collect();
    Report {
        worker: worker.into(),
        set: pair.set,
        attempt: pair.attempt,
        result: PairResult::Played { entries, cant_start: Vec::new() },
    }
}

/// A heartbeat from a worker with one slot.
pub(crate) fn heartbeat(
    run: &RunId,
    worker: &str,
    playing: Vec<PairAttempt>,
    is_idle: bool,
) -> Heartbeat {
    Heartbeat {
        worker: worker.into(),
        build: Build::new("1"),
        slots: 1,
        runs: vec![RunStatus { run: run.clone(), refused: None, playing, is_idle }],
    }
}

pub(crate) fn attempt_of(pair: &Pair) -> PairAttempt {
    PairAttempt { set: pair.set, attempt: pair.attempt }
}
