//! Tests matches over several races.

use board_engine::{Game, Notation, Turn, Viewer};
use pig::Pig;

fn game(races: u8) -> Pig {
    Pig::new(20).unwrap().with_races(races).unwrap()
}

/// The position after these moves from the position `text`.
fn after(game: Pig, text: &str, moves: &[&str]) -> String {
    let mut position = game.parse_position(text).unwrap();
    for text in moves {
        let mv = game.parse_move(&position, text).unwrap();
        game.play(&mut position, mv);
    }
    game.format_position(&position)
}

fn payoffs(game: Pig, text: &str) -> Option<(Vec<i16>, &'static str)> {
    let position = game.parse_position(text).unwrap();
    let status = game.legal_moves(&position, &mut Vec::new());
    status.outcome().map(|outcome| (outcome.payoffs().to_vec(), outcome.reason()))
}

#[test]
fn the_players_take_turns_starting_races() {
    assert_eq!(game(3).format_position(&game(3).start()), "0,0 1 0 0:0");
    assert_eq!(after(game(3), "18,0 1 0 roll 0:0", &["4", "next-race"]), "0,0 2 0 1:0");
    assert_eq!(after(game(3), "18,19 2 0 roll 1:0", &["2", "next-race"]), "0,0 1 0 1:1");
}

#[test]
fn more_than_half_of_the_races_win() {
    let reason = "more than half of the races are won";
    assert_eq!(payoffs(game(3), "18,0 1 4 0:0"), None);
    assert_eq!(payoffs(game(3), "18,0 1 4 1:0"), Some((vec![1, -1], reason)));
    assert_eq!(payoffs(game(3), "0,18 2 4 1:1"), Some((vec![-1, 1], reason)));
    let half = "each player won half of the races";
    assert_eq!(payoffs(game(2), "0,18 2 4 1:0"), Some((vec![0, 0], half)));
    let position = game(3).parse_position("18,0 1 4 0:0").unwrap();
    assert_eq!(game(3).turn(&position), Turn::Chance);
}

#[test]
fn the_races_are_counted_alongside_the_scores() {
    let position = game(5).parse_position("18,3 1 4 1:2").unwrap();
    assert_eq!(
        game(5).diagram(&position, Viewer::Public).to_string(),
        "Player 1: score 18/20, races 2/3\nPlayer 2: score 3/20, races 2/3\ndie: -\nturn total: 4\n"
    );
}

#[test]
fn errors_in_a_match_are_reported() {
    let refusal = |text: &str| game(3).parse_position(text).unwrap_err().reason();
    let form = "expected both scores, the player to move and the turn total, as in 31,42 1 8 and the races won, 0:1 at column 1";
    for text in
        ["0,0 1 0", "0,0 1 0 1", "0,0 1 0 1:", "0,0 1 0 1:0 roll", "0,0 1 0 01:0", "0,0 1 0 999:0"]
    {
        assert_eq!(refusal(text), form, "{text}");
    }
    assert_eq!(refusal("0,0 1 0 2:0"), "the match was decided before this race");
    let typed = |text: &str, mv: &str| {
        let position = game(3).parse_position(text).unwrap();
        game(3).parse_move(&position, mv).unwrap_err().reason()
    };
    assert_eq!(typed("18,0 1 4 0:0", "roll"), "the race is over");
    assert_eq!(typed("0,0 1 0 0:0", "next-race"), "the race is not over");
}

#[test]
fn an_ending_states_the_scores_or_the_races() {
    let ending = |game: Pig, text: &str| {
        let position = game.parse_position(text).unwrap();
        let status = game.legal_moves(&position, &mut Vec::new());
        game.describe_outcome(&position, &status.outcome().unwrap())
    };
    assert_eq!(ending(game(1), "18,7 1 4"), "the goal is reached, 22–7");
    let won = "more than half of the races are won, 1–2";
    assert_eq!(ending(game(3), "0,18 2 4 1:1"), won);
}

#[test]
fn the_end_of_a_race_is_described_until_the_next_one_begins() {
    let said = |game: Pig, text: &str| game.describe_round_end(&game.parse_position(text).unwrap());
    assert_eq!(said(game(3), "18,7 1 4 0:1").as_deref(), Some("the goal is reached, 22–7"));
    // In turn: the race is not over, has not started, or was the last race.
    let others = [(3, "14,7 1 4 0:1"), (3, "0,0 1 0 1:1"), (3, "18,7 1 4 1:1"), (1, "18,7 1 4")];
    for (races, text) in others {
        assert_eq!(said(game(races), text), None, "{text}");
    }
}
