//! A plugin that does wrong what its option `fault` says, for the tests.

#[path = "scripted/hostile.rs"]
mod hostile;

use std::panic::panic_any;
use std::time::Duration;

use plugin_sdk::{
    Event, Host, OptionKind, OptionSpec, Options, Player, PlayerError, PlayerInfo, PonderRequest,
    Prompt, Reply, Request, Setup, Thinking, Valuation, export_players, player_info,
};

/// Panics when it is dropped, with another one of its kind.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic_any(Self);
    }
}

struct Scripted {
    fault: String,
    events: Vec<String>,
}

fn info() -> PlayerInfo {
    let text = OptionKind::Text { default: "none".into() };
    PlayerInfo {
        options: vec![OptionSpec::new("fault", "what to do wrong", text)],
        ..player_info("scripted", "does wrong what it is told to")
    }
}

fn create(game: &str, options: &Options) -> Result<Box<dyn Player>, PlayerError> {
    let fault: String = options.get("fault")?;
    match fault.as_str() {
        "error in new" => Err(PlayerError::new(format!("no {game} today"))),
        "panic in new" => panic!("panicked in new"),
        "several lines" => Err(PlayerError::new("one\ntwo\x1b[31m three")),
        _ => Ok(Box::new(Scripted { fault, events: Vec::new() })),
    }
}

fn last_move(request: &Request) -> Reply {
    Reply::play(request.legal_moves.last().cloned().unwrap_or_default())
}

impl Player for Scripted {
    fn name(&self) -> String {
        "scripted 1".into()
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        match self.fault.as_str() {
            "panic in start" => panic!("panicked in start"),
            "echo setup" => Err(PlayerError::new(format!("{setup:?}"))),
            _ => Ok(()),
        }
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        match self.fault.as_str() {
            "error in choose" => Ok(Reply::play("x".parse::<i32>()?.to_string())),
            "panic in choose" => panic!("panicked in choose"),
            "bomb in choose" => panic_any(Bomb),
            "echo request" => Err(PlayerError::new(format!("{request:?}"))),
            "echo events" => Err(PlayerError::new(self.events.join(" "))),
            "illegal move" => Ok(Reply::play("no such move")),
            "long reply" => Ok(Reply::play("x".repeat(2 << 20))),
            "resign" => Ok(Reply::Resign),
            "accept" => Ok(Reply::AcceptDraw),
            "offer" => Ok(Reply::MoveAndOfferDraw("9-14".into())),
            "ask the host" => Ok(ask(host)),
            "answers in time" => {
                std::thread::sleep(request.time_left.unwrap_or_default() / 10);
                Ok(last_move(request))
            }
            "answers too late" => {
                std::thread::sleep(request.time_left.unwrap_or_default() * 2);
                Ok(last_move(request))
            }
            "obeys" => {
                while !host.is_stopped() {
                    std::thread::sleep(Duration::from_millis(1));
                }
                Ok(last_move(request))
            }
            fault => {
                hostile::act(fault, host)?;
                Ok(last_move(request))
            }
        }
    }

    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        assert!(self.fault != "panic in ponder", "panicked in ponder");
        let stopped = if host.is_stopped() { "stopped" } else { "going on" };
        self.events.push(format!("{request:?} {stopped}"));
    }

    fn observe(&mut self, event: &Event) {
        assert!(self.fault != "panic in observe", "panicked in observe");
        self.events.push(format!("{event:?}"));
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        if self.fault == "hangs on quit" {
            std::thread::sleep(Duration::from_hours(1));
        }
        assert!(self.fault != "panic in drop", "panicked in drop");
    }
}

/// Uses all that a host offers and plays what it heard.
fn ask(host: &dyn Host) -> Reply {
    host.log("thinking");
    host.report(&Thinking {
        depth: 3,
        nodes: 300,
        evaluations: 20,
        cutoffs: 1,
        valuation: Valuation::WinIn(5),
        line: "a b".into(),
        selective_depth: Some(9),
        table_use: Some(12),
        rank: 2,
    });
    let stopped = host.is_stopped();
    let answer = host.ask(&Prompt { question: "which?".into(), refusal: None });
    let (known, unknown) = (host.resolve("9 14"), host.resolve("nonsense"));
    Reply::play(format!("{stopped} {answer:?} {known:?} {unknown:?}"))
}

export_players! {
    plugin: "scripted", version: "7.8.9";
    info() => create,
    player_info("second", "plays well") => |_game, _options| {
        Ok(Box::new(Scripted { fault: "none".into(), events: Vec::new() }))
    },
}
