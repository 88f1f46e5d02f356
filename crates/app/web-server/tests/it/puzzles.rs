//! Puzzles on the page: the owner solves them with a rating, other visitors without.

use std::path::Path;

use analysis::puzzles::{Goal, Motif, Puzzle, Rating};
use match_library::{KeptPuzzle, Library, PuzzleFilter, unix_time};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use web_server::Settings;

use crate::client::{Answer, TestServer};

/// A mate in two with only one defense.
fn mate() -> Puzzle {
    Puzzle {
        game: "chess:standard".into(),
        position: "2r3k1/5ppp/8/8/8/2q5/3R1PPP/3R2K1 w - - 0 1".into(),
        solution: ["Rd8+", "Rxd8", "Rxd8#"].map(str::to_owned).to_vec(),
        goal: Goal::Win(3),
        motif: Motif::Finish,
        rating: Rating::from_estimate(1350.0),
        source: "Ada against Bob, 3 plies".into(),
    }
}

/// A row of three that needs one more move.
fn row() -> Puzzle {
    Puzzle {
        game: "tic-tac-toe:3,3,3".into(),
        position: "xx1/oo1/3 x".into(),
        solution: vec!["c3".into()],
        goal: Goal::Win(1),
        motif: Motif::Finish,
        rating: Rating::from_estimate(900.0),
        source: String::new(),
    }
}

/// A puzzle for a game that this program lacks.
fn foreign() -> Puzzle {
    Puzzle { game: "tic-tac-toe:hexagons".into(), rating: Rating::from_estimate(1000.0), ..row() }
}

/// A server with these puzzles, its library, and its stop handle.
async fn with_puzzles(
    folder: &Path,
    puzzles: &[Puzzle],
) -> (TestServer, Library, oneshot::Sender<()>) {
    let library = Library::open(folder, "test").unwrap();
    assert_eq!(library.add_puzzles(puzzles).unwrap(), puzzles.len());
    let (server, stop) = TestServer::keeping(Settings::default(), Some(folder)).await;
    (server, library, stop)
}

/// The current saved state of a game's only puzzle.
fn saved_puzzle(library: &Library, game: &str) -> KeptPuzzle {
    let filter = PuzzleFilter { game: Some(game), ..PuzzleFilter::default() };
    library.puzzles(filter).unwrap().remove(0)
}

/// The next puzzle to show.
async fn next(server: TestServer, wanted: &Value) -> Value {
    let answer = server.post("/api/puzzles/next", wanted).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    answer.json()
}

/// A remote client's response.
async fn as_stranger(server: TestServer, path: &str, body: Option<Value>) -> Answer {
    let header = "Host: HOST\r\nConnection: close\r\n";
    let Some(body) = body.map(|body| body.to_string()) else {
        return server.raw(&format!("GET {path} HTTP/1.1\r\n{header}\r\n")).await;
    };
    let kind = format!("Content-Type: application/json\r\nContent-Length: {}", body.len());
    server.raw(&format!("POST {path} HTTP/1.1\r\n{header}{kind}\r\n\r\n{body}")).await
}

#[tokio::test(flavor = "multi_thread")]
async fn puzzles_are_listed_by_game_and_motif() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _library, _stop) = with_puzzles(folder.path(), &[mate(), row()]).await;
    let listed = server.get("/api/puzzles").await.json();
    assert_eq!(listed["rated"], true);
    let games = listed["games"].as_array().unwrap();
    let of_game = |name: &str| games.iter().find(|game| game["game"] == name).unwrap();
    for own in [of_game("chess:standard"), of_game("tic-tac-toe:3,3,3")] {
        assert_eq!((&own["count"], &own["new"], &own["due"]), (&json!(1), &json!(1), &json!(0)));
        assert_eq!(own["motifs"], json!([{"motif": "finish", "count": 1}]));
        assert!(own["rating"]["value"].is_number(), "{listed}");
    }
    // Other games have the starter puzzles.
    assert!(of_game("othello:8")["count"].as_u64().unwrap() >= 300, "{listed}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_puzzle_is_solved_move_by_move_and_counts_once() {
    let folder = tempfile::tempdir().unwrap();
    let (server, library, _stop) = with_puzzles(folder.path(), &[mate()]).await;
    let shown = next(server, &json!({"game": "chess"})).await;
    let puzzle = &shown["puzzle"];
    assert_eq!((&puzzle["solver"], &puzzle["move_count"]), (&json!(1), &json!(2)));
    assert!(puzzle["solution"].is_null() && puzzle["source"].is_null(), "{puzzle}");
    let path = format!("/api/puzzles/{}", puzzle["puzzle"]);
    let hint = server.post(&format!("{path}/hint"), &json!({"attempts": 0})).await.json();
    let from = usize::try_from(hint["square"].as_u64().unwrap()).unwrap();
    assert_eq!(puzzle["view"]["diagram"]["squares"][from]["name"], "d2");
    let path = format!("{path}/moves");
    let first = server.post(&path, &json!({"attempts": 0, "move": "d2d8"})).await.json();
    assert_eq!((&first["verdict"], &first["over"]), (&json!("goes_on"), &json!(false)));
    assert_eq!(
        (&first["steps"][0]["move"], &first["steps"][1]["move"]),
        (&json!("Rd8+"), &json!("Rxd8"))
    );
    assert!(first["about"].is_null() && first["rating"].is_null(), "{first}");
    let last = json!({"attempts": 0, "moves": ["Rd8+", "Rxd8"], "move": "Rxd8"});
    let solved = server.post(&path, &last).await.json();
    assert_eq!((&solved["verdict"], &solved["solved"]), (&json!("solved"), &json!(true)));
    let value = |when: &str| solved["rating"][when]["value"].as_f64().unwrap();
    assert!(value("after") > value("before"), "{solved}");
    let about = json!({"solution": ["Rd8+", "Rxd8", "Rxd8#"], "motif": "finish", "win_in": 3, "source": "Ada against Bob, 3 plies"});
    assert_eq!(solved["about"], about);
    // A repeated request, or a request from another page.
    assert_eq!(server.post(&path, &last).await.json()["rating"], Value::Null);
    let kept = saved_puzzle(&library, "chess");
    assert_eq!((kept.attempts, kept.solved), (1, 1));
    let rating = library.solver_rating("chess:standard", unix_time()).unwrap();
    assert!((rating.value - value("after")).abs() < 1e-9);
    let none = json!({"puzzle": null, "solver_rating": null});
    assert_eq!(next(server, &json!({"game": "chess"})).await, none);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_missed_puzzle_lowers_the_rating_once_and_can_be_finished() {
    let folder = tempfile::tempdir().unwrap();
    let (server, library, _stop) = with_puzzles(folder.path(), &[row(), foreign()]).await;
    // Another program's puzzle is skipped.
    let shown = next(server, &json!({"game": "tic-tac-toe"})).await;
    assert_eq!(shown["puzzle"]["game"], "tic-tac-toe:3,3,3");
    let path = format!("/api/puzzles/{}", shown["puzzle"]["puzzle"]);
    let try_move = async |mv: &str| {
        server.post(&format!("{path}/moves"), &json!({"attempts": 0, "move": mv})).await.json()
    };
    let wrong = try_move("a1").await;
    assert_eq!(
        (&wrong["verdict"], &wrong["solved"], &wrong["steps"]),
        (&json!("wrong"), &json!(false), &json!([]))
    );
    let value = |when: &str| wrong["rating"][when]["value"].as_f64().unwrap();
    assert!(value("after") < value("before"), "{wrong}");
    let solved = try_move("c3").await;
    assert_eq!((&solved["verdict"], &solved["rating"]), (&json!("solved"), &Value::Null));
    assert_eq!(solved["steps"][0]["view"]["diagram"]["won"], json!([0, 1, 2]));
    let kept = saved_puzzle(&library, "tic-tac-toe");
    assert_eq!((kept.attempts, kept.solved), (1, 0));
    assert!(kept.schedule.due.is_some());
}

#[tokio::test(flavor = "multi_thread")]
async fn giving_up_shows_the_solution_and_misses_the_puzzle() {
    let folder = tempfile::tempdir().unwrap();
    let (server, library, _stop) = with_puzzles(folder.path(), &[mate()]).await;
    let id = saved_puzzle(&library, "chess").id;
    let body = json!({"attempts": 0, "moves": ["Rd8+", "Rxd8"]});
    let shown = server.post(&format!("/api/puzzles/{id}/solution"), &body).await.json();
    assert_eq!((&shown["verdict"], &shown["steps"][0]["move"]), (&json!("shown"), &json!("Rxd8#")));
    assert!(shown["rating"]["after"].is_object() && shown["about"].is_object(), "{shown}");
    assert_eq!(saved_puzzle(&library, "chess").attempts, 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn visitors_attempts_are_not_recorded() {
    let folder = tempfile::tempdir().unwrap();
    let (server, library, _stop) = with_puzzles(folder.path(), &[mate(), row()]).await;
    let before = (saved_puzzle(&library, "chess"), saved_puzzle(&library, "tic-tac-toe"));
    let listed = as_stranger(server, "/api/puzzles", None).await.json();
    assert_eq!((&listed["rated"], &listed["games"][0]["rating"]), (&json!(false), &Value::Null));
    let post = async |path: &str, body: Value| {
        let answer = as_stranger(server, &format!("/api/puzzles/{path}"), Some(body)).await;
        assert_eq!(answer.status, 200, "{}", answer.text);
        answer.json()
    };
    let easy = post("next", json!({"game": "tic-tac-toe"})).await;
    assert_eq!(easy["puzzle"]["game"], "tic-tac-toe:3,3,3");
    assert_eq!(easy["solver_rating"], Value::Null);
    let id = easy["puzzle"]["puzzle"].as_i64().unwrap();
    let solved = post(&format!("{id}/moves"), json!({"attempts": 0, "move": "c3"})).await;
    assert_eq!((&solved["solved"], &solved["rating"]), (&json!(true), &Value::Null));
    let hard = post("next", json!({"skipped": [id], "game": "chess"})).await;
    let id = hard["puzzle"]["puzzle"].as_i64().unwrap();
    let shown = post(&format!("{id}/solution"), json!({"attempts": 0})).await;
    assert_eq!((&shown["rating"], &shown["about"]["source"]), (&Value::Null, &Value::Null));
    assert_eq!((saved_puzzle(&library, "chess"), saved_puzzle(&library, "tic-tac-toe")), before);
    let rating = library.solver_rating("chess:standard", unix_time()).unwrap();
    assert_eq!(rating, Rating::default());
}

#[tokio::test(flavor = "multi_thread")]
async fn wrong_requests_about_puzzles_name_the_error() {
    let folder = tempfile::tempdir().unwrap();
    let (server, library, _stop) = with_puzzles(folder.path(), &[mate(), foreign()]).await;
    let id = saved_puzzle(&library, "chess").id;
    let check = async |path: &str, body: Value, status: u16, why: &str| {
        let answer = server.post(&format!("/api/puzzles/{path}"), &body).await;
        assert_eq!(answer.status, status, "{}", answer.text);
        assert!(answer.error().contains(why), "{}", answer.error());
    };
    let body = json!({"attempts": 0, "move": "Rd8"});
    check("77/moves", body.clone(), 404, "puzzle not found").await;
    check("none/moves", body.clone(), 404, "puzzle not found").await;
    let unknown = saved_puzzle(&library, "tic-tac-toe").id;
    check(&format!("{unknown}/moves"), body, 409, "this puzzle cannot be shown").await;
    let astray = json!({"attempts": 0, "moves": ["h3", "h6"], "move": "Rd8"});
    check(&format!("{id}/moves"), astray, 400, "these are not the puzzle's moves").await;
    let illegal = json!({"attempts": 0, "move": "Ke5"});
    check(&format!("{id}/moves"), illegal, 400, "").await;
    let skipped: Vec<u32> = (0..10_001).collect();
    check("next", json!({"skipped": skipped}), 400, "at most 10000 puzzles").await;
    assert_eq!(saved_puzzle(&library, "chess").attempts, 0);
    let without = TestServer::start().await;
    assert_eq!(without.get("/api/puzzles").await.status, 503);
}
