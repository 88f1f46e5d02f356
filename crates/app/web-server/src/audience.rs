//! Groups clients with the same view of a match and builds their messages.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use board_engine::{Seat, Square, Turn, Viewer};
use games_package::{Event, TableGame, TableState};
use match_view::History;
use notation::json::{LegalMove, SeatNumber, step_nodes};
use tokio::sync::broadcast;

use crate::frames::{FromServer, View};
use crate::keeper::Keeper;
use crate::live_table::TableEvents;
use crate::move_reports::{MoveReport, MoveReports};
use crate::say::Speaker;

/// The maximum number of unread messages for a slow client. Beyond this limit, the client receives the whole state
/// instead.
const FRAMES_WAITING_MAX: usize = 16;

/// An event message.
#[derive(Clone, Debug)]
pub(crate) struct EventText {
    /// The event number.
    pub(crate) sequence: u64,
    /// The message.
    pub(crate) text: Utf8Bytes,
}

/// The whole table state at a point in time.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) sequence: u64,
    pub(crate) table: notation::json::Table,
    pub(crate) view: View,
    pub(crate) say: String,
    /// One report per move. There can be fewer reports than moves.
    pub(crate) reports: Vec<Option<MoveReport>>,
    /// The time when the clocks were read.
    read_at: Instant,
}

impl Snapshot {
    /// The table with the current clocks.
    pub(crate) fn table_now(&self) -> notation::json::Table {
        let mut table = self.table.clone();
        let running = match table.turn {
            notation::json::Turn::Seat(SeatNumber(number)) => number.checked_sub(1),
            notation::json::Turn::Chance(_) => None,
        };
        if let Some(Some(clock)) = running.and_then(|index| table.clocks.get_mut(index))
            && !table.paused
            && table.ending.is_none()
        {
            *clock = (*clock - self.read_at.elapsed().as_secs_f64()).max(0.0);
        }
        table
    }
}

/// All clients with the same view of a match: all clients in the match or, in a game with hidden hands, the holders of
/// one seat.
#[derive(Debug)]
pub(crate) struct Audience {
    speaker: Speaker,
    viewer: Viewer,
    keeper: Option<Arc<Keeper>>,
    shown: Mutex<Shown>,
}

/// The messages sent so far.
#[derive(Debug)]
struct Shown {
    history: History,
    reports: MoveReports,
    hides_hands: bool,
    is_over: bool,
    /// The number of the newest event.
    sequence: u64,
    groups: Vec<Group>,
}

/// Clients in an audience with the same rights. These clients share messages, which are built only once.
#[derive(Debug)]
struct Group {
    /// The seats held by each of these clients.
    seats: Vec<Seat>,
    frames: broadcast::Sender<EventText>,
    /// The state after the newest event, if any client has needed it.
    snapshot: Option<Arc<Snapshot>>,
}

impl Audience {
    /// Creates the audience with this view. `reports` are details about earlier moves.
    pub(crate) fn new(
        speaker: Speaker,
        viewer: Viewer,
        hides_hands: bool,
        keeper: Option<Arc<Keeper>>,
        reports: MoveReports,
    ) -> Self {
        let history = History::new(Arc::clone(speaker.game()));
        let (is_over, sequence, groups) = (false, 0, Vec::new());
        let shown = Shown { history, reports, hides_hands, is_over, sequence, groups };
        Self { speaker, viewer, keeper, shown: Mutex::new(shown) }
    }

    /// The view shared by these clients.
    pub(crate) const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// Returns `true` if the match is over.
    pub(crate) fn is_over(&self) -> bool {
        self.shown().is_over
    }

    /// Subscribes to future messages for clients with these seats.
    pub(crate) fn subscribe(&self, seats: &[Seat]) -> broadcast::Receiver<EventText> {
        self.shown().group(seats).frames.subscribe()
    }

    /// Shows a finished match.
    pub(crate) fn show(&self, table: &TableState) {
        let mut shown = self.shown();
        shown.history.set(table);
        shown.sequence = table.sequence;
    }

    /// Builds messages until the table no longer exists.
    pub(crate) async fn follow(self: Arc<Self>, mut events: TableEvents) {
        while let Some(sequenced) = events.next().await {
            if let Some(keeper) = &self.keeper {
                keeper.keep(sequenced.sequence, &sequenced.event).await;
            }
            self.publish(sequenced.sequence, &sequenced.event);
        }
    }

    fn publish(&self, sequence: u64, event: &Event) {
        let mut shown = self.shown();
        let changes_board = shown.update(event);
        shown.sequence = sequence;
        let Shown { history, groups, .. } = &mut *shown;
        for group in groups {
            group.snapshot = None;
            if group.frames.receiver_count() == 0 {
                continue;
            }
            let message = FromServer::Event {
                event: notation::json::SequencedEvent { sequence, event: event.into() },
                view: changes_board.then(|| view(history, &group.seats)),
                say: self.speaker.sentence(event, history, &group.seats),
            };
            // The last subscriber may have just left.
            let _sent = group.frames.send(EventText { sequence, text: message.text() });
        }
    }

    /// The state after the newest event for clients with these seats. `read` returns the current table.
    pub(crate) fn snapshot(
        &self,
        seats: &[Seat],
        read: impl FnOnce() -> Option<TableState>,
    ) -> Option<Arc<Snapshot>> {
        if let Some(known) = &self.shown().group(seats).snapshot {
            return Some(Arc::clone(known));
        }
        let table = read()?;
        let mut history = History::new(Arc::clone(self.speaker.game()));
        history.set(&table);
        let reports = self.shown().reports.all().to_vec();
        let snapshot = Arc::new(Snapshot {
            sequence: table.sequence,
            view: view(&history, seats),
            say: self.speaker.state_sentence(&table, &history, seats),
            table: (&table).into(),
            reports,
            read_at: Instant::now(),
        });
        let mut shown = self.shown();
        if shown.sequence <= table.sequence {
            shown.group(seats).snapshot = Some(Arc::clone(&snapshot));
        }
        Some(snapshot)
    }

    /// The position after `ply` moves, for clients with these seats; `None` if there are fewer moves.
    pub(crate) fn view_after(&self, seats: &[Seat], ply: usize) -> Option<View> {
        let shown = self.shown();
        let history = &shown.history;
        if ply >= history.plies().len() {
            return (ply == history.plies().len()).then(|| view(history, seats));
        }
        Some(View {
            position: history.position_after(ply)?.into(),
            turn: history.plies().get(ply)?.turn?.into(),
            legal_moves: Vec::new(),
            steps: Vec::new(),
            diagram: (&history.picture_after(ply)?).into(),
            squares: ply
                .checked_sub(1)
                .map(|last| indexes(&history.route(last)))
                .unwrap_or_default(),
            outcome: None,
            round_end: None,
        })
    }

    /// The match's initial position and visible moves, for analysis.
    pub(crate) fn line(&self) -> (String, Vec<String>) {
        let shown = self.shown();
        (shown.history.start().into(), shown.history.moves())
    }

    /// A legal move's squares in the newest position.
    pub(crate) fn squares_of(&self, mv: &str) -> Option<Vec<usize>> {
        let shown = self.shown();
        let found = shown.history.legal().iter().find(|legal| legal.text == mv)?;
        Some(indexes(&found.route))
    }

    /// Locks the messages sent so far. A poisoned lock is safe to use, because every full state replaces the history.
    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shown {
    /// The group of clients with these seats.
    fn group(&mut self, seats: &[Seat]) -> &mut Group {
        let known = self.groups.iter().position(|group| group.seats == seats);
        let index = known.unwrap_or_else(|| {
            let frames = broadcast::Sender::new(FRAMES_WAITING_MAX);
            self.groups.push(Group { seats: seats.into(), frames, snapshot: None });
            self.groups.len() - 1
        });
        &mut self.groups[index]
    }

    /// Applies an event. Returns `true` if the position has changed.
    fn update(&mut self, event: &Event) -> bool {
        self.reports.update(event);
        match event {
            Event::MatchEnded(_) => self.is_over = true,
            Event::MatchStarted(table)
            | Event::MoveTakenBack(table)
            | Event::MoveRedone(table)
            | Event::Resynchronized(table) => self.is_over = table.ending.is_some(),
            _ => {}
        }
        match event {
            Event::MatchStarted(table) | Event::MoveTakenBack(table) | Event::MoveRedone(table) => {
                self.history.set(table);
            }
            Event::Resynchronized(table) => {
                if self.hides_hands {
                    self.history.forget();
                }
                self.history.set(table);
            }
            Event::MovePlayed(played) | Event::ChanceDecided(played) => {
                self.history.play(played);
            }
            _ => return false,
        }
        true
    }
}

/// The newest position for clients with these seats.
fn view(history: &History, seats: &[Seat]) -> View {
    let ending = history.ending();
    let turn = history.turn();
    let may_move = matches!(turn, Turn::Seat(seat) if seats.contains(&seat));
    let legal =
        |mv: &match_view::LegalMove| LegalMove { mv: mv.text.clone(), squares: indexes(&mv.route) };
    let newest = history.plies().len();
    View {
        position: history.position_after(newest).unwrap_or_default().into(),
        turn: turn.into(),
        legal_moves: if may_move {
            history.legal().iter().map(legal).collect()
        } else {
            Vec::new()
        },
        steps: if may_move { step_nodes(&history.steps()) } else { Vec::new() },
        diagram: history.picture().into(),
        squares: indexes(history.last_route()),
        outcome: ending.as_ref().map(notation::json::Ending::from),
        round_end: history.round_end(),
    }
}

/// The view of a game before a match begins.
pub(crate) fn first_view(game: &Arc<dyn TableGame>, position: Option<&str>) -> Option<View> {
    let state = game.open(position).ok()?;
    Some(View {
        position: state.position(Viewer::Public),
        turn: state.turn().into(),
        legal_moves: Vec::new(),
        steps: Vec::new(),
        diagram: (&state.diagram(Viewer::Public)).into(),
        squares: Vec::new(),
        outcome: None,
        round_end: None,
    })
}

fn indexes(squares: &[Square]) -> Vec<usize> {
    squares.iter().map(|square| square.index()).collect()
}
