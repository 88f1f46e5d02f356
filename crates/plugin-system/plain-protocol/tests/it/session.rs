//! A table and a scripted program.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use board_engine::Seat;
use game_catalog::table_game;
use games_package::{
    AskError, Failure, Host, MoveLimit, Options, Player, PonderRequest, Prompt, Reply, Request,
    Setup, TableGame, Thinking, ThinkingLimits, TimeControl, Urgency,
};
use plain_protocol::{Launch, PlainPlayer, PlainSettings, Program, TimeLimits};
use serde_json::{Value, json};

/// The program's answers to each message.
type Script = fn(&Value) -> Vec<Value>;

/// The messages sent to the program.
type Sent = Arc<Mutex<Vec<Value>>>;

#[derive(Clone, Debug)]
struct Scripted {
    script: Script,
    sent: Sent,
    said: VecDeque<Vec<u8>>,
}

impl Launch for Scripted {
    fn launch(&self) -> Result<Box<dyn Program>, Failure> {
        Ok(Box::new(self.clone()))
    }
}

impl Program for Scripted {
    fn send(&mut self, line: &[u8], _until: Instant) -> Result<(), Failure> {
        let message: Value = serde_json::from_slice(line).unwrap();
        let said = (self.script)(&message);
        self.said.extend(said.iter().map(|message| message.to_string().into_bytes()));
        self.sent.lock().unwrap().push(message);
        Ok(())
    }

    fn receive(&mut self, until: Instant) -> Result<Option<Vec<u8>>, Failure> {
        if self.said.is_empty() {
            thread::park_timeout(until.saturating_duration_since(Instant::now()));
        }
        Ok(self.said.pop_front())
    }

    fn resume(&mut self) {}

    fn suspend(&mut self) {}

    fn close(&mut self) {}

    fn stderr_excerpt(&mut self) -> String {
        "its last line".into()
    }
}

/// A tic-tac-toe table that becomes more urgent with every query.
struct Table {
    asked: AtomicUsize,
    urgency: fn(usize) -> Urgency,
    logged: Mutex<Vec<String>>,
}

impl Table {
    fn new(urgency: fn(usize) -> Urgency) -> Self {
        Self { asked: AtomicUsize::new(0), urgency, logged: Mutex::default() }
    }
}

impl Host for Table {
    fn urgency(&self) -> Urgency {
        (self.urgency)(self.asked.fetch_add(1, Ordering::Relaxed))
    }

    fn report(&self, thinking: &Thinking) {
        self.log(&format!("{} {}", thinking.valuation, thinking.line));
    }

    fn ask(&self, _: &Prompt) -> Result<String, AskError> {
        Err(AskError::Nobody)
    }

    fn resolve(&self, text: &str) -> Result<String, String> {
        Err(format!("{text} is no move"))
    }

    fn rules(&self) -> Option<Arc<dyn TableGame>> {
        table_game("tic-tac-toe").ok()
    }

    fn log(&self, text: &str) {
        self.logged.lock().unwrap().push(text.into());
    }
}

/// A player that runs this script and has begun a match, and the messages sent to it.
fn begun(script: Script) -> (PlainPlayer, Sent) {
    let sent = Sent::default();
    let settings = PlainSettings {
        label: "scripted".into(),
        host: "test".into(),
        game: "tic-tac-toe:3,3,3".into(),
        options: Options::default(),
        specs: None,
        origin: None,
        limits: TimeLimits { withdrawal: Duration::from_millis(30), ..TimeLimits::default() },
    };
    let program = Scripted { script, sent: Arc::clone(&sent), said: VecDeque::new() };
    let mut player = PlainPlayer::new(settings, Box::new(program));
    let setup = Setup {
        game: "tic-tac-toe:3,3,3".into(),
        seat: Seat::FIRST,
        seat_count: 2,
        time_control: TimeControl::Unlimited,
        thinking: ThinkingLimits::default(),
        pondering: true,
        margin: Duration::ZERO,
        move_limit: MoveLimit::NONE,
        seed: u64::MAX,
    };
    player.start(&setup).unwrap();
    (player, sent)
}

fn request(moves: &str, position: &str, legal_moves: &[&str]) -> Request {
    Request {
        seat: Seat::FIRST,
        start: "3/3/3 x".into(),
        moves: moves.into(),
        position: position.into(),
        legal_moves: legal_moves.iter().map(ToString::to_string).collect(),
        time_left: Some(Duration::from_secs(5)),
        budget: None,
        draw_offer: None,
        clocks: Vec::new(),
    }
}

fn first() -> Request {
    request("", "3/3/3 x", &["a1", "b2"])
}

/// The types of the messages that were sent.
fn types(sent: &Sent) -> Vec<String> {
    let sent = sent.lock().unwrap();
    sent.iter().map(|message| message["type"].as_str().unwrap().to_owned()).collect()
}

fn hello() -> Value {
    json!({"type": "hello", "name": "scripted 1.0", "ponders": true})
}

/// Plays the first legal move and expects b2.
fn expecting(message: &Value) -> Vec<Value> {
    match message["type"].as_str().unwrap() {
        "hello" => vec![hello()],
        "choose" | "ponder-hit" => {
            let mv = message["legal_moves"][0].as_str().unwrap_or("c3");
            vec![json!({"type": "move", "id": message["id"], "move": mv, "expected": "b2"})]
        }
        _ => vec![],
    }
}

/// Lets the player play a1 and ponder until `moves` are played.
fn pondered(moves: &str, position: &str) -> (Vec<String>, Vec<Value>) {
    let (mut player, sent) = begun(expecting);
    let table = Table::new(|_| Urgency::None);
    assert_eq!(player.choose_move(&first(), &table).unwrap(), Reply::play("a1"));
    let waiting = PonderRequest {
        seat: Seat::FIRST,
        start: "3/3/3 x".into(),
        moves: "a1".into(),
        position: "3/3/x2 o".into(),
        clocks: Vec::new(),
    };
    let stops = Table::new(|asked| if asked > 2 { Urgency::Withdrawn } else { Urgency::None });
    player.ponder(&waiting, &stops);
    let next = request(moves, position, &["c3"]);
    assert_eq!(player.choose_move(&next, &table).unwrap(), Reply::play("c3"));
    let messages = sent.lock().unwrap().clone();
    (types(&sent), messages)
}

#[test]
fn the_expected_reply_is_a_ponder_hit_and_any_other_a_new_question() {
    let (sent, messages) = pondered("a1 b2", "3/1o1/x2 x");
    assert_eq!(sent, ["hello", "new-game", "choose", "ponder", "ponder-hit"]);
    assert_eq!(messages[3]["position"], "3/1o1/x2 x");
    assert_eq!(messages[3]["legal_moves"].as_array().unwrap().len(), 7);
    assert_eq!(messages[3]["id"], messages[4]["id"]);
    assert_ne!(messages[2]["id"], messages[3]["id"]);
    let (sent, _) = pondered("a1 c1", "3/3/x1o x");
    assert_eq!(sent, ["hello", "new-game", "choose", "ponder", "stop", "choose"]);
}

#[test]
fn late_answers_to_withdrawn_ponders_are_not_a_fault() {
    static PONDERED: Mutex<Vec<Value>> = Mutex::new(Vec::new());
    let (mut player, sent) = begun(|message| match message["type"].as_str().unwrap() {
        "ponder" => {
            PONDERED.lock().unwrap().push(message["id"].clone());
            vec![]
        }
        // Answers the first stop only when the second one arrives.
        "stop" if PONDERED.lock().unwrap().len() == 2 => {
            let pondered = PONDERED.lock().unwrap();
            pondered.iter().map(|id| json!({"type": "move", "id": id, "move": "c3"})).collect()
        }
        _ => expecting(message),
    });
    let table = Table::new(|_| Urgency::None);
    assert_eq!(player.choose_move(&first(), &table).unwrap(), Reply::play("a1"));
    for moves in ["a1", "a1 b2"] {
        let waiting = PonderRequest {
            seat: Seat::FIRST,
            start: "3/3/3 x".into(),
            moves: moves.into(),
            position: "3/3/x2 o".into(),
            clocks: Vec::new(),
        };
        player.ponder(&waiting, &Table::new(|_| Urgency::Withdrawn));
    }
    let next = request("a1 b2 c1", "3/1o1/x1o x", &["c3"]);
    assert_eq!(player.choose_move(&next, &table).unwrap(), Reply::play("c3"));
    let expected = ["hello", "new-game", "choose", "ponder", "stop", "ponder", "stop", "choose"];
    assert_eq!(types(&sent), expected);
}

#[test]
fn a_reusable_program_is_stopped_when_the_match_is_over() {
    let (mut player, sent) = begun(|message| match message["type"].as_str().unwrap() {
        "hello" => {
            vec![json!({"type": "hello", "name": "scripted", "ponders": true, "reusable": true})]
        }
        _ => expecting(message),
    });
    let table = Table::new(|_| Urgency::None);
    assert_eq!(player.choose_move(&first(), &table).unwrap(), Reply::play("a1"));
    let waiting = PonderRequest {
        seat: Seat::FIRST,
        start: "3/3/3 x".into(),
        moves: "a1".into(),
        position: "3/3/x2 o".into(),
        clocks: Vec::new(),
    };
    player.ponder(&waiting, &Table::new(|_| Urgency::Withdrawn));
    drop(player);
    assert_eq!(types(&sent), ["hello", "new-game", "choose", "ponder", "stop", "quit"]);
}

#[test]
fn a_seed_is_exact_in_every_language() {
    let (_player, sent) = begun(expecting);
    assert_eq!(sent.lock().unwrap()[1]["seed"], u64::MAX % (1 << 53));
}

#[test]
fn each_urgency_is_a_separate_stop_and_a_silent_program_is_killed() {
    let (mut player, sent) = begun(|message| match message["type"].as_str().unwrap() {
        "hello" => vec![hello()],
        _ => vec![],
    });
    let table = Table::new(|asked| match asked {
        0 => Urgency::None,
        1 => Urgency::BudgetUsed,
        2 => Urgency::MoveNow,
        _ => Urgency::Withdrawn,
    });
    let error = player.choose_move(&first(), &table).unwrap_err();
    assert!(error.text().contains("after it was sent \"stop\""), "{error}");
    assert!(error.text().ends_with("at move 1 in 3/3/3 x: its last line"), "{error}");
    let sent = sent.lock().unwrap();
    let stops: Vec<&Value> = sent.iter().filter_map(|message| message.get("why")).collect();
    assert_eq!(stops, ["budget-used", "move-now", "withdrawn"]);
}

#[test]
fn questions_about_the_rules_refer_to_the_open_question() {
    let (mut player, sent) = begun(|message| match message["type"].as_str().unwrap() {
        "hello" => vec![hello()],
        "choose" => vec![json!({"type": "ask", "id": 9, "questions": [{"moves": ["c3"]}, {}]})],
        "answer" => vec![
            json!({"type": "info", "win_in": 1, "line": ["c3"], "text": "won"}),
            json!({"type": "resign", "id": message["answers"].as_array().map_or(0, Vec::len)}),
        ],
        _ => vec![],
    });
    let table = Table::new(|_| Urgency::None);
    let won = request("", "xx1/oo1/3 x", &["c3"]);
    // The question's number differs from the number of the answers.
    assert!(
        player
            .choose_move(&won, &table)
            .unwrap_err()
            .text()
            .contains("question 2, which is not open")
    );
    let sent = sent.lock().unwrap();
    let answer = sent.iter().find(|message| message["type"] == "answer").unwrap();
    assert_eq!(answer["id"], 9);
    assert_eq!(answer["answers"][0]["payoffs"], json!([1, -1]));
    assert_eq!(answer["answers"][1]["position"], "xx1/oo1/3 x");
    assert_eq!(*table.logged.lock().unwrap(), ["won", "win in 1 c3"]);
}

#[test]
fn draws_and_resignations_are_answers() {
    let answer = |script: Script| {
        begun(script).0.choose_move(&first(), &Table::new(|_| Urgency::None)).unwrap()
    };
    let resigned = answer(|message| match message["type"].as_str().unwrap() {
        "hello" => vec![hello()],
        "choose" => vec![json!({"type": "resign", "id": message["id"]})],
        _ => vec![],
    });
    assert_eq!(resigned, Reply::Resign);
    let offered = answer(|message| match message["type"].as_str().unwrap() {
        "hello" => vec![hello()],
        "choose" => {
            vec![json!({"type": "move", "id": message["id"], "move": "a1", "offer_draw": true})]
        }
        _ => vec![],
    });
    assert_eq!(offered, Reply::MoveAndOfferDraw("a1".into()));
}
