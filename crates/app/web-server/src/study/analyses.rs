//! One socket's analyses, one at a time. A new analysis stops the current analysis and starts after its end.

use std::sync::Arc;

use analysis::{
    Analysis, AnalysisError, AnalysisPosition, AnalysisUpdate, PreparedAnalysis, RunningAnalysis,
    refusal_sentence,
};
use games_package::Thinking;
use notation::json::Line;
use tokio::sync::mpsc;

use super::messages::StudyAnswer;
use super::task::{Goal, Task};
use crate::budget::{Engines, Grant, Payer};
use crate::limits::Permit;
use crate::server::Server;

/// The maximum number of reports waiting for a slow client. Beyond this limit, the analysis also waits.
const UPDATES_WAITING_MAX: usize = 64;

/// A report with its analysis number.
pub(super) type NumberedUpdate = (u64, AnalysisUpdate);

/// One socket's analyses.
#[derive(Debug)]
pub(super) struct Analyses {
    server: Server,
    payer: Payer,
    updates: mpsc::Sender<NumberedUpdate>,
    /// The number of the newest analysis.
    number: u64,
    running: Option<Running>,
    /// The task that starts after the current analysis has stopped.
    next: Option<Task>,
}

/// A running analysis.
#[derive(Debug)]
struct Running {
    task: Task,
    /// The analysis; `None` once it was stopped.
    analysis: Option<RunningAnalysis>,
    permit: Arc<Permit>,
    grant: Arc<Grant>,
}

impl Analyses {
    /// Creates the state without an analysis. Also returns the receiver for reports.
    pub(super) fn new(server: Server, payer: Payer) -> (Self, mpsc::Receiver<NumberedUpdate>) {
        let (updates, reports) = mpsc::channel(UPDATES_WAITING_MAX);
        (Self { server, payer, updates, number: 0, running: None, next: None }, reports)
    }

    /// Starts an analysis after stopping the current analysis, if any.
    pub(super) async fn begin(&mut self, task: Task) -> Vec<StudyAnswer> {
        if let Some(running) = &mut self.running {
            running.analysis = None;
            self.next = Some(task);
            return Vec::new();
        }
        let Ok(permit) = self.server.limits().analyze(self.payer.client) else {
            let why = "you are already running two analyses; stop one or close another page";
            return vec![StudyAnswer::Refused { id: task.id, why: why.into(), busy: true }];
        };
        self.go_on(task, Arc::new(permit), None).await
    }

    /// Stops the running analysis.
    pub(super) fn stop(&mut self) {
        self.next = None;
        if let Some(running) = &mut self.running {
            running.analysis = None;
        }
    }

    /// Handles a report, and returns the messages for the client.
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
                (Some(Running { permit, grant, .. }), Some(next)) => {
                    self.go_on(next, permit, Some(grant)).await
                }
                (Some(Running { task, analysis: Some(_), permit, grant }), None) => {
                    self.ended(task, end, permit, grant).await
                }
                _ => Vec::new(),
            },
        }
    }

    /// Handles a search that ended normally.
    async fn ended(
        &mut self,
        mut task: Task,
        end: Result<Analysis, AnalysisError>,
        permit: Arc<Permit>,
        grant: Arc<Grant>,
    ) -> Vec<StudyAnswer> {
        let id = task.id;
        match (end, &mut task.goal) {
            (Ok(found), Goal::Position(_)) => {
                vec![StudyAnswer::End { id, chosen: Some(found.chosen), why: None }]
            }
            (Ok(found), Goal::Review(review)) => {
                review.add(found);
                self.go_on(task, permit, Some(grant)).await
            }
            (Err(why), _) => {
                let why = Some(refusal_sentence(&why));
                vec![StudyAnswer::End { id, chosen: None, why }]
            }
        }
    }

    /// Searches the position after the task's moves or, in a review, the next position. `grant` is the previous
    /// search's grant.
    async fn go_on(
        &mut self,
        mut task: Task,
        permit: Arc<Permit>,
        grant: Option<Arc<Grant>>,
    ) -> Vec<StudyAnswer> {
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
        let (payer, held) = (self.payer, Arc::clone(&permit));
        let start = move || {
            let analysis = granted(&server, &task, payer, grant).and_then(|grant| {
                let held = (held, Arc::clone(&grant));
                let analysis = start(&server, &task, move |update| {
                    // A client that has disconnected gets no message. The grant is returned when the search ends.
                    let _gone = updates.blocking_send((number, update));
                    let _held = &held;
                })?;
                Ok((analysis, grant))
            });
            Ok((task, analysis))
        };
        match self.server.computations().run(payer.client, start).await {
            Ok((task, Ok((analysis, grant)))) => {
                self.running = Some(Running { task, analysis: Some(analysis), permit, grant });
            }
            Ok((_, Err(why))) => answers.push(StudyAnswer::refused(id, why)),
            Err(refused) => answers.push(StudyAnswer::refused(id, refused.why())),
        }
        answers
    }
}

impl Task {
    /// The message about a line; `None` in a review.
    fn line(&self, line: Line, thinking: &Thinking) -> Option<StudyAnswer> {
        let Goal::Position(routes) = &self.goal else { return None };
        let first = thinking.line.split_ascii_whitespace().next();
        let squares = first.and_then(|mv| routes.get(mv)).cloned().unwrap_or_default();
        Some(StudyAnswer::Line { id: self.id, line, squares })
    }
}

/// The grant for a task's player. Reuses `before` if it is sufficient, because the search that just ended still holds
/// it.
///
/// # Errors
/// The reason why the grant was refused, as a phrase.
fn granted(
    server: &Server,
    task: &Task,
    payer: Payer,
    before: Option<Arc<Grant>>,
) -> Result<Arc<Grant>, String> {
    let engines = Engines::of(server.app(), task.game.name(), &[&task.player]);
    let granted = engines.and_then(|engines| match before {
        Some(before) if before.covers(engines) => Ok(before),
        _ => server.grant(payer, engines).map(|(grant, _paused)| Arc::new(grant)),
    });
    granted.map_err(|refused| refused.why().to_owned())
}

/// Starts searching a position.
///
/// # Errors
/// The reason why the search failed to start, as a phrase.
fn start(
    server: &Server,
    task: &Task,
    update: impl FnMut(AnalysisUpdate) + Send + 'static,
) -> Result<RunningAnalysis, String> {
    let setup = server.app().analysis_setup(&task.game, &task.player, task.limits, 0);
    let setup = setup.map_err(|failure| failure.to_string())?;
    let position = AnalysisPosition { start: Some(&task.start), moves: &task.moves };
    let prepared = PreparedAnalysis::new(setup, position).map_err(|error| error.to_string())?;
    prepared.start(update).map_err(|error| format!("the analysis cannot start: {error}"))
}
