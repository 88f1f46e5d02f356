//! Runs games under a Moderator, and cancels them.

use std::collections::BTreeMap;
use std::fmt;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use board_engine::Turn;
use games_package::{Arbiter, Command, Control, Ending, Event, Finished, MatchSetup, Moderator};

use super::adjudicator::Adjudicator;
use super::{Log, NoResult, Played, Recorders, View};

struct GameArbiter {
    /// The adjudicator, shared with the caller.
    adjudicator: Arc<Mutex<Option<Adjudicator>>>,
    view: Option<View>,
    log: Option<Log>,
}

impl Arbiter for GameArbiter {
    fn judge(&mut self, event: &Event) -> Option<Ending> {
        self.log.iter().for_each(|log| log.note(event));
        let mut adjudicator = self.adjudicator.lock().unwrap_or_else(PoisonError::into_inner);
        let adjudicator = adjudicator.as_mut()?;
        match event {
            Event::ThinkingReported { seat, thinking, .. } => {
                adjudicator.report(*seat, thinking);
                None
            }
            Event::MovePlayed(played) | Event::ChanceDecided(played) => {
                if let Some(view) = &self.view {
                    view.push(&played.mv);
                }
                let mover = match played.turn {
                    Turn::Seat(seat) => Some(seat),
                    Turn::Chance => None,
                };
                let position = || Some(played.position.clone());
                adjudicator.move_played(mover, (played.ply + 1, &played.mv), position)
            }
            _ => None,
        }
    }
}

pub(super) fn play(
    mut setup: MatchSetup,
    adjudicator: Adjudicator,
    cancel: &CancelToken,
    Recorders { view, log }: Recorders<'_>,
) -> Result<Played, NoResult> {
    let adjudicator = Arc::new(Mutex::new(Some(adjudicator)));
    let shared = Arc::clone(&adjudicator);
    let arbiter = GameArbiter { adjudicator: shared, view: view.cloned(), log: log.cloned() };
    setup.arbiter = Some(Box::new(arbiter));
    let moderator = Moderator::new(setup)?;
    let registration = cancel.register(&moderator.control());
    let Finished { record, late_failures, abandoned } = moderator.run()?;
    if let Some(log) = log {
        for (seat, failure) in late_failures {
            log.line(format!("ignored because it came too late: {seat}: {failure}"));
        }
        for seat in abandoned {
            log.line(format!("{seat} had not returned from its last call when the match ended"));
        }
    }
    drop(registration);
    let adjudicator = adjudicator.lock().unwrap_or_else(PoisonError::into_inner).take();
    Ok(if let Some(adjudicator) = adjudicator {
        adjudicator.into_played(record)
    } else {
        let (thoughts, lines, line_errors, nodes) = Default::default();
        Played { record, thoughts, lines, line_errors, nodes }
    })
}

/// A token that cancels all games that use it, including future games.
#[derive(Default)]
pub struct CancelToken {
    is_cancelled: AtomicBool,
    registered: Mutex<Registered>,
}

#[derive(Default)]
struct Registered {
    next: u64,
    controls: BTreeMap<u64, Control>,
    callbacks: Vec<Box<dyn Fn() + Send>>,
}

/// Registers a match for the token to stop, as long as this value lives.
pub(super) struct Registration<'a> {
    token: &'a CancelToken,
    number: u64,
}

impl CancelToken {
    /// Cancels all games.
    pub fn cancel(&self) {
        self.is_cancelled.store(true, Ordering::SeqCst);
        let registered = self.lock();
        for control in registered.controls.values() {
            // The match may already be finished.
            let _gone = control.send(Command::Stop);
        }
        registered.callbacks.iter().for_each(|stop| stop());
    }

    /// Calls `stop` when the token is canceled, or immediately if it already is. `stop` can be called more than once
    /// and must not use the token.
    pub fn on_cancel(&self, stop: impl Fn() + Send + 'static) {
        let mut registered = self.lock();
        if self.is_cancelled.load(Ordering::SeqCst) {
            stop();
        }
        registered.callbacks.push(Box::new(stop));
    }

    /// Returns `true` if the games were canceled.
    pub fn is_cancelled(&self) -> bool {
        self.is_cancelled.load(Ordering::Relaxed)
    }

    pub(super) fn register(&self, control: &Control) -> Registration<'_> {
        let mut registered = self.lock();
        let number = registered.next;
        registered.next += 1;
        registered.controls.insert(number, control.clone());
        drop(registered);
        if self.is_cancelled.load(Ordering::SeqCst) {
            let _gone = control.send(Command::Stop);
        }
        Registration { token: self, number }
    }

    fn lock(&self) -> MutexGuard<'_, Registered> {
        self.registered.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Shows whether the token is canceled.
impl fmt::Debug for CancelToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("CancelToken")
            .field("is_cancelled", &self.is_cancelled())
            .finish_non_exhaustive()
    }
}

impl Drop for Registration<'_> {
    fn drop(&mut self) {
        self.token.lock().controls.remove(&self.number);
    }
}
