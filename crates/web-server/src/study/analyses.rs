//! The analyses of one socket, one after the other: a new one stops the one that runs, and begins when that has ended.

use std::net::IpAddr;
use std::sync::Arc;

use analysis::{
    Analysis, AnalysisError, AnalysisPosition, AnalysisUpdate, PreparedAnalysis, RunningAnalysis,
    refusal_sentence,
};
use games_package::Thinking;
use match_json::Line;
use tokio::sync::mpsc;

use super::messages::StudyAnswer;
use super::task::{Goal, Task};
use crate::limits::Permit;
use crate::server::Server;

/// How many reports wait for a client that doesn't read; then the analysis waits too.
const UPDATES_WAITING_MAX: usize = 64;

/// What an analysis reports, with its number.
pub(super) type NumberedUpdate = (u64, AnalysisUpdate);

/// The analyses of one socket.
#[derive(Debug)]
pub(super) struct Analyses {
    server: Server,
    client: IpAddr,
    updates: mpsc::Sender<NumberedUpdate>,
    /// The number of the newest analysis.
    number: u64,
    running: Option<Running>,
    /// What begins when the one that runs has stopped.
    next: Option<Task>,
}

/// An analysis that runs.
#[derive(Debug)]
struct Running {
    task: Task,
    /// None once it was stopped.
    analysis: Option<RunningAnalysis>,
    permit: Arc<Permit>,
}

impl Analyses {
    /// No analysis, and where the reports will come from.
    pub(super) fn new(server: Server, client: IpAddr) -> (Self, mpsc::Receiver<NumberedUpdate>) {
        let (updates, reports) = mpsc::channel(UPDATES_WAITING_MAX);
        (Self { server, client, updates, number: 0, running: None, next: None }, reports)
    }

    /// Begins an analysis, at once or when the one that runs has stopped.
    pub(super) async fn begin(&mut self, task: Task) -> Vec<StudyAnswer> {
        if let Some(running) = &mut self.running {
            running.analysis = None;
            self.next = Some(task);
            return Vec::new();
        }
        let Ok(permit) = self.server.limits().analyze(self.client) else {
            let why = "two analyses of yours run already: stop one, or close another page";
            return vec![StudyAnswer::Refused { id: task.id, why: why.into(), busy: true }];
        };
        self.go_on(task, Arc::new(permit)).await
    }

    /// Stops the analysis that runs.
    pub(super) fn stop(&mut self) {
        self.next = None;
        if let Some(running) = &mut self.running {
            running.analysis = None;
        }
    }

    /// Takes a report in, and returns what the client is told.
    pub(super) async fn update(&mut self, (number, update): NumberedUpdate) -> Vec<StudyAnswer> {
        if number != self.number {
            return Vec::new();
        }
        match update {
            AnalysisUpdate::Thinking(elapsed, thinking) => {
                let found = self.running.as_ref().filter(|running| running.analysis.is_some());
                let line = Line::new(elapsed, &thinking);
                found.and_then(|running| running.task.line(line, &thinking)).into_iter().collect()
            }
            AnalysisUpdate::End(end) => match (self.running.take(), self.next.take()) {
                (Some(Running { permit, .. }), Some(next)) => self.go_on(next, permit).await,
                (Some(Running { task, analysis: Some(_), permit }), None) => {
                    self.ended(task, end, permit).await
                }
                _ => Vec::new(),
            },
        }
    }

    /// The search of a position has ended by itself.
    async fn ended(
        &mut self,
        mut task: Task,
        end: Result<Analysis, AnalysisError>,
        permit: Arc<Permit>,
    ) -> Vec<StudyAnswer> {
        let id = task.id;
        match (end, &mut task.goal) {
            (Ok(found), Goal::Position(_)) => {
                vec![StudyAnswer::End { id, chosen: Some(found.chosen), why: None }]
            }
            (Ok(found), Goal::Review(review)) => {
                review.add(found);
                self.go_on(task, permit).await
            }
            (Err(why), _) => {
                let why = Some(refusal_sentence(&why));
                vec![StudyAnswer::End { id, chosen: None, why }]
            }
        }
    }

    /// Starts the search of the position at the end of the task's moves; of a review those of the next position.
    async fn go_on(&mut self, mut task: Task, permit: Arc<Permit>) -> Vec<StudyAnswer> {
        let id = task.id;
        let mut answers = Vec::new();
        if let Goal::Review(review) = &mut task.goal {
            let next = review.advance();
            answers = review.report(id);
            match next {
                Ok(Some(moves)) => task.moves = moves,
                Ok(None) => {
                    answers.push(review.summary(id));
                    return answers;
                }
                Err(error) => {
                    answers.push(StudyAnswer::refused(id, error.to_string()));
                    return answers;
                }
            }
        }
        if let Some(table) = task.table {
            answers.push(StudyAnswer::Table { id, table });
        }
        let book = std::mem::take(&mut task.book);
        if !book.is_empty() {
            answers.push(StudyAnswer::Book { id, moves: book });
        }
        self.number += 1;
        let (server, updates, number) = (self.server.clone(), self.updates.clone(), self.number);
        let held = Arc::clone(&permit);
        let started = tokio::task::spawn_blocking(move || {
            let analysis = start(&server, &task, move |update| {
                // A client that has gone is told nothing. The permit is held until the search has ended.
                let _gone = updates.blocking_send((number, update));
                let _held = &held;
            });
            (task, analysis)
        });
        match started.await {
            Ok((task, Ok(analysis))) => {
                self.running = Some(Running { task, analysis: Some(analysis), permit });
            }
            Ok((_, Err(why))) => answers.push(StudyAnswer::refused(id, why)),
            Err(_panic) => {
                answers.push(StudyAnswer::refused(id, "the analysis could not begin"));
            }
        }
        answers
    }
}

impl Task {
    /// What the client is told of a line; none in a review.
    fn line(&self, line: Line, thinking: &Thinking) -> Option<StudyAnswer> {
        let Goal::Position(routes) = &self.goal else { return None };
        let first = thinking.line.split_ascii_whitespace().next();
        let squares = first.and_then(|mv| routes.get(mv)).cloned().unwrap_or_default();
        Some(StudyAnswer::Line { id: self.id, line, squares })
    }
}

/// Starts the search of a position.
///
/// # Errors
/// Why not, as a phrase.
fn start(
    server: &Server,
    task: &Task,
    update: impl FnMut(AnalysisUpdate) + Send + 'static,
) -> Result<RunningAnalysis, String> {
    let setup = server.house().analysis_setup(&task.game, &task.player, task.limits, 0);
    let setup = setup.map_err(|failure| failure.to_string())?;
    let position = AnalysisPosition { start: Some(&task.start), moves: &task.moves };
    let prepared = PreparedAnalysis::new(setup, position).map_err(|error| error.to_string())?;
    prepared.start(update).map_err(|error| format!("no thread can be started: {error}"))
}
