//! Sends one client messages about a match: first the state, then the events.

use std::sync::Arc;

use axum::extract::ws::Utf8Bytes;
use notation::json::SeatNumber;
use tokio::sync::broadcast;
use tokio::sync::broadcast::error::RecvError;

use crate::audience::{EventText, first_view};
use crate::frames::FromServer;
use crate::room::{Notice, Rights, Room};

/// The messages for one client.
#[derive(Debug)]
pub(crate) struct Feed {
    room: Arc<Room>,
    rights: Rights,
    notices: broadcast::Receiver<Notice>,
    /// The source of messages about the table, once the match has begun.
    watched: Option<Watched>,
    /// `true` if the client must receive the whole state next.
    needs_state: bool,
}

/// The source of messages about the table.
#[derive(Debug)]
struct Watched {
    frames: broadcast::Receiver<EventText>,
    /// The number of the newest event sent to the client.
    sequence: u64,
}

impl Feed {
    /// Creates the feed for a client with these rights, starting now.
    pub(crate) fn new(room: Arc<Room>, rights: Rights) -> Self {
        let notices = room.subscribe();
        Self { room, rights, notices, watched: None, needs_state: true }
    }

    /// The next message; `None` once the match no longer exists. Dropping this future loses no messages.
    pub(crate) async fn next(&mut self) -> Option<Utf8Bytes> {
        loop {
            if self.needs_state {
                let state = Box::pin(self.state()).await;
                self.needs_state = false;
                return state;
            }
            let news = tokio::select! {
                frame = next_frame(&mut self.watched) => self.of_table(frame),
                notice = self.notices.recv() => match notice {
                    Err(RecvError::Closed) => return None,
                    notice => self.of_room(notice.ok()),
                },
            };
            if let Some(text) = news {
                return Some(text);
            }
        }
    }

    fn of_table(&mut self, frame: Result<EventText, RecvError>) -> Option<Utf8Bytes> {
        match frame {
            Ok(frame) => {
                let watched = self.watched.as_mut()?;
                let is_new = frame.sequence > watched.sequence;
                watched.sequence = watched.sequence.max(frame.sequence);
                return is_new.then_some(frame.text);
            }
            Err(RecvError::Lagged(_)) => self.needs_state = true,
            // The table no longer exists, so no more events follow.
            Err(RecvError::Closed) => self.watched = None,
        }
        None
    }

    /// Converts a notice to a message. If the client missed notices, returns the whole state.
    fn of_room(&mut self, notice: Option<Notice>) -> Option<Utf8Bytes> {
        match notice {
            Some(Notice::Message(text)) => return Some(text),
            Some(Notice::Begun) | None => self.needs_state = true,
        }
        None
    }

    /// A message with the whole state.
    async fn state(&mut self) -> Option<Utf8Bytes> {
        let room = Arc::clone(&self.room);
        let seats: Vec<SeatNumber> =
            self.rights.seats.iter().copied().map(SeatNumber::from).collect();
        let (director, presence) = (self.rights.is_director, room.presence());
        let advice = director && !room.hides_hands();
        let Some(audience) = room.audience(&self.rights.seats) else {
            let state = FromServer::State {
                sequence: 0,
                seats: &seats,
                director,
                advice,
                presence: &presence,
                table: None,
                view: &first_view(room.game(), room.start())?,
                say: "Waiting for the other player.",
                reports: &[],
            };
            return Some(state.text());
        };
        // Subscribe first, then read the state. An event in between appears in both but is sent only once.
        let frames = audience.subscribe(&self.rights.seats);
        let own = self.rights.seats.clone();
        let read = tokio::task::spawn_blocking(move || room.snapshot(&audience, &own));
        let snapshot = read.await.ok()??;
        let state = FromServer::State {
            sequence: snapshot.sequence,
            seats: &seats,
            director,
            advice,
            presence: &presence,
            table: Some(&snapshot.table_now()),
            view: &snapshot.view,
            say: &snapshot.say,
            reports: &snapshot.reports,
        };
        let text = state.text();
        self.watched = Some(Watched { frames, sequence: snapshot.sequence });
        Some(text)
    }
}

/// The next message about the table. Waits forever if the match has not begun.
async fn next_frame(watched: &mut Option<Watched>) -> Result<EventText, RecvError> {
    match watched {
        Some(watched) => watched.frames.recv().await,
        None => std::future::pending().await,
    }
}
