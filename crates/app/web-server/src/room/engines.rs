//! A match's engines: their budget, and unloading them while the match has no clients.

use std::sync::Arc;
use std::time::Duration;

use app_context::{AppContext, PlayerSpec};
use games_package::{Command, EndReason, Record};

use super::{Inner, Room};
use crate::budget::{Engines, Grant, Payer};
use crate::error::Refused;
use crate::plan::SeatPlan;
use crate::store::Loaded;

/// A match that is unloaded or is being unloaded.
#[derive(Debug)]
pub(super) struct Paused {
    pub(super) is_over: bool,
    /// `false` while the match is being saved and its engines are exiting. The match can be restored only once this is
    /// `true`.
    has_left: bool,
    /// The match itself, if there is no library.
    kept: Option<Loaded>,
}

impl Room {
    /// Reserves the resources for this match's engines while the match is in memory. Repeated calls reserve nothing
    /// more. `grant` reserves them, and returns the number of other matches that were paused for it, too. Returns that
    /// number.
    ///
    /// # Errors
    /// [`Refused`] if the request exceeds the remaining budget, or a player name is malformed.
    pub(crate) fn admit(
        &self,
        app: &AppContext,
        grant: impl FnOnce(Engines) -> Result<(Grant, usize), Refused>,
    ) -> Result<usize, Refused> {
        let is_over = self.restored.as_ref().is_some_and(|kept| is_over(&kept.record));
        if is_over || self.inner().grant.is_some() {
            return Ok(0);
        }
        let programs: Vec<&PlayerSpec> = self.programs().collect();
        if programs.is_empty() {
            return Ok(0);
        }
        let engines = Engines::of(app, self.game().name(), &programs)?;
        let is_of_programs = programs.len() == self.plan.seats.len();
        let engines = if is_of_programs { engines.in_program_match() } else { engines };
        let (grant, paused) = grant(engines)?;
        self.inner().grant = Some(grant);
        Ok(paused)
    }

    fn programs(&self) -> impl Iterator<Item = &PlayerSpec> {
        self.plan.seats.iter().filter_map(|seat| match seat {
            SeatPlan::Program(spec) => Some(spec),
            SeatPlan::Me | SeatPlan::Person => None,
        })
    }

    /// Returns `true` if the match was unloaded and must be restored before use.
    pub(crate) fn has_left(&self) -> bool {
        self.inner().paused.as_ref().is_some_and(|paused| paused.has_left)
    }

    /// Returns `true` if the match is being unloaded. [`settle`](Self::settle) waits until unloading ends.
    pub(crate) fn is_leaving(&self) -> bool {
        self.inner().paused.as_ref().is_some_and(|paused| !paused.has_left)
    }

    /// Waits until the match is unloaded, or until saving fails and the match stays loaded.
    pub(crate) async fn settle(&self) {
        drop(self.leaving.lock().await);
    }

    /// The unloaded match, if it is not in a library.
    pub(crate) fn kept(&self) -> Option<Loaded> {
        self.inner().paused.as_ref().and_then(|paused| paused.kept.clone())
    }

    /// Returns `true` if the match has engines in memory, has been empty for `after`, and no person's clock is running.
    pub(crate) fn can_pause(&self, after: Duration) -> bool {
        let is_over = self.is_over();
        let inner = self.inner();
        inner.is_unwatched(after) && (is_over || !inner.times_person)
    }

    /// Returns `true` if this client pays for the match's engines and all clients have left, so the match can be paused
    /// for another one. If people play against each other, it can't.
    pub(crate) fn can_make_room_for(&self, payer: Payer) -> bool {
        let people = self.plan.seats.len() - self.programs().count();
        let inner = self.inner();
        let is_own = inner.grant.as_ref().is_some_and(|grant| grant.is_paid_by(payer));
        is_own && people <= 1 && inner.is_unwatched(Duration::ZERO)
    }

    /// Pauses the match, saves it, and unloads its engines. Does nothing if a client has joined in the meantime or the
    /// match can't be saved.
    pub(crate) async fn pause(self: Arc<Self>, after: Duration) {
        let _leaving = self.leaving.lock().await;
        let is_over = self.is_over();
        let live = {
            let mut inner = self.inner();
            let live = inner.table.as_ref().and_then(super::RoomTable::live).cloned();
            let Some(live) = live.filter(|_| inner.is_unwatched(after)) else { return };
            // From now on, no client can join the match.
            inner.paused = Some(Paused { is_over, has_left: false, kept: None });
            live
        };
        let (stopped, table) = (Arc::clone(&self), live.clone());
        let paused = tokio::task::spawn_blocking(move || {
            // A finished match refuses the command, but also doesn't need it.
            let _over = table.execute(Command::Pause, true);
            stopped.loaded()
        });
        let kept = paused.await.ok().flatten();
        if self.save_interrupted().await.is_err() {
            self.inner().paused = None;
            live.direct(Command::Resume);
            return;
        }
        self.handle().retire();
        let (table, grant) = {
            let mut inner = self.inner();
            if let Some(paused) = &mut inner.paused {
                (paused.kept, paused.has_left) = (kept, true);
            }
            (inner.table.take(), inner.grant.take())
        };
        // The engines must exit before their resources are released.
        drop(table);
        drop(live);
        drop(grant);
    }

    /// The match in the form that a library would return. Blocks for microseconds.
    fn loaded(&self) -> Option<Loaded> {
        let record = self.record()?;
        let room = self.saved(&self.inner(), true);
        Some(Loaded { record, turn_elapsed: Duration::ZERO, game: Arc::clone(self.game()), room })
    }
}

impl Inner {
    /// Returns `true` if engines are in memory and the match has had no clients for `after`.
    fn is_unwatched(&self, after: Duration) -> bool {
        self.grant.is_some()
            && self.paused.is_none()
            && self.empty_since.is_some_and(|since| since.elapsed() >= after)
            && self.table.as_ref().is_some_and(|table| table.live().is_some())
    }
}

/// Returns `true` if the match can't continue.
fn is_over(record: &Record) -> bool {
    record.ending.as_ref().is_some_and(|ending| ending.reason != EndReason::Stopped)
}
