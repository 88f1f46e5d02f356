//! Messages to a seat's thread.

use std::sync::Arc;
use std::time::Duration;

use crate::turn_signal::TurnSignal;
use crate::{Event, PonderRequest, Request, Setup, Ticket};

/// A call to a player.
#[derive(Debug)]
pub(crate) enum SeatCall {
    /// A match begins.
    Start(Ticket, Setup),
    /// Choose a move. The duration is the time when the table sent the request.
    Choose(Ticket, Duration, Box<Request>, Arc<TurnSignal>),
    /// Think on the opponents' time.
    Ponder(Ticket, Box<PonderRequest>, Arc<TurnSignal>),
}

/// A message to a seat's thread. The message is returned with the answer, because the table allocates every turn's
/// strings, and freeing memory that another thread allocated takes twice as many instructions (glibc).
#[derive(Debug)]
pub(crate) struct SeatInput {
    /// Past events, oldest first.
    pub(crate) events: Vec<Event>,
    /// The call that follows these events.
    pub(crate) call: Option<SeatCall>,
}
