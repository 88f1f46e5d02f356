//! Tests for positions with their legal moves and squares.

use std::collections::HashSet;
use std::time::Duration;

use board_engine::{Seat, Viewer};
use notation::json::{Position, Request, StepNode, step_nodes};

use super::json;

fn position(game: &str, position: Option<&str>) -> Position {
    let game = game_catalog::table_game(game).unwrap();
    Position::new(&*game, &*game.open(position).unwrap(), Viewer::Arbiter)
}

#[test]
fn a_capture_touches_the_squares_of_its_route() {
    let found = position("checkers", Some("W:W27:B11,18,24"));
    let value = json(&found);
    assert_eq!(value["turn"], 2);
    let capture = &value["legal_moves"][0];
    assert_eq!(capture["move"], value["moves"][0]);
    let first = usize::try_from(capture["squares"][0].as_u64().unwrap()).unwrap();
    assert_eq!(value["diagram"]["squares"][first]["name"], "27", "{value}");
    assert!(value.get("outcome").is_none(), "{value}");
    assert!(value.get("table_moves").is_none(), "{value}");
}

#[test]
fn the_picture_has_every_square_with_its_place_and_its_piece() {
    let value = json(&position("checkers", Some("W:WK27:B11")));
    let diagram = &value["diagram"];
    assert_eq!((&diagram["columns"], &diagram["rows"]), (&8.into(), &8.into()));
    assert_eq!(diagram["names_on_squares"], true);
    assert_eq!(
        (&diagram["shades"][0][0], &diagram["shades"][0][1]),
        (&"light".into(), &"dark".into())
    );
    let squares = diagram["squares"].as_array().unwrap();
    assert_eq!(squares.len(), 32);
    let king = squares.iter().find(|square| square["name"] == "27").unwrap();
    let [piece] = &king["pieces"].as_array().unwrap()[..] else { panic!("{king}") };
    assert_eq!((&piece["color"], &piece["name"]), (&"white".into(), &"white king".into()));
    assert_eq!(
        (&piece["kind"], &piece["role"], &piece["owner"]),
        (&"piece".into(), &"king".into(), &2.into())
    );
    assert_eq!((&king["row"], &king["column"]), (&6.into(), &5.into()));
    let free = squares.iter().find(|square| square["name"] == "1").unwrap();
    assert_eq!(free["pieces"], serde_json::json!([]));
}

#[test]
fn a_finished_game_has_an_outcome_and_no_moves() {
    let value = json(&position("tic-tac-toe", Some("xxx/oo1/3 o")));
    assert_eq!(value["moves"], serde_json::json!([]));
    assert_eq!(value["outcome"]["payoffs"], serde_json::json!([1, -1]));
}

#[test]
fn the_squares_of_a_complete_line_are_marked_as_won() {
    let won = |text| json(&position("tic-tac-toe", text))["diagram"]["won"].clone();
    assert_eq!(won(Some("xxx/oo1/3 o")), serde_json::json!([0, 1, 2]));
    assert_eq!(won(Some("xx1/oo1/3 x")), serde_json::json!([]));
    // The two lines that one move completes share a square.
    assert_eq!(won(Some("xxx/xoo/xoo o")), serde_json::json!([0, 1, 2, 3, 6]));
}

#[test]
fn each_square_has_its_own_name() {
    for game in game_catalog::games() {
        let diagram = position(&game.name, None).diagram;
        let names: HashSet<&str> =
            diagram.squares.iter().map(|square| square.name.as_str()).collect();
        assert_eq!(names.len(), diagram.squares.len(), "{}", game.name);
    }
}

#[test]
fn a_request_has_the_squares_of_its_moves() {
    let game = game_catalog::table_game("tic-tac-toe").unwrap();
    let request = games_package::Request {
        seat: Seat::SECOND,
        start: "3/3/3 x".into(),
        moves: "a1".into(),
        position: "3/3/x2 o".into(),
        legal_moves: vec!["b1".into(), "elsewhere".into()],
        time_left: Some(Duration::from_mins(1)),
        budget: None,
        draw_offer: Some(Seat::FIRST),
        clocks: Vec::new(),
    };
    let expected = serde_json::json!({
        "seat": 2, "start": "3/3/3 x", "moves": ["a1"], "position": "3/3/x2 o",
        "legal_moves": [
            {"move": "b1", "squares": [7]},
            {"move": "elsewhere", "squares": []},
        ],
        "time_left": 60.0, "budget": null, "draw_offer": 1,
    });
    assert_eq!(json(&Request::new(&*game, &request)), expected);
}

#[test]
fn steps_are_short_arrays() {
    let nodes = |game: &str, position: Option<&str>| {
        let game = game_catalog::table_game(game).unwrap();
        step_nodes(&game.open(position).unwrap().steps())
    };
    let stones = nodes("tic-tac-toe", Some("xx1/oo1/xo1 x"));
    let expected = serde_json::json!([
        {"steps": [[null, 2, 1], [null, 8, 2], [null, 5, 3]]},
        {"moves": [0]}, {"moves": [1]}, {"moves": [2]},
    ]);
    assert_eq!(json(&stones), expected);
    let capture = json(&nodes("checkers", Some("W:W27:B24")));
    let [from, to, next, others] = &capture[0]["steps"][0].as_array().unwrap()[..] else {
        panic!("{capture}")
    };
    assert_eq!((&capture[1]["moves"], next), (&serde_json::json!([0]), &1.into()), "{from} {to}");
    assert_eq!(others[0][1], serde_json::Value::Null);
    let promotion = nodes("chess", Some("7k/P7/8/8/8/8/8/K7 w - - 0 1"));
    let value = json(&promotion);
    assert!(value.to_string().contains("\"name\":\"white queen\""), "{value}");
    let read: Vec<StepNode> = serde_json::from_value(value).unwrap();
    assert_eq!(read, promotion);
    assert!(nodes("pig", None).is_empty(), "moves without squares have no steps");
}
