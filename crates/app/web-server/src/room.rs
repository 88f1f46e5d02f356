//! A match: its seats, the people who hold them, and the table once all people are present.

mod answers;
mod clients;
mod engines;
mod saved;
mod table;
mod take_back;

use std::sync::atomic::AtomicBool;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use app_context::HUMAN;
use axum::extract::ws::Utf8Bytes;
use board_engine::Seat;
use games_package::{Record, TableGame};
use notation::json::SeatNumber;
use serde::Serialize;
use tokio::sync::broadcast;

pub(crate) use self::answers::Answer;
use self::answers::Answers;
pub(crate) use self::clients::{Client, Rights};
use self::engines::Paused;
use self::table::RoomTable;
use self::take_back::TakeBack;
use crate::budget::Grant;
use crate::error::Refused;
use crate::frames::{FromServer, Presence, SeatPresence, TakeBackAsked};
use crate::plan::{MatchPlan, SeatPlan};
use crate::secret::{Token, TokenHash, new_name};
use crate::store::MatchHandle;

/// The maximum number of unread notices for a slow client. A client that misses notices receives the newest state.
const NOTICES_WAITING_MAX: usize = 16;

/// A notice to all clients in a match, regardless of what they may see at the table.
#[derive(Clone, Debug)]
pub(crate) enum Notice {
    /// The match has begun. Waiting clients receive the match's state.
    Begun,
    /// A message for all clients.
    Message(Utf8Bytes),
}

/// A match.
#[derive(Debug)]
pub(crate) struct Room {
    handle: Arc<MatchHandle>,
    plan: MatchPlan,
    /// The state of a restored match that had begun.
    restored: Option<Restored>,
    created: Instant,
    inner: Mutex<Inner>,
    /// The lock held while the match is unloaded from memory.
    leaving: tokio::sync::Mutex<()>,
    /// `true` if the latest spectator count has not been published yet.
    is_presence_due: AtomicBool,
    notices: broadcast::Sender<Notice>,
}

/// A match's mutable state.
#[derive(Debug)]
struct Inner {
    seats: Vec<SeatState>,
    /// The token for the client that directs a match between programs.
    director: Option<TokenHash>,
    spectators: usize,
    rematch: Vec<Seat>,
    take_back: Option<TakeBack>,
    table: Option<RoomTable>,
    answers: Answers,
    /// The time when the last client disconnected; `None` while there are clients.
    empty_since: Option<Instant>,
    /// The reservation for the match's engines; `None` while no engine is in memory.
    grant: Option<Grant>,
    /// `true` if a person plays with a clock.
    times_person: bool,
    /// `true` once the match has been unloaded.
    paused: Option<Paused>,
}

/// A seat.
#[derive(Debug)]
struct SeatState {
    /// The token for a person's seat; `None` for a program.
    token: Option<TokenHash>,
    /// The person's name; `None` for a free seat or a program.
    person: Option<String>,
    /// The player's name, once the match has begun.
    player: Option<String>,
    /// The person's number of open sockets.
    sockets: usize,
}

/// The parts of a match before any client has joined.
#[derive(Debug)]
struct RoomParts {
    name: String,
    plan: MatchPlan,
    seats: Vec<SeatState>,
    director: Option<TokenHash>,
    restored: Option<Restored>,
}

/// The saved state of a match in progress.
#[derive(Debug)]
struct Restored {
    record: Record,
    /// The elapsed time of the current turn.
    turn_elapsed: Duration,
}

/// The tickets of a new match, for the client that created it.
#[derive(Debug, Serialize)]
pub(crate) struct Tickets {
    #[serde(rename = "match")]
    name: String,
    /// The client's own tickets, for its seats or for directing a match between programs.
    seats: Vec<Ticket>,
    /// The tickets for invited people.
    invitations: Vec<Ticket>,
    /// The number of the client's other matches that were paused, because its engines need their resources.
    pub(crate) paused: usize,
}

/// A seat with its token.
#[derive(Debug, Serialize)]
pub(crate) struct Ticket {
    /// The seat; null for the right to direct a match.
    pub(crate) seat: Option<SeatNumber>,
    pub(crate) token: String,
}

/// A seat that a person has just taken.
#[derive(Debug)]
pub(crate) struct TakenSeat {
    pub(crate) ticket: Ticket,
    seat: Seat,
    /// The seat's previous token.
    invitation: Option<TokenHash>,
}

impl Room {
    /// Creates a match with seats taken only by the creator.
    pub(crate) fn new(plan: MatchPlan) -> (Arc<Self>, Tickets) {
        let (mut own, mut invitations, mut states) = (Vec::new(), Vec::new(), Vec::new());
        for (seat, planned) in Seat::all(plan.seats.len()).zip(&plan.seats) {
            let issue = |to: &mut Vec<Ticket>| {
                let token = Token::new();
                let hash = token.hash();
                to.push(Ticket { seat: Some(seat.into()), token: token.into_text() });
                Some(hash)
            };
            states.push(match planned {
                SeatPlan::Me => SeatState::new(issue(&mut own), Some(plan.name.clone())),
                SeatPlan::Person => SeatState::new(issue(&mut invitations), None),
                SeatPlan::Program(_) => SeatState::new(None, None),
            });
        }
        let mut director = None;
        if states.iter().all(|state| state.token.is_none()) {
            let token = Token::new();
            director = Some(token.hash());
            own.push(Ticket { seat: None, token: token.into_text() });
        }
        let room = Self::of_parts(RoomParts {
            name: new_name(),
            plan,
            seats: states,
            director,
            restored: None,
        });
        let tickets = Tickets { name: room.name().into(), seats: own, invitations, paused: 0 };
        (room, tickets)
    }

    fn of_parts(parts: RoomParts) -> Arc<Self> {
        let RoomParts { name, plan, seats, director, restored } = parts;
        Arc::new(Self {
            handle: MatchHandle::new(name, plan.is_listed),
            plan,
            restored,
            created: Instant::now(),
            inner: Mutex::new(Inner {
                seats,
                director,
                spectators: 0,
                rematch: Vec::new(),
                take_back: None,
                table: None,
                answers: Answers::default(),
                empty_since: Some(Instant::now()),
                grant: None,
                times_person: false,
                paused: None,
            }),
            leaving: tokio::sync::Mutex::default(),
            is_presence_due: AtomicBool::new(false),
            notices: broadcast::Sender::new(NOTICES_WAITING_MAX),
        })
    }

    /// The next match between the same players, with every player moved to the next seat. This match's tokens stay
    /// valid there.
    pub(crate) fn next(&self) -> Arc<Self> {
        let inner = self.inner();
        let mut plan = self.plan.clone();
        plan.seats.rotate_right(1);
        plan.odds.rotate_right(1);
        plan.opening.clear();
        plan.is_listed = false;
        let mut seats: Vec<SeatState> = inner
            .seats
            .iter()
            .map(|seat| SeatState::new(seat.token, seat.person.clone()))
            .collect();
        seats.rotate_right(1);
        Self::of_parts(RoomParts {
            name: new_name(),
            plan,
            seats,
            director: inner.director,
            restored: None,
        })
    }

    /// The match name.
    pub(crate) fn name(&self) -> &str {
        self.handle.name()
    }

    /// A handle for saving and deleting the match.
    pub(crate) const fn handle(&self) -> &Arc<MatchHandle> {
        &self.handle
    }

    /// The rules.
    pub(crate) const fn game(&self) -> &Arc<dyn TableGame> {
        &self.plan.game
    }

    /// Returns `true` if the players hide their hands from each other.
    pub(crate) const fn hides_hands(&self) -> bool {
        self.plan.hides_hands
    }

    /// The initial position; `None` for the game's own position.
    pub(crate) fn start(&self) -> Option<&str> {
        self.plan.position.as_deref()
    }

    /// The time of creation.
    pub(crate) const fn created(&self) -> Instant {
        self.created
    }

    /// Returns `true` if any visitor may take a free seat.
    pub(crate) const fn is_listed(&self) -> bool {
        self.plan.is_listed
    }

    /// Returns `true` if the match name is public, because any visitor can join or only programs play.
    pub(crate) fn is_public(&self) -> bool {
        let is_program = |plan: &SeatPlan| matches!(plan, SeatPlan::Program(_));
        self.is_listed() || self.plan.seats.iter().all(is_program)
    }

    /// The time control: "none", "5m+3s", or "1m+0s : 5m+3s" if the seats differ.
    pub(crate) fn time_control(&self) -> String {
        let mut times: Vec<String> = self.plan.times().map(|time| time.to_string()).collect();
        times.dedup();
        times.join(" : ")
    }

    /// Subscribes to notices from now on.
    pub(crate) fn subscribe(&self) -> broadcast::Receiver<Notice> {
        self.notices.subscribe()
    }

    fn notify(&self, notice: Notice) {
        // There may be no clients at the moment.
        let _sent = self.notices.send(notice);
    }

    /// The players and spectators.
    pub(crate) fn presence(&self) -> Presence {
        self.presence_of(&self.inner())
    }

    fn presence_of(&self, inner: &Inner) -> Presence {
        let seats = Seat::all(self.plan.seats.len()).zip(&self.plan.seats).zip(&inner.seats);
        let player = |((seat, plan), state): ((Seat, &SeatPlan), &SeatState)| {
            let seat_name = self.plan.game.seat_name(seat);
            let own_time = self.plan.odds.get(seat.index()).and_then(|odds| odds.time_control);
            let time_control = own_time.map(|time| time.to_string());
            match plan {
                SeatPlan::Program(spec) => SeatPresence {
                    seat_name,
                    player: spec.text().into(),
                    name: Some(state.player.clone().unwrap_or_else(|| spec.text().into())),
                    person: false,
                    connected: true,
                    time_control,
                },
                SeatPlan::Me | SeatPlan::Person => SeatPresence {
                    seat_name,
                    player: HUMAN.into(),
                    name: state.person.clone(),
                    person: true,
                    connected: state.sockets > 0,
                    time_control,
                },
            }
        };
        Presence {
            players: seats.map(player).collect(),
            spectators: inner.spectators,
            rematch: inner.rematch.iter().copied().map(SeatNumber::from).collect(),
            take_back: inner.take_back.as_ref().map(TakeBackAsked::from),
        }
    }

    /// The seats that are waiting for a person.
    pub(crate) fn free_seats(&self) -> Vec<SeatNumber> {
        let inner = self.inner();
        let free = |(_, state): &(Seat, &SeatState)| state.is_free();
        Seat::all(inner.seats.len())
            .zip(&inner.seats)
            .filter(free)
            .map(|(seat, _)| seat.into())
            .collect()
    }

    /// Gives a person the invited seat or, without an invitation, a free seat in a listed match.
    ///
    /// # Errors
    /// [`Refused`] if the seat doesn't exist.
    pub(crate) fn take_seat(
        &self,
        name: String,
        invitation: Option<&str>,
    ) -> Result<TakenSeat, Refused> {
        let mut inner = self.inner();
        let index = match invitation.map(TokenHash::of) {
            Some(hash) => {
                let holds = |state: &SeatState| state.token == Some(hash);
                let found = inner.seats.iter().position(holds);
                let is_taken = !inner.seats.iter().any(SeatState::is_free);
                found.ok_or_else(|| {
                    if is_taken {
                        Refused::conflict("this seat is taken")
                    } else {
                        Refused::forbidden("this link is not valid for this match")
                    }
                })?
            }
            None if self.plan.is_listed => {
                let found = inner.seats.iter().position(SeatState::is_free);
                found.ok_or_else(|| Refused::conflict("all seats of this match are taken"))?
            }
            None => return Err(Refused::forbidden("this match is by invitation only")),
        };
        let state = &mut inner.seats[index];
        if !state.is_free() {
            return Err(Refused::conflict("this seat is taken"));
        }
        // The link is now used up. The seat belongs to the person who used it.
        let (token, seat) = (Token::new(), Seat::new(index));
        let invitation = state.token.replace(token.hash());
        state.person = Some(name);
        self.publish_presence(&inner);
        let ticket = Ticket { seat: Some(seat.into()), token: token.into_text() };
        Ok(TakenSeat { ticket, seat, invitation })
    }

    /// Frees a seat that was taken but could not be saved. The invitation becomes valid again.
    pub(crate) fn leave_seat(&self, taken: &TakenSeat) {
        let mut inner = self.inner();
        let state = &mut inner.seats[taken.seat.index()];
        state.token = taken.invitation;
        state.person = None;
        self.publish_presence(&inner);
    }

    fn publish_presence(&self, inner: &Inner) {
        let presence = self.presence_of(inner);
        let message = FromServer::Presence { presence: &presence };
        self.notify(Notice::Message(message.text()));
    }

    /// Locks the mutable state. No code panics while holding this lock.
    fn inner(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl SeatState {
    const fn new(token: Option<TokenHash>, person: Option<String>) -> Self {
        Self { token, person, player: None, sockets: 0 }
    }

    /// Returns `true` if the seat is waiting for a person.
    const fn is_free(&self) -> bool {
        self.token.is_some() && self.person.is_none()
    }
}
