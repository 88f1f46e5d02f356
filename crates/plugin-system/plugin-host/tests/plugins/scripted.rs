//! A plugin for the tests. The option `fault` selects a fault.

#[path = "scripted/data.rs"]
mod data;
#[path = "scripted/hostile.rs"]
mod hostile;
#[path = "scripted/own_process.rs"]
mod own_process;
#[path = "scripted/wire.rs"]
mod wire;

use std::hash::{BuildHasher, RandomState};
use std::hint::black_box;
use std::panic::panic_any;
use std::path::PathBuf;
use std::time::{Duration, Instant};
use std::{process, thread};

use plugin_sdk::{
    Event, FailureKind, Host, OptionSpec, Options, Player, PlayerError, PlayerInfo, PonderRequest,
    Prompt, Reply, Request, Setup, Thinking, TimeControl, Urgency, Valuation, export_players,
    player_info,
};

use self::wire::Call;

/// Panics on drop, with another value of this type as the payload.
struct Bomb;

impl Drop for Bomb {
    fn drop(&mut self) {
        panic_any(Self);
    }
}

/// The requests to a child before the first call: `Confine`, `Load` and `NewPlayer`.
const REQUESTS_BEFORE: u32 = 3;

struct Scripted {
    fault: String,
    data: Option<PathBuf>,
    events: Vec<String>,
    setup: Option<Setup>,
    took_back: bool,
    /// Number of requests.
    calls: u32,
}

impl Scripted {
    fn new(fault: String) -> Self {
        Self { fault, data: None, events: Vec::new(), setup: None, took_back: false, calls: 0 }
    }

    /// Records a received message if it will be echoed.
    fn note(&mut self, received: impl FnOnce() -> String) {
        if self.fault == "echo events" {
            self.events.push(received());
        }
    }

    /// In matches with this time control, thinks for `time` without polling its host.
    fn oversleep(&self, time_control: TimeControl, time: Duration) {
        if self.setup.as_ref().is_some_and(|setup| setup.time_control == time_control) {
            let begun = Instant::now();
            while begun.elapsed() < time {
                thread::yield_now();
            }
        }
    }
}

fn info() -> PlayerInfo {
    PlayerInfo {
        options: vec![
            OptionSpec::text("fault", "its fault", "none"),
            OptionSpec::integer("level", "nothing by itself", 5, 0, 9),
        ],
        ..player_info("scripted", "has the fault that its option names")
    }
}

fn create(game: &str, options: &Options) -> Result<Box<dyn Player>, PlayerError> {
    let fault: String = options.get("fault")?;
    match fault.as_str() {
        "" if options.get::<i64>("level")? == 3 => panic!("no text"),
        fault if fault.len() > 100 || fault.contains(['\0', '%', '=']) => {
            Err(PlayerError::new("no such fault"))
        }
        "error in new" => Err(PlayerError::new(format!("no {game} today"))),
        "panic in new" => panic!("panicked in new"),
        "hangs in new" => loop {
            thread::park_timeout(Duration::from_hours(1));
        },
        "abort in new" => process::abort(),
        "stops itself in new" => {
            let _stopped = own_process::act("stops itself");
            Err(PlayerError::new("it was woken"))
        }
        "greatest level" if options.get::<i64>("level")? == 9 => {
            Err(PlayerError::new("9 is too much"))
        }
        "several lines" => Err(PlayerError::new("one\ntwo\x1b[31m three")),
        _ => {
            let mut player = Scripted::new(fault);
            player.data = plugin_sdk::data_folder(options);
            Ok(Box::new(player))
        }
    }
}

fn last_move(request: &Request) -> Reply {
    Reply::play(request.legal_moves.last().cloned().unwrap_or_default())
}

impl Player for Scripted {
    fn name(&self) -> String {
        match self.fault.as_str() {
            "names itself strangely" => {
                format!(" \n\u{ab}\x1b]0;t\x07\u{202e}\0../../etc{}", "x".repeat(1000))
            }
            _ => "scripted 1".into(),
        }
    }

    fn start(&mut self, setup: &Setup) -> Result<(), PlayerError> {
        self.calls += 1;
        let again = self.setup.replace(setup.clone()).is_some();
        match self.fault.as_str() {
            "second start" if again => Err(PlayerError::new("once is enough")),
            "panic in start" => panic!("panicked in start"),
            "hangs in start" => loop {
                thread::park_timeout(Duration::from_hours(1));
            },
            "echo setup" => Err(PlayerError::new(format!("{setup:?}"))),
            _ => Ok(()),
        }
    }

    fn choose_move(&mut self, request: &Request, host: &dyn Host) -> Result<Reply, PlayerError> {
        self.calls += 1;
        match self.fault.as_str() {
            "error in choose" => Ok(Reply::play("x".parse::<i32>()?.to_string())),
            "panic in choose" => panic!("panicked in choose"),
            "bomb in choose" => panic_any(Bomb),
            "panics at length" => panic!("{}", "x".repeat(2 << 20)),
            "blames its host" => {
                Err(PlayerError::of_kind(FailureKind::HostFault, "there was no process for it"))
            }
            "NUL in its move" => Ok(Reply::play("22\0-18")),
            "escape codes in its move" => Ok(Reply::play("\x1b[2J22-18\r\n")),
            "right-to-left text in its move" => Ok(Reply::play("\u{202e}22-18\u{200b}")),
            "megabyte of a move" => Ok(Reply::play("\x1b[31m".repeat(200_000))),
            "echo request" => Err(PlayerError::new(format!("{request:?}"))),
            "echo events" => Err(PlayerError::new(self.events.join(" "))),
            "illegal move" => Ok(Reply::play("no such move")),
            "illegal later" if request.moves.len() > 5 => Ok(Reply::play("no such move")),
            "panic far on" if request.moves.is_empty() && request.legal_moves.len() < 6 => {
                panic!("panicked far on")
            }
            "fails in large games" if request.legal_moves.len() > 12 => {
                Err(PlayerError::new("too many moves"))
            }
            "confused" if self.took_back => Ok(Reply::play("no such move")),
            "never stops" => {
                self.oversleep(TimeControl::Unlimited, Duration::from_secs(5));
                Ok(first(request))
            }
            "oversleeps" => {
                let half_a_second = TimeControl::PerMove(Duration::from_millis(500));
                self.oversleep(half_a_second, Duration::from_secs(1));
                Ok(first(request))
            }
            "small leak" => {
                Vec::leak(black_box(vec![1_u8; 1 << 20])).fill(2);
                Ok(first(request))
            }
            "no seed" => {
                let any = usize::from(RandomState::new().hash_one(0).to_le_bytes()[0]);
                Ok(Reply::play(&request.legal_moves[any % request.legal_moves.len()]))
            }
            "long reply" => Ok(Reply::play("x".repeat(2 << 20))),
            "resign" => Ok(Reply::Resign),
            "accept" => Ok(Reply::AcceptDraw),
            "offer" => Ok(Reply::MoveAndOfferDraw("9-14".into())),
            "ask the host" => Ok(ask(host)),
            fault if fault.contains("its data") => Err(data::act(fault, self.data.as_deref())),
            "answers in time" => {
                std::thread::park_timeout(request.time_left.unwrap_or_default() / 10);
                Ok(last_move(request))
            }
            "answers too late" => {
                std::thread::park_timeout(request.time_left.unwrap_or_default() * 2);
                Ok(last_move(request))
            }
            "obeys" => {
                while !host.is_stopped() {
                    std::thread::park_timeout(Duration::from_millis(1));
                }
                Ok(last_move(request))
            }
            "waits for move now" => Ok(wait_for_move_now(host)),
            fault => {
                let mv = request.legal_moves.last().map_or("", String::as_str);
                hostile::act(fault, host, &Call { number: REQUESTS_BEFORE + self.calls, mv })?;
                Ok(last_move(request))
            }
        }
    }

    fn ponder(&mut self, request: &PonderRequest, host: &dyn Host) {
        assert!(self.fault != "panic in ponder", "panicked in ponder");
        let stopped = if host.is_stopped() { "stopped" } else { "going on" };
        self.note(|| format!("{request:?} {stopped}"));
    }

    fn observe(&mut self, event: &Event) {
        match self.fault.as_str() {
            "panic in observe" => panic!("panicked in observe"),
            "abort in observe" => process::abort(),
            "hangs in observe" => loop {
                thread::park_timeout(Duration::from_hours(1));
            },
            _ => {}
        }
        self.took_back |= matches!(event, Event::MoveTakenBack(_));
        self.note(|| format!("{event:?}"));
    }
}

impl Drop for Scripted {
    fn drop(&mut self) {
        if self.fault == "hangs on quit" {
            std::thread::park_timeout(Duration::from_hours(1));
        }
        assert!(self.fault != "panic in drop", "panicked in drop");
    }
}

fn first(request: &Request) -> Reply {
    Reply::play(request.legal_moves.first().cloned().unwrap_or_default())
}

/// Waits until the move is needed immediately, then plays the list of urgencies that it saw.
fn wait_for_move_now(host: &dyn Host) -> Reply {
    let mut received = vec![host.urgency()];
    while received.last() < Some(&Urgency::MoveNow) {
        thread::park_timeout(Duration::from_millis(1));
        received.push(host.urgency());
    }
    received.dedup();
    Reply::play(format!("{received:?}"))
}

/// Uses all services of a host and plays the results.
fn ask(host: &dyn Host) -> Reply {
    host.log("thinking");
    host.report(&Thinking {
        depth: 3,
        nodes: 300,
        evaluations: 20,
        cutoffs: 1,
        valuation: Valuation::WinIn(5),
        line_error: None,
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
        Ok(Box::new(Scripted::new("none".into())))
    },
}
