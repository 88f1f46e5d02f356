//! The library on the page: explored positions, searches, imports, and match visibility.

use std::path::Path;
use std::time::Duration;

use serde_json::{Value, json};
use tokio::sync::oneshot;
use web_server::Settings;

use crate::client::{Answer, TestServer};

/// Four English draughts matches. In PDN, the first number in a result belongs to Black, who moves first.
const MATCHES: [(&str, &str, &str, &str, &str); 4] = [
    ("Ada", "Bob", "1-0", "1990.08.??", "1. 11-15 22-18 2. 15x22 25x18"),
    ("Cleo", "Ada", "1/2-1/2", "1998.07.24", "1. 11-15 23-19 2. 9-14"),
    ("Bob", "Cleo", "0-1", "1998.07.25", "1. 9-14 23-19 2. 11-15 22-17"),
    ("Dora", "Emil", "1-0", "2001.01.01", "1. 9-14 22-18"),
];

fn pdn() -> String {
    let one = |(white, black, result, date, moves): &(&str, &str, &str, &str, &str)| {
        let tags = format!("[White \"{white}\"]\n[Black \"{black}\"]\n[Date \"{date}\"]\n");
        format!("{tags}[GameType \"21\"]\n[Result \"{result}\"]\n\n{moves} *\n\n")
    };
    MATCHES.iter().map(one).collect()
}

/// A client type, distinguished by request headers.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Client {
    Owner,
    Stranger,
}

use Client::{Owner, Stranger};

impl Client {
    fn header(self, server: TestServer) -> String {
        if self == Owner { server.owner() } else { String::new() }
    }
}

async fn post(server: TestServer, client: Client, path: &str, body: &Value) -> Answer {
    let (body, header) = (body.to_string(), client.header(server));
    let head = format!("POST {path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n{header}");
    let kind = format!("Content-Type: application/json\r\nContent-Length: {}", body.len());
    server.raw(&format!("{head}{kind}\r\n\r\n{body}")).await
}

async fn get(server: TestServer, client: Client, path: &str) -> Answer {
    let header = client.header(server);
    let head = format!("GET {path} HTTP/1.1\r\nHost: HOST\r\nConnection: close\r\n{header}");
    server.raw(&format!("{head}\r\n")).await
}

/// Imports a file with this content and returns the reports.
async fn import(server: TestServer, client: Client, text: &str) -> Answer {
    let (path, header) = ("/api/library/import?name=games.pdn", client.header(server));
    let head = format!("POST {path} HTTP/1.0\r\nHost: HOST\r\n{header}");
    server.raw(&format!("{head}Content-Length: {}\r\n\r\n{text}", text.len())).await
}

/// An import's last report.
fn end(answer: &Answer) -> Value {
    assert_eq!(answer.status, 200, "{}", answer.text);
    serde_json::from_str(answer.text.trim_end().lines().last().unwrap()).unwrap()
}

async fn keeping(folder: &Path) -> (TestServer, oneshot::Sender<()>) {
    TestServer::keeping(Settings::default(), Some(folder)).await
}

/// A server with the matches.
async fn with_matches(folder: &Path) -> (TestServer, oneshot::Sender<()>) {
    let (server, stop) = keeping(folder).await;
    let report = end(&import(server, Owner, &pdn()).await);
    assert_eq!((&report["type"], &report["added"]), (&json!("end"), &json!(4)));
    (server, stop)
}

/// The IDs of the found matches, each with its ply.
async fn find(server: TestServer, client: Client, body: &Value) -> Vec<(String, Option<u64>)> {
    let answer = post(server, client, "/api/library/search", body).await;
    assert_eq!(answer.status, 200, "{}", answer.text);
    let found = answer.json();
    let matches = found["matches"].as_array().unwrap();
    let name = |found: &Value| (found["id"].as_str().unwrap().into(), found["ply"].as_u64());
    matches.iter().map(name).collect()
}

fn names(found: &[(String, Option<u64>)]) -> Vec<&str> {
    found.iter().map(|(name, _)| name.as_str()).collect()
}

fn pattern(kind: &str, moves: &[&str], reversed: bool) -> Value {
    json!({"pattern": {"kind": kind, "reversed": reversed, "game": "checkers", "moves": moves}})
}

#[tokio::test(flavor = "multi_thread")]
async fn the_moves_in_a_position_have_results() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = with_matches(folder.path()).await;
    let explore = async |moves: Value| {
        let line = json!({"game": "checkers", "moves": moves});
        server.post("/api/library/moves", &line).await
    };
    let first = json!({"move": "11-15", "matches": 2, "first_wins": 1, "draws": 1, "second_wins": 0, "rating": null});
    let second = json!({"move": "9-14", "matches": 2, "first_wins": 1, "draws": 0, "second_wins": 1, "rating": null});
    assert_eq!(explore(json!([])).await.json(), json!({"moves": [first, second]}));
    // Transpositions count.
    let moves = explore(json!(["9-14", "23-19"])).await.json();
    assert_eq!(
        (&moves["moves"][0]["move"], &moves["moves"][0]["matches"]),
        (&json!("11-15"), &json!(2))
    );
    assert_eq!(explore(json!(["12-16"])).await.json(), json!({"moves": []}));
    assert_eq!(explore(json!(["11-11"])).await.status, 400);
    // An imported match is available immediately.
    let more = "[GameType \"21\"]\n[Result \"1-0\"]\n\n1. 12-16 *\n";
    assert_eq!(end(&import(server, Owner, more).await)["added"], 1);
    assert_eq!(explore(json!([])).await.json()["moves"][2]["move"], "12-16");
}

#[tokio::test(flavor = "multi_thread")]
async fn matches_are_found_by_all_criteria() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = with_matches(folder.path()).await;
    let find = async |body: Value| find(server, Owner, &body).await;
    assert_eq!(names(&find(json!({})).await), ["match-4", "match-3", "match-2", "match-1"]);
    assert_eq!(names(&find(json!({"player": "aDA"})).await), ["match-2", "match-1"]);
    assert_eq!(names(&find(json!({"player": "ada", "opponent": "cl"})).await), ["match-2"]);
    assert_eq!(names(&find(json!({"result": "0-1"})).await), ["match-3"]);
    assert_eq!(names(&find(json!({"game": "checkers", "result": "1/2-1/2"})).await), ["match-2"]);
    assert_eq!(find(json!({"game": "chess"})).await, []);
    assert_eq!(
        names(&find(json!({"from": "1990-08-31", "to": "1998-07-24"})).await),
        ["match-2", "match-1"]
    );
    let at = |pairs: &[(&str, u64)]| {
        pairs.iter().map(|&(name, ply)| (name.to_owned(), Some(ply))).collect::<Vec<_>>()
    };
    let position = pattern("position", &["11-15", "23-19", "9-14"], false);
    assert_eq!(find(position).await, at(&[("match-3", 3), ("match-2", 3)]));
    let material = pattern("material", &["11-15", "22-18", "15x22"], false);
    assert_eq!(find(material).await, at(&[("match-1", 3)]));
    let mut second = pattern("position", &[], false);
    second["offset"] = json!(1);
    second["limit"] = json!(2);
    assert_eq!(find(second).await, at(&[("match-3", 0), ("match-2", 0)]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_found_match_is_opened_and_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = with_matches(folder.path()).await;
    let tree = server.get("/api/library/matches/match-2").await.json();
    assert_eq!(tree["players"][0]["name"], "Ada");
    assert_eq!(tree["plies"].as_array().unwrap().len(), 3);
    let file = server.get("/api/library/matches/match-2/file?format=pdn").await;
    assert!(file.headers.contains("filename=\"match-2.pdn\""), "{}", file.headers);
    assert!(file.text.contains("[White \"Cleo\"]"), "{}", file.text);
    let search = json!({"player": "ada"});
    let written = json!({"format": "pdn", "search": search});
    let written = server.post("/api/library/file", &written).await.json();
    assert_eq!((&written["matches"], &written["left_out"]), (&json!(2), &json!(0)));
    let text = written["text"].as_str().unwrap();
    assert_eq!(text.matches("[White ").count(), 2, "{text}");
    // Importing the file again finds only duplicates.
    let again = end(&import(server, Owner, text).await);
    assert_eq!((&again["added"], &again["duplicates"]), (&json!(0), &json!(2)));
    for missing in ["match-9", "nonsense", "9"] {
        let answer = server.get(&format!("/api/library/matches/{missing}")).await;
        assert_eq!((answer.status, answer.error()), (404, "match not found in the library".into()));
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn invalid_searches_are_refused_with_the_problem() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = with_matches(folder.path()).await;
    let why = async |body: Value| {
        let answer = server.post("/api/library/search", &body).await;
        assert_eq!(answer.status, 400, "{}", answer.text);
        answer.error()
    };
    assert!(why(json!({"game": "chekers"})).await.contains("chekers"));
    assert!(why(json!({"from": "1998"})).await.starts_with("from: expected a date"));
    assert!(why(json!({"player": "x".repeat(300)})).await.starts_with("player: "));
    assert!(why(json!({"result": "2-0"})).await.contains("2-0"));
    assert!(why(pattern("position", &["1-2"], false)).await.starts_with("move 1: 1-2"));
    assert!(why(json!({"opening": "najdorf"})).await.starts_with("Choose a game first"));
    assert!(why(json!({"game": "chess", "opening": "laird"})).await.contains("\"laird\""));
    let draughts = json!({"game": "checkers", "opening": "laird"});
    assert!(why(draughts).await.starts_with("checkers:english has no opening names"));
    let dice = json!({"pattern": {"kind": "material", "game": "backgammon"}});
    assert!(why(dice).await.starts_with("material search is not available for backgammon"));
    let picture = json!({"format": "svg", "search": {}});
    let picture = server.post("/api/library/file", &picture).await.error();
    assert!(picture.starts_with("format: to save several matches, use a notation"), "{picture}");
    let none = TestServer::start().await.get("/api/library").await;
    assert_eq!((none.status, none.error().starts_with("this server has no library")), (503, true));
}

#[tokio::test(flavor = "multi_thread")]
async fn faults_in_a_file_are_reported_by_line_and_the_rest_is_imported() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = keeping(folder.path()).await;
    let wrong = "[GameType \"21\"]\n[Result \"*\"]\n\n1. 11-15 23-18 2. 15-18 *\n\n";
    let answer = import(server, Owner, &format!("{}{wrong}", pdn())).await;
    let report = end(&answer);
    let counts = ["added", "salvaged", "refused"].map(|name| &report[name]);
    assert_eq!(counts, [&json!(5), &json!(1), &json!(0)]);
    let fault: Value = serde_json::from_str(answer.text.lines().next().unwrap()).unwrap();
    assert_eq!(fault["type"], "fault");
    assert!(
        fault["why"].as_str().unwrap().starts_with("kept the readable parts: line 36, column 19: "),
        "{fault}"
    );
    let again = end(&import(server, Owner, &pdn()).await);
    assert_eq!((&again["added"], &again["duplicates"]), (&json!(0), &json!(4)));
    // The error about an invalid file uses the file name that the owner knows.
    let path = "/api/library/import?name=notes.toml";
    let head = format!("POST {path} HTTP/1.0\r\nHost: HOST\r\n{}", server.owner());
    let small = format!("{head}Content-Length: 5\r\n\r\nhello");
    let report = end(&server.raw(&small).await);
    let why = report["why"].as_str().unwrap();
    assert!(why.starts_with("notes.toml: ") && !why.contains("tmp"), "{why}");
    let unknown = "/api/library/import?name=a.pdn&game=chekers";
    assert_eq!(server.post(unknown, &json!({})).await.status, 400);
    let large = format!("{head}Content-Length: 99999999\r\n\r\n");
    assert_eq!(server.raw(&large).await.status, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn chess_is_imported_as_chess_whichever_game_is_chosen() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = keeping(folder.path()).await;
    let text = "[White \"Ann\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 *\n\n";
    for (name, game) in [("games.pgn", "checkers"), ("games.txt", "othello"), ("games.pgn", "")] {
        let path = format!("/api/library/import?name={name}&game={game}");
        let head = format!("POST {path} HTTP/1.0\r\nHost: HOST\r\n{}", server.owner());
        let report = format!("{head}Content-Length: {}\r\n\r\n{text}", text.len());
        let report = end(&server.raw(&report).await);
        let known = report["added"].as_u64().unwrap() + report["duplicates"].as_u64().unwrap();
        assert_eq!((known, &report["refused"]), (1, &json!(0)), "{name} {game}: {report}");
    }
    let tree = server.get("/api/library/matches/match-1").await.json();
    assert_eq!(tree["game"], "chess:standard");
}

#[tokio::test(flavor = "multi_thread")]
async fn only_the_owner_imports_unless_the_arguments_say_otherwise() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = with_matches(folder.path()).await;
    assert_eq!(get(server, Owner, "/api/library").await.json()["may_import"], true);
    let state = get(server, Stranger, "/api/library").await.json();
    assert_eq!((&state["may_import"], &state["sees_all"]), (&json!(false), &json!(false)));
    let refused = import(server, Stranger, &pdn()).await;
    assert_eq!(refused.status, 403);
    assert!(refused.error().ends_with("see --remote-imports"), "{}", refused.error());
    let other = tempfile::tempdir().unwrap();
    let settings = Settings { remote_imports: true, ..Settings::default() };
    let (open, _stop) = TestServer::keeping(settings, Some(other.path())).await;
    assert_eq!(end(&import(open, Stranger, &pdn()).await)["added"], 4);
}

/// The name of a match between two people that ends after one move, because the first person resigns.
async fn finished(server: TestServer, is_listed: bool) -> String {
    let seats = json!([{"kind": "me"}, {"kind": "person"}]);
    let made = server
        .make(&json!({"game": "checkers", "seats": seats, "listed": is_listed, "moves": ["12-16"]}))
        .await;
    let address = format!("/api/matches/{}", made["match"].as_str().unwrap());
    let invitation = json!({"name": "Ben", "token": made["invitations"][0]["token"]});
    assert_eq!(server.post(&format!("{address}/join"), &invitation).await.status, 200);
    let mut socket = server.join(&made["match"], &[&made["seats"][0]["token"]]).await;
    socket.until_asked(1).await;
    socket.command(1, json!({"command": "resign"})).await;
    made["match"].as_str().unwrap().into()
}

#[tokio::test(flavor = "multi_thread")]
async fn a_finished_match_is_explored_as_soon_as_it_is_saved() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = with_matches(folder.path()).await;
    let start = json!({"game": "checkers", "moves": []});
    let moves = async || server.post("/api/library/moves", &start).await.text;
    assert!(!moves().await.contains("12-16"));
    // The answer above is cached, and the index has just been updated. A new match must not wait for the search or the
    // import.
    let name = finished(server, true).await;
    let mut ticks = tokio::time::interval(Duration::from_millis(20));
    let saved = async {
        while !post(server, Owner, "/api/library/search", &json!({})).await.text.contains(&name) {
            ticks.tick().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), saved).await.unwrap();
    let found = find(server, Owner, &pattern("position", &["12-16"], false)).await;
    assert_eq!(found.len(), 1);
    let moves = moves().await;
    assert!(moves.contains("12-16"), "{moves}");
}

#[tokio::test(flavor = "multi_thread")]
async fn others_see_only_public_matches() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = with_matches(folder.path()).await;
    let secret = finished(server, false).await;
    let public = finished(server, true).await;
    // A match is saved a moment after it ends.
    let mut ticks = tokio::time::interval(Duration::from_millis(50));
    let all = async {
        loop {
            ticks.tick().await;
            let found = find(server, Owner, &pattern("position", &["12-16"], false)).await;
            if found.len() == 2 {
                return found;
            }
        }
    };
    let all = tokio::time::timeout(Duration::from_secs(30), all).await.unwrap();
    let seen = find(server, Stranger, &pattern("position", &["12-16"], false)).await;
    assert_eq!(seen.len(), 1);
    let hidden = all.iter().find(|found| !seen.contains(found)).unwrap().0.clone();
    let listed = post(server, Stranger, "/api/library/search", &json!({})).await.text;
    assert!(listed.contains(&public) && !listed.contains(&secret), "{listed}");
    let line = json!({"game": "checkers", "moves": []});
    let counted = async |client: Client| {
        let moves = post(server, client, "/api/library/moves", &line).await.json();
        let moves = moves["moves"].as_array().unwrap().clone();
        moves.iter().find(|played| played["move"] == "12-16").unwrap()["matches"].clone()
    };
    assert_eq!((counted(Owner).await, counted(Stranger).await), (json!(2), json!(1)));
    for path in
        [format!("/api/library/matches/{hidden}"), format!("/api/library/matches/{hidden}/file")]
    {
        assert_eq!(get(server, Owner, &path).await.status, 200);
        assert_eq!(get(server, Stranger, &path).await.status, 404);
    }
    let file = json!({"format": "pdn", "search": pattern("position", &["12-16"], false)});
    assert_eq!(post(server, Stranger, "/api/library/file", &file).await.json()["matches"], 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn finished_matches_are_listed_and_a_stranger_learns_no_secret_name() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = keeping(folder.path()).await;
    let secret = finished(server, false).await;
    let public = finished(server, true).await;
    // Two unfinished matches: one public, one private.
    let seats = json!([{"kind": "me"}, {"kind": "me"}]);
    let mut running = Vec::new();
    for is_listed in [false, true] {
        let made =
            server.make(&json!({"game": "othello", "seats": seats, "listed": is_listed})).await;
        running.push(made["match"].as_str().unwrap().to_owned());
    }
    let all = get(server, Owner, "/api/matches?finished=1").await.json();
    assert_eq!(all["finished"][0]["match"], json!(public));
    assert_eq!((all["finished"].as_array().unwrap().len(), &all["has_more"]), (1, &json!(true)));
    let rest = get(server, Owner, "/api/matches?finished=9&offset=1").await.json();
    assert_eq!(rest["finished"][0]["match"], json!(secret));
    assert_eq!(rest["has_more"], json!(false));
    // The match list shows the end at the same time as spectators do.
    let mut ticks = tokio::time::interval(Duration::from_millis(50));
    let are_over = async {
        while get(server, Owner, "/api/matches").await.json()["running"][2].is_object() {
            ticks.tick().await;
        }
    };
    tokio::time::timeout(Duration::from_secs(30), are_over).await.unwrap();
    let seen = get(server, Stranger, "/api/matches?finished=9").await.text;
    assert!(seen.contains(&public) && seen.contains(&running[1]), "{seen}");
    assert!(!seen.contains(&secret) && !seen.contains(&running[0]), "{seen}");
    assert_eq!(get(server, Owner, "/api/matches?finished=x").await.status, 400);
    assert_eq!(get(server, Owner, "/api/matches").await.json()["finished"], json!([]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_client_that_asks_too_much_at_once_has_to_wait() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = with_matches(folder.path()).await;
    let asked = (0..60).map(|_| {
        tokio::spawn(async move { server.post("/api/library/search", &json!({})).await.status })
    });
    let asked: Vec<_> = asked.collect();
    let mut statuses = Vec::new();
    for one in asked {
        statuses.push(one.await.unwrap());
    }
    assert!(statuses.contains(&200), "{statuses:?}");
    assert!(statuses.iter().all(|status| [200, 429].contains(status)), "{statuses:?}");
    assert_eq!(server.post("/api/library/search", &json!({})).await.status, 200);
}
