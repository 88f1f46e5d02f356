//! Tests for replaying records.

use games_package::{EndReason, Ending, MatchSetup, Ply, Record, ReplayError, TimeControl};
use notation::RecordFile;

use crate::games::{race, ring, secret, stones};
use crate::players::{FIRST, SECOND, Scripted, plays, plays_first, replies};
use crate::table::{PATIENCE, play, setup};

fn record_of<const SEATS: usize>(
    game: std::sync::Arc<dyn games_package::TableGame>,
    players: [Scripted; SEATS],
) -> Record {
    play(MatchSetup { seed: 4, ..setup(game, players) }).record
}

/// A record without the times, which differ in every run.
fn timeless(mut record: Record) -> Record {
    for Ply { elapsed, clock, .. } in &mut record.plies {
        (*elapsed, *clock) = (std::time::Duration::ZERO, None);
    }
    record
}

#[test]
fn every_match_replays_exactly() {
    for (game, record) in [
        (stones(2, 9), record_of(stones(2, 9), [plays_first(), plays_first()])),
        (stones(3, 9), record_of(stones(3, 9), [plays_first(), plays_first(), plays_first()])),
        (race(), record_of(race(), [plays_first(), plays_first()])),
        (ring(), record_of(ring(), [plays(&["left"; 3]), plays(&["right"; 3])])),
        (secret(), record_of(secret(), [plays_first(), plays(&["lower"])])),
    ] {
        let read = Record::from_text(&record.to_text()).unwrap();
        let state = read.replay(&*game).unwrap();
        assert_eq!(state.position(board_engine::Viewer::Arbiter), record.final_position);
        assert_eq!(state.ply(), record.plies.len());
    }
}

#[test]
fn the_same_seed_gives_the_same_record_apart_from_times() {
    let played = |seed| {
        let timed = TimeControl::PerMove(PATIENCE);
        let setup = setup(race(), [plays_first(), plays(&["pass", "pass"])]);
        timeless(play(MatchSetup { seed, time_control: timed, ..setup }).record)
    };
    assert_eq!(played(1).to_text(), played(1).to_text());
    assert_ne!(played(1).plies, played(2).plies);
}

/// A dice game that ended by its rules.
fn raced() -> Record {
    record_of(race(), [plays_first(), plays_first()])
}

fn check_refused(record: &Record, expected: &str) {
    let error = record.replay(&*race()).map(|_| ()).unwrap_err();
    assert_eq!(error.to_string(), expected);
}

#[test]
fn a_tampered_move_is_named() {
    for index in 0..raced().plies.len() {
        let mut record = raced();
        record.plies[index].mv = "cheat".into();
        check_refused(&record, &format!("ply {} of the record can't be played", index + 1));
    }
}

#[test]
fn missing_and_surplus_moves_are_detected() {
    let count = raced().plies.len();
    for index in 0..count - 1 {
        let mut record = raced();
        record.plies.remove(index);
        assert!(
            matches!(record.replay(&*race()), Err(ReplayError::Move { .. })),
            "without {index}"
        );
    }
    let mut record = raced();
    record.plies.pop();
    assert!(matches!(record.replay(&*race()), Err(ReplayError::Position { .. })));
    let mut record = raced();
    record.plies.push(record.plies[0].clone());
    check_refused(&record, &format!("ply {} of the record can't be played", count + 1));
}

#[test]
fn different_dice_lead_to_different_positions() {
    let mut record = raced();
    let last_roll = record.plies.len() - 2;
    let rolled = &mut record.plies[last_roll].mv;
    *rolled = if rolled == "rolled-6" { "rolled-5" } else { "rolled-6" }.into();
    assert!(record.replay(&*race()).is_err());
}

#[test]
fn replays_also_check_the_data_other_than_moves() {
    let raced = raced();
    check_refused(
        &Record { game: "chess".into(), ..raced.clone() },
        "the record's game is chess, not race",
    );
    check_refused(
        &Record { start: "nowhere".into(), ..raced.clone() },
        "the record's start can't be set up",
    );
    let shown =
        format!("the record ends in heaven, but its moves lead to {}", raced.final_position);
    check_refused(&Record { final_position: "heaven".into(), ..raced.clone() }, &shown);
    let mut crowded = raced;
    crowded.players.push(crowded.players[0].clone());
    check_refused(&crowded, "the record has 3 players, but the game needs 2");
}

fn check_ending(ending: Ending, expected: &str) {
    check_refused(&Record { ending: Some(ending), ..raced() }, expected);
}

#[test]
fn an_end_that_contradicts_the_rules_is_refused() {
    let true_payoffs = raced().ending.unwrap().payoffs.unwrap();
    let false_payoffs = true_payoffs.iter().map(|payoff| -payoff).collect();
    let winner = if true_payoffs == [1, -1] { ["seat 1", "seat 2"] } else { ["seat 2", "seat 1"] };
    let rules = EndReason::Rules("twelve is reached".into());
    let truth = format!("{} wins: twelve is reached", winner[0]);
    check_ending(
        Ending { payoffs: Some(false_payoffs), reason: rules },
        &format!(
            "the record ends with \"{} wins: twelve is reached\", but by the rules it is: {truth}",
            winner[1]
        ),
    );
    check_ending(
        Ending { payoffs: Some(vec![0, 0]), reason: EndReason::DrawAgreed },
        &format!("the record ends with \"Draw: by agreement\", but by the rules it is: {truth}"),
    );
}

#[test]
fn the_tables_payoffs_are_checked() {
    let resigned = record_of(race(), [replies(games_package::Reply::Resign), plays_first()]);
    resigned.replay(&*race()).unwrap();
    let unfair = Ending { payoffs: Some(vec![1, -1]), reason: EndReason::Resigned(FIRST) };
    check_refused(
        &Record { ending: Some(unfair), ..resigned.clone() },
        "the record ends with \"seat 1 wins: seat 1 resigned\", but by the rules it is: seat 2 wins: seat 1 resigned",
    );
    let early = EndReason::Rules("twelve is reached".into());
    check_refused(
        &Record {
            ending: Some(Ending { payoffs: Some(vec![1, -1]), reason: early }),
            ..resigned.clone()
        },
        "the record ends with \"seat 1 wins: twelve is reached\", but by the rules it is: The match is unfinished",
    );
    let other = Ending { payoffs: Some(vec![1, -1]), reason: EndReason::Resigned(SECOND) };
    assert!(
        Record { ending: Some(other), ..resigned }.replay(&*race()).is_ok(),
        "a resignation has no trace"
    );
}

#[test]
fn an_unfinished_match_can_be_replayed() {
    let record = Record { ending: None, ..raced() };
    assert!(record.replay(&*race()).is_ok());
}
