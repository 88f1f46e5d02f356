//! Exchanges messages with the checked program.

use std::borrow::Cow;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use board_engine::Seat;
use games_package::{Options, TableGame, TimeControl};
use plain_protocol::{
    Answer, Answerer, Choose, ChosenMove, FromProgram, HostHello, MessageError, NewGame, PROTOCOL,
    ProgramHello, QUESTIONS_MAX, ToProgram, option_specs, values,
};
use serde_json::Value;

use super::super::running::{Running, shown};
use super::super::{CheckTimes, MOMENT};
use super::place::Place;
use crate::plain::HOST;

/// The seed for all games. A program that derives its randomness from the seed repeats its moves.
const SEED: u64 = 7;

/// The node limit in games that are compared, because their moves must not depend on time.
const NODES_MAX: u64 = 1000;

/// The reason why a program exited.
pub(super) enum Ended {
    /// The quit message. The string describes the reaction.
    ByMessage(String),
    /// The end of the program's input.
    WithInput,
}

/// A dialogue with a running program.
pub(super) struct Talk {
    running: Running,
    rules: Arc<dyn TableGame>,
    answerer: Answerer,
    pub(super) times: CheckTimes,
    /// The program's hello.
    pub(super) said: ProgramHello,
    options: BTreeMap<String, Value>,
    /// The number of the newest question.
    newest: u64,
}

impl Talk {
    pub(super) fn of(running: Running, rules: Arc<dyn TableGame>, times: CheckTimes) -> Self {
        let answerer = Answerer::new(Arc::clone(&rules));
        let (said, options) = (ProgramHello::default(), BTreeMap::new());
        Self { running, rules, answerer, times, said, options, newest: 0 }
    }

    /// Exchanges hellos and sets the options for all games.
    pub(super) fn hello(&mut self, given: &[(String, String)]) -> Result<String, String> {
        self.send(&ToProgram::Hello(HostHello {
            protocol: PROTOCOL,
            host: HOST.into(),
            game: self.rules.name().into(),
            data_folder: None,
        }))?;
        let begun = Instant::now();
        let deadline = begun + self.times.ready;
        self.said = loop {
            match self.message(deadline, None)? {
                Some(FromProgram::Hello(hello)) => break hello,
                Some(FromProgram::Pong(_)) => {}
                Some(other) => return Err(format!("{} before its hello", text(&other))),
                None => return Err(self.late()),
            }
        };
        if self.said.protocol != PROTOCOL {
            return Err(format!("it uses protocol version {}", self.said.protocol));
        }
        let name = shown(self.said.name.trim());
        if name.is_empty() {
            return Err("its name is empty".into());
        }
        let specs = option_specs(self.said.options.clone()).map_err(|error| error.to_string())?;
        let mut options = Options::default();
        for (name, value) in given {
            options.set(name.as_str(), value.as_str());
        }
        let options = options.checked(&name, &specs).map_err(|error| error.to_string())?;
        self.options = values(&options, &specs);
        Ok(format!("{name} after {} ms", begun.elapsed().as_millis()))
    }

    /// Begins a game for this seat.
    pub(super) fn begin(&mut self, seat: Seat, nodes_max: Option<u64>) -> Result<(), String> {
        self.send(&ToProgram::NewGame(NewGame {
            game: self.rules.name().into(),
            seat: seat.into(),
            seat_count: self.rules.seat_count(),
            time_control: TimeControl::PerMove(self.times.search).to_string(),
            depth_max: None,
            nodes_max,
            pondering: self.said.ponders,
            seed: SEED,
            options: self.options.clone(),
        }))
    }

    /// A new question about `place`, to be answered within `time`.
    pub(super) fn question<'p>(&mut self, place: &'p Place, time: Duration) -> Choose<'p> {
        Choose {
            id: self.next_id(),
            seat: place.seat.into(),
            start: Cow::Borrowed(&place.start),
            moves: Cow::Borrowed(&place.moves),
            position: Cow::Borrowed(&place.position),
            legal_moves: Cow::Borrowed(&place.legal_moves),
            time_left: Some(time.as_secs_f64()),
            budget: Some(time.as_secs_f64()),
            draw_offer: None,
        }
    }

    pub(super) const fn next_id(&mut self) -> u64 {
        self.newest += 1;
        self.newest
    }

    /// Asks for a move. Returns the move and the elapsed time.
    pub(super) fn search(&mut self, place: &Place) -> Result<(String, Duration), String> {
        let question = self.question(place, self.times.search);
        self.send(&ToProgram::Choose(question.clone()))?;
        self.await_move(&question, place)
    }

    /// Waits for the answer to an open question. Returns the legal move and the elapsed time.
    pub(super) fn await_move(
        &mut self,
        question: &Choose<'_>,
        place: &Place,
    ) -> Result<(String, Duration), String> {
        let begun = Instant::now();
        let deadline = begun + self.times.search + self.times.answer;
        let answer = self.answer(deadline, Some(&place.position))?;
        let answer = answer.ok_or_else(|| self.late())?;
        Ok((answered(&answer, question)?, begun.elapsed()))
    }

    /// Asks about each position in a game. Returns the moves.
    pub(super) fn answers(&mut self, places: &[Place]) -> Result<Vec<String>, String> {
        self.begin(places[0].seat, Some(NODES_MAX))?;
        places.iter().map(|place| self.search(place).map(|(mv, _)| mv)).collect()
    }

    /// Checks that no answer arrives for a moment. Meanwhile answers the program's questions about the rules if `here`
    /// is a position.
    pub(super) fn silent(&mut self, here: Option<&str>) -> Result<(), String> {
        let answer = self.answer(Instant::now() + MOMENT, here)?;
        answer.map_or(Ok(()), |answer| Err(format!("an unsolicited answer: {}", text(&answer))))
    }

    /// The next answer of any kind before `deadline`.
    pub(super) fn answer(
        &mut self,
        deadline: Instant,
        here: Option<&str>,
    ) -> Result<Option<FromProgram>, String> {
        match self.message(deadline, here)? {
            Some(FromProgram::Hello(_)) => Err("a second hello".into()),
            other => Ok(other),
        }
    }

    /// The next message before `deadline` that is neither a search report nor a question about the rules.
    fn message(
        &mut self,
        deadline: Instant,
        here: Option<&str>,
    ) -> Result<Option<FromProgram>, String> {
        while let Some(line) = self.running.next(deadline)? {
            if line.is_empty() {
                continue;
            }
            match FromProgram::parse(line.as_bytes()) {
                Ok(FromProgram::Info(_) | FromProgram::Error(_))
                | Err(MessageError::UnknownType { .. }) => {}
                Ok(FromProgram::Ask(ask)) => {
                    let Some(here) = here else {
                        return Err("it asked about the rules outside a question".into());
                    };
                    let count = ask.questions.len();
                    if count > QUESTIONS_MAX {
                        return Err(format!("{count} questions at once, not {QUESTIONS_MAX}"));
                    }
                    let answers = self.answerer.answers(&ask.questions, Some(here), None);
                    self.send(&ToProgram::Answer(Answer { id: ask.id, answers }))?;
                }
                Ok(message) => return Ok(Some(message)),
                Err(error) => return Err(error.to_string()),
            }
        }
        Ok(None)
    }

    pub(super) fn late(&mut self) -> String {
        self.running.late()
    }

    pub(super) fn send(&mut self, message: &ToProgram<'_>) -> Result<(), String> {
        self.send_line(&String::from_utf8_lossy(&message.to_line()))
    }

    pub(super) fn send_line(&mut self, line: &str) -> Result<(), String> {
        self.running.send(line)
    }

    /// Asks the program to quit, and closes its input if it doesn't.
    pub(super) fn quit(&mut self) -> Result<Ended, String> {
        self.send(&ToProgram::Quit)?;
        if let Ok(found) = self.running.exits(self.times.answer) {
            return Ok(Ended::ByMessage(found));
        }
        self.running.close_input(self.times.answer).map(|_found| Ended::WithInput)
    }

    pub(super) fn end_of_input(mut self) -> Result<String, String> {
        self.running.close_input(self.times.answer)
    }
}

/// Extracts the legal move from the answer to `question`.
pub(super) fn answered(answer: &FromProgram, question: &Choose<'_>) -> Result<String, String> {
    match answer {
        FromProgram::Move(ChosenMove { id, .. }) if *id != question.id => {
            Err(format!("an answer with id {id} instead of {}", question.id))
        }
        FromProgram::Move(ChosenMove { mv, .. }) if question.legal_moves.contains(mv) => {
            Ok(shown(mv))
        }
        FromProgram::Move(ChosenMove { mv, .. }) => Err(format!("{}: not a legal move", shown(mv))),
        other => Err(format!("{} instead of a move", text(other))),
    }
}

/// Formats a message as it was received.
pub(super) fn text(message: &FromProgram) -> String {
    shown(&String::from_utf8_lossy(&message.to_line()))
}
