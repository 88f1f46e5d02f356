//! The table in a match that has begun.

use std::sync::Arc;
use std::time::Duration;

use app_context::{AppContext, HUMAN, Limits, PlayerSpec};
use board_engine::{Seat, Viewer};
use games_package::{
    AfterEnd, Command, EndReason, MatchError, MatchSetup, Odds, Record, Referee, TableGame,
    TableState, TimeControl,
};
use players::HumanPlayer;

use super::{Answer, Inner, Notice, Restored, Room};
use crate::audience::{Audience, Snapshot};
use crate::background::think_in_background;
use crate::error::Refused;
use crate::frames::FromServer;
use crate::keeper::Keeper;
use crate::live_table::{LiveTable, NewTable};
use crate::move_reports::MoveReports;
use crate::plan::SeatPlan;
use crate::say::Speaker;
use crate::store::{SaveError, Saving, Store};
use crate::turn_time::TurnTime;

/// A match's table, with its clients.
#[derive(Debug)]
pub(super) struct RoomTable {
    source: Source,
    /// One audience per viewer.
    audiences: Vec<Arc<Audience>>,
}

/// Provides a match's state.
#[derive(Debug)]
enum Source {
    /// A live table.
    Live { table: LiveTable, keeper: Option<Arc<Keeper>> },
    /// A match that was over when it was restored.
    Over(Box<TableState>),
}

impl RoomTable {
    /// The live table; `None` if the match is permanently over.
    pub(super) const fn live(&self) -> Option<&LiveTable> {
        match &self.source {
            Source::Live { table, .. } => Some(table),
            Source::Over(_) => None,
        }
    }
}

/// Stops the match once no client can join it any more. The match can be restored.
impl Drop for RoomTable {
    fn drop(&mut self) {
        if let Some(table) = self.live() {
            table.direct(Command::Stop);
        }
    }
}

impl Room {
    /// Starts the match if all people are present and it has not begun. If people play, the end of a round stays
    /// visible for `round_pause`. Blocks while plugins are loading. Must be called within the runtime's context.
    ///
    /// # Errors
    /// [`Refused`] if a player can't be created, or the position or a move is invalid.
    pub(crate) fn begin(
        &self,
        app: &AppContext,
        store: Option<&Arc<Store>>,
        round_pause: Duration,
    ) -> Result<(), Refused> {
        let mut inner = self.inner();
        if inner.table.is_some() || inner.seats.iter().any(super::SeatState::is_free) {
            return Ok(());
        }
        if let Some(table) =
            self.restored.as_ref().and_then(|kept| table_of(&kept.record, &**self.game()))
        {
            inner.table =
                Some(RoomTable { source: Source::Over(Box::new(table)), audiences: Vec::new() });
            return Ok(());
        }
        let names = people(&inner);
        let mut setup = self.setup(app, &names)?;
        if setup.seats.iter().any(|seat| seat.is_person) {
            setup.round_pause = round_pause;
        }
        inner.times_person = times_person(&setup);
        for (state, seat) in inner.seats.iter_mut().zip(&setup.seats) {
            state.player = Some(seat.player.name());
        }
        let mut new = NewTable::new(setup).map_err(wrong)?;
        let live = new.live(self.plan.seats.len());
        let live = live.map_err(|why| Refused::failed(why.to_string()))?;
        let keeper = store.map(|store| {
            let (store, room) = (Arc::clone(store), self.saved(&inner, true));
            let (handle, table) = (Arc::clone(self.handle()), live.clone());
            let turn_elapsed = self.restored.as_ref().map(|kept| kept.turn_elapsed);
            Arc::new(Keeper::new(store, handle, room, table, turn_elapsed.unwrap_or_default()))
        });
        // Move requests to people wait until a client watches, so the spectators' audience must always exist.
        let (speaker, hides) = (self.speaker(&inner), self.hides_hands());
        let audience =
            Audience::new(speaker, Viewer::Public, hides, keeper.clone(), self.kept_reports());
        let spectators = Arc::new(audience);
        let events = new.subscribe(spectators.viewer());
        let begun = new.begin(self.name().to_owned());
        begun.map_err(|error| Refused::failed(format!("the match cannot start: {error}")))?;
        if let Some(events) = events {
            tokio::spawn(Arc::clone(&spectators).follow(events));
        }
        let source = Source::Live { table: live, keeper };
        inner.table = Some(RoomTable { source, audiences: vec![spectators] });
        drop(inner);
        self.notify(Notice::Begun);
        Ok(())
    }

    fn setup(&self, app: &AppContext, names: &[Option<String>]) -> Result<MatchSetup, Refused> {
        let spec = |plan: &SeatPlan| match plan {
            SeatPlan::Program(spec) => spec.clone(),
            SeatPlan::Me | SeatPlan::Person => PlayerSpec::from_network(HUMAN),
        };
        let specs: Vec<PlayerSpec> = self.plan.seats.iter().map(spec).collect();
        let limits = Limits { time: self.plan.time_control, ..Limits::default() };
        let seed = self.restored.as_ref().map(|kept| kept.record.seed);
        let mut setup = app.match_setup(Arc::clone(&self.plan.game), &specs, limits, seed)?;
        for (seat, name) in setup.seats.iter_mut().zip(names) {
            if let Some(name) = name {
                seat.player = Box::new(HumanPlayer::named(name));
            }
        }
        setup.position.clone_from(&self.plan.position);
        self.set_odds(&mut setup);
        setup.opening.clone_from(&self.plan.opening);
        if let Some(Restored { record, turn_elapsed }) = &self.restored {
            setup.variations.clone_from(&record.variations);
            setup.turn_elapsed = *turn_elapsed;
        }
        setup.after_end = AfterEnd::Stay;
        Ok(think_in_background(setup))
    }

    /// Sets seat time controls that differ from the match's. A time per move still limits only programs.
    fn set_odds(&self, setup: &mut MatchSetup) {
        setup.odds.resize(setup.seats.len(), Odds::default());
        for ((odds, own), seat) in setup.odds.iter_mut().zip(&self.plan.odds).zip(&setup.seats) {
            match own.time_control {
                Some(TimeControl::PerMove(_)) if seat.is_person => {
                    odds.time_control = Some(TimeControl::Unlimited);
                }
                Some(_) => odds.time_control = own.time_control,
                None => {}
            }
        }
    }

    /// Validates a match before it is created: its players, position and moves.
    ///
    /// # Errors
    /// See [`Room::begin`].
    pub(crate) fn check(&self, app: &AppContext) -> Result<(), Refused> {
        let names = people(&self.inner());
        Referee::new(&mut self.setup(app, &names)?).map_err(wrong).map(drop)
    }

    /// Returns `true` if the match has begun.
    pub(crate) fn has_begun(&self) -> bool {
        let inner = self.inner();
        inner.table.is_some() || inner.paused.is_some()
    }

    /// Returns `true` if the match is over.
    pub(crate) fn is_over(&self) -> bool {
        let inner = self.inner();
        let is_over = inner.table.as_ref().is_some_and(|table| match &table.source {
            Source::Live { .. } => table.audiences.iter().any(|audience| audience.is_over()),
            Source::Over(_) => true,
        });
        is_over || inner.paused.as_ref().is_some_and(|paused| paused.is_over)
    }

    /// The audience for clients with these seats; `None` before the match begins and after its table is removed. Must
    /// be called within the runtime's context.
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
            Source::Live { table, keeper } => {
                let audience =
                    Audience::new(speaker, viewer, hides, keeper.clone(), self.kept_reports());
                let events = table.subscribe(viewer)?;
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

    /// Details about a restored match's moves.
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

    /// The state for clients with these seats in an audience. Blocks for microseconds.
    pub(crate) fn snapshot(&self, audience: &Audience, seats: &[Seat]) -> Option<Arc<Snapshot>> {
        let table = match &self.inner().table.as_ref()?.source {
            Source::Live { table, .. } => table.clone(),
            Source::Over(state) => {
                return audience.snapshot(seats, || Some(TableState::clone(state)));
            }
        };
        audience.snapshot(seats, || table.state(audience.viewer()))
    }

    /// Executes a command from a seat or from the director. Blocks for microseconds.
    ///
    /// # Errors
    /// The reason why the command was refused, as a phrase.
    pub(crate) fn execute(&self, command: Command, is_director: bool) -> Answer {
        let live = {
            let inner = self.inner();
            let table = inner.table.as_ref().ok_or("the match has not begun")?;
            table.live().cloned().ok_or("the match is over")?
        };
        live.execute(command, is_director)
    }

    /// The match record; `None` before the match begins. Blocks for microseconds.
    pub(crate) fn record(&self) -> Option<Record> {
        let live = self.inner().table.as_ref().and_then(|table| table.live().cloned());
        match live {
            Some(live) => live.record(),
            None => self.restored.as_ref().map(|kept| kept.record.clone()),
        }
    }

    /// The match's public record. Blocks for microseconds.
    ///
    /// # Errors
    /// [`Refused`] if the match has not begun, or if it has hidden hands and is not over.
    pub(crate) fn public_record(&self) -> Result<Record, Refused> {
        let record = self.record().ok_or_else(|| Refused::conflict("the match has not begun"))?;
        if self.hides_hands() && record.ending.is_none() {
            return Err(Refused::forbidden("the hands are hidden until the match is over"));
        }
        Ok(record)
    }

    /// Waits until the current state is saved, whether or not the match has begun. Saves nothing without a store.
    ///
    /// # Errors
    /// [`SaveError`] if the state can't be saved.
    pub(crate) async fn save(
        self: &Arc<Self>,
        store: Option<&Arc<Store>>,
    ) -> Result<(), SaveError> {
        let Some(store) = store else { return Ok(()) };
        if !self.has_begun() {
            let (room, store) = (Arc::clone(self), Arc::clone(store));
            let begun = tokio::task::spawn_blocking(move || room.begin_saving_waiting(&store));
            if let Some(saving) = begun.await.map_err(|_panic| SaveError::Unwritable)?? {
                return saving.wait().await;
            }
        }
        match self.keeper() {
            Some(keeper) => keeper.save().await,
            // A match that was over when it was restored doesn't change.
            None => Ok(()),
        }
    }

    /// Starts saving a match that is waiting for people; `None` if it has begun in the meantime. Holds the lock until
    /// the store has received the match, so any later save is newer.
    fn begin_saving_waiting(&self, store: &Store) -> Result<Option<Saving>, SaveError> {
        let record = self.first_record().ok_or(SaveError::Unwritable)?;
        let inner = self.inner();
        if inner.table.is_some() {
            return Ok(None);
        }
        let room = self.saved(&inner, false);
        Ok(Some(store.save(self.handle(), record, TurnTime::default(), room)))
    }

    /// Retries if the last save failed.
    pub(crate) async fn catch_up(&self) {
        if let Some(keeper) = self.keeper() {
            keeper.catch_up().await;
        }
    }

    /// Saves the match and stops counting the time of the current turn.
    ///
    /// # Errors
    /// [`SaveError`] if the match can't be saved.
    pub(super) async fn save_interrupted(&self) -> Result<(), SaveError> {
        match self.keeper() {
            Some(keeper) => keeper.save_interrupted().await,
            None => Ok(()),
        }
    }

    fn keeper(&self) -> Option<Arc<Keeper>> {
        match &self.inner().table.as_ref()?.source {
            Source::Live { keeper, .. } => keeper.clone(),
            Source::Over(_) => None,
        }
    }

    /// Returns `true` if the match is over or has not begun. Deleting such a match doesn't hurt other players.
    pub(crate) fn is_at_rest(&self) -> bool {
        self.record().is_none_or(|record| record.ending.is_some())
    }

    /// Tells all clients that the match no longer exists.
    pub(crate) fn dismiss(&self) {
        let why = "this match was deleted".into();
        self.notify(Notice::Message(FromServer::Error { why }.text()));
    }

    /// Announces the next match between the same players.
    pub(crate) fn announce(&self, next: &Self) {
        self.notify(Notice::Message(FromServer::Rematch { name: next.name().into() }.text()));
    }
}

/// The people's names, by seat.
fn people(inner: &Inner) -> Vec<Option<String>> {
    inner.seats.iter().map(|state| state.person.clone()).collect()
}

/// The public view of a finished match's table. `None` if the match can continue.
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

fn wrong(error: MatchError) -> Refused {
    match error {
        MatchError::Thread { .. } => Refused::failed(error.to_string()),
        error => Refused::bad(error.to_string()),
    }
}

/// Returns `true` if a person plays with a clock. A time per move limits only programs.
fn times_person(setup: &MatchSetup) -> bool {
    let is_timed = |index: usize| {
        let odds = setup.odds.get(index).copied().unwrap_or_default();
        let time = odds.time_control(setup.time_control);
        !matches!(time, TimeControl::Unlimited | TimeControl::PerMove(_))
    };
    setup.seats.iter().enumerate().any(|(index, seat)| seat.is_person && is_timed(index))
}
