//! All clients that may see and do the same in a match: they are sent the same texts, which are made once.

use std::future::poll_fn;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use board_engine::{Seat, Square, Turn, Viewer};
use games_package::{Event, Subscription, TableGame, TableState};
use match_json::{LegalMove, SeatNumber};
use match_view::History;
use tokio::sync::broadcast;

use crate::frames::{FromServer, View};
use crate::keeper::Keeper;
use crate::say::Speaker;

/// How many messages a slow client may be behind. One that is further behind is sent the whole state instead.
const FRAMES_WAITING_MAX: usize = 64;

/// The text of an event.
#[derive(Clone, Debug)]
pub(crate) struct EventText {
    /// The number of the event.
    pub(crate) sequence: u64,
    /// The message.
    pub(crate) text: Utf8Bytes,
}

/// The whole state of the table at one time.
#[derive(Debug)]
pub(crate) struct Snapshot {
    pub(crate) sequence: u64,
    pub(crate) table: match_json::Table,
    pub(crate) view: View,
    pub(crate) say: String,
    /// When the clocks were right.
    read_at: Instant,
}

impl Snapshot {
    /// The table with the clocks as they are now.
    pub(crate) fn table_now(&self) -> match_json::Table {
        let mut table = self.table.clone();
        let running = match table.turn {
            match_json::Turn::Seat(SeatNumber(number)) => number.checked_sub(1),
            match_json::Turn::Chance(_) => None,
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

/// Clients with the same rights.
#[derive(Debug)]
pub(crate) struct Audience {
    speaker: Speaker,
    /// The seats that each of them has.
    seats: Vec<Seat>,
    viewer: Viewer,
    frames: broadcast::Sender<EventText>,
    keeper: Option<Arc<Keeper>>,
    shown: Mutex<Shown>,
}

/// What was sent so far.
#[derive(Debug)]
struct Shown {
    history: History,
    hides_hands: bool,
    /// The number of the newest event.
    sequence: u64,
    /// The state after that event, once it was needed.
    snapshot: Option<Arc<Snapshot>>,
}

impl Audience {
    /// An audience with these seats of a match.
    pub(crate) fn new(
        speaker: Speaker,
        seats: Vec<Seat>,
        hides_hands: bool,
        keeper: Option<Arc<Keeper>>,
    ) -> Self {
        let history = History::new(Arc::clone(speaker.game()));
        let viewer = match seats.as_slice() {
            [seat] if hides_hands => Viewer::Seat(*seat),
            _ => Viewer::Public,
        };
        Self {
            speaker,
            seats,
            viewer,
            frames: broadcast::Sender::new(FRAMES_WAITING_MAX),
            keeper,
            shown: Mutex::new(Shown { history, hides_hands, sequence: 0, snapshot: None }),
        }
    }

    /// What these clients may see.
    pub(crate) const fn viewer(&self) -> Viewer {
        self.viewer
    }

    /// The messages from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<EventText> {
        self.frames.subscribe()
    }

    /// Shows a match that is over.
    pub(crate) fn show(&self, table: &TableState) {
        let mut shown = self.shown();
        shown.history.set(table);
        shown.sequence = table.sequence;
    }

    /// Makes the messages, until the table is gone.
    pub(crate) async fn follow(self: Arc<Self>, mut events: Subscription) {
        while let Ok(sequenced) = poll_fn(|context| events.poll_recv(context)).await {
            if let Some(keeper) = &self.keeper {
                keeper.keep(sequenced.sequence, &sequenced.event).await;
            }
            let text = self.message(sequenced.sequence, &sequenced.event);
            // There may be nobody who listens now.
            let _sent = self.frames.send(EventText { sequence: sequenced.sequence, text });
        }
    }

    fn message(&self, sequence: u64, event: &Event) -> Utf8Bytes {
        let mut shown = self.shown();
        let changes_board = shown.update(event);
        shown.sequence = sequence;
        shown.snapshot = None;
        let event_json =
            match_json::SequencedEvent { sequence, event: match_json::Event::from(event) };
        let message = FromServer::Event {
            event: event_json,
            view: changes_board.then(|| self.view(&shown.history)),
            say: self.speaker.sentence(event, &shown.history, &self.seats),
        };
        message.text()
    }

    /// The state after the newest event. `read` gives the table as it is now.
    pub(crate) fn snapshot(
        &self,
        read: impl FnOnce() -> Option<TableState>,
    ) -> Option<Arc<Snapshot>> {
        if let Some(known) = &self.shown().snapshot {
            return Some(Arc::clone(known));
        }
        let table = read()?;
        let mut history = History::new(Arc::clone(self.speaker.game()));
        history.set(&table);
        let snapshot = Arc::new(Snapshot {
            sequence: table.sequence,
            view: self.view(&history),
            say: self.speaker.state_sentence(&table, &history, &self.seats),
            table: (&table).into(),
            read_at: Instant::now(),
        });
        let mut shown = self.shown();
        if shown.sequence <= table.sequence {
            shown.snapshot = Some(Arc::clone(&snapshot));
        }
        Some(snapshot)
    }

    /// The position after some moves; none if there are fewer.
    pub(crate) fn view_after(&self, ply: usize) -> Option<View> {
        let shown = self.shown();
        let history = &shown.history;
        if ply >= history.plies().len() {
            return (ply == history.plies().len()).then(|| self.view(history));
        }
        Some(View {
            position: history.position_after(ply)?.into(),
            turn: history.plies().get(ply)?.turn?.into(),
            legal_moves: Vec::new(),
            diagram: (&history.picture_after(ply)?).into(),
            squares: ply
                .checked_sub(1)
                .map(|last| indexes(&history.route(last)))
                .unwrap_or_default(),
            outcome: None,
        })
    }

    /// The start and the moves of the match, as far as they are visible, for an analysis.
    pub(crate) fn line(&self) -> (String, Vec<String>) {
        let shown = self.shown();
        (shown.history.start().into(), shown.history.moves())
    }

    /// The squares of a legal move of the newest position.
    pub(crate) fn squares_of(&self, mv: &str) -> Option<Vec<usize>> {
        let shown = self.shown();
        let found = shown.history.legal().iter().find(|legal| legal.text == mv)?;
        Some(indexes(&found.route))
    }

    fn view(&self, history: &History) -> View {
        let ending = history.ending();
        let turn = history.turn();
        let may_move = matches!(turn, Turn::Seat(seat) if self.seats.contains(&seat));
        let legal = |mv: &match_view::LegalMove| LegalMove {
            mv: mv.text.clone(),
            squares: indexes(&mv.route),
        };
        let newest = history.plies().len();
        View {
            position: history.position_after(newest).unwrap_or_default().into(),
            turn: turn.into(),
            legal_moves: if may_move {
                history.legal().iter().map(legal).collect()
            } else {
                Vec::new()
            },
            diagram: history.picture().into(),
            squares: indexes(history.last_route()),
            outcome: ending.as_ref().map(match_json::Ending::from),
        }
    }

    /// No code panics while it holds the lock and leaves a half-made state: the history is replaced by every full state.
    fn shown(&self) -> MutexGuard<'_, Shown> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shown {
    /// Adds what has happened. True if the position has changed.
    fn update(&mut self, event: &Event) -> bool {
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

/// The view of a game before a match.
pub(crate) fn first_view(game: &Arc<dyn TableGame>, position: Option<&str>) -> Option<View> {
    let state = game.open(position).ok()?;
    Some(View {
        position: state.position(Viewer::Public),
        turn: state.turn().into(),
        legal_moves: Vec::new(),
        diagram: (&state.diagram(Viewer::Public)).into(),
        squares: Vec::new(),
        outcome: None,
    })
}

fn indexes(squares: &[Square]) -> Vec<usize> {
    squares.iter().map(|square| square.index()).collect()
}
