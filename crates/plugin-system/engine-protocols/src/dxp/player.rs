//! A DXP program as a player.

use std::fmt;
use std::net::TcpListener;
use std::time::{Duration, Instant};

use games_package::{
    Ending, Event, FailureKind, Host, Options, Player, PlayerError, Reply, Request, Setup, Urgency,
};

use crate::dxp::connection::Connection;
use crate::dxp::message::Reason;
use crate::dxp::notation::line_of;
use crate::dxp::opponent::{Answer, Opponent, Place};
use crate::dxp::settings::Settings;
use crate::process::{CommandError, MatchLimits, Timeouts, not_restarted};
use notation::{HubGame, ProtocolLine};

/// The prefix before the address in a player's name.
const BEFORE: &str = "engine:dxp:";

/// The polling interval for the table during a search.
const POLL_INTERVAL: Duration = Duration::from_millis(5);

/// Maximum wait for an obsolete answer.
const WITHDRAWN_TIME_MAX: Duration = Duration::from_millis(250);

/// Maximum wait for the other program to acknowledge the end of a match.
const END_TIME_MAX: Duration = Duration::from_millis(500);

/// A DXP program at the other end of a connection.
///
/// The first match opens the connection. Later matches reuse it, or reopen it if it was lost in between.
pub struct DxpPlayer {
    settings: Settings,
    timeouts: Timeouts,
    line: Box<dyn ProtocolLine>,
    /// The start of the game, in Hub notation.
    initial: String,
    /// The listener, which is reused for the next connection.
    listener: Option<TcpListener>,
    opponent: Option<Opponent>,
    setup: Option<Setup>,
    /// Whether the program has agreed to play the current match.
    has_agreed: bool,
    /// The newest move at the table, in the table's notation, with the number of moves before it.
    newest: Option<(usize, String)>,
}

impl DxpPlayer {
    /// Creates a player that connects to the program at `address`. `game` is the game's full name, and `notation` its
    /// form in Hub. Options can follow the address after a question mark, `localhost:27531?role=follower&minutes=5`;
    /// `options` adds more.
    ///
    /// # Errors
    /// [`CommandError`] if the protocol doesn't support the game, or the address or an option is malformed.
    pub fn new(
        game: &str,
        notation: Option<HubGame>,
        address: &str,
        options: &Options,
        timeouts: Timeouts,
    ) -> Result<Self, CommandError> {
        let (line, initial) = line_of(notation).ok_or_else(|| CommandError::Game {
            protocol: "DXP",
            games: "draughts on 10×10",
            game: game.into(),
        })?;
        let settings = Settings::parse(address, options)?;
        Ok(Self {
            settings,
            timeouts,
            line,
            initial,
            listener: None,
            opponent: None,
            setup: None,
            has_agreed: false,
            newest: None,
        })
    }

    /// Opens a connection.
    fn open(&mut self) -> Result<Opponent, PlayerError> {
        let endpoint = &self.settings.endpoint;
        let refused = |why: String| PlayerError::of_kind(FailureKind::LoadRefused, why);
        let now = Instant::now();
        let (refused_until, deadline) = (now + self.timeouts.answer, now + self.timeouts.ready);
        let stream = endpoint.open(&mut self.listener, refused_until, deadline).map_err(refused)?;
        let stream = stream
            .ok_or_else(|| PlayerError::of_kind(FailureKind::Unresponsive, endpoint.nobody()))?;
        let connection = Connection::new(stream, endpoint.to_string())
            .map_err(|error| refused(format!("{endpoint} can't be used: {error}")))?;
        Ok(Opponent::new(connection, self.settings.role))
    }

    /// Converts a request to a position for the other program.
    fn place(&mut self, request: &Request) -> Result<Place, PlayerError> {
        self.line.set_from_table(&request.position, "")?;
        let position = self.line.to_protocol().0;
        self.line.set_from_table(&request.start, &request.moves)?;
        let (start, moves) = self.line.whole_to_protocol();
        let start = start.unwrap_or_else(|| self.initial.clone());
        let moves = moves.split_ascii_whitespace().map(String::from).collect();
        Ok(Place { start, moves, position })
    }

    /// Converts the other program's answer to a reply for the table.
    fn reply(
        &self,
        opponent: &mut Opponent,
        answer: Answer,
        request: &Request,
    ) -> Result<Reply, PlayerError> {
        let text = match answer {
            Answer::Move(text) => text,
            Answer::End(Reason::Loss) => return Ok(Reply::Resign),
            Answer::End(Reason::Draw) if request.draw_offer.is_some() => {
                return Ok(Reply::AcceptDraw);
            }
            Answer::End(reason) => return Err(opponent.ended(reason)),
        };
        match self.line.moves_to_table(&text) {
            (moves, None) if moves.len() == 1 => {
                opponent.played(text);
                Ok(Reply::play(&moves[0]))
            }
            (_, error) => {
                let why = error.map_or_else(|| "no move".into(), |error| error.reason());
                let why = format!("{why}: {text}");
                Err(opponent.connection.failure(FailureKind::IllegalMove, &why))
            }
        }
    }

    /// Reports the end of the match to the other program.
    fn say_end(&mut self, ending: &Ending) -> Result<(), PlayerError> {
        let Some(mut opponent) = self.opponent.take() else { return Ok(()) };
        let Some(game) = &opponent.game else {
            self.opponent = Some(opponent);
            return Ok(());
        };
        // No message can stop a thinking program, but the program will notice that the connection is closed.
        if game.awaits_move {
            return Ok(());
        }
        let count = game.moves.len();
        let last = self.newest.take().filter(|(ply, _)| *ply == count).and_then(|(_, mv)| {
            let known = self.line.whole_to_protocol();
            let start = known.0.unwrap_or_else(|| self.initial.clone());
            // Set the line of play to the last question that the other program received.
            self.line.set_from_protocol(Some(&start), &game.moves.join(" ")).ok()?;
            self.line.moves_to_protocol(&mv).into_iter().next()
        });
        let seat = self.setup.as_ref().map_or(0, |setup| setup.seat.index());
        let payoff = ending.payoffs.as_ref().and_then(|payoffs| payoffs.get(seat));
        // Reasons are from our point of view, as the other seat.
        let reason = match payoff {
            Some(1..) => Reason::Loss,
            Some(0) => Reason::Draw,
            Some(_) => Reason::Win,
            None => Reason::Unknown,
        };
        opponent.say_end(last.as_deref(), reason, Instant::now() + END_TIME_MAX)?;
        self.opponent = Some(opponent);
        Ok(())
    }
}

impl Player for DxpPlayer {
    fn name(&self) -> String {
        let opponent = self.opponent.as_ref();
        opponent.map_or_else(
            || format!("{BEFORE}{}", self.settings.endpoint),
            |opponent| opponent.connection.name.clone(),
        )
    }

    /// The time limit for starting: slightly longer than the time limit for connecting.
    fn start_time(&self) -> Duration {
        self.timeouts.ready + self.timeouts.answer * 2
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.setup = Some(setup.clone());
        (self.has_agreed, self.newest) = (false, None);
        let until = Instant::now() + self.timeouts.answer;
        // Reconnect if the program doesn't end its last game or has disconnected.
        let kept = self.opponent.take().and_then(|mut opponent| {
            if opponent.game.as_ref().is_some_and(|game| game.awaits_move) {
                return None;
            }
            let is_alive = opponent.end(Reason::Unknown, false, until).is_ok()
                && opponent.connection.is_open();
            is_alive.then_some(opponent)
        });
        self.opponent = Some(match kept {
            Some(opponent) => opponent,
            None => self.open()?,
        });
        Ok(())
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        let place = self.place(request)?;
        let limits = self.setup.as_ref().map(MatchLimits::from).unwrap_or_default();
        let time = request.time_left.unwrap_or_else(|| limits.untimed_move(self.timeouts));
        let time = time.saturating_add(limits.margin);
        let mut deadline = Instant::now() + time + self.timeouts.answer;
        // A failed connection is dropped, and the next match opens a new one.
        let mut opponent = match self.opponent.take() {
            Some(opponent) => opponent,
            None => self.open().map_err(|error| not_restarted(&error))?,
        };
        let game_time = self.settings.time(limits.time_control, limits.thinking);
        let prepared = deadline.min(Instant::now() + self.timeouts.ready);
        let brought = opponent.bring_to(&place, game_time, prepared, host);
        // The programs agree on a game only at its first move. A program that refuses then counts as not started.
        brought.map_err(|error| if self.has_agreed { error } else { not_restarted(&error) })?;
        self.has_agreed = true;
        loop {
            let now = Instant::now();
            if host.urgency() >= Urgency::Withdrawn {
                deadline = deadline.min(now + WITHDRAWN_TIME_MAX);
            }
            if let Some(answer) = opponent.answer(deadline.min(now + POLL_INTERVAL), host)? {
                let reply = self.reply(&mut opponent, answer, request)?;
                self.opponent = Some(opponent);
                return Ok(reply);
            }
            if now >= deadline {
                let late = opponent.late();
                if host.urgency() == Urgency::Withdrawn {
                    self.opponent = Some(opponent);
                }
                return Err(late);
            }
        }
    }

    fn observe(&mut self, event: &Event) {
        match event {
            Event::MovePlayed(played) => self.newest = Some((played.ply, played.mv.clone())),
            Event::MatchEnded(ending) => {
                // The connection is then dropped, and the next match opens another one.
                if let Err(error) = self.say_end(ending) {
                    tracing::info!(
                        error = error.text(),
                        "a program didn't see the end of its game"
                    );
                }
            }
            _ => {}
        }
    }
}

/// Shows the program's address.
impl fmt::Debug for DxpPlayer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DxpPlayer").field("settings", &self.settings).finish_non_exhaustive()
    }
}
