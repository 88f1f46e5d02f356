//! A game between two people who play random moves, with spectators.

use std::time::{Duration, Instant};

use rand::rngs::SmallRng;
use rand::seq::IndexedRandom;
use rand::{RngExt, SeedableRng};
use serde_json::{Value, json};
use tokio::time::{Instant as Moment, interval_at};

use crate::AnyError;
use crate::client::{Socket, post};
use crate::server::ServerProcess;

/// A substring of the first message to every client in a match.
const STATE: &str = "\"type\":\"state\"";

/// A substring of the message to every client about a move.
const MOVE: &str = "\"event\":\"move_played\"";

/// The pace and length of games.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Pace {
    /// The mean time between moves in a game.
    pub(crate) pause: Duration,
    /// The duration of the measurement.
    pub(crate) time: Duration,
}

/// A game with its players and spectators.
#[derive(Debug)]
pub(crate) struct Game {
    number: usize,
    is_crowd: bool,
    players: [Socket; 2],
    spectators: Vec<Socket>,
    /// The first player's legal moves.
    moves: Vec<String>,
}

/// The measurements from one game: for each move, the time from the command to the move's arrival.
#[derive(Debug)]
pub(crate) struct Played {
    /// The time until the mover receives the move.
    pub(crate) own: Vec<Duration>,
    /// The time until the last spectator receives the move.
    pub(crate) last: Vec<Duration>,
    /// `true` for the game with the crowd.
    pub(crate) is_crowd: bool,
}

impl Game {
    /// Creates a game and connects all clients.
    ///
    /// # Errors
    /// If the server refuses a request.
    pub(crate) async fn open(
        address: &str,
        number: usize,
        spectators: usize,
        is_crowd: bool,
    ) -> Result<Self, AnyError> {
        let seats = [json!({"kind": "me"}), json!({"kind": "me"})];
        let request = json!({"game": "checkers:english", "seats": seats, "time_control": "none"});
        let made = post(address, "/api/matches", &request).await?;
        let name = made["match"].as_str().ok_or("no name of a match")?;
        let token = |seat: usize| made["seats"][seat]["token"].as_str().ok_or("no token");
        let mut players = [
            Socket::open(address, name, &[token(0)?]).await?,
            Socket::open(address, name, &[token(1)?]).await?,
        ];
        let [first, second] = &mut players;
        let moves = legal_moves(&first.until(STATE).await?.1)?;
        second.until(STATE).await?;
        let mut sockets = Vec::with_capacity(spectators);
        for _ in 0..spectators {
            let mut socket = Socket::open(address, name, &[]).await?;
            socket.until(STATE).await?;
            sockets.push(socket);
        }
        Ok(Self { number, is_crowd, players, spectators: sockets, moves })
    }

    /// The number of sockets.
    pub(crate) const fn sockets(&self) -> usize {
        2 + self.spectators.len()
    }

    /// Plays until the time is up or the game is over.
    ///
    /// # Errors
    /// If a move doesn't arrive.
    pub(crate) async fn play(self, pace: Pace) -> Result<Played, AnyError> {
        let Self { number, is_crowd, mut players, mut spectators, mut moves } = self;
        let start = Instant::now();
        let mut rng = SmallRng::seed_from_u64(number as u64);
        let (mut own, mut last) = (Vec::new(), Vec::new());
        for ply in 0.. {
            let Some(mv) = moves.choose(&mut rng) else { break };
            // Exponentially distributed pauses make moves arrive at random.
            let waited = pace.pause.mul_f64(-rng.random_range(f64::EPSILON..1.0).ln());
            if start.elapsed() + waited >= pace.time {
                break;
            }
            interval_at(Moment::now() + waited, pace.time).tick().await;
            let seat = ply % 2;
            let sent = Instant::now();
            let command = json!({"command": "answer", "seat": seat + 1, "ply": ply, "text": mv});
            players[seat]
                .send(&json!({"type": "command", "id": ply + 1, "command": command}))
                .await?;
            own.push(players[seat].until(MOVE).await?.0.duration_since(sent));
            moves = legal_moves(&players[1 - seat].until(MOVE).await?.1)?;
            let mut latest = sent;
            for spectator in &mut spectators {
                latest = latest.max(spectator.until(MOVE).await?.0);
            }
            if !spectators.is_empty() {
                last.push(latest.duration_since(sent));
            }
        }
        Ok(Played { own, last, is_crowd })
    }
}

/// The legal moves in a message.
fn legal_moves(message: &str) -> Result<Vec<String>, AnyError> {
    let message: Value = serde_json::from_str(message)?;
    let moves = message["view"]["legal_moves"].as_array().ok_or("a message without moves")?;
    Ok(moves.iter().filter_map(|mv| Some(mv["move"].as_str()?.to_owned())).collect())
}

/// Creates and watches a match between two engines. One of them is always thinking.
///
/// # Errors
/// If the server refuses a request.
pub(crate) async fn watch_engines(server: &ServerProcess) -> Result<(), AnyError> {
    let engine = json!({"kind": "player", "player": "pvs"});
    let request =
        json!({"game": "checkers:international", "seats": [engine, engine], "time_control": "10s"});
    let made = post(server.address(), "/api/matches", &request).await?;
    let name = made["match"].as_str().ok_or("no name of a match")?;
    let mut socket = Socket::open(server.address(), name, &[]).await?;
    tokio::spawn(async move { while socket.until(MOVE).await.is_ok() {} });
    Ok(())
}
