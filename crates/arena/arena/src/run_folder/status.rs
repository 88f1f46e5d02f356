//! A run's state, progress and speed.

use std::collections::{HashMap, VecDeque};
use std::path::PathBuf;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use serde::Serialize;

use crate::run_folder::folder::Folder;
use crate::run_folder::follower::Follower;
use crate::run_folder::hosted::HostedStatus;

/// Time span over which the speed is measured.
const SPEED_TIME: Duration = Duration::from_secs(30);

/// Minimum time span for measuring the speed.
const SPEED_TIME_MIN: Duration = Duration::from_millis(400);

/// A tournament's state.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Serialize)]
#[serde(rename_all = "snake_case")]
pub enum RunStatus {
    /// This program is playing the tournament.
    Running,
    /// This program stopped the tournament and is aborting its remaining games.
    Stopping,
    /// Another program is playing the tournament.
    Elsewhere,
    /// No program is playing the tournament, but games are left.
    Stopped,
    /// All games have been played.
    Over,
    /// The tournament failed.
    Failed,
    /// The tournament's folder can't be read.
    Damaged,
}

impl RunStatus {
    /// The status of the tournament in this folder, and the reason if something is wrong. `is_over` is whether all
    /// games have been played, or why that is unknown.
    pub fn of(
        folder: &Folder,
        hosted: HostedStatus,
        is_over: Result<bool, String>,
    ) -> (Self, Option<String>) {
        match (hosted, is_over) {
            (HostedStatus::Running, _) => (Self::Running, None),
            (HostedStatus::Stopping, _) => (Self::Stopping, None),
            (_, Err(damage)) => (Self::Damaged, Some(damage)),
            (_, Ok(true)) => (Self::Over, None),
            (HostedStatus::Failed(why), _) => (Self::Failed, Some(why)),
            (HostedStatus::Elsewhere, _) if folder.is_in_use().unwrap_or_default() => {
                (Self::Elsewhere, None)
            }
            (HostedStatus::Elsewhere, _) => (Self::Stopped, None),
        }
    }

    /// Returns `true` if games are being played.
    pub const fn is_playing(self) -> bool {
        matches!(self, Self::Running | Self::Elsewhere)
    }
}

/// The playing speed.
#[derive(Clone, Copy, PartialEq, Debug, Serialize)]
pub struct Speed {
    /// Games per second.
    pub games_per_second: f64,
    /// Time to the end of the round, or to the end of the tournament if all rounds are known. An upper bound if a test
    /// can end the run earlier.
    pub seconds_left: f64,
}

impl Speed {
    /// Computes the speed from `games` games during `time`, with `left` games left. `None` if not yet known.
    #[expect(clippy::cast_precision_loss, reason = "a run has fewer than 2⁵³ games")]
    fn new(games: usize, time: Duration, left: usize) -> Option<Self> {
        let is_known = games > 0 && time >= SPEED_TIME_MIN;
        let games_per_second = games as f64 / time.as_secs_f64();
        is_known.then(|| Self { games_per_second, seconds_left: left as f64 / games_per_second })
    }
}

/// Samples the number of finished games over time, for computing the speed.
#[derive(Debug, Default)]
pub struct Pace(VecDeque<(Instant, usize)>);

impl Pace {
    /// Records the number of finished games at `now` in a running tournament. Returns the speed, with `left` games
    /// left; `None` if not yet known.
    pub fn note(&mut self, now: Instant, finished: usize, left: usize) -> Option<Speed> {
        self.0.push_back((now, finished));
        while self.0.get(1).is_some_and(|(at, _)| now.duration_since(*at) > SPEED_TIME) {
            self.0.pop_front();
        }
        let &(since, before) = self.0.front()?;
        Speed::new(finished.saturating_sub(before), now.duration_since(since), left)
    }

    /// Clears all samples, because the tournament is no longer running.
    pub fn clear(&mut self) {
        self.0.clear();
    }
}

/// A run's progress.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct RunProgress {
    /// Number of games with a result.
    pub finished: usize,
    /// Number of known games.
    pub known: usize,
    /// `true` if no games are left.
    pub is_over: bool,
}

impl RunProgress {
    /// The progress that a follower has seen.
    pub fn of_follower(follower: &Follower) -> Self {
        let run = follower.run();
        let (finished, known) = (run.finished_games(), run.known_games());
        Self { finished, known, is_over: run.is_over() }
    }

    /// Reads the progress from the folder.
    ///
    /// # Errors
    /// The reason why the folder can't be read.
    pub fn of_folder(folder: &Folder) -> Result<Self, String> {
        let follower = Follower::open(Folder::existing(folder.path.clone()));
        follower.map(|read| Self::of_follower(&read)).map_err(|failure| failure.to_string())
    }
}

/// The time of the folder's last change, with the run's progress or why it is unknown.
type KnownProgress = (Option<u64>, Result<RunProgress, String>);

/// Caches each run's progress until its folder changes, so no journal is read twice.
#[derive(Debug, Default)]
pub struct ProgressCache(Mutex<HashMap<PathBuf, KnownProgress>>);

impl ProgressCache {
    /// The progress for the run in this folder. Calls `read` only if the folder has changed.
    ///
    /// # Errors
    /// The errors from `read`.
    pub fn of(
        &self,
        folder: &Folder,
        read: impl FnOnce(&Folder) -> Result<RunProgress, String>,
    ) -> Result<RunProgress, String> {
        let changed = folder.changed_ns();
        let all = || self.0.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((at, known)) = all().get(&folder.path)
            && *at == changed
        {
            return known.clone();
        }
        let progress = read(folder);
        all().insert(folder.path.clone(), (changed, progress.clone()));
        progress
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_remaining_time_follows_from_the_speed() {
        let speed = Speed::new(20, Duration::from_secs(10), 30).unwrap();
        assert!((speed.games_per_second - 2.0).abs() < 1e-9);
        assert!((speed.seconds_left - 15.0).abs() < 1e-9);
        assert_eq!(Speed::new(0, Duration::from_secs(10), 30), None);
        assert_eq!(Speed::new(5, Duration::from_millis(1), 30), None);
    }

    #[test]
    fn the_speed_is_measured_over_the_last_half_minute() {
        let (mut pace, begin) = (Pace::default(), Instant::now());
        let mut at = |seconds, finished| {
            pace.note(begin + Duration::from_secs(seconds), finished, 10)
                .map(|it| it.games_per_second)
        };
        assert_eq!(at(0, 0), None);
        assert_eq!(at(10, 100), Some(10.0));
        assert_eq!(at(41, 131), Some(1.0));
        assert_eq!(at(72, 131), None);
    }
}
