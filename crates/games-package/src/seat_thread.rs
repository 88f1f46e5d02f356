//! A seat: a thread that a player runs on, and the messages to and from it.

use std::mem;
use std::sync::Arc;
use std::time::Duration;

use board_engine::Seat;

use crate::calls::{self, clipped, heard};
use crate::inbox::{Inbound, REPORTS_WAITING_MAX, SeatMessage};
use crate::sync::{Receiver, Sender, TrySendError, bounded, thread};
use crate::turn_signal::TurnSignal;
use crate::waiting::receive_at_once;
use crate::{
    AskError, Event, Failure, FailureKind, Host, Player, PonderRequest, Prompt, Request, Setup,
    Thinking, Ticket, TimeSource, Urgency,
};

/// How many letters wait for a player. A player that has so many unread doesn't listen.
const LETTERS_WAITING_MAX: usize = 256;

/// How many letters may wait when news is still sent. The rest of the room is for calls that must arrive.
const NEWS_WAITING_MAX: usize = LETTERS_WAITING_MAX / 2;

/// How much news one letter may have: a long run of chance, a shuffle say, is news that comes faster than any player
/// can hear it.
const NEWS_MAX: usize = 128;

/// What a player is called for.
#[derive(Debug)]
pub(crate) enum ToSeat {
    /// A match begins.
    Start(Ticket, Setup),
    /// Choose a move. The table has asked for it at this moment.
    Choose(Ticket, Duration, Box<Request>, Arc<TurnSignal>),
    /// Think while others are to move.
    Ponder(Ticket, Box<PonderRequest>, Arc<TurnSignal>),
}

/// A message to a seat's thread. It goes back with the answer: the table makes the texts of every turn, and to free what
/// another thread has asked for takes twice the instructions (glibc).
#[derive(Debug)]
pub(crate) struct Letter {
    /// What has happened, oldest first.
    news: Vec<Event>,
    /// What is to be done then.
    call: Option<ToSeat>,
}

/// What a person said, or why nothing comes.
pub(crate) type Answer = (Ticket, Result<String, AskError>);

/// The Moderator's end of a seat.
#[derive(Debug)]
pub(crate) struct SeatHandle {
    letters: Sender<Letter>,
    answers: Sender<Answer>,
    /// What the seat has not been told yet.
    news: Vec<Event>,
    /// Stops what the player may be pondering.
    pondering: Option<Arc<TurnSignal>>,
}

/// The seat's end.
pub(crate) struct SeatPort {
    pub(crate) seat: Seat,
    pub(crate) letters: Receiver<Letter>,
    pub(crate) answers: Receiver<Answer>,
    pub(crate) inbox: Sender<Inbound>,
    pub(crate) time: Arc<dyn TimeSource>,
    /// Whether its player may ask a person.
    pub(crate) is_person: bool,
}

impl SeatHandle {
    /// The two ends of a seat.
    pub(crate) fn open(
        seat: Seat,
        is_person: bool,
        inbox: Sender<Inbound>,
        time: Arc<dyn TimeSource>,
    ) -> (Self, SeatPort) {
        let (letters_in, letters) = bounded(LETTERS_WAITING_MAX);
        let (answers_in, answers) = bounded(LETTERS_WAITING_MAX);
        let port = SeatPort { seat, letters, answers, inbox, time, is_person };
        let (news, pondering) = (Vec::new(), None);
        (Self { letters: letters_in, answers: answers_in, news, pondering }, port)
    }

    /// Sends a call that must arrive, after all news.
    ///
    /// # Errors
    /// What it means for the player that the call can't be delivered.
    pub(crate) fn send(&mut self, call: ToSeat) -> Result<(), Failure> {
        self.stop_pondering();
        let letter = Letter { news: self.take_news(), call: Some(call) };
        self.letters.try_send(letter).map_err(|error| match error {
            TrySendError::Full(_) => {
                Failure::new(FailureKind::Unresponsive, "it takes no messages any more")
            }
            TrySendError::Disconnected(_) => {
                Failure::new(FailureKind::Vanished, "its thread has ended")
            }
        })
    }

    /// Lets the player think until the next call that must arrive, in place of what it was pondering before.
    pub(crate) fn let_ponder(&mut self, ticket: Ticket, request: PonderRequest) {
        self.stop_pondering();
        if self.letters.len() < NEWS_WAITING_MAX {
            let signal = Arc::new(TurnSignal::new(None));
            self.pondering = Some(Arc::clone(&signal));
            let call = Some(ToSeat::Ponder(ticket, Box::new(request), signal));
            let letter = Letter { news: self.take_news(), call };
            // Nobody waits for what comes of it.
            let _lost = self.letters.try_send(letter);
        }
    }

    pub(crate) fn stop_pondering(&mut self) {
        if let Some(signal) = self.pondering.take() {
            signal.withdraw();
        }
    }

    /// Keeps something that the player may listen to, until there is time to tell it: a thread that is woken for
    /// news in the middle of a quick exchange takes longer than the exchange.
    pub(crate) fn mention(&mut self, event: Event) {
        if self.news.len() < NEWS_MAX {
            self.news.push(event);
        }
    }

    /// Tells the news, if there is some.
    pub(crate) fn tell_news(&mut self) {
        let news = self.take_news();
        if !news.is_empty() {
            let _lost = self.letters.try_send(Letter { news, call: None });
        }
    }

    /// The news for a player that keeps up. A request tells the whole story again, so what is lost here is only news.
    fn take_news(&mut self) -> Vec<Event> {
        let news = mem::take(&mut self.news);
        if self.letters.len() < NEWS_WAITING_MAX { news } else { Vec::new() }
    }

    /// Gives an answer to a question of this seat.
    pub(crate) fn answer(&self, ticket: Ticket, answer: Result<String, AskError>) {
        // There is at most one question open; a full channel means that nobody reads it.
        let _lost = self.answers.try_send((ticket, answer));
    }
}

/// A player that ponders must hear that the table is gone.
impl Drop for SeatHandle {
    fn drop(&mut self) {
        self.stop_pondering();
    }
}

impl SeatPort {
    /// Runs `player` on a thread of its own until the Moderator hangs up.
    ///
    /// # Errors
    /// If the system gives no thread.
    pub(crate) fn spawn(self, player: Box<dyn Player>) -> std::io::Result<()> {
        thread::Builder::new()
            .name(format!("seat-{}", self.seat.index() + 1))
            .spawn(move || self.run(player))
            .map(drop)
    }

    fn run(self, mut player: Box<dyn Player>) {
        // Says that the seat is gone, however this thread ends.
        let _farewell = Farewell { seat: self.seat, inbox: self.inbox.clone() };
        while let Some(letter) = receive_at_once(&self.letters).or_else(|| self.letters.recv().ok())
        {
            let failures =
                letter.news.iter().filter_map(|event| calls::observe(&mut *player, event));
            let are_told = failures.map(SeatMessage::Failed).all(|failed| self.tell(failed));
            let answer = self.answer(&mut *player, letter);
            if !are_told || answer.is_some_and(|answer| !self.tell(answer)) {
                break;
            }
        }
        let _panicked = heard(move || drop(player));
    }

    /// Does what the player is called for. What the table is told then, if anything.
    fn answer(&self, player: &mut dyn Player, mut letter: Letter) -> Option<SeatMessage> {
        match letter.call.as_mut()? {
            ToSeat::Start(ticket, setup) => {
                Some(SeatMessage::Started(*ticket, calls::start(player, setup)))
            }
            ToSeat::Choose(_, _, _, signal) | ToSeat::Ponder(_, _, signal)
                if signal.is_withdrawn() =>
            {
                None
            }
            ToSeat::Choose(ticket, asked, request, signal) => {
                let host = SeatHost { port: self, ticket: *ticket, signal };
                // A thread that has slept may be woken milliseconds late, and they are not there to think.
                let late = self.time.now().saturating_sub(*asked);
                request.time_left = request.time_left.map(|left| left.saturating_sub(late));
                let reply = calls::choose_move(player, request, &host);
                signal.answer();
                let (ticket, at) = (*ticket, self.time.now());
                Some(SeatMessage::Replied { ticket, at, reply, read: letter })
            }
            ToSeat::Ponder(ticket, request, signal) => {
                let host = SeatHost { port: self, ticket: *ticket, signal };
                heard(|| player.ponder(request, &host)).map(SeatMessage::Failed)
            }
        }
    }

    /// Sends a message that must arrive. Whether there is still a table.
    fn tell(&self, message: SeatMessage) -> bool {
        self.inbox.send(Inbound::Seat(self.seat, message)).is_ok()
    }
}

/// Tells the Moderator when its seat's thread ends.
struct Farewell {
    seat: Seat,
    inbox: Sender<Inbound>,
}

impl Drop for Farewell {
    fn drop(&mut self) {
        let _over = self.inbox.send(Inbound::Seat(self.seat, SeatMessage::Gone));
    }
}

/// What the table does for a player during one request.
struct SeatHost<'a> {
    port: &'a SeatPort,
    ticket: Ticket,
    signal: &'a TurnSignal,
}

impl Host for SeatHost<'_> {
    fn urgency(&self) -> Urgency {
        self.signal.urgency(|| self.port.time.now())
    }

    fn report(&self, thinking: &Thinking) {
        if self.port.inbox.len() < REPORTS_WAITING_MAX {
            let thinking = Thinking { line: clipped(thinking.line.clone()), ..*thinking };
            let message = SeatMessage::Reported(self.ticket, self.port.time.now(), thinking);
            // A report that finds no room is dropped: the next one tells more.
            let _full = self.port.inbox.try_send(Inbound::Seat(self.port.seat, message));
        }
    }

    fn ask(&self, prompt: &Prompt) -> Result<String, AskError> {
        if !self.port.is_person {
            return Err(AskError::Nobody);
        }
        let prompt = Prompt {
            question: clipped(prompt.question.clone()),
            refusal: prompt.refusal.clone().map(clipped),
        };
        if self.signal.is_withdrawn() || !self.port.tell(SeatMessage::Asked(self.ticket, prompt)) {
            return Err(AskError::Cancelled);
        }
        loop {
            match self.port.answers.recv() {
                Ok((ticket, answer)) if ticket == self.ticket => return answer,
                Ok(_to_an_older_question) => {}
                Err(_gone) => return Err(AskError::Cancelled),
            }
        }
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        let (answer, answers) = bounded(1);
        // Where no answer can come, the turn is over.
        self.port.tell(SeatMessage::Resolve(self.ticket, clipped(text.into()), answer));
        answers.recv().unwrap_or_else(|_gone| Err(AskError::Cancelled.to_string()))
    }

    fn log(&self, text: &str) {
        tracing::info!(target: "rival::player", seat = self.port.seat.index() + 1, "{text}");
    }
}
