//! Our player's answers to another program's messages.

use std::cmp::Ordering;
use std::io::Write;
use std::net::TcpStream;
use std::time::{Duration, Instant};

use board_engine::Color;

use crate::dxp::address::Role;
use crate::dxp::connection::send;
use crate::dxp::engine::game::Game;
use crate::dxp::engine::{Incoming, Service};
use crate::dxp::message::{Message, Proposal, Reason, VERSION};
use crate::dxp::notation::{color_name, received, sent, usual_start};
use crate::searcher::{Order, Searcher, ServeError};

/// The next step after a message.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(super) enum Step {
    /// The conversation continues.
    Continue,
    /// The conversation is over, for this reason.
    End(String),
}

/// Our player, the service, and the game with the connected program.
pub(super) struct Session<'a, W> {
    searcher: Searcher<'a, W>,
    service: &'a Service,
    /// The start of the game, in Hub notation.
    initial: String,
    writer: Option<TcpStream>,
    game: Option<Game>,
    /// The proposal that has not been answered yet.
    proposed: Option<Proposal>,
    /// The number of games so far.
    games: u32,
    /// Whether we have already answered a chat.
    has_chatted: bool,
}

impl<'a, W: Write + Send> Session<'a, W> {
    pub(super) const fn new(
        searcher: Searcher<'a, W>,
        service: &'a Service,
        initial: String,
    ) -> Self {
        let (writer, game, proposed) = (None, None, None);
        Self { searcher, service, initial, writer, game, proposed, games: 0, has_chatted: false }
    }

    /// Starts the conversation with a connected program. An initiator proposes its first game.
    pub(super) fn meet(&mut self, writer: TcpStream) -> Step {
        (self.writer, self.game, self.proposed) = (Some(writer), None, None);
        self.has_chatted = false;
        match self.service.role {
            Role::Initiator => self.propose(),
            Role::Follower => Step::Continue,
        }
    }

    pub(super) fn is_our_turn(&self) -> bool {
        self.game.as_ref().is_some_and(|game| !game.is_ended && game.turn() == game.color)
    }

    pub(super) fn obey(&mut self, incoming: Incoming) -> Result<Step, ServeError> {
        // Ends the search that this message has stopped, or prevents the message from stopping the next search.
        self.searcher.begin();
        self.searcher.end();
        match incoming {
            Err(error) => Ok(Step::End(error.to_string())),
            Ok(Message::GameRequest(proposal)) => self.consider(&proposal),
            Ok(Message::GameAccept { name, code }) => self.accepted(&name, code),
            Ok(Message::Move(mv)) => Ok(self.play(&received(&mv))),
            Ok(Message::GameEnd { reason, stops }) => self.end(reason, stops),
            Ok(Message::Chat(text)) => {
                self.searcher.control.send(&format!("chat: {text}"))?;
                if std::mem::replace(&mut self.has_chatted, true) {
                    return Ok(Step::Continue);
                }
                Ok(self.chat("I am a program; your message is shown to my user."))
            }
            Ok(Message::BackRequest { number, turn }) => self.go_back(number, turn),
            // We never send such requests.
            Ok(Message::BackAccept(_)) => Ok(Step::Continue),
        }
    }

    /// Sends a message. A failure ends the conversation.
    fn send(&mut self, message: &Message) -> Step {
        let Some(writer) = &mut self.writer else { return Step::End("it is closed".into()) };
        match send(writer, message) {
            Ok(()) => Step::Continue,
            Err(error) => Step::End(error.to_string()),
        }
    }

    fn chat(&mut self, text: &str) -> Step {
        self.send(&Message::Chat(text.into()))
    }

    /// Reports the other program's fault and ends the conversation.
    fn refuse(&mut self, why: String) -> Step {
        self.game = None;
        let _gone = self.chat(&format!("error: {why}"));
        Step::End(why)
    }

    fn name(&self) -> String {
        let engine = &self.searcher.engine;
        format!("{} {}", engine.name, engine.version)
    }

    fn propose(&mut self) -> Step {
        if self.games >= self.service.games {
            return Step::End("all games finished".into());
        }
        let Service { color, minutes, moves, .. } = *self.service;
        let follower = if self.games.is_multiple_of(2) { !color } else { color };
        let position = Some(self.initial.clone()).filter(|start| *start != usual_start());
        let name = self.name();
        let proposal = Proposal { version: VERSION, name, follower, minutes, moves, position };
        self.proposed = Some(proposal.clone());
        self.send(&Message::GameRequest(proposal))
    }

    fn accepted(&mut self, name: &str, code: u8) -> Result<Step, ServeError> {
        let Some(proposal) = self.proposed.take() else { return Ok(Step::Continue) };
        if code != 0 {
            return Ok(Step::End(format!("{name} refused the game (code {code})")));
        }
        let color = !proposal.follower;
        self.begin(&proposal, name, color)
    }

    /// Answers a proposal.
    fn consider(&mut self, proposal: &Proposal) -> Result<Step, ServeError> {
        let start = proposal.position.clone().unwrap_or_else(usual_start);
        let malformed = self.searcher.line.set_from_protocol(Some(&start), "").err();
        let refused = if self.service.role == Role::Initiator {
            Some((3, "this side proposes the games".to_string()))
        } else if proposal.version != VERSION {
            Some((1, format!("unknown protocol version {}", proposal.version)))
        } else {
            malformed.map(|error| (2, error.reason()))
        };
        let code = refused.as_ref().map_or(0, |(code, _)| *code);
        let step = self.send(&Message::GameAccept { name: self.name(), code });
        if let Some((_, why)) = refused {
            self.searcher.send_error(&format!("a game was refused: {why}"))?;
            return Ok(step);
        }
        if step != Step::Continue {
            return Ok(step);
        }
        let (name, color) = (proposal.name.clone(), proposal.follower);
        self.begin(proposal, &name, color)
    }

    fn begin(&mut self, proposal: &Proposal, name: &str, color: Color) -> Result<Step, ServeError> {
        self.games += 1;
        self.searcher.begin_game();
        let Proposal { minutes, moves, position, .. } = proposal;
        self.game = Some(Game {
            color,
            start: position.clone().unwrap_or_else(usual_start),
            moves: Vec::new(),
            time: Duration::from_secs(u64::from(*minutes) * 60),
            moves_max: *moves,
            used: Duration::ZERO,
            is_ended: false,
        });
        let (number, side) = (self.games, color_name(color));
        let per = if *moves == 0 { String::new() } else { format!(" for {moves} moves") };
        self.searcher
            .control
            .send(&format!("game {number}: {side} against {name}, {minutes} minutes{per}"))?;
        Ok(Step::Continue)
    }

    /// Plays the other program's move.
    fn play(&mut self, text: &str) -> Step {
        if self.game.as_ref().is_some_and(|game| game.is_ended) {
            // This move crossed our message that ends the game.
            return Step::Continue;
        }
        if self.game.is_none() || self.is_our_turn() {
            return self.refuse(format!("{text} was sent out of turn"));
        }
        let Some(game) = &mut self.game else { return Step::Continue };
        game.moves.push(text.into());
        let moves = game.moves.join(" ");
        if let Err(error) = self.searcher.line.set_from_protocol(Some(&game.start), &moves) {
            return self.refuse(format!("{text} can't be played: {}", error.reason()));
        }
        Step::Continue
    }

    /// Makes our move or ends the game.
    pub(super) fn take_turn(&mut self) -> Result<Step, ServeError> {
        let begun = Instant::now();
        let Some(game) = &mut self.game else { return Ok(Step::Continue) };
        let line = &mut self.searcher.line;
        if let Err(error) = line.set_from_protocol(Some(&game.start), &game.moves.join(" ")) {
            let why = error.reason();
            return Ok(self.refuse(why));
        }
        if let Some(outcome) = line.outcome() {
            return self.say_end(match outcome {
                Ordering::Less => Reason::Loss,
                Ordering::Equal => Reason::Draw,
                Ordering::Greater => Reason::Win,
            });
        }
        if game.is_at_limit() {
            return self.say_end(Reason::Unknown);
        }
        let order = Order { level: game.level(), ..Order::default() };
        self.searcher.begin();
        let answer = self.searcher.search(&order);
        let is_stopped = self.searcher.is_stopped();
        self.searcher.end();
        let mv = answer?.mv;
        // A message stopped the search; it is handled next.
        if is_stopped {
            return Ok(Step::Continue);
        }
        let elapsed = begun.elapsed();
        if let Some(game) = &mut self.game {
            game.used += elapsed;
            game.moves.push(mv.clone());
        }
        Ok(self.send(&Message::Move(sent(&mv, elapsed.as_secs()))))
    }

    /// Ends the game.
    fn say_end(&mut self, reason: Reason) -> Result<Step, ServeError> {
        if let Some(game) = &mut self.game {
            game.is_ended = true;
        }
        let number = self.games;
        self.searcher.control.send(&format!("game {number}: ended here {}", reason.described()))?;
        Ok(self.send(&Message::GameEnd { reason, stops: false }))
    }

    /// Handles the other program's end of the game, or its acknowledgment of ours.
    fn end(&mut self, reason: Reason, stops: bool) -> Result<Step, ServeError> {
        let Some(game) = self.game.take() else { return Ok(Step::Continue) };
        if !game.is_ended {
            let (number, how) = (self.games, reason.described());
            let text = format!("game {number}: ended by the other program {how}");
            self.searcher.control.send(&text)?;
            let acknowledged =
                self.send(&Message::GameEnd { reason: Reason::Unknown, stops: false });
            if acknowledged != Step::Continue {
                return Ok(acknowledged);
            }
        }
        match self.service.role {
            Role::Initiator if stops => {
                Ok(Step::End("the other program wants no more games".into()))
            }
            Role::Initiator => Ok(self.propose()),
            Role::Follower => Ok(Step::Continue),
        }
    }

    /// Takes back moves to this point if the game has reached it.
    fn go_back(&mut self, number: u16, turn: Color) -> Result<Step, ServeError> {
        let game = self.game.as_mut().filter(|game| !game.is_ended);
        let kept = game.and_then(|game| {
            let kept = game.back_to(number, turn)?;
            game.moves.truncate(kept);
            Some(kept)
        });
        let code = if kept.is_some() { 0 } else { 2 };
        if code == 0 {
            let side = color_name(turn);
            self.searcher.control.send(&format!("back to move {number} of {side}"))?;
        }
        Ok(self.send(&Message::BackAccept(code)))
    }
}
