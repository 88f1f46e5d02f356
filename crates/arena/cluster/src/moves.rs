//! Lets workers choose moves for other programs' matches: one move at a time, alongside tournament pairs.
//!
//! A *client* (the web server) publishes a [`MoveJob`] with everything that a player needs for one move. One worker in
//! the queue group receives the job, claims it, sends heartbeats while its player thinks, and answers. Nothing is
//! stored: if a worker falls silent, the client republishes the job or thinks itself. So these messages need no stream,
//! and any message can be lost or repeated.
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

/// The subject for jobs.
const JOBS: &str = "rival.moves.job";

/// Prefix for answer subjects.
const CLIENTS: &str = "rival.moves.client.";

/// Prefix for the subjects of stop requests to workers.
const WORKERS: &str = "rival.moves.worker.";

/// Generates a unique name on the queue: 16 hexadecimal digits.
fn new_name() -> String {
    format!("{:016x}", RandomState::new().hash_one(()))
}

/// Limits how often notes about invalid messages appear.
#[derive(Debug, Default)]
struct NoteLimit(Mutex<Option<Instant>>);

/// Minimum time between two such notes.
const NOTE_INTERVAL: Duration = Duration::from_secs(1);

impl NoteLimit {
    /// Returns `true` if a note may be shown now. The caller must then show it.
    fn allow(&self) -> bool {
        let mut noted_at = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let allows = noted_at.is_none_or(|at| at.elapsed() >= NOTE_INTERVAL);
        if allows {
            *noted_at = Some(Instant::now());
        }
        allows
    }
}
