//! The table of a match that has begun.

use std::collections::HashMap;
use std::sync::Arc;
use std::thread;
use std::time::Duration;

use board_engine::Seat;
use games_package::{
    AfterEnd, Command, Control, Event, MatchError, MatchSetup, Moderator, SentCommand,
    Subscription, TableState,
};
use house::{HUMAN, House, Limits, PlayerSpec};
use players::HumanPlayer;
use tracing::warn;

use super::{Inner, Notice, Room};
use crate::audience::{Audience, Snapshot};
use crate::error::Refused;
use crate::frames::FromServer;
use crate::plan::SeatPlan;
use crate::say::Speaker;

/// How long a table may take to answer. It answers in microseconds unless the machine is overloaded.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);

/// The table of a match, with the clients that watch it.
#[derive(Debug)]
pub(super) struct Table {
    director: Control,
    seats: Vec<Control>,
    audiences: HashMap<Vec<Seat>, Arc<Audience>>,
}

impl Table {
    /// The control for the whole table.
    pub(super) const fn director(&self) -> &Control {
        &self.director
    }
}

impl Room {
    /// Begins the match if nobody is missing and it has not begun. Blocks while plugins are loaded. Call it in the context of
    /// the runtime.
    ///
    /// # Errors
    /// [`Refused`] if a player can't be made, or the position or a move is wrong.
    pub(crate) fn begin(&self, house: &House) -> Result<(), Refused> {
        let mut inner = self.inner();
        if inner.table.is_some() || inner.seats.iter().any(super::SeatState::is_free) {
            return Ok(());
        }
        let names = people(&inner);
        let setup = self.setup(house, &names)?;
        for (state, seat) in inner.seats.iter_mut().zip(&setup.seats) {
            state.player = Some(seat.player.name());
        }
        let mut moderator = Moderator::new(setup).map_err(wrong)?;
        // People are asked as long as somebody watches, so there is always the audience of spectators.
        let speaker = self.speaker(&inner);
        let spectators = Arc::new(Audience::new(speaker, Vec::new(), self.hides_hands()));
        let events = moderator.subscribe(spectators.viewer());
        let director = moderator.control();
        let seats = Seat::all(self.plan.seats.len()).map(|seat| director.for_seat(seat));
        let seats =
            seats.collect::<Result<_, _>>().map_err(|why| Refused::failed(why.to_string()))?;
        let name = self.name.clone();
        let run = move || {
            if let Err(error) = moderator.run() {
                warn!(name, %error, "a match could not be played");
            }
        };
        let thread = thread::Builder::new().name("match".into()).spawn(run);
        thread.map_err(|error| Refused::failed(format!("no thread for the match: {error}")))?;
        tokio::spawn(Arc::clone(&spectators).follow(events));
        let audiences = HashMap::from([(Vec::new(), spectators)]);
        inner.table = Some(Table { director, seats, audiences });
        drop(inner);
        self.notify(Notice::Begun);
        Ok(())
    }

    fn setup(&self, house: &House, names: &[Option<String>]) -> Result<MatchSetup, Refused> {
        let spec = |plan: &SeatPlan| match plan {
            SeatPlan::Program(spec) => spec.clone(),
            SeatPlan::Me | SeatPlan::Person => PlayerSpec::from_network(HUMAN),
        };
        let specs: Vec<PlayerSpec> = self.plan.seats.iter().map(spec).collect();
        let limits = Limits { time: self.plan.time_control, ..Limits::default() };
        let mut setup = house.match_setup(Arc::clone(&self.plan.game), &specs, limits, None)?;
        for (seat, name) in setup.seats.iter_mut().zip(names) {
            if let Some(name) = name {
                seat.player = Box::new(HumanPlayer::named(name));
            }
        }
        setup.position.clone_from(&self.plan.position);
        setup.opening.clone_from(&self.plan.opening);
        setup.after_end = AfterEnd::Stay;
        Ok(setup)
    }

    /// Checks a match before it is made: its players, position and moves.
    ///
    /// # Errors
    /// As [`Room::begin`].
    pub(crate) fn check(&self, house: &House) -> Result<(), Refused> {
        let names = people(&self.inner());
        Moderator::new(self.setup(house, &names)?).map_err(wrong).map(drop)
    }

    /// Whether the match has begun.
    pub(crate) fn has_begun(&self) -> bool {
        self.inner().table.is_some()
    }

    /// The clients with these seats; none before the match has begun and after its table is gone. Call it in the context
    /// of the runtime.
    pub(crate) fn audience(&self, seats: &[Seat]) -> Option<Arc<Audience>> {
        let mut inner = self.inner();
        let speaker = self.speaker(&inner);
        let table = inner.table.as_mut()?;
        if let Some(known) = table.audiences.get(seats) {
            return Some(Arc::clone(known));
        }
        let audience = Arc::new(Audience::new(speaker, seats.into(), self.hides_hands()));
        let events = table.director.subscribe(audience.viewer()).ok()?;
        tokio::spawn(Arc::clone(&audience).follow(events));
        table.audiences.insert(seats.into(), Arc::clone(&audience));
        Some(audience)
    }

    fn speaker(&self, inner: &Inner) -> Speaker {
        let seats = self.plan.seats.iter().zip(&inner.seats);
        let programs = seats.map(|(plan, state)| match plan {
            SeatPlan::Program(_) => state.player.clone(),
            SeatPlan::Me | SeatPlan::Person => None,
        });
        Speaker::new(Arc::clone(&self.plan.game), programs.collect())
    }

    /// The state for an audience. Blocks for microseconds.
    pub(crate) fn snapshot(&self, audience: &Audience) -> Option<Arc<Snapshot>> {
        let director = self.inner().table.as_ref()?.director.clone();
        audience.snapshot(|| table_state(director.subscribe(audience.viewer()).ok()?))
    }

    /// Sends a command: of one seat, or of the director.
    ///
    /// # Errors
    /// Why not, as a phrase.
    pub(crate) fn send(&self, command: Command, is_director: bool) -> Result<SentCommand, String> {
        let inner = self.inner();
        let table = inner.table.as_ref().ok_or("the match has not begun")?;
        let control = match command.seat() {
            Some(seat) => table.seats.get(seat.index()).ok_or("there is no such seat")?,
            None if is_director => &table.director,
            None => table.seats.first().ok_or("there is no seat")?,
        };
        control.send(command).map_err(|gone| gone.to_string())
    }

    /// The record of the match. Blocks for microseconds.
    pub(crate) fn record(&self) -> Option<games_package::Record> {
        let director = self.inner().table.as_ref()?.director.clone();
        director.record().ok()
    }

    /// Announces the next match of the same players.
    pub(crate) fn announce(&self, next: &Self) {
        self.notify(Notice::Message(FromServer::Rematch { name: next.name.clone() }.text()));
    }
}

/// The names of the people at the seats.
fn people(inner: &Inner) -> Vec<Option<String>> {
    inner.seats.iter().map(|state| state.person.clone()).collect()
}

/// The first state that is delivered.
fn table_state(mut events: Subscription) -> Option<TableState> {
    loop {
        match events.recv_timeout(ANSWER_TIME_MAX).ok()?.event {
            Event::Resynchronized(table) | Event::MatchStarted(table) => return Some(table),
            _ => {}
        }
    }
}

fn wrong(error: MatchError) -> Refused {
    match error {
        MatchError::Thread { .. } => Refused::failed(error.to_string()),
        error => Refused::bad(error.to_string()),
    }
}
