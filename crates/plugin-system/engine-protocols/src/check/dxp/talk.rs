//! Exchanges messages with the checked program.

use std::io::Write as _;
use std::thread;
use std::time::{Duration, Instant};

use board_engine::Color;

use super::super::{CheckTimes, MOMENT};
use crate::dxp::connection::Connection;
use crate::dxp::message::{Message, Proposal, Reason, VERSION};
use crate::dxp::notation::{received, sent, turn, usual_start};
use crate::dxp::opponent::{GameTime, OUR_NAME};
use crate::dxp::settings::Settings;
use notation::ProtocolLine;

/// A program may spend this many times its average time on one move.
const UNEVEN: u32 = 10;

/// The assumed number of moves in a game without a move limit.
const MOVES_USUAL: u16 = 60;

/// The error message if the program waits for a proposal.
const NO_PROPOSAL: &str =
    "it proposed no game in time; omit role=follower to let the check propose one";

/// The error message if the game ends before all checks are done.
const OVER: &str = "its game ended before everything was checked";

/// The time between the two halves of a split message.
const PAUSE: Duration = Duration::from_millis(30);

/// A game against a program over a connection.
pub(super) struct Talk {
    connection: Connection,
    line: Box<dyn ProtocolLine>,
    /// The start of the current game, in Hub notation.
    start: String,
    /// The moves since the start, in Hub notation.
    moves: Vec<String>,
    ours: Color,
    time: GameTime,
    times: CheckTimes,
    /// Time limit for the program's move.
    patience: Duration,
    /// Whether the program refuses further games.
    pub(super) has_stopped: bool,
}

impl Talk {
    /// Opens the connection.
    pub(super) fn open(
        settings: &Settings,
        line: Box<dyn ProtocolLine>,
        time: GameTime,
        times: CheckTimes,
    ) -> Result<Self, String> {
        let (endpoint, now) = (&settings.endpoint, Instant::now());
        let stream = endpoint.open(&mut None, now + times.answer, now + times.ready)?;
        let stream = stream.ok_or_else(|| endpoint.nobody())?;
        let connection = Connection::new(stream, endpoint.to_string());
        let connection = connection.map_err(|error| error.to_string())?;
        let (start, moves, ours) = (usual_start(), Vec::new(), Color::White);
        let (patience, has_stopped) = (times.search * UNEVEN + times.answer, false);
        Ok(Self { connection, line, start, moves, ours, time, times, patience, has_stopped })
    }

    /// Proposes a game from a position in Hub notation or from the usual start. Sends the message in two parts if
    /// `in_parts` is set.
    pub(super) fn propose(
        &mut self,
        follower: Color,
        position: Option<&str>,
        in_parts: bool,
    ) -> Result<String, String> {
        let message = Message::GameRequest(Proposal {
            version: VERSION,
            name: OUR_NAME.into(),
            follower,
            minutes: self.time.minutes,
            moves: self.time.moves,
            position: position.map(String::from),
        });
        let bytes = bytes(&message);
        let (first, second) = bytes.split_at(if in_parts { bytes.len() / 2 } else { 0 });
        self.write(first)?;
        if in_parts {
            thread::sleep(PAUSE);
        }
        self.write(second)?;
        self.begin(!follower, position)?;
        match self.expect(Instant::now() + self.times.ready)? {
            Message::GameAccept { code: 0, name } => Ok(format!("{} accepts", name.trim())),
            Message::GameAccept { code, .. } => Err(format!("refused with the code {code}")),
            Message::GameRequest(_) => {
                Err("it proposes games itself: add ?role=follower to the address".into())
            }
            other => Err(super::instead(&other)),
        }
    }

    /// Accepts the game that the program proposes. Pauses first, and the program must wait.
    pub(super) fn accept(&mut self) -> Result<String, String> {
        let proposed = self.next(Instant::now() + self.times.ready)?;
        let proposal = match proposed.ok_or_else(|| self.late(NO_PROPOSAL))? {
            Message::GameRequest(proposal) => proposal,
            other => return Err(super::instead(&other)),
        };
        if let Some((code, why)) = self.refusal(&proposal) {
            // The program may have disconnected.
            let _answered = self.send(&Message::GameAccept { name: OUR_NAME.into(), code });
            return Err(why);
        }
        if let Some(early) = self.next(Instant::now() + MOMENT)? {
            return Err(format!("\"{}\" before its game was accepted", early.text()));
        }
        self.send(&Message::GameAccept { name: OUR_NAME.into(), code: 0 })?;
        self.patience = self.patience.max(patience(&proposal).min(self.times.ready));
        Ok(described(&proposal))
    }

    /// Begins the proposed game. If the game can't be played, returns the code and the reason for refusing it.
    fn refusal(&mut self, proposal: &Proposal) -> Option<(u8, String)> {
        let Proposal { version, follower, position, .. } = proposal;
        if *version != VERSION {
            return Some((1, format!("it uses protocol version {version}")));
        }
        let why = match self.begin(*follower, position.as_deref()) {
            Err(why) => why,
            Ok(()) if self.line.outcome().is_some() => "the game is already over".into(),
            Ok(()) => return None,
        };
        Some((2, format!("it proposes a game from {}: {why}", self.start)))
    }

    /// Begins a game from a position or from the usual start; `ours` is our color.
    fn begin(&mut self, ours: Color, position: Option<&str>) -> Result<(), String> {
        self.ours = ours;
        self.start = position.map_or_else(usual_start, String::from);
        self.moves.clear();
        self.replay()
    }

    /// Replays the moves, which brings the line to the current position.
    fn replay(&mut self) -> Result<(), String> {
        let played = self.line.set_from_protocol(Some(&self.start), &self.moves.join(" "));
        played.map_err(|error| error.reason())
    }

    /// The side to move after this many moves.
    fn turn(&self, moves: usize) -> Color {
        turn(&self.start, moves)
    }

    /// Returns `true` if it is our turn.
    pub(super) fn is_ours(&self) -> bool {
        self.turn(self.moves.len()) == self.ours
    }

    /// Plays our first legal move.
    pub(super) fn play(&mut self) -> Result<(), String> {
        let message = self.own_move()?;
        self.send(&message)
    }

    /// Sends a chat and a move in one write.
    pub(super) fn play_with_chat(&mut self) -> Result<(), String> {
        let chat = Message::Chat("This is a check of the protocol.".into());
        let mv = self.own_move()?;
        self.write(&[bytes(&chat), bytes(&mv)].concat())
    }

    /// Makes our first legal move on our board and returns its message.
    fn own_move(&mut self) -> Result<Message, String> {
        let legal_moves = self.line.legal_moves();
        let first = legal_moves.first().ok_or(OVER)?;
        let mv = self.line.moves_to_protocol(first).concat();
        let message = Message::Move(sent(&mv, 0));
        self.moves.push(mv);
        self.replay()?;
        Ok(message)
    }

    /// Waits for the program's move and checks that it is legal.
    pub(super) fn answer(&mut self) -> Result<String, String> {
        let begun = Instant::now();
        let message = self.expect(begun + self.patience)?;
        let text = match message {
            Message::Move(mv) => received(&mv),
            Message::GameEnd { .. } if self.line.outcome().is_some() => return Err(OVER.into()),
            Message::GameEnd { reason, .. } => {
                return Err(format!("it ends the game {} instead", reason.described()));
            }
            other => return Err(super::instead(&other)),
        };
        if let (_, Some(error)) = self.line.moves_to_table(&text) {
            return Err(format!("{text}: {}", error.reason()));
        }
        self.moves.push(text.clone());
        self.replay()?;
        Ok(format!("{text} after {} ms", begun.elapsed().as_millis()))
    }

    /// Checks that nothing but chat arrives for a moment. `silence` describes this outcome.
    pub(super) fn silent(&mut self, silence: &str) -> Result<String, String> {
        match self.next(Instant::now() + MOMENT)? {
            None => Ok(silence.into()),
            Some(message) => Err(format!("\"{}\", which was not asked for", message.text())),
        }
    }

    /// Asks to take back moves up to our last move.
    pub(super) fn take_back(&mut self) -> Result<String, String> {
        let left = self.moves.len().saturating_sub(2);
        let black_began = usize::from(self.turn(0) == Color::Black);
        let number = u16::try_from(left.midpoint(black_began) + 1).unwrap_or(u16::MAX);
        self.send(&Message::BackRequest { number, turn: self.ours })?;
        match self.expect(Instant::now() + self.times.answer)? {
            Message::BackAccept(0) => {
                self.moves.truncate(left);
                self.replay()?;
                self.play()?;
                self.answer().map(|mv| format!("yes, and {mv}"))
            }
            Message::BackAccept(1) => Ok("not supported".into()),
            Message::BackAccept(_) => Ok("no".into()),
            other => Err(super::instead(&other)),
        }
    }

    /// Ends the game on our turn. With `stops`, announces that no further games follow.
    pub(super) fn end(&mut self, stops: bool) -> Result<String, String> {
        self.send(&Message::GameEnd { reason: Reason::Unknown, stops })?;
        let begun = Instant::now();
        match self.expect(begun + self.times.answer)? {
            Message::GameEnd { stops, .. } => {
                self.has_stopped = stops;
                Ok(format!("acknowledged after {} ms", begun.elapsed().as_millis()))
            }
            other => Err(super::instead(&other)),
        }
    }

    /// The next message, except chat.
    fn expect(&mut self, deadline: Instant) -> Result<Message, String> {
        self.next(deadline)?.ok_or_else(|| self.late("it didn't answer in time"))
    }

    /// Explains a missing message: `silence`, unless part of a message has arrived and its rest doesn't follow in a
    /// moment. Of a program that never stops chatting, the deadline cuts a message off.
    fn late(&mut self, silence: &str) -> String {
        if !matches!(self.connection.receive(Some(Instant::now() + MOMENT)), Ok(None)) {
            return silence.into();
        }
        match self.connection.unfinished_bytes() {
            0 => silence.into(),
            count => format!("it sent {count} characters of a message, and not the zero byte"),
        }
    }

    /// The next message before `deadline`. Skips any amount of chat.
    fn next(&mut self, deadline: Instant) -> Result<Option<Message>, String> {
        while Instant::now() < deadline {
            match self.connection.receive(Some(deadline)).map_err(|error| error.to_string())? {
                Some(Message::Chat(_)) => {}
                Some(Message::BackRequest { .. }) => self.send(&Message::BackAccept(1))?,
                other => return Ok(other),
            }
        }
        Ok(None)
    }

    fn send(&mut self, message: &Message) -> Result<(), String> {
        self.connection.send(message).map_err(|error| error.to_string())
    }

    fn write(&self, bytes: &[u8]) -> Result<(), String> {
        let written = self.connection.writer().and_then(|mut stream| stream.write_all(bytes));
        written.map_err(|error| error.to_string())
    }
}

/// Time limit per move in the proposed game.
fn patience(proposal: &Proposal) -> Duration {
    let moves = if proposal.moves == 0 { MOVES_USUAL } else { proposal.moves };
    Duration::from_mins(proposal.minutes.into()) / u32::from(moves) * UNEVEN
}

/// Describes a proposed game.
fn described(proposal: &Proposal) -> String {
    let Proposal { name, minutes, moves, .. } = proposal;
    let name = if name.is_empty() { "it" } else { name };
    let per = if *moves == 0 { String::new() } else { format!(" for {moves} moves") };
    format!("{name} proposes {minutes} minutes{per}")
}

/// The bytes of a message on the wire.
fn bytes(message: &Message) -> Vec<u8> {
    let mut bytes = message.text().into_bytes();
    bytes.push(0);
    bytes
}
