//! Tests of runs in folders.

use std::cell::{Cell, RefCell};
use std::fs;
use std::path::Path;
use std::sync::Arc;

use board_engine::{Game, Notation, Seat};
use connect_four::ConnectGame;
use learning::{
    AutomaticInputs, GateOptions, LearnedEvaluator, Learner, LearningError, LearningInputs, Phase,
    RunEnd, RunHost, RunOptions, RunProgress, RunReport, TrainingOptions, best_network,
};
use players::any_search;
use search::{Evaluator, Pvs, PvsOptions, Score};

/// Stops a run after a number of queries.
struct Host {
    questions_left: Cell<u64>,
    seen: RefCell<Vec<RunProgress>>,
}

impl Host {
    fn new(questions: u64) -> Self {
        Self { questions_left: Cell::new(questions), seen: RefCell::default() }
    }
}

impl RunHost for Host {
    fn is_stopped(&self) -> bool {
        let left = self.questions_left.get();
        self.questions_left.set(left.saturating_sub(1));
        left == 0
    }

    fn progress(&self, progress: &RunProgress) {
        self.seen.borrow_mut().push(*progress);
    }
}

/// A small game that the first seat wins with good play: falling discs on 4×4, three in a row.
fn game() -> ConnectGame<u64> {
    ConnectGame::new(4, 4, 3).unwrap()
}

fn inputs() -> Arc<dyn LearningInputs<ConnectGame<u64>>> {
    Arc::new(AutomaticInputs::new(&game()).unwrap())
}

fn options(seed: u64) -> RunOptions {
    RunOptions {
        nodes: 12,
        opening_plies: 5,
        chunks: 3,
        doublings_max: 1,
        chunk_positions: 120,
        window: 2,
        accumulators: 32,
        training: TrainingOptions { epochs: 4, batch: 64, ..TrainingOptions::default() },
        gate: GateOptions { games_max: 60, ..GateOptions::default() },
        patience: 2,
        ..RunOptions::new(seed, "rival learn small".into())
    }
}

fn run(folder: &Path, seed: u64, host: &Host) -> Result<RunReport, LearningError> {
    let options_of_search = PvsOptions { hash_mebibytes: 1, ..PvsOptions::DEFAULT };
    let new_search = |evaluator| any_search(evaluator, Pvs::new(options_of_search));
    let game = game();
    let learner = Learner {
        game: &game,
        name: "small",
        inputs: inputs(),
        new_search: &new_search,
        unit: 100,
        format_move: &|position, mv| game.format_move(position, mv),
    };
    learner.run(folder, &options(seed), host)
}

/// The files in a folder with their content, except the lock.
fn files(folder: &Path) -> Vec<(String, Vec<u8>)> {
    let mut files: Vec<(String, Vec<u8>)> = fs::read_dir(folder)
        .unwrap()
        .map(|entry| entry.unwrap())
        .map(|entry| (entry.file_name().into_string().unwrap(), fs::read(entry.path()).unwrap()))
        .collect();
    files.sort();
    files
}

#[test]
fn an_interrupted_run_gives_the_same_files() {
    let [whole, parts] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let report = run(whole.path(), 1, &Host::new(u64::MAX)).unwrap();
    assert_eq!(report.end, RunEnd::NoGain);
    assert!(report.progress.best >= 1, "the first network knows more than nothing");
    let mut phases = Vec::new();
    let mut starts = 0;
    loop {
        let host = Host::new(150);
        let report = run(parts.path(), 1, &host).unwrap();
        starts += 1;
        if report.end == RunEnd::NoGain {
            break;
        }
        phases.push(report.progress.phase);
        assert!(starts < 1_000, "every start makes progress");
    }
    assert!(phases.contains(&Phase::SelfPlay) && phases.contains(&Phase::Gate), "{phases:?}");
    let (whole, parts) = (files(whole.path()), files(parts.path()));
    let names = |files: &[(String, Vec<u8>)]| -> Vec<String> {
        files.iter().map(|(name, _)| name.clone()).collect()
    };
    assert_eq!(names(&whole), names(&parts));
    // The first generations have three files.
    let is_doubled = names(&whole).iter().any(|name| name.ends_with("-05.games"));
    assert!(is_doubled, "a generation without a gain doubles the files: {:?}", names(&whole));
    for ((name, one), (_, other)) in whole.iter().zip(&parts) {
        assert!(one == other, "{name} differs");
    }
}

#[test]
fn games_in_a_damaged_file_are_replayed() {
    let [whole, damaged] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    run(whole.path(), 2, &Host::new(u64::MAX)).unwrap();
    let report = run(damaged.path(), 2, &Host::new(40)).unwrap();
    assert_eq!(report.end, RunEnd::Stopped);
    let chunk = damaged.path().join("generation-0001-00.games");
    let mut bytes = fs::read(&chunk).unwrap();
    *bytes.last_mut().unwrap() ^= 1;
    fs::write(&chunk, bytes).unwrap();
    run(damaged.path(), 2, &Host::new(u64::MAX)).unwrap();
    assert!(files(whole.path()) == files(damaged.path()));
}

#[test]
fn other_runs_and_damaged_folders_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    run(folder.path(), 3, &Host::new(3)).unwrap();
    let message = |seed| run(folder.path(), seed, &Host::new(0)).unwrap_err().to_string();
    let path = folder.path().display();
    assert_eq!(
        message(4),
        format!(
            "{path}: contains a run of small with seed 3, not small with seed 4; pass a different --folder"
        )
    );
    let lock = fs::File::open(folder.path().join("lock")).unwrap();
    lock.lock().unwrap();
    assert_eq!(
        message(3),
        format!("another run is using {path}; wait for it to finish or pass a different --folder")
    );
    drop(lock);
    fs::write(folder.path().join("state"), "no").unwrap();
    assert!(message(3).contains("not written by \"rival learn\" (bad magic)"), "{}", message(3));
}

#[test]
fn the_best_network_evaluates_positions_for_both_sides() {
    let folder = tempfile::tempdir().unwrap();
    let path = best_network(folder.path());
    let missing = LearnedEvaluator::from_file(&path, "small", inputs(), 100).unwrap_err();
    assert_eq!(
        missing.to_string(),
        format!("small has no learned network in {}; run: rival learn small", path.display())
    );
    run(folder.path(), 1, &Host::new(u64::MAX)).unwrap();
    let evaluator = LearnedEvaluator::from_file(&path, "small", inputs(), 100).unwrap();
    let (game, mut position) = (game(), game().start());
    let mut moves = Vec::new();
    for _ in 0..4 {
        let [first, second] =
            [Seat::FIRST, Seat::SECOND].map(|seat| evaluator.evaluate(&game, &position, seat));
        assert_eq!(first, -second);
        game.legal_moves(&position, &mut moves);
        game.play(&mut position, moves[0]);
    }
    let start = evaluator.evaluate(&game, &game.start(), Seat::FIRST);
    assert!(start > Score::ZERO, "the first seat wins: {start}");
    let other = LearnedEvaluator::from_file(&path, "other", inputs(), 100).unwrap_err();
    assert!(
        other.to_string().ends_with(
            "trained for small, not for the current other rules; run: rival learn other"
        )
    );
}
