//! A server that is killed at any moment loses no acknowledged change.

use std::sync::mpsc::{Sender, channel};
use std::thread;

use rand::seq::{IndexedRandom, SliceRandom};
use rand::{RngExt, SeedableRng};
use rand_chacha::ChaCha8Rng;
use serde_json::{Value, json};

use crate::server::{WebServer, command, is_deep, library};
use crate::support::Client;

/// The number of concurrent clients.
const CLIENTS: u64 = 3;

/// The maximum number of responses before the server is killed.
const ANSWERS_MAX: usize = 60;

/// The maximum size of the log in bytes: twice as much as a server writes in this test.
const LOG_BYTES_MAX: u64 = 8 << 20;

/// A match's acknowledged state as the client knows it.
#[derive(Clone, Debug)]
pub(crate) struct Known {
    name: String,
    /// The token for each seat.
    tokens: Vec<String>,
    moves: Vec<String>,
    is_over: bool,
    /// `Some` after a deletion request, `true` once the deletion is acknowledged.
    deletion: Option<bool>,
    /// A move that was sent but not yet acknowledged.
    sent: Option<String>,
}

impl Known {
    fn path(&self, rest: &str) -> String {
        format!("/api/matches/{}{rest}", self.name)
    }
}

/// A client that acts at random until the server has exited.
pub(crate) struct Visitor {
    client: Client,
    chance: ChaCha8Rng,
    pub(crate) known: Vec<Known>,
    acknowledged: Sender<()>,
}

impl Visitor {
    /// A client without matches. The client sends a signal for each acknowledged change.
    pub(crate) fn new(client: Client, chance: ChaCha8Rng, acknowledged: Sender<()>) -> Self {
        Self { client, chance, known: Vec::new(), acknowledged }
    }

    /// Acts until the server has exited. Returns the client's matches.
    fn run(mut self) -> Vec<Known> {
        while self.act().is_some() {}
        self.known
    }

    /// Performs one random action. Returns `None` if the server has exited.
    pub(crate) fn act(&mut self) -> Option<()> {
        let going: Vec<usize> =
            (0..self.known.len()).filter(|&index| !self.known[index].is_over).collect();
        let over: Vec<usize> = (0..self.known.len())
            .filter(|&index| self.known[index].is_over && self.known[index].deletion.is_none())
            .collect();
        let choice = self.chance.random_range(0..10);
        let one = going.choose(&mut self.chance).copied();
        let ended = over.choose(&mut self.chance).copied();
        match (choice, one, ended) {
            (0, ..) => self.make(&["me", "me"]),
            (1, ..) => self.make(&["me", "person"]),
            (2, Some(index), _) => self.resign(index),
            (3, _, Some(index)) => self.delete(index),
            (_, Some(index), _) => self.play(index),
            _ => self.make(&["me", "me"]),
        }
    }

    fn acknowledge(&self) {
        // Clients stop counting once the kill begins.
        let _enough = self.acknowledged.send(());
    }

    /// Creates a match. Also joins as the second player if that seat is for another person.
    fn make(&mut self, kinds: &[&str]) -> Option<()> {
        let seats: Vec<Value> = kinds.iter().map(|kind| json!({"kind": kind})).collect();
        let request = json!({"game": "tic-tac-toe:7,7,7", "seats": seats});
        let made = self.client.request("POST", "/api/matches", "", Some(&request))?;
        assert_eq!(made.status, 201, "{}", made.text);
        self.acknowledge();
        let made = made.json();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let tokens = |list: &Value| -> Vec<String> {
            list.as_array().unwrap().iter().map(|ticket| text(&ticket["token"])).collect()
        };
        let (own, invited) = (tokens(&made["seats"]), tokens(&made["invitations"]));
        let mut known = Known {
            name: text(&made["match"]),
            tokens: own,
            moves: Vec::new(),
            is_over: false,
            deletion: None,
            sent: None,
        };
        for invitation in invited {
            let join = json!({"name": "Ben", "token": invitation});
            let joined = self.client.request("POST", &known.path("/join"), "", Some(&join));
            // If joining was not confirmed, only the first seat's token is known.
            let Some(joined) = joined else {
                known.is_over = true;
                known.deletion = Some(false);
                self.known.push(known);
                return None;
            };
            assert_eq!(joined.status, 200, "{}", joined.text);
            self.acknowledge();
            known.tokens.push(text(&joined.json()["token"]));
        }
        self.known.push(known);
        Some(())
    }

    /// Sends a command for the seat to move.
    fn command(&self, index: usize, id: usize, command: &Value) -> Option<u16> {
        let known = &self.known[index];
        let token = &known.tokens[known.moves.len() % 2];
        let message = json!({"type": "command", "id": id, "command": command});
        let answer =
            self.client.request("POST", &known.path("/messages"), token, Some(&message))?;
        if answer.status == 200 {
            self.acknowledge();
        }
        Some(answer.status)
    }

    fn play(&mut self, index: usize) -> Option<()> {
        let moves = &self.known[index].moves;
        let all =
            (0..49).map(|square| format!("{}{}", char::from(b'a' + square % 7), 1 + square / 7));
        let mut free: Vec<String> = all.filter(|square| !moves.contains(square)).collect();
        free.shuffle(&mut self.chance);
        let Some(square) = free.pop() else { return self.resign(index) };
        let ply = moves.len();
        self.known[index].sent = Some(square.clone());
        let command = json!({"command": "answer", "ply": ply, "text": square});
        let status = self.command(index, ply, &command)?;
        let known = &mut self.known[index];
        known.sent = None;
        match status {
            200 => known.moves.push(square),
            // The match is over.
            _ => known.is_over = true,
        }
        Some(())
    }

    fn resign(&mut self, index: usize) -> Option<()> {
        // In the library, the match may be over before the server answers.
        self.known[index].is_over = true;
        self.command(index, 1_000, &json!({"command": "resign"})).map(drop)
    }

    fn delete(&mut self, index: usize) -> Option<()> {
        self.known[index].deletion = Some(false);
        let known = &self.known[index];
        let deleted = self.client.request("DELETE", &known.path(""), &known.tokens[0], None)?;
        if deleted.status == 200 {
            self.known[index].deletion = Some(true);
            self.acknowledge();
        }
        Some(())
    }
}

/// Checks that the server still has a match's acknowledged state.
pub(crate) fn check(client: &Client, known: &Known) {
    let show = json!({"type": "show", "ply": 0});
    let path = known.path("/messages");
    let show_to = |token: &str| client.request("POST", &path, token, Some(&show)).unwrap();
    let shown = show_to(&known.tokens[0]);
    let is_missing = shown.text.contains("match not found");
    match known.deletion {
        Some(true) => return assert!(is_missing, "{known:?} was deleted: {}", shown.text),
        // The deletion may or may not have happened.
        Some(false) if is_missing => return,
        _ => assert!(!is_missing && shown.status != 403, "{known:?}: {}", shown.text),
    }
    for token in &known.tokens {
        let shown = show_to(token);
        assert_ne!(shown.status, 403, "{known:?}: {}", shown.text);
    }
    if known.tokens.len() < 2 {
        return;
    }
    let file = client.get(&known.path("/file?format=record"));
    assert_eq!(file.status, 200, "{known:?}: {}", file.text);
    let record: toml::Table = file.text.parse().unwrap();
    let plies = record.get("ply").and_then(toml::Value::as_array).cloned().unwrap_or_default();
    let moves: Vec<&str> = plies.iter().map(|ply| ply["move"].as_str().unwrap()).collect();
    let expected: Vec<&str> = known.moves.iter().map(String::as_str).collect();
    let with_sent = expected.iter().copied().chain(known.sent.as_deref()).collect::<Vec<_>>();
    assert!(moves == expected || moves == with_sent, "{known:?} has the moves {moves:?}");
}

#[test]
fn a_server_that_is_killed_has_all_that_it_acknowledged() {
    let kills = if is_deep() { 300 } else { 8 };
    let home = tempfile::tempdir().unwrap();
    let mut chance = ChaCha8Rng::seed_from_u64(50);
    let mut known: Vec<Known> = Vec::new();
    for kill in 0..kills {
        let mut server = WebServer::start(command(home.path()));
        for known in &known {
            check(&server.client, known);
        }
        let (acknowledged, counted) = channel();
        let visitors: Vec<_> = (0..CLIENTS)
            .map(|number| {
                let chance = ChaCha8Rng::seed_from_u64(CLIENTS * kill + number);
                Visitor::new(server.client.clone(), chance, acknowledged.clone())
            })
            .collect();
        drop(acknowledged);
        let threads = visitors.into_iter().map(|visitor| thread::spawn(move || visitor.run()));
        let threads: Vec<_> = threads.collect();
        let answers = chance.random_range(1..ANSWERS_MAX);
        assert_eq!(counted.iter().take(answers).count(), answers);
        server.kill();
        known = threads.into_iter().flat_map(|thread| thread.join().unwrap()).collect();
        let log = library(home.path()).with_extension("sqlite3-wal");
        let log_bytes = log.metadata().map_or(0, |metadata| metadata.len());
        assert!(log_bytes <= LOG_BYTES_MAX, "the log has {log_bytes} bytes after {kill} kills");
    }
    let server = WebServer::start(command(home.path()));
    for known in &known {
        check(&server.client, known);
    }
}
