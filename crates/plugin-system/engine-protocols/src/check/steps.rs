//! The steps of an engine check.

use std::time::{Duration, Instant};

use notation::ProtocolLine;

use super::dialogue::{Dialogue, declares_usermove};
use super::running::{Running, shown};
use super::table::{Checks, Rule};
use super::{Check, CheckTimes, MOMENT};
use crate::lines::LINE_BYTES_MAX;

/// The checks' names and expectations.
const RULES: [Rule; 12] = [
    ("start", "The command starts a program."),
    ("handshake", "It introduces itself in time."),
    ("ready", "It reports that it is ready in time."),
    ("waits", "It sends nothing before a question."),
    ("legal move", "It answers a search from the first position with one legal move."),
    ("time kept", "It answers within the move time, or 200 ms later on a busy machine."),
    ("one answer", "It answers a search once, then waits."),
    ("stop", "It searches until it is told to stop, then answers with a legal move."),
    ("ping", "It answers a ping."),
    ("new game", "It plays another game, from a position after a move."),
    ("quit", "It exits soon after quit."),
    ("end of input", "Restarted, it exits soon after the end of its input."),
];

/// Checks the engine with the command `words`. Skips the rest after a failure that ends the dialogue or mixes up
/// questions and answers.
pub(super) fn run(words: &[String], dialogue: &Dialogue, times: CheckTimes) -> Vec<Check> {
    let mut checks = Checks::of(&RULES);
    // `checks` already contains the failure.
    let _failed = talks(words, dialogue, times, &mut checks);
    checks.all()
}

/// Runs all steps. Returns `None` if a failed step makes the rest pointless.
fn talks(
    words: &[String],
    dialogue: &Dialogue,
    times: CheckTimes,
    checks: &mut Checks,
) -> Option<()> {
    let start = || {
        let program = Running::start(words, LINE_BYTES_MAX)?;
        Ok(Talk { program, dialogue, times, early: None, move_prefix: "" })
    };
    let mut talk = match start() {
        Ok(talk) => talk,
        Err(why) => return checks.add(Err(why)),
    };
    checks.add(Ok("it runs".into()));
    talk.games(checks)?;
    drop(talk);
    checks.add(start().and_then(|mut talk| talk.end_of_input()))
}

/// The reaction to a stop request, with the move and its time.
enum Stop {
    Obeyed(String),
    /// The protocol allows this reaction.
    Ignored(String),
}

/// A dialogue with a running engine.
struct Talk<'a> {
    program: Running,
    dialogue: &'a Dialogue,
    times: CheckTimes,
    /// The move of an unsolicited answer.
    early: Option<String>,
    /// The prefix for the opponent's moves.
    move_prefix: &'static str,
}

impl Talk<'_> {
    /// Runs all steps after the start. Returns `None` if a failed step makes the rest pointless.
    fn games(&mut self, checks: &mut Checks) -> Option<()> {
        let dialogue = self.dialogue;
        let (hello, ended_by) = dialogue.hello;
        checks.add(self.exchange(&[hello.into()], ended_by, self.times.ready))?;
        let (prepare, ready) = &dialogue.prepare;
        checks.add(self.exchange(prepare, ready, self.times.ready))?;
        checks.add(self.waits())?;
        let first = self.first_search();
        let (mv, taken) = match first {
            Ok(found) => found,
            Err(why) => return checks.add(Err(why)),
        };
        checks.add(Self::legal(&mv, dialogue))?;
        checks.add(self.in_time(taken));
        checks.add(self.silent("no second answer", "a second answer"));
        match self.stopped() {
            Ok(Stop::Obeyed(how)) => checks.add(Ok(how))?,
            Ok(Stop::Ignored(how)) => checks.skip(&format!("{how}, which is allowed")),
            Err(why) => return checks.add(Err(why)),
        }
        let (ping, pong) = dialogue.ping;
        match self.exchange(&[ping.into()], pong, self.times.answer) {
            Err(why) if dialogue.ping_is_optional => {
                checks.skip(&format!("{why}, which is allowed"));
            }
            result => checks.add(result)?,
        }
        checks.add(self.second_game(&mv))?;
        checks.add(self.quit())
    }

    fn send(&mut self, lines: &[String]) -> Result<(), String> {
        lines.iter().try_for_each(|line| self.program.send(line))
    }

    /// Sends lines, then skips output up to a line that begins or ends with `ended_by`.
    fn exchange(
        &mut self,
        lines: &[String],
        ended_by: &str,
        time: Duration,
    ) -> Result<String, String> {
        let begun = Instant::now();
        self.send(lines)?;
        let (answer, mut early, mut takes_usermove) = (self.dialogue.answer, None, false);
        let found = self.find(begun + time, |line| {
            early = early.take().or_else(|| answer(line));
            takes_usermove |= declares_usermove(line);
            is_end(line, ended_by).then_some(())
        });
        self.early = self.early.take().or(early);
        if takes_usermove {
            self.move_prefix = "usermove ";
        }
        found.map_err(|why| format!("no {ended_by}: {why}"))?;
        Ok(format!("{ended_by} after {} ms", begun.elapsed().as_millis()))
    }

    /// Returns the first result of `read` that is not `None`, if its line arrives before the deadline.
    fn find<T>(
        &mut self,
        deadline: Instant,
        read: impl FnMut(&str) -> Option<T>,
    ) -> Result<T, String> {
        match self.found_before(deadline, read)? {
            Some(found) => Ok(found),
            None => Err(self.program.late()),
        }
    }

    /// Like `find`, but returns `None` if no matching line arrives in time.
    fn found_before<T>(
        &mut self,
        deadline: Instant,
        mut read: impl FnMut(&str) -> Option<T>,
    ) -> Result<Option<T>, String> {
        while let Some(line) = self.program.next(deadline)? {
            if let Some(found) = read(&line) {
                return Ok(Some(found));
            }
        }
        Ok(None)
    }

    /// Starts searching a position and waits for the answer. Returns the move and the elapsed time.
    fn search(&mut self, place: String) -> Result<(String, Duration), String> {
        self.send(&[place])?;
        self.send(&self.dialogue.think)?;
        let begun = Instant::now();
        let mv = self.find(begun + self.dialogue.time + self.times.answer, self.dialogue.answer)?;
        Ok((mv, begun.elapsed()))
    }

    fn place(&self, line: &dyn ProtocolLine) -> String {
        (self.dialogue.place)(line, self.move_prefix)
    }

    fn first_search(&mut self) -> Result<(String, Duration), String> {
        self.send(&[self.dialogue.new_game.into()])?;
        self.search(self.place(&*self.dialogue.line))
    }

    /// Checks that the move is legal in the starting position.
    fn legal(mv: &str, dialogue: &Dialogue) -> Result<String, String> {
        let shown = shown(mv);
        match dialogue.line.moves_to_table(mv) {
            (moves, None) if moves.len() == 1 => Ok(shown),
            (_, Some(error)) => Err(format!("{shown}: {}", error.reason())),
            _ => Err(format!("\"{shown}\" is not one move")),
        }
    }

    fn in_time(&self, taken: Duration) -> Result<String, String> {
        let (given, taken_ms) = (self.dialogue.time.as_millis(), taken.as_millis());
        let text = format!("{taken_ms} ms of {given} ms");
        if taken <= self.dialogue.time + MOMENT { Ok(text) } else { Err(text) }
    }

    /// Checks that the engine has not answered yet and doesn't answer for another moment.
    fn waits(&mut self) -> Result<String, String> {
        let said = "it answered before the question";
        match self.early.take() {
            Some(mv) => Err(format!("{said}: {}", shown(&mv))),
            None => self.silent("nothing before the question", said),
        }
    }

    /// Checks that no answer arrives for a moment. `silence` and `answer` describe the two possible outcomes.
    fn silent(&mut self, silence: &str, answer: &str) -> Result<String, String> {
        match self.found_before(Instant::now() + MOMENT, self.dialogue.answer)? {
            Some(mv) => Err(format!("{answer}: {}", shown(&mv))),
            None => Ok(silence.into()),
        }
    }

    fn stopped(&mut self) -> Result<Stop, String> {
        self.send(&[self.place(&*self.dialogue.line)])?;
        self.send(&self.dialogue.analyze)?;
        if let Some(mv) = self.found_before(Instant::now() + MOMENT, self.dialogue.answer)? {
            let early = format!("{} before {}", shown(&mv), self.dialogue.stop);
            if self.dialogue.unstopped.is_none() {
                return Err(early);
            }
            return Self::legal(&mv, self.dialogue).map(|_| Stop::Ignored(early));
        }
        self.send(&[self.dialogue.stop.into()])?;
        let begun = Instant::now();
        let unstopped = self.dialogue.unstopped.unwrap_or_default();
        let mv = self.find(begun + unstopped + self.times.answer, self.dialogue.answer)?;
        let legal = Self::legal(&mv, self.dialogue)?;
        let how = format!("{legal} after {} ms", begun.elapsed().as_millis());
        let is_late = begun.elapsed() > self.times.answer;
        Ok(if is_late { Stop::Ignored(how) } else { Stop::Obeyed(how) })
    }

    /// Starts another game, in which the engine must reply to its own move from the first game.
    fn second_game(&mut self, mv: &str) -> Result<String, String> {
        let mut line = self.dialogue.line.at_start();
        let texts = line.to_table();
        let (moves, _) = line.moves_to_table(mv);
        line.set_from_table(&texts.start, &moves.join(" ")).map_err(|error| error.reason())?;
        self.send(&[self.dialogue.new_game.into()])?;
        let (reply, _) = self.search(self.place(&*line))?;
        match line.moves_to_table(&reply) {
            (moves, None) if moves.len() == 1 => Ok(format!("{mv}, {reply}")),
            (_, error) => {
                let why = error.map_or_else(|| "no move".into(), |error| error.reason());
                Err(format!("{}: {why}", shown(&reply)))
            }
        }
    }

    fn quit(&mut self) -> Result<String, String> {
        self.send(&["quit".into()])?;
        self.program.exits(self.times.answer)
    }

    /// Closes the input after the handshake.
    fn end_of_input(&mut self) -> Result<String, String> {
        let (hello, ended_by) = self.dialogue.hello;
        self.exchange(&[hello.into()], ended_by, self.times.ready)?;
        self.program.close_input(self.times.answer)
    }
}

/// Returns `true` if the line begins or ends with these words.
fn is_end(line: &str, words: &str) -> bool {
    let line = line.trim();
    let others = line.strip_prefix(words).or_else(|| line.strip_suffix(words));
    others.is_some_and(|rest| {
        rest.is_empty()
            || rest.starts_with(char::is_whitespace)
            || rest.ends_with(char::is_whitespace)
    })
}
