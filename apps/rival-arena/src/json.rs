//! Prints one JSON object per event, for other programs to read.

use std::io::{self, Write, stderr, stdout};
use std::time::{Duration, Instant};

use arena::journal::Entry;
use arena::observer::{LiveGame, RunObserver};
use arena::run::Run;
use arena::run_folder::json::{game, names, report, round_of};
use arena::run_folder::tables::Report;
use serde_json::{Value, json};

/// The default minimum interval between two standings.
const PAUSE: Duration = Duration::from_millis(500);

/// The share of time for computing standings: at most 1/20.
const SHARE: u32 = 20;

/// Writes a line for each finished game and whenever the standings change. Occasionally also writes the games that
/// workers are playing.
#[derive(Debug)]
pub(crate) struct JsonLines {
    pause: Duration,
    /// The number of finished games when the standings were last written.
    written: usize,
    /// The earliest time to write the next standings.
    next: Instant,
}

impl JsonLines {
    pub(crate) fn new(run: &Run, every: Option<Duration>) -> Self {
        let next = Instant::now();
        Self { pause: every.unwrap_or(PAUSE), written: run.finished_games(), next }
    }

    /// The standings, if they are due. The final standings are written at the end of the run.
    fn standings(&mut self, run: &Run) -> Option<Value> {
        let begin = Instant::now();
        if run.is_over() || run.finished_games() == self.written || begin < self.next {
            return None;
        }
        let standings = report(&Report::of(run));
        self.written = run.finished_games();
        self.next = begin + self.pause.max(begin.elapsed() * SHARE);
        Some(standings)
    }
}

impl RunObserver for JsonLines {
    fn update(&mut self, run: &Run, entries: &[Entry]) -> io::Result<()> {
        let mut out = stdout().lock();
        for entry in entries {
            writeln!(out, "{}", game(run, entry))?;
        }
        if let Some(standings) = self.standings(run) {
            writeln!(out, "{standings}")?;
        }
        out.flush()
    }

    fn wants_live_games(&self) -> bool {
        true
    }

    fn show_live_game(&mut self, run: &Run, game: &LiveGame) -> io::Result<()> {
        let mut out = stdout().lock();
        writeln!(out, "{}", moves(run, game))?;
        out.flush()
    }
    fn note(&mut self, line: &str) -> io::Result<()> {
        writeln!(stderr(), "{line}")
    }
}

/// A game in progress on a worker.
fn moves(run: &Run, game: &LiveGame) -> Value {
    let LiveGame { worker, round, number: index, players, before, moves } = game;
    let tournament = run.tournament();
    let (number, replay) = round_of(run, *round);
    json!({
        "event": "moves", "id": tournament.id(*round, *index), "round": number, "replay": replay,
        "players": names(tournament.settings(), players), "worker": worker,
        "plies": before.saturating_add(moves.len()), "newest": moves,
    })
}
