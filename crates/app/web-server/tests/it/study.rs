//! Studies: positions, files, position setup, analyses and reviews.

use serde_json::{Value, json};

use crate::client::{Socket, TestServer};

/// A message that requests a line analysis.
fn analyze(kind: &str, id: u64, game: &str, moves: &Value) -> Value {
    json!({"type": kind, "id": id, "game": game, "moves": moves, "player": "alpha-beta:depth=3"})
}

async fn study_socket(server: TestServer) -> Socket {
    server.socket("/api/study/socket").await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_includes_its_moves_and_the_earlier_turns() {
    let server = TestServer::start().await;
    let line = json!({"game": "checkers", "moves": ["11-15", "23-18"]});
    let found = server.post("/api/study/position", &line).await.json();
    assert_eq!(found["turns"], json!([1, 2]));
    assert_eq!(
        (&found["game"], &found["say"]),
        (&json!("checkers:english"), &json!("Black to move."))
    );
    assert!(!found["view"]["legal_moves"].as_array().unwrap().is_empty());
    assert_eq!(found["view"]["squares"].as_array().unwrap().len(), 2);
    let illegal = json!({"game": "checkers", "moves": ["11-15", "23-14"]});
    let refused = server.post("/api/study/position", &illegal).await;
    assert_eq!(refused.status, 400);
    assert!(refused.error().starts_with("move 2: 23-14: "), "{}", refused.error());
    let start = json!({"game": "chess", "start": "8/8/8/8/8/8/8/8 w - - 0 1"});
    let refused = server.post("/api/study/position", &start).await;
    assert_eq!((refused.status, refused.error()), (400, "position: White has 0 kings".into()));
    let long = json!({"game": "checkers", "moves": vec!["11-15"; 10_001]});
    assert_eq!(server.post("/api/study/position", &long).await.status, 400);
}

/// A king in a full grid of enemy pieces, with too many possible captures to list.
#[tokio::test(flavor = "multi_thread")]
async fn a_crafted_position_is_answered() {
    let server = TestServer::start().await;
    let start = "W:WK1:B10-16,26-32,42-48,58-64,74-80,90-96,106-112";
    let line = json!({"game": "checkers:16,16,3", "start": start});
    let requests = (0..40).map(|_| {
        let line = line.clone();
        tokio::spawn(async move { server.post("/api/study/position", &line).await.status })
    });
    let mut answered = 0;
    for request in requests.collect::<Vec<_>>() {
        let status = request.await.unwrap();
        assert!([200, 429, 503].contains(&status), "{status}");
        answered += usize::from(status == 200);
    }
    assert!(answered > 0);
    let found = server.post("/api/study/position", &line).await.json();
    assert_eq!(found["view"]["legal_moves"].as_array().unwrap().len(), 1024);
}

#[tokio::test(flavor = "multi_thread")]
async fn each_game_in_a_file_is_decoded_separately() {
    let server = TestServer::start().await;
    let bytes = b"[White \"J\xf8rg\"]\n\n1. e4 *\n\n[White \"M\xc3\xbcller\"]\n\n1. d4 *\n";
    let text: String = bytes.iter().map(|byte| char::from(*byte)).collect();
    let opened = server.post("/api/study/open", &json!({"text": text, "bytes": true})).await.json();
    let titles: Vec<_> = (0..2).map(|at| opened["matches"][at]["title"].clone()).collect();
    let expected = ["J\u{f8}rg against ?", "M\u{fc}ller against ?"];
    let expected = expected.map(|names| format!("chess:standard: {names}, 1 move"));
    assert_eq!(titles, expected);
    let wide = server.post("/api/study/open", &json!({"text": "\u{100}", "bytes": true})).await;
    assert_eq!(wide.error(), "text: expected a character up to U+00FF for each byte");
}

#[tokio::test(flavor = "multi_thread")]
async fn pasted_positions_and_moves_are_opened() {
    let server = TestServer::start().await;
    let open = async |text: &str, game: &str| {
        let source = json!({"text": text, "game": game});
        server.post("/api/study/open", &source).await.json()["tree"].clone()
    };
    let tree = open("4k3/8/8/8/8/8/8/4K3 w K – 0 1", "checkers").await;
    assert_eq!(tree["start"], "4k3/8/8/8/8/8/8/4K3 w - - 0 1");
    let warning = "dropped the castling right K: the king and the rook are not in place";
    assert_eq!(tree["warnings"], json!([warning]));
    for (text, game) in [
        ("f5d6c3d3c4", "othello:8"),
        ("f5 d6 c3 d3 c4", "othello:8"),
        ("e2e4 e7e5 g1f3 b8c6", "chess:standard"),
        ("1 e4 e5 2 Nf3 Nc6", "chess:standard"),
    ] {
        let tree = open(text, "checkers").await;
        assert_eq!(tree["game"], game, "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_study_survives_a_round_trip_through_files() {
    let server = TestServer::start().await;
    let moves = json!(["11-15", "23-18"]);
    let seats = json!([{"kind": "me"}, {"kind": "me"}]);
    let made = server.make(&json!({"game": "checkers", "seats": seats, "moves": moves})).await;
    let path = format!("/api/study/match/{}", made["match"].as_str().unwrap());
    let mut tree = server.get(&path).await.json();
    assert_eq!(
        (&tree["plies"][1]["move"], &tree["plies"][1]["turn"]),
        (&json!("23-18"), &json!(2))
    );
    tree["plies"][1]["mark"] = "?!".into();
    tree["plies"][1]["remark"] = "a note {with} braces".into();
    tree["variations"] = json!([{"after": 1, "plies": [{"move": "22-18"}, {"move": "15x22"}]}]);
    for format in ["record", "pdn"] {
        let request = json!({"format": format, "tree": tree});
        let written = server.post("/api/study/file", &request).await.json();
        let source = json!({"text": written["text"], "game": "chess"});
        let opened = server.post("/api/study/open", &source).await.json();
        assert_eq!(opened["found"], "tree", "{format}: {opened}");
        let read = &opened["tree"];
        assert_eq!(read["plies"][1]["mark"], "?!", "{format}");
        let variation = &read["variations"][0];
        assert_eq!(
            (&variation["after"], &variation["plies"][1]["move"]),
            (&json!(1), &json!("15x22"))
        );
        assert!(read["plies"][1]["remark"].as_str().unwrap().contains("note"), "{format}");
    }
    let other = server.post("/api/study/file", &json!({"format": "pgn", "tree": tree})).await;
    assert!(other.error().contains("pdn"), "{}", other.error());
    assert_eq!(server.get("/api/study/match/none").await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_text_is_a_position_a_game_or_several_games() {
    let server = TestServer::start().await;
    let open = async |source: Value| server.post("/api/study/open", &source).await;
    let position = open(json!({"text": " W:W32:B1 ", "game": "checkers"})).await.json();
    assert_eq!(
        (&position["found"], &position["tree"]["start"]),
        (&json!("tree"), &json!("W:W32:B1"))
    );
    let game = "[Game \"tic-tac-toe\"]\n[Result \"*\"]\n\n1. a1 b2 *\n\n";
    let several = open(json!({"text": game.repeat(3), "game": null})).await.json();
    assert_eq!(
        (&several["found"], several["matches"].as_array().unwrap().len()),
        (&json!("several"), 3)
    );
    assert_eq!(several["matches"][2]["number"], 3);
    let third = open(json!({"text": game.repeat(3), "number": 3})).await.json();
    assert_eq!(third["tree"]["plies"][1]["move"], "b2");
    assert_eq!(open(json!({"text": game.repeat(3), "number": 4})).await.status, 400);
    let typed = open(json!({"text": "1. 11-15 23-18 *", "game": "checkers"})).await.json();
    assert_eq!(typed["tree"]["plies"].as_array().map(Vec::len), Some(2), "{typed}");
    let wrong = open(json!({"text": "W:W99:B1", "game": "checkers"})).await;
    assert!(wrong.error().starts_with("position: "), "{}", wrong.error());
    let nothing = open(json!({"text": "", "game": "checkers"})).await;
    assert_eq!(nothing.status, 400);
    let illegal = open(json!({"text": "1. 11-16 11-15 *", "game": "checkers"})).await.json();
    assert_eq!(illegal["tree"]["plies"][0]["remark"], "11-15", "{illegal}");
    let illegal = open(json!({"text": "1. 11-17 *", "game": "checkers"})).await;
    assert!(illegal.error().contains("11-17"), "{}", illegal.error());
}

#[tokio::test(flavor = "multi_thread")]
async fn the_game_of_pasted_text_is_detected_whichever_game_is_selected() {
    let server = TestServer::start().await;
    let open = async |text: &str, game: &str| {
        server.post("/api/study/open", &json!({"text": text, "game": game})).await
    };
    let check = async |text: &str, game: &str, expected: &str| {
        let opened = open(text, game).await.json();
        assert_eq!(opened["tree"]["game"], expected, "{text} in {game}: {opened}");
    };
    let chess = "[White \"Ann\"]\n[Black \"Bob\"]\n[Result \"*\"]\n\n1. e4 e5 2. Nf3 Nc6 *\n\n";
    for game in ["checkers", "chess", "othello", "backgammon"] {
        check(chess, game, "chess:standard").await;
        check("1. e4 e5 2. Nf3 *", game, "chess:standard").await;
        check("1. 32-28 19-23 2. 28x19 14x23 *", game, "checkers:international").await;
        check("8/8/8/4k3/8/8/4P3/4K3 w - - 0 1", game, "chess:standard").await;
        check("W:W32,K31:B1", game, "checkers:english").await;
        let several = open(&chess.repeat(2), game).await.json();
        let titles = several["matches"].to_string();
        assert!(titles.contains("chess:standard: Ann against Bob, 2 moves"), "{titles}");
    }
    // The selected game stays selected if the text fits it.
    check("1. 11-15 23-18 *", "checkers:pool", "checkers:pool").await;
    // Errors in the text don't change the game.
    check("1. e4 e5 2. Nf3 Nc6 3. Bb5 Qz9 *", "checkers", "chess:standard").await;
    assert_eq!(open("1. hello {\n", "checkers").await.status, 400);
    for text in ["just some words", "https://example.org/abc", "D3 C5"] {
        let refused = open(text, "checkers").await;
        let why =
            "no match or position recognized; paste moves with their numbers, a file or a position";
        assert_eq!(refused.error(), why, "{text}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_unplayable_variation_becomes_a_comment_with_a_warning() {
    let server = TestServer::start().await;
    let text = "[Game \"tic-tac-toe\"]\n[Result \"*\"]\n\n1. a1 b2 ( 1... a1 ) ( 1... c3 ) *\n";
    let opened = server.post("/api/study/open", &json!({"text": text, "game": null})).await.json();
    let tree = &opened["tree"];
    assert_eq!(tree["variations"].as_array().unwrap().len(), 1, "{opened}");
    assert_eq!(tree["variations"][0]["plies"][0]["move"], "c3");
    let warning = tree["warnings"][0].as_str().unwrap();
    assert!(warning.starts_with("kept the readable parts: line 4, column "), "{warning}");
    let source = json!({"format": "record", "tree": tree});
    let written = server.post("/api/study/file", &source).await.json();
    let source = json!({"text": written["text"], "game": null});
    let again = server.post("/api/study/open", &source).await.json();
    assert!(again["tree"]["warnings"].is_null(), "{again}");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_position_is_set_up_from_pieces_and_its_problem_is_reported() {
    let server = TestServer::start().await;
    let pieces = server.get("/api/study/pieces/chess").await.json();
    let names: Vec<&str> = pieces["pieces"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it["name"].as_str().unwrap())
        .collect();
    assert_eq!(names.len(), 12);
    let king = |color: &str| names.iter().position(|name| *name == format!("{color} king"));
    let mut board = vec![Value::Null; 64];
    board[0] = json!(king("black"));
    let set_up = async |board: &[Value], turn: usize| {
        server
            .post("/api/study/set-up", &json!({"game": "chess", "pieces": board, "turn": turn}))
            .await
    };
    let lonely = set_up(&board, 1).await.json();
    assert_eq!(lonely["problem"], "White has 0 kings");
    board[63] = json!(king("white"));
    let possible = set_up(&board, 2).await.json();
    assert_eq!(possible["problem"], Value::Null);
    assert_eq!(possible["position"], "k7/8/8/8/8/8/8/7K b - - 0 1");
    assert_eq!(possible["view"]["turn"], 2);
    assert_eq!(set_up(&board[1..], 1).await.status, 400);
    assert_eq!(set_up(&board, 3).await.status, 400);
    board[5] = json!(12);
    assert_eq!(set_up(&board, 1).await.status, 400);
    let [white, black] = [0, 1].map(|index| &pieces["promotions"][index]);
    assert_eq!(white["piece"], json!(names.iter().position(|name| *name == "white pawn")));
    assert_eq!(white["squares"], json!([0, 1, 2, 3, 4, 5, 6, 7]));
    assert_eq!(white["becomes"][0]["name"], "white queen");
    assert_eq!(black["becomes"].as_array().unwrap().len(), 4);
    assert_eq!(pieces["promotions"].as_array().unwrap().len(), 2);
    let castling = pieces["joint_moves"].as_array().unwrap();
    let rook = names.iter().position(|name| *name == "white rook");
    assert_eq!(castling.len(), 8);
    assert!(castling.contains(&json!({"target": 62, "pieces": [
        {"piece": names.iter().position(|name| *name == "white king"), "from": 60, "to": 62},
        {"piece": rook, "from": 63, "to": 61},
    ]})));
    assert_eq!(server.get("/api/study/pieces/backgammon").await.json()["pieces"], json!([]));
    let refused = json!({"game": "backgammon", "pieces": [], "turn": 1});
    let refused = server.post("/api/study/set-up", &refused).await;
    assert!(refused.error().contains("cannot be set up"), "{}", refused.error());
}

#[tokio::test(flavor = "multi_thread")]
async fn lines_include_the_squares_of_their_first_moves() {
    let server = TestServer::start().await;
    let mut socket = study_socket(server).await;
    let request = json!({"type": "analyze", "id": 4, "game": "checkers", "moves": ["11-15"],
        "player": "pvs", "lines": 3, "seconds": 0.2});
    socket.send(&request).await;
    let book = socket.next().await.unwrap();
    assert_eq!((&book["type"], &book["id"]), (&json!("book"), &json!(4)), "{book}");
    assert!(
        book["moves"][0]["move"].is_string() && book["moves"][0]["score"].is_number(),
        "{book}"
    );
    let mut ranks = Vec::new();
    let end = loop {
        let message = socket.next().await.unwrap();
        assert_eq!(message["id"], 4);
        if message["type"] != "line" {
            break message;
        }
        assert!(message["squares"].as_array().unwrap().len() >= 2, "{message}");
        assert_eq!(message["line"][0], message["move"]);
        ranks.push(message["rank"].as_u64().unwrap());
    };
    assert!(ranks.contains(&3), "{ranks:?}");
    assert_eq!((&end["type"], &end["why"]), (&json!("end"), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_new_analysis_replaces_the_old_analysis() {
    let server = TestServer::start().await;
    let mut socket = study_socket(server).await;
    for id in 1..=3 {
        let request = json!({"type": "analyze", "id": id, "game": "checkers:pool", "moves": [], "seconds": 60});
        socket.send(&request).await;
    }
    let last = socket.until(|message| message["id"] == 3).await;
    assert_eq!(last["type"], "line", "{last}");
    socket.send(&json!({"type": "stop"})).await;
    socket.send(&analyze("analyze", 21, "tic-tac-toe", &json!([]))).await;
    let next = socket.until(|message| message["id"] == 21).await;
    assert_eq!(next["type"], "line", "{next}");
}

#[tokio::test(flavor = "multi_thread")]
async fn one_client_has_two_analyses_at_once() {
    let server = TestServer::start().await;
    let request =
        json!({"type": "analyze", "id": 1, "game": "checkers:pool", "moves": [], "seconds": 60});
    let (mut one, mut two, mut three) =
        (study_socket(server).await, study_socket(server).await, study_socket(server).await);
    for socket in [&mut one, &mut two] {
        socket.send(&request).await;
        assert_eq!(socket.next().await.unwrap()["type"], "line");
    }
    three.send(&request).await;
    let refused = three.next().await.unwrap();
    assert_eq!(refused["type"], "refused");
    assert!(refused["why"].as_str().unwrap().contains("stop one"), "{refused}");
    drop(one);
    // The first analysis ends soon after its client disconnects.
    loop {
        three.send(&request).await;
        if three.next().await.unwrap()["type"] == "line" {
            break;
        }
        tokio::task::yield_now().await;
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_review_finds_the_blunder_and_the_better_line() {
    let server = TestServer::start().await;
    let mut socket = study_socket(server).await;
    // X wins with c3; after a1, O wins.
    let mut review = analyze("review", 7, "tic-tac-toe", &json!(["a1", "c2"]));
    review["start"] = "xx1/oo1/3 x".into();
    socket.send(&review).await;
    let mut positions = Vec::new();
    let summary = loop {
        let message = socket.next().await.unwrap();
        if message["type"] != "reviewed" {
            break message;
        }
        positions.push(message);
    };
    let plies: Vec<u64> = positions.iter().map(|it| it["ply"].as_u64().unwrap()).collect();
    assert_eq!(plies, [0, 1, 2]);
    let blunder = &positions[1]["appraisal"];
    assert_eq!((&blunder["mark"], &blunder["better"][0]["move"]), (&json!("??"), &json!("c3")));
    assert!(blunder["sentence"].as_str().unwrap().starts_with("a1 is a blunder (??)"), "{blunder}");
    assert_eq!((&positions[0]["points"], &positions[2]["points"]), (&json!(1.0), &json!(0.0)));
    assert_eq!(summary["type"], "summary");
    assert!(summary["sentences"][0].as_str().unwrap().starts_with("X: no inaccuracy"), "{summary}");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_reason_for_a_missing_analysis_is_reported() {
    let server = TestServer::start().await;
    let mut socket = study_socket(server).await;
    let mut refusal = async |request: Value| {
        socket.send(&request).await;
        let message = socket.next().await.unwrap();
        assert_eq!(
            (&message["type"], &message["id"]),
            (&json!("refused"), &request["id"]),
            "{message}"
        );
        message["why"].as_str().unwrap().to_owned()
    };
    let why = refusal(analyze("analyze", 1, "dominoes", &json!([]))).await;
    assert!(why.contains("hidden"), "{why}");
    assert!(refusal(analyze("review", 2, "kuhn-poker", &json!([]))).await.contains("hidden"));
    assert!(
        refusal(analyze("analyze", 3, "checkers", &json!(["1-2"]))).await.starts_with("move 1: ")
    );
    assert!(refusal(analyze("analyze", 4, "chekers", &json!([]))).await.contains("checkers"));
    assert!(refusal(analyze("analyze", 5, "pig", &json!(["roll"]))).await.contains("chance"));
    assert!(refusal(analyze("review", 6, "checkers", &json!([]))).await.contains("no move"));
    for (player, part) in [
        ("engine:uci:touch /tmp/started", "starts a program"),
        ("human", "a person"),
        ("nobody", "nobody"),
        ("pvs:depth=many", "depth"),
    ] {
        let mut request = analyze("analyze", 9, "chess", &json!([]));
        request["player"] = player.into();
        let why = refusal(request).await;
        assert!(why.contains(part), "{player}: {why}");
    }
    let mut timeless = analyze("analyze", 10, "chess", &json!([]));
    timeless["seconds"] = json!(-3);
    assert!(refusal(timeless).await.starts_with("seconds: "));
}

#[tokio::test(flavor = "multi_thread")]
async fn misbehaving_study_sockets_are_closed_with_a_reason() {
    let server = TestServer::start().await;
    let foreign = "GET /api/study/socket HTTP/1.1\r\nHost: HOST\r\nOrigin: http://evil.example\r\n\
                   Connection: Upgrade, close\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\n\
                   Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n";
    assert_eq!(server.raw(foreign).await.status, 403);
    let mut wrong = study_socket(server).await;
    wrong.send_text("{\"type\":".into()).await;
    let error = wrong.next().await.unwrap();
    assert!(error["why"].as_str().unwrap().starts_with("invalid message"), "{error}");
    assert_eq!(wrong.next().await, None);
    let flood = study_socket(server).await;
    assert_eq!(flood.flood(&json!({"type": "stop"})).await, "too many messages");
    let huge = json!({"text": "x".repeat(2 << 20), "game": null});
    assert_eq!(server.post("/api/study/open", &huge).await.status, 413);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_too_deeply_nested_tree_is_refused() {
    let server = TestServer::start().await;
    let mut variations = json!([]);
    for _ in 0..200 {
        variations = json!([{"after": 0, "plies": [{"move": "b2"}], "variations": variations}]);
    }
    let tree = json!({"game": "tic-tac-toe", "plies": [{"move": "a1"}], "variations": variations});
    let refused = server.post("/api/study/file", &json!({"format": "record", "tree": tree})).await;
    assert!((400..500).contains(&refused.status), "{}", refused.status);
    assert!(!refused.error().is_empty());
}
