//! A game at the table of a Moderator.

use std::sync::{Arc, Mutex, PoisonError};

use board_engine::Turn;
use games_package::{Arbiter, Ending, Event, Finished, MatchSetup, Moderator};

use super::judge::Judge;
use super::log::Log;
use super::{Brake, NoResult, Onlookers, Played, View};

/// What the arbiter sees, shared with who asks afterwards.
struct Sight {
    judge: Judge,
    has_begun: bool,
}

struct Watching {
    sight: Arc<Mutex<Option<Sight>>>,
    view: Option<View>,
    log: Option<Log>,
}

impl Arbiter for Watching {
    fn judge(&mut self, event: &Event) -> Option<Ending> {
        self.log.iter().for_each(|log| log.note(event));
        let mut sight = self.sight.lock().unwrap_or_else(PoisonError::into_inner);
        let sight = sight.as_mut()?;
        match event {
            Event::MatchStarted(_) => {
                sight.has_begun = true;
                None
            }
            Event::ThinkingReported { thinking, .. } => {
                sight.judge.hear(thinking);
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
                sight.judge.see(mover, played.ply + 1)
            }
            _ => None,
        }
    }
}

pub(super) fn play(
    mut setup: MatchSetup,
    judge: Judge,
    brake: &Brake,
    Onlookers { view, log }: Onlookers<'_>,
) -> Result<Played, NoResult> {
    let sight = Arc::new(Mutex::new(Some(Sight { judge, has_begun: false })));
    let watching = Watching { sight: Arc::clone(&sight), view: view.cloned(), log: log.cloned() };
    setup.arbiter = Some(Box::new(watching));
    let moderator = Moderator::new(setup)?;
    let held = brake.hold(&moderator.control());
    let Finished { record, late_failures, abandoned } = moderator.run()?;
    if let Some(log) = log {
        for (seat, failure) in late_failures {
            log.line(format!("too late to count, {seat}: {failure}"));
        }
        for seat in abandoned {
            log.line(format!("{seat} had not returned from its last call when the match was over"));
        }
    }
    drop(held);
    let sight = sight.lock().unwrap_or_else(PoisonError::into_inner).take();
    let (has_begun, thoughts) =
        sight.map_or((true, Vec::new()), |it| (it.has_begun, it.judge.into_thoughts()));
    Ok(Played::new(record, thoughts, has_begun))
}
