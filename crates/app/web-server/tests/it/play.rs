//! Playing a match.

use std::time::Duration;

use serde_json::{Value, json};
use web_server::Settings;

use crate::client::{Socket, TestServer};

fn against(game: &str, player: &str) -> Value {
    json!({"game": game, "seats": [{"kind": "me"}, {"kind": "player", "player": player}]})
}

async fn begin(server: TestServer, request: &Value) -> (Socket, Value) {
    let made = server.make(request).await;
    let mut socket = server.join(&made["match"], &[&made["seats"][0]["token"]]).await;
    let state = socket.next().await.unwrap();
    assert_eq!((&state["type"], &state["director"]), (&json!("state"), &json!(true)), "{state}");
    (socket, state)
}

/// Plays the first legal move until the end, starting from `state`. Returns the number of moves and the last message.
async fn play_out(socket: &mut Socket, state: Value) -> (u64, Value) {
    let is_over = |message: &Value| {
        message["event"] == "match_ended" || message["table"]["ending"].is_object()
    };
    play_until(socket, state, is_over).await
}

/// Like [`play_out`], but stops at this type of message.
async fn play_until(
    socket: &mut Socket,
    state: Value,
    is_last: impl Fn(&Value) -> bool,
) -> (u64, Value) {
    let (mut id, mut ply, mut moves, mut message) = (0, 0, json!([]), state);
    loop {
        ply = message["ply"].as_u64().filter(|_| message["view"].is_object()).unwrap_or(ply);
        if message["view"].is_object() {
            moves = message["view"]["legal_moves"].clone();
        }
        // A slow client receives the whole state instead of the missed messages.
        if let Some(played) = message["table"]["moves"].as_array() {
            ply = played.len() as u64;
        }
        if is_last(&message) {
            return (ply, message);
        }
        if message["event"] == "input_requested" || message["table"]["prompt"].is_object() {
            id += 1;
            let command = json!({"command": "answer", "ply": ply, "text": moves[0]["move"]});
            socket.send(&json!({"type": "command", "id": id, "command": command})).await;
        }
        message = socket.next().await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_whole_match_is_played_in_every_kind_of_game() {
    let server = TestServer::start().await;
    for game in ["checkers", "pig", "kuhn-poker", "tic-tac-toe"] {
        let (mut socket, state) = begin(server, &against(game, "random")).await;
        let (plies, last) = play_out(&mut socket, state).await;
        assert!(plies > 4, "{game}: {last}");
        assert!(last["say"].as_str().unwrap().ends_with('.'), "{last}");
        // Earlier positions can be viewed.
        socket.send(&json!({"type": "show", "ply": 2})).await;
        let shown = socket.until(|message| message["type"] == "position").await;
        assert_eq!(shown["ply"], 2);
        assert!(shown["view"]["diagram"]["squares"].is_array(), "{shown}");
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn the_end_of_a_round_is_shown_until_a_player_continues() {
    let settings = Settings { round_pause: Duration::from_mins(10), ..Settings::default() };
    let server = TestServer::with(settings).await;
    let made = server.make(&against("kuhn-poker:2", "random")).await;
    let mut socket = server.join(&made["match"], &[&made["seats"][0]["token"]]).await;
    let state = socket.next().await.unwrap();
    let says_how = |message: &Value| {
        message["say"].as_str().is_some_and(|say| say.starts_with("The round is over: "))
    };
    let (_, ended) = play_until(&mut socket, state, says_how).await;
    let how = ended["view"]["round_end"].as_str().unwrap();
    assert!(how.ends_with(" chips"), "{ended}");
    assert_eq!(ended["say"], format!("The round is over: {how}."));
    assert_eq!(ended["view"]["turn"], "chance", "{ended}");
    // A client that joins in the meantime sees the same state, and can't begin the next round without a seat.
    let mut late = server.join(&made["match"], &[]).await;
    let state = late.next().await.unwrap();
    assert_eq!((&state["say"], &state["view"]["round_end"]), (&ended["say"], &json!(how)));
    let of_a_seat = late.command(1, json!({"command": "next_round", "seat": 1})).await;
    assert_eq!(of_a_seat["why"], "this is not your seat");
    assert_eq!(late.command(2, json!({"command": "next_round"})).await["type"], "refused");
    socket.send(&json!({"type": "command", "id": 99, "command": {"command": "next_round"}})).await;
    let next = socket.until(|message| message["event"] == "chance_decided").await;
    assert_eq!((&next["move"], &next["view"]["round_end"]), (&json!("shuffle"), &Value::Null));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_slip_is_refused_with_the_rule_and_the_question_stays() {
    let server = TestServer::start().await;
    let (mut socket, _state) = begin(server, &against("checkers", "random")).await;
    socket.until_asked(0).await;
    let slip = json!({"command": "answer", "ply": 0, "text": "11-17"});
    let refused = socket.command(1, slip).await;
    assert_eq!(refused["type"], "refused");
    assert_eq!(refused["why"], "a man moves one square forward");
    let legal = json!({"command": "answer", "ply": 0, "text": "11-15"});
    assert_eq!(socket.command(2, legal.clone()).await["type"], "done");
    // A repeated command is answered again but played only once.
    assert_eq!(socket.command(2, legal).await["type"], "done");
    let late = json!({"command": "answer", "ply": 0, "text": "11-15"});
    assert_eq!(socket.command(3, late).await["type"], "refused");
}

#[tokio::test(flavor = "multi_thread")]
async fn the_director_takes_back_and_gets_advice() {
    let server = TestServer::start().await;
    let (mut socket, _state) = begin(server, &against("tic-tac-toe", "random")).await;
    socket.until_asked(0).await;
    let corner = json!({"command": "answer", "ply": 0, "text": "a1"});
    assert_eq!(socket.command(1, corner).await["type"], "done");
    socket.until_asked(2).await;
    assert_eq!(
        socket.command(2, json!({"command": "take_back", "plies": 2})).await["type"],
        "done"
    );
    socket.until_asked(0).await;
    socket.send(&json!({"type": "ask", "id": 3, "topic": "best_move"})).await;
    let advice = socket.until(|message| message["type"] == "advice").await;
    assert!(advice["squares"].is_array(), "{advice}");
}

#[tokio::test(flavor = "multi_thread")]
async fn between_people_each_begins_the_next_round_for_both() {
    let settings = Settings { round_pause: Duration::from_mins(10), ..Settings::default() };
    let server = TestServer::with(settings).await;
    let (_made, mut anna, mut ben) = two_people(server, "kuhn-poker:2").await;
    let next_round = json!({"command": "next_round"});
    anna.until_asked(2).await;
    assert_eq!(anna.command(1, next_round.clone()).await["why"], "no round has just ended");
    let bet = json!({"command": "answer", "ply": 2, "text": "bet"});
    assert_eq!(anna.command(2, bet).await["type"], "done");
    ben.until_asked(3).await;
    let fold = json!({"command": "answer", "ply": 3, "text": "fold"});
    assert_eq!(ben.command(1, fold).await["type"], "done");
    ben.send(&json!({"type": "command", "id": 2, "command": next_round})).await;
    for socket in [&mut anna, &mut ben] {
        socket.until(|message| message["move"] == "shuffle").await;
    }
}

/// Two people who joined a match through a link.
async fn two_people(server: TestServer, game: &str) -> (Value, Socket, Socket) {
    let seats = json!([{"kind": "me"}, {"kind": "person"}]);
    let made = server.make(&json!({"game": game, "seats": seats, "name": "Anna"})).await;
    let mut first = server.join(&made["match"], &[&made["seats"][0]["token"]]).await;
    assert_eq!(first.next().await.unwrap()["table"], Value::Null);
    let invitation = &made["invitations"][0]["token"];
    let join = format!("/api/matches/{}/join", made["match"].as_str().unwrap());
    let seat = server.post(&join, &json!({"name": "Ben", "token": invitation})).await.json();
    assert_eq!(seat["seat"], 2);
    let again = server.post(&join, &json!({"name": "Carl", "token": invitation})).await;
    assert_eq!((again.status, again.error()), (409, "this seat is taken".into()));
    let second = server.join(&made["match"], &[&seat["token"]]).await;
    (made, first, second)
}

#[tokio::test(flavor = "multi_thread")]
async fn people_play_by_link_and_each_acts_only_for_one_seat() {
    let server = TestServer::start().await;
    let (made, mut first, mut second) = two_people(server, "checkers").await;
    first.until_asked(0).await;
    let state = second.next().await.unwrap();
    assert_eq!((&state["seats"], &state["director"]), (&json!([2]), &json!(false)));
    assert_eq!(state["advice"], json!(false));
    assert_eq!(state["players"][0]["name"], "Anna");
    let for_the_other = json!({"command": "answer", "seat": 1, "ply": 0, "text": "11-15"});
    let refused = second.command(1, for_the_other).await;
    assert_eq!(refused["why"], "this is not your seat");
    let paused = second.command(2, json!({"command": "pause"})).await;
    assert_eq!(paused["type"], "refused");
    second.send(&json!({"type": "ask", "id": 3, "topic": "best_move"})).await;
    let no_advice = second.until(|message| message["id"] == 3).await;
    assert_eq!(no_advice["why"], "hints are not available in a match between people");
    assert_eq!(first.command(1, json!({"command": "resign"})).await["type"], "done");
    let ended = second.event("match_ended").await;
    assert_eq!(ended["payoffs"], json!([-1, 1]));
    // Both players request a rematch. In the rematch, they switch seats and keep their tokens.
    first.send(&json!({"type": "rematch", "id": 4})).await;
    second.send(&json!({"type": "rematch", "id": 4})).await;
    let next = first.until(|message| message["type"] == "rematch").await;
    let mut again = server.join(&next["match"], &[&made["seats"][0]["token"]]).await;
    assert_eq!(again.next().await.unwrap()["seats"], json!([2]));
}

#[tokio::test(flavor = "multi_thread")]
async fn a_state_reports_whether_advice_is_available() {
    let server = TestServer::start().await;
    for (game, expected) in [("checkers", true), ("kuhn-poker", false)] {
        let (mut socket, state) = begin(server, &against(game, "random")).await;
        assert_eq!(state["advice"], json!(expected), "{game}");
        if !expected {
            socket.send(&json!({"type": "ask", "id": 1, "topic": "best_move"})).await;
            let refused = socket.until(|message| message["id"] == 1).await;
            assert_eq!(refused["why"], "advice is not available in games with hidden hands");
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_seat_has_its_own_time() {
    let server = TestServer::start().await;
    let seats = json!([{"kind": "me", "time_control": "1m+0s"}, {"kind": "person"}]);
    let request = json!({"game": "chess", "seats": seats, "time_control": "5m+3s", "listed": true});
    let made = server.make(&request).await;
    let listed = server.get("/api/matches").await.json();
    assert_eq!(listed["open"][0]["time_control"], "1m+0s : 5m+3s");
    let join = format!("/api/matches/{}/join", made["match"].as_str().unwrap());
    let other = server.post(&join, &json!({"name": "Ben"})).await.json();
    let token = &made["seats"][0]["token"];
    let mut socket = server.join(&made["match"], &[token]).await;
    let state = socket.next().await.unwrap();
    assert_eq!(state["players"][0]["time_control"], "1m+0s");
    let clocks: Vec<f64> = state["table"]["clocks"]
        .as_array()
        .unwrap()
        .iter()
        .map(|it| it.as_f64().unwrap())
        .collect();
    assert!(clocks[0] <= 60.0 && clocks[1] >= 300.0, "{clocks:?}");
    // In a rematch, the time control moves with the player.
    socket.command(1, json!({"command": "resign"})).await;
    let mut second = server.join(&made["match"], &[&other["token"]]).await;
    socket.send(&json!({"type": "rematch", "id": 4})).await;
    second.send(&json!({"type": "rematch", "id": 4})).await;
    let next = socket.until(|message| message["type"] == "rematch").await;
    let state = server.join(&next["match"], &[token]).await.next().await.unwrap();
    assert_eq!(
        (&state["seats"], &state["players"][1]["time_control"]),
        (&json!([2]), &json!("1m+0s"))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn people_take_moves_back_when_all_agree() {
    let server = TestServer::start().await;
    let (_made, mut anna, mut ben) = two_people(server, "checkers").await;
    let answer = |text: &str| json!({"command": "answer", "ply": 0, "text": text});
    anna.until_asked(0).await;
    assert_eq!(anna.command(1, answer("11-15")).await["type"], "done");
    ben.until_asked(1).await;
    anna.send(&json!({"type": "take_back", "id": 2, "plies": 2})).await;
    let refused = anna.until(|message| message["id"] == 2).await;
    assert_eq!(refused["why"], "cannot take back 2 moves: the match has 1");
    anna.send(&json!({"type": "take_back", "id": 3, "plies": 1})).await;
    let asked = ben.until(|message| message["take_back"].is_object()).await;
    assert_eq!(asked["take_back"], json!({"by": 1, "ply": 1, "plies": 1, "agreed": [1]}));
    ben.send(&json!({"type": "answer_take_back", "id": 4, "agree": false})).await;
    let declined = anna.until(|message| message["type"] == "take_back_declined").await;
    assert_eq!(declined["by"], 2);
    anna.until(|message| message["type"] == "presence" && message["take_back"].is_null()).await;
    anna.send(&json!({"type": "take_back", "id": 5, "plies": 1})).await;
    ben.until(|message| message["take_back"].is_object()).await;
    ben.send(&json!({"type": "answer_take_back", "id": 6, "agree": true})).await;
    let table = anna.event("move_taken_back").await;
    assert_eq!(table["moves"], json!([]));
    ben.send(&json!({"type": "answer_take_back", "id": 7, "agree": true})).await;
    let late = ben.until(|message| message["id"] == 7).await;
    assert_eq!(late["why"], "there is no takeback proposal");
}

#[tokio::test(flavor = "multi_thread")]
async fn a_player_who_leaves_a_match_loses_it() {
    let settings = Settings { abandon_after: Duration::from_millis(50), ..Settings::default() };
    let server = TestServer::with(settings).await;
    let (_made, mut first, second) = two_people(server, "checkers").await;
    first.until_asked(0).await;
    drop(second);
    let ended = first.event("match_ended").await;
    assert_eq!(ended["payoffs"], json!([1, -1]));
}

#[tokio::test(flavor = "multi_thread")]
async fn hidden_hands_stay_with_their_players() {
    let server = TestServer::start().await;
    let (made, first, second) = two_people(server, "kuhn-poker").await;
    let spectator = server.join(&made["match"], &[]).await;
    let mut shown = Vec::new();
    for mut socket in [first, second, spectator] {
        let is_dealt = |message: &Value| {
            let position = message["view"]["position"].as_str().unwrap_or_default();
            position.chars().filter(char::is_ascii_uppercase).count()
                + position.matches('?').count()
                == 2
        };
        let dealt = socket.until(is_dealt).await;
        shown.push(dealt["view"]["position"].as_str().unwrap().to_owned());
    }
    let hidden = |position: &str| position.matches('?').count();
    assert_eq!(shown.iter().map(|it| hidden(it)).collect::<Vec<_>>(), [1, 1, 2], "{shown:?}");
}
