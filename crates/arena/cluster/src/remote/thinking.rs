//! A worker's side: a catalog player thinks about one move.

use std::time::{Duration, Instant};

use crate::moves::{MoveJob, MovePort, StopUrgency};
use app_context::PlayerSpec;
use game_catalog::new_player;
use games_package::{AskError, Host, Prompt, Reply, Request, Thinking, Urgency, calls};
use tracing::info;

use crate::remote::describe;

/// Runs a job's player on this thread and sends its lines and its answer. Never starts a program or loads a plugin,
/// whatever the job requests.
pub fn think(job: &MoveJob, port: MovePort) {
    match choose(job, &port) {
        Ok(reply) => port.answer(describe::describe_reply(reply)),
        Err(why) => port.fail(why),
    }
}

/// The player's reply.
///
/// # Errors
/// The reason why the player failed, as a phrase.
fn choose(job: &MoveJob, port: &MovePort) -> Result<Reply, String> {
    let began = Instant::now();
    let asked = PlayerSpec::from_network(job.player.as_str()).request();
    let asked = asked.map_err(|failure| failure.to_string())?;
    if asked.is_foreign() {
        return Err(format!("unknown player \"{}\"", asked.name));
    }
    let player = new_player(&job.setup.game, &asked.name, &asked.options);
    let mut player = player.map_err(|error| error.to_string())?;
    let setup = describe::setup(job).map_err(|error| error.to_string())?;
    let request = describe::request(job);
    calls::start(&mut *player, &setup).map_err(|failure| failure.to_string())?;
    let host = WorkerHost { port, began, request: &request };
    calls::choose_move(&mut *player, &request, &host).map_err(|failure| failure.to_string())
}

/// A host that stands for the table.
struct WorkerHost<'a> {
    port: &'a MovePort,
    began: Instant,
    request: &'a Request,
}

impl Host for WorkerHost<'_> {
    fn urgency(&self) -> Urgency {
        let asked = match self.port.stop() {
            None => Urgency::None,
            Some(StopUrgency::MoveNow) => Urgency::MoveNow,
            Some(StopUrgency::Withdrawn) => return Urgency::Withdrawn,
        };
        let elapsed = self.began.elapsed();
        let is_past = |time: Option<Duration>| time.is_some_and(|time| elapsed >= time);
        let timed = if is_past(self.request.time_left) {
            Urgency::MoveNow
        } else if is_past(self.request.budget) {
            Urgency::BudgetUsed
        } else {
            Urgency::None
        };
        asked.max(timed)
    }

    fn report(&self, thinking: &Thinking) {
        self.port.report(describe::describe_line(thinking));
    }

    fn ask(&self, _prompt: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        let known = self.request.legal_moves.iter().find(|mv| *mv == text);
        known.cloned().ok_or_else(|| format!("{text} is not a legal move"))
    }

    fn log(&self, text: &str) {
        info!(target: "rival::player", "{text}");
    }
}
