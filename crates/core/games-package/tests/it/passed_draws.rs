//! Tests with matches from other tables that continued after a draw.

use games_package::{EndReason, Ending, PassedDraw, Record};
use notation::{Pgn, RecordFile, Sheet, SheetFormat};

use crate::games::{ring, stones};
use crate::players::plays_first;
use crate::table::{play, setup};

/// The token moves back and forth: after four plies it is at the start for the third time.
fn sheet(plies: usize, result: &str) -> Sheet {
    let moves: Vec<&str> = ["left", "right"].into_iter().cycle().take(plies).collect();
    let text = format!("[Game \"ring\"]\n1. {} {result}\n", moves.join(" "));
    Pgn.read(text.as_bytes(), None).next().unwrap().unwrap()
}

fn record(plies: usize, result: &str) -> Record {
    sheet(plies, result).to_record(&*ring()).unwrap()
}

#[test]
fn a_match_is_read_beyond_a_draw_and_knows_where_it_was() {
    let read = record(7, "1-0");
    let state = read.replay(&*ring()).unwrap();
    let drawn = |after| PassedDraw { after, rule: "the third time" };
    assert_eq!(state.passed_draws(), [4, 5, 6].map(drawn));
    assert_eq!(Record::from_text(&read.to_text()).unwrap(), read);
    assert_eq!(read.ending, Some(Ending::unstated(vec![1, -1])));
}

#[test]
fn the_result_in_a_file_takes_precedence_over_a_draw_at_its_end() {
    let by_rules = Some(EndReason::Rules("the third time".into()));
    let of_file = |payoffs| Some(Ending::unstated(payoffs).reason);
    for (result, expected) in [
        ("*", None),
        ("1/2-1/2", by_rules),
        ("1-0", of_file(vec![1, -1])),
        ("0-1", of_file(vec![-1, 1])),
    ] {
        let read = record(4, result);
        assert_eq!(
            read.ending.as_ref().map(|ending| &ending.reason),
            expected.as_ref(),
            "{result}"
        );
        read.replay(&*ring()).unwrap();
    }
}

#[test]
fn a_draw_is_forgotten_with_the_ply_that_passed_it() {
    let game = ring();
    let mut state = game.open(None).unwrap();
    for mv in ["left", "right", "left", "right"] {
        state.play(mv).unwrap();
    }
    assert!(state.can_play_on() && state.play("left").is_err());
    state.play_on("right").unwrap();
    state.play_on("left").unwrap();
    let fork = state.fork();
    state.take_back();
    assert_eq!((state.passed_draws().len(), fork.passed_draws().len()), (1, 1));
    state.take_back();
    assert!(state.passed_draws().is_empty() && state.outcome().is_some());
}

#[test]
fn a_won_match_does_not_continue() {
    let game = stones(2, 3);
    let mut state = game.open(None).unwrap();
    state.play("3").unwrap();
    assert!(!state.can_play_on());
    let refused = state.play_on("1").unwrap_err().reason();
    assert!(refused.starts_with("the game is over: "), "{refused}");
}

#[test]
fn the_table_continues_such_a_match_by_its_own_rules() {
    // An earlier draw doesn't count: the table ends the match at the next repetition.
    let read = record(7, "*");
    let mut go_on = setup(ring(), [plays_first(), plays_first()]);
    go_on.opening = read.plies.clone();
    let finished = play(go_on).record;
    assert_eq!(finished.plies, read.plies, "it stands for the third time");
    assert_eq!(finished.ending.as_ref().unwrap().payoffs, Some(vec![0, 0]));
    finished.replay(&*ring()).unwrap();
    let mut away = record(4, "*");
    away.plies.extend(["left".into(), "left".into()]);
    let mut go_on = setup(ring(), [plays_first(), plays_first()]);
    go_on.opening = away.plies.clone();
    let finished = play(go_on).record;
    assert!(finished.plies.len() > away.plies.len(), "a new position is no draw");
    finished.replay(&*ring()).unwrap();
}
