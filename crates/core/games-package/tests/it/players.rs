//! Players made of closures.

use std::time::Duration;

use board_engine::Seat;
use crossbeam_channel::{Sender, unbounded};
use games_package::{
    AskError, Event, Host, Player, PlayerError, PonderRequest, Prompt, Reply, Request, SeatSetup,
    Setup,
};

type Start = Box<dyn FnMut(&Setup) -> Result<(), PlayerError> + Send>;
type Choose = Box<dyn FnMut(&Request, &dyn Host) -> Result<Reply, PlayerError> + Send>;
type Ponder = Box<dyn FnMut(&PonderRequest, &dyn Host) + Send>;
type Observe = Box<dyn FnMut(&Event) + Send>;
type Name = Box<dyn Fn() -> String + Send>;

/// A player whose behavior is defined by closures.
pub(crate) struct Scripted {
    name: Name,
    start_time: Duration,
    is_person: bool,
    start: Start,
    choose: Choose,
    ponder: Ponder,
    observe: Observe,
    leave: Box<dyn FnMut() + Send>,
}

/// A player that chooses moves with this closure.
pub(crate) fn chooses(
    choose: impl FnMut(&Request, &dyn Host) -> Result<Reply, PlayerError> + Send + 'static,
) -> Scripted {
    Scripted {
        name: Box::new(|| "scripted".into()),
        start_time: Duration::ZERO,
        is_person: false,
        start: Box::new(|_| Ok(())),
        choose: Box::new(choose),
        ponder: Box::new(|_, _| {}),
        observe: Box::new(|_| {}),
        leave: Box::new(|| {}),
    }
}

/// A player that plays the first legal move immediately.
pub(crate) fn plays_first() -> Scripted {
    chooses(|request, _| Ok(Reply::play(request.legal_moves[0].as_str())))
}

/// A player that plays these moves one after another, then the first legal move in each turn.
pub(crate) fn plays(moves: &[&str]) -> Scripted {
    let mut moves: Vec<String> = moves.iter().rev().map(ToString::to_string).collect();
    chooses(move |request, _| {
        Ok(Reply::Move(moves.pop().unwrap_or_else(|| request.legal_moves[0].clone())))
    })
}

/// A player that always returns the same reply.
pub(crate) fn replies(reply: Reply) -> Scripted {
    chooses(move |_, _| Ok(reply.clone()))
}

/// A player that doesn't return before the test is over.
pub(crate) fn never_answers() -> Scripted {
    chooses(|_, _| block())
}

/// Never returns: blocks forever.
pub(crate) fn block<T>() -> T {
    loop {
        std::thread::park();
    }
}

/// A human player: asks the table for a move.
pub(crate) fn person() -> Scripted {
    chooses(|_, host| Ok(Reply::Move(host.ask(&Prompt::default())?))).may_ask()
}

/// A player that plays the moves from the channel, one in each turn that is not withdrawn.
pub(crate) fn led() -> (Sender<&'static str>, Scripted) {
    let (moves, coming) = unbounded();
    let mut held = None;
    let player = chooses(move |_, host| {
        let mv = held.take().map_or_else(|| coming.recv(), Ok)?;
        if host.resolve(mv).is_err_and(|why| why == AskError::Cancelled.to_string()) {
            held = Some(mv);
            return Ok(Reply::Resign);
        }
        Ok(Reply::play(mv))
    });
    (moves, player)
}

impl Scripted {
    pub(crate) fn named(self, name: impl Fn() -> String + Send + 'static) -> Self {
        Self { name: Box::new(name), ..self }
    }

    pub(crate) fn needs_to_start(self, start_time: Duration) -> Self {
        Self { start_time, ..self }
    }

    /// Declares its seat as a human's.
    pub(crate) fn may_ask(self) -> Self {
        Self { is_person: true, ..self }
    }

    pub(crate) fn starts(
        self,
        start: impl FnMut(&Setup) -> Result<(), PlayerError> + Send + 'static,
    ) -> Self {
        Self { start: Box::new(start), ..self }
    }

    pub(crate) fn ponders(
        self,
        ponder: impl FnMut(&PonderRequest, &dyn Host) + Send + 'static,
    ) -> Self {
        Self { ponder: Box::new(ponder), ..self }
    }

    pub(crate) fn observes(self, observe: impl FnMut(&Event) + Send + 'static) -> Self {
        Self { observe: Box::new(observe), ..self }
    }

    pub(crate) fn leaves(self, leave: impl FnMut() + Send + 'static) -> Self {
        Self { leave: Box::new(leave), ..self }
    }

    /// This player, seated.
    pub(crate) fn seated(self) -> SeatSetup {
        let is_person = self.is_person;
        SeatSetup { is_person, ..SeatSetup::new("scripted", Box::new(Leaving(self))) }
    }
}

/// Runs the leaving closure when it is dropped. (A type that implements `Drop` can't be destructured by its builder.)
struct Leaving(Scripted);

impl Drop for Leaving {
    fn drop(&mut self) {
        (self.0.leave)();
    }
}

impl Player for Leaving {
    fn name(&self) -> String {
        (self.0.name)()
    }

    fn start_time(&self) -> Duration {
        self.0.start_time
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        (self.0.start)(setup)
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        (self.0.choose)(request, host)
    }

    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        (self.0.ponder)(request, host);
    }

    fn observe(&mut self, event: &Event) {
        (self.0.observe)(event);
    }
}

/// Short names for the two seats.
pub(crate) const FIRST: Seat = Seat::FIRST;
pub(crate) const SECOND: Seat = Seat::SECOND;
