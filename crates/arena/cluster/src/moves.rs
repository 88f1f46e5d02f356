//! Moves that workers choose for other programs' matches: one move at a time, alongside the pairs of tournaments.
//!
//! A *client* (the web server) publishes a [`MoveJob`] with everything that a player needs for one move. One worker of
//! the queue group receives the job, claims it, sends heartbeats while its player thinks, and answers. Nothing is
//! stored: if a worker falls silent, the client republishes the job or thinks itself. Therefore, these messages need no
//! stream, and any of them may be lost or repeated.
//!
//! | subject | |
//! |---|---|
//! | `rival.moves.job` | jobs, from clients; one worker gets each |
//! | `rival.moves.client.{client}.{number}` | the worker's messages about a job: [`WorkerMessage`] |
//! | `rival.moves.worker.{worker}` | the client's requests to a thinking worker: [`StopMove`] |

mod client;
mod message;
mod service;

use std::hash::{BuildHasher, RandomState};
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

pub use self::client::{Heard, MoveClient, MoveConnection, PendingMove};
pub use self::message::{
    MatchDescription, MoveAnswer, MoveJob, MoveNews, MoveRequest, SearchLine, StopMove,
    StopUrgency, WorkerMessage,
};
pub(crate) use self::service::MoveService;
pub use self::service::{MovePort, MoveRunner};

/// The subject of jobs.
const JOBS: &str = "rival.moves.job";

/// Prefix of the subjects for answers.
const CLIENTS: &str = "rival.moves.client.";

/// Prefix of the subjects for stop requests to workers.
const WORKERS: &str = "rival.moves.worker.";

/// Generates a unique name for the queue: 16 hexadecimal digits.
fn new_name() -> String {
    format!("{:016x}", RandomState::new().hash_one(()))
}

/// Limits the frequency of notes about invalid messages.
#[derive(Debug, Default)]
struct NoteLimit(Mutex<Option<Instant>>);

/// Minimum time between two such notes.
const NOTE_INTERVAL: Duration = Duration::from_secs(1);

impl NoteLimit {
    /// Returns `true` if a note may be shown now, and assumes that it is shown.
    fn allow(&self) -> bool {
        let mut noted_at = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let allows = noted_at.is_none_or(|at| at.elapsed() >= NOTE_INTERVAL);
        if allows {
            *noted_at = Some(Instant::now());
        }
        allows
    }
}
