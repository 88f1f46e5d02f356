//! Counts how often players failed to start in this run.

use std::sync::{Mutex, MutexGuard, PoisonError};

use crate::journal::Entry;
use crate::play::forfeit;
use crate::settings::{Settings, Unstartable};
use crate::tournament::{Job, Tournament};

/// After this many consecutive failures, a player is not started again.
const FAILURES_MAX: u32 = 3;

/// Each player's number of failed starts and the last reason, shared by threads.
#[derive(Debug)]
pub(super) struct StartFailures(Mutex<Vec<(u32, String)>>);

impl StartFailures {
    pub(super) fn new(settings: &Settings) -> Self {
        Self(Mutex::new(vec![Default::default(); settings.players.len()]))
    }

    /// The forfeit if the game includes a player that is not started again; otherwise `None`.
    pub(super) fn known_forfeit(&self, tournament: &Tournament, job: &Job) -> Option<Entry> {
        let given_up = job.players.iter().find_map(|&player| {
            let failures = self.failures();
            let (count, why) = failures.get(player)?;
            (*count >= FAILURES_MAX).then(|| (player, why.clone()))
        });
        given_up.and_then(|(player, why)| forfeit(tournament, job, player, &why))
    }

    /// Records a failed start. Returns the forfeited game, or `None` if the run must stop.
    pub(super) fn add(
        &self,
        tournament: &Tournament,
        job: &Job,
        player: usize,
        why: &str,
    ) -> Option<Entry> {
        if tournament.settings().unstartable_of(player) == Unstartable::Stop {
            return None;
        }
        if let Some((count, last)) = self.failures().get_mut(player) {
            *count += 1;
            why.clone_into(last);
        }
        forfeit(tournament, job, player, why)
    }

    /// Records a game in which all players started.
    pub(super) fn clear(&self, players: &[usize]) {
        let mut failures = self.failures();
        for &player in players {
            if let Some((count, _)) =
                failures.get_mut(player).filter(|(count, _)| *count < FAILURES_MAX)
            {
                *count = 0;
            }
        }
    }

    /// Locks the failures. No code panics while holding the lock.
    fn failures(&self) -> MutexGuard<'_, Vec<(u32, String)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
