//! The game against the program at the other end of a connection. We send the program the other seats' moves.

use std::time::Instant;

use games_package::{FailureKind, Host, PlayerError};

use crate::dxp::address::Role;
use crate::dxp::connection::{Connection, ConnectionError};
use crate::dxp::message::{Message, Proposal, Reason, VERSION};
use crate::dxp::notation::{color_name, sent, turn, usual_start};

/// The name that we send.
pub(crate) const OUR_NAME: &str = concat!("Rival ", env!("CARGO_PKG_VERSION"));

/// The other program, and the game against it.
#[derive(Debug)]
pub(super) struct Opponent {
    pub(super) connection: Connection,
    role: Role,
    /// The current game; `None` between two games.
    pub(super) game: Option<OpenGame>,
}

/// A game in progress.
#[derive(Debug)]
pub(super) struct OpenGame {
    /// The start of the match at the table, in Hub notation.
    start: String,
    /// The moves in the match that the other program has received, in Hub notation.
    pub(super) moves: Vec<String>,
    /// The number of moves in the match before this game began.
    begun_at: usize,
    /// Whether the other program is to move.
    pub(super) awaits_move: bool,
}

/// A position in a match, with the other program to move, in Hub notation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) struct Place {
    pub(super) start: String,
    pub(super) moves: Vec<String>,
    pub(super) position: String,
}

/// A game's time limit in the protocol's units.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct GameTime {
    pub(crate) minutes: u16,
    /// Number of moves; 0 for no limit.
    pub(crate) moves: u16,
}

/// The other program's answer to a move.
#[derive(Debug)]
pub(super) enum Answer {
    /// A move, in Hub notation.
    Move(String),
    /// The end of the game.
    End(Reason),
}

impl Place {
    /// The starting position of a new game, and the number of moves before it. This is the start of the match if the
    /// protocol can play from there, otherwise the current position.
    fn game_start(&self) -> (&str, usize) {
        if self.moves.len() <= 1 { (&self.start, 0) } else { (&self.position, self.moves.len()) }
    }
}

impl Opponent {
    pub(super) const fn new(connection: Connection, role: Role) -> Self {
        Self { connection, role, game: None }
    }

    /// Brings the game to this position, with the other program to move.
    ///
    /// # Errors
    /// The reason for the failure. The connection is then unusable.
    pub(super) fn bring_to(
        &mut self,
        place: &Place,
        time: GameTime,
        deadline: Instant,
        host: &dyn Host,
    ) -> Result<(), PlayerError> {
        if self.game.as_ref().is_some_and(|game| game.awaits_move && game.is_at(place)) {
            return Ok(());
        }
        self.check_silence(host)?;
        let known = self.game.as_ref().and_then(|game| game.common(place));
        let is_back = known.is_some_and(|known| !self.is_last(known));
        if let Some(known) = known
            && (!is_back || self.take_back(known, deadline, host)?)
        {
            return self.play_on(place, known);
        }
        self.end(Reason::Unknown, false, deadline)?;
        self.begin(place, time, deadline, host)
    }

    /// Returns `true` if the game has exactly `moves` moves and it is our turn.
    fn is_last(&self, moves: usize) -> bool {
        self.game.as_ref().is_some_and(|game| game.moves.len() == moves && !game.awaits_move)
    }

    /// Sends the moves of `place` after the first `known` ones; there is at most one.
    fn play_on(&mut self, place: &Place, known: usize) -> Result<(), PlayerError> {
        for mv in &place.moves[known..] {
            let message = Message::Move(sent(mv, 0));
            self.send(&message)?;
        }
        if let Some(game) = &mut self.game {
            game.moves.clone_from(&place.moves);
            game.awaits_move = true;
        }
        Ok(())
    }

    /// Asks to take back all moves after the first `moves` moves. Returns whether the other program agreed.
    fn take_back(
        &mut self,
        moves: usize,
        deadline: Instant,
        host: &dyn Host,
    ) -> Result<bool, PlayerError> {
        let Some(game) = &self.game else { return Ok(false) };
        let turn = turn(&game.start, moves);
        let black_began = usize::from(game.start.starts_with('B'));
        let number = (moves - game.begun_at).midpoint(black_began) + 1;
        let number = u16::try_from(number).unwrap_or(u16::MAX);
        self.send(&Message::BackRequest { number, turn })?;
        loop {
            match self.receive(deadline, host)? {
                Message::BackAccept(code) => {
                    let Some(game) = self.game.as_mut().filter(|_| code == 0) else {
                        return Ok(false);
                    };
                    game.moves.truncate(moves);
                    game.awaits_move = false;
                    return Ok(true);
                }
                // The program's move crossed our request.
                Message::Move(_) if self.awaits_move() => {
                    self.game.iter_mut().for_each(|game| game.awaits_move = false);
                }
                other => return Err(self.unexpected(&other, "an answer to a take-back (K)")),
            }
        }
    }

    fn awaits_move(&self) -> bool {
        self.game.as_ref().is_some_and(|game| game.awaits_move)
    }

    /// Checks the messages that arrived during our turn. During our turn, only chat is allowed.
    fn check_silence(&mut self, host: &dyn Host) -> Result<(), PlayerError> {
        if self.awaits_move() || (self.role == Role::Follower && self.game.is_none()) {
            return Ok(());
        }
        let until = Instant::now();
        while let Some(message) = self.receive_before(until, host)? {
            match message {
                Message::GameEnd { reason, .. } if self.game.is_some() => {
                    self.acknowledge()?;
                    return Err(self.ended(reason));
                }
                // This answer is late.
                Message::GameEnd { .. } | Message::BackAccept(_) => {}
                Message::GameRequest(_) => {
                    return Err(self.unexpected(&message, "nothing: it must not propose games"));
                }
                Message::Move(_) => {
                    let why = "it sent a move when it was not its turn";
                    return Err(self.connection.failure(FailureKind::OutOfTurn, why));
                }
                _ => return Err(self.unexpected(&message, "nothing, when it is not its turn")),
            }
        }
        Ok(())
    }

    /// The failure of a program that ended an unfinished game.
    pub(super) fn ended(&self, reason: Reason) -> PlayerError {
        let why = format!("it ended the unfinished game {}", reason.described());
        self.connection.failure(FailureKind::Vanished, &why)
    }

    /// Acknowledges the end of a game.
    pub(super) fn acknowledge(&mut self) -> Result<(), PlayerError> {
        self.game = None;
        self.send(&Message::GameEnd { reason: Reason::Unknown, stops: false })
    }

    /// Ends the game, if any, and waits until the other program has acknowledged the end.
    ///
    /// # Errors
    /// If the other program doesn't acknowledge it. A game can't end while the other program is to move.
    pub(super) fn end(
        &mut self,
        reason: Reason,
        stops: bool,
        deadline: Instant,
    ) -> Result<(), PlayerError> {
        let Some(game) = self.game.take() else { return Ok(()) };
        if !game.awaits_move {
            self.send(&Message::GameEnd { reason, stops })?;
        }
        self.await_end(deadline)
    }

    /// Waits until the other program ends the game.
    fn await_end(&mut self, deadline: Instant) -> Result<(), PlayerError> {
        loop {
            let message = self.connection.receive(Some(deadline));
            let message = message.map_err(|error| self.connection.failed(&error))?;
            match message {
                Some(Message::GameEnd { .. }) => return Ok(()),
                Some(_) if Instant::now() < deadline => {}
                _ => return Err(self.late()),
            }
        }
    }

    /// Reports the end of a match after our last move. The other program can only acknowledge the end.
    pub(super) fn say_end(
        &mut self,
        last: Option<&str>,
        reason: Reason,
        deadline: Instant,
    ) -> Result<(), PlayerError> {
        if let Some(game) = self.game.as_mut().filter(|game| !game.awaits_move)
            && let Some(mv) = last
        {
            game.awaits_move = true;
            self.send(&Message::Move(sent(mv, 0)))?;
        }
        let is_acknowledged = self.awaits_move();
        self.end(reason, false, deadline)?;
        if is_acknowledged { self.acknowledge() } else { Ok(()) }
    }

    fn begin(
        &mut self,
        place: &Place,
        time: GameTime,
        deadline: Instant,
        host: &dyn Host,
    ) -> Result<(), PlayerError> {
        let begun_at = place.game_start().1;
        match self.role {
            Role::Initiator => self.propose(place, time, deadline, host)?,
            Role::Follower => self.accept(place, deadline, host)?,
        }
        self.game = Some(OpenGame {
            start: place.start.clone(),
            moves: place.moves[..begun_at].to_vec(),
            begun_at,
            awaits_move: false,
        });
        self.play_on(place, begun_at)
    }

    /// Proposes a game.
    fn propose(
        &mut self,
        place: &Place,
        time: GameTime,
        deadline: Instant,
        host: &dyn Host,
    ) -> Result<(), PlayerError> {
        let start = place.game_start().0;
        let proposal = Proposal {
            version: VERSION,
            name: OUR_NAME.into(),
            follower: place.turn(),
            minutes: time.minutes,
            moves: time.moves,
            position: (start != usual_start()).then(|| start.into()),
        };
        self.send(&Message::GameRequest(proposal))?;
        match self.receive(deadline, host)? {
            Message::GameAccept { name, code } => {
                self.connection.set_name(&name);
                let why = match code {
                    0 => return Ok(()),
                    1 => "it refused the game: it uses another protocol version",
                    2 => "it refused this game",
                    _ => "it refused to play any game",
                };
                Err(self.connection.failure(FailureKind::LoadRefused, why))
            }
            Message::GameRequest(_) => {
                let why = "it proposes games itself; add role=follower after the address";
                Err(self.connection.failure(FailureKind::LoadRefused, why))
            }
            other => Err(self.unexpected(&other, "an answer to the proposed game (A)")),
        }
    }

    /// Accepts the proposed game if it matches the game at the table.
    fn accept(
        &mut self,
        place: &Place,
        deadline: Instant,
        host: &dyn Host,
    ) -> Result<(), PlayerError> {
        let proposal = match self.receive(deadline, host)? {
            Message::GameRequest(proposal) => proposal,
            other => return Err(self.unexpected(&other, "a proposed game (R)")),
        };
        self.connection.set_name(&proposal.name);
        let position = proposal.position.clone().unwrap_or_else(usual_start);
        let turn = place.turn();
        let refused = if proposal.version != VERSION {
            Some((1, format!("it uses protocol version {}", proposal.version)))
        } else if position != place.game_start().0 {
            Some((
                2,
                format!(
                    "it proposes a game from {position}, but this game starts from {}",
                    place.game_start().0
                ),
            ))
        } else if proposal.follower == turn {
            Some((
                2,
                format!("it wants the other color, but has {} in this match", color_name(turn)),
            ))
        } else {
            None
        };
        let code = refused.as_ref().map_or(0, |(code, _)| *code);
        self.send(&Message::GameAccept { name: OUR_NAME.into(), code })?;
        refused
            .map_or(Ok(()), |(_, why)| Err(self.connection.failure(FailureKind::LoadRefused, &why)))
    }

    /// The answer to the last move, or `None` if it hasn't arrived by `deadline`.
    pub(super) fn answer(
        &mut self,
        deadline: Instant,
        host: &dyn Host,
    ) -> Result<Option<Answer>, PlayerError> {
        match self.receive_before(deadline, host)? {
            // We may have stopped waiting for this answer to a take-back request.
            None | Some(Message::BackAccept(_)) => Ok(None),
            Some(Message::Move(mv)) => Ok(Some(Answer::Move(super::notation::received(&mv)))),
            Some(Message::GameEnd { reason, .. }) => {
                self.acknowledge()?;
                Ok(Some(Answer::End(reason)))
            }
            Some(other) => Err(self.unexpected(&other, "a move (M)")),
        }
    }

    /// Records a legal move by the other program.
    pub(super) fn played(&mut self, mv: String) {
        if let Some(game) = &mut self.game {
            game.moves.push(mv);
            game.awaits_move = false;
        }
    }

    /// The failure of a program that did not answer in time.
    pub(super) fn late(&self) -> PlayerError {
        self.connection.failed(&ConnectionError::TimedOut)
    }

    fn receive(&mut self, deadline: Instant, host: &dyn Host) -> Result<Message, PlayerError> {
        let message = self.receive_before(deadline, host)?;
        message.ok_or_else(|| self.late())
    }

    /// The next message, if one arrives before `deadline`. Passes on chat. Refuses take-back requests, because only the
    /// table can take moves back.
    fn receive_before(
        &mut self,
        deadline: Instant,
        host: &dyn Host,
    ) -> Result<Option<Message>, PlayerError> {
        loop {
            let message = self.connection.receive(Some(deadline));
            match message.map_err(|error| self.connection.failed(&error))? {
                Some(Message::Chat(text)) => host.log(&text),
                Some(Message::BackRequest { .. }) => self.send(&Message::BackAccept(1))?,
                other => return Ok(other),
            }
            // A program might never stop sending messages.
            if Instant::now() >= deadline {
                return Ok(None);
            }
        }
    }

    fn send(&mut self, message: &Message) -> Result<(), PlayerError> {
        let text = message.text();
        tracing::debug!(text, program = self.connection.name, "to the other program");
        self.connection.send(message).map_err(|error| self.connection.failed(&error))
    }

    fn unexpected(&self, found: &Message, expected: &'static str) -> PlayerError {
        let found = format!("\"{}\"", found.text());
        self.connection.failed(&ConnectionError::Unexpected { found, expected })
    }
}

impl Place {
    /// The side to move.
    fn turn(&self) -> board_engine::Color {
        turn(&self.position, 0)
    }
}

impl OpenGame {
    fn is_at(&self, place: &Place) -> bool {
        self.start == place.start && self.moves == place.moves
    }

    /// The number of moves that `place` shares with this game, if at most one more move leads to `place`.
    fn common(&self, place: &Place) -> Option<usize> {
        let pairs = self.moves.iter().zip(&place.moves);
        let common = pairs.take_while(|(known, mv)| known == mv).count();
        // While the other program is to move, no message can ask it to move again.
        let is_near = place.moves.len() - common <= 1 && common >= self.begun_at;
        (self.start == place.start && is_near).then_some(common)
    }
}
