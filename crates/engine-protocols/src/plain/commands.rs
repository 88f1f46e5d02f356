//! Commands of the other program. What needs an answer at once is answered by the thread that reads.

use std::io::{self, BufRead, Write};
use std::sync::{Arc, Mutex};
use std::time::Instant;

use crossbeam_channel::Sender;
use games_package::TableGame;
use plain_protocol::{
    Answer, Answerer, Ask, ErrorText, FromProgram, LINE_BYTES_MAX, PonderHit, QUESTIONS_MAX, Stop,
    ToProgram, message_type,
};

use crate::lines::{LineReader, Read};
use crate::lock::lock;

/// What the thread that reads commands and the one that runs the player share.
pub(super) struct Shared<W> {
    output: Mutex<W>,
    state: Mutex<State>,
}

/// What has been said about questions.
#[derive(Debug, Default)]
struct State {
    /// The newest stop, and when it came.
    stopped: Option<(Stop, Instant)>,
    /// The newest ponder hit, and when it came.
    hit: Option<(PonderHit, Instant)>,
    /// Since when the program shall end.
    quit: Option<Instant>,
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

    /// The stop for the question with this number, if there was one, and when it came.
    pub(super) fn stopped(&self, id: u64) -> Option<(Stop, Instant)> {
        lock(&self.state).stopped.filter(|(stop, _)| stop.id == id)
    }

    /// The ponder hit for the question with this number, if there was one, and when it came.
    pub(super) fn hit(&self, id: u64) -> Option<(PonderHit, Instant)> {
        lock(&self.state).hit.clone().filter(|(hit, _)| hit.id == id)
    }

    /// Since when the program shall end.
    pub(super) fn quit(&self) -> Option<Instant> {
        lock(&self.state).quit
    }
}

/// Reads commands until `quit`, the end of the input, or the end of the receiver.
pub(super) fn listen<W: Write>(
    input: impl BufRead,
    shared: &Shared<W>,
    commands: &Sender<ToProgram<'static>>,
    rules: Arc<dyn TableGame>,
) {
    let mut input = LineReader::new(input, LINE_BYTES_MAX);
    let mut answerer = Answerer::new(rules);
    loop {
        // A closed output is noticed at the next answer of the player.
        let _unread = match input.read() {
            Ok(Read::Line(line)) if line.is_empty() => Ok(()),
            Ok(Read::Line(line)) if message_type(line.as_bytes()).as_deref() == Some("ask") => {
                answer(line.as_bytes(), shared, &mut answerer)
            }
            Ok(Read::Line(line)) => match ToProgram::parse(line.as_bytes()) {
                Ok(ToProgram::Quit) => break,
                Ok(ToProgram::Ping(ping)) => shared.send(&FromProgram::Pong(ping)),
                Ok(ToProgram::Stop(stop)) => {
                    lock(&shared.state).stopped = Some((stop, Instant::now()));
                    Ok(())
                }
                Ok(ToProgram::PonderHit(hit)) => {
                    lock(&shared.state).hit = Some((hit, Instant::now()));
                    Ok(())
                }
                Ok(command) => {
                    if commands.send(command).is_err() {
                        return;
                    }
                    Ok(())
                }
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

/// Answers questions about the rules, which may be asked in both directions.
fn answer<W: Write>(line: &[u8], shared: &Shared<W>, answerer: &mut Answerer) -> io::Result<()> {
    match FromProgram::parse(line) {
        Ok(FromProgram::Ask(Ask { questions, .. })) if questions.len() > QUESTIONS_MAX => {
            let count = questions.len();
            shared.send_error(format!("{count} questions: at most {QUESTIONS_MAX} are allowed"))
        }
        Ok(FromProgram::Ask(Ask { id, questions })) => {
            let answers =
                questions.iter().map(|question| answerer.answer(question, None)).collect();
            shared.send_line(&ToProgram::Answer(Answer { id, answers }).to_line())
        }
        Ok(_) => Ok(()),
        Err(error) => shared.send_error(error.to_string()),
    }
}
