//! Checks a program that speaks the plain protocol, in any game. `docs/author/plain-players.md` states each rule.

mod place;
mod talk;

use std::sync::Arc;
use std::time::Instant;

use games_package::TableGame;
use plain_protocol::{
    ErrorText, FromProgram, LINE_BYTES_MAX, Ping, PonderHit, Stop, StopReason, ToProgram,
};

use self::place::{Place, places, second_place};
use self::talk::{Ended, Talk, answered};
use super::running::{Running, shown};
use super::table::{Checks, Rule};
use super::{Check, CheckTimes, MOMENT};
use crate::process::{CommandError, settings, words};

/// A stopped search could otherwise take this many times as long as a normal move.
const LONG_SEARCH: u32 = 10;

/// The number of answers to compare between a new and a reused program.
const QUESTIONS_COMPARED: usize = 4;

/// The checks' names and expectations.
const RULES: [Rule; 14] = [
    ("start", "The command starts a program."),
    ("hello", "It answers hello with one hello and its name, in time."),
    ("waits", "It sends no answer before a question."),
    ("legal move", "It answers choose with a move from legal_moves and the question's id."),
    ("time kept", "It answers within the budget, or 200 ms later on a busy machine."),
    ("one answer", "It answers a question once, then waits."),
    ("unknown", "It ignores unknown fields and messages."),
    ("new game", "After new-game it plays another seat, from a position after a move."),
    ("stop", "It answers soon after stop, or by itself within time_left."),
    (
        "pondering",
        "If it supports ponders: it doesn't answer ponder, and answers after ponder-hit.",
    ),
    ("ping", "If it supports reusable: it answers ping with pong and the same id."),
    ("clean start", "If it supports reusable: after new-game it answers like a new process."),
    ("quit", "It exits soon after quit or the end of its input."),
    ("end of input", "Restarted, it exits soon after the end of its input."),
];

/// Starts the program with `command` and checks it in a game with these rules. Values for the program's options can
/// follow the command after a question mark.
///
/// # Errors
/// [`CommandError`] if the command is malformed.
pub fn plain(
    rules: &Arc<dyn TableGame>,
    command: &str,
    times: CheckTimes,
) -> Result<Vec<Check>, CommandError> {
    let (command, values) = settings(command)?;
    let words = words("check-engine ", "python3 player.py", command)?;
    let subject = Subject { words, values, rules, times };
    let mut checks = Checks::of(&RULES);
    // `checks` already contains the failure.
    let _failed = subject.run(&mut checks);
    Ok(checks.all())
}

/// The checked program and its settings.
struct Subject<'a> {
    words: Vec<String>,
    values: Vec<(String, String)>,
    rules: &'a Arc<dyn TableGame>,
    times: CheckTimes,
}

impl Subject<'_> {
    /// Runs all checks. Returns `None` if a failed check makes the rest pointless.
    fn run(&self, checks: &mut Checks) -> Option<()> {
        let running = match Running::start(&self.words, LINE_BYTES_MAX) {
            Ok(running) => running,
            Err(why) => return checks.add(Err(why)),
        };
        checks.add(Ok("it runs".into()));
        let mut talk = Talk::of(running, Arc::clone(self.rules), self.times);
        let places = match places(&**self.rules, QUESTIONS_COMPARED) {
            Ok(places) => places,
            Err(why) => return checks.add(Err(why)),
        };
        checks.add(talk.hello(&self.values))?;
        checks.add(talk.silent(None).map(|()| "nothing before the question".into()))?;
        first_game(&mut talk, &places[0], checks)?;
        checks.add(unknown(&mut talk, &places[0]))?;
        checks.add(new_game(&mut talk, &**self.rules))?;
        match stopped(&mut talk, &places[0]) {
            Ok(Stopped::Answered(text)) => checks.add(Ok(text))?,
            Ok(Stopped::Unread(text)) => checks.skip(&text),
            Err(why) => return checks.add(Err(why)),
        }
        if talk.said.ponders {
            checks.add(pondering(&mut talk, &places[0]))?;
        } else {
            checks.skip("it doesn't support ponders");
        }
        self.kept(&mut talk, &places, checks)?;
        match talk.quit() {
            Ok(Ended::ByMessage(found)) => checks.add(Ok(found))?,
            Ok(Ended::WithInput) => {
                checks.skip("it exits at the end of its input, which is sufficient");
            }
            Err(why) => checks.add(Err(why))?,
        }
        drop(talk);
        checks.add(self.another().and_then(Talk::end_of_input))
    }

    /// Starts another process and exchanges hellos.
    fn another(&self) -> Result<Talk, String> {
        let running = Running::start(&self.words, LINE_BYTES_MAX)?;
        let mut talk = Talk::of(running, Arc::clone(self.rules), self.times);
        talk.hello(&self.values)?;
        Ok(talk)
    }

    /// Checks the promises of a reusable program.
    fn kept(&self, talk: &mut Talk, places: &[Place], checks: &mut Checks) -> Option<()> {
        let ping = ping(talk);
        if !talk.said.reusable {
            match ping {
                Ok(found) => checks.add(Ok(found))?,
                Err(why) => checks.skip(&format!("{why}, which is allowed: it isn't reused")),
            }
            checks.skip("it doesn't support reusable");
            return Some(());
        }
        checks.add(ping)?;
        let anew = || self.another().and_then(|mut talk| talk.answers(places));
        match talk.answers(places).and_then(|kept| Ok((kept, anew()?))) {
            Err(why) => checks.add(Err(why)),
            Ok((kept, new)) if kept == new => {
                let text = format!("{} equal answers in a new process", kept.len());
                checks.add(Ok(text))
            }
            Ok((kept, new)) => match anew() {
                Err(why) => checks.add(Err(why)),
                Ok(newer) if newer == new => {
                    let (kept, new) = (kept.join(" "), new.join(" "));
                    let text = format!("{}, a new process: {}", shown(&kept), shown(&new));
                    checks.add(Err(text))
                }
                Ok(_) => {
                    checks.skip("two new processes also answer differently with the same seed");
                    Some(())
                }
            },
        }
    }
}

/// Asks the first question.
fn first_game(talk: &mut Talk, place: &Place, checks: &mut Checks) -> Option<()> {
    let asked = talk.begin(place.seat, None).and_then(|()| talk.search(place));
    let (mv, taken) = match asked {
        Ok(found) => found,
        Err(why) => return checks.add(Err(why)),
    };
    checks.add(Ok(mv));
    let (given_ms, taken_ms) = (talk.times.search.as_millis(), taken.as_millis());
    let text = format!("{taken_ms} ms of {given_ms} ms");
    checks.add(if taken <= talk.times.search + MOMENT { Ok(text) } else { Err(text) });
    checks.add(talk.silent(Some(&place.position)).map(|()| "no second answer".into()))
}

/// Sends a message and a field from a later protocol version.
fn unknown(talk: &mut Talk, place: &Place) -> Result<String, String> {
    talk.send_line(r#"{"type":"future-message","future_field":[1,{"a":null}]}"#)?;
    talk.send(&ToProgram::Error(ErrorText { text: "an error that needs no answer".into() }))?;
    let question = talk.question(place, talk.times.search);
    let line = ToProgram::Choose(question.clone()).to_line();
    let line = String::from_utf8_lossy(&line);
    let line = format!("{},\"future_field\":{{\"a\":[]}}}}", line.trim_end_matches('}'));
    talk.send_line(&line)?;
    talk.await_move(&question, place).map(|(mv, _)| mv)
}

/// Starts another game. The program plays the seat that moves after the first legal move.
fn new_game(talk: &mut Talk, rules: &dyn TableGame) -> Result<String, String> {
    let Some(place) = second_place(rules)? else {
        return Ok("the game is over after a move".into());
    };
    talk.begin(place.seat, None)?;
    let (reply, _) = talk.search(&place)?;
    Ok(format!("{}, {reply}", place.moves))
}

/// A program's reaction to a stop.
enum Stopped {
    /// The program answered, either before or after reading the stop.
    Answered(String),
    /// The program answered before it read the stop.
    Unread(String),
}

fn stopped(talk: &mut Talk, place: &Place) -> Result<Stopped, String> {
    let limit = talk.times.search * LONG_SEARCH;
    let question = talk.question(place, limit);
    let begun = Instant::now();
    talk.send(&ToProgram::Choose(question.clone()))?;
    let early = talk.answer(begun + MOMENT, Some(&place.position))?;
    if let Some(answer) = early {
        let mv = answered(&answer, &question)?;
        return Ok(Stopped::Answered(format!("{} before stop", shown(&mv))));
    }
    talk.send(&ToProgram::Stop(Stop { id: question.id, why: StopReason::MoveNow }))?;
    let stopped = Instant::now();
    let deadline = (begun + limit).max(stopped) + talk.times.answer;
    let answer = talk.answer(deadline, Some(&place.position))?;
    let mv = answered(&answer.ok_or_else(|| talk.late())?, &question)?;
    let text = format!("{} after {} ms", shown(&mv), stopped.elapsed().as_millis());
    if stopped.elapsed() <= talk.times.answer {
        Ok(Stopped::Answered(text))
    } else {
        Ok(Stopped::Unread(format!("{text}: it doesn't read while it thinks, which is allowed")))
    }
}

fn pondering(talk: &mut Talk, place: &Place) -> Result<String, String> {
    let time = talk.times.search;
    let mut question = talk.question(place, time);
    (question.time_left, question.budget) = (None, None);
    talk.begin(place.seat, None)?;
    talk.send(&ToProgram::Ponder(question.clone()))?;
    talk.silent(Some(&place.position))?;
    let seconds = Some(time.as_secs_f64());
    let hit = PonderHit { id: question.id, time_left: seconds, budget: seconds, draw_offer: None };
    talk.send(&ToProgram::PonderHit(hit))?;
    let (mv, taken) = talk.await_move(&question, place)?;
    Ok(format!("{mv} after {} ms", taken.as_millis()))
}

fn ping(talk: &mut Talk) -> Result<String, String> {
    let ping = Ping { id: talk.next_id() };
    talk.send(&ToProgram::Ping(ping))?;
    let begun = Instant::now();
    match talk.answer(begun + talk.times.answer, None)? {
        Some(FromProgram::Pong(pong)) if pong == ping => {
            Ok(format!("pong after {} ms", begun.elapsed().as_millis()))
        }
        Some(FromProgram::Pong(pong)) => {
            Err(format!("a pong with the id {} instead of {}", pong.id, ping.id))
        }
        Some(other) => Err(format!("an unsolicited answer: {}", talk::text(&other))),
        None => Err(talk.late()),
    }
}
