//! Follows a run by reading its journal. This program or another program plays the run.

use std::sync::Arc;

use anyhow::anyhow;
use app_context::{Failure, FailureKind, OrFail};
use games_package::Ending;

use super::folder::Folder;
use crate::journal::{Conclusion, Entry, JournalTail};
use crate::run::{Run, UnknownGame};
use crate::statistics::Estimate;

/// A run with the games in its journal so far.
#[derive(Debug)]
pub struct Follower {
    folder: Folder,
    run: Run,
    tail: JournalTail,
    games: Vec<FinishedGame>,
    history: History,
    /// The modification time of the current settings.
    settings_changed: Option<u64>,
    /// `true` if the last attempt to read the folder failed. The folder may have been repaired since.
    is_broken: bool,
}

/// A game from the journal, without its moves.
#[derive(Clone, PartialEq, Debug)]
pub struct FinishedGame {
    /// The game's ID in the journal.
    pub id: String,
    /// The round, from 0.
    pub round: usize,
    /// The game's index in its round, from 0.
    pub number: usize,
    /// The players' indices, in seat order.
    pub players: Vec<usize>,
    /// The payoff for each seat.
    pub payoffs: Vec<i16>,
    /// The reason why the game ended.
    pub conclusion: Conclusion,
    /// Number of moves.
    pub plies: usize,
    /// The offset of the game's line in the journal.
    place: u64,
}

impl Follower {
    /// Opens the run in this folder, with the games currently in its journal.
    ///
    /// # Errors
    /// [`Failure`] if the folder contains no run or is damaged.
    pub fn open(folder: Folder) -> Result<Self, Failure> {
        let settings_changed = folder.settings_changed_ns();
        let tournament = folder.tournament()?;
        let tail = folder.tail(&tournament);
        let run = Run::new(Arc::new(tournament), &[]).or_fail(FailureKind::Input)?;
        let (games, history) = (Vec::new(), History::default());
        let is_broken = false;
        let mut follower = Self { folder, run, tail, games, history, settings_changed, is_broken };
        follower.read_new()?;
        Ok(follower)
    }

    /// Reads new entries. Rereads everything if the run was extended or the last attempt failed. Returns `true` if
    /// anything changed.
    ///
    /// # Errors
    /// [`Failure`] if the folder is damaged. The games read so far are preserved.
    pub fn update(&mut self) -> Result<bool, Failure> {
        if self.is_broken || self.folder.settings_changed_ns() != self.settings_changed {
            *self = Self::open(Folder::existing(self.folder.path.clone()))?;
            return Ok(true);
        }
        let read = self.read_new();
        self.is_broken = read.is_err();
        read
    }

    fn read_new(&mut self) -> Result<bool, Failure> {
        let Self { run, tail, games, history, .. } = self;
        let (before, mut unknown) = (games.len(), None);
        let read = tail.read_new(&mut |entry, place| {
            if unknown.is_some() {
                return;
            }
            let is_own = entry.id == run.tournament().id(entry.round, entry.number);
            if !is_own || run.pending_job(entry.round, entry.number).is_none() {
                unknown = Some(UnknownGame { id: entry.id });
                return;
            }
            run.finish(&entry);
            history.note(run);
            games.push(FinishedGame::of(entry, place));
        });
        read.or_fail(FailureKind::Input)?;
        match unknown {
            Some(unknown) => Err(Failure::new(FailureKind::Input, unknown)),
            None => Ok(games.len() > before),
        }
    }

    /// The run's folder.
    pub const fn folder(&self) -> &Folder {
        &self.folder
    }

    /// The run with the results so far.
    pub const fn run(&self) -> &Run {
        &self.run
    }

    /// The games so far, in the order they ended.
    pub fn games(&self) -> &[FinishedGame] {
        &self.games
    }

    /// The history of a two-player match's Elo difference and test, with at most 120 points. Empty for other
    /// tournaments.
    pub fn history(&self) -> &[HistoryPoint] {
        self.history.points()
    }

    /// Loads the game with its moves.
    ///
    /// # Errors
    /// [`Failure`] if the journal can't be read or no longer contains the game.
    pub fn entry(&self, game: &FinishedGame) -> Result<Entry, Failure> {
        let entry = self.tail.entry_at(game.place).or_fail(FailureKind::Input)?;
        let entry = entry.filter(|entry| entry.id == game.id);
        let gone = || anyhow!("game {} is no longer in the journal", game.id);
        entry.ok_or_else(gone).or_fail(FailureKind::Input)
    }
}

impl FinishedGame {
    /// The result and its reason. `None` if another program version wrote the journal with a reason unknown here.
    pub fn ending(&self) -> Option<Ending> {
        let reason = self.conclusion.end_reason(self.players.len())?;
        Some(Ending { payoffs: Some(self.payoffs.clone()), reason })
    }

    fn of(entry: Entry, place: u64) -> Self {
        let plies = entry.plies();
        let Entry { id, round, number, players, payoffs, conclusion, .. } = entry;
        Self { id, round, number, players, payoffs, conclusion, plies, place }
    }
}

/// Maximum number of points. Beyond this, every second point is dropped.
const POINTS_MAX: usize = 120;

/// A two-player match's statistics after some games.
#[derive(Clone, Copy, PartialEq, Debug)]
pub struct HistoryPoint {
    /// Number of games.
    pub games: usize,
    /// The Elo difference between the first and the second player.
    pub elo: Estimate,
    /// The log-likelihood ratio of the sequential test, if there is a test.
    pub llr: Option<f64>,
}

/// The points so far, at equal intervals.
#[derive(Debug)]
struct History {
    points: Vec<HistoryPoint>,
    /// Number of games between points.
    stride: usize,
}

impl Default for History {
    fn default() -> Self {
        Self { points: Vec::new(), stride: 2 }
    }
}

impl History {
    /// Adds a point if one is due.
    fn note(&mut self, run: &Run) {
        let games = run.finished_games();
        let is_due = games.is_multiple_of(self.stride) || run.is_over();
        if !is_due || self.points.last().is_some_and(|last| last.games >= games) {
            return;
        }
        let Some(pairs) = run.pentanomial().filter(|pairs| pairs.pairs() > 0) else { return };
        let sprt = run.tournament().settings().sprt.zip(run.test());
        let llr = sprt.map(|(sprt, (_, pairs))| sprt.log_likelihood_ratio(&pairs));
        self.points.push(HistoryPoint { games, elo: pairs.elo(), llr });
        if self.points.len() > POINTS_MAX {
            self.stride *= 2;
            let stride = self.stride;
            self.points.retain(|point| point.games % stride == 0);
        }
    }

    fn points(&self) -> &[HistoryPoint] {
        &self.points
    }
}
