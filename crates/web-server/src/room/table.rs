//! The table of a match that has begun.

use std::sync::Arc;
use std::thread;
use std::time::Duration;

use board_engine::{Seat, Viewer};
use games_package::{
    AfterEnd, Command, Control, EndReason, Event, MatchError, MatchSetup, Moderator, Record,
    SentCommand, Subscription, TableGame, TableState,
};
use house::{HUMAN, House, Limits, PlayerSpec};
use players::HumanPlayer;
use tracing::warn;

use super::{Inner, Notice, Restored, Room};
use crate::audience::{Audience, Snapshot};
use crate::background::think_in_background;
use crate::error::Refused;
use crate::frames::FromServer;
use crate::keeper::Keeper;
use crate::move_reports::MoveReports;
use crate::plan::SeatPlan;
use crate::say::Speaker;
use crate::store::Store;
use crate::turn_time::TurnTime;

/// How long a table may take to answer. It answers in microseconds unless the machine is overloaded.
const ANSWER_TIME_MAX: Duration = Duration::from_secs(5);

/// The table of a match, with the clients that watch it.
#[derive(Debug)]
pub(super) struct Table {
    source: Source,
    /// One for each viewer.
    audiences: Vec<Arc<Audience>>,
}

/// Where the state of a match comes from.
#[derive(Debug)]
enum Source {
    /// A table at which it is played.
    Live { director: Control, seats: Vec<Control>, keeper: Option<Arc<Keeper>> },
    /// A match that was over when it was restored.
    Over(Box<TableState>),
}

impl Table {
    /// The control for the whole table; none if the match is over for good.
    pub(super) const fn director(&self) -> Option<&Control> {
        match &self.source {
            Source::Live { director, .. } => Some(director),
            Source::Over(_) => None,
        }
    }
}

/// The match stops when nobody can come to it any more. It can be restored.
impl Drop for Table {
    fn drop(&mut self) {
        if let Some(director) = self.director() {
            let _gone = director.send(Command::Stop);
        }
    }
}

impl Room {
    /// Begins the match if nobody is missing and it has not begun. Blocks while plugins are loaded. Call it in the context of
    /// the runtime.
    ///
    /// # Errors
    /// [`Refused`] if a player can't be made, or the position or a move is wrong.
    pub(crate) fn begin(&self, house: &House, store: Option<&Arc<Store>>) -> Result<(), Refused> {
        let mut inner = self.inner();
        if inner.table.is_some() || inner.seats.iter().any(super::SeatState::is_free) {
            return Ok(());
        }
        if let Some(table) =
            self.restored.as_ref().and_then(|kept| table_of(&kept.record, &**self.game()))
        {
            inner.table =
                Some(Table { source: Source::Over(Box::new(table)), audiences: Vec::new() });
            return Ok(());
        }
        let names = people(&inner);
        let setup = self.setup(house, &names)?;
        for (state, seat) in inner.seats.iter_mut().zip(&setup.seats) {
            state.player = Some(seat.player.name());
        }
        let mut moderator = Moderator::new(setup).map_err(wrong)?;
        let director = moderator.control();
        let keeper = store.map(|store| {
            let (store, room) = (Arc::clone(store), self.saved(&inner, true));
            let (handle, director) = (Arc::clone(self.handle()), director.clone());
            let turn_elapsed = self.restored.as_ref().map(|kept| kept.turn_elapsed);
            Arc::new(Keeper::new(store, handle, room, director, turn_elapsed.unwrap_or_default()))
        });
        // People are asked as long as somebody watches, so there is always the audience of spectators.
        let (speaker, hides) = (self.speaker(&inner), self.hides_hands());
        let audience =
            Audience::new(speaker, Viewer::Public, hides, keeper.clone(), self.kept_reports());
        let spectators = Arc::new(audience);
        let events = moderator.subscribe(spectators.viewer());
        let seats = Seat::all(self.plan.seats.len()).map(|seat| director.for_seat(seat));
        let seats =
            seats.collect::<Result<_, _>>().map_err(|why| Refused::failed(why.to_string()))?;
        let name = self.name().to_owned();
        let run = move || {
            if let Err(error) = moderator.run() {
                warn!(name, %error, "a match could not be played");
            }
        };
        let thread = thread::Builder::new().name("match".into()).spawn(run);
        thread.map_err(|error| Refused::failed(format!("no thread for the match: {error}")))?;
        tokio::spawn(Arc::clone(&spectators).follow(events));
        let source = Source::Live { director, seats, keeper };
        inner.table = Some(Table { source, audiences: vec![spectators] });
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
        let seed = self.restored.as_ref().map(|kept| kept.record.seed);
        let mut setup = house.match_setup(Arc::clone(&self.plan.game), &specs, limits, seed)?;
        for (seat, name) in setup.seats.iter_mut().zip(names) {
            if let Some(name) = name {
                seat.player = Box::new(HumanPlayer::named(name));
            }
        }
        setup.position.clone_from(&self.plan.position);
        setup.opening.clone_from(&self.plan.opening);
        if let Some(Restored { record, turn_elapsed }) = &self.restored {
            setup.variations.clone_from(&record.variations);
            setup.turn_elapsed = *turn_elapsed;
        }
        setup.after_end = AfterEnd::Stay;
        Ok(think_in_background(setup))
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

    /// The audience of clients with these seats; none before the match has begun and after its table is gone. Call it in the context
    /// of the runtime.
    pub(crate) fn audience(&self, seats: &[Seat]) -> Option<Arc<Audience>> {
        let mut inner = self.inner();
        let speaker = self.speaker(&inner);
        let table = inner.table.as_mut()?;
        let hides = self.hides_hands();
        let viewer = match seats {
            [seat] if hides => Viewer::Seat(*seat),
            _ => Viewer::Public,
        };
        if let Some(known) = table.audiences.iter().find(|known| known.viewer() == viewer) {
            return Some(Arc::clone(known));
        }
        let audience = match &table.source {
            Source::Live { director, keeper, .. } => {
                let audience =
                    Audience::new(speaker, viewer, hides, keeper.clone(), self.kept_reports());
                let events = director.subscribe(viewer).ok()?;
                let audience = Arc::new(audience);
                tokio::spawn(Arc::clone(&audience).follow(events));
                audience
            }
            Source::Over(state) => {
                let audience = Audience::new(speaker, viewer, hides, None, self.kept_reports());
                audience.show(state);
                Arc::new(audience)
            }
        };
        table.audiences.push(Arc::clone(&audience));
        Some(audience)
    }

    /// What is known of the moves of a match that was restored.
    fn kept_reports(&self) -> MoveReports {
        self.restored.as_ref().map(|kept| MoveReports::of_record(&kept.record)).unwrap_or_default()
    }

    fn speaker(&self, inner: &Inner) -> Speaker {
        let seats = self.plan.seats.iter().zip(&inner.seats);
        let programs = seats.map(|(plan, state)| match plan {
            SeatPlan::Program(_) => state.player.clone(),
            SeatPlan::Me | SeatPlan::Person => None,
        });
        Speaker::new(Arc::clone(&self.plan.game), programs.collect())
    }

    /// The state for those of an audience who have these seats. Blocks for microseconds.
    pub(crate) fn snapshot(&self, audience: &Audience, seats: &[Seat]) -> Option<Arc<Snapshot>> {
        let director = match &self.inner().table.as_ref()?.source {
            Source::Live { director, .. } => director.clone(),
            Source::Over(state) => {
                return audience.snapshot(seats, || Some(TableState::clone(state)));
            }
        };
        audience.snapshot(seats, || table_state(director.subscribe(audience.viewer()).ok()?))
    }

    /// Sends a command: of one seat, or of the director.
    ///
    /// # Errors
    /// Why not, as a phrase.
    pub(crate) fn send(&self, command: Command, is_director: bool) -> Result<SentCommand, String> {
        let inner = self.inner();
        let table = inner.table.as_ref().ok_or("the match has not begun")?;
        let Source::Live { director, seats, .. } = &table.source else {
            return Err("the match is over".into());
        };
        let control = match command.seat() {
            Some(seat) => seats.get(seat.index()).ok_or("there is no such seat")?,
            None if is_director => director,
            None => seats.first().ok_or("there is no seat")?,
        };
        control.send(command).map_err(|gone| gone.to_string())
    }

    /// The record of the match. Blocks for microseconds.
    pub(crate) fn record(&self) -> Option<Record> {
        let director = match &self.inner().table.as_ref()?.source {
            Source::Live { director, .. } => director.clone(),
            Source::Over(_) => return self.restored.as_ref().map(|kept| kept.record.clone()),
        };
        director.record().ok()
    }

    /// The record of the match for anybody. Blocks for microseconds.
    ///
    /// # Errors
    /// [`Refused`] before the match has begun, and before the end of one with hidden hands.
    pub(crate) fn public_record(&self) -> Result<Record, Refused> {
        let record = self.record().ok_or_else(|| Refused::conflict("the match has not begun"))?;
        if self.hides_hands() && record.ending.is_none() {
            return Err(Refused::forbidden("the hands are hidden until the match is over"));
        }
        Ok(record)
    }

    /// Saves the match as it is now.
    pub(crate) async fn save(&self) {
        let keeper = match self.inner().table.as_ref().map(|table| &table.source) {
            Some(Source::Live { keeper: Some(keeper), .. }) => Arc::clone(keeper),
            _ => return,
        };
        keeper.save().await;
    }

    /// Saves a match that waits for somebody.
    pub(crate) async fn save_waiting(&self, store: &Store) {
        let room = self.saved(&self.inner(), false);
        if let Some(record) = self.first_record() {
            // What can't be saved is logged.
            let _gone = store.save(self.handle(), record, TurnTime::default(), room).await;
        }
    }

    /// Whether the match is over or has not begun, so that it can be deleted without taking it from others.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.record().is_none_or(|record| record.ending.is_some())
    }

    /// Tells everybody that the match is gone.
    pub(crate) fn dismiss(&self) {
        let why = "this match was deleted".into();
        self.notify(Notice::Message(FromServer::Error { why }.text()));
    }

    /// Announces the next match of the same players.
    pub(crate) fn announce(&self, next: &Self) {
        self.notify(Notice::Message(FromServer::Rematch { name: next.name().into() }.text()));
    }
}

/// The names of the people at the seats.
fn people(inner: &Inner) -> Vec<Option<String>> {
    inner.seats.iter().map(|state| state.person.clone()).collect()
}

/// The table of a match that is over, as the public sees it; none of one that can go on.
fn table_of(record: &Record, game: &dyn TableGame) -> Option<TableState> {
    let ending = record.ending.clone().filter(|ending| ending.reason != EndReason::Stopped)?;
    let mut state = game.open(Some(&record.start)).ok()?;
    let mut movers = Vec::new();
    for mv in record.moves() {
        movers.push(state.turn());
        state.play_on(mv).ok()?;
    }
    Some(TableState {
        sequence: 1,
        game: record.game.clone(),
        players: record.players.iter().map(|player| player.name.clone()).collect(),
        time_control: record.time_control,
        start: record.start.clone(),
        moves: state.moves(Viewer::Public),
        movers,
        position: state.position(Viewer::Public),
        turn: state.turn(),
        ending: Some(ending),
        ..TableState::default()
    })
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
