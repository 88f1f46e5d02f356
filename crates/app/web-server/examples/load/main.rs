//! Loads a server with many games and sockets, and prints the latency of moves and memory use.
//!
//! ```sh
//! cargo build --release --package rival-web
//! cargo run --release --package web-server --example load -- --games 1000 --sockets 10000
//! ```
//!
//! Pairs of people play random moves in English draughts. The remaining sockets are spectators, spread over these
//! games. A crowd watches one more game, and two engines play each other. The server and all clients share this
//! computer, and the clients use a large part of its CPU time.

#![expect(clippy::print_stdout, reason = "its output is a table")]

mod client;
mod figures;
mod game;
mod server;

use std::error::Error;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use clap::Parser;
use futures_util::future::join_all;
use tokio::sync::Semaphore;

use crate::figures::Figures;
use crate::game::{Game, Pace, watch_engines};
use crate::server::ServerProcess;

/// The number of games created at once.
const MADE_AT_ONCE: usize = 16;

/// An error. The program prints it and exits.
pub(crate) type AnyError = Box<dyn Error + Send + Sync>;

/// Loads a server with many games and sockets
#[derive(Debug, Parser)]
struct Arguments {
    /// The program `rival-web`
    #[arg(long, default_value = "target/release/rival-web")]
    server: PathBuf,
    /// Number of games between people
    #[arg(long, default_value_t = 1_000)]
    games: usize,
    /// Number of sockets of players and spectators
    #[arg(long, default_value_t = 10_000)]
    sockets: usize,
    /// Number of spectators of one more game
    #[arg(long, default_value_t = 1_000)]
    crowd: usize,
    /// Number of engines that think at any time, each in a match with another one
    #[arg(long, default_value_t = 2)]
    engines: usize,
    /// The mean time between the moves of a game, in seconds
    #[arg(long, default_value_t = 5.0)]
    pause: f64,
    /// Duration of the measurement in seconds
    #[arg(long, default_value_t = 60)]
    seconds: u64,
}

#[tokio::main]
async fn main() -> Result<(), AnyError> {
    let arguments = Arguments::parse();
    let server = ServerProcess::start(&arguments.server)?;
    println!("{:<44}{:>12}", "memory of an idle server", figures::megabytes(server.memory()?));
    let games = open_games(&arguments, &server).await?;
    println!("{:<44}{:>12}", "games", games.len());
    println!("{:<44}{:>12}", "sockets", games.iter().map(Game::sockets).sum::<usize>());
    println!("{:<44}{:>12}", "memory before the first move", figures::megabytes(server.memory()?));
    for _ in 0..arguments.engines {
        watch_engines(&server).await?;
    }
    let pace = Pace {
        pause: Duration::from_secs_f64(arguments.pause),
        time: Duration::from_secs(arguments.seconds),
    };
    let busy = server.processor_time()?;
    let played = join_all(games.into_iter().map(|game| tokio::spawn(game.play(pace)))).await;
    let mut figures = Figures::default();
    for game in played {
        figures.add(game??);
    }
    figures.print(pace.time);
    let busy = server.processor_time()?.saturating_sub(busy);
    let share = busy.as_secs_f64() / pace.time.as_secs_f64();
    println!("{:<44}{:>9.2} of 1", "processor time of the server and its engines", share);
    println!("{:<44}{:>12}", "memory at the end", figures::megabytes(server.memory()?));
    Ok(())
}

/// Creates all games and connects their players and spectators.
async fn open_games(arguments: &Arguments, server: &ServerProcess) -> Result<Vec<Game>, AnyError> {
    let extra = arguments.sockets.saturating_sub(2 * arguments.games);
    let spectators = |index: usize| {
        let shared = extra / arguments.games.max(1);
        shared + usize::from(index < extra % arguments.games.max(1))
    };
    let mut sizes: Vec<usize> = (0..arguments.games).map(spectators).collect();
    if arguments.crowd > 0 {
        sizes.push(arguments.crowd);
    }
    let turnstile = Arc::new(Semaphore::new(MADE_AT_ONCE));
    let open = |(number, spectators): (usize, usize)| {
        let (turnstile, address) = (Arc::clone(&turnstile), server.address().to_owned());
        let is_crowd = arguments.crowd > 0 && number == arguments.games;
        tokio::spawn(async move {
            let _place = turnstile.acquire_owned().await?;
            Game::open(&address, number, spectators, is_crowd).await
        })
    };
    let opened = join_all(sizes.into_iter().enumerate().map(open)).await;
    let mut games = Vec::with_capacity(opened.len());
    for game in opened {
        games.push(game??);
    }
    Ok(games)
}
