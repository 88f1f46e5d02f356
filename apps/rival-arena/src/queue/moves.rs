//! Worker threads that compute single moves for matches elsewhere. Pairs have separate threads, because a pair can take
//! minutes and a person is waiting for the move.

use std::io::{Write, stderr};

use cluster::moves::{MoveJob, MovePort, MoveRunner};
use cluster::remote::think;
use crossbeam_channel::{Receiver, Sender, bounded};

/// A request for a move.
pub(super) struct Question {
    job: MoveJob,
    port: MovePort,
}

/// Passes moves to the threads that compute them.
pub(super) struct ThinkingThreads {
    count: usize,
    questions: Sender<Question>,
}

impl ThinkingThreads {
    /// Creates the sender and the receiver for `count` threads. Each thread calls [`think_about`] with the receiver.
    pub(super) fn new(count: usize) -> (Self, Receiver<Question>) {
        let (questions, waiting) = bounded(count.max(1));
        (Self { count, questions }, waiting)
    }
}

impl MoveRunner for ThinkingThreads {
    fn slots(&self) -> usize {
        self.count
    }

    fn think(&self, job: MoveJob, port: MovePort) {
        // The channel has room for every thread. If no thread receives the question, the port is dropped, which returns
        // the job.
        let _broken_off = self.questions.try_send(Question { job, port });
    }

    fn note(&self, line: &str) {
        // Standard error may be closed.
        let _unread = writeln!(stderr(), "{line}");
    }
}

/// Computes moves until the sender is dropped.
pub(super) fn think_about(questions: &Receiver<Question>) {
    for Question { job, port } in questions {
        think(&job, port);
    }
}
