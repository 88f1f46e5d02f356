//! What a client asks for, and the answers.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::{AdviceError, EndgameTables, Question, References};
use axum::extract::ws::Utf8Bytes;
use board_engine::Seat;
use games_package::TimeControl;
use house::{Failure, Limits, endgame_tables, opening_book};
use match_json::SeatNumber;
use serde_json::Value;
use tokio::sync::mpsc;

use crate::background::think_in_background;
use crate::frames::{FromClient, FromServer, Topic};
use crate::room::{Answer, Rights, Room};
use crate::server::Server;

/// One client of a match, and what is needed to carry out what it asks for.
#[derive(Debug)]
pub(crate) struct Session {
    server: Server,
    room: Arc<Room>,
    rights: Rights,
    address: IpAddr,
}

impl Session {
    /// A client of this match with these rights, at this network address.
    pub(crate) const fn new(
        server: Server,
        room: Arc<Room>,
        rights: Rights,
        address: IpAddr,
    ) -> Self {
        Self { server, room, rights, address }
    }

    /// The answer to a message; none to a question about a ply that was not played, and to those that are answered `later`. A client without
    /// `later` gets no advice.
    pub(crate) async fn answer(
        &self,
        message: FromClient,
        later: Option<&mpsc::Sender<Utf8Bytes>>,
    ) -> Option<FromServer<'static>> {
        let (id, answer) = match message {
            FromClient::Hello { .. } => {
                return Some(FromServer::Error { why: "\"hello\" comes once".into() });
            }
            FromClient::Show { ply } => {
                let view =
                    self.room.audience(&self.rights.seats)?.view_after(&self.rights.seats, ply)?;
                return Some(FromServer::Position { ply, view });
            }
            FromClient::Ask { id, topic } => {
                let why = self.ask(id, topic, later.cloned()).err()?;
                return Some(FromServer::Refused { id, why });
            }
            FromClient::Command { id, command } => (id, self.command(id, command).await),
            FromClient::TakeBack { id, plies } => {
                let ask = move |room: &Room, seats: &[Seat]| room.ask_to_take_back(seats, plies);
                (id, self.at_table(ask).await)
            }
            FromClient::AnswerTakeBack { id, agree } => {
                let give = move |room: &Room, seats: &[Seat]| room.answer_take_back(seats, agree);
                (id, self.at_table(give).await)
            }
            FromClient::Rematch { id } => (id, self.rematch().await),
        };
        Some(match answer {
            Ok(()) => FromServer::Done { id },
            Err(why) => FromServer::Refused { id, why },
        })
    }
    /// The answer to a command, which is carried out unless it was before.
    async fn command(&self, id: u64, command: Value) -> Answer {
        let (room, seats) = (&self.room, &self.rights.seats);
        if let Some(known) = room.answer_to(seats, id) {
            return known;
        }
        let (start, is_move) = (Instant::now(), command["command"] == "answer");
        let answer = self.carry_out(command).await;
        if answer.is_ok() {
            // What is confirmed is kept.
            room.save().await;
        }
        if answer.is_ok() && is_move {
            self.server.metrics().count_move(start.elapsed());
        }
        room.remember(seats, id, &answer);
        answer
    }

    /// # Errors
    /// Why not, as a phrase.
    async fn carry_out(&self, mut command: Value) -> Answer {
        if let ([seat], Some(fields)) = (self.rights.seats.as_slice(), command.as_object_mut()) {
            let number = SeatNumber::from(*seat).0;
            fields.entry("seat").or_insert_with(|| number.into());
        }
        let command: match_json::Command =
            serde_json::from_value(command).map_err(|error| error.to_string())?;
        let seat_count = self.room.game().seat_count();
        let command = command.for_table(seat_count).map_err(|error| error.to_string())?;
        if command.seat().is_some_and(|seat| !self.rights.seats.contains(&seat)) {
            return Err("that is not your seat".into());
        }
        if matches!(command, games_package::Command::Stop) {
            return Err("a match is not stopped: leave it, or resign".into());
        }
        let is_director = self.rights.is_director;
        self.at_table(move |room, _seats| room.execute(command, is_director)).await
    }

    /// Does what the people at the table may do, on a thread that may wait for the table.
    async fn at_table(
        &self,
        act: impl FnOnce(&Room, &[Seat]) -> Answer + Send + 'static,
    ) -> Answer {
        let (room, seats) = (Arc::clone(&self.room), self.rights.seats.clone());
        let done = tokio::task::spawn_blocking(move || act(&room, &seats));
        done.await.unwrap_or_else(|_panic| Err("the table could not be reached".into()))
    }

    /// Asks for advice, which comes later.
    ///
    /// # Errors
    /// Why there is none, as a phrase.
    fn ask(&self, id: u64, topic: Topic, answers: Option<mpsc::Sender<Utf8Bytes>>) -> Answer {
        let answers = answers.filter(|_| self.rights.is_director);
        let answers = answers.ok_or("there is no advice in a match between people")?;
        let room = &self.room;
        let audience = room.audience(&self.rights.seats).ok_or("the match has not begun")?;
        let permit = self
            .server
            .limits()
            .analyze(self.address)
            .map_err(|refused| refused.why().to_owned())?;
        let (start, moves) = audience.line();
        let question = Question { start, moves, topic: topic.into() };
        let house = self.server.house();
        let player = house.analyst(room.game().name());
        let setup = |time: Duration| -> Result<_, Failure> {
            let limits = Limits { time: Some(TimeControl::PerMove(time)), ..Limits::default() };
            house.analysis_setup(room.game(), &player, limits, 0).map(think_in_background)
        };
        let deliver = move |advice: analysis::Advice| {
            let squares = advice.best.as_deref().and_then(|mv| audience.squares_of(mv));
            let message =
                FromServer::Advice { id, sentence: advice.sentence, mv: advice.best, squares };
            // A client that has gone, or does not read, gets no advice.
            let _dropped = answers.try_send(message.text());
            drop(permit);
        };
        let name = room.game().name();
        let tables = EndgameTables::new(endgame_tables(name));
        let book = opening_book(name);
        let references = References { tables, book, ..References::default() };
        let asked = analysis::advise(room.game(), question, &references, setup, deliver);
        asked.map_err(|error: AdviceError<Failure>| error.to_string())
    }

    /// # Errors
    /// Why not, as a phrase.
    async fn rematch(&self) -> Answer {
        let room = Arc::clone(&self.room);
        if self.rights.seats.is_empty() && !self.rights.is_director {
            return Err("only the players can ask for a rematch".into());
        }
        if !room.ask_for_rematch(self.rights.seats.as_slice()) {
            return Ok(());
        }
        let server = self.server.clone();
        let made = tokio::task::spawn_blocking(move || {
            let next = room.next();
            next.begin(server.house(), server.store(), server.settings().round_pause)
                .map_err(|refused| refused.why().to_owned())?;
            server.registry().add(&next);
            room.announce(&next);
            Ok(())
        });
        made.await.unwrap_or_else(|_panic| Err("the match could not be made".into()))
    }
}
