//! `rival-web`: the server of a page in which people play, watch and study.
//!
//! It is a library with one function, so that a program of somebody else can add its games to the catalog and then be
//! this program.

#![forbid(unsafe_code)]

#[cfg(not(feature = "queue"))]
#[path = "no_queue.rs"]
mod queue;
#[cfg(feature = "queue")]
mod queue;

use std::future::Future;
use std::io::{Write, stderr, stdout};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::ExitCode;
use std::time::Duration;

use anyhow::anyhow;
use arena_run::places::own_folder;
use clap::Parser;
use games_package::parse_duration;
use house::{
    CommandResult, CommonArguments, Failure, FailureKind, OrFail, interrupt, name_unusable_files,
    one_line, program,
};
use match_library::Library;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tracing::debug;
use web_server::{Server, Settings};

use crate::queue::QueueArguments;

/// How long the server may take to end after an interruption.
const ENDING_TIME: Duration = Duration::from_secs(5);

/// How long a thread that waited for tables and files is kept for more of it. Each is memory where many games began at once.
const IDLE_THREAD_TIME: Duration = Duration::from_secs(1);

/// How long a table or a book that turns out to be unusable waits at most until it is named.
const NAMING_PERIOD: Duration = Duration::from_mins(1);

/// Play, watch and study in a browser: serves a page on this computer
///
/// Examples:
///   rival-web                                   then open the address that it prints
///   rival-web --port 0                          any free port
///   rival-web --address 0.0.0.0 --host games.example
///                                               for others in the network, by that name
#[derive(Debug, Parser)]
#[command(name = "rival-web", version, verbatim_doc_comment)]
struct Arguments {
    #[command(flatten)]
    common: CommonArguments,
    /// The port; 0 takes any free one
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    port: u16,
    /// The network address to listen on: with one that others can reach, anybody who can reach it can play
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// A name or address by which browsers reach the server, beside localhost; may be given several times
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// The most matches at once
    #[arg(long, value_name = "N", default_value_t = Settings::default().matches)]
    matches: usize,
    /// The most matches that one network address can make at once; then one each second
    #[arg(long, value_name = "N", default_value_t = Settings::default().new_matches_per_client)]
    matches_per_client: usize,
    /// The most connections of one network address
    #[arg(long, value_name = "N", default_value_t = Settings::default().sockets_per_client)]
    connections_per_client: usize,
    /// After this time without its player a seat of a match between people has lost
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_duration)]
    abandon_after: Duration,
    /// How long people see the end of a round before the next one begins
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = parse_duration)]
    round_pause: Duration,
    /// A folder of tournaments, or of one, to be shown beside those of this server; may be given several times
    #[arg(long, value_name = "DIR")]
    tournaments: Vec<PathBuf>,
    /// How many tournaments the server plays at a time
    #[arg(long, value_name = "N", default_value_t = Settings::default().tournaments_running)]
    tournaments_running: usize,
    /// Let people on other computers begin, stop and resume tournaments
    #[arg(long)]
    remote_tournaments: bool,
    /// Let people on other computers import files of matches into the library
    #[arg(long)]
    remote_imports: bool,
    #[command(flatten)]
    queue: QueueArguments,
}

/// The whole program: reads the command line of the process, serves until it is interrupted, and returns the exit code.
pub fn main() -> ExitCode {
    program::main(run)
}

fn run(arguments: Arguments) -> CommandResult {
    let house = program::begin(&arguments.common)?;
    let settings = Settings {
        hosts: arguments.host,
        matches: arguments.matches,
        new_matches_per_client: arguments.matches_per_client,
        sockets_per_client: arguments.connections_per_client,
        abandon_after: arguments.abandon_after,
        round_pause: arguments.round_pause,
        own_tournaments: own_folder(),
        tournaments: arguments.tournaments,
        tournaments_running: arguments.tournaments_running,
        remote_tournaments: arguments.remote_tournaments,
        remote_imports: arguments.remote_imports,
    };
    let address = SocketAddr::new(arguments.address, arguments.port);
    raise_connection_limit();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_keep_alive(IDLE_THREAD_TIME)
        .build();
    let runtime = runtime.or_fail(FailureKind::Failed)?;
    let house = arguments.queue.connect(house, &runtime)?;
    let server = Server::new(house, settings, library()).or_fail(FailureKind::Failed)?;
    runtime.spawn(name_files());
    let served = runtime.block_on(serve(server, address));
    // Matches that are being played are kept as they are.
    runtime.shutdown_background();
    served
}

/// Lets the server have as many connections as the system permits: often it permits more than it gives at first.
fn raise_connection_limit() {
    let limit = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        debug!(%error, "the number of connections stays limited");
    }
}

/// The library of this user, in which matches are kept; without one they end with the server.
fn library() -> Option<Library> {
    match Library::of_user("rival-web") {
        Ok(library) => Some(library),
        Err(error) => {
            let why = one_line(&error.to_string());
            // If standard error is closed, nobody reads it.
            let _gone = writeln!(stderr(), "rival-web: matches are not kept: {why}");
            None
        }
    }
}

async fn serve(server: Server, address: SocketAddr) -> CommandResult {
    let listener = TcpListener::bind(address).await.map_err(|error| {
        let what = anyhow!("can't listen on {address}: {error} (another port: --port 0)");
        Failure::new(FailureKind::Failed, what)
    })?;
    let address = listener.local_addr().or_fail(FailureKind::Failed)?;
    writeln!(stdout(), "Rival is at http://{address}/ (Ctrl-C ends it)")?;
    server.serve(listener, interruption()).await.or_fail(FailureKind::Failed)
}

/// Names the endgame tables and books that turn out to be unusable while the server runs: players and analyses read some at
/// any time.
async fn name_files() {
    loop {
        name_unusable_files();
        tokio::time::sleep(NAMING_PERIOD).await;
    }
}

/// Ready when the user interrupts the program.
fn interruption() -> impl Future<Output = ()> + Send + 'static {
    let (sender, receiver) = oneshot::channel();
    interrupt::listen(ENDING_TIME, move |_interruption| sender.send(()).is_ok());
    async move {
        // Without a listener the program ends at the interruption.
        let _interrupted = receiver.await;
    }
}
