//! A game run by a Moderator.

use std::sync::{Arc, Mutex, PoisonError};

use board_engine::Turn;
use games_package::{Arbiter, Ending, Event, Finished, MatchSetup, Moderator};

use super::adjudicator::Adjudicator;
use super::log::Log;
use super::{CancelToken, NoResult, Played, Recorders, View};

/// The arbiter's state, shared with the caller.
struct Observed {
    adjudicator: Adjudicator,
    has_begun: bool,
}

struct GameArbiter {
    observed: Arc<Mutex<Option<Observed>>>,
    view: Option<View>,
    log: Option<Log>,
}

impl Arbiter for GameArbiter {
    fn judge(&mut self, event: &Event) -> Option<Ending> {
        self.log.iter().for_each(|log| log.note(event));
        let mut observed = self.observed.lock().unwrap_or_else(PoisonError::into_inner);
        let observed = observed.as_mut()?;
        match event {
            Event::MatchStarted(_) => {
                observed.has_begun = true;
                None
            }
            Event::ThinkingReported { thinking, .. } => {
                observed.adjudicator.report(thinking);
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
                observed.adjudicator.move_played(mover, played.ply + 1, position)
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
    let observed = Arc::new(Mutex::new(Some(Observed { adjudicator, has_begun: false })));
    let arbiter =
        GameArbiter { observed: Arc::clone(&observed), view: view.cloned(), log: log.cloned() };
    setup.arbiter = Some(Box::new(arbiter));
    let moderator = Moderator::new(setup)?;
    let registration = cancel.register(&moderator.control());
    let Finished { record, late_failures, abandoned } = moderator.run()?;
    if let Some(log) = log {
        for (seat, failure) in late_failures {
            log.line(format!("too late to count, {seat}: {failure}"));
        }
        for seat in abandoned {
            log.line(format!("{seat} had not returned from its last call when the match was over"));
        }
    }
    drop(registration);
    let observed = observed.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (has_begun, thoughts) =
        observed.map_or((true, Vec::new()), |it| (it.has_begun, it.adjudicator.into_thoughts()));
    Ok(Played::new(record, thoughts, has_begun))
}
