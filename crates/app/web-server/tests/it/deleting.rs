//! Tests deleting matches: who may delete them, when, and that deletion is permanent.

use serde_json::{Value, json};
use web_server::Settings;

use crate::client::TestServer;

/// A match between two connected people: its address and their tokens.
async fn of_two(server: TestServer) -> (Value, String, Vec<Value>) {
    let seats = json!([{"kind": "me"}, {"kind": "person"}]);
    let made = server.make(&json!({"game": "checkers", "seats": seats, "name": "Anna"})).await;
    let address = format!("/api/matches/{}", made["match"].as_str().unwrap());
    let invitation = json!({"name": "Ben", "token": made["invitations"][0]["token"]});
    let joined = server.post(&format!("{address}/join"), &invitation).await.json();
    let tokens = vec![made["seats"][0]["token"].clone(), joined["token"].clone()];
    (made["match"].clone(), address, tokens)
}

#[tokio::test(flavor = "multi_thread")]
async fn the_holder_of_a_seat_deletes_a_finished_match() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = TestServer::keeping(Settings::default(), Some(folder.path())).await;
    let (name, address, tokens) = of_two(server).await;
    let [anna, ben] = [0, 1].map(|index| tokens[index].as_str().unwrap());
    let refused = |answer: crate::client::Answer| (answer.status, answer.error());
    assert_eq!(
        refused(server.delete_as("", &address).await),
        (403, "only the match's players can delete it".into())
    );
    assert_eq!(
        refused(server.delete_as("guessed", &address).await),
        (403, "this token is not valid for this match".into())
    );
    let why = "cannot delete the match: it is not over; finish it or resign first";
    assert_eq!(refused(server.delete_as(anna, &address).await), (409, why.into()));
    let mut other = server.join(&name, &[&tokens[1]]).await;
    other.until_asked(0).await;
    let resign = json!({"type": "command", "id": 1, "command": {"command": "resign"}});
    let resigned = server.post_as(anna, &format!("{address}/messages"), &resign).await;
    assert_eq!(resigned.status, 200, "{}", resigned.text);
    other.event("match_ended").await;
    let deleted = server.delete_as(ben, &address).await;
    assert_eq!((deleted.status, deleted.json()), (200, json!({"match": name})));
    let told = other.until(|message| message["type"] == "error").await;
    assert_eq!(told["why"], "this match was deleted");
    // The match is no longer in memory or in the library.
    assert_eq!(server.get(&format!("{address}/file?format=pdn")).await.status, 404);
    assert_eq!(server.delete_as(ben, &address).await.status, 404);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_deleted_match_does_not_return_while_a_client_has_it_open() {
    let folder = tempfile::tempdir().unwrap();
    let (server, _stop) = TestServer::keeping(Settings::default(), Some(folder.path())).await;
    let seats = json!([{"kind": "me"}, {"kind": "me"}]);
    let made = server.make(&json!({"game": "checkers", "seats": seats})).await;
    let (name, token) = (&made["match"], &made["seats"][0]["token"]);
    let tokens = [token, &made["seats"][1]["token"]];
    let mut socket = server.join(name, &tokens).await;
    socket.until_asked(0).await;
    let address = format!("/api/matches/{}", name.as_str().unwrap());
    // This client has all people's seats, so it may delete an unfinished match.
    let both = server.delete_as(token.as_str().unwrap(), &address).await;
    assert_eq!(both.status, 409, "one of two seats is not all of them");
    socket.command(1, json!({"command": "resign", "seat": 1})).await;
    assert_eq!(server.delete_as(token.as_str().unwrap(), &address).await.status, 200);
    socket.command(2, json!({"command": "restart"})).await;
    assert_eq!(server.get(&format!("{address}/file?format=pdn")).await.status, 404);
}
