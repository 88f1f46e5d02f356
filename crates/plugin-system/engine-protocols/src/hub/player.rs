//! A Hub engine as a player.

use std::time::{Duration, Instant};

use board_engine::printable;
use games_package::{FailureKind, Host, Player, PlayerError, Thinking, ThinkingLimits, Valuation};
use notation::{HubGame, ProtocolLine};

use crate::engine::Engine;
use crate::engine_option::{self, AllowedValues, EngineOption};
use crate::engine_player::{Answer, Clocks, EnginePlayer, Go, Launch, Protocol, checked_line};
use crate::hub::message::{Message, MessageBuilder, place, setting};
use crate::launch_options::LaunchOptions;
use crate::process::{CommandError, MatchLimits, Running, SearchLimit};

/// Time limit for an idle engine to answer a `ping`.
const PING_TIMEOUT: Duration = Duration::from_millis(500);

/// Time to drain the output of an engine without `ping` before a search.
const DRAIN_TIME: Duration = Duration::from_millis(1);

/// Creates a player for the Hub engine that `launch` describes. `game` is the game's full name, and `notation` its form
/// in Hub. The first match starts the process, and later matches reuse it. The process returns to the pool at the end.
/// If the match allows it, the engine ponders on the reply that it predicts.
///
/// # Errors
/// [`CommandError`] if Hub doesn't support the game or the command is malformed.
pub fn player(
    game: &str,
    notation: Option<HubGame>,
    launch: Launch<'_>,
) -> Result<Box<dyn Player>, CommandError> {
    let HubGame { variant, line } = hub_game(game, notation)?;
    Ok(Box::new(EnginePlayer::new(
        ("engine:hub:", "scan hub"),
        launch,
        game,
        Hub { variant },
        line,
    )?))
}

/// The game's name and notation in Hub.
pub(crate) fn hub_game(game: &str, notation: Option<HubGame>) -> Result<HubGame, CommandError> {
    notation.ok_or_else(|| CommandError::Game {
        protocol: "Hub",
        games: "draughts without passing",
        game: game.into(),
    })
}

/// Speaks Hub with an engine.
#[derive(Debug)]
struct Hub {
    /// The variant's name in Hub.
    variant: &'static str,
}

impl Hub {
    /// Sends the variant to the engine, if the engine has a parameter that allows this value.
    fn set_variant(
        &self,
        engine: &mut Running,
        program: &str,
        known: Option<String>,
    ) -> Result<(), PlayerError> {
        let variant = self.variant;
        match known {
            Some(known) if known.is_empty() || known.split(' ').any(|one| one == variant) => {
                engine.send(&setting("variant", variant))
            }
            // An engine without this parameter plays the protocol's original variant.
            None if variant == "normal" => Ok(()),
            known => {
                let known = printable(&known.unwrap_or_else(|| "normal".into()));
                let text = format!("{program} doesn't play {variant}: it has {known}");
                Err(PlayerError::of_kind(FailureKind::LoadRefused, text))
            }
        }
    }
}

/// Skips output that follows the last answer, because it must not count as the next answer.
fn drain(engine: &mut Engine, deadline: Instant) -> Result<(), PlayerError> {
    let Engine { running, answers_ping, .. } = engine;
    if !*answers_ping {
        let end = Instant::now() + DRAIN_TIME;
        while let Some(line) = running.receive_before(end)? {
            read(running, &line);
        }
    } else if !ping(running, deadline)? {
        return Err(running.late());
    }
    Ok(())
}

impl Protocol for Hub {
    const PONDER_HIT: &'static str = "ponder-hit";

    fn introduce(
        &self,
        engine: &mut Engine,
        launch: &LaunchOptions,
        deadline: Instant,
    ) -> Result<(), PlayerError> {
        let Engine { running, options: known, answers_ping, .. } = engine;
        running.send("hub")?;
        let mut variants = None;
        loop {
            let message = receive(running, deadline)?;
            match message.command.as_str() {
                "wait" => break,
                "id" => set_name(running, &message),
                "param" if message.get("name") == Some("variant") => {
                    variants = Some(message.get("values").unwrap_or_default().to_owned());
                }
                "param" => known.extend(declared(&message)),
                _ => {}
            }
        }
        launch.init.iter().try_for_each(|line| running.send(line))?;
        for (name, value) in &launch.options {
            let option = engine_option::checked(known, &running.name, name, value)?;
            self.set_option(running, option, value)?;
        }
        self.set_variant(running, &launch.words[0], variants)?;
        running.send("init")?;
        while receive(running, deadline)?.command != "ready" {}
        *answers_ping = ping(running, deadline.min(Instant::now() + PING_TIMEOUT))?;
        Ok(())
    }

    fn set_option(
        &self,
        engine: &mut Running,
        option: &EngineOption,
        value: &str,
    ) -> Result<(), PlayerError> {
        engine.send(&setting(&option.name, value))
    }

    fn begin_match(
        &self,
        engine: &mut Engine,
        _: &MatchLimits,
        may_ponder: bool,
        deadline: Instant,
    ) -> Result<bool, PlayerError> {
        wait_until_idle(engine, deadline)?;
        engine.running.send("new-game")?;
        if engine.answers_ping {
            drain(engine, deadline)?;
        }
        Ok(may_ponder)
    }

    fn wait_until_ready(&self, engine: &mut Engine, deadline: Instant) -> Result<(), PlayerError> {
        wait_until_idle(engine, deadline)?;
        drain(engine, deadline)
    }

    /// Formats search limits. Hub sends an engine only its own clock.
    fn limits(&self, thinking: ThinkingLimits, limit: SearchLimit, _: Clocks<'_>) -> String {
        let seconds = |time: Duration| format!("{:.3}", time.as_secs_f64());
        let mut level = MessageBuilder::new("level");
        if let Some(depth) = thinking.depth {
            level = level.with("depth", &depth.to_string());
        }
        if let Some(nodes) = thinking.nodes {
            level = level.with("nodes", &nodes.to_string());
        }
        let level = match limit {
            SearchLimit::Increment { left, increment } => {
                // The table adds the increment after a move, but the protocol adds it before the move.
                let before = left.saturating_sub(increment);
                level.with("time", &seconds(before)).with("inc", &seconds(increment))
            }
            SearchLimit::Period { left, moves, increment } => {
                let before = left.saturating_sub(increment);
                let level = level.with("moves", &moves.to_string()).with("time", &seconds(before));
                if increment.is_zero() { level } else { level.with("inc", &seconds(increment)) }
            }
            SearchLimit::Move(time) => level.with("move-time", &seconds(time)),
            SearchLimit::Search => level,
        };
        level.line()
    }

    fn search(
        &self,
        engine: &mut Running,
        line: &dyn ProtocolLine,
        limits: &str,
        go: Go,
    ) -> Result<(), PlayerError> {
        let go = match go {
            Go::Think => "go think",
            Go::Ponder => "go ponder",
        };
        [&place(line), limits, go].into_iter().try_for_each(|line| engine.send(line))
    }

    fn read(
        &self,
        engine: &mut Running,
        text: &str,
        line: &dyn ProtocolLine,
        host: &dyn Host,
    ) -> Option<Answer> {
        let message = read(engine, text);
        match message.command.as_str() {
            "info" => {
                host.report(&thinking_of(&message, line));
                None
            }
            "done" => {
                let expected = message.get("ponder").filter(|expected| !expected.is_empty());
                Some(Answer {
                    mv: message.get("move").unwrap_or_default().into(),
                    expected: expected.map(String::from),
                    resigns: false,
                })
            }
            _ => None,
        }
    }
}

/// Waits for the answer to a stopped search, because it must not count as the answer to the next search.
fn wait_until_idle(engine: &mut Engine, deadline: Instant) -> Result<(), PlayerError> {
    while engine.is_stopping {
        engine.is_stopping = receive(&mut engine.running, deadline)?.command != "done";
    }
    Ok(())
}

/// Returns whether the engine answers a `ping` before `deadline`. Skips earlier output.
fn ping(engine: &mut Running, deadline: Instant) -> Result<bool, PlayerError> {
    engine.send("ping")?;
    while let Some(line) = engine.receive_before(deadline)? {
        if read(engine, &line).command == "pong" {
            return Ok(true);
        }
    }
    Ok(false)
}

fn set_name(engine: &mut Running, id: &Message) {
    let parts = [id.get("name"), id.get("version")];
    let known: Vec<&str> = parts.into_iter().flatten().filter(|part| !part.is_empty()).collect();
    engine.set_name(&known.join(" "));
}

/// Parses the option declared by a `param` message.
fn declared(param: &Message) -> Option<EngineOption> {
    let name = param.get("name").filter(|name| !name.is_empty())?;
    let part = |name| param.get(name).unwrap_or_default();
    let values = match part("type") {
        "bool" => AllowedValues::Flag,
        "int" => AllowedValues::Whole {
            min: part("min").parse().unwrap_or(i64::MIN),
            max: part("max").parse().unwrap_or(i64::MAX),
        },
        "real" => AllowedValues::Number {
            min: part("min").parse().unwrap_or(f64::NEG_INFINITY),
            max: part("max").parse().unwrap_or(f64::INFINITY),
        },
        "enum" => {
            let choices = part("values").split_ascii_whitespace();
            AllowedValues::one_of(choices.map(String::from).collect())
        }
        _ => AllowedValues::Text,
    };
    Some(EngineOption { name: name.into(), values })
}

/// The next message, which must arrive before `deadline`.
fn receive(engine: &mut Running, deadline: Instant) -> Result<Message, PlayerError> {
    let line = engine.receive(deadline)?;
    Ok(read(engine, &line))
}

/// Parses a line. Stores a reported error.
fn read(running: &mut Running, line: &str) -> Message {
    let message = Message::parse(line);
    if message.command == "error" {
        running.keep_error(message.get("message").unwrap_or_default());
    }
    message
}

/// Parses an engine's report. Ignores malformed values.
fn thinking_of(info: &Message, line: &dyn ProtocolLine) -> Thinking {
    let number = |name| info.get(name).and_then(|text| text.parse::<f64>().ok());
    #[expect(
        clippy::cast_possible_truncation,
        clippy::cast_sign_loss,
        reason = "casts that saturate"
    )]
    let whole = |name| number(name).unwrap_or_default().max(0.0) as u64;
    #[expect(clippy::cast_possible_truncation, reason = "a cast that saturates")]
    let score = (number("score").unwrap_or_default() * 100.0) as i32;
    let (moves, line_error) = checked_line(line, info.get("pv").unwrap_or_default());
    Thinking {
        depth: u32::try_from(whole("depth")).unwrap_or(u32::MAX),
        nodes: whole("nodes"),
        valuation: Valuation::Centi(score),
        line: moves,
        line_error,
        ..Thinking::default()
    }
}
