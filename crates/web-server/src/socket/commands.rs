//! What a client asks for, and the answers.

use std::sync::Arc;
use std::time::Duration;

use analysis::{AdviceError, Question};
use games_package::{ControlError, TimeControl};
use house::{Failure, Limits};
use match_json::SeatNumber;
use serde_json::Value;

use super::{Closed, Connection, Session};
use crate::audience::Audience;
use crate::frames::{FromClient, FromServer, Topic};
use crate::room::Answer;

impl Connection {
    pub(super) async fn handle(&mut self, message: FromClient) -> Result<(), Closed> {
        match message {
            FromClient::Hello { .. } => self.refuse("\"hello\" comes once").await,
            FromClient::Command { id, command } => {
                let message = match self.session.answer(id, command).await {
                    Ok(()) => FromServer::Done { id },
                    Err(why) => FromServer::Refused { id, why },
                };
                self.send(message.text()).await
            }
            FromClient::Show { ply } => self.show(ply).await,
            FromClient::Ask { id, topic } => {
                let audience = self.watched.as_ref().map(|watched| &watched.audience);
                match self.session.ask(id, topic, audience) {
                    Ok(()) => Ok(()),
                    Err(why) => self.send(FromServer::Refused { id, why }.text()).await,
                }
            }
            FromClient::Rematch { id } => {
                let message = match self.session.rematch().await {
                    Ok(()) => FromServer::Done { id },
                    Err(why) => FromServer::Refused { id, why },
                };
                self.send(message.text()).await
            }
        }
    }

    async fn show(&mut self, ply: usize) -> Result<(), Closed> {
        let Some(watched) = &self.watched else { return Ok(()) };
        match watched.audience.view_after(ply) {
            Some(view) => self.send(FromServer::Position { ply, view }.text()).await,
            None => Ok(()),
        }
    }
}

impl Session {
    /// The answer to a command, which is carried out unless it was before.
    async fn answer(&self, id: u64, command: Value) -> Answer {
        let (room, seats) = (self.client.room(), self.client.seats());
        if let Some(known) = room.answer_to(seats, id) {
            return known;
        }
        let answer = self.carry_out(command).await;
        if answer.is_ok() {
            // What is confirmed is kept.
            room.save().await;
        }
        room.remember(seats, id, &answer);
        answer
    }

    /// # Errors
    /// Why not, as a phrase.
    async fn carry_out(&self, mut command: Value) -> Answer {
        if let ([seat], Some(fields)) = (self.client.seats(), command.as_object_mut()) {
            let number = SeatNumber::from(*seat).0;
            fields.entry("seat").or_insert_with(|| number.into());
        }
        let command: match_json::Command =
            serde_json::from_value(command).map_err(|error| error.to_string())?;
        let room = self.client.room();
        let seat_count = room.game().seat_count();
        let command = command.for_table(seat_count).map_err(|error| error.to_string())?;
        if command.seat().is_some_and(|seat| !self.client.seats().contains(&seat)) {
            return Err("that is not your seat".into());
        }
        if matches!(command, games_package::Command::Stop) {
            return Err("a match is not stopped: leave it, or resign".into());
        }
        let (room, is_director) = (Arc::clone(room), self.client.is_director());
        let sent = tokio::task::spawn_blocking(move || {
            room.send(command, is_director)?.wait().map_err(|error: ControlError| error.to_string())
        });
        sent.await.unwrap_or_else(|_panic| Err("the table could not be reached".into()))
    }

    /// Asks for advice, which comes later.
    ///
    /// # Errors
    /// Why there is none, as a phrase.
    fn ask(&self, id: u64, topic: Topic, audience: Option<&Arc<Audience>>) -> Answer {
        if !self.client.is_director() {
            return Err("there is no advice in a match between people".into());
        }
        let audience = audience.ok_or("the match has not begun")?;
        let room = self.client.room();
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
            house.analysis_setup(room.game(), &player, limits, 0)
        };
        let (answers, audience) = (self.answers.clone(), Arc::clone(audience));
        let deliver = move |advice: analysis::Advice| {
            let squares = advice.best.as_deref().and_then(|mv| audience.squares_of(mv));
            let message =
                FromServer::Advice { id, sentence: advice.sentence, mv: advice.best, squares };
            // A client that has gone, or does not read, gets no advice.
            let _dropped = answers.try_send(message.text());
            drop(permit);
        };
        let asked = analysis::advise(room.game(), question, setup, deliver);
        asked.map_err(|error: AdviceError<Failure>| error.to_string())
    }

    /// # Errors
    /// Why not, as a phrase.
    async fn rematch(&self) -> Answer {
        let room = Arc::clone(self.client.room());
        if self.client.seats().is_empty() && !self.client.is_director() {
            return Err("only the players can ask for a rematch".into());
        }
        if !room.ask_for_rematch(self.client.seats()) {
            return Ok(());
        }
        let server = self.server.clone();
        let made = tokio::task::spawn_blocking(move || {
            let next = room.next();
            next.begin(server.house(), server.store())
                .map_err(|refused| refused.why().to_owned())?;
            server.registry().add(&next);
            room.announce(&next);
            Ok(())
        });
        made.await.unwrap_or_else(|_panic| Err("the match could not be made".into()))
    }
}
