//! A match's table. The table has one thread per player, or no threads if only people play.

use std::future::poll_fn;
use std::io;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use board_engine::{Seat, Viewer};
use games_package::{
    Authority, Command, Control, ControlError, Event, MatchError, MatchSetup, Moderator, Record,
    Refusal, SequencedEvent, Subscription, TableState,
};
use tracing::warn;

use crate::people_table::{PeopleEvents, PeopleTable};

/// The time limit for a table's answer. A table answers in microseconds unless the machine is overloaded.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);

/// A table before its match begins.
#[derive(Debug)]
pub(crate) enum NewTable {
    /// A table with one thread per player.
    Moderated(Box<Moderator>),
    /// A table for people only.
    People(Arc<PeopleTable>),
}

/// A running match's table. Clones share the table.
#[derive(Clone, Debug)]
pub(crate) enum LiveTable {
    /// A table with one thread per player.
    Moderated { director: Control, seats: Vec<Control> },
    /// A table for people only.
    People(Arc<PeopleTable>),
}

/// A table's events for one viewer.
#[derive(Debug)]
pub(crate) enum TableEvents {
    Moderated(Subscription),
    People(PeopleEvents),
}

impl NewTable {
    /// Creates the table for this match.
    ///
    /// # Errors
    /// [`MatchError`] if the number of players, the position, the opening or the time control is invalid.
    pub(crate) fn new(setup: MatchSetup) -> Result<Self, MatchError> {
        if setup.seats.iter().all(|seat| seat.is_person) {
            return PeopleTable::new(setup).map(Self::People);
        }
        Ok(Self::Moderated(Box::new(Moderator::new(setup)?)))
    }

    /// Returns the live table for the match's directors, players and spectators.
    ///
    /// # Errors
    /// [`Refusal`] if a seat doesn't exist.
    pub(crate) fn live(&self, seat_count: usize) -> Result<LiveTable, Refusal> {
        Ok(match self {
            Self::Moderated(moderator) => {
                let director = moderator.control();
                let seats = Seat::all(seat_count).map(|seat| director.for_seat(seat));
                LiveTable::Moderated { seats: seats.collect::<Result<_, _>>()?, director }
            }
            Self::People(table) => LiveTable::People(Arc::clone(table)),
        })
    }

    /// All events for this viewer, from the first event.
    pub(crate) fn subscribe(&mut self, viewer: Viewer) -> Option<TableEvents> {
        match self {
            Self::Moderated(moderator) => Some(TableEvents::Moderated(moderator.subscribe(viewer))),
            Self::People(table) => table.subscribe(viewer).map(TableEvents::People),
        }
    }

    /// Begins the match called `name`. Must be called within the runtime's context.
    ///
    /// # Errors
    /// If the system can't start a thread for the match.
    pub(crate) fn begin(self, name: String) -> io::Result<()> {
        let moderator = match self {
            Self::Moderated(moderator) => moderator,
            Self::People(table) => {
                table.begin();
                return Ok(());
            }
        };
        let run = move || {
            if let Err(error) = moderator.run() {
                warn!(name, %error, "match failed");
            }
        };
        thread::Builder::new().name("match".into()).spawn(run).map(drop)
    }
}

impl LiveTable {
    /// Executes a command from a seat or from the director. Blocks for microseconds.
    ///
    /// # Errors
    /// The reason why the command was refused, as a phrase.
    pub(crate) fn execute(&self, command: Command, is_director: bool) -> Result<(), String> {
        match self {
            Self::Moderated { director, seats } => {
                let control = match command.seat() {
                    Some(seat) => seats.get(seat.index()).ok_or("there is no such seat")?,
                    None if is_director => director,
                    None => seats.first().ok_or("there is no seat")?,
                };
                let sent = control.send(command).map_err(|gone| gone.to_string())?;
                sent.wait().map_err(|error: ControlError| error.to_string())
            }
            Self::People(table) => {
                let authority = match command.seat() {
                    Some(seat) => Authority::Seat(seat),
                    None if is_director => Authority::Director,
                    None => Authority::Seat(Seat::FIRST),
                };
                table.execute(authority, command).map_err(|refusal| refusal.to_string())
            }
        }
    }

    /// Sends a director's command without waiting for the result.
    pub(crate) fn direct(&self, command: Command) {
        // A finished match accepts no commands.
        match self {
            Self::Moderated { director, .. } => {
                let _gone = director.send(command);
            }
            Self::People(table) => {
                let _refused = table.execute(Authority::Director, command);
            }
        }
    }

    /// The match record; `None` if the table no longer exists. Blocks for microseconds.
    pub(crate) fn record(&self) -> Option<Record> {
        match self {
            Self::Moderated { director, .. } => director.record().ok(),
            Self::People(table) => table.record(),
        }
    }

    /// The table as this viewer sees it; `None` if it no longer exists. Blocks for microseconds.
    pub(crate) fn state(&self, viewer: Viewer) -> Option<TableState> {
        match self {
            Self::Moderated { director, .. } => first_state(director.subscribe(viewer).ok()?),
            Self::People(table) => table.table_state(viewer),
        }
    }

    /// The events from now on, starting with the current state. All events if the match has not begun. `None` if the
    /// table no longer exists.
    pub(crate) fn subscribe(&self, viewer: Viewer) -> Option<TableEvents> {
        match self {
            Self::Moderated { director, .. } => {
                director.subscribe(viewer).ok().map(TableEvents::Moderated)
            }
            Self::People(table) => table.subscribe(viewer).map(TableEvents::People),
        }
    }
}

impl TableEvents {
    /// The next event; `None` if the table no longer exists.
    pub(crate) async fn next(&mut self) -> Option<SequencedEvent> {
        match self {
            Self::Moderated(events) => poll_fn(|context| events.poll_recv(context)).await.ok(),
            Self::People(events) => events.next().await,
        }
    }
}

/// The first state among the events.
fn first_state(mut events: Subscription) -> Option<TableState> {
    loop {
        match events.recv_timeout(ANSWER_TIME_MAX).ok()?.event {
            Event::Resynchronized(table) | Event::MatchStarted(table) => return Some(table),
            _ => {}
        }
    }
}
