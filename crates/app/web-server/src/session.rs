//! Answers requests from a match's client.

use std::sync::Arc;
use std::time::{Duration, Instant};

use analysis::{AdviceError, EndgameTables, Question, References};
use app_context::{Failure, Limits, PlayerSpec, endgame_tables, opening_book};
use axum::extract::ws::Utf8Bytes;
use board_engine::Seat;
use games_package::TimeControl;
use notation::json::SeatNumber;
use serde_json::Value;
use tokio::sync::mpsc;

use crate::background::think_in_background;
use crate::budget::{Engines, Grant, Payer};
use crate::error::Refused;
use crate::frames::{FromClient, FromServer, Topic};
use crate::room::{Answer, Rights, Room};
use crate::server::Server;
use crate::share::shared;
use crate::visitor::Visitor;

/// A client in a match, with everything needed to process its requests.
#[derive(Debug)]
pub(crate) struct ClientSession {
    server: Server,
    room: Arc<Room>,
    rights: Rights,
    payer: Payer,
}

impl ClientSession {
    /// Creates a session for a client with these rights in this match. `payer` is charged for the client's questions.
    pub(crate) const fn new(server: Server, room: Arc<Room>, rights: Rights, payer: Payer) -> Self {
        Self { server, room, rights, payer }
    }

    /// Answers a message. Returns `None` if the request is for an unplayed ply or is answered through `later`. A client
    /// without `later` gets no advice.
    pub(crate) async fn answer(
        &self,
        message: FromClient,
        later: Option<&mpsc::Sender<Utf8Bytes>>,
    ) -> Option<FromServer<'static>> {
        let (id, answer) = match message {
            FromClient::Hello { .. } => {
                return Some(FromServer::Error { why: "\"hello\" was sent twice".into() });
            }
            FromClient::Ping => return Some(FromServer::Pong),
            FromClient::Show { ply } => {
                let view =
                    self.room.audience(&self.rights.seats)?.view_after(&self.rights.seats, ply)?;
                return Some(FromServer::Position { ply, view });
            }
            FromClient::Ask { id, topic } => {
                let why = self.ask(id, topic, later.cloned()).await.err()?;
                return Some(FromServer::Refused { id, why });
            }
            FromClient::Command { id, command } => (id, self.command(id, command).await),
            FromClient::TakeBack { id, plies } => {
                let ask = move |room: &Room, seats: &[Seat]| room.ask_to_take_back(seats, plies);
                (id, self.at_table(ask).await)
            }
            FromClient::AnswerTakeBack { id, agree } => {
                let give = move |room: &Room, seats: &[Seat]| room.answer_take_back(seats, agree);
                (id, self.saved(self.at_table(give).await).await)
            }
            FromClient::Rematch { id } => (id, self.rematch().await),
        };
        Some(match answer {
            Ok(()) => FromServer::Done { id },
            Err(why) => FromServer::Refused { id, why },
        })
    }

    /// Executes a command unless it was already executed, and returns the answer. Saves after a confirmed command. If
    /// saving fails, repeating the command only retries the save.
    async fn command(&self, id: u64, command: Value) -> Answer {
        let (room, seats) = (&self.room, &self.rights.seats);
        if let Some(known) = room.answer_to(seats, id) {
            known?;
            return self.save().await;
        }
        let (start, is_move) = (Instant::now(), command["command"] == "answer");
        let answer = self.carry_out(command).await;
        room.remember(seats, id, &answer);
        answer?;
        self.save().await?;
        if is_move {
            self.server.metrics().count_move(start.elapsed());
        }
        Ok(())
    }

    /// Returns the same answer once the confirmed command is saved.
    async fn saved(&self, answer: Answer) -> Answer {
        answer?;
        self.save().await
    }

    /// Waits until the match's current state is saved.
    ///
    /// # Errors
    /// The reason why the match can't be saved, as a phrase.
    async fn save(&self) -> Answer {
        let saved = self.room.save(self.server.store()).await;
        saved.map_err(|error| Refused::from(error).why().to_owned())
    }

    /// # Errors
    /// The reason why the command was refused, as a phrase.
    async fn carry_out(&self, mut command: Value) -> Answer {
        if let ([seat], Some(fields)) = (self.rights.seats.as_slice(), command.as_object_mut()) {
            let number = SeatNumber::from(*seat).0;
            fields.entry("seat").or_insert_with(|| number.into());
        }
        let command: notation::json::Command =
            serde_json::from_value(command).map_err(|error| error.to_string())?;
        let seat_count = self.room.game().seat_count();
        let command = command.for_table(seat_count).map_err(|error| error.to_string())?;
        if command.seat().is_some_and(|seat| !self.rights.seats.contains(&seat)) {
            return Err("this is not your seat".into());
        }
        if matches!(command, games_package::Command::Stop) {
            return Err("a match cannot be stopped; leave it or resign".into());
        }
        let is_director = self.rights.is_director;
        self.at_table(move |room, _seats| room.execute(command, is_director)).await
    }

    /// Performs a person's action at the table on a thread that may block.
    async fn at_table(
        &self,
        act: impl FnOnce(&Room, &[Seat]) -> Answer + Send + 'static,
    ) -> Answer {
        let (room, seats) = (Arc::clone(&self.room), self.rights.seats.clone());
        let done = tokio::task::spawn_blocking(move || act(&room, &seats));
        done.await.unwrap_or_else(|_panic| Err("the match is not responding".into()))
    }

    /// Requests advice, which arrives later.
    ///
    /// # Errors
    /// The reason why there is no advice, as a phrase.
    async fn ask(&self, id: u64, topic: Topic, answers: Option<mpsc::Sender<Utf8Bytes>>) -> Answer {
        let answers = answers.filter(|_| self.rights.is_director);
        let answers = answers.ok_or("hints are not available in a match between people")?;
        if self.room.hides_hands() {
            return Err("advice is not available in games with hidden hands".into());
        }
        let analyst = self.analyst().await;
        let (player, grant) = analyst.map_err(|refused| refused.why().to_owned())?;
        let room = &self.room;
        let audience = room.audience(&self.rights.seats).ok_or("the match has not begun")?;
        let permit = self
            .server
            .limits()
            .analyze(self.payer.client)
            .map_err(|refused| refused.why().to_owned())?;
        let (start, moves) = audience.line();
        let question = Question { start, moves, topic: topic.into() };
        let app = self.server.app();
        let setup = |time: Duration| -> Result<_, Failure> {
            let limits = Limits { time: Some(TimeControl::PerMove(time)), ..Limits::default() };
            app.analysis_setup(room.game(), &player, limits, 0).map(think_in_background)
        };
        let deliver = move |advice: analysis::Advice| {
            let squares = advice.best.as_deref().and_then(|mv| audience.squares_of(mv));
            let message =
                FromServer::Advice { id, sentence: advice.sentence, mv: advice.best, squares };
            // A client that has disconnected or doesn't read gets no advice.
            let _dropped = answers.try_send(message.text());
            drop((permit, grant));
        };
        let name = room.game().name();
        let tables = EndgameTables::new(endgame_tables(name));
        let book = opening_book(name);
        let references = References { tables, book, ..References::default() };
        let asked = analysis::advise(room.game(), question, &references, setup, deliver);
        asked.map_err(|error: AdviceError<Failure>| error.to_string())
    }

    /// # Errors
    /// The reason why the rematch was refused, as a phrase.
    async fn rematch(&self) -> Answer {
        let room = Arc::clone(&self.room);
        if self.rights.seats.is_empty() && !self.rights.is_director {
            return Err("only players can offer a rematch".into());
        }
        if !room.ask_for_rematch(self.rights.seats.as_slice()) {
            return Ok(());
        }
        let (server, payer) = (self.server.clone(), self.payer);
        let made = tokio::task::spawn_blocking(move || {
            let next = room.next();
            next.admit(server.app(), |engines| server.grant(payer, engines))?;
            next.begin(server.app(), server.store(), server.settings().round_pause)?;
            Ok(next)
        });
        let made = made.await.map_err(|_panic| "the match cannot be created")?;
        let next = made.map_err(|refused: Refused| refused.why().to_owned())?;
        if let Err(error) = next.save(self.server.store()).await {
            next.handle().retire();
            return Err(Refused::from(error).why().to_owned());
        }
        self.server.registry().add(&next);
        self.room.announce(&next);
        Ok(())
    }

    /// The player that gives advice, and its grant. For visitors, the player is limited to a remote client's share.
    ///
    /// # Errors
    /// [`Refused`] if the player exceeds the remaining budget.
    async fn analyst(&self) -> Result<(PlayerSpec, Grant), Refused> {
        let game = self.room.game().name();
        let app = self.server.app();
        let mut player = app.analyst(game);
        if self.payer.visitor == Visitor::Stranger {
            player = shared(player, game, app)?;
        }
        let engines = Engines::of(app, game, &[&player])?;
        let (server, payer) = (self.server.clone(), self.payer);
        let granted = tokio::task::spawn_blocking(move || server.grant(payer, engines)).await;
        let (grant, _paused) = granted.map_err(|_panic| Refused::failed("no engine is free"))??;
        Ok((player, grant))
    }
}
