//! `rival-web`: a web server for playing, watching and studying games.
//!
//! This library exports one function. Another program can add its games to the catalog and then call this function.

#![forbid(unsafe_code)]

mod health;
mod listening;
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

use app_context::{
    CommandResult, CommonArguments, FailureKind, OrFail, interrupt, name_unusable_files, one_line,
    program, write_manual,
};
use arena::run_folder::places::own_folder;
use clap::{CommandFactory, Parser, ValueEnum};
use games_package::parse_duration;
use match_library::Library;
use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
use tokio::sync::oneshot;
use tracing::debug;
use web_server::{OwnerToken, Server, Settings, TrustedProxy};

use crate::listening::{Greeting, Place};
use crate::queue::QueueArguments;

/// The time limit for the shutdown after an interruption.
const ENDING_TIME: Duration = Duration::from_secs(5);

/// The idle time after which a blocking thread ends. After many games start at once, idle threads would occupy memory.
const IDLE_THREAD_TIME: Duration = Duration::from_secs(1);

/// The longest delay before an unusable tablebase or book is reported.
const NAMING_PERIOD: Duration = Duration::from_mins(1);

/// Play, watch and study games in the browser
///
/// Examples:
///   rival-web                                   start the server, then open the printed link
///   rival-web --port 0                          use any free port
///   rival-web --address 0.0.0.0 --host games.example
///                                               serve the network under this name
///   rival-web --host games.example --behind-proxy 127.0.0.1=X-Forwarded-For
///                                               serve visitors through a proxy that sets this header
#[derive(Debug, Parser)]
#[command(name = "rival-web", version, verbatim_doc_comment)]
struct Arguments {
    #[command(flatten)]
    common: CommonArguments,
    /// Port to listen on; 0 picks a free one
    #[arg(long, value_name = "PORT", default_value_t = 8080)]
    port: u16,
    /// Network address to listen on; every client that can reach it can play
    #[arg(long, value_name = "ADDRESS", default_value_t = IpAddr::V4(Ipv4Addr::LOCALHOST))]
    address: IpAddr,
    /// Listen on this socket file instead of a port; its user and group can connect
    #[arg(long, value_name = "FILE", conflicts_with_all = ["port", "address"])]
    socket: Option<PathBuf>,
    /// Also listen on this socket file with owner rights; never expose it through a proxy
    #[arg(long, value_name = "FILE")]
    owner_socket: Option<PathBuf>,
    /// When to print the owner link; auto: on loopback without a proxy
    #[arg(long, value_name = "WHEN", num_args = 0..=1, require_equals = true, default_value = "auto", default_missing_value = "always")]
    owner_token: PrintToken,
    /// Trust this proxy (addresses, networks, or unix for --socket) to report client addresses in this header
    #[arg(long, value_name = "PROXY=HEADER")]
    behind_proxy: Option<TrustedProxy>,
    /// Host name or address that browsers use for this server, besides localhost; repeatable
    #[arg(long, value_name = "NAME")]
    host: Vec<String>,
    /// Maximum number of matches at once
    #[arg(long, value_name = "N", default_value_t = Settings::default().matches)]
    matches: usize,
    /// Matches that one network address can create at once; after that, one per second
    #[arg(long, value_name = "N", default_value_t = Settings::default().new_matches_per_client)]
    matches_per_client: usize,
    /// Maximum sockets (open matches, studies) per network address
    #[arg(long, value_name = "N", default_value_t = Settings::default().sockets_per_client)]
    connections_per_client: usize,
    /// Maximum other connections per network address; behind a proxy, maximum concurrent requests
    #[arg(long, value_name = "N", default_value_t = Settings::default().connections_per_client)]
    requests_per_client: usize,
    /// Maximum memory for all engines, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Settings::default().engine_memory_mib)]
    engine_memory: u64,
    /// Maximum memory for the engines of one network address, in MiB
    #[arg(long, value_name = "MIB", default_value_t = Settings::default().engine_memory_mib_per_client)]
    engine_memory_per_client: u64,
    /// Maximum number of plugin and external engine processes
    #[arg(long, value_name = "N", default_value_t = Settings::default().engine_processes)]
    engine_processes: usize,
    /// Maximum plugin and external engine processes per network address
    #[arg(long, value_name = "N", default_value_t = Settings::default().engine_processes_per_client)]
    engine_processes_per_client: usize,
    /// Maximum matches between engines per network address
    #[arg(long, value_name = "N", default_value_t = Settings::default().program_matches_per_client)]
    program_matches_per_client: usize,
    /// Pause a match with engines after this time without visitors, and unload the engines
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_duration)]
    pause_after: Duration,
    /// Make a player resign after leaving a match between people for this time
    #[arg(long, value_name = "TIME", default_value = "2m", value_parser = parse_duration)]
    abandon_after: Duration,
    /// Pause between the rounds of a match between people
    #[arg(long, value_name = "TIME", default_value = "3s", value_parser = parse_duration)]
    round_pause: Duration,
    /// Also show the tournaments in this folder; repeatable
    #[arg(long, value_name = "DIR")]
    tournaments: Vec<PathBuf>,
    /// Maximum number of tournaments to run at once
    #[arg(long, value_name = "N", default_value_t = Settings::default().tournaments_running)]
    tournaments_running: usize,
    /// Let visitors other than the owner start, stop and resume tournaments
    #[arg(long)]
    remote_tournaments: bool,
    /// Let visitors other than the owner import files into the library
    #[arg(long)]
    remote_imports: bool,
    #[command(flatten)]
    queue: QueueArguments,
    /// Check that the server at --address and --port, or at --socket, is healthy, and exit
    #[arg(long)]
    check_health: bool,
    /// Write the manual page to a folder, and exit
    #[arg(long, value_name = "DIR", exclusive = true)]
    man: Option<PathBuf>,
}

/// Specifies when to print a link for the owner.
#[derive(Clone, Copy, PartialEq, Eq, Debug, ValueEnum)]
enum PrintToken {
    Auto,
    Always,
    Never,
}

/// The whole program: parses the process's command line, serves until interrupted, and returns the exit code.
pub fn main() -> ExitCode {
    program::main(run)
}

fn run(arguments: Arguments) -> CommandResult {
    if let Some(folder) = &arguments.man {
        return write_manual(Arguments::command(), folder);
    }
    if arguments.check_health {
        return health::check(&arguments.public_place());
    }
    let app = program::begin(&arguments.common)?;
    let (owner, token) = arguments.prints_token().then(OwnerToken::generate).unzip();
    let places = arguments.places();
    let name = arguments.host.first().cloned();
    let settings = Settings {
        hosts: arguments.host,
        matches: arguments.matches,
        new_matches_per_client: arguments.matches_per_client,
        sockets_per_client: arguments.connections_per_client,
        connections_per_client: arguments.requests_per_client,
        owner,
        proxy: arguments.behind_proxy,
        engine_memory_mib: arguments.engine_memory,
        engine_memory_mib_per_client: arguments.engine_memory_per_client,
        engine_processes: arguments.engine_processes,
        engine_processes_per_client: arguments.engine_processes_per_client,
        program_matches_per_client: arguments.program_matches_per_client,
        pause_after: arguments.pause_after,
        abandon_after: arguments.abandon_after,
        round_pause: arguments.round_pause,
        own_tournaments: own_folder(),
        tournaments: arguments.tournaments,
        tournaments_running: arguments.tournaments_running,
        remote_tournaments: arguments.remote_tournaments,
        remote_imports: arguments.remote_imports,
        ..Settings::default()
    };
    raise_connection_limit();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .thread_keep_alive(IDLE_THREAD_TIME)
        .build();
    let runtime = runtime.or_fail(FailureKind::Failed)?;
    let app = arguments.queue.connect(app, &runtime)?;
    let server = Server::new(app, settings, library()).or_fail(FailureKind::Failed)?;
    runtime.spawn(name_files());
    let served = runtime.block_on(serve(server, places, Greeting { name, token }));
    // Ongoing matches are already saved.
    runtime.shutdown_background();
    served
}

/// Raises the limit on open files, and thus on connections, to the maximum that the system allows. The initial limit is
/// often lower.
fn raise_connection_limit() {
    let limit = getrlimit(Resource::Nofile);
    if let Err(error) = setrlimit(Resource::Nofile, Rlimit { current: limit.maximum, ..limit }) {
        debug!(%error, "cannot raise the connection limit");
    }
}

/// The user's library, which saves matches. Without a library, matches end with the server.
fn library() -> Option<Library> {
    match Library::of_user("rival-web") {
        Ok(library) => Some(library),
        Err(error) => {
            let why = one_line(&error.to_string());
            // Standard error may be closed.
            let _gone = writeln!(stderr(), "rival-web: matches are not saved: {why}");
            None
        }
    }
}

impl Arguments {
    /// The address or socket file for visitors.
    fn public_place(&self) -> Place {
        match &self.socket {
            Some(path) => Place::SocketFile(path.clone()),
            None => Place::Port(SocketAddr::new(self.address, self.port)),
        }
    }

    /// The server's listening addresses and socket files.
    fn places(&self) -> Vec<Place> {
        let owner = self.owner_socket.clone().map(Place::OwnerSocketFile);
        [self.public_place()].into_iter().chain(owner).collect()
    }

    /// Returns `true` if the server prints a link for the owner. A user who tries the program sees its output in a
    /// terminal, but a public server's output often ends up in a log.
    fn prints_token(&self) -> bool {
        let is_public = self.behind_proxy.is_some() || self.socket.is_some();
        match self.owner_token {
            PrintToken::Auto => !is_public && self.address.is_loopback(),
            PrintToken::Always => true,
            PrintToken::Never => false,
        }
    }
}

async fn serve(server: Server, places: Vec<Place>, greeting: Greeting) -> CommandResult {
    let (mut lines, mut listeners) = (Vec::new(), Vec::new());
    for place in places {
        let (place, listener) = place.listen().await?;
        lines.push(greeting.text(&place));
        listeners.push(listener);
    }
    writeln!(stdout(), "{}", lines.join("\n"))?;
    server.serve(listeners, interruption()).await;
    Ok(())
}

/// Reports unusable tablebases and books while the server runs. Players and analyses can open them at any time.
async fn name_files() {
    loop {
        name_unusable_files();
        tokio::time::sleep(NAMING_PERIOD).await;
    }
}

/// Resolves when the user interrupts the program.
fn interruption() -> impl Future<Output = ()> + Send + 'static {
    let (sender, receiver) = oneshot::channel();
    interrupt::listen(ENDING_TIME, move |_interruption| sender.send(()).is_ok());
    async move {
        // Without a listener, an interruption exits the program.
        let _interrupted = receiver.await;
    }
}
