//! External engines as players. An input is everything that the engine writes.

use std::fs;
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use board_engine::Seat;
use engine_protocols::{
    DxpPlayer, EnginePool, Launch, Timeouts, hub as hub_protocol, uci as uci_protocol,
};
use game_catalog::engine_notations;
use games_package::{
    AskError, Host, MoveLimit, Options, Player, PonderRequest, Prompt, Reply, Request, Setup,
    Thinking, ThinkingLimits, TimeControl, Urgency, calls,
};

use crate::target::{Answer, Check, Verdict, must};
use crate::targets::engines::accepted;

/// An engine exits after its last output, so the tests never wait this long.
const TIMEOUTS: Timeouts = Timeouts {
    ready: Duration::from_secs(10),
    answer: Duration::from_secs(5),
    search: Duration::from_secs(5),
};

/// The maximum length of a reply.
const REPLY_BYTES_MAX: usize = 4096;

/// A table that asks with this urgency.
#[derive(Debug)]
pub(super) struct Table(pub(super) Urgency);

impl Host for Table {
    fn urgency(&self) -> Urgency {
        self.0
    }

    fn report(&self, _: &Thinking) {}

    fn ask(&self, _: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        Ok(text.into())
    }

    fn log(&self, _: &str) {}
}

/// The setup for the first seat in a match without a clock.
pub(super) fn setup(game: &str) -> Setup {
    Setup {
        game: game.into(),
        seat: Seat::FIRST,
        seat_count: 2,
        time_control: TimeControl::PerMove(Duration::from_secs(5)),
        thinking: ThinkingLimits { depth: Some(2), nodes: None },
        pondering: true,
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
        seed: 0,
    }
}

/// Asks a player for its first move and, two moves later, for another move. A failure also counts as an answer.
pub(super) fn asked(player: &mut dyn Player, game: &str) -> Verdict {
    let rules = must("the game", game_catalog::table_game(game))?;
    let mut state = must("the start", rules.open(None))?;
    let setup = setup(game);
    if let Err(failure) = calls::start(player, &setup) {
        return panicless(&failure.detail, Answer::refused(&failure.detail), failure.kind);
    }
    let start = state.position(board_engine::Viewer::Arbiter);
    let mut played = 0;
    let mut last = String::new();
    for _ in 0..2 {
        let mut legal_moves = Vec::new();
        state.legal_moves(&mut legal_moves);
        let request = request(&start, &*state, legal_moves.clone());
        match calls::choose_move(player, &request, &Table(Urgency::None)) {
            Ok(Reply::Move(mv) | Reply::MoveAndOfferDraw(mv)) if legal_moves.contains(&mv) => {
                must("a legal move", state.play(&mv))?;
                played += 1;
            }
            Ok(reply) => {
                if format!("{reply:?}").len() > REPLY_BYTES_MAX + 100 {
                    return Err("the reply is too long".into());
                }
                last = format!("{reply:?}").chars().take(12).collect();
                break;
            }
            Err(failure) => {
                last = Answer::refused(&failure.detail).kind;
                panicless(&failure.detail, Answer::refused(""), failure.kind)?;
                break;
            }
        }
        let ponder = PonderRequest {
            seat: Seat::FIRST,
            start: start.clone(),
            moves: request.moves,
            position: state.position(board_engine::Viewer::Arbiter),
            clocks: Vec::new(),
        };
        player.ponder(&ponder, &Table(Urgency::Withdrawn));
        let mut replies = Vec::new();
        state.legal_moves(&mut replies);
        let Some(reply) = replies.first() else { break };
        must("a legal reply", state.play(reply))?;
    }
    Ok(Answer::accepted(format!("{played} {last}")))
}

/// Fails if a player has panicked. Only the table survives a panic.
fn panicless(detail: &str, answer: Answer, kind: games_package::FailureKind) -> Verdict {
    if kind == games_package::FailureKind::Panicked {
        return Err(format!("the player panicked: {detail}"));
    }
    if detail.chars().any(char::is_control) {
        return Err(format!("a failure with control characters: {detail:?}"));
    }
    Ok(answer)
}

fn request(
    start: &str,
    state: &dyn games_package::MatchState,
    legal_moves: Vec<String>,
) -> Request {
    let viewer = board_engine::Viewer::Arbiter;
    Request {
        seat: Seat::FIRST,
        start: start.into(),
        moves: state.moves(viewer).join(" "),
        position: state.position(viewer),
        legal_moves,
        time_left: Some(Duration::from_secs(5)),
        budget: Some(Duration::from_secs(4)),
        draw_offer: None,
        clocks: Vec::new(),
    }
}

pub(super) fn hub() -> Check {
    printed("checkers:international", |command| {
        let (game, options) = ("checkers:international", Options::default());
        let pool = EnginePool::default();
        let launch =
            Launch { command, options: &options, folder: None, timeouts: TIMEOUTS, pool: &pool };
        let player = hub_protocol::player(game, engine_notations(game).hub, launch);
        player.map_err(|error| error.to_string())
    })
}

pub(super) fn uci() -> Check {
    printed("chess:standard", |command| {
        let (game, options) = ("chess:standard", Options::default());
        let pool = EnginePool::default();
        let launch =
            Launch { command, options: &options, folder: None, timeouts: TIMEOUTS, pool: &pool };
        let player = uci_protocol::player(game, engine_notations(game).uci, launch);
        player.map_err(|error| error.to_string())
    })
}

/// Creates the player for an engine command.
type NewPlayer = fn(&str) -> Result<Box<dyn Player>, String>;

/// An engine that prints the input, whatever it receives, and exits 0.2 s later.
fn printed(game: &'static str, new: NewPlayer) -> Check {
    let folder = tempfile::tempdir();
    Box::new(move |input| {
        let path = folder.as_ref().map_err(ToString::to_string)?.path().join("output");
        must("a file", fs::write(&path, input))?;
        let mut player = new(&format!(
            "sh -c 'cat {}; exec timeout --foreground 0.2 cat >/dev/null'",
            path.display()
        ))?;
        asked(&mut *player, game)
    })
}

/// A program that sends the input over a connection and then closes it.
pub(super) fn dxp() -> Check {
    let listener = TcpListener::bind("127.0.0.1:0");
    Box::new(move |input| {
        let listener = listener.as_ref().map_err(ToString::to_string)?;
        let address = must("a port", listener.local_addr())?.to_string();
        let game = "checkers:international";
        let player = DxpPlayer::new(
            game,
            engine_notations(game).hub,
            &address,
            &Options::default(),
            TIMEOUTS,
        );
        let mut player = must("the player", player)?;
        thread::scope(|scope| {
            let other = scope.spawn(|| accepted(listener, input));
            let verdict = asked(&mut player, game);
            // This closes the connection.
            drop(player);
            let _other = other.join();
            verdict
        })
    })
}
