//! Workers choose single moves for matches elsewhere. The match survives the death of any program.

use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::Path;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use app_context::{AppContext, CommonArguments};
use arena::observer::LiveGame;
use board_engine::Viewer;
use cluster::Access;
use cluster::message::{Build, Pair, PairResult, RunId, Spec};
use cluster::moves::{
    Heard, MatchDescription, MoveAnswer, MoveClient, MoveJob, MoveNews, MovePort, MoveRequest,
    MoveRunner, PendingMove, StopMove, StopUrgency,
};
use cluster::remote::{Counts, QueuedPlayers};
use cluster::worker::{PairRunner, work};
use game_catalog::{new_player, table_game};
use games_package::{
    AfterEnd, Command, Event, MatchSetup, Moderator, SeatSetup, Subscription, TimeControl,
};
use tokio::net::TcpListener;
use tokio::runtime::{Builder, Runtime};
use tokio::sync::oneshot;
use web_server::Settings;

use super::worker;
use crate::support::{Process, Server, arena};

/// Shorter than the default, because the tests wait for the detection of a worker's death.
const LEASE: Duration = Duration::from_millis(500);

/// Longer than any test step takes.
const PATIENCE: Duration = Duration::from_mins(2);

/// The runtime for a test's connections.
fn runtime() -> Runtime {
    Builder::new_multi_thread().worker_threads(1).enable_all().build().unwrap()
}

fn access(server: &Server) -> Access {
    Access { url: server.url(), credentials: None, authorities: None }
}

/// A client for this NATS server.
fn client(runtime: &Runtime, server: &Server) -> MoveClient {
    client_by(runtime, &access(server))
}

fn client_by(runtime: &Runtime, access: &Access) -> MoveClient {
    let build = Build::new(env!("CARGO_PKG_VERSION"));
    let connected = runtime.block_on(MoveClient::connect(access, &build));
    let (client, connection) = connected.unwrap();
    runtime.spawn(connection.run(|_note| {}));
    let since = Instant::now();
    while !client.is_connected() {
        assert!(since.elapsed() < PATIENCE);
        std::thread::yield_now();
    }
    client
}

/// Players that let workers on this server compute their moves.
fn players(runtime: &Runtime, server: &Server) -> QueuedPlayers {
    QueuedPlayers::new(client(runtime, server), LEASE)
}

/// An English draughts match between this player and itself. Workers compute the moves.
fn setup(players: &QueuedPlayers, player: &str) -> MatchSetup {
    let game = table_game("checkers").unwrap();
    let (name, options) = player.split_once(':').unwrap_or((player, ""));
    let seat = || {
        let own = new_player(game.name(), name, &options.parse().unwrap()).unwrap();
        SeatSetup::new(player, players.wrap(player, own))
    };
    let seats = vec![seat(), seat()];
    MatchSetup::new(game, seats)
}

/// Waits until `found` returns a value for an event. Returns that value.
fn wait_for<T>(events: &mut Subscription, mut found: impl FnMut(Event) -> Option<T>) -> T {
    let since = Instant::now();
    loop {
        let event = events.recv_timeout(PATIENCE).unwrap().event;
        if let Event::MatchEnded(ending) = &event {
            panic!("the match has ended: {ending:?}");
        }
        if let Some(found) = found(event) {
            return found;
        }
        assert!(since.elapsed() < PATIENCE);
    }
}

fn played(event: Event) -> Option<Duration> {
    match event {
        Event::MovePlayed(played) => Some(played.elapsed),
        _ => None,
    }
}

#[test]
fn a_match_is_played_by_a_worker_to_the_same_end_each_time() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut worker = worker(folder.path(), &server, "w");
    worker.read_messages("waiting for games");
    let runtime = runtime();
    let players = players(&runtime, &server);
    let play = || {
        let finished = Moderator::new(setup(&players, "alpha-beta:depth=3")).unwrap().run();
        finished.unwrap().record.moves().map(String::from).collect::<Vec<_>>()
    };
    let moves = play();
    let Counts { by_workers, here } = players.counts();
    assert!(by_workers > 20 && here == 0, "{by_workers} {here}");
    assert_eq!(play(), moves);
}

#[test]
fn a_worker_that_is_killed_while_it_thinks_costs_its_lease() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut first = worker(folder.path(), &server, "first");
    first.read_messages("waiting for games");
    let runtime = runtime();
    let players = players(&runtime, &server);
    let mut setup = setup(&players, "pvs");
    setup.time_control = TimeControl::PerMove(Duration::from_secs(8));
    // On a busy machine, the last player to think has less time and may have to wait for a CPU.
    setup.margin = Duration::from_secs(2);
    let mut moderator = Moderator::new(setup).unwrap();
    let (control, mut events) = (moderator.control(), moderator.subscribe(Viewer::Public));
    let table = std::thread::spawn(move || moderator.run().unwrap());
    wait_for(&mut events, |event| matches!(event, Event::ThinkingReported { .. }).then_some(()));
    let mut second = worker(folder.path(), &server, "second");
    second.read_messages("waiting for games");
    first.kill();
    // The clock keeps running, and no move is lost.
    let elapsed = wait_for(&mut events, played);
    assert!(elapsed < Duration::from_secs(8), "{elapsed:?}");
    assert_eq!(players.counts(), Counts { by_workers: 1, here: 0 });
    wait_for(&mut events, |event| matches!(event, Event::ThinkingReported { .. }).then_some(()));
    // Of all processes, only the program itself is left now.
    second.kill();
    wait_for(&mut events, played);
    assert_eq!(players.counts(), Counts { by_workers: 1, here: 1 });
    control.send(Command::Stop).unwrap();
    table.join().unwrap();
}

#[test]
fn without_a_worker_or_a_queue_the_program_thinks_locally() {
    let folder = tempfile::tempdir().unwrap();
    let mut server = Server::start(folder.path());
    let runtime = runtime();
    let players = players(&runtime, &server);
    let mut setup = setup(&players, "alpha-beta:depth=2");
    setup.after_end = AfterEnd::Stay;
    let mut moderator = Moderator::new(setup).unwrap();
    let (control, mut events) = (moderator.control(), moderator.subscribe(Viewer::Public));
    let table = std::thread::spawn(move || moderator.run().unwrap());
    let mut play_on = |is_enough: &dyn Fn(Counts) -> bool| {
        let since = Instant::now();
        while !is_enough(players.counts()) {
            assert!(since.elapsed() < PATIENCE);
            let is_over = match events.recv_timeout(PATIENCE).unwrap().event {
                Event::MatchEnded(_) => true,
                Event::Resynchronized(table) => table.ending.is_some(),
                _ => false,
            };
            if is_over {
                control.send(Command::Restart).unwrap();
            }
        }
        players.counts()
    };
    let alone = play_on(&|counts: Counts| counts.here > 5);
    assert_eq!(alone.by_workers, 0);
    let mut worker = worker(folder.path(), &server, "w");
    worker.read_messages("waiting for games");
    let helped = play_on(&|counts: Counts| counts.by_workers > 5);
    server.kill();
    let alone = play_on(&|counts: Counts| counts.here > helped.here + 5);
    server.start_again();
    play_on(&|counts: Counts| counts.by_workers > alone.by_workers + 5);
    control.send(Command::Stop).unwrap();
    table.join().unwrap();
}

/// A job for the first move in tic-tac-toe.
fn job(client: &MoveClient, pending: &PendingMove, player: &str) -> MoveJob {
    job_in("tic-tac-toe", client, pending, player)
}

/// A job for the first move in a two-player game.
fn job_in(game: &str, client: &MoveClient, pending: &PendingMove, player: &str) -> MoveJob {
    let state = table_game(game).unwrap().open(None).unwrap();
    let mut legal_moves = Vec::new();
    state.legal_moves(&mut legal_moves);
    let position = state.position(Viewer::Public);
    MoveJob {
        client: client.name().into(),
        number: pending.number(),
        build: client.build().clone(),
        sign_ms: 50,
        player: player.into(),
        setup: MatchDescription {
            game: game.into(),
            seat: 0,
            seat_count: 2,
            time_control: "none".into(),
            depth: None,
            nodes: None,
            seed: 1,
        },
        request: MoveRequest {
            start: position.clone(),
            moves: String::new(),
            position,
            legal_moves,
            time_left_us: None,
            budget_us: None,
            draw_offer: None,
        },
    }
}

/// The workers' messages about a job, without heartbeats and log lines.
fn heard(pending: &PendingMove) -> Vec<MoveNews> {
    let mut all = Vec::new();
    loop {
        let Some(Heard::Worker(message)) = pending.next(PATIENCE) else {
            panic!("no end after {all:?}");
        };
        let is_end = matches!(
            message.news,
            MoveNews::Answer(_) | MoveNews::Failed(_) | MoveNews::Refused(_)
        );
        if !matches!(message.news, MoveNews::Alive | MoveNews::Line(_)) {
            all.push(message.news);
        }
        if is_end {
            return all;
        }
    }
}

#[test]
fn a_repeated_job_runs_once_and_malformed_jobs_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut worker = worker(folder.path(), &server, "w");
    worker.read_messages("waiting for games");
    let runtime = runtime();
    let client = client(&runtime, &server);
    let twice = client.begin();
    let mut asked = job_in("othello", &client, &twice, "pvs");
    asked.request.time_left_us = Some(2_000_000);
    asked.setup.time_control = "2s".into();
    twice.publish(&asked);
    twice.publish(&asked);
    let said = heard(&twice);
    assert!(matches!(said.last(), Some(MoveNews::Answer(MoveAnswer::Move(_)))), "{said:?}");
    let claims = said.iter().filter(|news| **news == MoveNews::Claimed).count();
    assert_eq!(claims, 2, "{said:?}");
    assert_eq!(twice.next(Duration::from_millis(100)), None, "there is one answer");
    let end = |change: &dyn Fn(&mut MoveJob)| {
        let pending = client.begin();
        let mut wrong = job(&client, &pending, "alpha-beta");
        change(&mut wrong);
        pending.publish(&wrong);
        heard(&pending).pop().unwrap()
    };
    let failed = |why: &str| MoveNews::Failed(why.into());
    let engine = "engine:uci:stockfish";
    assert_eq!(
        end(&|job: &mut MoveJob| job.player = engine.into()),
        failed("unknown player \"engine:uci:stockfish\"")
    );
    assert!(matches!(end(&|job: &mut MoveJob| job.player = "human".into()), MoveNews::Failed(_)));
    assert!(matches!(
        end(&|job: &mut MoveJob| job.setup.game = "ludo".into()),
        MoveNews::Failed(_)
    ));
    assert!(matches!(
        end(&|job: &mut MoveJob| job.request.start = "?".into()),
        MoveNews::Failed(_)
    ));
    let refused = |why: &str| MoveNews::Refused(why.into());
    assert_eq!(
        end(&|job: &mut MoveJob| job.request.legal_moves.clear()),
        refused("it has no legal move")
    );
    assert_eq!(end(&|job: &mut MoveJob| job.setup.seat = 2), refused("there is no such seat"));
    let too_many = |job: &mut MoveJob| (job.setup.seat, job.setup.seat_count) = (20, 21);
    assert_eq!(end(&too_many), refused("there is no such seat"));
    let own = env!("CARGO_PKG_VERSION");
    let other =
        format!("it is from 0.0.9 (queue protocol 1), but this worker is {own} (queue protocol 1)");
    assert_eq!(end(&|job: &mut MoveJob| job.build = Build::new("0.0.9")), refused(&other));
    worker.read_messages("a message about moves was refused: ");
}

#[test]
fn malformed_messages_are_refused_and_the_worker_continues() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let mut worker = worker(folder.path(), &server, "w");
    worker.read_messages("waiting for games");
    let address = server.url().replace("nats://", "");
    let mut stranger = TcpStream::connect(address).unwrap();
    let mut say = |text: &str| stranger.write_all(text.as_bytes()).unwrap();
    say("CONNECT {\"verbose\":false}\r\nPUB rival.moves.job rival.moves.client.a.1 5\r\nhello\r\n");
    worker.read_messages("a message about moves was refused: it is not a job");
    let runtime = runtime();
    let client = client(&runtime, &server);
    // The client's subjects also receive malformed messages.
    let pending = client.begin();
    let subject = format!("rival.moves.client.{}.{}", client.name(), pending.number());
    say(&format!("PUB {subject} 2\r\n{{}}\r\nPUB {subject}x 2\r\n{{}}\r\n"));
    pending.publish(&job(&client, &pending, "greedy"));
    assert!(matches!(heard(&pending).pop(), Some(MoveNews::Answer(_))));
}

#[test]
fn the_rights_of_pages_and_workers_suffice_for_moves() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    let server = Server::with_users(folder);
    let url = |who: &str| server.url().replace("//", &format!("//{who}@"));
    std::fs::write(folder.join("queue"), url("worker:w")).unwrap();
    let arguments = ["worker", "--queue-file", "queue", "--name", "w"];
    let mut worker = Process::start(arena(folder, &arguments));
    worker.read_messages("waiting for games");
    let runtime = runtime();
    let client = client_by(&runtime, &Access { url: url("page:p"), ..access(&server) });
    let pending = client.begin();
    // Unless it is stopped, the search takes the whole minute.
    let mut asked = job_in("othello", &client, &pending, "pvs");
    asked.request.time_left_us = Some(60_000_000);
    asked.setup.time_control = "60s".into();
    let since = Instant::now();
    pending.publish(&asked);
    let inbox = loop {
        match pending.next(PATIENCE) {
            Some(Heard::Worker(message)) if message.news == MoveNews::Claimed => {
                break message.inbox;
            }
            Some(Heard::NoWorker) | None => panic!("no worker has it"),
            Some(_) => {}
        }
    };
    let (name, number, urgency) = (client.name().into(), pending.number(), StopUrgency::MoveNow);
    pending.stop(&inbox, &StopMove { client: name, number, urgency });
    assert!(matches!(heard(&pending).pop(), Some(MoveNews::Answer(_))));
    assert!(since.elapsed() < Duration::from_secs(40));
}

/// A worker that plays no pairs and answers with illegal moves.
struct Liar {
    is_interrupted: AtomicBool,
}

impl PairRunner for Liar {
    fn slots(&self) -> usize {
        1
    }

    fn open_run(&self, _: &RunId, _: &Spec) -> Result<(), String> {
        Err("it plays no pairs".into())
    }

    fn play(&self, _: &RunId, _: Pair, _: oneshot::Sender<PairResult>) {}

    fn live_game(&self, _: &RunId) -> Option<LiveGame> {
        None
    }

    fn cancel_run(&self, _: &RunId) {}

    fn is_interrupted(&self) -> bool {
        self.is_interrupted.load(Ordering::Relaxed)
    }

    fn note(&self, _: &str) {}
}

impl MoveRunner for Liar {
    fn slots(&self) -> usize {
        1
    }

    fn think(&self, _: MoveJob, port: MovePort) {
        std::thread::spawn(move || port.answer(MoveAnswer::Move("a1xz9".into())));
    }

    fn note(&self, _: &str) {}
}

#[test]
fn a_workers_illegal_answer_does_not_lose_the_match() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let runtime = runtime();
    let liar = Arc::new(Liar { is_interrupted: AtomicBool::new(false) });
    let (access, moves) = (access(&server), Arc::clone(&liar));
    let runner = Arc::clone(&liar);
    let worker = std::thread::spawn(move || {
        let runtime = Builder::new_current_thread().enable_all().build().unwrap();
        let build = Build::new(env!("CARGO_PKG_VERSION"));
        runtime.block_on(work(&access, "liar", &build, runner, Some(moves))).unwrap();
    });
    let players = players(&runtime, &server);
    let finished = Moderator::new(setup(&players, "random")).unwrap().run().unwrap();
    let ending = finished.record.ending.unwrap();
    assert_eq!(ending.reason.name(), "rules");
    let Counts { by_workers, here } = players.counts();
    assert!(by_workers == 0 && here > 10, "{by_workers} {here}");
    liar.is_interrupted.store(true, Ordering::Relaxed);
    worker.join().unwrap();
}

/// The port of a web server that runs its players on workers.
fn web_server(folder: &Path, runtime: &Runtime, players: &QueuedPlayers) -> u16 {
    let config = folder.join("rival.toml");
    std::fs::write(&config, "").unwrap();
    let common = CommonArguments { config: Some(config), ..CommonArguments::default() };
    let players = players.clone();
    let app = AppContext::open(&common).unwrap();
    let app = app.with_players_elsewhere(Arc::new(move |text, player| players.wrap(text, player)));
    let server = web_server::Server::new(app, Settings::default(), None).unwrap();
    let listener = runtime.block_on(TcpListener::bind("127.0.0.1:0")).unwrap();
    let port = listener.local_addr().unwrap().port();
    runtime.spawn(server.serve([web_server::Listener::Tcp(listener)], std::future::pending()));
    port
}

/// The response to a request, up to the first occurrence of one of these strings.
fn answer(port: u16, request: &str, ends: &[&str]) -> String {
    let mut stream = TcpStream::connect(("127.0.0.1", port)).unwrap();
    stream.set_read_timeout(Some(PATIENCE)).unwrap();
    stream.write_all(request.as_bytes()).unwrap();
    let (mut bytes, mut part) = (Vec::new(), [0; 4096]);
    loop {
        let text = String::from_utf8_lossy(&bytes).into_owned();
        match stream.read(&mut part).unwrap() {
            _ if ends.iter().any(|end| text.contains(end)) => return text,
            0 => panic!("nothing of {ends:?} in {text}"),
            count => bytes.extend_from_slice(&part[..count]),
        }
    }
}

#[test]
fn a_match_on_the_web_server_is_played_by_a_worker() {
    let folder = tempfile::tempdir().unwrap();
    let server = Server::start(folder.path());
    let arguments = ["worker", &server.url(), "--concurrency", "1", "--moves", "2"];
    let mut worker = Process::start(arena(folder.path(), &arguments));
    worker.read_messages("waiting for games");
    let runtime = runtime();
    let players = players(&runtime, &server);
    let port = web_server(folder.path(), &runtime, &players);
    // In a game with hidden information, a worker only gets what the seat can see.
    for game in ["othello", "kuhn-poker"] {
        let seat = r#"{"kind":"player","player":"random"}"#;
        let body = format!(r#"{{"game":"{game}","seats":[{seat},{seat}]}}"#);
        let head = format!("HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nConnection: close\r\n");
        let length = body.len();
        let kind = format!("Content-Type: application/json\r\nContent-Length: {length}");
        let made = format!("POST /api/matches {head}{kind}\r\n\r\n{body}");
        let made = answer(port, &made, &["\"match\":\""]);
        let name = made.split("\"match\":\"").nth(1).unwrap().split('"').next().unwrap();
        let before = players.counts();
        let events = format!("GET /api/matches/{name}/events {head}\r\n");
        answer(port, &events, &["match_ended", "\"ending\":{"]);
        let Counts { by_workers, here } = players.counts();
        assert!(by_workers >= before.by_workers && here == 0, "{game}: {by_workers} {here}");
    }
    assert!(players.counts().by_workers > 20);
}
