//! Tests for games, and for rescoring their positions.

use std::collections::BTreeSet;
use std::num::NonZeroU64;

use connect_four::ConnectFour;
use learning::tuning::{Games, Rescoring, SelfPlay, StoredPosition};
use search::NoHints;

use super::planted::{EVALUATOR, IN_THOUSANDTHS, Planted, PlantedEvaluator};

fn games(seed: u64) -> String {
    games_asked(seed, None)
}

fn games_asked(seed: u64, asked: Option<u64>) -> String {
    let asked = asked.map(|one_in| NonZeroU64::new(one_in).expect("the interval is positive"));
    let games = Games { count: 6, nodes: 200, evaluator: None, seed, asked };
    let mut out = Vec::new();
    let game = ConnectFour::default();
    games
        .run((&game, &EVALUATOR), &|| NoHints, &Planted, &SelfPlay::DEFAULT, &mut out)
        .expect("it can be written");
    String::from_utf8(out).expect("positions are text")
}

fn rescore(text: &str) -> anyhow::Result<String> {
    rescored_by(&RESCORING, &EVALUATOR, text)
}

/// Rescoring with few nodes and the planted evaluator.
const RESCORING: Rescoring = Rescoring { nodes: 500, evaluator: None, tables: None, folder: None };

fn rescored_by(
    rescoring: &Rescoring,
    evaluator: &PlantedEvaluator,
    text: &str,
) -> anyhow::Result<String> {
    let mut out = Vec::new();
    rescoring.run((&ConnectFour::default(), evaluator, NoHints), text.as_bytes(), &mut out)?;
    Ok(String::from_utf8(out)?)
}

#[test]
fn the_same_seed_gives_the_same_bytes() {
    let first = games(1);
    assert_eq!(games(1), first);
    assert!(first.lines().count() > 20, "{first}");
    let last = first.lines().last().unwrap();
    assert!(last.starts_with("6 "), "the games have numbers: {last}");
    assert_ne!(games(2), first);
    assert_eq!(rescore(&first).unwrap(), rescore(&first).unwrap());
}

#[test]
fn a_game_does_not_depend_on_earlier_games() {
    let from = |text: &str| -> Vec<String> {
        text.lines().filter(|line| line.starts_with("4 ")).map(str::to_owned).collect()
    };
    let (one, other) = (from(&games(1)), from(&games(3)));
    assert!(!one.is_empty());
    assert_eq!(one, other);
}

#[test]
fn one_sided_openings_are_skipped() {
    // A limit beyond any score, even with a random move after the opening.
    let way = SelfPlay { opening_score_max: -1, random_move_in: 2, ..SelfPlay::DEFAULT };
    let games = Games { count: 20, nodes: 200, evaluator: None, seed: 1, asked: None };
    let mut out = Vec::new();
    games
        .run((&ConnectFour::default(), &EVALUATOR), &|| NoHints, &Planted, &way, &mut out)
        .expect("it can be written");
    assert_eq!(String::from_utf8(out).expect("positions are text"), "");
}

#[test]
fn positions_that_searches_evaluate_are_added() {
    let (without, with) = (games(1), games_asked(1, Some(20)));
    let (asked, kept): (Vec<&str>, Vec<&str>) =
        with.lines().partition(|line| StoredPosition::read(line).unwrap().payoff.is_none());
    assert_eq!(kept, without.lines().collect::<Vec<_>>());
    assert!(asked.len() > 100, "{}", asked.len());
    let different: BTreeSet<&str> = asked.iter().copied().collect();
    assert!(different.len() > asked.len() / 2, "{} of {}", different.len(), asked.len());
    assert!(games_asked(1, Some(40)).lines().count() < with.lines().count());
    assert_eq!(games_asked(1, Some(20)), with);
}

#[test]
fn a_search_decides_the_result_of_an_unplayed_position() {
    // The first seat has three adjacent discs and is to move.
    let line = "7 - - 7/7/7/7/yyy4/rrr4 r";
    let position = line.splitn(4, ' ').nth(3).unwrap();
    let kept = rescore(line).unwrap();
    assert_eq!(kept, format!("7 1 - {position}\n"));
}

#[test]
fn a_limit_of_zero_nodes_keeps_the_scores() {
    let before = games(2);
    let after = rescored_by(&Rescoring { nodes: 0, ..RESCORING }, &EVALUATOR, &before).unwrap();
    assert!(!before.is_empty());
    assert_eq!(after, before);
}

#[test]
fn scores_are_in_the_games_units_for_any_evaluator() {
    let before = games(1);
    // A single node returns the score of the position itself.
    let by = |evaluator: &PlantedEvaluator| {
        rescored_by(&Rescoring { nodes: 1, ..RESCORING }, evaluator, &before).unwrap()
    };
    assert_eq!(by(&IN_THOUSANDTHS), by(&EVALUATOR));
    assert_ne!(by(&EVALUATOR), before);
}

#[test]
fn rescoring_changes_only_scores() {
    let before = games(1);
    let after = rescore(&before).unwrap();
    let read = |text: &str| -> Vec<StoredPosition> {
        text.lines().map(|line| StoredPosition::read(line).unwrap()).collect()
    };
    let (before, after) = (read(&before), read(&after));
    assert_eq!(before.len(), after.len());
    assert!(before.iter().zip(&after).any(|(before, after)| before.found != after.found));
    for (before, after) in before.into_iter().zip(after) {
        assert_eq!(StoredPosition { found: before.found, ..after }, before);
    }
}

#[test]
fn an_invalid_line_is_named() {
    let good = games(1).lines().next().unwrap().to_owned();
    let check = |line: &str, expected: &str| {
        let error = rescore(&format!("{good}\n{line}\n")).unwrap_err();
        let message = format!("{error:#}");
        assert!(message.starts_with("line 2 is not a stored position: "), "{message}");
        assert!(message.contains(expected), "{message}");
    };
    check("", "\"\" is not a game number");
    check("1 1", "the score is missing");
    check("1 half 0 x", "\"half\" is not a payoff");
    check("1 2 0 x", "2 is not a payoff: expected one from -1 to 1");
    check("1 1 0 nonsense", "nonsense");
}
