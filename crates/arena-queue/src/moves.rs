//! Moves that workers choose for matches of another program: one move at a time, beside the pairs of tournaments.
//!
//! A *client* (the server of the web page) publishes a [`MoveJob`] with all that a player needs for one move; one worker of
//! the queue group gets it, claims it, gives signs of life while its player thinks, and answers. Nothing is stored: a job
//! whose worker falls silent is published again by the client, who can also think itself. So these messages need no
//! stream, and any of them may be lost or come twice.
//!
//! | subject | |
//! |---|---|
//! | `rival.moves.job` | jobs, from clients; one worker gets each |
//! | `rival.moves.client.{client}.{number}` | what the worker says of a job: [`WorkerMessage`] |
//! | `rival.moves.worker.{worker}` | what the client asks of a worker that thinks: [`StopMove`] |

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

/// The beginning of the subjects of answers.
const CLIENTS: &str = "rival.moves.client.";

/// The beginning of the subjects on which workers are asked to stop.
const WORKERS: &str = "rival.moves.worker.";

/// A name on the queue that nobody else has: 16 hexadecimal digits.
fn new_name() -> String {
    format!("{:016x}", RandomState::new().hash_one(()))
}

/// Limits how often messages that make no sense are mentioned.
#[derive(Debug, Default)]
struct NoteLimit(Mutex<Option<Instant>>);

/// The least time between two such notes.
const NOTE_INTERVAL: Duration = Duration::from_secs(1);

impl NoteLimit {
    /// Whether a message may be mentioned now, as it is then.
    fn allow(&self) -> bool {
        let mut noted_at = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let allows = noted_at.is_none_or(|at| at.elapsed() >= NOTE_INTERVAL);
        if allows {
            *noted_at = Some(Instant::now());
        }
        allows
    }
}
