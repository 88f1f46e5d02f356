//! The other program's commands. The reading thread itself answers the urgent commands.

use std::collections::VecDeque;
use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use games_package::TableGame;
use plain_protocol::{
    Answer, Answerer, Ask, ErrorText, FromProgram, LINE_BYTES_MAX, PonderHit, QUESTIONS_MAX, Stop,
    ToProgram, message_type,
};

use crate::command_queue::{CommandSender, IfFull, NotQueued, REFUSAL};
use crate::lines::{LineReader, Read};
use crate::lock::lock;

/// State shared by the reading thread and the player's thread.
pub(super) struct Shared<W> {
    output: Mutex<W>,
    state: Mutex<State>,
}

/// The commands about questions received so far.
#[derive(Debug, Default)]
struct State {
    /// Unanswered questions, in order of arrival.
    asked: VecDeque<Asked>,
    /// The time at which the quit command arrived.
    quit: Option<Instant>,
}

/// The commands about one question received so far.
#[derive(Debug)]
struct Asked {
    id: u64,
    /// The newest stop, and its arrival time.
    stopped: Option<(Stop, Instant)>,
    /// The newest ponder hit, and its arrival time.
    hit: Option<(PonderHit, Instant)>,
}

impl State {
    /// The first unanswered question with this number.
    fn asked(&self, id: u64) -> Option<&Asked> {
        self.asked.iter().find(|asked| asked.id == id)
    }

    /// All questions with this number, because a command applies to each of them.
    fn all_asked(&mut self, id: u64) -> impl Iterator<Item = &mut Asked> {
        self.asked.iter_mut().filter(move |asked| asked.id == id)
    }
}

impl<W: Write> Shared<W> {
    pub(super) fn new(output: W) -> Self {
        Self { output: Mutex::new(output), state: Mutex::default() }
    }

    /// Sends a line.
    pub(super) fn send_line(&self, line: &[u8]) -> io::Result<()> {
        let mut output = lock(&self.output);
        output.write_all(&[line, b"\n"].concat())?;
        output.flush()
    }

    pub(super) fn send(&self, message: &FromProgram) -> io::Result<()> {
        self.send_line(&message.to_line())
    }

    pub(super) fn send_error(&self, text: impl Into<String>) -> io::Result<()> {
        self.send(&FromProgram::Error(ErrorText { text: text.into() }))
    }

    /// The stop for the question with this number, if any, and its arrival time.
    pub(super) fn stopped(&self, id: u64) -> Option<(Stop, Instant)> {
        lock(&self.state).asked(id)?.stopped
    }

    /// The ponder hit for the question with this number, if any, and its arrival time.
    pub(super) fn hit(&self, id: u64) -> Option<(PonderHit, Instant)> {
        lock(&self.state).asked(id)?.hit.clone()
    }

    /// Records a question that was read.
    fn expect(&self, id: u64) {
        lock(&self.state).asked.push_back(Asked { id, stopped: None, hit: None });
    }

    /// Records a stop: the question must now be answered or dropped.
    fn stop(&self, stop: Stop) {
        let stopped = Some((stop, Instant::now()));
        lock(&self.state).all_asked(stop.id).for_each(|asked| asked.stopped = stopped);
    }

    /// Records that the pondered move was played.
    fn turn_into_thinking(&self, hit: PonderHit) {
        let (id, hit) = (hit.id, Some((hit, Instant::now())));
        lock(&self.state).all_asked(id).for_each(|asked| asked.hit.clone_from(&hit));
    }

    /// Removes the first question with this number.
    pub(super) fn forget(&self, id: u64) {
        let mut state = lock(&self.state);
        if let Some(place) = state.asked.iter().position(|asked| asked.id == id) {
            state.asked.remove(place);
        }
    }

    /// Removes the newest question, which was not queued.
    fn withdraw_last(&self) {
        lock(&self.state).asked.pop_back();
    }

    /// Returns `true` if a question is unanswered.
    fn is_asked(&self) -> bool {
        !lock(&self.state).asked.is_empty()
    }

    /// The time at which the quit command arrived.
    pub(super) fn quit(&self) -> Option<Instant> {
        lock(&self.state).quit
    }
}

/// Reads commands until `quit`, until the input ends, or until the receiver is dropped.
pub(super) fn listen<W: Write>(
    input: impl BufRead,
    shared: &Shared<W>,
    commands: &CommandSender<ToProgram<'static>>,
    rules: Arc<dyn TableGame>,
) {
    let mut input = LineReader::new(input, LINE_BYTES_MAX);
    let mut answerer = Answerer::new(rules);
    let mut is_refusing = false;
    loop {
        // A closed output will be noticed at the player's next answer.
        let _unread = match input.read() {
            Ok(Read::Line(line)) if line.is_empty() => Ok(()),
            Ok(Read::Line(line)) if message_type(line.as_bytes()).as_deref() == Some("ask") => {
                answer(line.as_bytes(), shared, &mut answerer)
            }
            Ok(Read::Line(line)) => match ToProgram::parse(line.as_bytes()) {
                Ok(ToProgram::Quit) => break,
                Ok(ToProgram::Ping(ping)) => shared.send(&FromProgram::Pong(ping)),
                Ok(ToProgram::Stop(stop)) => {
                    shared.stop(stop);
                    Ok(())
                }
                Ok(ToProgram::PonderHit(hit)) => {
                    shared.turn_into_thinking(hit);
                    Ok(())
                }
                Ok(command) => match queue(command, line.len(), shared, commands) {
                    Ok(()) => {
                        is_refusing = false;
                        Ok(())
                    }
                    Err(NotQueued::Closed) => return,
                    Err(NotQueued::Full) if std::mem::replace(&mut is_refusing, true) => Ok(()),
                    Err(NotQueued::Full) => shared.send_error(REFUSAL),
                },
                Err(error) => shared.send_error(error.to_string()),
            },
            Ok(Read::TooLong) => {
                shared.send_error(format!("a line has more than {LINE_BYTES_MAX} bytes"))
            }
            Ok(Read::End) | Err(_) => break,
        };
    }
    lock(&shared.state).quit = Some(Instant::now());
}

/// Queues a command of `bytes` bytes.
fn queue<W: Write>(
    command: ToProgram<'static>,
    bytes: usize,
    shared: &Shared<W>,
    commands: &CommandSender<ToProgram<'static>>,
) -> Result<(), NotQueued> {
    let if_full = if shared.is_asked() { IfFull::Refuse } else { IfFull::Wait };
    let question = match &command {
        ToProgram::Choose(question) | ToProgram::Ponder(question) => Some(question.id),
        _ => None,
    };
    // Record the question first, because the answer can come before this thread continues.
    if let Some(id) = question {
        shared.expect(id);
    }
    let queued = commands.send(command, bytes, if_full);
    if queued.is_err() && question.is_some() {
        shared.withdraw_last();
    }
    queued
}

/// Answers a question about the rules, which both sides may ask.
fn answer<W: Write>(line: &[u8], shared: &Shared<W>, answerer: &mut Answerer) -> io::Result<()> {
    match FromProgram::parse(line) {
        Ok(FromProgram::Ask(Ask { questions, .. })) if questions.len() > QUESTIONS_MAX => {
            let count = questions.len();
            shared.send_error(format!("{count} questions: at most {QUESTIONS_MAX} are allowed"))
        }
        Ok(FromProgram::Ask(Ask { id, questions })) => {
            let answers = answerer.answers(&questions, None, None);
            shared.send_line(&ToProgram::Answer(Answer { id, answers }).to_line())
        }
        Ok(_) => Ok(()),
        Err(error) => shared.send_error(error.to_string()),
    }
}

#[cfg(test)]
mod tests {
    use plain_protocol::StopReason;

    use super::*;

    #[test]
    fn each_question_has_its_own_stop_and_hit_however_early_they_arrive() {
        let shared = Shared::new(Vec::new());
        for id in [1, 2, 3] {
            shared.expect(id);
        }
        let why = StopReason::MoveNow;
        let hit = |id| PonderHit { id, time_left: None, budget: None, draw_offer: None };
        shared.stop(Stop { id: 1, why });
        shared.stop(Stop { id: 2, why });
        shared.turn_into_thinking(hit(1));
        shared.turn_into_thinking(hit(3));
        let stopped = [1, 2, 3].map(|id| shared.stopped(id).is_some());
        let hit = [1, 2, 3].map(|id| shared.hit(id).is_some());
        assert_eq!((stopped, hit), ([true, true, false], [true, false, true]));
        shared.forget(1);
        assert!(shared.stopped(1).is_none() && shared.hit(1).is_none());
        // A repeated number means a different question.
        shared.expect(1);
        assert!(shared.stopped(1).is_none());
        for id in [1, 2, 3] {
            shared.forget(id);
        }
        assert!(!shared.is_asked());
    }
}
