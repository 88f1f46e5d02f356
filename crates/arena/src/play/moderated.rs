//! A game at the table of a Moderator.

use std::sync::{Arc, Mutex, PoisonError};

use board_engine::Turn;
use games_package::{
    Arbiter, EndReason, Ending, Event, Finished, MatchSetup, Moderator, Ply, SeatSetup,
};

use super::judge::Judge;
use super::log::Log;
use super::{Brake, NoResult, Onlookers, Played, View, odds};
use crate::tournament::{Job, Tournament};

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
    tournament: &Tournament,
    job: &Job,
    seats: Vec<SeatSetup>,
    brake: &Brake,
    Onlookers { view, log }: Onlookers<'_>,
) -> Result<Played, NoResult> {
    let (settings, opening) = (tournament.settings(), tournament.opening(job));
    let judge = Judge::new(settings.adjudication, seats.len());
    let sight = Arc::new(Mutex::new(Some(Sight { judge, has_begun: false })));
    let mut setup = MatchSetup::new(Arc::clone(tournament.game()), seats);
    setup.position.clone_from(&opening.position);
    let ply = |mv: &String| Ply::from(mv.as_str());
    setup.opening = opening.moves.iter().map(ply).collect();
    if let Some(view) = view {
        opening.moves.iter().for_each(|mv| view.push(mv));
    }
    setup.time_control = settings.time;
    setup.thinking = settings.thinking();
    setup.odds = job.players.iter().map(|&player| odds(settings, player)).collect();
    setup.margin = settings.margin;
    setup.pondering = settings.ponder;
    setup.seed = tournament.seed(job);
    setup.repetition = tournament.repetition(job);
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
    let cant_start = match record.ending.as_ref().map(|ending| &ending.reason) {
        Some(EndReason::PlayerFailed(seat, failure)) if !has_begun => {
            Some((seat.index(), failure.to_string()))
        }
        _ => None,
    };
    Ok(Played { record, thoughts, cant_start })
}
