//! A program that has sent its hello, and its open questions.

use std::borrow::Cow;
use std::time::{Duration, Instant};

use board_engine::{Turn, cut_off};
use games_package::{
    Failure, FailureKind, Host, MatchState, PonderRequest, Reply, Request, Setup, Thinking, Urgency,
};
use process_pool::Closed;

use crate::message::{
    Answer, Ask, Choose, ChosenMove, ErrorText, FromProgram, Info, Ping, PonderHit, ProgramHello,
    QUESTIONS_MAX, RulesAnswer, Stop, StopReason, ToProgram,
};
use crate::parsing::MessageError;
use crate::program::Program;
use crate::questions::{LetGo, QuestionIds};
use crate::rules::Answerer;
use crate::wait::{MoveLimits, TimeLimits, Wait};

/// The interval between checks whether pondering must end.
const PONDER_POLL_INTERVAL: Duration = Duration::from_millis(2);

/// Maximum number of errors to send to a program, because the program may not read them.
const ERRORS_MAX: usize = 100;

/// Time limit for a reused program's pong before the next match.
const WAKE_TIME_MAX: Duration = Duration::from_secs(1);

/// Maximum number of characters in a log line.
const LOG_CHARS_MAX: usize = 500;

/// Maximum number of log lines per program. Further lines are dropped.
const LOG_LINES_MAX: usize = 10_000;

/// A program that has sent its hello. Dropping it ends the program.
#[derive(Debug)]
pub(crate) struct Session {
    program: Box<dyn Program>,
    pub(crate) hello: ProgramHello,
    limits: TimeLimits,
    /// The match's time limits per move.
    move_limits: MoveLimits,
    /// A flag that is set once the program is no longer needed outside its turns.
    closed: Closed,
    ids: QuestionIds,
    /// The newest answered question.
    answered: Option<u64>,
    /// The expected reply to the program's newest move.
    expected: Option<String>,
    pondering: Option<Pondering>,
    let_go: LetGo,
    answerer: Option<Answerer>,
    errors: usize,
    /// The number of log lines so far.
    logged: usize,
}

/// The pondered position.
#[derive(Debug)]
struct Pondering {
    /// The number of the question.
    id: u64,
    /// The moves played in the match when this position becomes the question, or `None` if it never becomes the
    /// question.
    moves: Option<String>,
}

/// An open question for a move.
struct Open<'a> {
    /// The question's number, or `None` while the program ponders.
    id: Option<u64>,
    /// The position.
    here: &'a str,
    wait: Wait,
    host: &'a dyn Host,
}

impl Session {
    /// Exchanges hellos with a newly started program, unless `closed` is set before it answers.
    ///
    /// # Errors
    /// [`Failure`]. The program's last lines may explain the failure.
    pub(crate) fn begin(
        program: Box<dyn Program>,
        hello: &ToProgram<'_>,
        limits: TimeLimits,
        closed: Closed,
    ) -> Result<Self, (Failure, Box<dyn Program>)> {
        let mut session = Self {
            program,
            hello: ProgramHello::default(),
            limits,
            move_limits: MoveLimits::default(),
            closed,
            ids: QuestionIds::default(),
            answered: None,
            expected: None,
            pondering: None,
            let_go: LetGo::default(),
            answerer: None,
            errors: 0,
            logged: 0,
        };
        let mut wait = Wait::of(Some(limits.ready), limits);
        match session.exchange_hellos(hello, &mut wait) {
            Ok(hello) => Ok(Self { hello, ..session }),
            Err(failure) => Err((failure, session.program)),
        }
    }

    fn exchange_hellos(
        &mut self,
        hello: &ToProgram<'_>,
        wait: &mut Wait,
    ) -> Result<ProgramHello, Failure> {
        self.program.send(&hello.to_line(), wait.end())?;
        loop {
            match self.next(wait, None)? {
                FromProgram::Hello(hello) => return Ok(hello),
                FromProgram::Info(_) | FromProgram::Error(_) | FromProgram::Pong(_) => {}
                _ => return Err(malformed("sent a message before its \"hello\"")),
            }
        }
    }

    /// The tail of the program's standard error.
    pub(crate) fn stderr_excerpt(&mut self) -> String {
        self.program.stderr_excerpt()
    }

    /// Asks the program to quit, and waits a moment.
    pub(crate) fn close(&mut self) {
        self.program.resume();
        // The program is terminated anyway.
        let _unread = self.program.send(&ToProgram::Quit.to_line(), Instant::now());
        self.program.close();
    }

    /// Ends the match and, in a reusable program, pondering. Returns whether the program is as good as new for another
    /// match.
    pub(crate) fn is_as_new(&mut self) -> bool {
        self.hello.reusable && self.stop_pondering().is_ok() && self.program.is_as_new()
    }

    /// Ensures that no message from an earlier match counts as a fault in the next one: waits for the program's pong,
    /// which follows all its pending messages.
    ///
    /// # Errors
    /// [`Failure`] if the program doesn't answer or sends an unsolicited answer.
    pub(crate) fn wake(&mut self) -> Result<(), Failure> {
        self.program.resume();
        (self.errors, self.logged) = (0, 0);
        let ping = Ping { id: self.ids.next() };
        let mut wait = Wait::of(Some(WAKE_TIME_MAX), self.limits);
        self.program.send(&ToProgram::Ping(ping).to_line(), wait.end())?;
        loop {
            match self.next(&mut wait, None)? {
                FromProgram::Pong(pong) if pong == ping => return Ok(()),
                FromProgram::Info(_) | FromProgram::Error(_) => {}
                FromProgram::Move(ChosenMove { id, .. }) if self.let_go.take(id) => {}
                _ => return Err(malformed("sent another message instead of \"pong\"")),
            }
        }
    }

    /// Begins the match described by `setup` and `message`.
    pub(crate) fn begin_match(
        &mut self,
        message: &ToProgram<'_>,
        setup: &Setup,
    ) -> Result<(), Failure> {
        self.program.adopt();
        self.program.resume();
        self.ids = QuestionIds::new(setup.seed);
        self.move_limits = MoveLimits::from(setup);
        (self.expected, self.answered) = (None, None);
        self.stop_pondering()?;
        self.program.send(&message.to_line(), Instant::now() + self.limits.ready)
    }

    /// Asks for a move.
    pub(crate) fn choose(
        &mut self,
        request: &Request,
        host: &dyn Host,
    ) -> Result<FromProgram, Failure> {
        let wait = Wait::for_move(request, self.limits, self.move_limits);
        let mut open = Open { id: None, here: &request.position, wait, host };
        self.program.resume();
        self.take_early(&mut open)?;
        let id = self.ask_for_move(request, &open.wait)?;
        open.id = Some(id);
        loop {
            let message = self.next(&mut open.wait, Some((host, id)))?;
            if let Some(answer) = self.carry_out(message, &mut open)? {
                self.program.suspend();
                self.answered = Some(id);
                self.expected = match &answer {
                    FromProgram::Move(ChosenMove { expected, .. }) => expected.clone(),
                    _ => None,
                };
                return Ok(answer);
            }
        }
    }

    /// Handles messages that the program sent before the question. Such messages can't answer the question.
    fn take_early(&mut self, open: &mut Open<'_>) -> Result<(), Failure> {
        while let Some(line) = self.program.receive(Instant::now())? {
            open.wait.check()?;
            if let Some(message) = self.parsed(&line)? {
                self.carry_out(message, open)?;
            }
        }
        Ok(())
    }

    /// Sends the question, or turns the pondered position into the question. Returns its number.
    fn ask_for_move(&mut self, request: &Request, wait: &Wait) -> Result<u64, Failure> {
        let until = wait.end();
        if let Some(Pondering { id, .. }) =
            self.pondering.take_if(|it| it.moves.as_ref() == Some(&request.moves))
        {
            let message = ToProgram::PonderHit(PonderHit {
                id,
                time_left: request.time_left.map(|time| time.as_secs_f64()),
                budget: request.budget.map(|time| time.as_secs_f64()),
                draw_offer: request.draw_offer.map(Into::into),
            });
            self.program.send(&message.to_line(), until)?;
            return Ok(id);
        }
        self.stop_pondering()?;
        let id = self.ids.next();
        let message = ToProgram::Choose(question(id, request));
        self.program.send(&message.to_line(), until)?;
        Ok(id)
    }

    fn stop_pondering(&mut self) -> Result<(), Failure> {
        let Some(Pondering { id, .. }) = self.pondering.take() else { return Ok(()) };
        self.let_go.add(id);
        let stop = ToProgram::Stop(Stop { id, why: StopReason::Withdrawn });
        self.program.send(&stop.to_line(), Instant::now() + self.limits.withdrawal)
    }

    /// Lets the program ponder on the opponents' time, until the table stops it.
    pub(crate) fn ponder(
        &mut self,
        request: &PonderRequest,
        host: &dyn Host,
    ) -> Result<(), Failure> {
        self.program.resume();
        self.stop_pondering()?;
        let id = self.ids.next();
        let (asked, moves) = self.pondered_on(id, request, host);
        let here = asked.position.clone();
        let wait = Wait::of(None, self.limits);
        let mut open = Open { id: None, here: &here, wait, host };
        self.take_early(&mut open)?;
        self.pondering = Some(Pondering { id, moves });
        let message = ToProgram::Ponder(asked);
        self.program.send(&message.to_line(), open.wait.next_poll() + self.limits.withdrawal)?;
        while !host.is_stopped() {
            // Poll the program often, because the clock is already running when pondering should stop.
            if let Some(line) = self.program.receive(Instant::now() + PONDER_POLL_INTERVAL)?
                && let Some(message) = self.parsed(&line)?
            {
                self.carry_out(message, &mut open)?;
            }
        }
        self.program.suspend();
        Ok(())
    }

    /// The position after the expected reply if that reply is legal, otherwise the current position. Also returns the
    /// moves played in the match when this position becomes the question.
    fn pondered_on<'r>(
        &mut self,
        id: u64,
        request: &'r PonderRequest,
        host: &dyn Host,
    ) -> (Choose<'r>, Option<String>) {
        let asked = Choose {
            id,
            seat: request.seat.into(),
            start: Cow::Borrowed(&request.start),
            moves: Cow::Borrowed(&request.moves),
            position: Cow::Borrowed(&request.position),
            legal_moves: Cow::Borrowed(&[]),
            time_left: None,
            budget: None,
            draw_offer: None,
        };
        let state = self.expected.take().and_then(|expected| after(request, &expected, host));
        let Some((reply, state)) = state else { return (asked, None) };
        let moves = format!("{} {reply}", request.moves).trim().to_owned();
        let mut legal_moves = Vec::new();
        state.legal_moves(&mut legal_moves);
        let position = state.position(board_engine::Viewer::Seat(request.seat));
        let asked = Choose {
            moves: Cow::Owned(moves.clone()),
            position: Cow::Owned(position),
            legal_moves: Cow::Owned(legal_moves),
            ..asked
        };
        (asked, Some(moves))
    }

    /// The next message. While `asked` is open, tells the program how urgent the answer is.
    fn next(
        &mut self,
        wait: &mut Wait,
        asked: Option<(&dyn Host, u64)>,
    ) -> Result<FromProgram, Failure> {
        loop {
            match asked {
                Some((host, id)) => {
                    if let Some(urgency) = wait.note(host.urgency()) {
                        self.pass_on(urgency, id);
                    }
                }
                None => self.check_needed()?,
            }
            wait.check()?;
            if let Some(line) = self.program.receive(wait.next_poll())?
                && let Some(message) = self.parsed(&line)?
            {
                return Ok(message);
            }
        }
    }

    /// Checks that the program's hello or pong is still needed.
    fn check_needed(&self) -> Result<(), Failure> {
        if self.closed.is_closed() {
            return Err(Failure::new(
                FailureKind::Unresponsive,
                "was stopped before its \"hello\"",
            ));
        }
        Ok(())
    }

    fn pass_on(&mut self, urgency: Urgency, id: u64) {
        let why = match urgency {
            Urgency::None => return,
            Urgency::BudgetUsed => StopReason::BudgetUsed,
            Urgency::MoveNow => StopReason::MoveNow,
            Urgency::Withdrawn | Urgency::TimedOut => StopReason::Withdrawn,
        };
        // A program that doesn't read this message is terminated at its deadline.
        let stop = ToProgram::Stop(Stop { id, why });
        let _unread = self.program.send(&stop.to_line(), Instant::now());
    }

    /// Parses a line. If the message type is unknown, tells the program and returns `None`.
    fn parsed(&mut self, line: &[u8]) -> Result<Option<FromProgram>, Failure> {
        match FromProgram::parse(line) {
            Ok(message) => Ok(Some(message)),
            Err(error @ MessageError::UnknownType { .. }) => {
                self.errors += 1;
                if self.errors <= ERRORS_MAX {
                    let text = format!("ignoring what you sent: {error}");
                    let message = ToProgram::Error(ErrorText { text });
                    let _unread = self.program.send(&message.to_line(), Instant::now());
                }
                Ok(None)
            }
            Err(error) => Err(malformed(&format!("sent {error}{}", error.remedy()))),
        }
    }

    /// Handles a message that is not an answer; returns a message that is.
    fn carry_out(
        &mut self,
        message: FromProgram,
        open: &mut Open<'_>,
    ) -> Result<Option<FromProgram>, Failure> {
        let answered = match &message {
            FromProgram::Move(ChosenMove { id, .. }) => *id,
            FromProgram::AcceptDraw(answer) | FromProgram::Resign(answer) => answer.id,
            FromProgram::Info(info) => {
                if let Some(text) = &info.text {
                    self.log(text, open.host);
                }
                let says_more = Info { text: None, ..info.clone() } != Info::default();
                if says_more {
                    open.host.report(&Thinking::from(info));
                }
                return Ok(None);
            }
            FromProgram::Ask(ask) => {
                self.answer(ask, open)?;
                return Ok(None);
            }
            FromProgram::Error(error) => {
                self.log(&error.text, open.host);
                return Ok(None);
            }
            FromProgram::Pong(_) => return Ok(None),
            FromProgram::Hello(_) => return Err(malformed("sent a second \"hello\"")),
        };
        if open.id == Some(answered) {
            return Ok(Some(message));
        }
        if self.let_go.take(answered) {
            return Ok(None);
        }
        let what = match &self.pondering {
            Some(pondering) if pondering.id == answered => " before its \"ponder-hit\"",
            _ if self.answered == Some(answered) => " a second time",
            _ => ", which is not open,",
        };
        let text = format!("answered the question {answered}{what}");
        Err(Failure::new(FailureKind::OutOfTurn, text))
    }

    fn log(&mut self, text: &str, host: &dyn Host) {
        self.logged += 1;
        if self.logged <= LOG_LINES_MAX {
            host.log(&cut_off(text, LOG_CHARS_MAX));
        }
    }

    /// Answers questions about the rules.
    fn answer(&mut self, ask: &Ask, open: &mut Open<'_>) -> Result<(), Failure> {
        let count = ask.questions.len();
        if count > QUESTIONS_MAX {
            let text = format!(
                "sent an \"ask\" with {count} questions: at most {QUESTIONS_MAX} are allowed"
            );
            return Err(malformed(&text));
        }
        if self.answerer.is_none() {
            self.answerer = open.host.rules().map(Answerer::new);
        }
        open.wait.check()?;
        let end = Some(open.wait.end());
        let answers = if let Some(answerer) = &mut self.answerer {
            answerer.answers(&ask.questions, Some(open.here), end)
        } else {
            let error = "this match can't answer questions about the rules".into();
            vec![RulesAnswer::Refused { error }; count]
        };
        open.wait.check()?;
        let answer = ToProgram::Answer(Answer { id: ask.id, answers });
        self.program.send(&answer.to_line(), open.wait.end())
    }
}

/// Creates a question for a move, with this number.
fn question(id: u64, request: &Request) -> Choose<'_> {
    Choose {
        id,
        seat: request.seat.into(),
        start: Cow::Borrowed(&request.start),
        moves: Cow::Borrowed(&request.moves),
        position: Cow::Borrowed(&request.position),
        legal_moves: Cow::Borrowed(&request.legal_moves),
        time_left: request.time_left.map(|time| time.as_secs_f64()),
        budget: request.budget.map(|time| time.as_secs_f64()),
        draw_offer: request.draw_offer.map(Into::into),
    }
}

/// If the same seat is to move after the reply `expected`, returns the game at that point and the reply in standard
/// notation.
fn after(
    request: &PonderRequest,
    expected: &str,
    host: &dyn Host,
) -> Option<(String, Box<dyn MatchState>)> {
    let mut state = host.rules()?.open(Some(&request.start)).ok()?;
    for mv in request.moves.split_ascii_whitespace() {
        state.play(mv).ok()?;
    }
    let reply = state.play(expected).ok()?;
    let is_own = state.turn() == Turn::Seat(request.seat) && state.outcome().is_none();
    is_own.then_some((reply, state))
}

fn malformed(text: &str) -> Failure {
    Failure::new(FailureKind::ProtocolError, text)
}

/// Converts an answer to a reply for the table.
pub(crate) fn reply(answer: FromProgram) -> Option<Reply> {
    match answer {
        FromProgram::Move(chosen) if chosen.offer_draw => Some(Reply::MoveAndOfferDraw(chosen.mv)),
        FromProgram::Move(chosen) => Some(Reply::Move(chosen.mv)),
        FromProgram::AcceptDraw(_) => Some(Reply::AcceptDraw),
        FromProgram::Resign(_) => Some(Reply::Resign),
        _ => None,
    }
}
