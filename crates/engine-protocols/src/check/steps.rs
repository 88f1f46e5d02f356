//! The steps of a check, whatever the protocol.

use std::time::{Duration, Instant};

use board_engine::printable;

use super::dialogue::Dialogue;
use super::{Check, CheckTimes, Verdict};
use crate::child::{ChildError, Program, StderrUse};
use crate::lines::LINE_BYTES_MAX;

/// How long a search until `stop` runs before it is stopped, how long a second answer is waited for, and how late an answer
/// may be.
const MOMENT: Duration = Duration::from_millis(200);

/// The names of the checks, with what is expected.
const STEPS: [(&str, &str); 11] = [
    ("start", "The command starts a program."),
    ("handshake", "It introduces itself, and ends that in time."),
    ("ready", "It says that it is ready in time."),
    ("legal move", "It answers a search of the first position by one legal move."),
    ("time kept", "It answers within the time of the move, or 200 ms later on a busy machine."),
    ("one answer", "It answers a search once, and then waits."),
    ("stop", "It searches until it is stopped, and then answers by a legal move."),
    ("ping", "It answers the question whether it is there."),
    ("new game", "It plays another game, from a position after a move."),
    ("quit", "It exits soon after it is asked to."),
    ("end of input", "Started once more, it exits soon after its input has ended."),
];

/// Checks the engine, whose command has these words. After a failure that leaves nothing to talk to, or no order of questions and
/// answers, the rest is skipped.
pub(super) fn run(words: &[String], dialogue: &Dialogue, times: CheckTimes) -> Vec<Check> {
    let mut checks = Checks::default();
    // The failure is in the table already.
    let _failed = talks(words, dialogue, times, &mut checks);
    checks.all()
}

/// All steps; none if one failed after which there is no sense in another.
fn talks(
    words: &[String],
    dialogue: &Dialogue,
    times: CheckTimes,
    checks: &mut Checks,
) -> Option<()> {
    let start = || {
        let started = Program::start(words, StderrUse::KeepTail, LINE_BYTES_MAX);
        started.map_err(|error| format!("{} can't be started: {error}", words[0]))
    };
    let mut program = match start() {
        Ok(program) => program,
        Err(why) => return checks.add(Err(why)),
    };
    checks.add(Ok("it runs".into()));
    Talk { program: &mut program, dialogue, times }.games(checks)?;
    let mut program = match start() {
        Ok(program) => program,
        Err(why) => return checks.add(Err(why)),
    };
    let result = Talk { program: &mut program, dialogue, times }.end_of_input();
    checks.add(result)
}

/// The checks so far.
#[derive(Default)]
struct Checks(Vec<Check>);

impl Checks {
    /// Notes the result of the next step, and what came.
    fn add(&mut self, result: Result<String, String>) -> Option<()> {
        let verdict = if result.is_ok() { Verdict::Passed } else { Verdict::Failed };
        let passed = result.is_ok();
        self.push(verdict, result.unwrap_or_else(|why| why));
        passed.then_some(())
    }

    fn skip(&mut self, why: &str) {
        self.push(Verdict::Skipped, why.into());
    }

    fn push(&mut self, verdict: Verdict, found: String) {
        if let Some((name, expected)) = STEPS.get(self.0.len()) {
            self.0.push(Check { name, verdict, expected: (*expected).into(), found });
        }
    }

    fn all(mut self) -> Vec<Check> {
        while self.0.len() < STEPS.len() {
            self.skip("an earlier check failed");
        }
        self.0
    }
}

/// A dialogue with a running engine.
struct Talk<'a> {
    program: &'a mut Program,
    dialogue: &'a Dialogue,
    times: CheckTimes,
}

impl Talk<'_> {
    /// All steps after the start; none if one failed after which there is no sense in another.
    fn games(&mut self, checks: &mut Checks) -> Option<()> {
        let dialogue = self.dialogue;
        let (hello, ended_by) = dialogue.hello;
        checks.add(self.exchange(&[hello.into()], ended_by, self.times.ready))?;
        let (prepare, ready) = &dialogue.prepare;
        checks.add(self.exchange(prepare, ready, self.times.ready))?;
        let first = self.first_search();
        let (mv, taken) = match first {
            Ok(found) => found,
            Err(why) => return checks.add(Err(why)),
        };
        checks.add(Self::legal(&mv, dialogue))?;
        checks.add(self.in_time(taken));
        checks.add(self.silent());
        checks.add(self.stopped())?;
        let (ping, pong) = dialogue.ping;
        match self.exchange(&[ping.into()], pong, self.times.answer) {
            Err(why) if dialogue.ping_is_optional => checks.skip(&format!("{why}, and need not")),
            result => checks.add(result)?,
        }
        checks.add(self.second_game(&mv))?;
        checks.add(self.quit())
    }

    fn send(&mut self, lines: &[String]) -> Result<(), String> {
        lines.iter().try_for_each(|line| {
            let sent = self.program.send(line);
            sent.map_err(|error| self.said(&error))
        })
    }

    /// Why nothing more came, with the end of what it has written to its standard error.
    fn said(&mut self, error: &ChildError) -> String {
        let tail = printable(self.program.stderr_tail().trim());
        let tail: String = tail.chars().take(200).collect();
        if tail.is_empty() { error.to_string() } else { format!("{error}; it wrote: {tail}") }
    }

    /// Sends lines, and skips output until a line whose first word is `ended_by`.
    fn exchange(
        &mut self,
        lines: &[String],
        ended_by: &str,
        time: Duration,
    ) -> Result<String, String> {
        let begun = Instant::now();
        self.send(lines)?;
        self.find(begun + time, |line| {
            (line.split_ascii_whitespace().next() == Some(ended_by)).then_some(())
        })
        .map_err(|why| format!("no {ended_by}: {why}"))?;
        Ok(format!("{ended_by} after {} ms", begun.elapsed().as_millis()))
    }

    /// The first line that `read` understands, before the deadline, however much else comes.
    fn find<T>(
        &mut self,
        deadline: Instant,
        read: impl Fn(&str) -> Option<T>,
    ) -> Result<T, String> {
        loop {
            if Instant::now() >= deadline {
                return Err(self.said(&ChildError::TimedOut));
            }
            let line = self.program.receive(deadline).map_err(|error| self.said(&error))?;
            if let Some(found) = read(&line) {
                return Ok(found);
            }
        }
    }

    /// Starts a search of this position, and waits for its answer: the move, and the time that it took.
    fn search(&mut self, place: String) -> Result<(String, Duration), String> {
        self.send(&[place])?;
        self.send(&self.dialogue.think)?;
        let begun = Instant::now();
        let mv = self.find(begun + self.times.search + self.times.answer, self.dialogue.answer)?;
        Ok((mv, begun.elapsed()))
    }

    fn first_search(&mut self) -> Result<(String, Duration), String> {
        self.send(&[self.dialogue.new_game.into()])?;
        self.search((self.dialogue.place)(&*self.dialogue.line))
    }

    /// Whether the move is legal at the start.
    fn legal(mv: &str, dialogue: &Dialogue) -> Result<String, String> {
        let shown: String = printable(mv).chars().take(60).collect();
        match dialogue.line.moves_to_table(mv) {
            (moves, None) if moves.len() == 1 => Ok(shown),
            (_, Some(error)) => Err(format!("{shown}: {}", error.reason())),
            _ => Err(format!("\"{shown}\" is not one move")),
        }
    }

    fn in_time(&self, taken: Duration) -> Result<String, String> {
        let (given, taken_ms) = (self.times.search.as_millis(), taken.as_millis());
        let text = format!("{taken_ms} ms of {given} ms");
        if taken <= self.times.search + MOMENT { Ok(text) } else { Err(text) }
    }

    /// Whether no second answer comes.
    fn silent(&mut self) -> Result<String, String> {
        match self.find(Instant::now() + MOMENT, self.dialogue.answer) {
            Ok(mv) => Err(format!("a second answer: {}", printable(&mv))),
            Err(_) => Ok("no second answer".into()),
        }
    }

    fn stopped(&mut self) -> Result<String, String> {
        self.send(&[(self.dialogue.place)(&*self.dialogue.line)])?;
        self.send(&self.dialogue.analyze)?;
        if let Ok(mv) = self.find(Instant::now() + MOMENT, self.dialogue.answer) {
            return Err(format!("{} before it was stopped", printable(&mv)));
        }
        self.send(&["stop".into()])?;
        let begun = Instant::now();
        let mv = self.find(begun + self.times.answer, self.dialogue.answer)?;
        let legal = Self::legal(&mv, self.dialogue)?;
        Ok(format!("{legal} after {} ms", begun.elapsed().as_millis()))
    }

    /// Another game, in which the engine answers the move that it has played itself.
    fn second_game(&mut self, mv: &str) -> Result<String, String> {
        let mut line = self.dialogue.another_line().ok_or("no such game")?;
        let texts = line.to_table();
        let (moves, _) = line.moves_to_table(mv);
        line.set_from_table(&texts.start, &moves.join(" ")).map_err(|error| error.reason())?;
        self.send(&[self.dialogue.new_game.into()])?;
        let (reply, _) = self.search((self.dialogue.place)(&*line))?;
        match line.moves_to_table(&reply) {
            (moves, None) if moves.len() == 1 => Ok(format!("{mv}, {reply}")),
            (_, error) => {
                let why = error.map_or_else(|| "no move".into(), |error| error.reason());
                Err(format!("{}: {why}", printable(&reply)))
            }
        }
    }

    fn quit(&mut self) -> Result<String, String> {
        self.send(&["quit".into()])?;
        self.exits()
    }

    /// Ends the input after the handshake.
    fn end_of_input(&mut self) -> Result<String, String> {
        let (hello, ended_by) = self.dialogue.hello;
        self.exchange(&[hello.into()], ended_by, self.times.ready)?;
        self.program.close_input();
        self.exits()
    }

    fn exits(&mut self) -> Result<String, String> {
        let begun = Instant::now();
        if self.program.exits_before(begun + self.times.answer) {
            Ok(format!("it exited after {} ms", begun.elapsed().as_millis()))
        } else {
            Err("it still runs".into())
        }
    }
}
